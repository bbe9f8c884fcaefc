/* Low-rank adapters of a served language model: each request of a batch multiplies its vector by the narrow matrices of the
 * adapter that it asks for, first to `rank` numbers, then back, as the batched gather kernel of Punica. A group takes a
 * request. Adapters that many ask for are read again soon, others are not. */
#define WIDTH 32    /* DEVICE_TILE_WIDTH of datasets/common/device.h */
#define WARPS 8     /* DEVICE_TILE_HEIGHT */
#define MAX_RANK 64 /* also in main.c */

/* down[adapter][rank][dims], up[adapter][rank][dims]. A warp takes a row of `down`; then a work-item columns of `up`. */
__kernel void adapters(__global const float *in, __global const float *down, __global const float *up,
                       __global const uint *adapter, __global float *out, uint requests, uint rank, uint dims)
{
    __local float part[WARPS][WIDTH], narrow[MAX_RANK];
    uint lane = get_local_id(0), y = get_local_id(1), request = get_group_id(1);
    if (request >= requests)
        return;
    uint first = adapter[request] * rank * dims;
    for (uint top = 0; top < rank; top += WARPS) {
        float sum = 0.0f;
        for (uint d = lane; top + y < rank && d < dims; d += WIDTH)
            sum += down[first + (top + y) * dims + d] * in[request * dims + d];
        part[y][lane] = sum;
        for (uint stride = WIDTH / 2; stride > 0; stride /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lane < stride)
                part[y][lane] += part[y][lane + stride];
        }
        if (lane == 0 && top + y < rank)
            narrow[top + y] = part[y][0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint d = y * WIDTH + lane; d < dims; d += WARPS * WIDTH) {
        float sum = 0.0f;
        for (uint r = 0; r < rank; r++)
            sum += up[first + r * dims + d] * narrow[r];
        out[request * dims + d] = sum;
    }
}
