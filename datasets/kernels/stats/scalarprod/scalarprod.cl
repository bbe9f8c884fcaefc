/* Scalar products of `pairs` pairs of vectors: a group walks a pair, coalesced and without reuse, and adds up what its
 * work-items have in shared memory. As NVIDIA's sample scalarProd. */
#define GROUP_SIZE 256 /* DEVICE_GROUP_SIZE of datasets/common/device.h */

__kernel void scalarprod(__global const float *a, __global const float *b, __global float *product, uint elements)
{
    __local float part[GROUP_SIZE];
    uint lane = get_local_id(0), pair = get_group_id(0);
    float sum = 0.0f;
    for (uint i = lane; i < elements; i += GROUP_SIZE)
        sum += a[pair * elements + i] * b[pair * elements + i];
    part[lane] = sum;
    for (uint stride = GROUP_SIZE / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < stride)
            part[lane] += part[lane + stride];
    }
    if (lane == 0)
        product[pair] = part[0];
}
