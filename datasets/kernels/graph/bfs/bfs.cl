/* Breadth-first search, one level per launch: one work-item per vertex, those of the current level walk their
 * list and number the vertices that they reach first. Several may reach the same vertex; all write the same
 * number. */
__kernel void bfs_level(__global const uint *first, __global const uint *neighbour, __global uint *level,
                        __global uint *changed, uint current, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices || level[v] != current)
        return;
    uint end = first[v + 1];
    for (uint e = first[v]; e < end; e++) {
        uint u = neighbour[e];
        if (level[u] == UINT_MAX) {
            level[u] = current + 1;
            *changed = 1;
        }
    }
}
