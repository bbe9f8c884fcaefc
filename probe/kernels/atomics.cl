/* Atomic additions of all work-items to one word, or to a word each, `apart` words from each other (Wong et
 * al., ISPASS 2010; Jia et al. 2018). Nobody needs the result. */
__kernel void atomics_add(__global uint *data, __global uint *last, uint rounds, uint apart, uint c, uint d)
{
    __global uint *word = data + get_global_id(0) * apart;
#pragma unroll 1
    for (uint i = 0; i < rounds; i++)
        atomic_add(word, c);
}
