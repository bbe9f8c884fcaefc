/* Connected components of a graph: every vertex is labelled with the smallest vertex of its component. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/graph_input.h"
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

/* Every vertex is its own parent at first. */
static uint32_t *own_labels(const graph *g)
{
    uint32_t *label = memory_array(g->n_vertices, sizeof *label);
    for (uint32_t v = 0; v < g->n_vertices; v++)
        label[v] = v;
    return label;
}

static void label_on_device(device *dev, const graph *g, uint32_t *label)
{
    const size_t vertex_bytes = sizeof(cl_uint) * g->n_vertices;
    cl_kernel hook = device_kernel(dev, "ccl_hook"), jump = device_kernel(dev, "ccl_jump");
    cl_mem first = device_buffer(dev, vertex_bytes + sizeof(cl_uint), g->first);
    cl_mem neighbour = device_buffer(dev, sizeof(cl_uint) * g->n_arcs, g->neighbour);
    cl_mem parent = device_buffer(dev, vertex_bytes, label);
    cl_mem grandparent = device_buffer(dev, vertex_bytes, label);
    cl_mem next = device_buffer(dev, vertex_bytes, label);
    cl_mem changed_buffer = device_buffer(dev, sizeof(cl_uint), NULL);
    cl_uint changed = 1;
    for (uint32_t round = 0; changed; round++) {
        changed = 0;
        device_write(dev, changed_buffer, sizeof changed, &changed);
        DEVICE_RUN(dev, hook, g->n_vertices, ARG(first), ARG(neighbour), ARG(parent), ARG(grandparent),
                   ARG(next), ARG(g->n_vertices));
        DEVICE_RUN(dev, jump, g->n_vertices, ARG(next), ARG(parent), ARG(grandparent), ARG(changed_buffer),
                   ARG(g->n_vertices));
        device_read(dev, changed_buffer, sizeof changed, &changed);
        if (round == g->n_vertices)
            workload_fail("wrong result: no end after %" PRIu32 " rounds", round);
    }
    device_read(dev, grandparent, vertex_bytes, label);
}

/* Union-find with the smaller root on top; returns the number of components. */
static uint32_t label_reference(const graph *g, uint32_t *label)
{
    uint32_t components = 0;
    for (uint32_t v = 0; v < g->n_vertices; v++) {
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
            uint32_t a = graph_root(label, v), b = graph_root(label, g->neighbour[e]);
            label[a > b ? a : b] = a < b ? a : b;
        }
    }
    for (uint32_t v = 0; v < g->n_vertices; v++) {
        label[v] = graph_root(label, v);
        components += label[v] == v;
    }
    return components;
}

int main(int argc, char **argv)
{
    graph_input input;
    const workload_option options[] = {GRAPH_OPTIONS(input, 49152, 8, GRAPH_RMAT)};
    const workload work = {"ccl", "labels of connected components", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    graph g;
    graph_make(&g, &input);
    uint32_t *label = own_labels(&g), *reference = own_labels(&g);
    device dev;
    device_open(&dev, kernel_source);
    label_on_device(&dev, &g, label);

    const uint32_t components = label_reference(&g, reference);
    check_equal("label", label, reference, g.n_vertices);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " arcs, %" PRIu32 " components", g.n_arcs,
                      components);
    device_close(&dev);
    return 0;
}
