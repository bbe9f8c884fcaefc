/* Speckle reducing anisotropic diffusion in two tiled kernels; the image goes to the host before each step,
 * which adds it up, and back. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/srad.h"
#include "datasets/common/workload.h"

#include <math.h>

static const cl_float rate = 0.5f; /* lambda of Rodinia */

static cl_float speckle_of(const float *image, size_t cells)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < cells; i++) {
        sum += (double)image[i];
        squares += (double)image[i] * (double)image[i];
    }
    return (cl_float)srad_speckle(sum, squares, cells);
}

static void diffuse_on_device(device *dev, float *image, cl_uint cols, cl_uint rows, uint32_t steps)
{
    const size_t cells = (size_t)cols * rows, bytes = sizeof *image * cells;
    cl_kernel derive = device_kernel(dev, "srad_derive"), update = device_kernel(dev, "srad_update");
    cl_mem images = device_buffer(dev, bytes, image), coefficient = device_buffer(dev, bytes, NULL);
    cl_mem north = device_buffer(dev, bytes, NULL), south = device_buffer(dev, bytes, NULL);
    cl_mem west = device_buffer(dev, bytes, NULL), east = device_buffer(dev, bytes, NULL);
    for (uint32_t step = 0; step < steps; step++) {
        const cl_float speckle = speckle_of(image, cells);
        if (step > 0) /* Rodinia copies what has not changed as well */
            device_write(dev, images, bytes, image);
        DEVICE_RUN_GRID(dev, derive, cols, rows, ARG(images), ARG(north), ARG(south), ARG(west), ARG(east),
                        ARG(coefficient), ARG(speckle), ARG(cols), ARG(rows));
        DEVICE_RUN_GRID(dev, update, cols, rows, ARG(images), ARG(north), ARG(south), ARG(west), ARG(east),
                        ARG(coefficient), ARG(rate), ARG(cols), ARG(rows));
        device_read(dev, images, bytes, image);
    }
}

int main(int argc, char **argv)
{
    uint32_t rows, cols, steps, seed;
    const workload_option options[] = {
        {"size", &rows, 256, 2, 1 << 15, NULL, "rows of the image; 2048 in Rodinia"},
        {"cols", &cols, 256, 2, 1 << 15, NULL, "pixels of a row; 2048 in Rodinia"},
        {"steps", &steps, 2, 1, 1000, NULL, "of the diffusion, two launches each"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the image"},
    };
    const workload work = {"srad_v2", "speckle reducing anisotropic diffusion, two kernels", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    float *image = srad_picture(&random, rows, cols);
    const size_t cells = (size_t)rows * cols;
    for (size_t i = 0; i < cells; i++)
        image[i] = expf(image[i] / 255);
    double *reference = matrix_widen(image, cells);
    srad_diffuse(reference, rows, cols, steps, (double)rate);
    device dev;
    device_open(&dev, kernel_source);
    diffuse_on_device(&dev, image, cols, rows, steps);

    double error = check_close("image", image, reference, cells, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of the image %.1e", error);
    device_close(&dev);
    return 0;
}
