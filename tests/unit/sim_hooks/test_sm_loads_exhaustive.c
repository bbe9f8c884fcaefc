/* The state machine of an SM in mode thesis together with its loads, in every state that they can reach: two
 * loads, each of which may be seen in any window as one that had better allocate, one that had better not,
 * too seldom, or not at all; every prediction, every outcome of every comparison, epochs and launches that
 * end anywhere. tests/unit/infer/test_hie_exhaustive.c has the state machine alone, for more warps. */
/* test: slow */
#include "sim_hooks/sched/poise_sm_loads.h"
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Epochs do not end by themselves: an exploration ends them on purpose, in each state. */
enum { PERIOD = 1 << 30, SHARE = 50, LOADS = 2, SLOTS = 1 << 20, SETS = 1 << LOADS };

/* What a load does in a stretch between two steps. */
typedef enum behaviour { ABSENT, SELDOM, GOOD, BAD, BEHAVIOURS } behaviour;

static const uint32_t pc_of[LOADS] = {4, 70};

/* Loads allocate that hit in a third of their look-ups at (1, 1): the window at (max, max) says nothing. */
static const poise_load_weights third = {{3 << 20, 0, 0, 0, 0, 0, 0, -(1 << 20)}, 20};

typedef struct machine {
    poise_hie engine;
    poise_sm_loads loads;
    uint8_t decided; /* loads that the last choice of the launch found bad */
    bool has_decided;
} machine;

typedef struct exploration {
    poise_hie_parameters parameters;
    machine *found;
    uint64_t *key; /* hash table of SLOTS, 0 = free */
    unsigned n_found, in_force;
    bool followed[SETS][SETS]; /* a choice by the next one of the launch */
} exploration;

static uint64_t mix(uint64_t key, uint64_t part)
{
    return (key ^ part) * UINT64_C(0x9e3779b97f4a7c15) ^ key >> 29;
}

/* What decides how it goes on: all but timers, scores, features, and the table of (max, max). */
static uint64_t key_of(const machine *m)
{
    const poise_hie *e = &m->engine;
    const poise_load_table *table = &m->loads.counter.table;
    const uint64_t part[] = {e->state,
                             e->n,
                             e->p,
                             e->probe,
                             e->stride,
                             e->centre,
                             e->best,
                             e->warming,
                             e->recalled,
                             e->settled,
                             e->warps,
                             m->decided,
                             m->has_decided,
                             m->loads.around,
                             m->loads.chosen,
                             m->loads.counter.counts,
                             m->loads.list.count,
                             table->count};
    uint64_t key = 1;
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        key = mix(key, part[i]);
    for (uint32_t i = 0; i < m->loads.list.count; i++)
        key = mix(key, m->loads.list.pc[i]);
    for (uint32_t i = 0; i < table->count; i++)
        key =
            mix(mix(mix(key, table->load[i].pc), table->load[i].sample.lookups), table->load[i].sample.hits);
    return key != 0 ? key : 1;
}

static bool samples(const poise_hie *engine)
{
    return engine->state == POISE_HIE_SAMPLE_MAX || engine->state == POISE_HIE_SAMPLE_ONE;
}

/* While it samples all epochs are alike, so that cycles of the epoch can be kept. */
static void remember(exploration *all, const machine *m)
{
    const uint64_t key = key_of(m);
    size_t slot = (size_t)(key >> 40) % SLOTS;
    while (all->key[slot] != 0 && all->key[slot] != key)
        slot = (slot + 1) % SLOTS;
    if (all->key[slot] == key)
        return;
    assert_true(all->n_found < SLOTS / 2);
    all->key[slot] = key;
    machine *found = &all->found[all->n_found++];
    *found = *m;
    if (!samples(&m->engine))
        found->engine.epoch_left = PERIOD;
    if (m->engine.state == POISE_HIE_RUN || m->engine.state == POISE_HIE_COMPUTE)
        found->engine.left = PERIOD; /* these two last as long as the epoch */
    all->in_force += m->loads.around != 0;
}

/* The loads of a set of the list, as bits of pc_of. */
static uint8_t loads_of(const machine *m, uint32_t set)
{
    uint8_t loads = 0;
    for (uint32_t i = 0; i < m->loads.list.count; i++)
        for (uint32_t load = 0; load < LOADS; load++)
            loads |= (uint8_t)((set >> i & 1 && m->loads.list.pc[i] == pc_of[load]) << load);
    return loads;
}

