/* Graph colouring: no two neighbours get the same colour. */
#include "datasets/common/device.h"
#include "datasets/common/graph_input.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

static const uint32_t uncoloured = UINT32_MAX; /* UINT_MAX in gco.cl */

/* Every vertex starts without a colour. */
static void colour_on_device(device *dev, const graph *g, const uint32_t *priority, uint32_t *colour)
{
    const size_t vertex_bytes = sizeof(cl_uint) * g->n_vertices;
    cl_kernel kernel = device_kernel(dev, "gco_round");
    cl_mem first = device_buffer(dev, vertex_bytes + sizeof(cl_uint), g->first);
    cl_mem neighbour = device_buffer(dev, sizeof(cl_uint) * g->n_arcs, g->neighbour);
    cl_mem priorities = device_buffer(dev, vertex_bytes, priority);
    cl_mem colours = device_buffer(dev, vertex_bytes, colour);
    cl_mem remaining_buffer = device_buffer(dev, sizeof(cl_uint), NULL);
    cl_uint remaining = 1;
    for (cl_uint round = 0; remaining; round++) {
        remaining = 0;
        device_write(dev, remaining_buffer, sizeof remaining, &remaining);
        DEVICE_RUN(dev, kernel, g->n_vertices, ARG(first), ARG(neighbour), ARG(priorities), ARG(colours),
                   ARG(remaining_buffer), ARG(round), ARG(g->n_vertices));
        device_read(dev, remaining_buffer, sizeof remaining, &remaining);
        if (round == g->n_vertices)
            workload_fail("wrong result: no end after %" PRIu32 " rounds", round);
    }
    device_read(dev, colours, vertex_bytes, colour);
}

/* The definition: every vertex has a colour, no edge has equal ends. Returns the number of colours in use. */
static uint32_t check_colouring(const graph *g, const uint32_t *colour)
{
    uint32_t n_colours = 0;
    uint32_t *used = memory_array((size_t)g->n_vertices * 2 + 2, sizeof *used);
    for (uint32_t v = 0; v < g->n_vertices; v++) {
        if (colour[v] > 2 * g->n_vertices + 1)
            workload_fail("wrong result: vertex %" PRIu32 " has no colour", v);
        n_colours += !used[colour[v]]++;
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
            if (colour[g->neighbour[e]] == colour[v])
                workload_fail("wrong result: vertices %" PRIu32 " and %" PRIu32 " share colour %" PRIu32, v,
                              g->neighbour[e], colour[v]);
    }
    return n_colours;
}

int main(int argc, char **argv)
{
    graph_input input;
    const workload_option options[] = {
        GRAPH_OPTIONS(input, 12288, 8, GRAPH_RMAT),
    };
    const workload work = {"gco", "graph colouring by independent sets", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    graph g;
    graph_make(&g, &input);
    random_source random = {~(uint64_t)input.seed};
    const uint32_t *priority = random_permutation(&random, g.n_vertices);
    uint32_t *colour = memory_array(g.n_vertices, sizeof *colour);
    for (uint32_t v = 0; v < g.n_vertices; v++)
        colour[v] = uncoloured;
    device dev;
    device_open(&dev, kernel_source);
    colour_on_device(&dev, &g, priority, colour);

    const uint32_t n_colours = check_colouring(&g, colour);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " arcs, %" PRIu32 " colours", g.n_arcs,
                      n_colours);
    device_close(&dev);
    return 0;
}
