/* Latency of memory, and how many misses an SM has under way at once (probe/kernels/misses.cl). */
#include "probe/infer/asking.h"

#include <math.h>
#include <stdlib.h>

enum {
    LINE = 128,          /* bytes: no line of a GPU that we know is longer */
    FAR = 4096 + LINE,   /* bytes between words of the ring: other lines, rows, sets */
    FAR_STEPS = 1 << 14, /* of it: 66 MB, more than caches hold */
    FAR_LOADS = 256,
    MOST_MISSES = 512, /* that the kernel has */
    CHAIN = 64,        /* steps of arithmetic for each miss, at first */
    AFTER = 8,         /* misses that are looked at behind the knee; our choice */
};

int infer_latency(asking *a, poise_error *err)
{
    static const char name[] = "memory.latency";
    probe_chain ring = {0};
    const uint64_t room = a->runner->most_bytes / FAR;
    const uint32_t n = room < FAR_STEPS ? (uint32_t)room : FAR_STEPS;
    probe_launch launch = {
        .kernel = "misses_chase", .groups = 1, .group = 1, .number = {FAR_LOADS, 0, 0, 1}, .chain = &ring};
    int code = probe_chain_walk(&ring, (probe_walk){.stride = FAR, .n = n}, err);
    if (code == POISE_OK) {
        probe_chain_shuffle(&ring, 1);
        launch.number[1] = ring.word[0];
        code = asking_each(a, &launch, &launch.number[0], &a->latency, err);
    }
    probe_chain_free(&ring);
    if (code != POISE_OK)
        return code;
    if (!asking_is_positive(a->latency))
        return asking_unknown(a, name, NULL, err, "a longer chase takes no longer");
    return asking_found(
        a, name, NULL, a->latency, err,
        "mean of loads that need each other, in random order over %.0f MB, nobody else loading",
        (double)n * FAR / 1e6);
}

/* Times of launches with 0 to n misses under way. */
typedef struct misses {
    double time[MOST_MISSES + 1];
    uint32_t n;
    probe_launch launch;
} misses;

/* What the miss `k`, from 1 on, has added. */
static double added(const misses *m, uint32_t k)
{
    return m->time[k] - m->time[k - 1];
}

static double mean_added(const misses *m, uint32_t first, uint32_t n)
{
    return n > 0 ? (m->time[first + n - 1] - m->time[first - 1]) / n : 0;
}

/* Whether miss k + 1 adds a part of the latency at once, more than any before it. */
static bool is_step(const misses *m, uint32_t k, double latency)
{
    const double step = added(m, k + 1);
    for (uint32_t i = 1; i <= k; i++) {
        if (step < 4 * added(m, i))
            return false;
    }
    return step > latency / (k < 4 ? 2 : 16); /* our choice, as are the factors in both functions */
}

/* Whether it is the first that waits for the end of another one. Those behind it add what a reply takes,
 * which is more than what a request takes. A queue that is full raises what every miss adds, without a step.
 */
static bool is_knee(const misses *m, uint32_t k)
{
    const uint32_t next = k - 1 < AFTER ? k - 1 : AFTER, before = k < AFTER ? k : AFTER;
    for (uint32_t i = 2; i <= next; i++) {
        if (added(m, k + 1) < 2 * added(m, k + i))
            return false;
    }
    return next < 2 || mean_added(m, k + 2, next - 1) > 1.5 * mean_added(m, k - before + 1, before);
}

static int time_misses(asking *a, misses *m, uint32_t upto, poise_error *err)
{
    int code = POISE_OK;
    for (; m->n <= upto && code == POISE_OK; m->n++) {
        m->launch.number[0] = m->n;
        code = asking_median(a, &m->launch, &m->time[m->n], err);
    }
    return code;
}

