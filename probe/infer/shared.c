/* Shared memory: latency, and strides that meet in banks (Wong et al., ISPASS 2010; Mei and Chu,
 * TPDS 2017). One SM is enough. */
#include "probe/infer/asking.h"

#include <math.h>

enum { STRIDES = 9 /* 1 to 256 words */, WARPS = 16, ROUNDS = 8, LOADS = 16 };

static int tell_latency(asking *a, poise_error *err)
{
    static const char name[] = "shared.latency";
    asking_span each;
    probe_launch launch = {.kernel = "shared_chase",
                           .groups = 1,
                           .group = asking_lanes(a),
                           .number = {ROUNDS, 1024, 1},
                           .local_bytes = 1024 * PROBE_WORD};
    int code = asking_each(a, &launch, &launch.number[0], &each, err);
    if (code != POISE_OK)
        return code;
    each = asking_over(each, LOADS);
    if (!asking_is_positive(each))
        return asking_unknown(a, name, NULL, err, "a longer chase takes no longer");
    return asking_found(
        a, name, NULL, each, err,
        "from a load to the next, which needs it; the arithmetic of addresses and a sixteenth of "
        "the loop are in it");
}

/* Time of a load of a warp whose items lie `stride` words apart, while others load as well. */
static int time_stride(asking *a, uint32_t stride, asking_span *load, poise_error *err)
{
    const uint32_t words = stride * asking_lanes(a);
    const uint32_t warps = a->warps > 0 && a->warps < WARPS ? a->warps : WARPS;
    probe_launch launch = {.kernel = "shared_stride_twice",
                           .groups = 1,
                           .group = warps * asking_lanes(a),
                           .number = {ROUNDS, words, stride},
                           .local_bytes = words * PROBE_WORD};
    int code = asking_each_more(a, "shared_stride", &launch, &launch.number[0], load, err);
    if (code == POISE_OK)
        *load = asking_over(*load, LOADS * warps);
    return code;
}

/* Strides 1, 2, 4 and so on, as far as they fit. */
static int time_strides(asking *a, asking_span load[STRIDES], uint32_t *n, poise_error *err)
{
    for (*n = 0; *n < STRIDES; ++*n) {
        int code = time_stride(a, 1u << *n, &load[*n], err);
        if (code != POISE_OK)
            return code;
        if (isnan(load[*n].middle))
            break;
    }
    return POISE_OK;
}

/* With banks of words in turn, items meet in ever fewer banks until the stride is their number. Then nothing
 * changes any more, and the last doublings before were doublings of the time. */
static uint32_t saturates_at(const asking_span *load, uint32_t n)
{
    for (uint32_t i = 2; i + 1 < n; i++) {
        if (fabs(load[i + 1].middle / load[i].middle - 1) > 0.05)
            continue;
        const double last = load[i].middle / load[i - 1].middle;
        return last > 1.8 && last < 2.2 ? i : 0;
    }
    return 0;
}

static int tell_conflicts(asking *a, const asking_span *load, uint32_t at, poise_error *err)
{
    const uint32_t lanes = asking_lanes(a), banks = 1u << at;
    int code = asking_found(a, "shared.banks", "", (asking_span){banks, banks, banks}, err,
                            "the time of a load doubles up to a stride of %u words and not beyond it", banks);
    if (code != POISE_OK)
        return code;
    /* What else a load takes is hidden the better the longer it waits for banks: so the difference to one
     * access is too little, and the share of one in all is too much. */
    asking_span more = asking_over(asking_minus(load[at], load[0]), lanes - 1);
    more.most = fmax(more.most, load[at].most / lanes);
    return asking_found(a, "shared.conflict", NULL, more, err, "%u lanes in one bank against one in each",
                        lanes);
}

int infer_shared(asking *a, poise_error *err)
{
    asking_span load[STRIDES];
    uint32_t n = 0;
    int code = tell_latency(a, err);
    if (code == POISE_OK)
        code = time_strides(a, load, &n, err);
    if (code != POISE_OK)
        return code;
    const uint32_t at = a->lanes > 0 ? saturates_at(load, n) : 0;
    if (at > 0)
        return tell_conflicts(a, load, at, err);
    static const char why[] =
        "the time of a load does not double with the stride up to a stride and stay there";
    code = asking_unknown(a, "shared.banks", "", err, why);
    return code == POISE_OK ? asking_unknown(a, "shared.conflict", NULL, err, why) : code;
}
