/* How well do records match a query? One work-item for each record of `dims` numbers, which lie one after the other. */
__kernel void score(__global const float *records, __global const float *query, __global float *scores, uint dims)
{
    uint record = get_global_id(0);
    float sum = 0.0f;
    for (uint d = 0; d < dims; d++)
        sum += records[record * dims + d] * query[d];
    scores[record] = sum;
}

/* Turns scores into weights between 0 and 1. */
__kernel void weigh(__global const float *scores, __global float *weights, float scale)
{
    uint record = get_global_id(0);
    weights[record] = 1.0f / (1.0f + exp(-scale * scores[record]));
}
