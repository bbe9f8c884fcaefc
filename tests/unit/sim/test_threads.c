/* Does the number of threads change anything? Counters, stall causes, errors and the end of launches that are
 * cut short must be the same with any. */
/* test: slow */
#include "sim/gpu.h"
#include "tests/test.h"
#include "tests/unit/sim/hard_cases.h"

#include <string.h>

static const uint32_t thread_counts[] = {3, 2, 5, 4};
enum { COUNTS = THREAD_SANITIZER ? 1 : sizeof thread_counts / sizeof *thread_counts };

typedef struct outcome {
    sim_counters counters[2]; /* of two launches */
    int cut_short[2];
    sim_bottleneck stalls; /* of the last */
    policy_statistic l2[POLICY_STATISTICS], dram[POLICY_STATISTICS];
    size_t n_l2, n_dram;
    int code;
    char error[sizeof((poise_error){0}.text)];
} outcome;

typedef void change_gpu(gpu *g);

/* Two launches, the second on a warm L2; `change` may spoil the machine before. */
static void launch(outcome *o, const sim_config *config, const sim_policies *policies,
                   const warp_trace *trace, uint32_t threads, change_gpu *change)
{
    simulator *sim;
    poise_error err = {0};
    memset(o, 0, sizeof *o);
    if (sim_create(&sim, config, policies, &err) || sim_set_threads(sim, threads, &err))
        fail_msg("%s", err.text);
    if (change)
        change((gpu *)(void *)sim);
    for (int i = 0; i < 2 && !o->code; i++)
        o->code = sim_launch(sim, trace, &o->counters[i], &o->cut_short[i], &err);
    memcpy(o->error, err.text, sizeof o->error);
    if (sim_bottleneck_of(sim))
        o->stalls = *sim_bottleneck_of(sim);
    o->n_l2 = sim_policy_statistics(sim, POLICY_AT_L2, o->l2, POLICY_STATISTICS);
    o->n_dram = sim_policy_statistics(sim, POLICY_AT_DRAM, o->dram, POLICY_STATISTICS);
    sim_destroy(sim);
}

/* The outcome with one thread, which those with more must equal: with every `step`-th number from `first`. */
static outcome same_under_some(const sim_config *config, const sim_policies *policies,
                               const warp_trace *trace, change_gpu *change, size_t first, size_t step)
{
    static outcome one, more;
    launch(&one, config, policies, trace, 1, change);
    for (size_t i = first; i < COUNTS; i += step) {
        launch(&more, config, policies, trace, thread_counts[i], change);
        assert_memory_equal(&one, &more, sizeof one);
    }
    return one;
}

static outcome same_under(const sim_config *config, const sim_policies *policies, const warp_trace *trace,
                          change_gpu *change)
{
    return same_under_some(config, policies, trace, change, 0, 1);
}

static outcome same_with_threads(const sim_config *config, const char *sched, const warp_trace *trace,
                                 change_gpu *change)
{
    return same_under(config, &(sim_policies){.sched = sched}, trace, change);
}

/* Every machine with every policy under two of the numbers of threads, one with each trace; every number with
 * every machine and every policy. */
static void hard_machines_and_all_policies(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    const warp_trace *const traces[] = {&loads, hard_everything()};
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = hard_machine(hard_machines[m]);
        for (size_t p = 0; p < HARD_POLICIES; p++) {
            if (THREAD_SANITIZER && p % HARD_MACHINES != m)
                continue;
            const sim_policies policies = {.sched = hard_policies[p]};
            for (size_t t = 0; t < 2; t++) {
                const size_t which = (m + p + 2 * t) % COUNTS;
                assert_int_equal(same_under_some(&config, &policies, traces[t], NULL, which, COUNTS).code, 0);
            }
        }
    }
    warp_trace_free(&loads);
}

static void stall_causes(void **state)
{
    (void)state;
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = hard_machine(hard_machines[m]);
        config.stalls = 1;
        assert_true(same_with_threads(&config, "gto", hard_everything(), NULL).stalls.resident > 0);
    }
}

/* Requests that keep their place in DRAM's queue until their row is open, and rows that close: the same
 * whoever sleeps, too. Not every DRAM policy takes the first, and some remember rows, so that no hard machine
 * has them. */
static void requests_that_overtake_and_rows_that_close(void **state)
{
    (void)state;
    static const char *const *const machines[] = {l1_sectors, small_ring, strict_dram};
    static outcome awake;
    for (size_t i = 0; i < 3 * sizeof machines / sizeof *machines; i++) {
        sim_config config = hard_machine(machines[i / 3]);
        config.dram_service = i % 3 != 0 ? SERVICE_QUEUE : SERVICE_BANK;
        config.dram_row = i % 3 != 1 ? ROW_CLOSED : ROW_OPEN;
        const outcome asleep = same_with_threads(&config, "gto", hard_everything(), NULL);
        assert_int_equal(asleep.code, 0);
        config.wake_always = 1;
        launch(&awake, &config, &(sim_policies){.sched = "gto"}, hard_everything(), 1, NULL);
        assert_memory_equal(&asleep, &awake, sizeof awake);
    }
}

