/* SYRK of PolyBench: C = alpha A A^T + beta C. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

typedef struct problem {
    cl_uint size, depth;
    cl_float alpha, beta;
    const float *a; /* size x depth */
    float *c;       /* size x size */
} problem;

static void compute_on_device(device *dev, const problem *pr)
{
    const size_t c_bytes = sizeof(float) * pr->size * pr->size;
    cl_mem a = device_buffer(dev, sizeof(float) * pr->size * pr->depth, pr->a);
    cl_mem c = device_buffer(dev, c_bytes, pr->c);
    DEVICE_RUN_GRID(dev, device_kernel(dev, "syrk"), pr->size, pr->size, ARG(a), ARG(c), ARG(pr->alpha),
                    ARG(pr->beta), ARG(pr->size), ARG(pr->depth));
    device_read(dev, c, c_bytes, pr->c);
}

/* From the C that is given to the device. */
static const double *compute_reference(const problem *pr)
{
    double *c = matrix_widen(pr->c, (size_t)pr->size * pr->size);
    for (size_t i = 0; i < pr->size; i++) {
        const double *row = matrix_widen(pr->a + i * pr->depth, pr->depth);
        const double *products = matrix_times(pr->a, pr->size, pr->depth, row);
        for (size_t j = 0; j < pr->size; j++)
            c[i * pr->size + j] = (double)pr->alpha * products[j] + (double)pr->beta * c[i * pr->size + j];
    }
    return c;
}

int main(int argc, char **argv)
{
    uint32_t size, depth, seed;
    const workload_option options[] = {
        {"size", &size, 384, 1, 1 << 14, NULL, "rows and columns of C"},
        {"depth", &depth, 64, 1, 1 << 16, NULL, "columns of A"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of A, C and the factors"},
    };
    const workload work = {"syrk", "symmetric rank-k update C = alpha A A^T + beta C", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    problem pr = {.size = size, .depth = depth};
    pr.alpha = 1.0f + random_unit(&random);
    pr.beta = 1.0f + random_unit(&random);
    pr.a = matrix_random(&random, size, depth);
    pr.c = matrix_random(&random, size, size);
    const double *reference = compute_reference(&pr);
    device dev;
    device_open(&dev, kernel_source);
    compute_on_device(&dev, &pr);

    double error = check_close("C", pr.c, reference, (size_t)size * size, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of C %.1e", error);
    device_close(&dev);
    return 0;
}
