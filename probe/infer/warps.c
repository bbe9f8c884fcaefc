/* Warps and SMs (Wong et al., ISPASS 2010: divergence and residence). */
#include "probe/infer/asking.h"

#include <math.h>

enum {
    DIVERGENT_GROUP = 128,
    DIVERGENT_STEPS = 256,
    BUSY_GROUP = 512,
    BUSY_ROUNDS = 16,
    MOST_SMS = 4096,
};

typedef struct divergence {
    probe_launch launch;
    double alone, chain; /* times: of the launch with one chain, of a chain */
} divergence;

/* Whether item k waits for item 0. */
static int is_serial(asking *a, divergence *d, uint32_t k, bool *serial, poise_error *err)
{
    double time;
    d->launch.number[0] = k;
    int code = asking_median(a, &d->launch, &time, err);
    *serial = code == POISE_OK && time - d->alone > d->chain / 2;
    return code;
}

/* The time of one chain is what a launch without a second one takes longer for twice the steps. */
static int time_chain(asking *a, divergence *d, poise_error *err)
{
    asking_span step;
    d->launch = (probe_launch){.kernel = "groups_diverge",
                               .groups = 1,
                               .group = DIVERGENT_GROUP < a->runner->most_group ? DIVERGENT_GROUP
                                                                                : a->runner->most_group,
                               .number = {0, DIVERGENT_STEPS}};
    int code = asking_each(a, &d->launch, &d->launch.number[1], &step, err);
    d->chain = step.middle * d->launch.number[1];
    return code == POISE_OK ? asking_median(a, &d->launch, &d->alone, err) : code;
}

int infer_lanes(asking *a, poise_error *err)
{
    static const char name[] = "sm.lanes";
    divergence d;
    bool serial = true;
    int code = time_chain(a, &d, err);
    if (code != POISE_OK)
        return code;
    if (!(d.chain > d.alone / 4))
        return asking_unknown(a, name, "", err, "a chain of arithmetic takes no time that can be seen");
    uint32_t good = 0, bad = 1; /* good waits for item 0, bad does not */
    for (; code == POISE_OK && bad < d.launch.group; bad *= 2) {
        code = is_serial(a, &d, bad, &serial, err);
        if (!serial)
            break;
        good = bad;
    }
    if (code != POISE_OK)
        return code;
    if (serial)
        return asking_unknown(a, name, "", err, "every item of a group of %u waits for the first one",
                              d.launch.group);
    while (code == POISE_OK && bad - good > 1) {
        const uint32_t middle = good + (bad - good) / 2;
        code = is_serial(a, &d, middle, &serial, err);
        *(serial ? &good : &bad) = middle;
    }
    if (code != POISE_OK)
        return code;
    a->lanes = bad;
    return asking_found(a, name, "", (asking_span){bad, bad, bad}, err,
                        "item %u runs beside item 0 on a path of its own, item %u after it", bad, good);
}

/* Groups that keep an SM busy alone: their time doubles where one of them shares an SM. */
typedef struct busy {
    probe_launch launch;
    double start, alone; /* times: until a group is busy, and while it is so alone */
} busy;

/* Time of `groups` of them, in times of one. */
static int relative(asking *a, busy *b, uint32_t groups, asking_span *time, poise_error *err)
{
    const asking_span start = {b->start, b->start, b->start};
    b->launch.groups = groups;
    int code = asking_time(a, &b->launch, time, err);
    *time = asking_over(asking_minus(*time, start), b->alone);
    return code;
}

/* Time of a busy group of `group` items; NAN: it does not fit. */
static int time_busy(asking *a, busy *b, uint32_t group, double *time, poise_error *err)
{
    asking_span round;
    b->launch.groups = 1;
    b->launch.group = group;
    b->launch.number[0] = BUSY_ROUNDS;
    int code = asking_each(a, &b->launch, &b->launch.number[0], &round, err);
    *time = round.middle * b->launch.number[0];
    return code;
}

