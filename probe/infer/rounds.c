#include "probe/infer/rounds.h"

#include <stdlib.h>

static int make_room(probe_rounds *r, poise_error *err)
{
    if (r->room >= r->chain.n)
        return POISE_OK;
    free(r->times);
    r->room = 2 * r->chain.n;
    r->times = calloc(r->room, sizeof *r->times);
    if (r->times != NULL)
        return POISE_OK;
    r->room = 0;
    return poise_fail(err, POISE_FAILED, "no memory for times of a probe");
}

int probe_rounds_ask(probe_rounds *r, uint32_t warm, poise_error *err)
{
    int code = make_room(r, err);
    if (code != POISE_OK)
        return code;
    const probe_question q = probe_round(&r->chain, warm);
    return r->bench->each(r->bench, &q, r->times, err);
}

void probe_rounds_free(probe_rounds *r)
{
    probe_chain_free(&r->chain);
    free(r->times);
    r->times = NULL;
    r->room = 0;
}

int probe_find_most(void *asker, probe_fits fits, uint64_t from, uint64_t limit, uint64_t *n,
                    poise_error *err)
{
    uint64_t good = from, bad = 2 * from;
    bool do_fit = true;
    int code = POISE_OK;
    *n = 0;
    for (; code == POISE_OK; bad *= 2) {
        if (bad > limit)
            return POISE_OK;
        code = fits(asker, bad, &do_fit, err);
        if (!do_fit)
            break;
        good = bad;
    }
    while (code == POISE_OK && bad - good > 1) {
        const uint64_t middle = good + (bad - good) / 2;
        code = fits(asker, middle, &do_fit, err);
        if (do_fit)
            good = middle;
        else
            bad = middle;
    }
    *n = good;
    return code;
}