static void shipped_machines(void **state)
{
    (void)state;
    static const char *const presets[] = {"thesis-ch5", "thesis-ch3", "thesis-ch3-700", "gtx480", "volta",
                                          "demo-8sm",   "mask",       "medic",          "sms",    "ddr5"};
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        sim_config config;
        poise_error err;
        if (sim_config_load(&config, presets[i], &err))
            fail_msg("%s", err.text);
        assert_int_equal(same_with_threads(&config, "gto", hard_everything(), NULL).code, 0);
    }
}

static double told(const policy_statistic *all, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].value;
    fail_msg("%s is not told", name);
    return 0;
}

/* MeDiC, whose banks share what they know, and DRAM with two queues that sees it; loads reach the L2 alone.
 * Names are the policies' own, so that pointers to them are the same. */
static void medic(void **state)
{
    (void)state;
    sim_config config;
    poise_error err;
    if (sim_config_load(&config, "medic", &err))
        fail_msg("%s", err.text);
    config.stalls = 1;
    config.l2_sets = 4;
    warp_trace loads = hard_random_loads();
    const sim_policies policies = {.sched = "tuple:24:0",
                                   .l2 = "medic:resample=2000:profile=5:mostly_hit=40:mostly_miss=20",
                                   .dram = "wms"};
    const outcome o = same_under(&config, &policies, &loads, NULL);
    assert_int_equal(o.code, 0);
    assert_true(told(o.l2, o.n_l2, "bypassed") > 0 && told(o.l2, o.n_l2, "balanced") > 0);
    assert_true(told(o.dram, o.n_dram, "high_share") > 0);
    warp_trace_free(&loads);
}

/* Windows that the limit falls into, and the launch after. */
static void launches_that_are_cut_short(void **state)
{
    (void)state;
    sim_config config = hard_machine(hard_machines[0]);
    for (config.max_cycles = 500; config.max_cycles < 520; config.max_cycles += 3) {
        outcome o = same_with_threads(&config, "gto", hard_everything(), NULL);
        assert_true(o.cut_short[0] && o.cut_short[1]);
    }
}

static void launches_of_so_many_instructions(void **state)
{
    (void)state;
    sim_config config = hard_machine(hard_machines[0]);
    config.max_insts = 3000;
    outcome o = same_with_threads(&config, "gto", hard_everything(), NULL);
    assert_true(o.cut_short[0] && o.cut_short[1]);
    assert_true(o.counters[0].thread_insts >= 3000);
}

/* ---- errors ---- */

static unsigned pick_nobody(void *policy_state, const sched_view *view)
{
    (void)policy_state, (void)view;
    return SM_MAX_WARPS;
}

static void break_policy(gpu *g)
{
    static const sched_policy broken = {.pick = pick_nobody};
    g->apps->kernel.sched = &broken;
}

/* No load can miss. */
static void take_mshrs_away(gpu *g)
{
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        g->sms[i].l1.mshrs.total = 0;
}

static void broken_policy_and_deadlock(void **state)
{
    (void)state;
    sim_config config = hard_machine(hard_machines[0]);
    outcome broken = same_with_threads(&config, "gto", hard_everything(), break_policy);
    assert_int_equal(broken.code, POISE_FAILED);
    assert_non_null(strstr(broken.error, "picked a warp that cannot issue"));
    outcome stuck = same_with_threads(&config, "gto", hard_everything(), take_mshrs_away);
    assert_int_equal(stuck.code, POISE_FAILED);
    assert_non_null(strstr(stuck.error, "deadlocked"));
}

/* Any number may be asked for; a simulator may change it between launches. */
static void changing_the_number(void **state)
{
    (void)state;
    sim_config config = hard_machine(hard_machines[0]);
    simulator *sim;
    poise_error err;
    sim_counters first, cold;
    for (uint32_t threads = 0; threads < 1000; threads += 250) {
        assert_int_equal(sim_create(&sim, &config, NULL, &err), 0);
        assert_int_equal(sim_set_threads(sim, threads, &err), 0);
        assert_int_equal(sim_launch(sim, hard_everything(), &first, NULL, &err), 0);
        if (threads == 0)
            cold = first;
        assert_memory_equal(&first, &cold, sizeof cold);
        assert_int_equal(sim_set_threads(sim, 2, &err), 0);
        assert_int_equal(sim_launch(sim, hard_everything(), &first, NULL, &err), 0);
        sim_destroy(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hard_machines_and_all_policies),
        cmocka_unit_test(stall_causes),
        cmocka_unit_test(requests_that_overtake_and_rows_that_close),
        cmocka_unit_test(shipped_machines),
        cmocka_unit_test(medic),
        cmocka_unit_test(launches_that_are_cut_short),
        cmocka_unit_test(launches_of_so_many_instructions),
        cmocka_unit_test(broken_policy_and_deadlock),
        cmocka_unit_test(changing_the_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
