/* Cholesky factorisation of many small matrices: symmetric, with a dominant diagonal, so positive definite.
 */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

/* Above the diagonal stays what was there: it is not read. */
static float *draw_matrices(random_source *random, uint32_t matrices, uint32_t order)
{
    float *a = matrix_random(random, matrices, order * order);
    for (size_t m = 0; m < matrices; m++)
        for (size_t i = 0; i < order; i++)
            a[(m * order + i) * order + i] += (float)order;
    return a;
}

static void factor_on_device(device *dev, float *a, cl_uint matrices, cl_uint order)
{
    const size_t bytes = sizeof(float) * matrices * order * order;
    cl_mem buffer = device_buffer(dev, bytes, a);
    DEVICE_RUN(dev, device_kernel(dev, "cholesky"), matrices, ARG(buffer), ARG(matrices), ARG(order));
    device_read(dev, buffer, bytes, a);
}

/* By the definition: L L^T gives back the lower triangle of A; what stands above is kept. */
static const double *multiply_factors(const float *factor, const float *a, size_t matrices, size_t order)
{
    double *product = matrix_widen(a, matrices * order * order);
    for (size_t m = 0; m < matrices; m++) {
        const float *l = factor + m * order * order;
        for (size_t i = 0; i < order; i++) {
            for (size_t j = 0; j <= i; j++) {
                double sum = 0.0;
                for (size_t k = 0; k <= j; k++)
                    sum += (double)l[i * order + k] * (double)l[j * order + k];
                product[(m * order + i) * order + j] = sum;
            }
        }
    }
    return product;
}

int main(int argc, char **argv)
{
    uint32_t matrices, order, seed;
    const workload_option options[] = {
        {"size", &matrices, 49152, 1, 1 << 20, NULL, "matrices"},
        {"order", &order, 6, 1, 40, NULL, "rows and columns of a matrix"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the matrices"},
    };
    const workload work = {"cholesky", "Cholesky factorisation of small matrices", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    float *a = draw_matrices(&random, matrices, order);
    const size_t n = (size_t)matrices * order * order;
    float *factor = memory_array(n, sizeof *factor);
    for (size_t i = 0; i < n; i++)
        factor[i] = a[i];
    device dev;
    device_open(&dev, kernel_source);
    factor_on_device(&dev, factor, matrices, order);

    double error = check_close("A", a, multiply_factors(factor, a, matrices, order), n, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of L L^T %.1e", error);
    device_close(&dev);
    return 0;
}
