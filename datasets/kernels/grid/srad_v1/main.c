/* Speckle reducing anisotropic diffusion in small kernels; sums of the image are taken by the device. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/srad.h"
#include "datasets/common/workload.h"

#include <math.h>

static const cl_float rate = 0.5f; /* lambda of Rodinia */

typedef struct picture {
    cl_uint rows, cols, cells;
    float *grey; /* cells */
} picture;

/* Eight of as many elements as the image has, and numbers of neighbours. */
typedef struct buffers {
    cl_mem image, north, south, west, east, sum, square, coefficient;
    cl_mem above, below, left, right;
} buffers;

/* Numbers of 0 .. n-1, each one further by `by`, which stay within these. */
static cl_mem numbers(device *dev, cl_uint n, int by)
{
    cl_uint *number = memory_array(n, sizeof *number);
    for (cl_uint i = 0; i < n; i++)
        number[i] = by > 0 ? (i + 1 < n ? i + 1 : i) : (i > 0 ? i - 1 : i);
    return device_buffer(dev, sizeof *number * n, number);
}

static buffers allocate(device *dev, const picture *p)
{
    const size_t bytes = sizeof(float) * p->cells;
    buffers b = {.image = device_buffer(dev, bytes, p->grey)};
    cl_mem *const others[] = {&b.north, &b.south, &b.west, &b.east, &b.sum, &b.square, &b.coefficient};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        *others[i] = device_buffer(dev, bytes, NULL);
    b.above = numbers(dev, p->rows, -1);
    b.below = numbers(dev, p->rows, 1);
    b.left = numbers(dev, p->cols, -1);
    b.right = numbers(dev, p->cols, 1);
    return b;
}

/* q0 squared of the image: its sums, group by group until one is left. */
static cl_float speckle_of(device *dev, const buffers *b, cl_uint cells)
{
    DEVICE_RUN(dev, device_kernel(dev, "srad_prepare"), cells, ARG(b->image), ARG(b->sum), ARG(b->square),
               ARG(cells));
    cl_uint stride = 1;
    for (cl_uint n = cells; n > 1; n = (n + DEVICE_GROUP_SIZE - 1) / DEVICE_GROUP_SIZE) {
        DEVICE_RUN(dev, device_kernel(dev, "srad_reduce"), n, ARG(b->sum), ARG(b->square), ARG(n),
                   ARG(stride));
        stride *= DEVICE_GROUP_SIZE;
    }
    float sum, square;
    device_read(dev, b->sum, sizeof sum, &sum);
    device_read(dev, b->square, sizeof square, &square);
    return (cl_float)srad_speckle((double)sum, (double)square, cells);
}

static void diffuse_on_device(device *dev, const picture *p, uint32_t steps)
{
    const buffers b = allocate(dev, p);
    DEVICE_RUN(dev, device_kernel(dev, "srad_extract"), p->cells, ARG(b.image), ARG(p->cells));
    for (uint32_t step = 0; step < steps; step++) {
        const cl_float speckle = speckle_of(dev, &b, p->cells);
        DEVICE_RUN(dev, device_kernel(dev, "srad"), p->cells, ARG(b.image), ARG(b.above), ARG(b.below),
                   ARG(b.left), ARG(b.right), ARG(b.north), ARG(b.south), ARG(b.west), ARG(b.east),
                   ARG(b.coefficient), ARG(speckle), ARG(p->cols), ARG(p->cells));
        DEVICE_RUN(dev, device_kernel(dev, "srad2"), p->cells, ARG(b.image), ARG(b.below), ARG(b.right),
                   ARG(b.north), ARG(b.south), ARG(b.west), ARG(b.east), ARG(b.coefficient), ARG(rate),
                   ARG(p->cols), ARG(p->cells));
    }
    DEVICE_RUN(dev, device_kernel(dev, "srad_compress"), p->cells, ARG(b.image), ARG(p->cells));
    device_read(dev, b.image, sizeof(float) * p->cells, p->grey);
}

static const double *diffuse_reference(const picture *p, uint32_t steps)
{
    double *image = matrix_widen(p->grey, p->cells);
    for (size_t i = 0; i < p->cells; i++)
        image[i] = exp(image[i] / 255);
    srad_diffuse(image, p->rows, p->cols, steps, (double)rate);
    for (size_t i = 0; i < p->cells; i++)
        image[i] = log(image[i]) * 255;
    return image;
}

int main(int argc, char **argv)
{
    uint32_t rows, cols, steps, seed;
    const workload_option options[] = {
        {"size", &rows, 256, 2, 1 << 15, NULL, "rows of the image; 502 in Rodinia"},
        {"cols", &cols, 256, 2, 1 << 15, NULL, "pixels of a row; 458 in Rodinia"},
        {"steps", &steps, 2, 1, 1000, NULL,
         "of the diffusion, four launches each and one or two more in large images"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the image"},
    };
    const workload work = {"srad_v1", "speckle reducing anisotropic diffusion, small kernels", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    picture p = {rows, cols, rows * cols, srad_picture(&random, rows, cols)};
    const double *reference = diffuse_reference(&p, steps);
    device dev;
    device_open(&dev, kernel_source);
    diffuse_on_device(&dev, &p, steps);

    double error = check_close("image", p.grey, reference, p.cells, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of the image %.1e", error);
    device_close(&dev);
    return 0;
}
