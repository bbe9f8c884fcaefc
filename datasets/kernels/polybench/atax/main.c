/* ATAX of PolyBench: y = A^T (A x). */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/panels.h"
#include "datasets/common/workload.h"

/* Columns are summed in panels of `cols` rows: as many work-items as the matrix has rows. */
static void compute_on_device(device *dev, const float *a, const float *x, cl_uint rows, cl_uint cols,
                              uint32_t sum, float *y)
{
    const cl_uint panels = (rows + cols - 1) / cols;
    const size_t items = (size_t)panels * cols;
    cl_mem a_buffer = device_buffer(dev, sizeof(float) * rows * cols, a);
    cl_mem x_buffer = device_buffer(dev, sizeof(float) * cols, x);
    cl_mem tmp_buffer = device_buffer(dev, sizeof(float) * rows, NULL);
    cl_mem partial_buffer = device_buffer(dev, sizeof(float) * items, NULL);
    cl_mem y_buffer = device_buffer(dev, sizeof(float) * cols, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "atax_rows"), rows, ARG(a_buffer), ARG(x_buffer), ARG(tmp_buffer),
               ARG(rows), ARG(cols));
    DEVICE_RUN(dev, device_kernel(dev, "atax_columns"), items, ARG(a_buffer), ARG(tmp_buffer),
               ARG(partial_buffer), ARG(rows), ARG(cols));
    if (sum == PANELS_SUM_HOST) {
        panels_add(dev, partial_buffer, panels, cols, y);
        return;
    }
    DEVICE_RUN(dev, device_kernel(dev, "atax_sum"), cols, ARG(partial_buffer), ARG(y_buffer), ARG(panels),
               ARG(cols));
    device_read(dev, y_buffer, sizeof(float) * cols, y);
}

int main(int argc, char **argv)
{
    uint32_t rows, cols, sum, seed;
    const workload_option options[] = {
        {"size", &rows, 12288, 1, 1 << 24, NULL, "rows of A"},
        {"cols", &cols, 48, 1, 1 << 16, NULL, "columns of A"},
        PANELS_SUM_OPTION(sum),
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of A and x"},
    };
    const workload work = {"atax", "matrix transpose and vector product y = A^T (A x)", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const float *a = matrix_random(&random, rows, cols);
    const float *x = random_vector(&random, cols);
    float *y = memory_array(cols, sizeof *y);
    device dev;
    device_open(&dev, kernel_source);
    compute_on_device(&dev, a, x, rows, cols, sum, y);

    const double *tmp = matrix_times(a, rows, cols, matrix_widen(x, cols));
    double error = check_close("y", y, matrix_transposed_times(a, rows, cols, tmp), cols, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of y %.1e", error);
    device_close(&dev);
    return 0;
}
