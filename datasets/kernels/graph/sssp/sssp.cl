/* Shortest paths from one vertex by relaxation: who has become nearer relaxes its list in the next launch, as in the
 * topology-driven SSSP of LonestarGPU. Minima are the same in any order, so every launch has one result. */
__kernel void sssp_relax(__global const uint *first, __global const uint *neighbour, __global const uint *length,
                         __global const uint *distance, __global const uint *relaxed, __global uint *next, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices || distance[v] >= relaxed[v])
        return;
    uint from = distance[v], end = first[v + 1];
    for (uint e = first[v]; e < end; e++) {
        uint u = neighbour[e], way = from + length[e];
        if (way < distance[u])
            atomic_min(&next[u], way);
    }
}

/* What has been relaxed, and the distances to go on from. */
__kernel void sssp_advance(__global uint *distance, __global uint *relaxed, __global const uint *next,
                           __global uint *changed, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    uint before = distance[v], now = next[v];
    relaxed[v] = before;
    distance[v] = now;
    if (now < before)
        *changed = 1;
}
