/* Built-in policies of L1, L2 and DRAM in whole machines. */
/* test: slow */
#include "sim/sim.h"
#include "tests/unit/sim/hard_cases.h"

static void launch_built_in(const sim_policies *chosen, const char *const *settings, bool always,
                            uint32_t threads, sim_counters *counters)
{
    static const char *const through[] = {"l2_write=through", "dram_return_queue=1000", NULL};
    bench b;
    bench_open(&b, "gto", settings);
    sim_destroy(b.sim);
    bench_set(&b, through);
    b.config.wake_always = always;
    if (sim_create(&b.sim, &b.config, chosen, &b.err) || sim_set_threads(b.sim, threads, &b.err) ||
        sim_launch(b.sim, hard_everything(), counters, NULL, &b.err))
        fail_msg("%s", b.err.text);
    sim_destroy(b.sim);
}

/* Policies whose channels look at each other, as those of atlas, or whose banks do, as those of MeDiC. */
static void sleep_and_threads_change_nothing(void **state)
{
    (void)state;
    static const sim_policies chosen[] = {
        {.sched = "tuple:4:2", .l1 = "eaf", .l2 = "eaf:lines=20", .dram = "atlas:quantum=2500:threshold=300"},
        {.sched = "gto", .l2 = "medic:resample=900:profile=4:mostly_miss=50", .dram = "wms:low=3:high=2"},
        {.sched = "gto", .l2 = "medic_reuse:resample=900:profile=4:mode=class", .dram = "wms"},
        {.sched = "lrr", .l2 = "rand_byp:period=700", .dram = "wms"},
        {.sched = "gto", .dram = "sms:interval=3000:dcs_fifo=2"},
        {.sched = "gto", .dram = "wg:burst=2:threshold=300"},
        {.sched = "gto", .l1 = "drrip", .l2 = "pcal_l2:tokens=9:epoch=800"},
        {.sched = "gto", .dram = "bliss:threshold=2:interval=700:by=source"},
        {.sched = "gto", .dram = "parbs:cap=2:by=source"},
        {.sched = "gto", .dram = "tcm:quantum=900:shuffle=40:by=source"},
        {.sched = "gto", .l1 = "ship", .l2 = "pc_byp:resample=900:profile=4:entries=3"},
    };
    for (size_t i = 0; i < HARD_MACHINES * sizeof chosen / sizeof *chosen; i++) {
        const sim_policies *policies = &chosen[i / HARD_MACHINES];
        const char *const *machine = hard_machines[i % HARD_MACHINES];
        sim_counters one, other;
        launch_built_in(policies, machine, false, 1, &one);
        launch_built_in(policies, machine, true, 1, &other);
        assert_memory_equal(&one, &other, sizeof one);
        launch_built_in(policies, machine, false, 3, &other);
        assert_memory_equal(&one, &other, sizeof one);
    }
}

/* Where no warp is of a type that is treated differently, MeDiC and those that it is compared with are the
 * baseline cycle for cycle: all warps mostly hit, and one queue has the size of frfcfs's; a second one lets
 * no more into a channel whose replies have room. */
static void medic_without_types_is_the_baseline(void **state)
{
    (void)state;
    static const sim_policies baseline = {.sched = "gto"};
    static const char *const l2[] = {"warp_types",
                                     "wbyp:mostly_hit=0",
                                     "wip:mostly_hit=0",
                                     "medic:mostly_hit=0",
                                     "medic:mostly_hit=0:mode=class",
                                     "medic_reuse:mostly_hit=0",
                                     "pc_byp:mostly_hit=0",
                                     "rand_byp:share=0",
                                     "oracle_byp",
                                     "pcal_l2:tokens=4096"};
    for (size_t i = 0; i < HARD_MACHINES * sizeof l2 / sizeof *l2; i++) {
        const char *const *machine = hard_machines[i % HARD_MACHINES];
        const sim_policies medic = {.sched = "gto", .l2 = l2[i / HARD_MACHINES]};
        sim_counters one, other;
        launch_built_in(&baseline, machine, false, 1, &one);
        launch_built_in(&medic, machine, false, 1, &other);
        assert_memory_equal(&one, &other, sizeof one);
    }
    for (size_t i = 0; i < HARD_MACHINES; i++) {
        bench b;
        char low[64];
        bench_open(&b, "gto", hard_machines[i]);
        sim_destroy(b.sim);
        (void)snprintf(low, sizeof low, "wms:low=%u", b.config.dram_queue);
        const sim_policies wms = {.sched = "gto", .dram = low};
        sim_counters one, other;
        launch_built_in(&baseline, hard_machines[i], false, 1, &one);
        launch_built_in(&wms, hard_machines[i], false, 1, &other);
        assert_memory_equal(&one, &other, sizeof one);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sleep_and_threads_change_nothing),
        cmocka_unit_test(medic_without_types_is_the_baseline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
