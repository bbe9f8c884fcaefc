/* PageRank by power iteration. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/graph_input.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

static const cl_float damping = 0.85f; /* the paper's value */
static const double tolerance = 1e-4;  /* hubs add thousands of single-precision terms */

static void rank_on_device(device *dev, const graph *g, uint32_t iterations, float *rank)
{
    const size_t vertex_bytes = sizeof(cl_uint) * g->n_vertices;
    cl_kernel share_kernel = device_kernel(dev, "pagerank_share");
    cl_kernel gather_kernel = device_kernel(dev, "pagerank_gather");
    cl_mem first = device_buffer(dev, vertex_bytes + sizeof(cl_uint), g->first);
    cl_mem neighbour = device_buffer(dev, sizeof(cl_uint) * g->n_arcs, g->neighbour);
    cl_mem ranks = device_buffer(dev, vertex_bytes, rank);
    cl_mem share = device_buffer(dev, vertex_bytes, NULL);
    for (uint32_t i = 0; i < iterations; i++) {
        DEVICE_RUN(dev, share_kernel, g->n_vertices, ARG(first), ARG(ranks), ARG(share), ARG(g->n_vertices));
        DEVICE_RUN(dev, gather_kernel, g->n_vertices, ARG(first), ARG(neighbour), ARG(share), ARG(ranks),
                   ARG(damping), ARG(g->n_vertices));
    }
    device_read(dev, ranks, vertex_bytes, rank);
}

static void rank_reference(const graph *g, uint32_t iterations, double *rank)
{
    double *share = memory_array(g->n_vertices, sizeof *share);
    for (uint32_t i = 0; i < iterations; i++) {
        for (uint32_t v = 0; v < g->n_vertices; v++) {
            uint32_t degree = g->first[v + 1] - g->first[v];
            share[v] = degree ? rank[v] / degree : 0.0;
        }
        for (uint32_t v = 0; v < g->n_vertices; v++) {
            double sum = 0.0;
            for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
                sum += share[g->neighbour[e]];
            rank[v] = 1.0 - (double)damping + (double)damping * sum;
        }
    }
}

int main(int argc, char **argv)
{
    graph_input input;
    uint32_t iterations;
    const workload_option options[] = {
        GRAPH_OPTIONS(input, 12288, 8, GRAPH_RMAT),
        {"iterations", &iterations, 1, 1, 1000, NULL, "rounds of two launches"},
    };
    const workload work = {"pagerank", "importance of vertices by power iteration", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    graph g;
    graph_make(&g, &input);
    float *rank = memory_array(g.n_vertices, sizeof *rank);
    double *reference = memory_array(g.n_vertices, sizeof *reference);
    for (uint32_t v = 0; v < g.n_vertices; v++)
        reference[v] = rank[v] = 1.0f;
    device dev;
    device_open(&dev, kernel_source);
    rank_on_device(&dev, &g, iterations, rank);

    rank_reference(&g, iterations, reference);
    double error = check_close("rank", rank, reference, g.n_vertices, tolerance);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " arcs, error of the ranks %.1e", g.n_arcs,
                      error);
    device_close(&dev);
    return 0;
}