/* The largest group that fits, and whether it leaves an SM no time: half of it is busy for half as long. */
static int prepare(asking *a, busy *b, bool *fills, poise_error *err)
{
    uint32_t group = BUSY_GROUP < a->runner->most_group ? BUSY_GROUP : a->runner->most_group;
    double half, whole;
    int code = time_busy(a, b, group, &b->alone, err);
    while (code == POISE_OK && isnan(b->alone) && group > 2) {
        group /= 2;
        code = time_busy(a, b, group, &b->alone, err);
    }
    if (code == POISE_OK)
        code = asking_median(a, &b->launch, &whole, err);
    if (code != POISE_OK)
        return code;
    b->start = whole - b->alone;
    const probe_launch launch = b->launch;
    code = time_busy(a, b, group / 2, &half, err);
    *fills = code == POISE_OK && half * launch.number[0] < 0.6 * b->alone * b->launch.number[0];
    b->launch = launch;
    return code;
}

/* The most groups that take less than one and a half times as long as one. */
static int find_alone(asking *a, busy *b, uint32_t *most, poise_error *err)
{
    asking_span time;
    uint32_t good = 1, bad = 2;
    for (; bad <= MOST_SMS; bad *= 2) {
        int code = relative(a, b, bad, &time, err);
        if (code != POISE_OK)
            return code;
        if (time.middle > 1.5)
            break;
        good = bad;
    }
    while (bad - good > 1) {
        const uint32_t middle = good + (bad - good) / 2;
        int code = relative(a, b, middle, &time, err);
        if (code != POISE_OK)
            return code;
        *(time.middle > 1.5 ? &bad : &good) = middle;
    }
    *most = good;
    return POISE_OK;
}

/* Steps of the staircase, up to the eighth and to 64 groups at least (our choice). The higher ones fail where
 * groups fill one SM after the other, or where one group leaves an SM time for another. */
static int is_staircase(asking *a, busy *b, uint32_t sms, bool *is, poise_error *err)
{
    const uint32_t last = sms < 8 ? 64 / sms : 8;
    const struct {
        uint32_t groups, time;
    } steps[] = {{sms, 1}, {sms + 1, 2}, {2 * sms, 2}, {4 * sms, 4}, {last * sms, last}};
    *is = true;
    for (uint32_t i = 0; i < sizeof steps / sizeof *steps && *is; i++) {
        asking_span time;
        int code = relative(a, b, steps[i].groups, &time, err);
        if (code != POISE_OK)
            return code;
        *is = time.least > 0.85 * steps[i].time && time.most < 1.15 * steps[i].time; /* our choice */
    }
    return POISE_OK;
}

/* By groups that are busy in one way; 0 = no staircase. */
static int count_sms(asking *a, const char *kernel, uint32_t *sms, poise_error *err)
{
    busy b = {.launch = {.kernel = kernel, .number = {0, 5, 7}}};
    bool is = false;
    *sms = 0;
    int code = prepare(a, &b, &is, err);
    if (code != POISE_OK || !is)
        return code;
    code = find_alone(a, &b, sms, err);
    if (code == POISE_OK)
        code = is_staircase(a, &b, *sms, &is, err);
    if (!is)
        *sms = 0;
    return code;
}

int infer_sms(asking *a, poise_error *err)
{
    static const char *const kernels[] = {"issue_special", "issue_int"};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t sms = 0;
        int code = count_sms(a, kernels[i], &sms, err);
        if (code != POISE_OK)
            return code;
        if (sms == 0 || sms >= MOST_SMS)
            continue;
        a->sms = sms;
        return asking_found(a, "sm.count", "", (asking_span){sms, sms, sms}, err,
                            "%u busy groups take the time of one, %u that of two, %u that of four", sms,
                            sms + 1, 4 * sms);
    }
    return asking_unknown(
        a, "sm.count", "", err,
        "times of 1, 2, 3, ... groups that are busy with arithmetic are no staircase of equal steps");
}
