#include "datasets/common/graph.h"

#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <stdlib.h>

/* Arcs as (tail << 32 | head): one number sorts and compares as the pair. */
typedef struct arc_list {
    uint64_t *arc;
    size_t n;
} arc_list;

static void add_edge(arc_list *list, uint32_t u, uint32_t v)
{
    if (u == v)
        return;
    list->arc[list->n++] = (uint64_t)u << 32 | v;
    list->arc[list->n++] = (uint64_t)v << 32 | u;
}

/* Chooses a quadrant of the adjacency matrix per bit of the vertex number, with probabilities 57, 19, 19 and
 * 5 %. Source: Chakrabarti, Zhan and Faloutsos, "R-MAT" (2004); Graph500 specification 2.0, section 3. */
static void rmat_pair(random_source *source, unsigned scale, uint32_t *u, uint32_t *v)
{
    *u = *v = 0;
    for (unsigned bit = 0; bit < scale; bit++) {
        uint32_t draw = random_below(source, 100);
        *u = *u << 1 | (draw >= 76);
        *v = *v << 1 | ((draw >= 57 && draw < 76) || draw >= 95);
    }
}

static void add_rmat(arc_list *list, random_source *source, uint32_t n_vertices, size_t n_edges)
{
    unsigned scale = 1;
    while (scale < 32 && n_vertices > UINT32_C(1) << scale)
        scale++;
    const uint32_t *label = random_permutation(source, n_vertices);
    for (size_t i = 0; i < n_edges; i++) {
        uint32_t u, v;
        do { /* the R-MAT square is a power of two: draw again what lies outside ours */
            rmat_pair(source, scale, &u, &v);
        } while (u >= n_vertices || v >= n_vertices);
        add_edge(list, label[u], label[v]);
    }
}

static void add_uniform(arc_list *list, random_source *source, uint32_t n_vertices, size_t n_edges)
{
    for (size_t i = 0; i < n_edges; i++) {
        uint32_t u = random_below(source, n_vertices);
        add_edge(list, u, random_below(source, n_vertices));
    }
}

static void add_banded(arc_list *list, uint32_t n_vertices, uint32_t reach)
{
    for (uint32_t v = 0; v < n_vertices; v++)
        for (uint32_t step = 1; step <= reach && step < n_vertices - v; step++)
            add_edge(list, v, v + step);
}

static void add_grid(arc_list *list, uint32_t n_vertices)
{
    uint32_t width = 1;
    while ((uint64_t)(width + 1) * (width + 1) <= n_vertices)
        width++;
    for (uint32_t v = 0; v < n_vertices; v++) {
        if ((v + 1) % width != 0 && v + 1 < n_vertices)
            add_edge(list, v, v + 1);
        if (width < n_vertices - v)
            add_edge(list, v, v + width);
    }
}

static int compare_arcs(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Sorts the arcs, drops duplicates and builds the rows. */
static void build_rows(graph *g, arc_list *list)
{
    qsort(list->arc, list->n, sizeof *list->arc, compare_arcs);
    g->first = memory_array((size_t)g->n_vertices + 1, sizeof *g->first);
    g->neighbour = memory_array(list->n, sizeof *g->neighbour);
    for (size_t i = 0; i < list->n; i++) {
        if (i > 0 && list->arc[i] == list->arc[i - 1])
            continue;
        g->neighbour[g->n_arcs++] = (uint32_t)list->arc[i];
        g->first[(list->arc[i] >> 32) + 1]++;
    }
    for (uint32_t v = 0; v < g->n_vertices; v++)
        g->first[v + 1] += g->first[v];
}

void graph_generate(graph *g, graph_kind kind, uint32_t n_vertices, uint32_t degree, uint64_t seed)
{
    size_t n_edges = kind == GRAPH_GRID ? (size_t)n_vertices * 2 : (size_t)n_vertices * degree / 2;
    if (n_edges > INT32_MAX / 2)
        workload_fail("the graph has too many edges: %zu; 2^30 is the limit", n_edges);
    arc_list list = {.arc = memory_array(2 * n_edges, sizeof *list.arc)};
    random_source source = {seed};
    *g = (graph){.n_vertices = n_vertices};
    switch (kind) {
    case GRAPH_RMAT: add_rmat(&list, &source, n_vertices, n_edges); break;
    case GRAPH_UNIFORM: add_uniform(&list, &source, n_vertices, n_edges); break;
    case GRAPH_BANDED: add_banded(&list, n_vertices, degree / 2); break;
    case GRAPH_GRID: add_grid(&list, n_vertices); break;
    }
    if (list.n == 0)
        workload_fail("the graph has no edges: it needs more vertices or a higher degree");
    build_rows(g, &list);
}

void graph_from_edges(graph *g, uint32_t n_vertices, const uint32_t *from, const uint32_t *to,
                      uint32_t n_edges)
{
    arc_list list = {.arc = memory_array(2 * (size_t)n_edges, sizeof *list.arc)};
    *g = (graph){.n_vertices = n_vertices};
    for (uint32_t i = 0; i < n_edges; i++)
        add_edge(&list, from[i], to[i]);
    if (list.n == 0)
        workload_fail("the graph has no edges outside the diagonal");
    build_rows(g, &list);
}

uint32_t graph_hub(const graph *g)
{
    uint32_t best = 0;
    for (uint32_t v = 1; v < g->n_vertices; v++)
        if (g->first[v + 1] - g->first[v] > g->first[best + 1] - g->first[best])
            best = v;
    return best;
}

uint32_t graph_root(uint32_t *parent, uint32_t v)
{
    while (parent[v] != v)
        v = parent[v] = parent[parent[v]];
    return v;
}
