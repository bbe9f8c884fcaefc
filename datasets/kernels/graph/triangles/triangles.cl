/* Triangles of a graph, one work-item per vertex v: for each neighbour u > v it merges both sorted lists and counts
 * the common neighbours above u, so that each triangle is found once, from its smallest vertex. A lane walks the
 * list of v once per neighbour and the lists of the neighbours wherever they lie. */
__kernel void triangles(__global const uint *first, __global const uint *neighbour, __global uint *count,
                        uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    uint begin = first[v], end = first[v + 1], found = 0;
    for (uint e = begin; e < end; e++) {
        uint u = neighbour[e];
        if (u < v)
            continue;
        uint mine = e + 1, other = first[u], other_end = first[u + 1];
        while (mine < end && other < other_end) {
            uint a = neighbour[mine], b = neighbour[other];
            found += a == b;
            mine += a <= b;
            other += b <= a;
        }
    }
    count[v] = found;
}
