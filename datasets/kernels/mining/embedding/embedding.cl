/* Sums of rows of embedding tables, the bags of a recommendation model. A group takes a sample and its eight warps take the
 * features in turn: a warp reads whole rows, coalesced, which rows the numbers in `index` say. Frequent rows are read by
 * many warps, and so is all of a small table; the rest of a large one is hardly read twice. */
#define WIDTH 32 /* DEVICE_TILE_WIDTH of datasets/common/device.h: a warp is a feature */
#define WARPS 8  /* DEVICE_TILE_HEIGHT */

__kernel void embedding(__global const float *row, __global const uint *index, __constant uint *first, __global float *bag,
                        uint samples, uint features, uint dims)
{
    uint lane = get_local_id(0), sample = get_group_id(1);
    if (sample >= samples)
        return;
    __global const uint *own = index + sample * first[features];
    for (uint f = get_local_id(1); f < features; f += WARPS) {
        for (uint d = lane; d < dims; d += WIDTH) {
            float sum = 0.0f;
            for (uint i = first[f]; i < first[f + 1]; i++)
                sum += row[own[i] * dims + d];
            bag[(sample * features + f) * dims + d] = sum;
        }
    }
}
