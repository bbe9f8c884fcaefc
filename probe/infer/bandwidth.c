/* Bandwidth by footprint (Mei and Chu, TPDS 2017; Jia et al. 2018), and latency
 * while all others stream. */
#include "probe/infer/asking.h"

#include <math.h>

enum {
    PIECE_BYTES = 2048, /* of a warp in a round (probe/kernels/stream.cl) */
    WORD_BYTES = 16,    /* of a load */
    LANES = 32,         /* that read a piece, whatever a warp is */
    LINE = 128,
    ROUNDS = 4,
    GROUP = 16 * LANES, /* where an SM holds as many */
    USUAL_GROUPS = 64,  /* of all, where SMs cannot be counted */
    LEAST_FOOTPRINT = 16384,
    FOOTPRINTS = 15, /* each twice the one before */
    L1_LINES = 32,   /* that one SM reads */
};
#define NEAR 0.05 /* two bandwidths are the same: our choice */

/* All groups go round `bytes`, a power of two of pieces, from begins that are equally far from each other. */
static probe_launch stream_of(uint64_t bytes, uint32_t groups, uint32_t group)
{
    const uint64_t pieces = bytes / PIECE_BYTES;
    const uint64_t apart = pieces > groups ? pieces / groups : 1;
    return (probe_launch){
        .kernel = "stream_read",
        .groups = groups,
        .group = group,
        .number = {(uint32_t)(bytes / WORD_BYTES - 1), ROUNDS, (uint32_t)(apart * PIECE_BYTES / WORD_BYTES)}};
}

static uint32_t all_groups(const asking *a)
{
    return a->sms > 0 ? a->sms : USUAL_GROUPS;
}

/* One group has an SM alone. Its warps are a power of two, so that each comes to other pieces than all others
 * of its SM: none finds in the L1 what another has brought. Copies need most registers. */
static int find_group(asking *a, poise_error *err)
{
    asking_span time = {0};
    for (uint32_t group = GROUP; group >= LANES; group /= 2) {
        probe_launch launch = stream_of(LEAST_FOOTPRINT, 1, group);
        launch.kernel = "stream_copy";
        if (group > a->runner->most_group)
            continue;
        int code = asking_time(a, &launch, &time, err);
        a->stream_group = group;
        if (code != POISE_OK || !isnan(time.middle))
            return code;
    }
    return POISE_OK;
}

/* Bytes of all warps in a unit of time. */
static int find_rate(asking *a, probe_launch launch, asking_span *rate, poise_error *err)
{
    asking_span each;
    int code = asking_each(a, &launch, &launch.number[1], &each, err);
    *rate = asking_rate(each, (double)launch.groups * launch.group / LANES * PIECE_BYTES);
    return code;
}

/* Most is unknown where all warps or SMs get more than half of them. */
static asking_span bounded(asking_span rate, asking_span half)
{
    if (!(rate.middle < (1 + NEAR) * half.middle))
        rate.most = INFINITY;
    else
        rate.most = fmax(rate.most, half.most);
    return rate;
}

/* Of half of the SMs with as many warps each: where they get less it is they who bound what all get. */
static int find_half(asking *a, uint64_t bytes, asking_span *half, poise_error *err)
{
    *half = (asking_span){NAN, NAN, NAN};
    return a->sms < 2 ? POISE_OK
                      : find_rate(a, stream_of(bytes, (a->sms + 1) / 2, a->stream_group), half, err);
}

static probe_launch near_of(uint32_t group)
{
    probe_launch launch = stream_of(L1_LINES * LINE, 1, group);
    launch.kernel = "stream_near";
    return launch;
}

/* One SM, and as many warps as a group has. */
static int infer_l1(asking *a, poise_error *err)
{
    static const char name[] = "l1.bandwidth";
    asking_span half, rate = {NAN, NAN, NAN};
    bool fit = false;
    int code = infer_fits(a, L1_LINES, &fit, err);
    uint32_t group = 1024 < a->runner->most_group ? 1024 : a->runner->most_group;
    for (; code == POISE_OK && fit && group >= LANES; group /= 2) {
        code = find_rate(a, near_of(group), &rate, err);
        if (!isnan(rate.middle))
            break;
    }
    if (code != POISE_OK)
        return code;
    if (isnan(rate.middle) || group < 2 * LANES)
        return asking_unknown(a, name, "bytes/", err,
                              fit ? "twice the loads do not take longer beyond what times differ by"
                                  : "no cache answers 4 KB as fast as a line");
    code = find_rate(a, near_of(group / 2), &half, err);
    if (code != POISE_OK)
        return code;
    return asking_found(a, name, "bytes/", bounded(rate, half), err,
                        "one SM, %u warps that read 4 KB round and round, %.4g with half of them",
                        group / LANES, half.middle);
}

typedef struct curve {
    uint64_t bytes[FOOTPRINTS];
    asking_span rate[FOOTPRINTS];
    uint32_t n, warm; /* those before `warm` have been read whole before they are timed */
} curve;

static int find_curve(asking *a, curve *c, poise_error *err)
{
    for (uint64_t bytes = LEAST_FOOTPRINT; c->n < FOOTPRINTS && bytes <= a->runner->most_bytes; bytes *= 2) {
        const probe_launch launch = stream_of(bytes, all_groups(a), a->stream_group);
        int code = find_rate(a, launch, &c->rate[c->n], err);
        if (code != POISE_OK)
            return code;
        c->bytes[c->n++] = bytes;
        if (bytes <= (uint64_t)launch.groups * launch.group / LANES * ROUNDS * PIECE_BYTES)
            c->warm = c->n;
    }
    return POISE_OK;
}

