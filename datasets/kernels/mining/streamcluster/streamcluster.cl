/* What it would save to open a new centre, the heavy kernel of streamcluster in PARSEC and Rodinia: every point
 * compares its distance to the candidate with that to its own centre. Coordinates lie dimension by dimension, so that
 * loads are coalesced; the candidate's are read by all. */
__kernel void streamcluster_gain(__global const float *coordinate, __global const float *cost,
                                 __global float *saving, uint candidate, uint points, uint dims)
{
    uint p = get_global_id(0);
    if (p >= points)
        return;
    float distance = 0.0f;
    for (uint d = 0; d < dims; d++) {
        float difference = coordinate[d * points + p] - coordinate[d * points + candidate];
        distance += difference * difference;
    }
    saving[p] = fmax(cost[p] - distance, 0.0f);
}

/* The candidate is open: who is nearer to it goes there. */
__kernel void streamcluster_switch(__global float *cost, __global const float *saving, __global uint *centre,
                                   uint candidate, uint points)
{
    uint p = get_global_id(0);
    if (p >= points || saving[p] <= 0.0f)
        return;
    cost[p] -= saving[p];
    centre[p] = candidate;
}
