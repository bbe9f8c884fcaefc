/* BICG of PolyBench: s = A^T r and q = A p. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/panels.h"
#include "datasets/common/workload.h"

typedef struct problem {
    cl_uint rows, cols;
    uint32_t sum;           /* panels_sum */
    const float *a, *r, *p; /* rows x cols, rows, cols */
    float *s, *q;           /* cols, rows */
} problem;

/* Columns are summed in panels of `cols` rows: as many work-items as the matrix has rows. */
static void compute_on_device(device *dev, const problem *pr)
{
    const cl_uint panels = (pr->rows + pr->cols - 1) / pr->cols;
    const size_t items = (size_t)panels * pr->cols;
    const size_t row_bytes = sizeof(float) * pr->cols, column_bytes = sizeof(float) * pr->rows;
    cl_mem a = device_buffer(dev, row_bytes * pr->rows, pr->a);
    cl_mem r = device_buffer(dev, column_bytes, pr->r);
    cl_mem p = device_buffer(dev, row_bytes, pr->p);
    cl_mem partial = device_buffer(dev, sizeof(float) * items, NULL);
    cl_mem s = device_buffer(dev, row_bytes, NULL);
    cl_mem q = device_buffer(dev, column_bytes, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "bicg_columns"), items, ARG(a), ARG(r), ARG(partial), ARG(pr->rows),
               ARG(pr->cols));
    if (pr->sum == PANELS_SUM_DEVICE)
        DEVICE_RUN(dev, device_kernel(dev, "bicg_sum"), pr->cols, ARG(partial), ARG(s), ARG(panels),
                   ARG(pr->cols));
    DEVICE_RUN(dev, device_kernel(dev, "bicg_rows"), pr->rows, ARG(a), ARG(p), ARG(q), ARG(pr->rows),
               ARG(pr->cols));
    if (pr->sum == PANELS_SUM_HOST)
        panels_add(dev, partial, panels, pr->cols, pr->s);
    else
        device_read(dev, s, row_bytes, pr->s);
    device_read(dev, q, column_bytes, pr->q);
}

int main(int argc, char **argv)
{
    uint32_t rows, cols, sum, seed;
    const workload_option options[] = {
        {"size", &rows, 12288, 1, 1 << 24, NULL, "rows of A"},
        {"cols", &cols, 32, 1, 1 << 16, NULL, "columns of A"},
        PANELS_SUM_OPTION(sum),
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of A, r and p"},
    };
    const workload work = {"bicg", "products of the biconjugate gradient method s = A^T r, q = A p", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    problem pr = {.rows = rows, .cols = cols, .sum = sum};
    pr.a = matrix_random(&random, rows, cols);
    pr.r = random_vector(&random, rows);
    pr.p = random_vector(&random, cols);
    pr.s = memory_array(cols, sizeof *pr.s);
    pr.q = memory_array(rows, sizeof *pr.q);
    device dev;
    device_open(&dev, kernel_source);
    compute_on_device(&dev, &pr);

    const double *s = matrix_transposed_times(pr.a, rows, cols, matrix_widen(pr.r, rows));
    const double *q = matrix_times(pr.a, rows, cols, matrix_widen(pr.p, cols));
    double s_error = check_close("s", pr.s, s, cols, MATRIX_TOLERANCE);
    double q_error = check_close("q", pr.q, q, rows, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of s %.1e, of q %.1e", s_error, q_error);
    device_close(&dev);
    return 0;
}
