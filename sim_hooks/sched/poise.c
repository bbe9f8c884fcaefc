/* Poise: one hardware inference engine (infer/poise_infer.h) per SM steers the warp-tuple; the warps that the
 * tuple leaves are scheduled greedy-then-oldest (section 5.6.3 of the thesis). */
#include "common/file.h"
#include "infer/cost.h"
#include "infer/load.h"
#include "infer/quantise.h"
#include "sim_hooks/sched/order.h"
#include "sim_hooks/sched/poise_sample.h"
#include "sim_hooks/sched/poise_shared.h"

#include <stdbool.h>
#include <stdlib.h>

#define DEFAULT_MODEL "models/default.model"

enum { MODE_AUTO, MODE_THESIS, MODE_SHARED };

typedef struct poise_sched_options {
    const char *model, *loads;
    int64_t period, warmup, feature, correct, verify, allow, remember, imax, stride_n, stride_p;
    bool correction;
    int mode;
#define SHARED_OPTION(name, initial, least, most, placeholder, help) int64_t name;
#include "sim_hooks/sched/poise_learner.def"
#undef SHARED_OPTION
} poise_sched_options;

#define AT(member) offsetof(poise_sched_options, member)
static const poise_option poise_sched_table[] = {
    {"model", 0, POISE_OPT_STRING, AT(model), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "Model file or compiled blob; without it models/default.model."},
    {"loads", 0, POISE_OPT_STRING, AT(loads), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "Model of loads that need not allocate, docs/BEYOND.md; without it all may."},
    {"period", 0, POISE_OPT_INT, AT(period), "200000", 1, UINT32_MAX, NULL, "CYCLES",
     "T_period of Table 5.5: length of an inference epoch, core cycles."},
    {"warmup", 0, POISE_OPT_INT, AT(warmup), "2000", 0, UINT32_MAX, NULL, "CYCLES",
     "T_warmup of Table 5.5: wait after every change of the tuple, core cycles."},
    {"feature", 0, POISE_OPT_INT, AT(feature), "10000", 1, UINT32_MAX, NULL, "CYCLES",
     "T_feature of Table 5.5: sampling window of the features, core cycles."},
    {"correct", 0, POISE_OPT_INT, AT(correct), "4000", 1, UINT32_MAX, NULL, "CYCLES",
     "T_correct of Table 5.5: sampling window of the local search, core cycles."},
    {"verify", 0, POISE_OPT_INT, AT(verify), "0", 0, UINT32_MAX, NULL, "CYCLES",
     "mode thesis: window at the prediction, which is left for all warps when it is slower; 0, the thesis' "
     "rule: "
     "none (docs/ENGINE.md)."},
    {"allow", 0, POISE_OPT_INT, AT(allow), "0", 0, 31, NULL, "SHIFT",
     "mode thesis: verify lets the prediction be slower by 1/2^SHIFT; 0: by nothing."},
    {"remember", 0, POISE_OPT_INT, AT(remember), "0", 0, 1024, NULL, "N",
     "mode thesis: kernels whose tuple an SM keeps for the next launch, which begins with verify instead of "
     "sampling; 0, the thesis' rule: none (docs/ENGINE.md)."},
    {"imax", 0, POISE_OPT_INT, AT(imax), "49", 0, UINT32_MAX, NULL, "N",
     "I_max of Table 5.5: with more instructions per global load an SM keeps all its warps."},
    {"stride_n", 0, POISE_OPT_INT, AT(stride_n), "2", 0, POISE_MAX_WARPS, NULL, "WARPS",
     "eps_N of Table 5.5: first stride of the local search over N; 0 = N is not corrected."},
    {"stride_p", 0, POISE_OPT_INT, AT(stride_p), "4", 0, POISE_MAX_WARPS, NULL, "WARPS",
     "eps_p of Table 5.5: first stride of the local search over p; 0 = p is not corrected."},
    {"correction", 0, POISE_OPT_FLAG, AT(correction), "1", POISE_ANY_RANGE, NULL, NULL,
     "0 = prediction only, as if both strides were 0 (Figure 5.13)."},
    {"mode", 0, POISE_OPT_CHOICE, AT(mode), "auto", POISE_ANY_RANGE, "auto|thesis|shared", NULL,
     "auto: thesis where a model is named, else shared. thesis: an engine in every SM (section 5.6). shared: "
     "SMs measure tuples side by side and learn "
     "together; "
     "the model is used with prior=1 only (our choice, docs/ONLINE.md)."},
#define SHARED_OPTION(name, initial, least, most, placeholder, help) \
    {#name, 0, POISE_OPT_INT, AT(name), initial, least, most, NULL, placeholder, help},
#include "sim_hooks/sched/poise_learner.def"
#undef SHARED_OPTION
};
#undef AT

typedef struct poise_sm {
    poise_hie engine;
    sched_counters seen; /* totals at the last step */
    uint64_t due;        /* cycle of the next step */
} poise_sm;

/* What an SM keeps of a kernel. */
typedef struct poise_kept {
    uint64_t kernel; /* 0: nothing */
    uint64_t used;   /* launch */
    poise_hie_memory memory;
} poise_kept;

typedef struct poise_sched {
    sched_host host;
    poise_hie_parameters parameters;
    poise_weights weights;
    poise_load_weights loads; /* with has_loads */
    bool has_loads;
    poise_shared *shared; /* NULL in mode thesis */
    poise_kept *kept;     /* `remember` of each SM */
    uint32_t remember;
    uint64_t kernel, launches; /* the one that runs; begun so far */
    poise_sm sm[];
} poise_sched;

static poise_hie_parameters make_parameters(const poise_sched_options *options)
{
    return (poise_hie_parameters){
        .period = (uint32_t)options->period,
        .warmup = (uint32_t)options->warmup,
        .feature_window = (uint32_t)options->feature,
        .predict_cycles = poise_hie_thesis.predict_cycles,
        .correct_window = (uint32_t)options->correct,
        .check_window = (uint32_t)options->verify,
        .check_shift = (uint8_t)options->allow,
        .max_instructions_per_load = (uint32_t)options->imax,
        .stride_n = options->correction ? (uint8_t)options->stride_n : 0,
        .stride_p = options->correction ? (uint8_t)options->stride_p : 0,
    };
}

static poise_shared_parameters make_shared_parameters(const poise_sched_options *options)
{
    return (poise_shared_parameters){
#define SHARED_OPTION(name, initial, least, most, placeholder, help) .name = (uint32_t)options->name,
#include "sim_hooks/sched/poise_learner.def"
#undef SHARED_OPTION
        .period = (uint32_t)options->period,
        .max_instructions_per_load = (uint32_t)options->imax,
        .stride_n = options->correction ? (uint8_t)options->stride_n : 0,
        .stride_p = options->correction ? (uint8_t)options->stride_p : 0,
    };
}

/* Who names a model wants to see what it decides; alone the better one is the default (docs/ONLINE.md). */
static int mode_of(const poise_sched_options *options)
{
    const bool has_model = options->model != NULL && options->model[0] != '\0';
    if (options->mode != MODE_AUTO)
        return options->mode;
    return has_model ? MODE_THESIS : MODE_SHARED;
}

static int load_weights(const char *model, poise_weights *weights, poise_error *err)
{
    char installed[4096];
    if (model == NULL || model[0] == '\0') {
        int code = poise_find_installed(DEFAULT_MODEL, installed, sizeof installed, err);
        if (code != POISE_OK)
            return code;
        model = installed;
    }
    return poise_weights_load(model, weights, err);
}

static void destroy(void *state)
{
    poise_sched *sched = state;
    poise_shared_free(sched->shared);
    free(sched->kept);
    poise_weights_free(&sched->weights);
    free(sched);
}

static int no_memory(const sched_host *host, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "policy poise: no memory for %u SMs", host->sms);
}

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    const poise_sched_options *chosen = options;
    if (host->warps_per_scheduler < 1 || host->warps_per_scheduler > POISE_MAX_WARPS) {
        return poise_fail(err, POISE_USAGE, "policy poise: %u warps per scheduler; 1 to %d are possible",
                          host->warps_per_scheduler, POISE_MAX_WARPS);
    }
    if (chosen->remember > 0 && chosen->verify == 0)
        return poise_fail(
            err, POISE_USAGE,
            "policy poise: remember=%d needs verify: a remembered tuple may be wrong for a launch",
            (int)chosen->remember);
    poise_weights weights;
    poise_load_weights loads = {0};
    const bool has_loads = chosen->loads != NULL && chosen->loads[0] != '\0';
    int code = has_loads ? poise_load_weights_load(chosen->loads, &loads, err) : POISE_OK;
    if (code == POISE_OK)
        code = load_weights(chosen->model, &weights, err);
    if (code != POISE_OK)
        return poise_error_prefix(err, "policy poise");
    if (mode_of(chosen) == MODE_SHARED && chosen->prior != 0 && weights.view != NULL &&
        weights.view->all_warps) {
        poise_weights_free(&weights);
        return poise_fail(
            err, POISE_USAGE,
            "policy poise: mode=shared:prior=1 measures (1, 1), where this model does not look: "
            "it is for mode=thesis");
    }
    poise_sched *sched = calloc(1, sizeof *sched + host->sms * sizeof sched->sm[0]);
    if (sched == NULL) {
        poise_weights_free(&weights);
        return no_memory(host, err);
    }
    sched->host = *host;
    sched->parameters = make_parameters(chosen);
    sched->weights = weights;
    sched->loads = loads;
    sched->has_loads = has_loads;
    *state = sched;
    if (mode_of(chosen) == MODE_THESIS) {
        sched->remember = (uint32_t)chosen->remember;
        sched->kept = calloc((size_t)host->sms * sched->remember + 1, sizeof *sched->kept);
        if (sched->kept != NULL)
            return POISE_OK;
        destroy(sched);
        *state = NULL;
        return no_memory(host, err);
    }
    poise_shared_parameters parameters = make_shared_parameters(chosen);
    if (sched->has_loads)
        parameters.loads = &sched->loads;
    sched->shared = poise_shared_create(&sched->host, &parameters, &weights);
    if (sched->shared)
        return POISE_OK;
    destroy(sched);
    *state = NULL;
    return no_memory(host, err);
}

