/* Latency while all SMs stream. A device has no clock that a kernel could read, so it follows from whole
 * launches: one group chases for longer than the others stream, and while they do it gets on more slowly. If
 * they stream for D longer the launch is longer by D (1 - L / L'), where L is the latency alone and L' that
 * beside them (our choice; Mei and Chu, TPDS 2017, read the clock). Many short groups stream, so that no SM
 * ends long before the others; what the last of them do is the same in all launches. */
#include "probe/infer/asking.h"

#include <math.h>

enum {
    FAR = 4096 + 128,
    FAR_STEPS = 1 << 14,
    STEPS = 3,
    ROUNDS = 4, /* of a group */
    WAVES = 2,  /* of as many groups as SMs hold, more in each step */
    USUAL_HELD = 4,
    LINES = 2048 / 128, /* of a warp in a round (probe/kernels/stream.cl) */
    ARITHMETIC_STEPS = 1024,
};
#define ARITHMETIC (1u << 31) /* instead of loads (probe/kernels/stream.cl) */
#define MARGIN     0.5        /* of the share of D: the load is not the same all the time (our choice) */
#define MOST_SHARE 0.95       /* of D: beyond, L' may be anything above (our choice) */

typedef struct loaded {
    asking *a;
    probe_launch launch;
    probe_chain ring;
    double step;     /* time of a step of arithmetic */
    uint32_t groups; /* more in each step */
    asking_span streams[STEPS], both[STEPS];
} loaded;

/* While the first group has its place and loads nothing, for nine tenths of the time. */
static int time_streams(loaded *l, asking_span *time, poise_error *err)
{
    l->launch.number[3] = 0;
    int code = asking_time(l->a, &l->launch, time, err);
    if (code != POISE_OK)
        return code;
    l->launch.number[3] = ARITHMETIC | (uint32_t)(0.9 * time->middle / l->step);
    return asking_time(l->a, &l->launch, time, err);
}

/* As many groups as all SMs hold, a few times. */
static uint32_t waves(const asking *a, uint32_t group)
{
    const uint32_t by_warps = a->warps * asking_lanes(a) / group,
                   held = by_warps < a->groups ? by_warps : a->groups;
    return WAVES * a->sms * (held > 0 ? held : USUAL_HELD);
}

/* All launches. The chase is as long in each, and longer than the longest streams. */
static int time_all(loaded *l, poise_error *err)
{
    const uint32_t groups = l->groups = waves(l->a, l->launch.group);
    asking_span round;
    l->launch.groups = 1 + groups;
    l->launch.number[3] = 0;
    /* Only for rounds that are enough to be timed. */
    int code =
        l->a->runner->is_exact ? POISE_OK : asking_each(l->a, &l->launch, &l->launch.number[1], &round, err);
    for (uint32_t i = 0; i < STEPS && code == POISE_OK; i++) {
        l->launch.groups = 1 + (i + 1) * groups;
        code = time_streams(l, &l->streams[i], err);
    }
    if (code != POISE_OK)
        return code;
    l->launch.number[3] = (uint32_t)(1.5 * l->streams[STEPS - 1].most / l->a->latency.middle) + 16;
    for (uint32_t i = 0; i < STEPS && code == POISE_OK; i++) {
        l->launch.groups = 1 + (i + 1) * groups;
        code = asking_time(l->a, &l->launch, &l->both[i], err);
    }
    return code;
}

/* The share of D that the chase loses between two launches, with its range. */
static asking_span lost(const asking_span *streams, const asking_span *both)
{
    const asking_span streamed = asking_minus(streams[1], streams[0]),
                      longer = asking_minus(both[1], both[0]);
    if (!asking_is_positive(streamed))
        return (asking_span){NAN, NAN, NAN};
    return (asking_span){longer.least / streamed.most, longer.middle / streamed.middle,
                         longer.most / streamed.least};
}

static int tell(const loaded *l, poise_error *err)
{
    static const char name[] = "memory.latency_under_load";
    const asking_span alone = l->a->latency, first = lost(l->streams, l->both),
                      second = lost(l->streams + 1, l->both + 1);
    const double share = (first.middle + second.middle) / 2;
    const double least = fmax((1 - MARGIN) * fmin(first.least, second.least), 0);
    if (!(share >= 0 && share < 1 && least < MOST_SHARE))
        return asking_unknown(l->a, name, NULL, err,
                              "what streams add to a chase of %u loads does not tell how much slower it was",
                              l->launch.number[3]);
    const double line = (l->streams[1].middle - l->streams[0].middle) /
                        (l->groups * (l->launch.group / 32.0) * l->launch.number[1] * LINES);
    /* The mean is over ends of streams as well, when others have ended: while all stream it may be more. */
    const asking_span all = {(alone.least - least * line) / (1 - least), alone.middle / (1 - share),
                             INFINITY};
    return asking_found(
        l->a, name, NULL, all, err,
        "one group chases %u loads while up to %u stream; it loses %.0f %% of the time that they "
        "take, which makes %.4g of a load",
        l->launch.number[3], l->launch.groups - 1, 100 * share, all.middle);
}

/* A ring behind what is streamed, and what a step of arithmetic takes. */
static int prepare(loaded *l, poise_error *err)
{
    double once, twice = 0;
    l->launch = infer_stream(l->a);
    const uint64_t base = ((uint64_t)l->launch.number[0] + 1) * 16,
                   room = (l->a->runner->most_bytes - base) / FAR;
    const uint32_t n = room < FAR_STEPS ? (uint32_t)room : FAR_STEPS;
    int code = probe_chain_walk(&l->ring, (probe_walk){.base = base, .stride = FAR, .n = n}, err);
    if (code != POISE_OK)
        return code;
    probe_chain_shuffle(&l->ring, 2);
    l->launch.groups = 1;
    l->launch.number[1] = ROUNDS;
    l->launch.number[3] = ARITHMETIC | ARITHMETIC_STEPS;
    l->launch.chain = &l->ring;
    code = asking_median(l->a, &l->launch, &once, err);
    l->launch.number[3] = ARITHMETIC | 2 * ARITHMETIC_STEPS;
    if (code == POISE_OK)
        code = asking_median(l->a, &l->launch, &twice, err);
    l->step = code == POISE_OK ? (twice - once) / ARITHMETIC_STEPS : 0;
    return code;
}

int infer_loaded(asking *a, poise_error *err)
{
    loaded l = {.a = a};
    if (!asking_is_positive(a->latency) || a->sms == 0)
        return asking_unknown(a, "memory.latency_under_load", NULL, err,
                              "the latency of memory or the number of SMs is missing");
    int code = prepare(&l, err);
    if (code == POISE_OK && l.step > 0)
        code = time_all(&l, err);
    probe_chain_free(&l.ring);
    return code == POISE_OK ? tell(&l, err) : code;
}
