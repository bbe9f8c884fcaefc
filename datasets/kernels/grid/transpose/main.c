/* Transpose of a matrix. */
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

static void transpose_on_device(device *dev, const float *from, cl_uint rows, cl_uint cols, float *to)
{
    const size_t bytes = sizeof(float) * rows * cols;
    cl_mem from_buffer = device_buffer(dev, bytes, from);
    cl_mem to_buffer = device_buffer(dev, bytes, NULL);
    DEVICE_RUN_GRID(dev, device_kernel(dev, "transpose"), rows, cols, ARG(from_buffer), ARG(to_buffer),
                    ARG(rows), ARG(cols));
    device_read(dev, to_buffer, bytes, to);
}

static void check_transposed(const float *from, size_t rows, size_t cols, const float *to)
{
    for (size_t row = 0; row < rows; row++)
        for (size_t col = 0; col < cols; col++)
            if (!(to[col * rows + row] == from[row * cols + col]))
                workload_fail("wrong result: element %zu, %zu is %g instead of %g", col, row,
                              (double)to[col * rows + row], (double)from[row * cols + col]);
}

int main(int argc, char **argv)
{
    uint32_t rows, cols, seed;
    const workload_option options[] = {
        {"size", &rows, 768, 1, 1 << 15, NULL, "rows"},
        {"cols", &cols, 768, 1, 1 << 15, NULL, "columns"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the matrix"},
    };
    const workload work = {"transpose", "transpose of a matrix", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const float *from = matrix_random(&random, rows, cols);
    float *to = memory_array((size_t)rows * cols, sizeof *to);
    device dev;
    device_open(&dev, kernel_source);
    transpose_on_device(&dev, from, rows, cols, to);

    check_transposed(from, rows, cols, to);
    workload_verified(&work, dev.name, dev.launches, "all elements equal");
    device_close(&dev);
    return 0;
}
