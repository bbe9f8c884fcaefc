/* Speckle reducing anisotropic diffusion (Yu and Acton, IEEE Transactions on Image Processing 11(11), 2002) in two kernels with
 * tiles in shared memory, as Rodinia's srad_v2. A tile has the pixels of its group and those around them; beyond the border
 * pixels are as at it. */
#define WIDTH 32 /* DEVICE_TILE_WIDTH of datasets/common/device.h */
#define HEIGHT 8 /* DEVICE_TILE_HEIGHT */

typedef float tile[HEIGHT + 2][WIDTH + 2];

/* Fills the tile of this group; all work-items take part. */
void fill(__local tile *to, __global const float *from, uint cols, uint rows)
{
    for (uint at = get_local_id(1) * WIDTH + get_local_id(0); at < (HEIGHT + 2) * (WIDTH + 2); at += WIDTH * HEIGHT) {
        uint y = at / (WIDTH + 2), x = at % (WIDTH + 2);
        int row = clamp((int)(get_group_id(1) * HEIGHT + y) - 1, 0, (int)rows - 1);
        int col = clamp((int)(get_group_id(0) * WIDTH + x) - 1, 0, (int)cols - 1);
        (*to)[y][x] = from[row * cols + col];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

/* Derivatives to the four neighbours and the coefficient of diffusion; `speckle` is q0 squared of the source. */
__kernel void srad_derive(__global const float *image, __global float *north, __global float *south, __global float *west,
                          __global float *east, __global float *coefficient, float speckle, uint cols, uint rows)
{
    __local tile grey;
    fill(&grey, image, cols, rows);
    uint col = get_global_id(0), row = get_global_id(1), x = get_local_id(0) + 1, y = get_local_id(1) + 1;
    if (col >= cols || row >= rows)
        return;
    float here = grey[y][x];
    float n = grey[y - 1][x] - here, s = grey[y + 1][x] - here, w = grey[y][x - 1] - here, e = grey[y][x + 1] - here;
    float gradient = (n * n + s * s + w * w + e * e) / (here * here), laplacian = (n + s + w + e) / here;
    float of_mean = 1.0f + 0.25f * laplacian;
    float q = (0.5f * gradient - laplacian * laplacian / 16.0f) / (of_mean * of_mean);
    float c = 1.0f / (1.0f + (q - speckle) / (speckle * (1.0f + speckle)));
    uint cell = row * cols + col;
    north[cell] = n;
    south[cell] = s;
    west[cell] = w;
    east[cell] = e;
    coefficient[cell] = clamp(c, 0.0f, 1.0f);
}

/* One step of `rate`: coefficients of the pixel itself to the north and west, of its neighbours to the south and east. */
__kernel void srad_update(__global float *image, __global const float *north, __global const float *south,
                          __global const float *west, __global const float *east, __global const float *coefficient,
                          float rate, uint cols, uint rows)
{
    __local tile c;
    fill(&c, coefficient, cols, rows);
    uint col = get_global_id(0), row = get_global_id(1), x = get_local_id(0) + 1, y = get_local_id(1) + 1;
    if (col >= cols || row >= rows)
        return;
    uint cell = row * cols + col;
    float divergence = c[y][x] * (north[cell] + west[cell]) + c[y + 1][x] * south[cell] + c[y][x + 1] * east[cell];
    image[cell] += 0.25f * rate * divergence;
}
