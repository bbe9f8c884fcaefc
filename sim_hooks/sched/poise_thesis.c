#include "sim_hooks/sched/poise_thesis.h"

#include "infer/cost.h"
#include "sim_hooks/sched/poise_sample.h"
#include "sim_hooks/sched/poise_sm_loads.h"

#include <stdlib.h>

typedef struct thesis_sm {
    poise_hie engine;
    sched_counters seen; /* totals at the last step */
    uint64_t due;        /* cycle of the next step */
} thesis_sm;

/* What an SM keeps of a kernel. */
typedef struct thesis_kept {
    uint64_t kernel; /* 0: nothing */
    uint64_t used;   /* launch */
    poise_hie_memory memory;
    poise_kept_loads loads;
} thesis_kept;

struct poise_thesis {
    const sched_host *host;
    poise_thesis_parameters parameters;
    const poise_weights *weights;
    uint64_t kernel, launches; /* the one that runs; begun so far */
    thesis_kept *kept;         /* `remember` of each SM */
    poise_sm_loads *loads;     /* of each SM; NULL without a model of loads */
    thesis_sm sm[];
};

poise_thesis *poise_thesis_create(const sched_host *host, const poise_thesis_parameters *parameters,
                                  const poise_weights *weights)
{
    poise_thesis *t = calloc(1, sizeof *t + host->sms * sizeof t->sm[0]);
    if (t == NULL)
        return NULL;
    t->host = host;
    t->parameters = *parameters;
    t->weights = weights;
    t->kept = calloc((size_t)host->sms * parameters->remember + 1, sizeof *t->kept);
    t->loads = parameters->loads != NULL ? calloc(host->sms, sizeof *t->loads) : NULL;
    bool has_room = t->kept != NULL && (t->loads != NULL || parameters->loads == NULL);
    for (uint32_t sm = 0; has_room && t->loads != NULL && sm < host->sms; sm++)
        has_room = poise_load_counter_create(&t->loads[sm].counter, &host->l1,
                                             poise_load_asks_for_lines(parameters->loads));
    if (has_room)
        return t;
    poise_thesis_free(t);
    return NULL;
}

void poise_thesis_free(poise_thesis *thesis)
{
    if (thesis == NULL)
        return;
    for (uint32_t sm = 0; thesis->loads != NULL && sm < thesis->host->sms; sm++)
        poise_load_counter_free(&thesis->loads[sm].counter);
    free(thesis->kept);
    free(thesis->loads);
    free(thesis);
}

/* Kernel and number of its launch, 32 bits each; warps, N, p; whether the search was at an end; instructions.
 * The engine then has two bits more. */
enum { KEPT_BITS = 32 + 32 + 3 * 7 + 1 + 32 };

uint64_t poise_thesis_storage_bits(const poise_thesis *t)
{
    const uint32_t remember = t->parameters.remember;
    uint64_t per_sm = poise_hie_storage_bits(&t->parameters.engine, t->host->warps_per_scheduler);
    per_sm += remember * KEPT_BITS + (remember > 0 ? 2 : 0);
    const cache_shape *l1 = &t->host->l1;
    if (t->loads != NULL) {
        const uint32_t lines = poise_load_asks_for_lines(t->parameters.loads) ? l1->sets * l1->ways : 0;
        per_sm += poise_sm_loads_storage_bits(t->parameters.loads, lines, remember);
    }
    return t->host->sms * per_sm + (t->loads != NULL ? POISE_LOAD_WEIGHT_BITS : 0);
}

static uint32_t around_of(const poise_thesis *t, uint32_t sm)
{
    return t->loads != NULL ? t->loads[sm].around : 0;
}

static void apply_loads(const poise_thesis *t, uint32_t sm)
{
    uint64_t mask[POISE_TABLE_MOST_PC / 64];
    const uint32_t words = poise_loads_mask(&t->loads[sm].list, t->loads[sm].around, mask);
    t->host->set_loads(t->host->opaque, sm, mask, words);
}

