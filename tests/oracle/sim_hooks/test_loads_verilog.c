/* The compiled Verilog of a model of loads does for the events of an SM what poise_sm_loads.c and
 * poise_load_counter.c do: every count of every load, every choice, every load that may not allocate. Skipped
 * where there is no iverilog. */
/* test: slow */
#include "common/file.h"
#include "infer/emit_loads.h"
#include "infer/load.h"
#include "tests/oracle/icarus.h"
#include "tests/oracle/sim_hooks/load_events.h"

static char bench[4096]; /* loads_bench.v */

static int make_folder(void **state)
{
    return make_test_folder(state) != 0 ||
                   poise_find_installed("tests/oracle/sim_hooks/loads_bench.v", bench, sizeof bench, NULL)
               ? -1
               : 0;
}

static void emit(const poise_load_weights *weights, unsigned loads, bool gates)
{
    const poise_load_model model = {.name = "for the */ comment"};
    char line[1024];
    assert_int_equal(poise_emit_loads_verilog(&model, weights, loads, test_path("loads.v"), NULL), POISE_OK);
    snprintf(line, sizeof line,
             "cd '%s' && yosys -q -p 'read_verilog loads.v; synth -flatten -top poise_loads; write_verilog "
             "loads.v'",
             test_folder);
    if (gates)
        assert_int_equal(system(line), 0);
}

/* What the bench says differs; `most` cycles were the longest choice. */
static unsigned simulate_loads(const char *settings, unsigned *checks, unsigned *most)
{
    unsigned differing = 1;
    char *text = simulate(bench, "loads.v", settings, "events=events");
    const char *totals = strstr(text, "total:");
    assert_non_null(totals);
    assert_int_equal(sscanf(totals, "total: %u checks, %u differ; %u cycles", checks, &differing, most), 3);
    if (differing > 0)
        print_message("%s", text);
    free(text);
    return differing;
}

/* Events of `launches` launches, written down while the C code lives through them. */
static event_course print_events(const poise_load_weights *weights, const event_loads *kernel,
                                 unsigned launches, uint64_t seed)
{
    event_course course = {.out = fopen(test_path("events"), "w"), .weights = *weights, .kernel = kernel};
    const cache_shape l1 = {.sets = 4, .ways = EVENT_LINES / 4};
    assert_non_null(course.out);
    poise_random_seed(&course.random, seed);
    assert_true(poise_load_counter_create(&course.loads.counter, &l1, poise_load_asks_for_lines(weights)));
    for (unsigned i = 0; i < launches; i++)
        print_launch(&course);
    poise_load_counter_free(&course.loads.counter);
    assert_int_equal(fclose(course.out), 0);
    return course;
}

/* With `few_lines` the table of lines is as large as the L1 whose events these are; otherwise that of the
 * thesis, which takes twice the time. */
static void expect_equal(const poise_load_weights *weights, const event_loads *kernel, unsigned launches,
                         uint64_t seed, bool few_lines)
{
    unsigned checks = 0, cycles = 0;
    skip_without("iverilog");
    emit(weights, POISE_TABLE_LOADS, false);
    const event_course course = print_events(weights, kernel, launches, seed);
    const bool lines = poise_load_asks_for_lines(weights);
    char settings[128];
    snprintf(settings, sizeof settings, "-Ploads_bench.COUNTERS=%d", lines ? 6 : 4);
    if (lines && few_lines)
        snprintf(settings, sizeof settings, "-Ploads_bench.COUNTERS=6 -Ploads_bench.LINES=%d", EVENT_LINES);
    assert_int_equal(simulate_loads(settings, &checks, &cycles), 0);
    assert_in_range(cycles, 1, 82 * POISE_TABLE_LOADS + 2);
    print_message(
        "           %u checks, %u choices, %u of them with loads that go around, %u cycles at most\n", checks,
        course.choices, course.chosen, cycles);
    assert_true(course.choices > 0 && checks > 100);
}

