/* GESUMMV of PolyBench: y = alpha A x + beta B x. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

typedef struct problem {
    cl_uint rows, cols;
    cl_float alpha, beta;
    const float *a, *b, *x; /* rows x cols, rows x cols, cols */
    float *y;               /* rows */
} problem;

static void compute_on_device(device *dev, const problem *pr)
{
    const size_t matrix_bytes = sizeof(float) * pr->rows * pr->cols;
    cl_mem a = device_buffer(dev, matrix_bytes, pr->a);
    cl_mem b = device_buffer(dev, matrix_bytes, pr->b);
    cl_mem x = device_buffer(dev, sizeof(float) * pr->cols, pr->x);
    cl_mem y = device_buffer(dev, sizeof(float) * pr->rows, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "gesummv"), pr->rows, ARG(a), ARG(b), ARG(x), ARG(y), ARG(pr->alpha),
               ARG(pr->beta), ARG(pr->rows), ARG(pr->cols));
    device_read(dev, y, sizeof(float) * pr->rows, pr->y);
}

static const double *compute_reference(const problem *pr)
{
    const double *x = matrix_widen(pr->x, pr->cols);
    double *y = matrix_times(pr->a, pr->rows, pr->cols, x);
    const double *bx = matrix_times(pr->b, pr->rows, pr->cols, x);
    for (size_t i = 0; i < pr->rows; i++)
        y[i] = (double)pr->alpha * y[i] + (double)pr->beta * bx[i];
    return y;
}

int main(int argc, char **argv)
{
    uint32_t rows, cols, seed;
    const workload_option options[] = {
        {"size", &rows, 12288, 1, 1 << 24, NULL, "rows of A and B"},
        {"cols", &cols, 24, 1, 1 << 16, NULL, "columns of A and B"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of A, B, x and the factors"},
    };
    const workload work = {"gesummv", "scalar, vector and matrix products y = alpha A x + beta B x", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    problem pr = {.rows = rows, .cols = cols};
    pr.alpha = 1.0f + random_unit(&random);
    pr.beta = 1.0f + random_unit(&random);
    pr.a = matrix_random(&random, rows, cols);
    pr.b = matrix_random(&random, rows, cols);
    pr.x = random_vector(&random, cols);
    pr.y = memory_array(rows, sizeof *pr.y);
    device dev;
    device_open(&dev, kernel_source);
    compute_on_device(&dev, &pr);

    double error = check_close("y", pr.y, compute_reference(&pr), rows, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of y %.1e", error);
    device_close(&dev);
    return 0;
}
