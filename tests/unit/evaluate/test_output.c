/* Table, CSV and JSON of a hand-made comparison. */
#include "common/file.h"
#include "evaluate/output.h"
#include "tests/folder.h"

#include <jansson.h>
#include <math.h>

enum { MOST_COLUMNS = 256 };

static evaluate_launch launches[] = {
    {.kernel = "k", .index = 0, .trace_hash = "ab", .warps = 8, .filled_warps = 6}};
static const evaluate_program programs[] = {
    {.name = "first", .n_launches = 1, .launches = launches},
    {.name = "second, odd", .n_launches = 1, .launches = launches},
};
static const evaluate_policy_list list = {
    .n = 2,
    .policies = {{.scheme = {.name = (char *)"gto", .text = (char *)"gto"},
                  .label = "gto",
                  .short_name = (char *)"gto"},
                 {.kind = EVALUATE_STATIC_BEST,
                  .scheme = {.name = (char *)"static_best", .text = (char *)"static_best"},
                  .label = "static_best",
                  .short_name = (char *)"static_best"}},
};
static sim_counters totals[4] = {
    {.cycles = 300, .warp_insts = 7}, {.cycles = 200}, {.cycles = 500}, {.cycles = 500}};
static evaluate_tuple tuples[] = {{3, 1}, {8, 8}};
static evaluate_facts facts[4];
static evaluate_statistic told = {"windows", "window", 12.5};
static evaluate_statistics figures[4] = {[1] = {1, &told}};
static course_point points[2] = {{100, 0.5}, {200, 2}};
static course_series series = {"l2", "types", "hit", "warp", 2, points};
static evaluate_course courses[4] = {[1] = {.n = 1, .series = &series}};
static evaluate_cell cells[4];
static evaluate_metrics metrics[4] = {
    {.cycles = 300, .speedup = 1, .l1_hit_rate = 0.125, .relative_latency = NAN},
    {.cycles = 200, .speedup = 1.5, .l1_hit_rate = 0.5, .relative_latency = NAN},
    {.cycles = 500, .speedup = 1, .relative_latency = 1},
    {.cycles = 500, .speedup = 1, .relative_latency = 1},
};
static evaluate_metrics means[2] = {
    {.cycles = NAN, .speedup = 1, .l1_hit_rate = 0.0625, .relative_latency = 1},
    {.cycles = NAN, .speedup = 1.2, .l1_hit_rate = 0.25, .relative_latency = 1}};
static char *warnings[] = {(char *)"second, odd: identical cycles"};
static sim_config config;

static evaluate_comparison comparison(void)
{
    for (size_t i = 0; i < 4; i++)
        cells[i].result = (evaluate_result){.total = totals[i],
                                            .launches = &totals[i],
                                            .facts = &facts[i],
                                            .statistics = &figures[i],
                                            .courses = &courses[i]};
    cells[1].schedule.tuples = &tuples[0];
    cells[3].schedule.tuples = &tuples[1];
    cells[3].result.cut_short = true;
    return (evaluate_comparison){
        .request = {.config = &config, .policies = &list, .programs = programs, .n_programs = 2},
        .cells = cells,
        .metrics = metrics,
        .means = means,
        .warnings = warnings,
        .n_warnings = 1,
    };
}

static int set_up(void **state)
{
    sim_config_default(&config);
    return make_test_folder(state);
}

static void table_is_aligned(void **state)
{
    (void)state;
    evaluate_comparison shown = comparison();
    size_t chosen[64], n;
    assert_int_equal(evaluate_choose_metrics("speedup,relative_latency,cycles", chosen, &n, NULL), POISE_OK);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    evaluate_print_table(&shown, chosen, n, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, "Speedup over gto\n"
                              "                      gto  static_best\n"
                              "first               1.000        1.500\n"
                              "second, odd         1.000        1.000\n"
                              "harmonic mean       1.000        1.200\n"
                              "\n"
                              "Mean L1 miss latency relative to gto\n"
                              "                      gto  static_best\n"
                              "first                   -            -\n"
                              "second, odd         1.000        1.000\n"
                              "harmonic mean       1.000        1.000\n"
                              "\n"
                              "Core cycles, all launches\n"
                              "                      gto  static_best\n"
                              "first                 300          200\n"
                              "second, odd           500          500\n");
    free(text);
}

static void unknown_metric_is_refused(void **state)
{
    (void)state;
    size_t chosen[64], n;
    poise_error err = {0};
    assert_int_equal(evaluate_choose_metrics("speedup,sped_up", chosen, &n, &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "did you mean 'speedup'"));
    assert_int_equal(evaluate_choose_metrics("bogus", chosen, &n, &err), POISE_USAGE);
    assert_string_equal(err.text, "unknown metric 'bogus': 'poise evaluate --help' lists them");
    assert_int_equal(evaluate_choose_metrics("", chosen, &n, &err), POISE_USAGE);
    size_t n_metrics;
    (void)evaluate_metric_table(&n_metrics);
    char many[300];
    size_t length = (size_t)snprintf(many, sizeof many, "ipc");
    assert_true(n_metrics < 64);
    for (size_t i = 0; i < n_metrics; i++) /* one more than there are */
        length += (size_t)snprintf(many + length, sizeof many - length, ",ipc");
    assert_int_equal(evaluate_choose_metrics(many, chosen, &n, &err), POISE_USAGE);
    many[length - strlen(",ipc")] = '\0';
    assert_int_equal(evaluate_choose_metrics(many, chosen, &n, &err), POISE_OK);
    assert_int_equal(n, n_metrics);
}

