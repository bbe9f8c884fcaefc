/* A pointer chase through constant memory: all work-items of a warp ask for one word, as its cache wants it
 * (Wong et al., ISPASS 2010; Jia et al. 2018). */
#define FOUR(X) X X X X

/* 16 loads in a round: the loop costs little. */
__kernel void constant_chase(__constant uint *data, __global uint *last, uint rounds, uint start, uint c,
                             uint d)
{
    uint at = start;
#pragma unroll 1
    for (uint i = 0; i < rounds; i++) {
        FOUR(FOUR(at = data[at];))
    }
    if (at == d)
        *last = at;
}
