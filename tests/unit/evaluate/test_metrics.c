/* Metrics of hand-made counters and their means, all computed by hand. */
#include "evaluate/metrics.h"
#include "sim/measure/energy.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g", value, expected);
}

static sim_config machine(void)
{
    sim_config config;
    sim_config_default(&config);
    config.core_mhz = 1000;
    config.dram_mhz = 500;
    config.channels = 4;
    config.icnt_mhz = 500;
    config.sms = 4;
    config.l2_banks = 6;
    config.schedulers = 2;
    return config;
}

static void metrics_equal_the_hand_computation(void **state)
{
    (void)state;
    sim_config config = machine();
    const sim_counters baseline = {.cycles = 3000, .miss_latency = 80000, .misses_returned = 100};
    const sim_counters one = {.cycles = 2000,
                              .thread_insts = 64000,
                              .l1_read_accesses = 400,
                              .l1_read_hits = 100,
                              .l1_intra_hits = 25,
                              .miss_latency = 60000,
                              .misses_returned = 100,
                              .dram_busy = 1000,
                              .request_flits = 800,
                              .reply_flits = 4000,
                              .sm_active_cycles = 5000,
                              .issue_slots_idle = 2500,
                              .l1_stall_line = 100,
                              .l1_stall_mshr = 200,
                              .l1_stall_queue = 700};
    const evaluate_facts facts = {.tuple_cycles = 1000,
                                  .tuple_n_cycles = 6000,
                                  .tuple_p_cycles = 2500,
                                  .search_cycles = 400,
                                  .stall_resident = 200,
                                  .stall_str_mem = 20,
                                  .stall_data_mem = 30,
                                  .stall_str_alu = 4,
                                  .stall_data_alu = 6,
                                  .stall_fetch = 3,
                                  .stall_sync = 1};
    evaluate_metrics m = evaluate_metrics_of(&one, &facts, &baseline, &config);
    assert_near(m.cycles, 2000, 0);
    assert_near(m.speedup, 1.5, 1e-15);
    assert_near(m.ipc, 32, 1e-15);
    assert_near(m.l1_hit_rate, 0.25, 1e-15);
    assert_near(m.l1_intra_share, 0.25, 1e-15);
    assert_near(m.miss_latency, 600, 1e-12);
    assert_near(m.relative_latency, 0.75, 1e-15);
    /* 2000 core cycles are 1000 command cycles of each of 4 channels */
    assert_near(m.dram_utilisation, 0.25, 1e-15);
    assert_near(m.l1_intra_rate, 0.0625, 1e-15);
    assert_near(m.l1_inter_rate, 0.1875, 1e-15);
    /* 2000 core cycles are 1000 network cycles of 4 ports: there are 4 SMs and 6 banks */
    assert_near(m.request_utilisation, 0.2, 1e-15);
    assert_near(m.reply_utilisation, 1, 1e-15);
    assert_near(m.idle_share, 0.25, 1e-15); /* of 2 schedulers */
    assert_near(m.l1_stall_share, 0.2, 1e-15);
    assert_near(m.stall_memory, 0.25, 1e-15);
    assert_near(m.stall_compute, 0.05, 1e-15);
    assert_near(m.stall_fetch, 0.015, 1e-15);
    assert_near(m.stall_sync, 0.005, 1e-15);
    assert_near(m.mean_n, 6, 1e-15);
    assert_near(m.mean_p, 2.5, 1e-15);
    assert_near(m.search_share, 0.4, 1e-15);
}