/* Invariants of every state. */
static void check_legal(const machine *m)
{
    const poise_sm_loads *loads = &m->loads;
    const uint8_t state = m->engine.state;
    assert_true(loads->list.count <= LOADS);
    assert_true(loads->list.count < 2 || loads->list.pc[0] != loads->list.pc[1]);
    assert_true(loads->chosen >> loads->list.count == 0);
    assert_true(loads->around == 0 || loads->around == loads->chosen);
    /* No load goes around while it is sampled, or decided about, or where the cache does not matter. */
    if (samples(&m->engine) || state == POISE_HIE_PREDICT || state == POISE_HIE_COMPUTE)
        assert_int_equal(loads->around, 0);
    else if (m->has_decided && loads->around != 0) /* what goes around the last choice has found bad */
        assert_int_equal(loads_of(m, loads->around), m->decided);
    /* Counted is in the windows and their warm-ups, but for that of the first epoch of a launch. */
    assert_true(!loads->counter.counts || samples(&m->engine));
    assert_true(loads->counter.counts || !samples(&m->engine) ||
                (state == POISE_HIE_SAMPLE_MAX && m->engine.warming));
}

static void look_up(machine *m, uint32_t load, behaviour what)
{
    const uint32_t times = what == ABSENT ? 0 : what == SELDOM ? POISE_LOAD_LEAST_LOOKUPS / 4 : 40;
    for (uint32_t i = 0; i < times; i++)
        poise_load_counter_access(&m->loads.counter,
                                  &(sched_access){.pc = pc_of[load],
                                                  .first = true,
                                                  .outcome = what == GOOD ? SCHED_HIT : SCHED_MISS});
}

/* A choice has been made: of the loads as they were in the window, as late as it may be. */
static void check_choice(exploration *all, const machine *from, machine *m, uint8_t bad)
{
    const poise_hie_parameters *p = &all->parameters;
    assert_int_equal(PERIOD - m->engine.epoch_left, 2 * (p->warmup + p->feature_window));
    assert_int_equal(loads_of(m, m->loads.chosen), bad);
    if (from->has_decided)
        all->followed[from->decided][bad] = true;
    m->decided = bad;
    m->has_decided = true;
}

/* One step of a copy, after a stretch in which loads behave so. */
static void follow(exploration *all, const machine *from, const poise_weights *weights,
                   const poise_sample *window, unsigned behaviours)
{
    machine m = *from;
    uint8_t bad = 0;
    for (uint32_t load = 0; load < LOADS; load++, behaviours /= BEHAVIOURS) {
        look_up(&m, load, (behaviour)(behaviours % BEHAVIOURS));
        bad |= (uint8_t)((behaviours % BEHAVIOURS == BAD) << load);
    }
    const poise_hie before = m.engine;
    m.engine.best_score = 1000;
    m.engine.max_score =
        2500; /* 1,000 instructions in a check of 4,000 cycles are as fast as 2,500 in 10,000 */
    poise_hie_step(&m.engine, &all->parameters, weights, window);
    poise_sm_loads_step(&m.loads, &third, SHARE, &before, &m.engine);
    if (before.state == POISE_HIE_SAMPLE_ONE && m.engine.state == POISE_HIE_PREDICT)
        check_choice(all, from, &m, bad);
    else if (before.epoch_left != 1) /* nothing else makes a choice, but a lost check ends it */
        assert_true(m.loads.chosen == from->loads.chosen || m.loads.chosen == 0);
    check_legal(&m);
    remember(all, &m);
}

static poise_weights predicting(unsigned n, unsigned p, unsigned warps)
{
    poise_weights weights = {.shift = {20, 20}, .max_warps = (uint8_t)warps};
    weights.weight[0][POISE_FEATURES - 1] = (int32_t)lround(log2(n) * (1 << 20));
    weights.weight[1][POISE_FEATURES - 1] = (int32_t)lround(log2(p) * (1 << 20));
    return weights;
}

