/* Heat conduction on a grid: five-point stencil. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

static const cl_float rate = 0.125f; /* half of 1/4, the limit of stability */

static void step_on_device(device *dev, cl_uint width, cl_uint height, uint32_t steps, float *grid)
{
    const size_t cells = (size_t)width * height;
    cl_kernel kernel = device_kernel(dev, "stencil");
    cl_mem from = device_buffer(dev, sizeof(float) * cells, grid);
    cl_mem to = device_buffer(dev, sizeof(float) * cells, NULL);
    for (uint32_t step = 0; step < steps; step++) {
        DEVICE_RUN(dev, kernel, cells, ARG(from), ARG(to), ARG(rate), ARG(width), ARG(height));
        cl_mem swap = from;
        from = to;
        to = swap;
    }
    device_read(dev, from, sizeof(float) * cells, grid);
}

static const double *step_reference(const float *start, size_t width, size_t height, uint32_t steps)
{
    double *from = matrix_widen(start, width * height), *to = matrix_widen(start, width * height);
    for (uint32_t step = 0; step < steps; step++) {
        for (size_t row = 1; row + 1 < height; row++) {
            for (size_t col = 1; col + 1 < width; col++) {
                const double *here = from + row * width + col;
                double around = here[-1] + here[1] + *(here - width) + here[width];
                to[row * width + col] = *here + (double)rate * (around - 4.0 * *here);
            }
        }
        double *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

int main(int argc, char **argv)
{
    uint32_t height, width, steps, seed;
    const workload_option options[] = {
        {"size", &height, 128, 1, 1 << 15, NULL, "rows of the grid"},
        {"cols", &width, 256, 1, 1 << 15, NULL, "cells of a row"},
        {"steps", &steps, 1, 1, 10000, NULL, "time steps, one launch each"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the first temperatures"},
    };
    const workload work = {"stencil", "heat conduction, five-point stencil", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    float *grid = matrix_random(&random, height, width);
    const double *reference = step_reference(grid, width, height, steps);
    device dev;
    device_open(&dev, kernel_source);
    step_on_device(&dev, width, height, steps, grid);

    double error = check_close("grid", grid, reference, (size_t)width * height, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of the temperatures %.1e", error);
    device_close(&dev);
    return 0;
}