static bool is_near(asking_span x, asking_span y)
{
    return fabs(x.middle / y.middle - 1) < NEAR; /* false for NAN */
}

/* The footprint from which on all have the bandwidth of the largest; n = the last two differ. */
static uint32_t find_memory(const curve *c)
{
    uint32_t first = c->n;
    while (first > 0 && is_near(c->rate[first - 1], c->rate[c->n - 1]))
        first--;
    return c->n - first < 2 ? c->n : first;
}

/* The range of the footprints from `first` to `end`; the largest, which is farthest from the caches above, is
 * in the middle. */
static asking_span whole(const curve *c, uint32_t first, uint32_t end)
{
    asking_span all = c->rate[end - 1];
    for (uint32_t i = first; i < end; i++) {
        all.least = fmin(all.least, c->rate[i].least);
        all.most = fmax(all.most, c->rate[i].most);
    }
    return all;
}

/* What all SMs get of the footprints from `first` to `end`. */
static int tell_level(asking *a, const char *name, const curve *c, uint32_t first, uint32_t end,
                      poise_error *err)
{
    asking_span half;
    const asking_span all = whole(c, first, end);
    int code = find_half(a, c->bytes[end - 1], &half, err);
    if (code != POISE_OK)
        return code;
    return asking_found(a, name, "bytes/", bounded(all, half), err,
                        "all SMs read %llu to %llu KB; the most with %.4g against %.4g with half of the SMs",
                        (unsigned long long)c->bytes[first] / 1024,
                        (unsigned long long)c->bytes[end - 1] / 1024, all.middle, half.middle);
}

/* Footprints that an L1 holds. */
static int skip_l1(asking *a, const curve *c, uint32_t end, uint32_t *first, poise_error *err)
{
    bool fit = true;
    int code = POISE_OK;
    while (code == POISE_OK && fit && *first < end) {
        code = infer_fits(a, (uint32_t)(c->bytes[*first] / LINE), &fit, err);
        *first += fit;
    }
    return code;
}

/* All footprints between those that the L1s answer and those that memory does. Some may be in part of one or
 * of the other; two at least are asked for, so that the range has both ends (our choice). */
static int tell_l2(asking *a, const curve *c, uint32_t memory, poise_error *err)
{
    static const char name[] = "l2.bandwidth";
    const probe_finding *l1 = probe_find(a->findings, "l1.bandwidth");
    uint32_t first = 0, end = memory < c->warm ? memory : c->warm;
    if (a->sms == 0 || memory == c->n || l1 == NULL || isnan(l1->least))
        return asking_unknown(a, name, "bytes/", err,
                              "the number of SMs, or what L1s or memory deliver is missing");
    int code = skip_l1(a, c, end, &first, err);
    if (code != POISE_OK)
        return code;
    while (first < end && !(c->rate[first].most < 0.7 * l1->least * a->sms)) /* our choice */
        first++;
    while (first < end && !(c->rate[end - 1].least > 1.1 * c->rate[c->n - 1].most))
        end--;
    if (end - first < 2)
        return asking_unknown(a, name, "bytes/", err,
                              "fewer than two footprints are slower than the L1s and faster than memory");
    const asking_span all = whole(c, first, end);
    if (all.most > 2 * all.least)
        return asking_unknown(a, name, "bytes/", err,
                              "between the L1s and memory bandwidth goes from %.4g to %.4g", all.most,
                              all.least);
    return tell_level(a, name, c, first, end, err);
}

static int tell_memory(asking *a, const curve *c, uint32_t first, poise_error *err)
{
    static const char name[] = "memory.bandwidth";
    if (first < c->n)
        return tell_level(a, name, c, first, c->n, err);
    return asking_unknown(a, name, "bytes/", err, "the largest footprints differ in bandwidth");
}

/* Each byte is read and written. */
static int tell_copy(asking *a, uint64_t bytes, poise_error *err)
{
    static const char name[] = "memory.copy";
    asking_span rate;
    probe_launch launch = stream_of(bytes / 2, all_groups(a), a->stream_group);
    launch.kernel = "stream_copy";
    int code = find_rate(a, launch, &rate, err);
    if (code != POISE_OK)
        return code;
    rate = asking_over(rate, 0.5);
    if (!asking_is_positive(rate))
        return asking_unknown(a, name, "bytes/", err,
                              "twice the copies do not take longer beyond what times differ by");
    return asking_found(a, name, "bytes/", rate, err, "bytes read and bytes written, all SMs, %llu MB",
                        (unsigned long long)bytes >> 20);
}

int infer_bandwidth(asking *a, poise_error *err)
{
    curve c = {.n = 0};
    int code = infer_l1(a, err);
    if (code == POISE_OK)
        code = find_group(a, err);
    if (code == POISE_OK)
        code = find_curve(a, &c, err);
    const uint32_t memory = find_memory(&c);
    if (code == POISE_OK)
        code = tell_memory(a, &c, memory, err);
    if (code == POISE_OK)
        code = tell_l2(a, &c, memory, err);
    return code == POISE_OK && c.n > 0 ? tell_copy(a, c.bytes[c.n - 1], err) : code;
}

probe_launch infer_stream(const asking *a)
{
    uint64_t bytes = (uint64_t)LEAST_FOOTPRINT << (FOOTPRINTS - 1);
    while (bytes > a->runner->most_bytes / 4)
        bytes /= 2;
    probe_launch launch = stream_of(bytes, 256 * a->sms, a->stream_group / 2);
    launch.kernel = "stream_beside";
    return launch;
}