/* The number of misses at the first step; 0 = there is none, or it is none of misses that wait for others. */
static int find_knee(asking *a, misses *m, uint32_t *knee, poise_error *err)
{
    *knee = 0;
    for (uint32_t k = 1; k + AFTER < MOST_MISSES; k++) {
        int code = time_misses(a, m, k + AFTER, err);
        if (code != POISE_OK)
            return code;
        if (is_step(m, k, a->latency.middle)) {
            *knee = is_knee(m, k) ? k : 0;
            return POISE_OK;
        }
    }
    return POISE_OK;
}

static int time_ring(asking *a, uint32_t lines, asking_span *load, poise_error *err)
{
    probe_chain ring = {0};
    probe_launch launch = {
        .kernel = "misses_chase", .groups = 1, .group = 1, .number = {lines, 0, 0, 1}, .chain = &ring};
    int code = probe_chain_walk(&ring, (probe_walk){.stride = LINE, .n = lines}, err);
    if (code == POISE_OK)
        code = asking_each(a, &launch, &launch.number[0], load, err);
    probe_chain_free(&ring);
    return code;
}

int infer_fits(asking *a, uint32_t lines, bool *fit, poise_error *err)
{
    asking_span one, all;
    int code = time_ring(a, 1, &one, err);
    if (code == POISE_OK)
        code = time_ring(a, lines, &all, err);
    *fit = code == POISE_OK && all.middle < one.middle * 1.05; /* our choice */
    return code;
}

static int tell_knee(asking *a, uint32_t knee, poise_error *err)
{
    static const char name[] = "l1.mshrs";
    bool fit = false;
    if (knee == 0)
        return asking_unknown(a, name, "", err,
                              "of 1 to %d loads at once none adds a part of the latency alone",
                              MOST_MISSES - AFTER);
    int code = infer_fits(a, knee + 2, &fit, err);
    if (code != POISE_OK)
        return code;
    return asking_found(
        a, name, "", (asking_span){knee, knee, fit ? (double)knee : INFINITY}, err,
        fit ? "miss %u waits for an earlier one, and those before wait for none; the L1 has lines for more"
            : "miss %u waits for an earlier one, maybe for its line of the L1",
        knee + 1);
}

/* The chain is long enough when it is all that counts: when twice the steps add as much to a launch with all
 * misses as to one with none. */
static int make_chain(asking *a, misses *m, poise_error *err)
{
    asking_span step, whole;
    m->launch = (probe_launch){.kernel = "misses_hold",
                               .groups = 1,
                               .group = asking_lanes(a),
                               .number = {0, LINE / PROBE_WORD, CHAIN}};
    int code = asking_each(a, &m->launch, &m->launch.number[2], &step, err);
    if (code != POISE_OK || !asking_is_positive(step))
        return code;
    m->launch.number[0] = MOST_MISSES;
    m->launch.number[2] = 1;
    code = asking_time(a, &m->launch, &whole, err);
    m->launch.number[2] = (uint32_t)(2 * whole.most / step.middle) + 1;
    return code;
}

int infer_misses(asking *a, poise_error *err)
{
    uint32_t knee = 0;
    asking_span none = {0};
    if (!asking_is_positive(a->latency))
        return asking_unknown(a, "l1.mshrs", "", err, "the latency of memory is missing");
    misses *m = calloc(1, sizeof *m);
    if (m == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for times of misses");
    int code = make_chain(a, m, err);
    m->launch.number[0] = 0;
    if (code == POISE_OK)
        code = asking_time(a, &m->launch, &none, err);
    /* Steps of a sixteenth of the latency must be seen. */
    const bool is_seen = none.most - none.least < a->latency.middle / 16;
    if (code == POISE_OK && is_seen)
        code = find_knee(a, m, &knee, err);
    free(m);
    if (code != POISE_OK)
        return code;
    if (!is_seen)
        return asking_unknown(a, "l1.mshrs", "", err, "times differ by more than a part of the latency");
    return tell_knee(a, knee, err);
}
