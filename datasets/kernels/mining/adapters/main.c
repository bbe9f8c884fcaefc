/* Low-rank adapters of a language model, one for each request of a batch. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/matrix.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"
#include "datasets/common/zipf.h"

enum { MAX_RANK = 64 /* as in adapters.cl */ };

typedef struct batch {
    uint32_t requests, rank, dims, n_adapters;
    const float *in, *down, *up;
    cl_uint *adapter; /* of each request */
} batch;

/* Requests ask for adapters by Zipf's law: our choice. */
static batch generate(uint32_t requests, uint32_t n_adapters, uint32_t rank, uint32_t dims, uint64_t seed)
{
    random_source random = {seed};
    batch b = {requests, rank, dims, n_adapters, NULL, NULL, NULL, NULL};
    const zipf law = zipf_prepare(n_adapters);
    b.adapter = memory_array(requests, sizeof *b.adapter);
    for (uint32_t i = 0; i < requests; i++)
        b.adapter[i] = zipf_draw(&law, &random);
    b.in = matrix_random(&random, requests, dims);
    b.down = matrix_random(&random, n_adapters * rank, dims);
    b.up = matrix_random(&random, n_adapters * rank, dims);
    return b;
}

static void multiply_on_device(device *dev, const batch *b, float *out)
{
    const size_t vectors = sizeof(float) * b->requests * b->dims,
                 matrices = sizeof(float) * b->n_adapters * b->rank * b->dims;
    cl_mem in = device_buffer(dev, vectors, b->in), outs = device_buffer(dev, vectors, NULL);
    cl_mem down = device_buffer(dev, matrices, b->down), up = device_buffer(dev, matrices, b->up);
    cl_mem adapter = device_buffer(dev, sizeof(cl_uint) * b->requests, b->adapter);
    DEVICE_RUN_GRID(dev, device_kernel(dev, "adapters"), DEVICE_TILE_WIDTH,
                    (size_t)b->requests * DEVICE_TILE_HEIGHT, ARG(in), ARG(down), ARG(up), ARG(adapter),
                    ARG(outs), ARG(b->requests), ARG(b->rank), ARG(b->dims));
    device_read(dev, outs, vectors, out);
}

static double *multiply_reference(const batch *b)
{
    double *out = memory_array((size_t)b->requests * b->dims, sizeof *out);
    for (size_t i = 0; i < b->requests; i++) {
        for (size_t r = 0; r < b->rank; r++) {
            const size_t row = ((size_t)b->adapter[i] * b->rank + r) * b->dims;
            double narrow = 0;
            for (size_t d = 0; d < b->dims; d++)
                narrow += (double)b->down[row + d] * (double)b->in[i * b->dims + d];
            for (size_t d = 0; d < b->dims; d++)
                out[i * b->dims + d] += narrow * (double)b->up[row + d];
        }
    }
    return out;
}

int main(int argc, char **argv)
{
    uint32_t requests, n_adapters, rank, dims, seed;
    const workload_option options[] = {
        {"size", &requests, 1024, 1, 1 << 16, NULL, "requests of the batch, a group each"},
        {"adapters", &n_adapters, 128, 1, 1 << 12, NULL, "that requests ask for"},
        {"rank", &rank, 16, 1, MAX_RANK, NULL, "rows of an adapter's matrices"},
        {"dims", &dims, 1024, 1, 1 << 13, NULL, "coordinates of a request"},
        {"seed", &seed, 1, 0, UINT32_MAX, NULL, "seed of requests and adapters"},
    };
    const workload work = {"adapters", "low-rank adapters of a language model", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    const batch b = generate(requests, n_adapters, rank, dims, seed);
    const size_t n = (size_t)requests * dims;
    float *out = memory_array(n, sizeof *out);
    device dev;
    device_open(&dev, kernel_source);
    multiply_on_device(&dev, &b, out);

    double error = check_close("output", out, multiply_reference(&b), n, MATRIX_TOLERANCE);
    workload_verified(&work, dev.name, dev.launches, "error of the outputs %.1e", error);
    device_close(&dev);
    return 0;
}
