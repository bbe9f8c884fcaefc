/* MVT of PolyBench: x1 = x1 + A y1 and x2 = x2 + A^T y2. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/panels.h"
#include "datasets/common/workload.h"

typedef struct problem {
    cl_uint rows, cols;
    uint32_t sum;             /* panels_sum */
    const float *a, *y1, *y2; /* rows x cols, cols, rows */
    float *x1, *x2;           /* rows, cols; updated */
} problem;

static void compute_on_device(device *dev, const problem *pr)
{
    const cl_uint panels = (pr->rows + pr->cols - 1) / pr->cols;
    const size_t items = (size_t)panels * pr->cols;
    const size_t row_bytes = sizeof(float) * pr->cols, column_bytes = sizeof(float) * pr->rows;
    cl_mem a = device_buffer(dev, row_bytes * pr->rows, pr->a);
    cl_mem y1 = device_buffer(dev, row_bytes, pr->y1);
    cl_mem y2 = device_buffer(dev, column_bytes, pr->y2);
    cl_mem x1 = device_buffer(dev, column_bytes, pr->x1);
    cl_mem x2 = device_buffer(dev, row_bytes, pr->x2);
    cl_mem partial = device_buffer(dev, sizeof(float) * items, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "mvt_products"), items, ARG(a), ARG(y1), ARG(y2), ARG(x1),
               ARG(partial), ARG(pr->rows), ARG(pr->cols));
    if (pr->sum == PANELS_SUM_DEVICE)
        DEVICE_RUN(dev, device_kernel(dev, "mvt_sum"), pr->cols, ARG(partial), ARG(x2), ARG(panels),
                   ARG(pr->cols));
    device_read(dev, x1, column_bytes, pr->x1);
    if (pr->sum == PANELS_SUM_HOST)
        panels_add(dev, partial, panels, pr->cols, pr->x2);
    else
        device_read(dev, x2, row_bytes, pr->x2);
}

/* start + change */
static const double *sum_of(const float *start, double *change, size_t n)
{
    for (size_t i = 0; i < n; i++)
        change[i] += (double)start[i];
    return change;
}

int main(int argc, char **argv)
{
    uint32_t rows, cols, sum, seed;
    const workload_option options[] = {
        {"size", &rows, 12288, 1, 1 << 24, NULL, "rows of A"},
        {"cols", &cols, 24, 1, 1 << 16, NULL, "columns of A"},
        PANELS_SUM_OPTION(sum),
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of A and the vectors"},
    };
    const workload work = {"mvt", "matrix vector products x1 += A y1, x2 += A^T y2", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    problem pr = {.rows = rows, .cols = cols, .sum = sum};
    pr.a = matrix_random(&random, rows, cols);
    pr.y1 = random_vector(&random, cols);
    pr.y2 = random_vector(&random, rows);
    pr.x1 = random_vector(&random, rows);
    pr.x2 = random_vector(&random, cols);
    const double *x1 = sum_of(pr.x1, matrix_times(pr.a, rows, cols, matrix_widen(pr.y1, cols)), rows);
    const double *x2 =
        sum_of(pr.x2, matrix_transposed_times(pr.a, rows, cols, matrix_widen(pr.y2, rows)), cols);
    device dev;
    device_open(&dev, kernel_source);
    compute_on_device(&dev, &pr);

    double x1_error = check_close("x1", pr.x1, x1, rows, MATRIX_TOLERANCE);
    double x2_error = check_close("x2", pr.x2, x2, cols, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of x1 %.1e, of x2 %.1e", x1_error, x2_error);
    device_close(&dev);
    return 0;
}
