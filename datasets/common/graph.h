/* Sparse graphs, generated or from edges, in compressed sparse rows, used as graphs and as sparse matrices.
 */
#ifndef POISE_DATASETS_GRAPH_H
#define POISE_DATASETS_GRAPH_H

#include <stdint.h>

/* Undirected: every edge stands in the lists of both its ends. Lists are sorted, without self-loops and
 * duplicates. Arrays are owned by memory.h. */
typedef struct graph {
    uint32_t n_vertices;
    uint32_t n_arcs;     /* twice the edges */
    uint32_t *first;     /* n_vertices + 1: list of v is neighbour[first[v]] .. neighbour[first[v + 1] - 1] */
    uint32_t *neighbour; /* n_arcs */
} graph;

typedef enum graph_kind {
    GRAPH_RMAT,    /* R-MAT with the Graph500 probabilities, labels shuffled: hubs, no locality */
    GRAPH_UNIFORM, /* both ends uniformly random: no hubs, no locality */
    GRAPH_BANDED,  /* each vertex with the degree/2 next and previous ones: full locality */
    GRAPH_GRID,    /* square grid, four neighbours, `degree` ignored: locality of roads and meshes */
} graph_kind;

/* The kinds in order, as workload_option.choices. */
#define GRAPH_KINDS "rmat|uniform|banded|grid"

/* Generates a graph with about n_vertices * degree arcs (duplicates are dropped, so R-MAT has fewer). Fails
 * with a sentence when it has 2^31 arcs or more. n_vertices >= 2. */
void graph_generate(graph *g, graph_kind kind, uint32_t n_vertices, uint32_t degree, uint64_t seed);

/* The graph of `n_edges` pairs of vertices from[i], to[i] below n_vertices: self-loops and duplicates are
 * dropped. Fails with a sentence when no edge is left. */
void graph_from_edges(graph *g, uint32_t n_vertices, const uint32_t *from, const uint32_t *to,
                      uint32_t n_edges);

/* The vertex with the most neighbours, of equal ones the first. */
uint32_t graph_hub(const graph *g);

/* The root of v among sets that are trees of parents, roots their own; shortens the way for the next time. */
uint32_t graph_root(uint32_t *parent, uint32_t v);

#endif
