/* Loads whose lines are not reused go around the L1, found by their hit rates: what a learned choice of loads
 * is compared with (docs/BEYOND.md).
 *
 * That single load instructions tell what is worth keeping is known: Y. Tian et al., Adaptive GPU Cache
 * Bypassing, GPGPU-8, 2015, predict it by hashed program counters; C. Li et al., Locality-Driven Dynamic GPU
 * Cache Bypassing, ICS 2015, by reuse in a decoupled tag array. The rule here is the simplest of that kind,
 * and our own: each SM counts look-ups and hits of up to 16 loads for `sample` cycles in which all loads
 * allocate; then loads with a hit rate below `threshold` go around for `hold` cycles, and all is sampled
 * anew. A load that joins a line on its way has hit. The tuple is fixed, greedy-then-oldest. The defaults are
 * the best of a few on nine training runs on demo-8sm. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/order.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOADS = 16,         /* a table; further loads allocate */
    MOST_PC = 1 << 16,  /* loads behind that many instructions allocate */
    LEAST_LOOKUPS = 64, /* fewer say nothing (our choice) */
    /* An entry: 16 bits of the number, two counters that saturate, whether it goes around. */
    ENTRY_BITS = 16 + 2 * 16 + 1,
};

typedef struct pc_options {
    int64_t n, p, threshold, sample, hold;
    int at;
} pc_options;

enum { AT_TUPLE, AT_ONE };

#define AT(member) offsetof(pc_options, member)
static const poise_option pc_table[] = {
    {"n", 0, POISE_OPT_INT, AT(n), "64", 1, POISE_ALL_WARPS, NULL, "N",
     "Warps per scheduler that may issue."},
    {"p", 0, POISE_OPT_INT, AT(p), "64", 0, POISE_ALL_WARPS, NULL, "P", "Of these, warps that may allocate."},
    {"threshold", 0, POISE_OPT_INT, AT(threshold), "45", 0, 100, NULL, "PERCENT",
     "Loads with a lower hit rate go around; 0 = none does."},
    {"sample", 0, POISE_OPT_INT, AT(sample), "8000", 1, 1e9, NULL, "CYCLES", "In which all loads allocate."},
    {"hold", 0, POISE_OPT_INT, AT(hold), "30000", 1, 1e9, NULL, "CYCLES", "Until the next sample."},
    {"at", 0, POISE_OPT_CHOICE, AT(at), "tuple", POISE_ANY_RANGE, "tuple|one", NULL,
     "Where is sampled: at {n, p}, or at {1, 1}, where nobody else thrashes."},
};
#undef AT

typedef struct pc_entry {
    uint32_t pc, lookups, hits;
} pc_entry;

typedef struct pc_sm {
    bool samples;
    uint32_t n;
    pc_entry load[LOADS];
    uint64_t chosen, decisions; /* statistics */
} pc_sm;

typedef struct pc_state {
    sched_host host;
    pc_options options;
    pc_sm sm[];
} pc_state;

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    const pc_options *o = options;
    if (o->p > o->n)
        return poise_fail(err, POISE_USAGE, "policy pc_bypass: p may not exceed n");
    pc_state *s = calloc(1, sizeof *s + host->sms * sizeof s->sm[0]);
    if (s == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for scheduler pc_bypass");
    s->host = *host;
    s->options = *o;
    *state = s;
    return POISE_OK;
}

static uint64_t storage_bits(const void *state)
{
    const pc_state *s = state;
    return (uint64_t)s->host.sms * LOADS * ENTRY_BITS;
}

/* All loads of the SM allocate, and are counted from now on. */
static void begin_sample(pc_state *s, uint32_t sm)
{
    s->sm[sm].samples = true;
    s->sm[sm].n = 0;
    s->host.set_loads(s->host.opaque, sm, NULL, 0);
    if (s->options.at == AT_ONE)
        s->host.set_tuple(s->host.opaque, sm, 1, 1);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)launch;
    pc_state *s = state;
    for (uint32_t sm = 0; sm < s->host.sms; sm++) {
        s->host.set_tuple(s->host.opaque, sm, (uint32_t)s->options.n, (uint32_t)s->options.p);
        s->sm[sm] = (pc_sm){0};
    }
}

static void decide(pc_state *s, uint32_t sm)
{
    uint64_t around[MOST_PC / 64] = {0};
    pc_sm *at = &s->sm[sm];
    uint32_t words = 0;
    at->samples = false;
    at->decisions++;
    for (uint32_t i = 0; i < at->n; i++) {
        const pc_entry *load = &at->load[i];
        if (load->lookups < LEAST_LOOKUPS ||
            100ull * load->hits >= (uint64_t)s->options.threshold * load->lookups)
            continue;
        around[load->pc / 64] |= UINT64_C(1) << load->pc % 64;
        words = load->pc / 64 + 1 > words ? load->pc / 64 + 1 : words;
        at->chosen++;
    }
    s->host.set_loads(s->host.opaque, sm, around, words);
    s->host.set_tuple(s->host.opaque, sm, (uint32_t)s->options.n, (uint32_t)s->options.p);
}

static uint64_t tick(void *state, uint32_t sm, uint64_t cycle)
{
    (void)cycle;
    pc_state *s = state;
    if (!s->sm[sm].samples) {
        begin_sample(s, sm);
        return (uint64_t)s->options.sample;
    }
    decide(s, sm);
    return (uint64_t)s->options.hold;
}

static pc_entry *find(pc_sm *sm, uint32_t pc)
{
    for (uint32_t i = 0; i < sm->n; i++)
        if (sm->load[i].pc == pc)
            return &sm->load[i];
    if (sm->n == LOADS || pc >= MOST_PC)
        return NULL;
    sm->load[sm->n] = (pc_entry){.pc = pc};
    return &sm->load[sm->n++];
}

static void l1_access(void *state, const sched_access *access)
{
    pc_state *s = state;
    pc_sm *sm = &s->sm[access->at.sm];
    if (!sm->samples)
        return;
    pc_entry *load = find(sm, access->pc);
    if (load == NULL || load->lookups == UINT16_MAX)
        return;
    load->lookups++;
    load->hits += access->outcome != SCHED_MISS;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const pc_state *s = states[0];
    double chosen = 0, decisions = 0;
    for (uint32_t sm = 0; sm < s->host.sms; sm++) {
        chosen += (double)s->sm[sm].chosen;
        decisions += (double)s->sm[sm].decisions;
    }
    const policy_statistic all[] = {{"loads_around", "1", chosen / decisions}, {"decisions", "1", decisions}};
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

const sched_policy sched_pc_bypass = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "pc_bypass",
             .summary = "loads of low hit rate allocate no L1 lines, by the hit rates of a sample",
             .source = "after Tian et al., GPGPU-8, 2015; rule our own",
             .options = pc_table,
             .n_options = sizeof pc_table / sizeof *pc_table,
             .options_size = sizeof(pc_options)},
    .create = create,
    .life.destroy = free,
    .life.storage_bits = storage_bits,
    .life.launch_begin = launch_begin,
    .life.statistics = statistics,
    .pick = sched_pick_gto,
    .tick = tick,
    .l1_access = l1_access,
};
