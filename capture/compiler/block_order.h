/* Weak topological order of a control-flow graph: every loop is contiguous and stands before whatever follows
 * it, so "run the lanes at the lowest block first" reconverges lanes after branches and loops without
 * post-dominators, irreducible graphs included.
 * Source: Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993), section 3.3. */
#ifndef POISE_CAPTURE_BLOCK_ORDER_H
#define POISE_CAPTURE_BLOCK_ORDER_H

#include "common/error.h"

#include <stddef.h>

/* A graph in compressed rows: the successors of node v are successor[first[v] .. first[v+1]-1]. Node 0 is the
 * entry. */
typedef struct capture_graph {
    size_t n_nodes;
    const size_t *first; /* n_nodes + 1 entries */
    const size_t *successor;
} capture_graph;

/* Writes the nodes in weak topological order to order[n_nodes]; nodes that the entry does not reach come
 * last. Fails only without memory. */
int capture_block_order(const capture_graph *graph, size_t *order, poise_error *err);

#endif
