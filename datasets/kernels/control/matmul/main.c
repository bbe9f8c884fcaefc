/* Blocked matrix product C = A B: a compute-bound control with shared memory and barriers. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <string.h>

static void multiply_on_device(device *dev, const float *a, const float *b, cl_uint size, cl_uint depth,
                               float *c)
{
    const size_t ab_bytes = sizeof(float) * size * depth, c_bytes = sizeof(float) * size * size;
    cl_mem a_buffer = device_buffer(dev, ab_bytes, a);
    cl_mem b_buffer = device_buffer(dev, ab_bytes, b);
    cl_mem c_buffer = device_buffer(dev, c_bytes, NULL);
    DEVICE_RUN_GRID(dev, device_kernel(dev, "matmul"), size, size, ARG(a_buffer), ARG(b_buffer),
                    ARG(c_buffer), ARG(size), ARG(depth));
    device_read(dev, c_buffer, c_bytes, c);
}

/* Row by row: row i of C is B^T times row i of A. */
static const double *multiply_reference(const float *a, const float *b, uint32_t size, uint32_t depth)
{
    double *c = memory_array((size_t)size * size, sizeof *c);
    for (size_t i = 0; i < size; i++) {
        const double *row = matrix_transposed_times(b, depth, size, matrix_widen(a + i * depth, depth));
        memcpy(c + i * size, row, sizeof *row * size);
    }
    return c;
}

int main(int argc, char **argv)
{
    uint32_t size, depth, seed;
    const workload_option options[] = {
        {"size", &size, 384, 1, 1 << 12, NULL, "rows and columns of C"},
        {"depth", &depth, 64, 1, 1 << 12, NULL, "columns of A and rows of B"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of A and B"},
    };
    const workload work = {"matmul", "blocked matrix product C = A B", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const float *a = matrix_random(&random, size, depth);
    const float *b = matrix_random(&random, depth, size);
    float *c = memory_array((size_t)size * size, sizeof *c);
    device dev;
    device_open(&dev, kernel_source);
    multiply_on_device(&dev, a, b, size, depth, c);

    const double *want = multiply_reference(a, b, size, depth);
    double error = check_close("C", c, want, (size_t)size * size, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of C %.1e", error);
    device_close(&dev);
    return 0;
}
