/* Minimum spanning forest by Boruvka's rounds, as in LonestarGPU's mst. All arcs have different ranks, both arcs of an
 * edge the same, so that the lightest edge of a component is one number and the forest is unique.
 *
 * component[v] is the root of v's component in every launch but those of mst_jump. */

/* The lightest edge that leaves each component. */
__kernel void mst_lightest(__global const uint *first, __global const uint *neighbour, __global const uint *rank,
                           __global const uint *component, __global uint *lightest, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    uint own = component[v], best = UINT_MAX, end = first[v + 1];
    for (uint e = first[v]; e < end; e++)
        if (component[neighbour[e]] != own)
            best = min(best, rank[e]);
    if (best < UINT_MAX)
        atomic_min(&lightest[own], best);
}

/* The vertex whose edge that is hooks its component to the other one. Where both have the same edge the smaller root
 * stays, and the edge is taken once. */
__kernel void mst_hook(__global const uint *first, __global const uint *neighbour, __global const uint *rank,
                       __global const uint *component, __global const uint *lightest, __global uint *parent,
                       __global uint *is_taken, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    uint own = component[v], wanted = lightest[own], end = first[v + 1];
    if (wanted == UINT_MAX)
        return;
    for (uint e = first[v]; e < end; e++) {
        uint other = component[neighbour[e]];
        if (rank[e] != wanted || other == own)
            continue;
        is_taken[wanted] = 1;
        if (lightest[other] != wanted || other < own)
            parent[own] = other;
    }
}

/* Each vertex to its parent's parent; `changed` while that is new. */
__kernel void mst_jump(__global const uint *parent, __global uint *next, __global uint *changed, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    uint above = parent[v], jump = parent[above];
    next[v] = jump;
    if (jump != above)
        *changed = 1;
}

/* The next round: components, and nothing found yet. A vertex follows what was its root. */
__kernel void mst_relabel(__global uint *component, __global uint *parent, __global uint *lightest, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    component[v] = parent[component[v]];
    lightest[v] = UINT_MAX;
}
