/* One pass of a radix sort by a digit of four bits, each work-item for `length` keys that lie one after the other.
 * Place `digit` * items + item of `place` belongs to one digit of one work-item. Source: Zagha and Blelloch, "Radix
 * sort for vector multiprocessors" (1991). */
#define DIGITS 16 /* sort_digits in main.c */

/* How often each digit occurs. `place` is zero at first. */
__kernel void sort_count(__global const uint *key, __global uint *place, uint items, uint length, uint shift)
{
    uint item = get_global_id(0);
    if (item >= items)
        return;
    for (uint i = 0; i < length; i++) {
        uint digit = key[item * length + i] >> shift & (DIGITS - 1);
        place[digit * items + item]++;
    }
}

/* Moves every key to where its digit begins for this work-item; `place` is counted up. */
__kernel void sort_move(__global const uint *key, __global uint *sorted, __global uint *place, uint items,
                        uint length, uint shift)
{
    uint item = get_global_id(0);
    if (item >= items)
        return;
    for (uint i = 0; i < length; i++) {
        uint moved = key[item * length + i];
        uint digit = moved >> shift & (DIGITS - 1);
        sorted[place[digit * items + item]++] = moved;
    }
}
