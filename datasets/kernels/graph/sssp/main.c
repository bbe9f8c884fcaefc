/* Single-source shortest paths from the vertex with the most neighbours. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/graph_input.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>
#include <string.h>

static const uint32_t unreached = UINT32_MAX;

/* Of each arc, 1 to `most`. */
static uint32_t *draw_lengths(const graph *g, uint32_t most, uint64_t seed)
{
    random_source random = {seed};
    uint32_t *length = memory_array(g->n_arcs, sizeof *length);
    for (uint32_t e = 0; e < g->n_arcs; e++)
        length[e] = 1 + random_below(&random, most);
    return length;
}

static uint32_t *unreached_but(const graph *g, uint32_t source)
{
    uint32_t *distance = memory_array(g->n_vertices, sizeof *distance);
    memset(distance, 0xff, sizeof *distance * g->n_vertices);
    if (source < g->n_vertices)
        distance[source] = 0;
    return distance;
}

static void relax_on_device(device *dev, const graph *g, const uint32_t *length, uint32_t source,
                            uint32_t *distance)
{
    const size_t bytes = sizeof(cl_uint) * g->n_vertices;
    cl_kernel relax = device_kernel(dev, "sssp_relax"), advance = device_kernel(dev, "sssp_advance");
    cl_mem first = device_buffer(dev, bytes + sizeof(cl_uint), g->first);
    cl_mem neighbour = device_buffer(dev, sizeof(cl_uint) * g->n_arcs, g->neighbour);
    cl_mem lengths = device_buffer(dev, sizeof(cl_uint) * g->n_arcs, length);
    cl_mem distances = device_buffer(dev, bytes, unreached_but(g, source));
    cl_mem relaxed = device_buffer(dev, bytes, unreached_but(g, unreached));
    cl_mem next = device_buffer(dev, bytes, unreached_but(g, source));
    cl_mem changed_buffer = device_buffer(dev, sizeof(cl_uint), NULL);
    cl_uint changed = 1;
    for (uint32_t round = 0; changed; round++) {
        changed = 0;
        device_write(dev, changed_buffer, sizeof changed, &changed);
        DEVICE_RUN(dev, relax, g->n_vertices, ARG(first), ARG(neighbour), ARG(lengths), ARG(distances),
                   ARG(relaxed), ARG(next), ARG(g->n_vertices));
        DEVICE_RUN(dev, advance, g->n_vertices, ARG(distances), ARG(relaxed), ARG(next), ARG(changed_buffer),
                   ARG(g->n_vertices));
        device_read(dev, changed_buffer, sizeof changed, &changed);
        if (round == g->n_vertices)
            workload_fail("wrong result: no end after %" PRIu32 " rounds", round);
    }
    device_read(dev, distances, bytes, distance);
}

/* Bellman and Ford's rule with a queue; returns the number of vertices reached. */
static uint32_t relax_reference(const graph *g, const uint32_t *length, uint32_t source, uint32_t *distance)
{
    uint32_t *queue = memory_array((size_t)g->n_vertices + 1, sizeof *queue), head = 0, tail = 0, reached = 0;
    uint8_t *waits = memory_array(g->n_vertices, sizeof *waits);
    queue[tail++] = source;
    while (head != tail) {
        const uint32_t v = queue[head];
        head = head == g->n_vertices ? 0 : head + 1;
        waits[v] = 0;
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
            const uint32_t u = g->neighbour[e], way = distance[v] + length[e];
            if (way >= distance[u])
                continue;
            distance[u] = way;
            if (waits[u]++)
                waits[u] = 1;
            else {
                queue[tail] = u;
                tail = tail == g->n_vertices ? 0 : tail + 1;
            }
        }
    }
    for (uint32_t v = 0; v < g->n_vertices; v++)
        reached += distance[v] != unreached;
    return reached;
}

int main(int argc, char **argv)
{
    graph_input input;
    uint32_t most;
    const workload_option options[] = {
        GRAPH_OPTIONS(input, 49152, 8, GRAPH_UNIFORM),
        {"length", &most, 64, 1, 1 << 16, NULL, "of an arc, at most"},
    };
    const workload work = {"sssp", "single-source shortest paths", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    graph g;
    graph_make(&g, &input);
    const uint32_t source = graph_hub(&g), *length = draw_lengths(&g, most, input.seed);
    uint32_t *distance = unreached_but(&g, source), *reference = unreached_but(&g, source);
    device dev;
    device_open(&dev, kernel_source);
    relax_on_device(&dev, &g, length, source, distance);

    const uint32_t reached = relax_reference(&g, length, source, reference);
    check_equal("distance", distance, reference, g.n_vertices);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " arcs, %" PRIu32 " vertices reached",
                      g.n_arcs, reached);
    device_close(&dev);
    return 0;
}
