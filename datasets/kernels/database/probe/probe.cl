/* Probe phase of a hash join: every work-item looks `lookups` keys up in a hash table with open addressing
 * and linear probing and adds the values it finds. Key 0 marks a free slot; the table has 2^bits slots. All
 * warps share it and reach it at random. */
__kernel void probe(__global const uint *key, __global const uint *slot_key, __global const uint *slot_value,
                    __global uint *sum, uint items, uint lookups, uint bits)
{
    uint mask = (1u << bits) - 1;
    uint item = get_global_id(0);
    if (item >= items)
        return;
    uint total = 0;
    for (uint i = 0; i < lookups; i++) {
        uint wanted = key[i * items + item];
        uint slot = wanted * 2654435761u >> (32 - bits); /* Knuth's multiplicative hashing */
        uint present = slot_key[slot];
        while (present != 0 && present != wanted) {
            slot = (slot + 1) & mask;
            present = slot_key[slot];
        }
        if (present == wanted)
            total += slot_value[slot];
    }
    sum[item] = total;
}
