/* Level-synchronous breadth-first search from the vertex with the most neighbours. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/graph_input.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

static const uint32_t unreached = UINT32_MAX; /* UINT_MAX in bfs.cl */

/* Only the source is reached, at level 0. */
static uint32_t *initial_levels(const graph *g, uint32_t source)
{
    uint32_t *level = memory_array(g->n_vertices, sizeof *level);
    for (uint32_t v = 0; v < g->n_vertices; v++)
        level[v] = unreached;
    level[source] = 0;
    return level;
}

static void search_on_device(device *dev, const graph *g, uint32_t *level)
{
    const size_t level_bytes = sizeof(cl_uint) * g->n_vertices;
    cl_kernel kernel = device_kernel(dev, "bfs_level");
    cl_mem first = device_buffer(dev, level_bytes + sizeof(cl_uint), g->first);
    cl_mem neighbour = device_buffer(dev, sizeof(cl_uint) * g->n_arcs, g->neighbour);
    cl_mem levels = device_buffer(dev, level_bytes, level);
    cl_mem changed_buffer = device_buffer(dev, sizeof(cl_uint), NULL);
    cl_uint changed = 1;
    for (cl_uint current = 0; changed; current++) {
        changed = 0;
        device_write(dev, changed_buffer, sizeof changed, &changed);
        DEVICE_RUN(dev, kernel, g->n_vertices, ARG(first), ARG(neighbour), ARG(levels), ARG(changed_buffer),
                   ARG(current), ARG(g->n_vertices));
        device_read(dev, changed_buffer, sizeof changed, &changed);
        if (current == g->n_vertices)
            workload_fail("wrong result: no end after %" PRIu32 " levels", current);
    }
    device_read(dev, levels, level_bytes, level);
}

/* The textbook search with a queue; returns the number of vertices reached. */
static uint32_t search_reference(const graph *g, uint32_t source, uint32_t *level)
{
    uint32_t *queue = memory_array(g->n_vertices, sizeof *queue);
    uint32_t head = 0, tail = 0;
    for (queue[tail++] = source; head < tail; head++) {
        uint32_t v = queue[head];
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
            uint32_t u = g->neighbour[e];
            if (level[u] == unreached) {
                level[u] = level[v] + 1;
                queue[tail++] = u;
            }
        }
    }
    return tail;
}

int main(int argc, char **argv)
{
    graph_input input;
    const workload_option options[] = {
        GRAPH_OPTIONS(input, 12288, 8, GRAPH_RMAT),
    };
    const workload work = {"bfs", "level-synchronous breadth-first search", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    graph g;
    graph_make(&g, &input);
    const uint32_t source = graph_hub(&g);
    uint32_t *level = initial_levels(&g, source);
    uint32_t *reference = initial_levels(&g, source);
    device dev;
    device_open(&dev, kernel_source);
    search_on_device(&dev, &g, level);

    const uint32_t reached = search_reference(&g, source, reference);
    check_equal("level", level, reference, g.n_vertices);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " arcs, %" PRIu32 " vertices reached",
                      g.n_arcs, reached);
    device_close(&dev);
    return 0;
}
