/* Knobs, their levels and the area of machines [S3.7.3]; what is written comes back. */
#include "design/result.h"
#include "design/space.h"
#include "sim/config/area.h"
#include "tests/folder.h"

#include <math.h>

static void assert_near(double value, double expected, double by)
{
    if (!(fabs(value - expected) <= by))
        fail_msg("%g instead of %g", value, expected);
}

static sim_config base_machine(void)
{
    sim_config base;
    sim_config_default(&base);
    base.sms = 15; /* as thesis-ch3 */
    base.l2_banks = 12;
    base.l2_sets = 64;
    return base;
}

static design_space space_of(const char *knobs)
{
    const sim_config base = base_machine();
    design_space space;
    poise_error err = {0};
    if (design_space_make(&space, &base, knobs, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return space;
}

static void set(const design_space *space, design_point *point, const char *option, const char *value)
{
    for (size_t i = 0; i < space->n_knobs; i++) {
        for (size_t k = 0; k < space->knobs[i].n_levels; k++) {
            if (strcmp(space->knobs[i].option, option) == 0 && strcmp(space->knobs[i].level[k], value) == 0) {
                point->level[i] = (uint8_t)k;
                return;
            }
        }
    }
    fail_msg("no knob %s has %s", option, value);
}

static void base_costs_nothing(void **state)
{
    (void)state;
    const design_space space = space_of(NULL);
    const design_point start = design_space_start(&space);
    char text[DESIGN_TEXT];
    assert_int_equal(space.n_knobs, 9);
    assert_true(design_space_area(&space, &start) == 0);
    design_space_text(&space, &start, text);
    assert_string_equal(text, "base");
}

/* 94 KB of buffers and 20 bytes of flits: 1.5 % of 700 mm^2. */
static void the_choice_of_the_thesis_is_one_of_the_points(void **state)
{
    (void)state;
    const design_space space = space_of(NULL);
    design_point point = design_space_start(&space);
    char text[DESIGN_TEXT];
    sim_config machine;
    set(&space, &point, "l1_miss_queue", "32");
    set(&space, &point, "l1_mshrs", "48");
    set(&space, &point, "lsu_queue", "40");
    set(&space, &point, "l2_access_queue", "32");
    set(&space, &point, "l2_miss_queue", "32");
    set(&space, &point, "l2_response_queue", "32");
    set(&space, &point, "flit_request_bytes", "16");
    set(&space, &point, "flit_reply_bytes", "68");
    assert_near(design_space_area(&space, &point), 6.9 + 3.62, 0.02);
    assert_int_equal(design_space_machine(&space, &point, &machine, NULL), POISE_OK);
    assert_int_equal(machine.flit_reply_bytes, 68);
    assert_int_equal(machine.l1_mshrs, 48);
    design_space_text(&space, &point, text);
    assert_string_equal(text, "l1_miss_queue=32 l1_mshrs=48 lsu_queue=40 flit_request_bytes=16 "
                              "l2_access_queue=32 l2_miss_queue=32 l2_response_queue=32 flit_reply_bytes=68");
}

static void levels_cost_more_the_higher_they_are(void **state)
{
    (void)state;
    const design_space space = space_of(NULL);
    for (size_t i = 0; i < space.n_knobs; i++) {
        design_point point = design_space_start(&space);
        double last = -1e9;
        for (size_t k = 0; k < space.knobs[i].n_levels; k++) {
            point.level[i] = (uint8_t)k;
            const double area = design_space_area(&space, &point);
            assert_true(area > last);
            last = area;
        }
    }
}

static void knobs_of_ones_own(void **state)
{
    (void)state;
    const design_space space = space_of("l2_port_bytes,schedulers=1:2,l1_mshrs=16:32,l1_mshrs=32:64:96");
    assert_int_equal(space.n_knobs, 3);
    assert_string_equal(space.knobs[0].option, "l2_port_bytes");
    assert_string_equal(space.knobs[0].level[2], "128");
    assert_string_equal(space.knobs[2].option, "l1_mshrs"); /* what is named again replaces what it was */
    assert_int_equal(space.knobs[2].n_levels, 3);
    assert_int_equal(space.knobs[2].base, 0);
}

/* A choice, such as a yes/no option, is a knob like any other. */
static void choices_are_knobs(void **state)
{
    (void)state;
    const design_space space = space_of("memory=real:infinite,l1_mshrs");
    design_point point = design_space_start(&space);
    sim_config machine;
    char text[DESIGN_TEXT];
    assert_int_equal(point.level[0], 0);
    point.level[0] = 1;
    assert_int_equal(design_space_machine(&space, &point, &machine, NULL), POISE_OK);
    assert_int_equal(machine.memory, MEMORY_INFINITE);
    design_space_text(&space, &point, text);
    assert_string_equal(text, "memory=infinite");
}

static void a_machine_that_does_not_fit_has_no_area(void **state)
{
    (void)state;
    const design_space space = space_of("l2_miss_queue=1:8");
    design_point point = design_space_start(&space);
    point.level[0] = 0; /* it must hold a write-back and a fetch */
    assert_true(isnan(design_space_area(&space, &point)));
}

static void slips_in_knobs_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *knobs, *sentence;
    } slips[] = {
        {"l1_mshr", "did you mean 'l1_mshrs'"},
        {"nonsense=1:2", "there is no knob 'nonsense'"},
        {"l1_mshrs=48:64", "the base has 32"},
        {"l1_mshrs=32:many", "many"},
        {"l1_mshrs=1:2:3:4:5:6:7:8:32", "more than 8 values"},
        {",", "names no knob"},
    };
    const sim_config base = base_machine();
    for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++) {
        design_space space;
        poise_error err = {0};
        assert_int_equal(design_space_make(&space, &base, slips[i].knobs, &err), POISE_USAGE);
        assert_contains(err.text, slips[i].sentence);
    }
}

