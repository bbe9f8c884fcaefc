/* The graph that a program works on, by its command line: generated, or the pattern of a Matrix Market file.
 */
#ifndef POISE_DATASETS_GRAPH_INPUT_H
#define POISE_DATASETS_GRAPH_INPUT_H

#include "datasets/common/graph.h"
#include "datasets/common/workload.h"

typedef struct graph_input {
    uint32_t vertices, degree, kind, seed;
} graph_input;

/* Rows of a table of workload_option for graph_input `in` with the defaults of the program. */
/* clang-format off */
#define GRAPH_OPTIONS(in, vertices_default, degree_default, kind_default)                               \
    {"size", &(in).vertices, vertices_default, 2, 1 << 26, NULL, "vertices (rows of a matrix)"},        \
    {"degree", &(in).degree, degree_default, 1, 1 << 10, NULL, "mean neighbours of a vertex"},          \
    {"input", &(in).kind, kind_default, 0, 0, GRAPH_KINDS, "kind of graph"},                            \
    {"file", NULL, 0, 0, 0, workload_path, "Matrix Market file instead; size and degree are not used"}, \
    {"seed", &(in).seed, 1, 0, UINT32_MAX, NULL, "seed of the graph and of what is drawn for it"}
/* clang-format on */

/* Makes the graph after workload_begin. A file's matrix is made symmetric, its diagonal is dropped. Fails
 * with a sentence; a damaged file ends the program with 3. Sets in->vertices to those of the graph. */
void graph_make(graph *g, graph_input *in);

#endif
