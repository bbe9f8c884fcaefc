/* Sparse matrix-vector product y = A x; the pattern of A is that of a generated graph. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/graph_input.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

static const double tolerance = 1e-4; /* the longest rows add thousands of single-precision terms */

static void multiply_on_device(device *dev, const graph *a, const float *value, const float *x, float *y)
{
    const size_t vector_bytes = sizeof(float) * a->n_vertices;
    cl_mem first = device_buffer(dev, sizeof(cl_uint) * ((size_t)a->n_vertices + 1), a->first);
    cl_mem col = device_buffer(dev, sizeof(cl_uint) * a->n_arcs, a->neighbour);
    cl_mem values = device_buffer(dev, sizeof(float) * a->n_arcs, value);
    cl_mem x_buffer = device_buffer(dev, vector_bytes, x);
    cl_mem y_buffer = device_buffer(dev, vector_bytes, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "spmv"), a->n_vertices, ARG(first), ARG(col), ARG(values),
               ARG(x_buffer), ARG(y_buffer), ARG(a->n_vertices));
    device_read(dev, y_buffer, vector_bytes, y);
}

static const double *multiply_reference(const graph *a, const float *value, const float *x)
{
    double *y = memory_array(a->n_vertices, sizeof *y);
    for (uint32_t row = 0; row < a->n_vertices; row++)
        for (uint32_t e = a->first[row]; e < a->first[row + 1]; e++)
            y[row] += (double)value[e] * (double)x[a->neighbour[e]];
    return y;
}

int main(int argc, char **argv)
{
    graph_input input;
    const workload_option options[] = {
        GRAPH_OPTIONS(input, 12288, 16, GRAPH_BANDED),
    };
    const workload work = {"spmv", "sparse matrix-vector product y = A x", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    graph a;
    graph_make(&a, &input);
    random_source random = {~(uint64_t)input.seed};
    const float *value = random_vector(&random, a.n_arcs);
    const float *x = random_vector(&random, a.n_vertices);
    float *y = memory_array(a.n_vertices, sizeof *y);
    device dev;
    device_open(&dev, kernel_source);
    multiply_on_device(&dev, &a, value, x, y);

    double error = check_close("y", y, multiply_reference(&a, value, x), a.n_vertices, tolerance);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " non-zeros, error of y %.1e", a.n_arcs,
                      error);
    device_close(&dev);
    return 0;
}
