/* Groups and warps that an SM holds at once. The first warp of each group waits for a chain through shared
 * memory, the others for it at a barrier, so that many groups take no longer than one; the first group too
 * many begins when another one has ended, and the launch takes a chain longer (Wong et al., ISPASS 2010). */
#include "probe/infer/asking.h"

#include <math.h>

enum { MOST_GROUPS = 128 /* of an SM */, MOST_WARPS = 256, MOST_PRODUCT = 32 };

typedef struct residence {
    asking *a;
    double step;     /* time of a step of the chain */
    uint32_t groups; /* most that have been seen in an SM */
    uint32_t lo, hi; /* warps of an SM */
    bool has_groups; /* no more groups of one warp than that */
} residence;

typedef struct shape {
    const char *kernel;
    uint32_t warps; /* of a group */
} shape;

static probe_launch launch_of(const residence *r, shape s, uint32_t groups, uint32_t steps)
{
    const uint32_t lanes = asking_lanes(r->a);
    return (probe_launch){.kernel = s.kernel,
                          .groups = groups,
                          .group = s.warps * lanes,
                          .number = {steps, lanes, 77},
                          .local_bytes = PROBE_WORD};
}

/* Time of `groups` above that of handing them out, in chains that are long against it. */
static int chains_of(residence *r, shape s, uint32_t groups, double *chains, double *out, poise_error *err)
{
    double overhead, time;
    probe_launch launch = launch_of(r, s, groups, 1);
    int code = asking_median(r->a, &launch, &overhead, err);
    if (code != POISE_OK || isnan(overhead)) {
        *chains = INFINITY;
        return code;
    }
    launch.number[0] = (uint32_t)(3 * overhead / r->step) + 1;
    code = asking_median(r->a, &launch, &time, err);
    *out = launch.number[0];
    *chains = (time - overhead) / (r->step * launch.number[0]);
    return code;
}

/* Whether the next group waits for another one's end: a jump by half a chain at least. */
static int is_full(residence *r, shape s, uint32_t per_sm, bool *is, poise_error *err)
{
    double chains, steps = 1, before, after;
    const uint32_t groups = per_sm * r->a->sms;
    int code = chains_of(r, s, groups + 1, &chains, &steps, err);
    probe_launch launch = launch_of(r, s, groups, (uint32_t)steps);
    if (code == POISE_OK)
        code = asking_median(r->a, &launch, &before, err);
    launch.groups++;
    if (code == POISE_OK)
        code = asking_median(r->a, &launch, &after, err);
    *is = code == POISE_OK && after - before > r->step * steps / 2;
    return code;
}

typedef struct held {
    uint32_t n;    /* groups that an SM holds */
    bool is_limit; /* and not one more */
} held;

/* Of this shape, from `least`, which it does hold, to `most`. Where times grow without a jump it is busy
 * before it is full, and only `least` is known. */
static int find_held(residence *r, shape s, uint32_t least, uint32_t most, held *h, poise_error *err)
{
    uint32_t good = least, bad = most + 1, next = least > 0 ? 2 * least : 1;
    double chains, steps;
    int code = POISE_OK;
    while (bad - good > 1 && code == POISE_OK) {
        const uint32_t middle = next < bad ? next : good + (bad - good) / 2;
        code = chains_of(r, s, middle * r->a->sms, &chains, &steps, err);
        *(chains > 1.5 ? &bad : &good) = middle;
        next = bad > most ? 2 * next : bad;
    }
    *h = (held){good, bad <= most};
    if (code != POISE_OK || !h->is_limit || good == 0)
        return code;
    code = is_full(r, s, good, &h->is_limit, err);
    if (!h->is_limit)
        h->n = least;
    return code;
}

/* A number of warps in a group of which a whole number of groups lies above lo and up to hi, as near to their
 * middle as it goes; 0 = there is none. */
static uint32_t next_shape(const residence *r, const bool *tried)
{
    const uint32_t middle = (r->lo + r->hi + 1) / 2, most = r->a->runner->most_group / asking_lanes(r->a);
    uint32_t best = 0, best_far = UINT32_MAX;
    for (uint32_t g = 2; g <= most && g <= MOST_PRODUCT; g++) {
        const uint32_t n = middle / g;
        for (uint32_t m = n; m <= n + 1 && !tried[g]; m++) {
            const uint32_t warps = m * g, far = warps > middle ? warps - middle : middle - warps;
            if (m > 0 && m <= r->groups && warps > r->lo && warps <= r->hi && far < best_far) {
                best = g;
                best_far = far;
            }
        }
    }
    return best;
}

