/* Poise: a learned warp-tuple, found by an engine in every SM (poise_thesis.h) or by all SMs together
 * (poise_shared.h); the warps that the tuple leaves are scheduled greedy-then-oldest (section 5.6.3 of the
 * thesis). */
#include "common/file.h"
#include "infer/cost.h"
#include "infer/load.h"
#include "infer/quantise.h"
#include "sim_hooks/sched/order.h"
#include "sim_hooks/sched/poise_shared.h"
#include "sim_hooks/sched/poise_thesis.h"

#include <stdbool.h>
#include <stdlib.h>

#define DEFAULT_MODEL "models/default.model"

enum { MODE_AUTO, MODE_THESIS, MODE_SHARED };
enum { DIAGONAL_WITH_LOADS = 2 };

typedef struct poise_sched_options {
    const char *model, *loads;
    int64_t period, warmup, feature, predict, correct, verify, allow, remember, imax, stride_n, stride_p;
    bool correction;
    int mode;
#define SHARED_OPTION(name, initial, least, most, placeholder, help) int64_t name;
#include "sim_hooks/sched/poise_shared_options.def"
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
    {"predict", 0, POISE_OPT_INT, AT(predict), "64", 1, UINT32_MAX, NULL, "CYCLES",
     "mode thesis: from the last sample to its prediction, at (1, 1), core cycles; our choice, the thesis "
     "gives none. The "
     "compiled Verilog takes 58, for a choice of 54 tuples 1002 (docs/ENGINE.md)."},
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
#include "sim_hooks/sched/poise_shared_options.def"
#undef SHARED_OPTION
};
#undef AT

typedef struct poise_sched {
    sched_host host;
    poise_weights weights;
    poise_load_weights loads;
    poise_thesis *thesis; /* this, */
    poise_shared *shared; /* or this */
} poise_sched;

static poise_hie_parameters make_parameters(const poise_sched_options *options)
{
    return (poise_hie_parameters){
        .period = (uint32_t)options->period,
        .warmup = (uint32_t)options->warmup,
        .feature_window = (uint32_t)options->feature,
        .predict_cycles = (uint32_t)options->predict,
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
#include "sim_hooks/sched/poise_shared_options.def"
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

static bool has_loads(const poise_sched_options *options)
{
    return options->loads != NULL && options->loads[0] != '\0';
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
    poise_thesis_free(sched->thesis);
    poise_shared_free(sched->shared);
    poise_weights_free(&sched->weights);
    free(sched);
}

static int check_options(const sched_host *host, const poise_sched_options *options, poise_error *err)
{
    if (host->warps_per_scheduler < 1 || host->warps_per_scheduler > POISE_MAX_WARPS) {
        return poise_fail(err, POISE_USAGE, "policy poise: %u warps per scheduler; 1 to %d are possible",
                          host->warps_per_scheduler, POISE_MAX_WARPS);
    }
    if (options->remember > 0 && options->verify == 0)
        return poise_fail(
            err, POISE_USAGE,
            "policy poise: remember=%d needs verify: a remembered tuple may be wrong for a launch",
            (int)options->remember);
    return POISE_OK;
}

/* Some options need windows at (1, 1), where not every model looks. */
static int check_view(const poise_weights *weights, const poise_sched_options *options, poise_error *err)
{
    const poise_view *view = weights->view;
    if (mode_of(options) == MODE_SHARED && options->prior != 0 && view != NULL && view->all_warps)
        return poise_fail(
            err, POISE_USAGE,
            "policy poise: mode=shared:prior=1 measures (1, 1), where this model does not look: "
            "it is for mode=thesis");
    if (mode_of(options) == MODE_THESIS && has_loads(options) && view != NULL &&
        (view->all_warps || view->alone != NULL))
        return poise_fail(err, POISE_USAGE,
                          "policy poise: loads are told apart at (1, 1), where this model does not look: "
                          "mode=shared chooses loads without it");
    return POISE_OK;
}

/* The mode's own state; `sched` has the host and the weights. */
static bool create_mode(poise_sched *sched, const poise_sched_options *options)
{
    const poise_load_weights *loads = has_loads(options) ? &sched->loads : NULL;
    if (mode_of(options) == MODE_THESIS) {
        const poise_thesis_parameters parameters = {make_parameters(options), (uint32_t)options->remember,
                                                    loads, (uint32_t)options->share};
        sched->thesis = poise_thesis_create(&sched->host, &parameters, &sched->weights);
        return sched->thesis != NULL;
    }
    poise_shared_parameters parameters = make_shared_parameters(options);
    parameters.loads = loads;
    if (parameters.diagonal == DIAGONAL_WITH_LOADS)
        parameters.diagonal = loads != NULL;
    sched->shared = poise_shared_create(&sched->host, &parameters, &sched->weights);
    return sched->shared != NULL;
}

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    const poise_sched_options *chosen = options;
    int code = check_options(host, chosen, err);
    if (code != POISE_OK)
        return code;
    poise_sched *sched = calloc(1, sizeof *sched);
    if (sched == NULL)
        return poise_fail(err, POISE_FAILED, "policy poise: no memory for %u SMs", host->sms);
    sched->host = *host;
    code = has_loads(chosen) ? poise_load_weights_load(chosen->loads, &sched->loads, err) : POISE_OK;
    if (code == POISE_OK)
        code = load_weights(chosen->model, &sched->weights, err);
    if (code != POISE_OK)
        poise_error_prefix(err, "policy poise");
    else
        code = check_view(&sched->weights, chosen, err);
    if (code == POISE_OK && !create_mode(sched, chosen))
        code = poise_fail(err, POISE_FAILED, "policy poise: no memory for %u SMs", host->sms);
    if (code == POISE_OK)
        *state = sched;
    else
        destroy(sched);
    return code;
}

static uint64_t storage_bits(const void *state)
{
    const poise_sched *sched = state;
    uint64_t weights = poise_weights_storage_bits(&sched->weights);
    return weights + (sched->shared != NULL ? poise_shared_storage_bits(sched->shared)
                                            : poise_thesis_storage_bits(sched->thesis));
}

static void launch_begin(void *state, const policy_launch *launch)
{
    poise_sched *sched = state;
    if (sched->shared != NULL)
        poise_shared_begin(sched->shared, launch->cycle, launch->warps);
    else
        poise_thesis_begin(sched->thesis, launch);
}

static uint64_t tick(void *state, uint32_t sm, uint64_t cycle)
{
    poise_sched *sched = state;
    return sched->thesis != NULL ? poise_thesis_tick(sched->thesis, sm, cycle) : 0;
}

static void l1_access(void *state, const sched_access *access)
{
    poise_sched *sched = state;
    if (sched->shared != NULL)
        poise_shared_access(sched->shared, access);
    else
        poise_thesis_access(sched->thesis, access);
}

static void l1_evict(void *state, const sched_eviction *eviction)
{
    poise_sched *sched = state;
    if (sched->shared != NULL)
        poise_shared_evict(sched->shared, eviction);
    else
        poise_thesis_evict(sched->thesis, eviction);
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)app;
    poise_sched *sched = state;
    if (sched->shared != NULL)
        poise_shared_end(sched->shared, cycle);
    else
        poise_thesis_end(sched->thesis);
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)count;
    poise_sched *sched = states[0];
    return sched->shared ? poise_shared_gather(sched->shared, cycle) : 0;
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
    .l1_evict = l1_evict,
    .life.gather = gather,
    .life.statistics = statistics,
};
