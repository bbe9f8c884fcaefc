#include "capture/compiler/block_order.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FINISHED = INT_MAX }; /* depth-first number of a node that already has its place */

typedef struct walk {
    const capture_graph *graph;
    int *number;   /* depth-first number, 0 = not visited */
    size_t *stack; /* nodes of components still open */
    size_t stack_height;
    int last_number;
    size_t *order; /* filled from the back */
    size_t free_places;
} walk;

static int visit(walk *w, size_t node);

/* Orders the inside of the component whose head is `head`, all of whose nodes were unvisited again. */
static void visit_component(walk *w, size_t head)
{
    for (size_t e = w->graph->first[head]; e < w->graph->first[head + 1]; e++) {
        size_t next = w->graph->successor[e];
        if (w->number[next] == 0)
            visit(w, next);
    }
}

/* Takes the nodes of the component off the stack and, when it is a loop, orders its inside anew. */
static void close_component(walk *w, size_t head, bool is_loop)
{
    w->number[head] = FINISHED;
    size_t node = w->stack[--w->stack_height];
    while (node != head) {
        w->number[node] = 0;
        node = w->stack[--w->stack_height];
    }
    if (is_loop)
        visit_component(w, head);
    w->order[--w->free_places] = head;
}

/* Returns the lowest depth-first number that `node` reaches among the open nodes. */
static int visit(walk *w, size_t node)
{
    w->stack[w->stack_height++] = node;
    int lowest = w->number[node] = ++w->last_number;
    bool is_loop = false;
    for (size_t e = w->graph->first[node]; e < w->graph->first[node + 1]; e++) {
        size_t next = w->graph->successor[e];
        int reached = w->number[next] == 0 ? visit(w, next) : w->number[next];
        if (reached <= lowest) {
            lowest = reached;
            is_loop = true;
        }
    }
    if (lowest == w->number[node])
        close_component(w, node, is_loop);
    return lowest;
}

/* The order was filled from the back: moves it to the front and appends the nodes never reached. */
static void append_unreachable(walk *w, size_t n_nodes)
{
    size_t placed = n_nodes - w->free_places;
    memmove(w->order, w->order + w->free_places, placed * sizeof *w->order);
    for (size_t node = 0; node < n_nodes; node++) {
        if (w->number[node] == 0)
            w->order[placed++] = node;
    }
}

int capture_block_order(const capture_graph *graph, size_t *order, poise_error *err)
{
    size_t n = graph->n_nodes;
    walk w = {.graph = graph, .order = order, .free_places = n};
    w.number = calloc(n + 1, sizeof *w.number);
    w.stack = calloc(n + 1, sizeof *w.stack);
    int code = POISE_OK;
    if (!w.number || !w.stack) {
        code = poise_fail(err, POISE_FAILED, "out of memory while ordering %zu basic blocks", n);
    } else {
        visit(&w, 0);
        append_unreachable(&w, n);
    }
    free(w.number);
    free(w.stack);
    return code;
}
