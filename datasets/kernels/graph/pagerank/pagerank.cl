/* PageRank, each vertex gathers (pulls) from its neighbours. Ranks are scaled by the number of vertices:
 * their mean is
 * 1. Source: Page, Brin, Motwani and Winograd, "The PageRank citation ranking" (1999). */

/* What a vertex gives to each of its neighbours. A vertex without neighbours gives nothing. */
__kernel void pagerank_share(__global const uint *first, __global const float *rank, __global float *share,
                             uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    uint degree = first[v + 1] - first[v];
    share[v] = degree ? rank[v] / (float)degree : 0.0f;
}

__kernel void pagerank_gather(__global const uint *first, __global const uint *neighbour,
                              __global const float *share, __global float *rank, float damping, uint vertices)
{
    uint v = get_global_id(0);
    if (v >= vertices)
        return;
    float sum = 0.0f;
    uint end = first[v + 1];
    for (uint e = first[v]; e < end; e++)
        sum += share[neighbour[e]];
    rank[v] = 1.0f - damping + damping * sum;
}