static void follow_windows(exploration *all, const machine *from, unsigned behaviours)
{
    const unsigned warps = from->engine.warps;
    const poise_sample windows[] = {{.l1_accesses = 10, .instructions = 999, .global_loads = 1000},
                                    {.l1_accesses = 10, .instructions = 1001, .global_loads = 1000},
                                    {.l1_accesses = 10, .instructions = 1000}};
    for (unsigned n = 1; n <= warps; n++) {
        for (unsigned p = 1; p <= n; p++) {
            const poise_weights weights = predicting(n, p, warps);
            for (size_t w = 0; w < sizeof windows / sizeof windows[0]; w++)
                follow(all, from, &weights, &windows[w], behaviours);
            if (from->engine.state != POISE_HIE_PREDICT)
                return; /* the weights do not matter */
        }
    }
}

/* A launch begins in any state, of a kernel that is not known or whose loads are kept. */
static void begin_launches(exploration *all, const machine *from)
{
    machine m = *from;
    const poise_kept_loads kept = {from->loads.list, from->loads.chosen};
    poise_sm_loads_begin(&m.loads, NULL);
    poise_hie_reset(&m.engine, &all->parameters, from->engine.warps);
    m.decided = 0;
    m.has_decided = false;
    assert_true(m.loads.around == 0 && m.loads.chosen == 0 && m.loads.list.count == 0);
    assert_false(m.loads.counter.counts);
    check_legal(&m);
    remember(all, &m);
    if (all->parameters.check_window == 0 || from->engine.state != POISE_HIE_RUN)
        return;
    const poise_hie_memory memory = {
        .warps = from->engine.warps, .n = from->engine.n, .p = from->engine.p, .settled = true};
    poise_sm_loads_begin(&m.loads, &kept);
    poise_hie_recall(&m.engine, &all->parameters, &memory);
    assert_int_equal(m.loads.around, kept.chosen);
    check_legal(&m);
    remember(all, &m);
}

static void follow_all(exploration *all, const machine *from)
{
    const unsigned ways = from->loads.counter.counts ? BEHAVIOURS * BEHAVIOURS : 1;
    for (unsigned behaviours = 0; behaviours < ways; behaviours++)
        follow_windows(all, from, behaviours);
    machine last = *from; /* the epoch ends */
    const poise_weights weights = predicting(1, 1, 1);
    last.engine.epoch_left = 1;
    follow(all, &last, &weights, &(poise_sample){0}, 0);
    begin_launches(all, from);
}

static exploration all;

static void explore(unsigned warps, uint32_t check_window)
{
    machine begin;
    memset(&begin, 0, sizeof begin);
    all.parameters = poise_hie_thesis;
    all.parameters.period = PERIOD;
    all.parameters.check_window = check_window;
    all.n_found = all.in_force = 0;
    memset(all.key, 0, SLOTS * sizeof *all.key);
    memset(all.followed, 0, sizeof all.followed);
    poise_sm_loads_begin(&begin.loads, NULL);
    poise_hie_reset(&begin.engine, &all.parameters, warps);
    remember(&all, &begin);
    for (unsigned i = 0; i < all.n_found; i++) {
        const machine from = all.found[i];
        follow_all(&all, &from);
    }
    print_message("           %u states with %u warps, check of %u cycles; loads go around in %u\n",
                  all.n_found, warps, check_window, all.in_force);
    assert_true(all.in_force > 0);
    for (unsigned before = 0; before < SETS; before++) /* it decides again: any choice can follow any other */
        for (unsigned after = 0; after < SETS; after++)
            assert_true(all.followed[before][after]);
}

static int make_room(void **state)
{
    (void)state;
    all.found = malloc(SLOTS / 2 * sizeof *all.found);
    all.key = malloc(SLOTS * sizeof *all.key);
    return all.found == NULL || all.key == NULL ? -1 : 0;
}

static int free_room(void **state)
{
    (void)state;
    free(all.found);
    free(all.key);
    return 0;
}

static void every_state_of_the_thesis_machine_is_legal(void **state)
{
    (void)state;
    explore(1, 0);
    explore(2, 0);
    explore(3, 0);
}

static void every_state_with_checks_is_legal(void **state)
{
    (void)state;
    explore(2, 4000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_of_the_thesis_machine_is_legal),
        cmocka_unit_test(every_state_with_checks_is_legal),
    };
    return cmocka_run_group_tests(tests, make_room, free_room);
}
