/* Generated graphs are what their kind promises: undirected, simple, sorted, skewed or local. */
#include "datasets/common/graph.h"
#include "tests/unit/datasets/ending.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

enum { VERTICES = 3000, DEGREE = 8 };

static int has_arc(const graph *g, uint32_t from, uint32_t to)
{
    for (uint32_t e = g->first[from]; e < g->first[from + 1]; e++)
        if (g->neighbour[e] == to)
            return 1;
    return 0;
}

static uint32_t largest_degree(const graph *g)
{
    uint32_t largest = 0;
    for (uint32_t v = 0; v < g->n_vertices; v++)
        if (g->first[v + 1] - g->first[v] > largest)
            largest = g->first[v + 1] - g->first[v];
    return largest;
}

static void every_kind_is_undirected_simple_and_sorted(void **state)
{
    (void)state;
    for (int kind = GRAPH_RMAT; kind <= GRAPH_GRID; kind++) {
        graph g;
        graph_generate(&g, (graph_kind)kind, VERTICES, DEGREE, 1);
        assert_int_equal(g.first[0], 0);
        assert_int_equal(g.first[VERTICES], g.n_arcs);
        for (uint32_t v = 0; v < VERTICES; v++) {
            assert_true(g.first[v] <= g.first[v + 1]);
            for (uint32_t e = g.first[v]; e < g.first[v + 1]; e++) {
                assert_in_range(g.neighbour[e], 0, VERTICES - 1);
                assert_true(g.neighbour[e] != v);
                assert_true(e == g.first[v] || g.neighbour[e] > g.neighbour[e - 1]);
                assert_true(has_arc(&g, g.neighbour[e], v));
            }
        }
    }
}

/* About the arcs that were asked for; duplicates cost R-MAT some. */
static void degree_sets_the_number_of_arcs(void **state)
{
    (void)state;
    graph g;
    graph_generate(&g, GRAPH_UNIFORM, VERTICES, DEGREE, 1);
    assert_in_range(g.n_arcs, VERTICES * DEGREE * 99 / 100, VERTICES * DEGREE);
    graph_generate(&g, GRAPH_RMAT, VERTICES, DEGREE, 1);
    assert_in_range(g.n_arcs, VERTICES * DEGREE * 80 / 100, VERTICES * DEGREE);
}

/* Graph500's probabilities give hubs far above the mean; uniform ends give a Poisson tail. */
static void only_rmat_has_hubs(void **state)
{
    (void)state;
    graph g;
    graph_generate(&g, GRAPH_RMAT, VERTICES, DEGREE, 1);
    assert_true(largest_degree(&g) > 25 * DEGREE);
    graph_generate(&g, GRAPH_UNIFORM, VERTICES, DEGREE, 1);
    assert_true(largest_degree(&g) < 4 * DEGREE);
}

/* R-MAT concentrates on low numbers; shuffled labels hide that, as Graph500 demands. */
static void rmat_labels_are_shuffled(void **state)
{
    (void)state;
    graph g;
    graph_generate(&g, GRAPH_RMAT, VERTICES, DEGREE, 1);
    uint32_t low = g.first[VERTICES / 2];
    assert_in_range(low, g.n_arcs / 3, g.n_arcs * 2 / 3);
}

static void band_joins_exactly_the_next_vertices(void **state)
{
    (void)state;
    graph g;
    graph_generate(&g, GRAPH_BANDED, 100, 4, 1);
    assert_int_equal(g.n_arcs, 2 * (99 + 98));
    assert_true(has_arc(&g, 50, 51) && has_arc(&g, 50, 52) && !has_arc(&g, 50, 53));
    assert_true(has_arc(&g, 99, 98) && !has_arc(&g, 99, 0));
}

/* 12 vertices in rows of three: 2 edges in each of four rows, 3 between rows. */
static void grid_has_four_neighbours_inside(void **state)
{
    (void)state;
    graph g;
    graph_generate(&g, GRAPH_GRID, 12, DEGREE, 1);
    assert_int_equal(g.n_arcs, 2 * (4 * 2 + 3 * 3));
    assert_int_equal(g.first[5] - g.first[4], 4); /* vertex 4: the middle of the second row */
    assert_true(has_arc(&g, 4, 1) && has_arc(&g, 4, 3) && has_arc(&g, 4, 5) && has_arc(&g, 4, 7));
    assert_false(has_arc(&g, 2, 3)); /* end of a row and start of the next */
}

/* A loop, a duplicate, an edge given both ways and one given once; vertex 3 has none. */
static void edges_become_an_undirected_simple_graph(void **state)
{
    (void)state;
    static const uint32_t from[] = {0, 1, 1, 2, 1}, to[] = {0, 0, 2, 1, 2};
    graph g;
    graph_from_edges(&g, 4, from, to, 5);
    assert_int_equal(g.n_arcs, 4);
    assert_true(has_arc(&g, 0, 1) && has_arc(&g, 1, 0) && has_arc(&g, 1, 2) && has_arc(&g, 2, 1));
    assert_int_equal(g.first[4], g.first[3]);
}

static void seed_decides_the_graph(void **state)
{
    (void)state;
    graph a, b, c;
    graph_generate(&a, GRAPH_RMAT, VERTICES, DEGREE, 9);
    graph_generate(&b, GRAPH_RMAT, VERTICES, DEGREE, 9);
    graph_generate(&c, GRAPH_RMAT, VERTICES, DEGREE, 10);
    assert_int_equal(a.n_arcs, b.n_arcs);
    assert_memory_equal(a.neighbour, b.neighbour, sizeof(uint32_t) * a.n_arcs);
    assert_true(a.n_arcs != c.n_arcs || memcmp(a.neighbour, c.neighbour, sizeof(uint32_t) * a.n_arcs) != 0);
}

static void generate_too_large(const void *unused)
{
    (void)unused;
    graph g;
    graph_generate(&g, GRAPH_UNIFORM, UINT32_C(1) << 31, 8, 1);
}

static void generate_without_edges(const void *unused)
{
    (void)unused;
    graph g;
    graph_generate(&g, GRAPH_BANDED, 10, 1, 1); /* half of one neighbour on each side is none */
}

static void only_loops(const void *unused)
{
    (void)unused;
    graph g;
    graph_from_edges(&g, 2, (const uint32_t[]){1}, (const uint32_t[]){1}, 1);
}

static void impossible_graphs_end_the_program(void **state)
{
    (void)state;
    assert_int_equal(ending_of(generate_too_large, NULL), 1);
    assert_int_equal(ending_of(generate_without_edges, NULL), 1);
    assert_int_equal(ending_of(only_loops, NULL), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_undirected_simple_and_sorted),
        cmocka_unit_test(degree_sets_the_number_of_arcs),
        cmocka_unit_test(only_rmat_has_hubs),
        cmocka_unit_test(rmat_labels_are_shuffled),
        cmocka_unit_test(band_joins_exactly_the_next_vertices),
        cmocka_unit_test(grid_has_four_neighbours_inside),
        cmocka_unit_test(edges_become_an_undirected_simple_graph),
        cmocka_unit_test(seed_decides_the_graph),
        cmocka_unit_test(impossible_graphs_end_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
