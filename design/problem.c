#include "design/problem.h"

const char *const design_stage_names[DESIGN_STAGES + 1] = {"base",     "ascent", "pairs",    "descent",
                                                           "exchange", "trim",   "compared", NULL};

/* By area, of equal areas the higher value, then the first, first. */
static bool comes_before(const design_visit *visits, size_t a, size_t b)
{
    const design_visit *one = &visits[a], *other = &visits[b];
    if (one->area != other->area)
        return one->area < other->area;
    if (one->value != other->value)
        return one->value > other->value;
    return a < b;
}

size_t design_front(const design_visit *visits, size_t n, size_t *front)
{
    for (size_t i = 0; i < n; i++) { /* sorted by insertion: there are hundreds */
        size_t k = i;
        for (; k > 0 && comes_before(visits, i, front[k - 1]); k--)
            front[k] = front[k - 1];
        front[k] = i;
    }
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (kept == 0 || visits[front[i]].value > visits[front[kept - 1]].value)
            front[kept++] = front[i];
    }
    return kept;
}
