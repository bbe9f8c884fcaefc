/* Graph colouring by independent sets, two colours per round: an uncoloured vertex takes colour 2 * round
 * when its priority is above, and 2 * round + 1 when it is below, that of all its uncoloured neighbours.
 * Priorities differ. A neighbour coloured in this same round counts as uncoloured, so the result does not
 * depend on the order. Source: Jones and Plassmann, "A parallel graph coloring heuristic" (1993), with maxima
 * and minima. */
__kernel void gco_round(__global const uint *first, __global const uint *neighbour,
                        __global const uint *priority, __global uint *colour, __global uint *remaining,
                        uint round, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices || colour[v] != UINT_MAX)
        return;
    uint mine = priority[v];
    uint highest = 1, lowest = 1;
    uint end = first[v + 1];
    for (uint e = first[v]; e < end; e++) {
        uint u = neighbour[e];
        if (colour[u] >= 2 * round) {
            uint other = priority[u];
            highest &= other < mine;
            lowest &= other > mine;
        }
    }
    if (highest)
        colour[v] = 2 * round;
    else if (lowest)
        colour[v] = 2 * round + 1;
    else
        *remaining = 1;
}
