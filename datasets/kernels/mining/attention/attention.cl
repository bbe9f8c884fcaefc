/* A step of decoding in a transformer: one query of each sequence attends to all its tokens, whose keys and values lie in
 * blocks of 32 tokens that a table names, as in vLLM's PagedAttention. Sequences that begin with the same prompt share
 * its blocks. A warp takes a block and leaves its part of the sum, with the maximum and the sum of its weights, as in
 * flash decoding; the host puts parts together. Blocks of the prompt are read by all sequences, others once a step. */
#define TOKENS 32 /* of a block; DEVICE_TILE_WIDTH of datasets/common/device.h */
#define WARPS 8   /* DEVICE_TILE_HEIGHT */
#define DIMS 64   /* of a head; also in main.c */

/* key[block][dim / 4][token] holds four dims of a token, value[block][token][dim]. */
__kernel void attention(__global const float *query, __global const float4 *key, __global const float *value,
                        __global const uint *block_of, __global const uint *parts, __global float *part,
                        __global float2 *weights, uint sequences, uint most_parts)
{
    __local float score[WARPS][TOKENS];
    uint lane = get_local_id(0), y = get_local_id(1);
    uint at = get_group_id(0) * WARPS + y, sequence = get_group_id(1);
    bool is_there = sequence < sequences && at < parts[sequence];
    uint place = sequence * most_parts + at, block = is_there ? block_of[place] : 0;
    float own = 0.0f;
    for (uint d = 0; is_there && d < DIMS / 4; d++) {
        float4 q = vload4(d, query + sequence * DIMS), k = key[(block * (DIMS / 4) + d) * TOKENS + lane];
        own += q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
    }
    score[y][lane] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!is_there)
        return;
    float most = score[y][0], all = 0.0f, low = 0.0f, high = 0.0f;
    for (uint t = 1; t < TOKENS; t++)
        most = fmax(most, score[y][t]);
    for (uint t = 0; t < TOKENS; t++) {
        float weight = exp(score[y][t] - most);
        __global const float *v = value + (block * TOKENS + t) * DIMS;
        all += weight;
        low += weight * v[lane];
        high += weight * v[lane + DIMS / 2];
    }
    part[place * DIMS + lane] = low;
    part[place * DIMS + lane + DIMS / 2] = high;
    if (lane == 0)
        weights[place] = (float2)(most, all);
}
