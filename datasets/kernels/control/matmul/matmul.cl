/* Matrix product C = A B with tiles in shared memory: A is size x depth, B depth x size, in row-major order. A group
 * computes a tile of 8 rows and 32 columns of C in steps of 8: every element of A and B that it loads serves 32 or 8
 * products. */
#define TILE_WIDTH 32 /* DEVICE_TILE_WIDTH of datasets/common/device.h */
#define TILE_HEIGHT 8 /* DEVICE_TILE_HEIGHT */

__kernel void matmul(__global const float *a, __global const float *b, __global float *c, uint size, uint depth)
{
    __local float a_tile[TILE_HEIGHT][TILE_HEIGHT], b_tile[TILE_HEIGHT][TILE_WIDTH];
    uint x = get_local_id(0), y = get_local_id(1);
    uint col = get_global_id(0), row = get_global_id(1);
    float sum = 0.0f;
    for (uint begin = 0; begin < depth; begin += TILE_HEIGHT) {
        if (x < TILE_HEIGHT)
            a_tile[y][x] = row < size && begin + x < depth ? a[row * depth + begin + x] : 0.0f;
        b_tile[y][x] = col < size && begin + y < depth ? b[(begin + y) * size + col] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE_HEIGHT; k++)
            sum += a_tile[y][k] * b_tile[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < size && col < size)
        c[row * size + col] = sum;
}
