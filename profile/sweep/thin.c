#include "profile/sweep/thin.h"

#include <string.h>

static bool is_same(const sweep_launch_name *a, const sweep_launch_name *b)
{
    return a->n_run == b->n_run && memcmp(a->run, b->run, a->n_run) == 0 && strcmp(a->kernel, b->kernel) == 0;
}

/* Whether launch `i` of `m` is in the middle of one of `most` equal parts. */
static bool is_middle(size_t i, size_t m, size_t most)
{
    for (size_t part = 0; part < most; part++) {
        if ((2 * part + 1) * m / (2 * most) == i)
            return true;
    }
    return false;
}

void sweep_thin(const sweep_launch_name *launches, size_t n, size_t most, bool *keep)
{
    for (size_t i = 0; i < n; i++) {
        size_t before = 0, all = 0;
        for (size_t k = 0; k < n; k++) {
            all += is_same(&launches[k], &launches[i]);
            before += k < i && is_same(&launches[k], &launches[i]);
        }
        keep[i] = all <= most || is_middle(before, all, most);
    }
}