/* Kernel and number of its launch, 32 bits each; warps, N, p; whether the search was at an end; instructions.
 * The engine then has two bits more. */
enum { KEPT_BITS = 32 + 32 + 3 * 7 + 1 + 32 };

static uint64_t storage_bits(const void *state)
{
    const poise_sched *sched = state;
    if (sched->shared)
        return poise_shared_storage_bits(sched->shared) + poise_weights_storage_bits(&sched->weights);
    uint64_t per_sm = poise_hie_storage_bits(&sched->parameters, sched->host.warps_per_scheduler);
    per_sm += sched->remember * KEPT_BITS + (sched->remember > 0 ? 2 : 0);
    return sched->host.sms * per_sm + poise_weights_storage_bits(&sched->weights);
}

static void apply(const poise_sched *sched, uint32_t sm, uint64_t cycle, poise_sm *at)
{
    at->seen = *sched->host.counters(sched->host.opaque, sm);
    at->due = cycle + poise_hie_next(&at->engine);
    sched->host.set_tuple(sched->host.opaque, sm, at->engine.n, at->engine.p);
}

/* Where an SM keeps a kernel: its own place, or else the one that was not used for longest. */
static poise_kept *place_of(const poise_sched *sched, uint32_t sm, uint64_t kernel)
{
    poise_kept *kept = &sched->kept[sm * sched->remember], *oldest = kept;
    for (uint32_t i = 0; i < sched->remember; i++) {
        if (kept[i].kernel == kernel)
            return &kept[i];
        if (kept[i].used < oldest->used)
            oldest = &kept[i];
    }
    return oldest;
}