/* Where loads go around, p = N: what p gains they gain, and more. */
static void apply(poise_thesis *t, uint32_t sm, uint64_t cycle)
{
    thesis_sm *at = &t->sm[sm];
    at->seen = *t->host->counters(t->host->opaque, sm);
    at->due = cycle + poise_hie_next(&at->engine);
    const uint32_t p = around_of(t, sm) != 0 ? at->engine.n : at->engine.p;
    t->host->set_tuple(t->host->opaque, sm, at->engine.n, p);
}

/* Where an SM keeps a kernel: its own place, or else the one that was not used for longest. */
static thesis_kept *place_of(const poise_thesis *t, uint32_t sm, uint64_t kernel)
{
    thesis_kept *kept = &t->kept[sm * t->parameters.remember], *oldest = kept;
    for (uint32_t i = 0; i < t->parameters.remember; i++) {
        if (kept[i].kernel == kernel)
            return &kept[i];
        if (kept[i].used < oldest->used)
            oldest = &kept[i];
    }
    return oldest;
}

static void begin_sm(poise_thesis *t, uint32_t sm, uint32_t warps)
{
    poise_hie *engine = &t->sm[sm].engine;
    thesis_kept *kept = t->parameters.remember > 0 ? place_of(t, sm, t->kernel) : NULL;
    const bool is_known = kept != NULL && kept->kernel == t->kernel && kept->memory.warps == warps;
    if (t->loads != NULL) {
        poise_sm_loads_begin(&t->loads[sm], is_known ? &kept->loads : NULL);
        apply_loads(t, sm);
    }
    if (!is_known) {
        poise_hie_reset(engine, &t->parameters.engine, warps);
        return;
    }
    kept->used = t->launches;
    poise_hie_recall(engine, &t->parameters.engine, &kept->memory);
}

void poise_thesis_begin(poise_thesis *t, const policy_launch *launch)
{
    t->kernel = launch->kernel;
    t->launches++;
    for (uint32_t sm = 0; sm < t->host->sms; sm++) {
        begin_sm(t, sm, launch->warps);
        apply(t, sm, launch->cycle);
    }
}

/* What a launch that was too short to find anything began with is kept. */
static void keep_sm(poise_thesis *t, uint32_t sm)
{
    const poise_hie *engine = &t->sm[sm].engine;
    thesis_kept *kept = place_of(t, sm, t->kernel);
    poise_hie_memory memory;
    if (poise_hie_remember(engine, &t->parameters.engine, &memory)) {
        *kept = (thesis_kept){.kernel = t->kernel, .used = t->launches, .memory = memory};
        if (t->loads != NULL)
            kept->loads = (poise_kept_loads){t->loads[sm].list, t->loads[sm].chosen};
    } else if (engine->state == POISE_HIE_RUN && kept->kernel == t->kernel) {
        *kept = (thesis_kept){0};
    }
}

void poise_thesis_end(poise_thesis *t)
{
    for (uint32_t sm = 0; sm < t->host->sms && t->parameters.remember > 0; sm++)
        keep_sm(t, sm);
}

static void step_loads(poise_thesis *t, uint32_t sm, const poise_hie *before)
{
    const uint32_t around = t->loads[sm].around;
    poise_sm_loads_step(&t->loads[sm], t->parameters.loads, t->parameters.share, before, &t->sm[sm].engine);
    if (t->loads[sm].around != around)
        apply_loads(t, sm);
}

/* The first call of a kernel comes before anything is due and only tells when to come back. */
uint64_t poise_thesis_tick(poise_thesis *t, uint32_t sm, uint64_t cycle)
{
    thesis_sm *at = &t->sm[sm];
    if (cycle >= at->due) {
        const poise_hie before = at->engine;
        poise_sample window = {0};
        poise_sample_add(&window, t->host->counters(t->host->opaque, sm), &at->seen);
        poise_hie_step(&at->engine, &t->parameters.engine, t->weights, &window);
        if (t->loads != NULL)
            step_loads(t, sm, &before);
        apply(t, sm, cycle);
    }
    return at->due - cycle;
}

void poise_thesis_access(poise_thesis *t, const sched_access *access)
{
    if (t->loads != NULL)
        poise_load_counter_access(&t->loads[access->at.sm].counter, access);
}

void poise_thesis_evict(poise_thesis *t, const sched_eviction *eviction)
{
    if (t->loads != NULL)
        poise_load_counter_evict(&t->loads[eviction->at.sm].counter, eviction);
}