static void budgets(void **state)
{
    (void)state;
    double mm2;
    assert_int_equal(design_budget_read("1.5%", &mm2, NULL), POISE_OK);
    assert_near(mm2, 10.5, 1e-9);
    assert_int_equal(design_budget_read("10.25mm2", &mm2, NULL), POISE_OK);
    assert_true(mm2 == 10.25);
    assert_int_equal(design_budget_read("0", &mm2, NULL), POISE_OK);
    assert_true(mm2 == 0);
    static const char *const wrong[] = {"", "%", "-1%", "1.5 %", "nan", "inf", "1e9", "3mm"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(design_budget_read(wrong[i], &mm2, NULL), POISE_USAGE);
}

static void means(void **state)
{
    (void)state;
    const uint64_t base[] = {100, 100}, faster[] = {50, 200};
    assert_near(design_mean_speedup(DESIGN_ARITHMETIC, base, faster, 2), 1.25, 1e-12);
    assert_near(design_mean_speedup(DESIGN_HARMONIC, base, faster, 2), 0.8, 1e-12);
    assert_near(design_mean_speedup(DESIGN_GEOMETRIC, base, faster, 2), 1.0, 1e-12);
    assert_true(isnan(design_mean_speedup(DESIGN_ARITHMETIC, base, faster, 0)));
}

/* ---- the file ---- */

static uint64_t cycles[] = {100, 200, 50, 190, 80, 160, 60, 150}, judge_cycles[] = {70, 35, 0, 40};
static design_row rows[] = {
    {"base", "base", DESIGN_BASE, 1, 0, 1, 1, 1},
    {"thesis", "cost-effective", DESIGN_COMPARED, 0, 10.5, 1.53, 2, 0},
    {"", "l1_mshrs=48", DESIGN_ASCENT, 2, 0.2, 1.25, 0, 1},
    {"best", "flit_reply_bytes=68", DESIGN_TRIM, 3, 6.5, 1.5, 1.75, 1},
};
static design_program_name programs[] = {{"one"}, {"two"}}, judges[] = {{"three"}};
static design_knob_row knobs[] = {{"l1_mshrs", "32:48", "32"}};

static design_result sample(void)
{
    design_result result = {.config = "sms = 15\n",
                            .policy = "gto",
                            .config_hash = "0123456789abcdef0123456789abcdef",
                            .mean = DESIGN_HARMONIC,
                            .budget = 10.515,
                            .beam = 2,
                            .most = 400,
                            .is_cut = 1,
                            .n_knobs = 1,
                            .n_programs = 2,
                            .n_judges = 1,
                            .n_rows = 4,
                            .knobs = knobs,
                            .programs = programs,
                            .judges = judges,
                            .rows = rows,
                            .cycles = cycles,
                            .judge_cycles = judge_cycles};
    return result;
}

static void what_is_written_comes_back(void **state)
{
    (void)state;
    const design_result written = sample();
    design_result read;
    size_t n;
    assert_int_equal(design_result_write(test_path("design.h5"), &written, NULL), POISE_OK);
    assert_int_equal(design_result_read(test_path("design.h5"), &read, NULL), POISE_OK);
    assert_int_equal(design_result_write(test_path("again.h5"), &read, NULL), POISE_OK);
    assert_same_bytes(test_path("design.h5"), test_path("again.h5"));
    assert_string_equal(design_result_best(&read)->change, "flit_reply_bytes=68");
    assert_string_equal(design_result_within(&read, 3)->change, "l1_mshrs=48");
    assert_string_equal(design_result_within(&read, 12)->label, "best"); /* compared machines do not count */
    const design_row **front = design_result_front(&read, &n);
    assert_int_equal(n, 3);
    assert_true(front[0]->area == 0 && front[2]->area == 6.5);
    free(front);
    design_result_free(&read);
}

static void refuse(const design_result *result)
{
    design_result read;
    assert_int_equal(design_result_write(test_path("wrong.h5"), result, NULL), POISE_OK);
    assert_int_equal(design_result_read(test_path("wrong.h5"), &read, NULL), POISE_DAMAGED);
}

static void files_that_cannot_be_are_refused(void **state)
{
    (void)state;
    uint64_t none[8] = {0};
    design_row others[4];
    design_result wrong = sample();
    wrong.cycles = none; /* a run takes cycles */
    refuse(&wrong);
    wrong = sample();
    wrong.rows = others;
    memcpy(others, rows, sizeof rows);
    others[0].area = 1; /* the first is the base */
    refuse(&wrong);
    memcpy(others, rows, sizeof rows);
    others[1].mean = -1;
    refuse(&wrong);
    memcpy(others, rows, sizeof rows);
    others[2].judged = 1.5; /* it did not run there */
    refuse(&wrong);
    wrong = sample();
    wrong.budget = -1;
    refuse(&wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base_costs_nothing),
        cmocka_unit_test(the_choice_of_the_thesis_is_one_of_the_points),
        cmocka_unit_test(levels_cost_more_the_higher_they_are),
        cmocka_unit_test(knobs_of_ones_own),
        cmocka_unit_test(choices_are_knobs),
        cmocka_unit_test(a_machine_that_does_not_fit_has_no_area),
        cmocka_unit_test(slips_in_knobs_are_told),
        cmocka_unit_test(budgets),
        cmocka_unit_test(means),
        cmocka_unit_test(what_is_written_comes_back),
        cmocka_unit_test(files_that_cannot_be_are_refused),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
