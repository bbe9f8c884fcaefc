/* Speckle reducing anisotropic diffusion (Yu and Acton, IEEE Transactions on Image Processing 11(11), 2002) in many small kernels
 * with a buffer for each quantity, as Rodinia's srad_v1. An image has rows x cols pixels; numbers of the rows above and
 * below and of the columns left and right of each, the same at the border, are arrays too. */

/* The picture has logarithms, in which speckle is additive, of what is diffused. */
__kernel void srad_extract(__global float *image, uint cells)
{
    uint i = get_global_id(0);
    if (i < cells)
        image[i] = exp(image[i] / 255.0f);
}

__kernel void srad_prepare(__global const float *image, __global float *sum, __global float *square, uint cells)
{
    uint i = get_global_id(0);
    if (i >= cells)
        return;
    sum[i] = image[i];
    square[i] = image[i] * image[i];
}

/* Adds up in place: the sums of `n` elements that are `stride` apart, a group's at the place of its first. */
__kernel void srad_reduce(__global float *sum, __global float *square, uint n, uint stride)
{
    __local float part[256], part_square[256]; /* DEVICE_GROUP_SIZE of datasets/common/device.h */
    uint i = get_global_id(0), x = get_local_id(0);
    part[x] = i < n ? sum[i * stride] : 0.0f;
    part_square[x] = i < n ? square[i * stride] : 0.0f;
    for (uint next = 128; next > 0; next /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x < next) {
            part[x] += part[x + next];
            part_square[x] += part_square[x + next];
        }
    }
    if (x == 0) {
        sum[i * stride] = part[0];
        square[i * stride] = part_square[0];
    }
}

/* Derivatives to the four neighbours and the coefficient of diffusion; `speckle` is q0 squared of the source. */
__kernel void srad(__global const float *image, __global const uint *above, __global const uint *below,
                   __global const uint *left, __global const uint *right, __global float *north, __global float *south,
                   __global float *west, __global float *east, __global float *coefficient, float speckle, uint cols,
                   uint cells)
{
    uint i = get_global_id(0);
    if (i >= cells)
        return;
    uint row = i / cols, col = i % cols;
    float here = image[i];
    float n = image[above[row] * cols + col] - here, s = image[below[row] * cols + col] - here;
    float w = image[row * cols + left[col]] - here, e = image[row * cols + right[col]] - here;
    float gradient = (n * n + s * s + w * w + e * e) / (here * here), laplacian = (n + s + w + e) / here;
    float of_mean = 1.0f + 0.25f * laplacian;
    float q = (0.5f * gradient - laplacian * laplacian / 16.0f) / (of_mean * of_mean);
    float c = 1.0f / (1.0f + (q - speckle) / (speckle * (1.0f + speckle)));
    north[i] = n;
    south[i] = s;
    west[i] = w;
    east[i] = e;
    coefficient[i] = clamp(c, 0.0f, 1.0f);
}

/* One step of `rate`: coefficients of the pixel itself to the north and west, of its neighbours to the south and east. */
__kernel void srad2(__global float *image, __global const uint *below, __global const uint *right,
                    __global const float *north, __global const float *south, __global const float *west,
                    __global const float *east, __global const float *coefficient, float rate, uint cols, uint cells)
{
    uint i = get_global_id(0);
    if (i >= cells)
        return;
    uint row = i / cols, col = i % cols;
    float here = coefficient[i];
    float divergence = here * (north[i] + west[i]) + coefficient[below[row] * cols + col] * south[i] +
                       coefficient[row * cols + right[col]] * east[i];
    image[i] += 0.25f * rate * divergence;
}

__kernel void srad_compress(__global float *image, uint cells)
{
    uint i = get_global_id(0);
    if (i < cells)
        image[i] = log(image[i]) * 255.0f;
}