static const event_loads few = {5, 5, 9, 200, false, 2}, many = {60, 8, 77, 400, false, 2},
                         scarce = {17, 17, 1, 600, false, 1}, far_away = {12, 8, 9000, 300, false, 2},
                         full = {20, 15, 3, 400, true, 2};

static poise_load_weights shipped(void)
{
    poise_load_weights weights;
    assert_int_equal(poise_load_weights_load("models/loads.model", &weights, NULL), POISE_OK);
    return weights;
}

static void the_shipped_model(void **state)
{
    (void)state;
    const poise_load_weights weights = shipped();
    expect_equal(&weights, &few, 3, 1, false);
    expect_equal(&weights, &many, 1, 2, false);
    expect_equal(&weights, &scarce, 1, 3, false);
    expect_equal(&weights, &far_away, 2, 4, false);
}

/* Counters become full, also those of hits of loads that lose look-ups. */
static void full_counters(void **state)
{
    (void)state;
    const poise_load_weights weights = shipped();
    expect_equal(&weights, &full, 2, 5, false);
}

/* Models that ask for both windows and for what becomes of lines; weights of any size, so that choices
 * differ; more of them in the full run. */
static void random_models(void **state)
{
    (void)state;
    static const event_loads *const kernels[] = {&few, &many, &full, &far_away};
    poise_random random;
    poise_random_seed(&random, 6);
    const unsigned sets = full_run() > 0 ? 20 : 4;
    for (unsigned set = 0; set < sets; set++) {
        poise_load_weights weights = {.shift = 20};
        for (int i = 0; i < POISE_LOAD_FEATURES; i++)
            weights.weight[i] = (int32_t)((int64_t)(poise_random_u64(&random) >> 32) + INT32_MIN) >>
                                poise_random_below(&random, 8);
        if (set == 3)
            weights.weight[POISE_LOAD_WASTED] = 0;
        expect_equal(&weights, kernels[set % 4], 1, 7 + set, set > 0);
    }
}

/* A table of 8 does the same as one of 16 as long as nothing is replaced: the C code has no other. */
static void a_table_of_8_for_few_loads(void **state)
{
    (void)state;
    unsigned checks = 0, cycles = 0;
    skip_without("iverilog");
    const poise_load_weights weights = shipped();
    emit(&weights, 8, false);
    const event_course course = print_events(&weights, &few, 2, 22);
    assert_int_equal(simulate_loads("-Ploads_bench.LOADS=8", &checks, &cycles), 0);
    assert_true(course.chosen > 0 && checks > 100);
}

/* The comparison finds a weight that is wrong. */
static void a_wrong_weight_is_found(void **state)
{
    (void)state;
    unsigned checks, cycles;
    skip_without("iverilog");
    poise_load_weights weights = {{3 << 20, 0, 0, 0, 0, 0, 0, -(1 << 20)}, 20};
    emit(&weights, POISE_TABLE_LOADS, false);
    weights.weight[0] -= 1 << 19;
    (void)print_events(&weights, &few, 1, 20);
    assert_true(simulate_loads("", &checks, &cycles) > 0);
}

/* What Yosys makes of it computes the same; in the full run, a minute. */
static void gates(void **state)
{
    (void)state;
    unsigned checks, cycles;
    if (full_run() == 0)
        return;
    skip_without("iverilog");
    skip_without("yosys");
    const poise_load_weights weights = shipped();
    emit(&weights, POISE_TABLE_LOADS, true);
    (void)print_events(&weights, &many, 1, 21);
    assert_int_equal(simulate_loads("-DGATES", &checks, &cycles), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_model),       cmocka_unit_test(full_counters),
        cmocka_unit_test(random_models),           cmocka_unit_test(a_table_of_8_for_few_loads),
        cmocka_unit_test(a_wrong_weight_is_found), cmocka_unit_test(gates),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_test_folder);
}
