/* Separable convolution of an image: rows, then columns. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

enum { RADIUS = 8, COEFFICIENTS = 2 * RADIUS + 1 }; /* also in convolution.cl; 8 in NVIDIA's sample */

static void filter_on_device(device *dev, cl_uint width, cl_uint height, const float *filter, float *image)
{
    const size_t bytes = sizeof(float) * width * height;
    cl_mem from = device_buffer(dev, bytes, image), between = device_buffer(dev, bytes, NULL);
    cl_mem to = device_buffer(dev, bytes, NULL);
    cl_mem coefficients = device_buffer(dev, sizeof(float) * COEFFICIENTS, filter);
    DEVICE_RUN_GRID(dev, device_kernel(dev, "convolution_rows"), width, height, ARG(from), ARG(between),
                    ARG(coefficients), ARG(width), ARG(height));
    DEVICE_RUN_GRID(dev, device_kernel(dev, "convolution_columns"), width, height, ARG(between), ARG(to),
                    ARG(coefficients), ARG(width), ARG(height));
    device_read(dev, to, bytes, image);
}

/* Along lines of `n` pixels `step` apart, of which there are `lines`, `apart` from each other. */
static double *filter_lines(const double *from, const float *filter, size_t n, size_t step, size_t lines,
                            size_t apart)
{
    double *to = memory_array(n * lines, sizeof *to);
    for (size_t line = 0; line < lines; line++) {
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            for (size_t k = 0; k < COEFFICIENTS; k++)
                if (i + k >= RADIUS && i + k - RADIUS < n)
                    sum += (double)filter[k] * from[line * apart + (i + k - RADIUS) * step];
            to[line * apart + i * step] = sum;
        }
    }
    return to;
}

int main(int argc, char **argv)
{
    uint32_t height, width, seed;
    const workload_option options[] = {
        {"size", &height, 192, 1, 1 << 15, NULL, "rows of the image"},
        {"cols", &width, 512, 1, 1 << 15, NULL, "pixels of a row"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of image and filter"},
    };
    const workload work = {"convolution", "separable convolution of an image", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    float *image = matrix_random(&random, height, width);
    const float *filter = random_vector(&random, COEFFICIENTS);
    const double *rows =
        filter_lines(matrix_widen(image, (size_t)width * height), filter, width, 1, height, width);
    const double *reference = filter_lines(rows, filter, height, width, width, 1);
    device dev;
    device_open(&dev, kernel_source);
    filter_on_device(&dev, width, height, filter, image);

    double error = check_close("image", image, reference, (size_t)width * height, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of the image %.1e", error);
    device_close(&dev);
    return 0;
}
