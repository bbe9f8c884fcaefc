/* LU decomposition of a matrix in place, by blocks. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/workload.h"

enum { BLOCK = 16 }; /* as in lud.cl */

/* The first `steps` blocks of the diagonal, with what lies right of and below each. */
static void decompose_on_device(device *dev, float *matrix, cl_uint size, uint32_t steps)
{
    const size_t bytes = sizeof *matrix * size * size;
    cl_mem entries = device_buffer(dev, bytes, matrix);
    for (cl_uint step = 0; step < steps; step++) {
        const cl_uint blocks = size / BLOCK - 1 - step; /* behind the diagonal block */
        DEVICE_RUN(dev, device_kernel(dev, "lud_diagonal"), DEVICE_GROUP_SIZE, ARG(entries), ARG(size),
                   ARG(step));
        if (blocks == 0)
            break;
        DEVICE_RUN(dev, device_kernel(dev, "lud_perimeter"), (size_t)2 * blocks * DEVICE_GROUP_SIZE,
                   ARG(entries), ARG(size), ARG(step));
        DEVICE_RUN(dev, device_kernel(dev, "lud_internal"), (size_t)blocks * blocks * DEVICE_GROUP_SIZE,
                   ARG(entries), ARG(size), ARG(step), ARG(blocks));
    }
    device_read(dev, entries, bytes, matrix);
}

/* Gaussian elimination of `columns`, without blocks. */
static void decompose(double *matrix, size_t size, size_t columns)
{
    for (size_t k = 0; k < columns; k++)
        for (size_t row = k + 1; row < size; row++) {
            double *to = matrix + row * size;
            const double *from = matrix + k * size, factor = to[k] / from[k];
            to[k] = factor;
            for (size_t col = k + 1; col < size; col++)
                to[col] -= factor * from[col];
        }
}

int main(int argc, char **argv)
{
    uint32_t wanted, steps, seed;
    const workload_option options[] = {
        {"size", &wanted, 256, 1, 1 << 14, NULL,
         "rows and columns, rounded up to blocks of 16; 256 in Rodinia"},
        {"steps", &steps, 0, 0, 1 << 10, NULL, "blocks of the diagonal, three launches each; 0 = all"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the matrix"},
    };
    const workload work = {"lud", "LU decomposition by blocks", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const uint32_t blocks = (wanted + BLOCK - 1) / BLOCK, size = blocks * BLOCK;
    const uint32_t done = steps == 0 || steps > blocks ? blocks : steps;
    random_source random = {seed};
    float *matrix = matrix_random(&random, size, size);
    for (size_t i = 0; i < size; i++) /* the diagonal dominates: no pivots are needed */
        matrix[i * size + i] += (float)size;
    double *reference = matrix_widen(matrix, (size_t)size * size);
    decompose(reference, size, (size_t)done * BLOCK);
    device dev;
    device_open(&dev, kernel_source);
    decompose_on_device(&dev, matrix, size, done);

    double error = check_close("matrix", matrix, reference, (size_t)size * size, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of the factors %.1e", error);
    device_close(&dev);
    return 0;
}
