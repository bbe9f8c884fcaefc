/* Scalar products of many pairs of vectors. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

static void multiply_on_device(device *dev, const float *a, const float *b, cl_uint pairs, cl_uint elements,
                               float *product)
{
    const size_t bytes = sizeof(float) * pairs * elements;
    cl_mem left = device_buffer(dev, bytes, a), right = device_buffer(dev, bytes, b);
    cl_mem products = device_buffer(dev, sizeof(float) * pairs, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "scalarprod"), (size_t)pairs * DEVICE_GROUP_SIZE, ARG(left),
               ARG(right), ARG(products), ARG(elements));
    device_read(dev, products, sizeof(float) * pairs, product);
}

int main(int argc, char **argv)
{
    uint32_t pairs, elements, seed;
    const workload_option options[] = {
        {"size", &pairs, 256, 1, 1 << 20, NULL,
         "pairs of vectors, a group of 256 work-items each; 256 in NVIDIA's sample"},
        {"elements", &elements, 4096, 1, 1 << 20, NULL, "of a vector; 4096 in NVIDIA's sample"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of the vectors"},
    };
    const workload work = {"scalarprod", "scalar products of vectors", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    random_source random = {seed};
    const float *a = matrix_random(&random, pairs, elements), *b = matrix_random(&random, pairs, elements);
    float *product = memory_array(pairs, sizeof *product);
    double *reference = memory_array(pairs, sizeof *reference);
    for (size_t pair = 0; pair < pairs; pair++)
        for (size_t i = pair * elements; i < (pair + 1) * elements; i++)
            reference[pair] += (double)a[i] * (double)b[i];
    device dev;
    device_open(&dev, kernel_source);
    multiply_on_device(&dev, a, b, pairs, elements, product);

    double error = check_close("product", product, reference, pairs, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of the products %.1e", error);
    device_close(&dev);
    return 0;
}
