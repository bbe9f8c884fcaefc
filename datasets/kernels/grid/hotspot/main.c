/* Temperature of a chip from the power of its cells: five-point stencil with a second, streaming grid. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

/* Small enough for a stable step; the temperatures stay near 1. */
static const cl_float capacity = 0.25f, side = 0.5f, up = 0.1f, air = 0.5f;

static void heat_on_device(device *dev, cl_uint width, cl_uint height, uint32_t steps, const float *power,
                           float *chip)
{
    const size_t bytes = sizeof(float) * width * height;
    cl_kernel kernel = device_kernel(dev, "hotspot");
    cl_mem powers = device_buffer(dev, bytes, power);
    cl_mem from = device_buffer(dev, bytes, chip), to = device_buffer(dev, bytes, NULL);
    for (uint32_t step = 0; step < steps; step++) {
        DEVICE_RUN_GRID(dev, kernel, width, height, ARG(from), ARG(powers), ARG(to), ARG(capacity), ARG(side),
                        ARG(up), ARG(air), ARG(width), ARG(height));
        cl_mem swap = from;
        from = to;
        to = swap;
    }
    device_read(dev, from, bytes, chip);
}

static double heated(const double *old, const float *power, size_t col, size_t row, size_t width,
                     size_t height)
{
    const double *at = old + row * width + col;
    const double north = row > 0 ? *(at - width) : *at, south = row + 1 < height ? at[width] : *at;
    const double west = col > 0 ? at[-1] : *at, east = col + 1 < width ? at[1] : *at;
    return *at +
           (double)capacity * ((double)power[row * width + col] + (double)side * (north + south - 2 * *at) +
                               (double)side * (west + east - 2 * *at) + (double)up * ((double)air - *at));
}

static const double *heat_reference(const float *chip, const float *power, size_t width, size_t height,
                                    uint32_t steps)
{
    double *from = matrix_widen(chip, width * height), *to = matrix_widen(chip, width * height);
    for (uint32_t step = 0; step < steps; step++) {
        for (size_t row = 0; row < height; row++)
            for (size_t col = 0; col < width; col++)
                to[row * width + col] = heated(from, power, col, row, width, height);
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
        {"size", &height, 192, 1, 1 << 15, NULL, "rows of the chip"},
        {"cols", &width, 512, 1, 1 << 15, NULL, "cells of a row"},
        {"steps", &steps, 2, 1, 10000, NULL, "time steps, one launch each"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of temperatures and power"},
    };
    const workload work = {"hotspot", "temperature of a chip", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    float *chip = matrix_random(&random, height, width);
    const float *power = matrix_random(&random, height, width);
    const double *reference = heat_reference(chip, power, width, height, steps);
    device dev;
    device_open(&dev, kernel_source);
    heat_on_device(&dev, width, height, steps, power, chip);

    double error = check_close("temperature", chip, reference, (size_t)width * height, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of the temperatures %.1e", error);
    device_close(&dev);
    return 0;
}
