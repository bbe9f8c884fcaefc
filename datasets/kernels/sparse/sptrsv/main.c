/* Sparse triangular solve L x = b, one launch per colour: the rows of a matrix with the pattern of a graph
 * are ordered by the colours of a greedy colouring and L is its lower triangle, as in multicolour
 * Gauss-Seidel smoothers. */
#include "datasets/common/check.h"
#include "datasets/common/device.h"
#include "datasets/common/graph_input.h"
#include "datasets/common/memory.h"
#include "datasets/common/random.h"
#include "datasets/common/workload.h"

#include <inttypes.h>

static const double tolerance =
    1e-4; /* the diagonal dominates, so errors do not grow from colour to colour */

typedef struct triangle {
    uint32_t rows, n_colours, n_values;
    uint32_t *begin;       /* n_colours + 1: first row of each colour */
    uint32_t *first, *col; /* compressed sparse rows below the diagonal */
    const float *value, *diagonal, *b;
} triangle;

/* The smallest colour that no neighbour before it has; returns how many there are. */
static uint32_t colour_greedily(const graph *g, uint32_t *colour)
{
    uint32_t *used_by = memory_array((size_t)g->n_vertices + 1, sizeof *used_by); /* vertex + 1 */
    uint32_t n_colours = 0;
    for (uint32_t v = 0; v < g->n_vertices; v++) {
        for (uint32_t e = g->first[v]; e < g->first[v + 1] && g->neighbour[e] < v; e++)
            used_by[colour[g->neighbour[e]]] = v + 1;
        while (used_by[colour[v]] == v + 1)
            colour[v]++;
        if (colour[v] >= n_colours)
            n_colours = colour[v] + 1;
    }
    return n_colours;
}

/* Row of each vertex: vertices of a colour stand together, in their old order. */
static uint32_t *order_by_colour(triangle *t, const uint32_t *colour)
{
    uint32_t *row = memory_array(t->rows, sizeof *row);
    uint32_t *next = memory_array(t->n_colours, sizeof *next);
    t->begin = memory_array((size_t)t->n_colours + 1, sizeof *t->begin);
    for (uint32_t v = 0; v < t->rows; v++)
        t->begin[colour[v] + 1]++;
    for (uint32_t c = 0; c < t->n_colours; c++)
        next[c] = t->begin[c + 1] += t->begin[c];
    for (uint32_t v = t->rows; v-- > 0;)
        row[v] = --next[colour[v]];
    return row;
}

static void take_lower_triangle(triangle *t, const graph *g, const uint32_t *row)
{
    uint32_t *vertex = memory_array(t->rows, sizeof *vertex);
    for (uint32_t v = 0; v < t->rows; v++)
        vertex[row[v]] = v;
    t->first = memory_array((size_t)t->rows + 1, sizeof *t->first);
    t->col = memory_array(g->n_arcs, sizeof *t->col);
    for (uint32_t i = 0; i < t->rows; i++) {
        const uint32_t v = vertex[i];
        for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
            if (row[g->neighbour[e]] < i)
                t->col[t->n_values++] = row[g->neighbour[e]];
        t->first[i + 1] = t->n_values;
    }
}

/* Values in [0, 1) and diagonals above the sum of each row. */
static void draw_values(triangle *t, random_source *random)
{
    float *diagonal = random_vector(random, t->rows);
    for (uint32_t i = 0; i < t->rows; i++)
        diagonal[i] += (float)(t->first[i + 1] - t->first[i] + 1);
    t->diagonal = diagonal;
    t->value = random_vector(random, t->n_values);
    t->b = random_vector(random, t->rows);
}

static void solve_on_device(device *dev, const triangle *t, float *x)
{
    const size_t vector_bytes = sizeof(float) * t->rows;
    cl_kernel kernel = device_kernel(dev, "sptrsv_rows");
    cl_mem first = device_buffer(dev, vector_bytes + sizeof(cl_uint), t->first);
    cl_mem col = device_buffer(dev, sizeof(cl_uint) * t->n_values, t->col);
    cl_mem value = device_buffer(dev, sizeof(float) * t->n_values, t->value);
    cl_mem diagonal = device_buffer(dev, vector_bytes, t->diagonal);
    cl_mem b = device_buffer(dev, vector_bytes, t->b);
    cl_mem x_buffer = device_buffer(dev, vector_bytes, NULL);
    for (uint32_t c = 0; c < t->n_colours; c++)
        DEVICE_RUN(dev, kernel, t->begin[c + 1] - t->begin[c], ARG(first), ARG(col), ARG(value),
                   ARG(diagonal), ARG(b), ARG(x_buffer), ARG(t->begin[c]), ARG(t->begin[c + 1]));
    device_read(dev, x_buffer, vector_bytes, x);
}

/* Forward substitution, row by row. */
static const double *solve_reference(const triangle *t)
{
    double *x = memory_array(t->rows, sizeof *x);
    for (uint32_t i = 0; i < t->rows; i++) {
        x[i] = (double)t->b[i];
        for (uint32_t e = t->first[i]; e < t->first[i + 1]; e++)
            x[i] -= (double)t->value[e] * x[t->col[e]];
        x[i] /= (double)t->diagonal[i];
    }
    return x;
}

int main(int argc, char **argv)
{
    graph_input input;
    const workload_option options[] = {GRAPH_OPTIONS(input, 98304, 4, GRAPH_GRID)};
    const workload work = {"sptrsv", "sparse triangular solve by colours", options,
                           sizeof options / sizeof *options};
    workload_begin(&work, argc, argv);

    graph g;
    graph_make(&g, &input);
    random_source random = {~(uint64_t)input.seed};
    triangle t = {.rows = g.n_vertices};
    uint32_t *colour = memory_array(t.rows, sizeof *colour);
    t.n_colours = colour_greedily(&g, colour);
    take_lower_triangle(&t, &g, order_by_colour(&t, colour));
    draw_values(&t, &random);
    float *x = memory_array(t.rows, sizeof *x);
    device dev;
    device_open(&dev, kernel_source);
    solve_on_device(&dev, &t, x);

    double error = check_close("x", x, solve_reference(&t), t.rows, tolerance);
    workload_verified(&work, dev.name, dev.launches, "%" PRIu32 " colours, error of x %.1e", t.n_colours,
                      error);
    device_close(&dev);
    return 0;
}