/* A mean and a sum, or a share and cycles, may have one name in their tables: as columns they are two. */
static void csv_columns_are_distinct(void **state)
{
    (void)state;
    evaluate_comparison shown = comparison();
    assert_int_equal(evaluate_write_csv(&shown, test_path("c.csv"), NULL), POISE_OK);
    char *text = NULL;
    size_t size, n = 0;
    assert_int_equal(poise_read_file(test_path("c.csv"), 1 << 20, &text, &size, NULL), POISE_OK);
    *strchr(text, '\n') = '\0';
    char *rest = text, *column[MOST_COLUMNS];
    for (char *name; (name = strsep(&rest, ",")) != NULL; n++) {
        assert_true(n < MOST_COLUMNS);
        for (size_t i = 0; i < n; i++)
            assert_string_not_equal(name, column[i]);
        column[n] = name;
    }
    assert_true(n > 60); /* metrics, counters and facts */
    free(text);
}

static void csv_has_a_line_for_each_result(void **state)
{
    (void)state;
    evaluate_comparison shown = comparison();
    assert_int_equal(evaluate_write_csv(&shown, test_path("r.csv"), NULL), POISE_OK);
    char *text = NULL;
    size_t size;
    assert_int_equal(poise_read_file(test_path("r.csv"), 1 << 20, &text, &size, NULL), POISE_OK);
    assert_int_equal(strncmp(text, "program,policy,cut_short,cycles,speedup,ipc,", 44), 0);
    assert_non_null(strstr(text, ",miss_latency,"));
    assert_non_null(strstr(text, ",miss_latency_total,"));
    assert_non_null(strstr(text, "\nfirst,gto,0,300,1,0,0.125,"));
    assert_non_null(strstr(text, "\nfirst,static_best,0,200,1.5,0,0.5,0,0,0,0,,0,")); /* undefined is empty */
    assert_non_null(strstr(text, "\n\"second, odd\",static_best,1,500,1,"));
    size_t lines = 0, commas[5] = {0};
    int quoted = 0;
    for (const char *c = text; *c != '\0'; c++) {
        quoted ^= *c == '"';
        lines += *c == '\n';
        if (*c == ',' && !quoted && lines < 5)
            commas[lines]++;
    }
    assert_int_equal(lines, 5);
    for (size_t i = 1; i < 5; i++)
        assert_int_equal(commas[i], commas[0]);
    free(text);
}

static void json_has_everything(void **state)
{
    (void)state;
    evaluate_comparison shown = comparison();
    assert_int_equal(evaluate_write_json(&shown, test_path("r.json"), NULL), POISE_OK);
    json_t *root = json_load_file(test_path("r.json"), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "baseline")), "gto");
    assert_true(json_is_null(json_object_get(root, "profile")));
    assert_string_equal(json_string_value(json_object_get(json_object_get(root, "machine"), "sms")), "32");
    json_t *results = json_object_get(root, "results");
    assert_int_equal(json_array_size(results), 4);
    json_t *best = json_array_get(results, 1);
    assert_string_equal(json_string_value(json_object_get(best, "policy")), "static_best");
    assert_true(json_is_null(json_object_get(json_object_get(best, "metrics"), "relative_latency")));
    json_t *launch = json_array_get(json_object_get(best, "launches"), 0);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(launch, "tuple"), 0)), 3);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(launch, "counters"), "cycles")), 200);
    json_t *figure = json_object_get(json_object_get(launch, "figures"), "windows");
    assert_true(json_real_value(json_object_get(figure, "value")) == 12.5);
    assert_string_equal(json_string_value(json_object_get(figure, "unit")), "window");
    json_t *gto_launch = json_array_get(json_object_get(json_array_get(results, 0), "launches"), 0);
    assert_true(json_is_null(json_object_get(gto_launch, "tuple")));
    assert_int_equal(json_object_size(json_object_get(gto_launch, "figures")), 0);
    assert_true(json_is_true(json_object_get(json_array_get(results, 3), "cut_short")));
    assert_string_equal(json_string_value(json_array_get(json_object_get(root, "warnings"), 0)), warnings[0]);
    json_decref(root);
}

static void a_file_that_cannot_be_written_is_an_error(void **state)
{
    (void)state;
    evaluate_comparison shown = comparison();
    poise_error err = {0};
    assert_int_equal(evaluate_write_csv(&shown, "/nonexistent/r.csv", &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "/nonexistent"));
    assert_int_equal(evaluate_write_json(&shown, "/nonexistent/r.json", &err), POISE_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_aligned),
        cmocka_unit_test(unknown_metric_is_refused),
        cmocka_unit_test(csv_columns_are_distinct),
        cmocka_unit_test(csv_has_a_line_for_each_result),
        cmocka_unit_test(json_has_everything),
        cmocka_unit_test(a_file_that_cannot_be_written_is_an_error),
    };
    return cmocka_run_group_tests(tests, set_up, remove_test_folder);
}
