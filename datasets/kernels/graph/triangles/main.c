/* Triangle counting: for every vertex the triangles of which it is the smallest one. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/graph_input.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

static void count_on_device(device *dev, const graph *g, uint32_t *count)
{
    const size_t vertex_bytes = sizeof(cl_uint) * g->n_vertices;
    cl_mem first = device_buffer(dev, vertex_bytes + sizeof(cl_uint), g->first);
    cl_mem neighbour = device_buffer(dev, sizeof(cl_uint) * g->n_arcs, g->neighbour);
    cl_mem counts = device_buffer(dev, vertex_bytes, NULL);
    DEVICE_RUN(dev, device_kernel(dev, "triangles"), g->n_vertices, ARG(first), ARG(neighbour), ARG(counts),
               ARG(g->n_vertices));
    device_read(dev, counts, vertex_bytes, count);
}

/* Marks the neighbours of v above it and looks for them in the lists of these neighbours: no merge. Returns
 * the number of all triangles. */
static uint64_t count_reference(const graph *g, uint32_t *count)
{
    uint32_t *marked_for = memory_array(g->n_vertices, sizeof *marked_for); /* v + 1 */
    uint64_t all = 0;
    for (uint32_t v = 0; v < g->n_vertices; v++) {
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
            if (g->neighbour[e] > v)
                marked_for[g->neighbour[e]] = v + 1;
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
            uint32_t u = g->neighbour[e];
            for (uint32_t f = g->first[u]; u > v && f < g->first[u + 1]; f++)
                count[v] += g->neighbour[f] > u && marked_for[g->neighbour[f]] == v + 1;
        }
        all += count[v];
    }
    return all;
}

int main(int argc, char **argv)
{
    graph_input input;
    const workload_option options[] = {GRAPH_OPTIONS(input, 49152, 8, GRAPH_BANDED)};
    const workload work = {"triangles", "triangles of a graph", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    graph g;
    graph_make(&g, &input);
    uint32_t *count = memory_array(g.n_vertices, sizeof *count);
    uint32_t *reference = memory_array(g.n_vertices, sizeof *reference);
    device dev;
    device_open(&dev, kernel_source);
    count_on_device(&dev, &g, count);

    const uint64_t all = count_reference(&g, reference);
    check_equal("count", count, reference, g.n_vertices);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " arcs, %" PRIu64 " triangles", g.n_arcs,
                      all);
    device_close(&dev);
    return 0;
}
