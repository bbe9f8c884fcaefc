#include "datasets/common/graph_input.h"

#include "datasets/common/file.h"
#include "datasets/common/matrix_market.h"
#include "datasets/common/memory.h"

#include <inttypes.h>

static void read_graph(graph *g, const char *path)
{
    size_t bytes;
    const char *text = file_content(path, &bytes);
    char error[MATRIX_MARKET_ERROR_BYTES];
    matrix_market m;
    if (matrix_market_parse(&m, text, bytes, error) != 0)
        workload_damaged("%s: %s", path, error);
    if (m.rows < 2)
        workload_damaged("%s: a graph needs two vertices", path);
    graph_from_edges(g, m.rows, m.row, m.col, m.n_entries);
    matrix_market_free(&m);
}

void graph_make(graph *g, graph_input *in)
{
    const char *path = workload_file();
    if (path)
        read_graph(g, path);
    else
        graph_generate(g, (graph_kind)in->kind, in->vertices, in->degree, in->seed);
    in->vertices = g->n_vertices;
}