static void begin_sm(poise_sched *sched, uint32_t sm, uint32_t warps)
{
    poise_hie *engine = &sched->sm[sm].engine;
    poise_kept *kept = sched->remember > 0 ? place_of(sched, sm, sched->kernel) : NULL;
    if (kept == NULL || kept->kernel != sched->kernel || kept->memory.warps != warps) {
        poise_hie_reset(engine, &sched->parameters, warps);
        return;
    }
    kept->used = sched->launches;
    poise_hie_recall(engine, &sched->parameters, &kept->memory);
}

/* What a launch that was too short to find anything began with is kept. */
static void keep_sm(poise_sched *sched, uint32_t sm)
{
    const poise_hie *engine = &sched->sm[sm].engine;
    poise_kept *kept = place_of(sched, sm, sched->kernel);
    poise_hie_memory memory;
    if (poise_hie_remember(engine, &sched->parameters, &memory))
        *kept = (poise_kept){.kernel = sched->kernel, .used = sched->launches, .memory = memory};
    else if (engine->state == POISE_HIE_RUN && kept->kernel == sched->kernel)
        *kept = (poise_kept){0};
}

static void launch_begin(void *state, const policy_launch *launch)
{
    poise_sched *sched = state;
    sched->kernel = launch->kernel;
    sched->launches++;
    if (sched->shared) {
        poise_shared_begin(sched->shared, launch->cycle, launch->warps);
        return;
    }
    for (uint32_t sm = 0; sm < sched->host.sms; sm++) {
        begin_sm(sched, sm, launch->warps);
        apply(sched, sm, launch->cycle, &sched->sm[sm]);
    }
}

