#include "probe/modelled/modelled.h"

#include <stdlib.h>
#include <string.h>

/* L1 of 4 sets x 64 ways x 64 B. Any TLB of 32 to 63 entries gives the same surface. Both TLBs are asked when
 * the L1 misses: 64 elements in 64 pages take the time of a hit. */
#define KAVERI_L1                                                                                 \
    {                                                                                             \
        .line = 64, .sets = 4, .ways = 64, .miss = 220, .behind = PROBE_ALWAYS, .far_bytes = 512, \
        .far_miss = 45                                                                            \
    }

const probe_model probe_kaveri_huge = {
    .unit = "ns",
    .hit = 295,
    .n = 2,
    .level = {KAVERI_L1, {.line = 2 << 20, .sets = 1, .ways = 48, .miss = 420, .behind = 0}},
};

const probe_model probe_kaveri_small = {
    .unit = "ns",
    .hit = 295,
    .n = 3,
    .level = {KAVERI_L1,
              {.line = 32 << 10, .sets = 32, .ways = 64, .miss = 420, .behind = 0},
              {.line = 2 << 20, .sets = 1, .ways = 256, .miss = 220, .behind = 1}},
};

/* entry[level][set * ways + i]: the number of a line, and 1 so that 0 is none; the last used comes first. */
typedef struct modelled {
    probe_bench bench;
    probe_model model;
    uint64_t *entry[PROBE_MODEL_LEVELS];
} modelled;

/* Whether a level holds the line; it does afterwards. */
static bool touch(uint64_t *set, uint32_t ways, uint64_t line)
{
    uint32_t at = 0;
    while (at + 1 < ways && set[at] != line)
        at++;
    const bool has = set[at] == line;
    memmove(set + 1, set, at * sizeof *set);
    set[0] = line;
    return has;
}

static double load(modelled *m, uint64_t byte, uint64_t distance)
{
    bool missed[PROBE_MODEL_LEVELS];
    double time = m->model.hit;
    for (uint32_t i = 0; i < m->model.n; i++) {
        const probe_model_level *l = &m->model.level[i];
        const uint64_t line = byte / l->line;
        missed[i] = (l->behind == PROBE_ALWAYS || missed[l->behind]) &&
                    !touch(m->entry[i] + line % l->sets * l->ways, l->ways, line + 1);
        if (!missed[i])
            continue;
        time += l->miss;
        if (l->far_bytes > 0 && distance >= l->far_bytes)
            time += l->far_miss;
    }
    return time;
}

static uint64_t apart(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* Each time goes to times[i], unless that is NULL, and all of them to *sum. */
static int chase(modelled *m, const probe_question *q, double *times, double *sum, poise_error *err)
{
    if (q->chain->n == 0)
        return poise_fail(err, POISE_USAGE, "a pointer chase round nothing");
    for (uint32_t i = 0; i < m->model.n; i++) {
        const probe_model_level *l = &m->model.level[i];
        memset(m->entry[i], 0, (size_t)l->sets * l->ways * sizeof *m->entry[i]);
    }
    const uint32_t *const word = q->chain->word, n = q->chain->n;
    uint64_t before = (uint64_t)word[n - 1] * PROBE_WORD;
    *sum = 0;
    for (uint64_t i = 0; i < q->warm + q->loads; i++) {
        const uint64_t byte = (uint64_t)word[i % n] * PROBE_WORD;
        const double time = load(m, byte, apart(byte, before));
        before = byte;
        if (i < q->warm)
            continue;
        *sum += time;
        if (times != NULL)
            times[i - q->warm] = time;
    }
    return POISE_OK;
}

static int total(probe_bench *bench, const probe_question *q, double *time, poise_error *err)
{
    return chase((modelled *)bench, q, NULL, time, err);
}

static int each(probe_bench *bench, const probe_question *q, double *times, poise_error *err)
{
    double sum;
    return chase((modelled *)bench, q, times, &sum, err);
}

static void close_bench(probe_bench *bench)
{
    modelled *const m = (modelled *)bench;
    for (uint32_t i = 0; i < m->model.n; i++)
        free(m->entry[i]);
    free(m);
}

static int make_levels(modelled *m, poise_error *err)
{
    for (uint32_t i = 0; i < m->model.n; i++) {
        const probe_model_level *l = &m->model.level[i];
        if (l->line == 0 || l->sets == 0 || l->ways == 0 || l->behind >= (int32_t)i)
            return poise_fail(err, POISE_USAGE, "level %u of a modelled memory is none", i);
        m->entry[i] = calloc((size_t)l->sets * l->ways, sizeof *m->entry[i]);
        if (m->entry[i] == NULL)
            return poise_fail(err, POISE_FAILED, "no memory for level %u of a modelled memory", i);
    }
    return POISE_OK;
}

int probe_modelled_open(probe_bench **bench, const probe_model *model, poise_error *err)
{
    *bench = NULL;
    if (model->n > PROBE_MODEL_LEVELS)
        return poise_fail(err, POISE_USAGE, "a modelled memory of more than %d levels", PROBE_MODEL_LEVELS);
    modelled *const m = calloc(1, sizeof *m);
    if (m == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a modelled memory");
    *m = (modelled){.bench = {.unit = model->unit,
                              .most_bytes = PROBE_MOST_BYTES,
                              .total = total,
                              .each = each,
                              .close = close_bench},
                    .model = *model};
    int code = make_levels(m, err);
    if (code != POISE_OK) {
        close_bench(&m->bench);
        return code;
    }
    *bench = &m->bench;
    return POISE_OK;
}