/* What goes around the L2 is not among its reads. Performance per watt is work over energy. */
static void memory_and_energy(void **state)
{
    (void)state;
    const sim_config config = machine();
    const evaluate_facts none = {0};
    const sim_counters baseline = {.cycles = 4000, .thread_insts = 64000}, one = {.cycles = 2000,
                                                                                  .thread_insts = 32000,
                                                                                  .l1_read_misses = 250,
                                                                                  .l2_reads = 200,
                                                                                  .l2_read_hits = 50,
                                                                                  .dram_reads = 200,
                                                                                  .dram_writes = 50,
                                                                                  .dram_row_hits = 150};
    evaluate_metrics m = evaluate_metrics_of(&one, &none, &baseline, &config);
    assert_near(m.row_hit_rate, 0.6, 1e-15);
    assert_near(m.l2_miss_rate, 0.75, 1e-15);
    assert_near(m.dram_reads_per_miss, 0.8, 1e-15);
    const sim_energy of_one = sim_energy_of(&one, &config), of_base = sim_energy_of(&baseline, &config);
    const double joules = sim_energy_total(&of_one);
    assert_near(m.energy, joules, 0);
    assert_near(m.efficiency, sim_energy_total(&of_base) / joules / 2, 1e-15); /* half the work */
    m = evaluate_metrics_of(&baseline, &none, &baseline, &config);
    assert_near(m.efficiency, 1, 1e-15);
    assert_true(isnan(m.row_hit_rate) && isnan(m.l2_miss_rate) && isnan(m.dram_reads_per_miss));
}

static void ratios_to_nothing_are_undefined(void **state)
{
    (void)state;
    sim_config config = machine();
    const evaluate_facts none = {0};
    const sim_counters nothing = {0}, no_loads = {.cycles = 10, .thread_insts = 320};
    evaluate_metrics m = evaluate_metrics_of(&no_loads, &none, &no_loads, &config);
    assert_near(m.speedup, 1, 0);
    assert_true(isnan(m.relative_latency));
    assert_true(isnan(m.l1_intra_share));
    assert_true(isnan(m.mean_n) && isnan(m.search_share) && isnan(m.stall_memory)); /* not measured */
    assert_true(isnan(evaluate_metrics_of(&nothing, &none, &no_loads, &config).speedup));
    assert_true(isnan(evaluate_metrics_of(&nothing, &none, &no_loads, &config).dram_utilisation));
}

static void means_are_of_their_kind(void **state)
{
    (void)state;
    const evaluate_metrics all[] = {
        {.cycles = 1, .speedup = 1, .l1_hit_rate = 0, .relative_latency = 2},
        {.cycles = 2, .speedup = 2, .l1_hit_rate = 0.5, .relative_latency = NAN},
    };
    evaluate_metrics mean = evaluate_metrics_mean(all, 2, 1);
    assert_near(mean.speedup, 4.0 / 3, 1e-15);    /* harmonic */
    assert_near(mean.l1_hit_rate, 0.25, 1e-15);   /* arithmetic */
    assert_near(mean.relative_latency, 2, 1e-15); /* undefined values are left out */
    assert_true(isnan(mean.cycles));              /* has no mean */
}

static void means_take_every_stride_th(void **state)
{
    (void)state;
    const evaluate_metrics all[] = {{.speedup = 1}, {.speedup = 9}, {.speedup = 3}, {.speedup = 9}};
    assert_near(evaluate_metrics_mean(all, 2, 2).speedup, 1.5, 1e-15);
}

static void mean_of_undefined_values_is_undefined(void **state)
{
    (void)state;
    const evaluate_metrics all[] = {{.speedup = NAN, .ipc = NAN}};
    assert_true(isnan(evaluate_metrics_mean(all, 1, 1).speedup));
    assert_true(isnan(evaluate_metrics_mean(all, 1, 1).ipc));
}

static void table_reaches_every_member(void **state)
{
    (void)state;
    size_t n;
    const evaluate_metric_info *table = evaluate_metric_table(&n);
    assert_int_equal(n * sizeof(double), sizeof(evaluate_metrics));
    evaluate_metrics metrics = {.cycles = 1, .search_share = 8};
    assert_string_equal(table[0].name, "cycles");
    assert_near(evaluate_metric_value(&metrics, &table[0]), 1, 0);
    assert_string_equal(table[n - 1].name, "search_share");
    assert_near(evaluate_metric_value(&metrics, &table[n - 1]), 8, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_equal_the_hand_computation),
        cmocka_unit_test(memory_and_energy),
        cmocka_unit_test(ratios_to_nothing_are_undefined),
        cmocka_unit_test(means_are_of_their_kind),
        cmocka_unit_test(means_take_every_stride_th),
        cmocka_unit_test(mean_of_undefined_values_is_undefined),
        cmocka_unit_test(table_reaches_every_member),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
