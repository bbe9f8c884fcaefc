/* Connected components by hooking and jumping: every vertex points to a parent with a smaller or equal number,
 * its own at first; in the end to the smallest of its component. Source: Zhang, Azad and Hu, "FastSV: a
 * distributed-memory connected component algorithm with fast convergence" (2020). Hooks are minima of what
 * stood there before the launch, so the result of a round does not depend on the order. */

/* Hooks the vertex and its parent to the smallest grandparent of the neighbours. `parent` and `next` are equal
 * when the launch begins. */
__kernel void ccl_hook(__global const uint *first, __global const uint *neighbour, __global const uint *parent,
                       __global const uint *grandparent, __global uint *next, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    uint smallest = grandparent[v];
    uint end = first[v + 1];
    for (uint e = first[v]; e < end; e++)
        smallest = min(smallest, grandparent[neighbour[e]]);
    uint above = parent[v];
    if (smallest < above) {
        atomic_min(&next[v], smallest);
        atomic_min(&next[above], smallest);
    }
}

/* Jumps: the grandparents of the next round. `changed` is set when one is new. */
__kernel void ccl_jump(__global const uint *next, __global uint *parent, __global uint *grandparent,
                       __global uint *changed, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    uint above = next[v], jump = next[above];
    parent[v] = above;
    if (grandparent[v] != jump) {
        grandparent[v] = jump;
        *changed = 1;
    }
}
