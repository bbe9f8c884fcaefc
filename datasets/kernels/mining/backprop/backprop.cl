/* A layer of a neural network and the correction of its weights, as Rodinia's backprop. weight[i * HIDDEN + j] leads from
 * input i to hidden unit j. A group takes 8 inputs: its partial sums of all hidden units go to the host, which adds them
 * up as Rodinia's does. */
#define HIDDEN 32     /* DEVICE_TILE_WIDTH of datasets/common/device.h: a warp is an input; 16 in Rodinia */
#define INPUTS 8      /* DEVICE_TILE_HEIGHT */

__kernel void backprop_forward(__global const float *input, __global const float *weight, __global float *partial,
                               uint inputs)
{
    __local float value[INPUTS], product[INPUTS][HIDDEN];
    uint unit = get_local_id(0), y = get_local_id(1), i = get_global_id(1);
    if (unit == 0)
        value[y] = i < inputs ? input[i] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    product[y][unit] = i < inputs ? weight[i * HIDDEN + unit] * value[y] : 0.0f;
    for (uint stride = INPUTS / 2; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (y < stride)
            product[y][unit] += product[y + stride][unit];
    }
    if (y == 0)
        partial[get_group_id(1) * HIDDEN + unit] = product[0][unit];
}

__kernel void backprop_adjust(__global const float *input, __global const float *delta, __global float *weight,
                              __global float *change, float rate, float momentum, uint inputs)
{
    uint unit = get_global_id(0), i = get_global_id(1);
    if (i >= inputs)
        return;
    uint at = i * HIDDEN + unit;
    float step = rate * delta[unit] * input[i] + momentum * change[at];
    weight[at] += step;
    change[at] = step;
}