/* The first call of a kernel comes before anything is due and only tells when to come back. */
static uint64_t tick(void *state, uint32_t sm, uint64_t cycle)
{
    poise_sched *sched = state;
    poise_sm *at = &sched->sm[sm];
    if (sched->shared)
        return 0;
    if (cycle >= at->due) {
        poise_sample window = {0};
        poise_sample_add(&window, sched->host.counters(sched->host.opaque, sm), &at->seen);
        poise_hie_step(&at->engine, &sched->parameters, &sched->weights, &window);
        apply(sched, sm, cycle, at);
    }
    return at->due - cycle;
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)app;
    poise_sched *sched = state;
    if (sched->shared)
        poise_shared_end(sched->shared, cycle);
    for (uint32_t sm = 0; sm < sched->host.sms && sched->remember > 0; sm++)
        keep_sm(sched, sm);
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)count;
    poise_sched *sched = states[0];
    return sched->shared ? poise_shared_gather(sched->shared, cycle) : 0;
}

static void l1_access(void *state, const sched_access *access)
{
    poise_sched *sched = state;
    if (sched->shared)
        poise_shared_access(sched->shared, access);
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *into, size_t room)
{
    (void)count;
    const poise_sched *sched = states[0];
    return sched->shared ? poise_shared_statistics(sched->shared, into, room) : 0;
}

const sched_policy sched_poise = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "poise",
             .summary = "learned warp-tuple: predicts {N, p} from counters, corrects it by local search",
             .source = "Dublish, Managing the Memory Hierarchy in GPUs, 2018, chapter 5 (Poise, HPCA 2019)",
             .options = poise_sched_table,
             .n_options = sizeof poise_sched_table / sizeof poise_sched_table[0],
             .options_size = sizeof(poise_sched_options)},
    .create = create,
    .life.destroy = destroy,
    .life.storage_bits = storage_bits,
    .pick = sched_pick_gto,
    .life.launch_begin = launch_begin,
    .life.launch_end = launch_end,
    .tick = tick,
    .l1_access = l1_access,
    .life.gather = gather,
    .life.statistics = statistics,
};
