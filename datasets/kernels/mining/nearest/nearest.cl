/* Nearest of a few reference points for every query point (squared Euclidean distance), one work-item per
 * query. A lane walks its own query once per reference: a warp reuses dims * 4 bytes per lane, so `dims` sets
 * how many warps fit in the cache. All lanes read the same reference. */
__kernel void nearest(__global const float *query, __global const float *reference, __global uint *best,
                      __global float *distance, uint queries, uint references, uint dims)
{
    uint q = get_global_id(0);
    if (q >= queries)
        return;
    uint found = 0;
    float smallest = INFINITY;
    for (uint r = 0; r < references; r++) {
        float sum = 0.0f;
        for (uint d = 0; d < dims; d++) {
            float difference = query[q * dims + d] - reference[r * dims + d];
            sum += difference * difference;
        }
        if (sum < smallest) {
            smallest = sum;
            found = r;
        }
    }
    best[q] = found;
    distance[q] = smallest;
}