/* lo and hi from groups of ever other sizes. */
static int find_warps(residence *r, poise_error *err)
{
    bool tried[MOST_PRODUCT + 1] = {false};
    for (uint32_t g = next_shape(r, tried); g > 0; g = next_shape(r, tried)) {
        held h;
        const uint32_t most = r->hi / g + 1 < r->groups ? r->hi / g + 1 : r->groups;
        tried[g] = true;
        int code = find_held(r, (shape){"groups_stay", g}, r->lo / g, most, &h, err);
        if (code != POISE_OK)
            return code;
        r->lo = h.n * g > r->lo ? h.n * g : r->lo;
        if (h.is_limit && (h.n + 1) * g - 1 < r->hi)
            r->hi = (h.n + 1) * g - 1;
    }
    return POISE_OK;
}

/* The smallest groups that fill an SM before it is busy. */
static int find_groups(residence *r, poise_error *err)
{
    for (uint32_t g = 1; g <= 8; g *= 2) {
        held h;
        int code = find_held(r, (shape){"groups_stay", g}, 1, MOST_GROUPS / g, &h, err);
        if (code != POISE_OK)
            return code;
        r->groups = h.n;
        r->lo = h.n * g;
        r->has_groups = h.is_limit && g == 1;
        if (h.is_limit)
            break;
    }
    return POISE_OK;
}

/* Whether as many warps stay when each needs more registers. */
static int stay_wide(residence *r, uint32_t warps, bool *do_stay, poise_error *err)
{
    *do_stay = false;
    for (uint32_t g = 1; g <= MOST_PRODUCT; g++) {
        double chains, steps;
        if (warps % g != 0 || warps / g > r->groups)
            continue;
        int code = chains_of(r, (shape){"groups_wide", g}, warps / g * r->a->sms, &chains, &steps, err);
        *do_stay = chains < 1.5;
        return code;
    }
    return POISE_OK;
}

static int tell(residence *r, poise_error *err)
{
    asking *a = r->a;
    bool do_stay = false;
    a->warps = r->lo;
    a->groups = r->groups;
    int code = stay_wide(r, r->lo, &do_stay, err);
    if (code != POISE_OK)
        return code;
    const double hi = do_stay && r->hi < MOST_WARPS ? (double)r->hi : INFINITY;
    code = asking_found(a, "sm.warps", "", (asking_span){r->lo, r->lo, hi}, err,
                        isfinite(hi)
                            ? "%u warps of an SM end together, more do not, whatever registers they need"
                            : "%u warps of an SM end together; what keeps others out is not known",
                        r->lo);
    if (code != POISE_OK)
        return code;
    if (r->has_groups && r->groups < r->lo)
        return asking_found(a, "sm.groups", "", (asking_span){r->groups, r->groups, r->groups}, err,
                            "one group of a warp more ends later, though %u warps find room", r->lo);
    return asking_found(a, "sm.groups", "", (asking_span){r->groups, r->groups, INFINITY}, err,
                        "so many end together; for more there may be no warps");
}

int infer_residence(asking *a, poise_error *err)
{
    residence r = {.a = a, .lo = 1, .hi = MOST_WARPS};
    asking_span step = {0};
    int code = POISE_OK;
    if (a->sms > 0 && a->lanes > 0) {
        probe_launch launch = launch_of(&r, (shape){"groups_stay", 1}, 1, 16);
        code = asking_each(a, &launch, &launch.number[0], &step, err);
    }
    if (code != POISE_OK)
        return code;
    if (!asking_is_positive(step)) {
        static const char why[] =
            "the width of a warp, the number of SMs, or a chain that takes long is missing";
        code = asking_unknown(a, "sm.groups", "", err, why);
        return code == POISE_OK ? asking_unknown(a, "sm.warps", "", err, why) : code;
    }
    r.step = step.middle;
    code = find_groups(&r, err);
    if (code == POISE_OK)
        code = find_warps(&r, err);
    return code == POISE_OK ? tell(&r, err) : code;
}
