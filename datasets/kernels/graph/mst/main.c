/* Minimum spanning forest of a graph. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/graph_input.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>
#include <string.h>

typedef struct edge {
    uint32_t a, b;
} edge;

/* The edges in a random order of weight, and for each arc the place of its edge in it. */
typedef struct ranking {
    uint32_t n_edges;
    edge *edge;     /* by rank */
    uint32_t *rank; /* by arc */
} ranking;

static uint32_t arc_to(const graph *g, uint32_t from, uint32_t to)
{
    uint32_t low = g->first[from], high = g->first[from + 1];
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        *(g->neighbour[middle] <= to ? &low : &high) = middle;
    }
    return low;
}

static ranking rank_edges(const graph *g, uint64_t seed)
{
    random_source random = {seed};
    ranking r = {.n_edges = g->n_arcs / 2};
    const uint32_t *order = random_permutation(&random, r.n_edges);
    uint32_t n = 0;
    r.edge = memory_array(r.n_edges, sizeof *r.edge);
    r.rank = memory_array(g->n_arcs, sizeof *r.rank);
    for (uint32_t v = 0; v < g->n_vertices; v++) {
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++) {
            const uint32_t u = g->neighbour[e];
            if (u < v)
                continue;
            r.edge[order[n]] = (edge){v, u};
            r.rank[e] = r.rank[arc_to(g, u, v)] = order[n++];
        }
    }
    return r;
}

static uint32_t *numbers(uint32_t n)
{
    uint32_t *number = memory_array(n, sizeof *number);
    for (uint32_t i = 0; i < n; i++)
        number[i] = i;
    return number;
}

typedef struct forest {
    device *dev;
    cl_uint vertices;
    cl_mem first, neighbour, rank, component, lightest, parent, next, is_taken, changed;
} forest;

static forest plant(device *dev, const graph *g, const ranking *r)
{
    const size_t bytes = sizeof(cl_uint) * g->n_vertices;
    uint32_t *nothing = memory_array(g->n_vertices, sizeof *nothing), *own = numbers(g->n_vertices);
    memset(nothing, 0xff, bytes);
    return (forest){
        .dev = dev,
        .vertices = g->n_vertices,
        .first = device_buffer(dev, bytes + sizeof(cl_uint), g->first),
        .neighbour = device_buffer(dev, sizeof(cl_uint) * g->n_arcs, g->neighbour),
        .rank = device_buffer(dev, sizeof(cl_uint) * g->n_arcs, r->rank),
        .component = device_buffer(dev, bytes, own),
        .lightest = device_buffer(dev, bytes, nothing),
        .parent = device_buffer(dev, bytes, own),
        .next = device_buffer(dev, bytes, NULL),
        .is_taken = device_buffer(dev, sizeof(cl_uint) * r->n_edges, NULL),
        .changed = device_buffer(dev, sizeof(cl_uint), NULL),
    };
}

/* Follows parents until all are roots; whether there was anything to follow. */
static int jump(forest *f)
{
    cl_uint changed = 1;
    int jumps = 0;
    for (; changed; jumps++) {
        changed = 0;
        device_write(f->dev, f->changed, sizeof changed, &changed);
        DEVICE_RUN(f->dev, device_kernel(f->dev, "mst_jump"), f->vertices, ARG(f->parent), ARG(f->next),
                   ARG(f->changed), ARG(f->vertices));
        device_read(f->dev, f->changed, sizeof changed, &changed);
        cl_mem swap = f->parent;
        f->parent = f->next;
        f->next = swap;
    }
    return jumps;
}

static void grow_on_device(device *dev, const graph *g, const ranking *r, uint32_t *is_taken)
{
    forest f = plant(dev, g, r);
    uint32_t *component = memory_array(g->n_vertices, sizeof *component);
    uint32_t *before = numbers(g->n_vertices);
    for (uint32_t round = 0;; round++) {
        DEVICE_RUN(dev, device_kernel(dev, "mst_lightest"), f.vertices, ARG(f.first), ARG(f.neighbour),
                   ARG(f.rank), ARG(f.component), ARG(f.lightest), ARG(f.vertices));
        DEVICE_RUN(dev, device_kernel(dev, "mst_hook"), f.vertices, ARG(f.first), ARG(f.neighbour),
                   ARG(f.rank), ARG(f.component), ARG(f.lightest), ARG(f.parent), ARG(f.is_taken),
                   ARG(f.vertices));
        jump(&f);
        DEVICE_RUN(dev, device_kernel(dev, "mst_relabel"), f.vertices, ARG(f.component), ARG(f.parent),
                   ARG(f.lightest), ARG(f.vertices));
        device_read(dev, f.component, sizeof(cl_uint) * f.vertices, component);
        if (memcmp(before, component, sizeof(cl_uint) * f.vertices) == 0)
            break;
        if (round == 32) /* each round halves the components */
            workload_fail("wrong result: no end after %" PRIu32 " rounds", round);
        memcpy(before, component, sizeof(cl_uint) * f.vertices);
    }
    device_read(dev, f.is_taken, sizeof(cl_uint) * r->n_edges, is_taken);
}

/* Kruskal's rule; returns the number of edges taken. */
static uint32_t grow_reference(const graph *g, const ranking *r, uint32_t *is_taken)
{
    uint32_t *parent = numbers(g->n_vertices), taken = 0;
    for (uint32_t i = 0; i < r->n_edges; i++) {
        const uint32_t a = graph_root(parent, r->edge[i].a), b = graph_root(parent, r->edge[i].b);
        is_taken[i] = a != b;
        taken += a != b;
        parent[a] = b;
    }
    return taken;
}

int main(int argc, char **argv)
{
    graph_input input;
    const workload_option options[] = {GRAPH_OPTIONS(input, 49152, 8, GRAPH_UNIFORM)};
    const workload work = {"mst", "minimum spanning forest", options, sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    graph g;
    graph_make(&g, &input);
    const ranking r = rank_edges(&g, input.seed);
    uint32_t *is_taken = memory_array(r.n_edges, sizeof *is_taken),
             *reference = memory_array(r.n_edges, sizeof *reference);
    device dev;
    device_open(&dev, kernel_source);
    grow_on_device(&dev, &g, &r, is_taken);

    const uint32_t taken = grow_reference(&g, &r, reference);
    check_equal("edge of the forest", is_taken, reference, r.n_edges);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " edges, %" PRIu32 " of them in the forest",
                      r.n_edges, taken);
    device_close(&dev);
    return 0;
}
