/* Separable convolution of an image of height x width with a filter of 2 RADIUS + 1 coefficients: rows, then columns.
 * A group filters a tile of 32 x 8 pixels, which it brings into shared memory with what surrounds it; beyond the image
 * there is nothing. As in NVIDIA's sample convolutionSeparable, without its unrolling. */
#define TILE_WIDTH 32 /* DEVICE_TILE_WIDTH of datasets/common/device.h */
#define TILE_HEIGHT 8 /* DEVICE_TILE_HEIGHT */
#define RADIUS 8      /* also in main.c */

__kernel void convolution_rows(__global const float *image, __global float *filtered, __constant float *filter,
                               uint width, uint height)
{
    __local float tile[TILE_HEIGHT][TILE_WIDTH + 2 * RADIUS];
    int x = get_local_id(0), y = get_local_id(1);
    int first = (int)(get_group_id(0) * TILE_WIDTH) - RADIUS, row = get_global_id(1), col = get_global_id(0);
    for (int i = x; i < TILE_WIDTH + 2 * RADIUS; i += TILE_WIDTH) {
        int from = first + i;
        tile[y][i] = row < (int)height && from >= 0 && from < (int)width ? image[row * (int)width + from] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row >= (int)height || col >= (int)width)
        return;
    float sum = 0.0f;
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += filter[k] * tile[y][x + k];
    filtered[row * (int)width + col] = sum;
}

__kernel void convolution_columns(__global const float *image, __global float *filtered, __constant float *filter,
                                  uint width, uint height)
{
    __local float tile[TILE_HEIGHT + 2 * RADIUS][TILE_WIDTH];
    int x = get_local_id(0), y = get_local_id(1);
    int first = (int)(get_group_id(1) * TILE_HEIGHT) - RADIUS, row = get_global_id(1), col = get_global_id(0);
    for (int i = y; i < TILE_HEIGHT + 2 * RADIUS; i += TILE_HEIGHT) {
        int from = first + i;
        tile[i][x] = col < (int)width && from >= 0 && from < (int)height ? image[from * (int)width + col] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (row >= (int)height || col >= (int)width)
        return;
    float sum = 0.0f;
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += filter[k] * tile[y + k][x];
    filtered[row * (int)width + col] = sum;
}
