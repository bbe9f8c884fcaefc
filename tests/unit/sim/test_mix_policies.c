/* Programs side by side: has each a scheduler policy of its own, and do policies that serve all programs tell
 * of the whole run? */
#include "tests/unit/sim/mix_scene.h"

/* ---- statistics of policies ---- */

/* What is told by a policy that serves all programs is of the whole run: the program that ran again when the
 * last one ended does not wipe it out. */
static void policies_of_the_machine_tell(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    sim_policies policies = {.tlb = "shared_tlb"};
    simulator *sim;
    policy_statistic told[POLICY_STATISTICS];
    double l2_hit_rate = -1, look_ups = 0;
    scene s = {0};
    add(&s, 0, 2, 1, hard_everything());
    add(&s, 2, 2, 3, hard_everything());
    assert_int_equal(sim_create(&sim, &config, &policies, &s.err), 0);
    run_on(&s, sim);
    assert_int_equal(s.code, 0);
    assert_true(s.result[0].restarts > 0);
    size_t n = sim_policy_statistics(sim, POLICY_AT_TLB, told, POLICY_STATISTICS);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(told[i].name, "l2_hit_rate") == 0)
            l2_hit_rate = told[i].value;
        if (strcmp(told[i].name, "l2_look_ups") == 0)
            look_ups = told[i].value;
    }
    assert_true(look_ups > 0 && l2_hit_rate >= 0 && l2_hit_rate <= 1);
    sim_destroy(sim);
}

/* ---- the scheduler policy ---- */

/* It asks each SM for its tuple by the numbers that it knows, and notes which programs' launches begin. */
typedef struct watcher {
    sched_host host;
    uint64_t begins, ends, gathers, last_begin, ticks[8];
    bool wrong;
} watcher;
static watcher watchers[MOST_PROGRAMS + 1];
static size_t n_watchers;

static int watcher_create(const sched_host *host, const void *options, void **created, poise_error *err)
{
    (void)options, (void)err;
    watcher *w = &watchers[n_watchers++ % (MOST_PROGRAMS + 1)];
    *w = (watcher){.host = *host};
    *created = w;
    return 0;
}

static void watcher_destroy(void *state)
{
    (void)state;
}

static unsigned watcher_pick(void *state, const sched_view *view)
{
    watcher *w = state;
    w->wrong |= view->sm >= w->host.sms || view->cycle < w->last_begin;
    return (unsigned)__builtin_ctzll(view->ready);
}

static void watcher_begin(void *state, const policy_launch *launch)
{
    watcher *w = state;
    w->wrong |= w->begins != w->ends || launch->cycle < w->last_begin || !launch->warps;
    w->begins++;
    w->last_begin = launch->cycle;
    for (uint32_t i = 0; i < w->host.sms; i++) {
        w->wrong |= w->host.counters(w->host.opaque, i)->warp_insts != 0;
        w->host.set_tuple(w->host.opaque, i, 5, 2 + i);
    }
}

static void watcher_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)app;
    watcher *w = state;
    w->wrong |= cycle < w->last_begin;
    w->ends++;
}

static uint64_t watcher_tick(void *state, uint32_t sm, uint64_t cycle)
{
    watcher *w = state;
    w->wrong |= sm >= w->host.sms || cycle <= w->last_begin;
    w->ticks[sm]++;
    return 100;
}

static uint64_t watcher_gather(void *const *states, uint32_t count, uint64_t cycle)
{
    watcher *w = states[0];
    sched_memory use;
    w->wrong |= count != 1;
    w->host.memory(w->host.opaque, &use);
    /* Since the launch began, with a clock of DRAM that is no faster than that of the core. */
    w->wrong |= use.request_flits > use.request_flits_most || use.dram_busy > use.dram_cycles ||
                use.dram_cycles > 2 * (cycle - w->last_begin) + 4;
    w->gathers++;
    return 150;
}

static const sched_policy watching = {.info = {.name = "watching"},
                                      .create = watcher_create,
                                      .life.destroy = watcher_destroy,
                                      .pick = watcher_pick,
                                      .life.launch_begin = watcher_begin,
                                      .life.launch_end = watcher_end,
                                      .tick = watcher_tick,
                                      .life.gather = watcher_gather};

typedef struct seen_tuples {
    uint32_t n[8];
    bool wrong;
} seen_tuples;

static void see_tuple(void *user, uint32_t sm, uint64_t cycle, uint32_t n, uint32_t p)
{
    seen_tuples *seen = user;
    seen->wrong |= n != 5 || p != 2 + sm || cycle != 0;
    seen->n[sm]++;
}

static void each_program_has_its_scheduler(void **state)
{
    (void)state;
    sim_config config = machine(plain, 5);
    simulator *sim;
    scene s = {0};
    add(&s, 0, 2, 2, hard_everything());
    add(&s, 3, 2, 3, hard_everything());
    seen_tuples seen = {0};
    s.program[1].observer = see_tuple;
    s.program[1].observer_user = &seen;
    assert_int_equal(sim_create(&sim, &config, NULL, &s.err), 0);
    assert_int_equal(sim_use_sched(sim, &watching, NULL, &s.err), 0);
    n_watchers = 0;
    run_on(&s, sim);
    assert_int_equal(s.code, 0);
    for (size_t i = 0; i < 2; i++) {
        const watcher *w = &watchers[i];
        assert_int_equal(w->host.sms, 2);
        assert_false(w->wrong);
        assert_true(w->begins == w->ends && w->begins >= 2 + i);
        assert_true(w->gathers > 0 && w->ticks[0] > 0 && w->ticks[1] > 0);
    }
    assert_true(seen.n[0] == watchers[1].begins && seen.n[1] == watchers[1].begins && !seen.wrong);
    sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policies_of_the_machine_tell),
        cmocka_unit_test(each_program_has_its_scheduler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
