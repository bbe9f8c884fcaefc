#include "probe/host/device.h"

#include "common/hash.h"
#include "probe/host/opencl.h"
#include "probe/host/runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Our choices, all of them. */
enum {
    REFERENCE_STEPS = 16, /* words of the reference chase, a kilobyte: every cache holds them */
    REFERENCE_LOADS = 20000,
    SETTLED = 4, /* reference chases after each other that agree */
    MOST_WARM_UPS = 200,
    PATIENCE = 12,       /* reference chases for a device that has drifted to come back */
    KEPT = 16,           /* reference times of which noise is told */
    LEAST_LOADS = 32768, /* that the two lengths differ by: tens of microseconds */
    MOST_LOADS = 1 << 18,
};
#define AGREE 0.03

typedef struct device {
    probe_bench bench;
    probe_opencl *host;
    probe_chain reference;
    uint64_t laid;     /* hash of the ring that is laid, 0 = none */
    uint64_t position; /* in it: chases go on where the one before has ended, as one that does not stop */
    double kept[KEPT]; /* times of the last reference chases */
    uint32_t n_kept;
    probe_steadiness steady;
} device;

static const char OTHERS[] = "!Poise"; /* platforms whose name does not hold it */

static int lay(device *d, const probe_chain *chain, poise_error *err)
{
    d->laid = 0;
    d->position = 0;
    return probe_opencl_lay(d->host, chain, err);
}

static int go_on(device *d, const probe_chain *chain, uint64_t loads, double *ns, poise_error *err)
{
    const uint32_t first = chain->word[d->position % chain->n];
    d->position += loads;
    return probe_opencl_chase(d->host, first, (uint32_t)loads, ns, NULL, err);
}

/* Time of `loads` loads in the middle of a chase: what is before and after them is in both lengths. */
static int difference(device *d, const probe_chain *chain, uint32_t loads, double *ns, poise_error *err)
{
    double shorter = 0, longer = 0;
    int code = go_on(d, chain, LEAST_LOADS, &shorter, err);
    if (code == POISE_OK)
        code = go_on(d, chain, (uint64_t)LEAST_LOADS + loads, &longer, err);
    *ns = longer - shorter;
    return code;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void note(device *d, double ns)
{
    double sorted[KEPT];
    d->kept[d->n_kept++ % KEPT] = ns;
    const uint32_t n = d->n_kept < KEPT ? d->n_kept : KEPT;
    memcpy(sorted, d->kept, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare);
    d->steady.noise = (sorted[n - 1 - (n - 1) / 4] - sorted[(n - 1) / 4]) / 2 / sorted[n / 2];
}

/* One load of the reference chase, which is laid. */
static int ask_reference(device *d, double *ns, poise_error *err)
{
    int code = difference(d, &d->reference, REFERENCE_LOADS, ns, err);
    *ns /= REFERENCE_LOADS;
    return code;
}

static bool agree(double a, double b)
{
    return fabs(a - b) <= AGREE * fmin(a, b);
}

/* Clocks rise under load: asks until times agree. */
static int settle(device *d, poise_error *err)
{
    double before = 0, ns = 0;
    uint32_t agreed = 0;
    int code = lay(d, &d->reference, err);
    while (code == POISE_OK && agreed < SETTLED && d->steady.warm_ups < MOST_WARM_UPS) {
        code = ask_reference(d, &ns, err);
        agreed = ns > 0 && agree(ns, before) ? agreed + 1 : 0;
        before = ns;
        d->steady.warm_ups++;
        note(d, ns);
    }
    d->steady.has_settled = agreed >= SETTLED;
    d->steady.reference_ns = ns;
    return code;
}

/* Asks the reference again, and for some time while it does not agree with what it was. */
static int check_drift(device *d, poise_error *err)
{
    double ns = 0, least = INFINITY;
    int code = lay(d, &d->reference, err);
    for (uint32_t i = 0; i < PATIENCE && code == POISE_OK; i++) {
        code = ask_reference(d, &ns, err);
        note(d, ns);
        d->steady.asked++;
        const double away = fabs(ns / d->steady.reference_ns - 1);
        least = away < least ? away : least;
        if (least <= AGREE)
            break;
    }
    if (code == POISE_OK && least > d->steady.drift)
        d->steady.drift = least;
    return code;
}

/* Lays another ring, and goes round it once. */
static int change_ring(device *d, const probe_chain *chain, poise_error *err)
{
    const uint64_t hash = poise_checksum64(chain->word, chain->n * sizeof *chain->word) | 1;
    if (d->laid == hash)
        return POISE_OK;
    int code = check_drift(d, err);
    if (code == POISE_OK)
        code = lay(d, chain, err);
    if (code == POISE_OK)
        code = go_on(d, chain, chain->n, NULL, err);
    d->laid = code == POISE_OK ? hash : 0;
    return code;
}

/* Nothing here is ever cold: a question of few rounds is answered with many. */
static int total(probe_bench *bench, const probe_question *q, double *time, poise_error *err)
{
    device *const d = (device *)bench;
    uint32_t loads = q->loads < MOST_LOADS ? q->loads : MOST_LOADS;
    if (q->chain->n == 0 || q->loads == 0)
        return poise_fail(err, POISE_USAGE, "a pointer chase round nothing");
    while (loads < LEAST_LOADS)
        loads += q->loads;
    int code = change_ring(d, q->chain, err);
    if (code == POISE_OK)
        code = difference(d, q->chain, loads, time, err);
    *time *= (double)q->loads / loads;
    return code;
}

static void close_bench(probe_bench *bench)
{
    device *const d = (device *)bench;
    probe_opencl_close(d->host);
    probe_chain_free(&d->reference);
    free(d);
}

int probe_device_open(probe_bench **bench, uint32_t index, uint64_t most_bytes, poise_error *err)
{
    const probe_walk walk = {.stride = 64, .n = REFERENCE_STEPS};
    device *const d = calloc(1, sizeof *d);
    *bench = NULL;
    if (d == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a device");
    int code = probe_opencl_open(&d->host, OTHERS, index, most_bytes, err);
    if (code == POISE_OK)
        code = probe_chain_walk(&d->reference, walk, err);
    if (code == POISE_OK)
        code = settle(d, err);
    if (code != POISE_OK) {
        close_bench(&d->bench);
        return code;
    }
    d->bench = (probe_bench){
        .unit = "ns", .most_bytes = probe_opencl_most_bytes(d->host), .total = total, .close = close_bench};
    *bench = &d->bench;
    return POISE_OK;
}

const char *probe_device_name(const probe_bench *bench)
{
    return probe_opencl_name(((const device *)bench)->host);
}

void probe_device_steadiness(const probe_bench *bench, probe_steadiness *steadiness)
{
    *steadiness = ((const device *)bench)->steady;
}

int probe_device_runner(const probe_bench *bench, const atomic_bool *stop, probe_runner **runner,
                        poise_error *err)
{
    return probe_device_runner_open(runner, ((const device *)bench)->host, stop, err);
}

int probe_device_list(char *text, size_t size, poise_error *err)
{
    return probe_opencl_list(OTHERS, text, size, err);
}
