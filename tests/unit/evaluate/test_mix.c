/* Metrics of mixes against numbers computed by hand, and who gets which SMs. */
#include "evaluate/mix/mixes.h"
#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static sim_mix_result with_ipc(uint64_t insts, uint64_t cycles)
{
    return (sim_mix_result){.counters = {.thread_insts = insts, .cycles = cycles}};
}

static void assert_near(double value, double wanted)
{
    assert_true(fabs(value - wanted) < 1e-12);
}

static evaluate_mix_metrics metrics_of(sim_mix_result *shared, sim_mix_result *alone, size_t n)
{
    const evaluate_mix_outcome of_shared = {.programs = shared}, of_alone = {.programs = alone};
    return evaluate_mix_metrics_of(&of_shared, &of_alone, n, 0);
}

/* A GPU program of slowdown 2 and CPU cores of 1.25 and 5. */
static void metrics_with_cpus(void **state)
{
    (void)state;
    sim_mix_result shared[] = {with_ipc(100, 100)}, alone[] = {with_ipc(100, 50)};
    sim_cpu_result beside[] = {{.counts = {.cycles = 100, .instructions = 80}},
                               {.counts = {.cycles = 1000, .instructions = 100}}};
    sim_cpu_result by_itself[] = {{.counts = {.cycles = 100, .instructions = 100}},
                                  {.counts = {.cycles = 200, .instructions = 100}}};
    const evaluate_mix_outcome of_shared = {.programs = shared, .cpus = beside},
                               of_alone = {.programs = alone, .cpus = by_itself};
    const evaluate_mix_metrics m = evaluate_mix_metrics_of(&of_shared, &of_alone, 1, 2);
    assert_near(m.gpu_speedup, 0.5);
    assert_near(m.cpu_weighted_speedup, 0.8 + 0.2);
    assert_near(m.weighted_speedup, 0.5 + 0.8 + 0.2);
    assert_near(m.harmonic_speedup, 3 / (2 + 1.25 + 5));
    assert_near(m.maximum_slowdown, 5);
    assert_near(m.cpu_max_slowdown, 5);
    assert_near(m.unfairness, 4);
    assert_near(m.ipc_total, 1);
    shared[0].counters.cycles = 400; /* the GPU program loses most, of the cores it is the same one */
    const evaluate_mix_metrics slow = evaluate_mix_metrics_of(&of_shared, &of_alone, 1, 2);
    assert_near(slow.maximum_slowdown, 8);
    assert_near(slow.cpu_max_slowdown, 5);
    beside[0].counts.instructions = 0;
    assert_true(isnan(evaluate_mix_metrics_of(&of_shared, &of_alone, 1, 2).cpu_max_slowdown));
}

static double mean_of(evaluate_mixes *mixes, const char *name)
{
    size_t n;
    const evaluate_mix_metric_info *metric = evaluate_mix_metric_table(&n);
    while (strcmp(metric->name, name) != 0)
        metric++;
    return evaluate_mixes_mean(mixes, metric, 0);
}

/* Unfairness has the harmonic mean over mixes, [RA] 5.3.5; a mix without cores has none. */
static void means_over_mixes(void **state)
{
    (void)state;
    evaluate_mix_cell cells[] = {{.metrics = {.cpu_weighted_speedup = 3, .cpu_max_slowdown = 2}},
                                 {.metrics = {.cpu_weighted_speedup = 6, .cpu_max_slowdown = 6}},
                                 {.metrics = {.cpu_weighted_speedup = NAN, .cpu_max_slowdown = NAN}}};
    const evaluate_policy_list one = {.n = 1};
    evaluate_mixes mixes = {.request = {.policies = &one, .n_mixes = 3}, .cells = cells, .n_cells = 3};
    assert_near(mean_of(&mixes, "cpu_weighted_speedup"), 4.5);
    assert_near(mean_of(&mixes, "cpu_max_slowdown"), 3);
}

/* Slowdowns 2, 4 and 1. */
static void metrics_by_hand(void **state)
{
    (void)state;
    sim_mix_result shared[] = {with_ipc(100, 100), with_ipc(50, 100), with_ipc(300, 100)};
    sim_mix_result alone[] = {with_ipc(100, 50), with_ipc(50, 25), with_ipc(300, 100)};
    const evaluate_mix_metrics m = metrics_of(shared, alone, 3);
    assert_near(m.weighted_speedup, 0.5 + 0.25 + 1);
    assert_near(m.harmonic_speedup, 3.0 / 7);
    assert_near(m.maximum_slowdown, 4);
    assert_near(m.unfairness, 4);
    assert_near(m.ipc_total, 1 + 0.5 + 3);
    assert_true(isnan(m.gpu_speedup) && isnan(m.cpu_weighted_speedup) && isnan(m.cpu_max_slowdown));
    const evaluate_mix_metrics two = metrics_of(shared, alone, 2);
    assert_near(two.unfairness, 2);
}

static void a_program_that_has_done_nothing(void **state)
{
    (void)state;
    sim_mix_result shared[] = {with_ipc(100, 100), with_ipc(0, 100)};
    sim_mix_result alone[] = {with_ipc(100, 50), with_ipc(50, 25)};
    const evaluate_mix_metrics m = metrics_of(shared, alone, 2);
    assert_true(isnan(evaluate_mix_slowdown(&shared[1], &alone[1])));
    assert_true(isnan(m.weighted_speedup) && isnan(m.harmonic_speedup));
    assert_true(isnan(m.maximum_slowdown) && isnan(m.unfairness));
}

static void words_that_name_sms(void **state)
{
    (void)state;
    static const struct {
        const char *word, *left;
        evaluate_sms sms;
    } words[] = {
        {"traces/a", "traces/a", {0}},
        {"traces/a@8", "traces/a", {.n = 8}},
        {"@mvt@0-7", "@mvt", {.n = 8, .is_placed = true}},
        {"@mvt@14-14", "@mvt", {.n = 1, .first = 14, .is_placed = true}},
        {"@mvt", "@mvt", {0}},
        {"@8", "@8", {0}},     /* a set */
        {"a@b", "a@b", {0}},   /* a folder */
        {"a@3-", "a@3-", {0}}, /* likewise */
        {"a@1-2-3", "a@1-2-3", {0}},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[32];
        evaluate_sms sms;
        poise_error err;
        snprintf(text, sizeof text, "%s", words[i].word);
        assert_int_equal(evaluate_sms_split(text, &sms, &err), 0);
        assert_string_equal(text, words[i].left);
        assert_true(sms.n == words[i].sms.n && sms.first == words[i].sms.first &&
                    sms.is_placed == words[i].sms.is_placed);
    }
    char none[] = "a@0", backwards[] = "a@5-4";
    evaluate_sms sms;
    poise_error err;
    assert_int_equal(evaluate_sms_split(none, &sms, &err), POISE_USAGE);
    assert_int_equal(evaluate_sms_split(backwards, &sms, &err), POISE_USAGE);
}

static void shares(void **state)
{
    (void)state;
    static char names[][2] = {"a", "b", "c", "d"};
    evaluate_mix_program programs[4];
    const evaluate_mix mix = {.n = 4, .programs = programs};
    evaluate_range r[4];
    poise_error err;
    for (size_t i = 0; i < 4; i++)
        programs[i] = (evaluate_mix_program){.name = names[i]};
    assert_int_equal(evaluate_mix_partition(&mix, 15, r, &err), 0); /* 4 + 4 + 4 + 3 */
    assert_true(r[0].first == 0 && r[1].first == 4 && r[2].first == 8 && r[3].first == 12);
    assert_true(r[0].n == 4 && r[1].n == 4 && r[2].n == 4 && r[3].n == 3);
    programs[2].sms = (evaluate_sms){.n = 2, .first = 0, .is_placed = true};
    programs[1].sms = (evaluate_sms){.n = 5};
    assert_int_equal(evaluate_mix_partition(&mix, 15, r, &err), 0);
    assert_true(r[2].first == 0 && r[2].n == 2 && r[1].first == 2 && r[1].n == 5);
    assert_true(r[0].first == 7 && r[0].n == 4 && r[3].first == 11 && r[3].n == 4);
    assert_int_equal(evaluate_mix_partition(&mix, 8, r, &err), POISE_USAGE);
    assert_contains(err.text, "d: no SM is left of 8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(metrics_by_hand),     cmocka_unit_test(metrics_with_cpus),
        cmocka_unit_test(means_over_mixes),    cmocka_unit_test(a_program_that_has_done_nothing),
        cmocka_unit_test(words_that_name_sms), cmocka_unit_test(shares),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
