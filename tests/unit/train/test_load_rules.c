/* Choices of loads: what is learned, what it is worth, and that nothing is learned from the program judged.
 */
#include "tests/test.h"
#include "train/loads/validate.h"

#include <math.h>
#include <stdlib.h>

enum { PROGRAMS = 5, LOADS = 4, SCHEDULES = 8, ALL = PROGRAMS * LOADS };

/* Each program one launch of 24 warps with four loads. */
typedef struct world {
    load_dataset data;
    load_dataset_launch launch[PROGRAMS];
    load_dataset_load load[ALL];
    load_dataset_row row[ALL];
    profile_schedule schedule[PROGRAMS][SCHEDULES];
} world;

static char *const names[PROGRAMS] = {"a", "b", "c", "d", "e"};

/* Hit rates at (1, 1) 0.1, 0.3, 0.7, 0.9; those above 1/2 had better allocate. Shares 0.1, 0.2, 0.3, 0.4.
 * Twice as fast with the best set, {24, 24} and {2, 2}. */
static world *make_world(void)
{
    static const double rates[LOADS] = {0.1, 0.3, 0.7, 0.9};
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->data = (load_dataset){.n_launches = PROGRAMS, .n_loads = ALL, .n_rows = ALL};
    w->data.launches = w->launch;
    w->data.loads = w->load;
    w->data.rows = w->row;
    (void)snprintf(w->data.hash, sizeof w->data.hash, "0123456789abcdef0123456789abcdef");
    for (uint32_t i = 0; i < ALL; i++) {
        w->load[i] = (load_dataset_load){.launch = i / LOADS,
                                         .number = i % LOADS,
                                         .pc = 10 + i,
                                         .lookups_one = 1000,
                                         .share = 0.1 * (1 + i % LOADS)};
        w->load[i].x[LOAD_X_h_one] = rates[i % LOADS] + 0.01 * w->load[i].launch;
        w->load[i].x[LOAD_X_log2_lines] = 1;
        w->load[i].x[LOAD_X_unkept_log2_lines] = 1 - w->load[i].x[LOAD_X_h_one];
        w->load[i].x[LOAD_X_constant] = 1;
        w->row[i] = (load_dataset_row){
            .load = i, .n = 2, .p = 2, .context = LOAD_AT_BEST, .margin = i % LOADS < 2 ? -0.5 : 0.5};
    }
    for (uint32_t i = 0; i < PROGRAMS; i++) {
        const profile_schedule at[] = {{2, 2, 0, 900},    {2, 2, 1, 800},   {2, 2, 3, 500},
                                       {24, 24, 0, 1000}, {24, 24, 3, 600}, {24, 24, 15, 2000}};
        memcpy(w->schedule[i], at, sizeof at);
        w->launch[i] = (load_dataset_launch){.program = names[i],
                                             .split = PROFILE_TRAINING,
                                             .warps = 24,
                                             .n_loads = LOADS,
                                             .n_schedules = sizeof at / sizeof *at,
                                             .first_load = (size_t)i * LOADS,
                                             .schedules = w->schedule[i]};
    }
    return w;
}

static load_plan plan_of(load_method method)
{
    return (load_plan){.method = method,
                       .cost = {2, {1, 10}},
                       .gamma = {1, {0.5}},
                       .features = LOAD_FEATURES_ONE,
                       .seed = 1};
}

static load_score score_of(const world *w, load_method method, bool *allocates)
{
    const load_plan plan = plan_of(method);
    load_problem problem;
    load_score score = {0};
    poise_error err = {0};
    bool mine[ALL];
    if (load_problem_open(&problem, &w->data, &err) != POISE_OK ||
        load_validate(&problem, &plan, allocates != NULL ? allocates : mine, &err) != POISE_OK ||
        load_validate_score(&problem, &plan, NULL, &score, &err) != POISE_OK)
        fail_msg("%s", err.text);
    load_problem_close(&problem);
    return score;
}

static void what_separates_is_learned(void **state)
{
    (void)state;
    static const load_method methods[] = {LOAD_METHOD_LOGISTIC, LOAD_METHOD_MACHINE, LOAD_METHOD_RBF,
                                          LOAD_METHOD_H_ONE, LOAD_METHOD_OWN};
    world *w = make_world();
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const load_score score = score_of(w, methods[i], NULL);
        assert_int_equal(score.loads, ALL);
        assert_int_equal(score.wrong, 0);
        assert_true(score.lost == 0);
        assert_float_equal(score.all, ALL * 0.5, 1e-9);
        assert_float_equal(score.speedup, 2, 1e-9);
        assert_int_equal(score.elsewhere, 0);
    }
    free(w);
}

static void rules_without_learning(void **state)
{
    (void)state;
    world *w = make_world();
    load_score score = score_of(w, LOAD_METHOD_ALWAYS, NULL);
    assert_int_equal(score.wrong, ALL / 2);
    assert_float_equal(score.lost, ALL / 2 * 0.5, 1e-9);
    assert_float_equal(score.speedup, 1000. / 900, 1e-9); /* Static-Best */
    score = score_of(w, LOAD_METHOD_NEVER, NULL);
    assert_float_equal(score.speedup, 0.5, 1e-9);
    /* h_max says nothing here: all rates are 0, and all loads allocate. */
    assert_float_equal(score_of(w, LOAD_METHOD_H_MAX, NULL).speedup, 1000. / 900, 1e-9);
    const load_score one = score_of(w, LOAD_METHOD_RANDOM, NULL), two = score_of(w, LOAD_METHOD_RANDOM, NULL);
    assert_memory_equal(&one, &two, sizeof one);
    assert_true(one.lost > 0 && one.lost < one.all);
    assert_true(one.elsewhere > 0);
    /* Of seeds wrong is a mean, too, and each load on the wrong side loses 0.5. */
    assert_true(fabs(one.lost - 0.5 * (double)one.wrong) <= 0.25 + 1e-9);
    free(w);
}

/* A program whose loads behave the other way round is judged by what the others teach. */
static void a_program_is_not_learned_from_itself(void **state)
{
    (void)state;
    static const load_method methods[] = {LOAD_METHOD_LOGISTIC, LOAD_METHOD_MACHINE, LOAD_METHOD_RBF,
                                          LOAD_METHOD_H_ONE};
    world *w = make_world();
    for (size_t i = 2 * LOADS; i < 3 * LOADS; i++)
        w->row[i].margin = -w->row[i].margin;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        bool allocates[ALL] = {false};
        (void)score_of(w, methods[i], allocates);
        for (size_t load = 2 * LOADS; load < 3 * LOADS; load++)
            assert_true(allocates[load] != (w->row[load].margin > 0));
    }
    free(w);
}

/* The nearest measured set by share of lines, not by number of loads, and the fastest schedule of it. */
static void sets_that_were_not_measured(void **state)
{
    (void)state;
    world *w = make_world();
    load_problem problem;
    load_score score = {0};
    bool allocates[ALL] = {false};
    for (size_t i = 0; i < ALL; i++)
        allocates[i] = i % LOADS >= 1; /* around: load 0, as measured */
    assert_int_equal(load_problem_open(&problem, &w->data, NULL), POISE_OK);
    assert_int_equal(load_judge(&problem, allocates, NULL, &score, NULL), POISE_OK);
    assert_int_equal(score.elsewhere, 0);
    assert_float_equal(score.speedup, 1000. / 800, 1e-9);
    for (size_t i = 0; i < ALL; i++)
        allocates[i] = i % LOADS == 0; /* around: loads 1, 2, 3, share 0.9; all four are 0.1 away */
    double of_program[PROGRAMS];
    assert_int_equal(load_judge(&problem, allocates, of_program, &score, NULL), POISE_OK);
    assert_int_equal(score.elsewhere, PROGRAMS);
    assert_float_equal(score.speedup, 0.5, 1e-9);
    assert_float_equal(of_program[3], 0.5, 1e-9);
    for (size_t i = 0; i < ALL; i++)
        allocates[i] = i % LOADS != 1; /* around: load 1; {0, 1} is 0.1 away, {0} 0.3, none 0.2 */
    assert_int_equal(load_judge(&problem, allocates, NULL, &score, NULL), POISE_OK);
    assert_float_equal(score.speedup, 2, 1e-9);
    assert_int_equal(load_judge_best(&problem, NULL, &score, NULL), POISE_OK);
    assert_float_equal(score.speedup, 2, 1e-9);
    load_problem_close(&problem);
    free(w);
}

/* Loads that matter little do not shift what is learned from those that matter. */
static void margins_are_weights(void **state)
{
    (void)state;
    world *w = make_world();
    for (uint32_t i = 0; i < ALL; i++) {
        if (i % LOADS == 3)
            w->row[i].margin = -0.02; /* less than half a copy */
    }
    bool allocates[ALL] = {false};
    (void)score_of(w, LOAD_METHOD_LOGISTIC, allocates);
    for (uint32_t i = 0; i < ALL; i++)
        assert_int_equal(allocates[i], i % LOADS >= 2);
    free(w);
}

/* Of two values that one is chosen which loses less, whichever comes first: with almost no cost of errors
 * nothing is learned. */
static void the_value_that_loses_least_is_chosen(void **state)
{
    (void)state;
    const bool all[PROGRAMS] = {true, true, true, true, true};
    world *w = make_world();
    load_problem problem;
    assert_int_equal(load_problem_open(&problem, &w->data, NULL), POISE_OK);
    for (int first = 0; first < 2; first++) {
        load_plan plan = plan_of(LOAD_METHOD_LOGISTIC);
        load_spec spec;
        plan.cost.value[first] = 10;
        plan.cost.value[!first] = 1e-9;
        for (uint32_t i = 0; i < ALL; i++) /* three of four had better allocate */
            w->row[i].margin = i % LOADS == 0 ? -0.5 : 0.5;
        assert_int_equal(load_choose(&problem, all, &plan, &spec, NULL), POISE_OK);
        assert_float_equal(spec.cost, 10, 0);
    }
    load_problem_close(&problem);
    free(w);
}

/* A margin below half a 16th is none: then all loads that are learned from ask for the same, and the rule has
 * no weights. (learn.h) */
static void a_small_margin_is_none(void **state)
{
    (void)state;
    static const struct {
        double margin;
        bool counts;
    } cases[] = {{1 / 32. - 0.0002, false}, {1 / 32. + 0.0002, true}};
    const bool all[PROGRAMS] = {true, true, true, true, true};
    const load_spec spec = {.method = LOAD_METHOD_LOGISTIC, .cost = 10, .features = LOAD_FEATURES_ONE};
    world *w = make_world();
    load_problem problem;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        load_rule rule;
        for (uint32_t i = 0; i < ALL; i++)
            w->row[i].margin = i % LOADS == 0 ? -cases[c].margin : 0.5;
        assert_int_equal(load_problem_open(&problem, &w->data, NULL), POISE_OK);
        assert_int_equal(load_rule_learn(&problem, all, &spec, &rule, NULL), POISE_OK);
        assert_int_equal(rule.weight[LOAD_X_h_one] != 0, cases[c].counts);
        load_rule_free(&rule);
        load_problem_close(&problem);
    }
    free(w);
}

/* The columns of a program's line are those of the headline: the choice, Static-Best, Static-Best+. */
static void programs_are_printed_below_their_headline(void **state)
{
    (void)state;
    const load_plan plan = plan_of(LOAD_METHOD_NEVER);
    world *w = make_world();
    load_problem problem;
    char *text = NULL, words[8][32] = {""};
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    assert_int_equal(load_problem_open(&problem, &w->data, NULL), POISE_OK);
    assert_int_equal(load_print_programs(out, &problem, &plan, NULL), POISE_OK);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(sscanf(text, "%31s %31s %31s %31s %31s %31s a", words[0], words[1], words[2], words[3],
                            words[4], words[5]),
                     6);
    static const char *const headline[] = {"program", "launches",    "loads",
                                           "never",   "Static-Best", "Static-Best+"};
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(words[i], headline[i]);
    const char *line = strstr(text, "\na ");
    assert_non_null(line);
    double of[5] = {0};
    assert_int_equal(sscanf(line, " a %lf %lf %lf %lf %lf", &of[0], &of[1], &of[2], &of[3], &of[4]), 5);
    const double expected[] = {1, LOADS, 0.5, 1000. / 900, 2}; /* as the tests above say */
    for (size_t i = 0; i < 5; i++)
        assert_float_equal(of[i], expected[i], 0.0006);
    free(text);
    load_problem_close(&problem);
    free(w);
}

/* What whole launches show may be the opposite of what windows show, by which loads are decided. */
static void rules_decide_by_windows(void **state)
{
    (void)state;
    static const load_method methods[] = {LOAD_METHOD_LOGISTIC, LOAD_METHOD_MACHINE, LOAD_METHOD_RBF};
    world *w = make_world();
    for (uint32_t i = 0; i < ALL; i++) {
        memcpy(w->load[i].whole, w->load[i].x, sizeof w->load[i].x);
        w->load[i].whole[LOAD_X_h_one] = 1 - w->load[i].x[LOAD_X_h_one];
        w->load[i].whole[LOAD_X_unkept_log2_lines] = w->load[i].x[LOAD_X_h_one];
    }
    load_problem problem;
    load_score score;
    assert_int_equal(load_problem_open(&problem, &w->data, NULL), POISE_OK);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        load_plan plan = plan_of(methods[m]);
        assert_int_equal(load_validate_score(&problem, &plan, NULL, &score, NULL), POISE_OK);
        assert_int_equal(score.wrong, 0);
        plan.counts = LOAD_COUNTS_LAUNCHES;
        assert_int_equal(load_validate_score(&problem, &plan, NULL, &score, NULL), POISE_OK);
        assert_int_equal(score.wrong, ALL);
    }
    load_problem_close(&problem);
    free(w);
}

/* wasted_one has a weight in the set that asks for it, and in no smaller one. */
static void lines_are_asked_for_by_a_set_of_features(void **state)
{
    (void)state;
    world *w = make_world();
    load_problem problem;
    const bool all[PROGRAMS] = {true, true, true, true, true};
    for (uint32_t i = 0; i < ALL; i++)
        w->load[i].x[LOAD_X_wasted_one] = i % LOADS < 2 ? 0.8 : 0.3;
    assert_int_equal(load_problem_open(&problem, &w->data, NULL), POISE_OK);
    for (load_feature_set set = 0; set < LOAD_FEATURE_SETS; set++) {
        const load_spec spec = {.method = LOAD_METHOD_LOGISTIC, .cost = 10, .features = set};
        load_rule rule;
        assert_int_equal(load_rule_learn(&problem, all, &spec, &rule, NULL), POISE_OK);
        if (set < LOAD_FEATURES_WASTED)
            assert_true(rule.weight[LOAD_X_wasted_one] == 0);
        else
            assert_true(rule.weight[LOAD_X_wasted_one] < 0);
        load_rule_free(&rule);
    }
    load_problem_close(&problem);
    free(w);
}

static void a_load_that_was_hardly_seen_allocates(void **state)
{
    (void)state;
    world *w = make_world();
    w->load[0].lookups_one = 31;
    bool allocates[ALL] = {false};
    (void)score_of(w, LOAD_METHOD_LOGISTIC, allocates);
    assert_true(allocates[0]);
    assert_false(allocates[LOADS]);
    (void)score_of(w, LOAD_METHOD_NEVER, allocates);
    assert_false(allocates[0]);
    free(w);
}

/* Nearness of hit rates to 1/2, which no sum tells, a machine with Gaussian kernels does. */
static void kernels_learn_what_sums_cannot(void **state)
{
    (void)state;
    world *w = make_world();
    for (uint32_t i = 0; i < ALL; i++)
        w->row[i].margin = i % LOADS == 1 || i % LOADS == 2 ? 0.5 : -0.5;
    assert_int_equal(score_of(w, LOAD_METHOD_RBF, NULL).wrong, 0);
    assert_true(score_of(w, LOAD_METHOD_LOGISTIC, NULL).wrong > 0);
    free(w);
}

static void a_model_decides_as_its_rule_does(void **state)
{
    (void)state;
    static const load_method methods[] = {LOAD_METHOD_LOGISTIC, LOAD_METHOD_MACHINE, LOAD_METHOD_H_ONE};
    world *w = make_world();
    load_problem problem;
    poise_error err = {0};
    const bool all[PROGRAMS] = {true, true, true, true, true};
    assert_int_equal(load_problem_open(&problem, &w->data, NULL), POISE_OK);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        const load_spec spec = {.method = methods[m], .cost = 10, .features = LOAD_FEATURES_ONE};
        load_rule rule;
        poise_load_model model;
        assert_int_equal(load_rule_learn(&problem, all, &spec, &rule, NULL), POISE_OK);
        assert_int_equal(load_rule_model(&rule, &problem, all, "m", &model, NULL), POISE_OK);
        assert_string_equal(model.training_hash, w->data.hash);
        assert_true(model.weight[MODEL_LOAD_h_max] == 0 && model.weight[MODEL_LOAD_wasted_one] == 0);
        for (size_t i = 0; i < ALL; i++)
            assert_int_equal(poise_load_model_score(&model, w->load[i].x) >= 0,
                             load_rule_allocates(&rule, &problem, i));
        load_rule_free(&rule);
    }
    const load_rule daws = {.spec.method = LOAD_METHOD_DAWS};
    poise_load_model model;
    assert_int_equal(load_rule_model(&daws, &problem, all, "m", &model, &err), POISE_USAGE);
    assert_contains(err.text, "daws is no weighted sum");
    load_problem_close(&problem);
    free(w);
}

/* A rule needs no load to tell it when not to allocate. */
static void where_all_ask_for_the_same_all_do(void **state)
{
    (void)state;
    static const load_method methods[] = {LOAD_METHOD_LOGISTIC, LOAD_METHOD_MACHINE, LOAD_METHOD_RBF};
    world *w = make_world();
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < ALL; i++)
            w->row[i].margin = sign * 0.5;
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
            assert_int_equal(score_of(w, methods[m], NULL).wrong, 0);
    }
    free(w);
}

static void two_programs_are_needed(void **state)
{
    (void)state;
    world *w = make_world();
    load_problem problem;
    poise_error err = {0};
    for (size_t i = 0; i < PROGRAMS; i++)
        w->launch[i].program = names[0];
    assert_int_equal(load_problem_open(&problem, &w->data, &err), POISE_FAILED);
    assert_contains(err.text, "the data set has 1");
    load_problem_close(&problem);
    free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_separates_is_learned),
        cmocka_unit_test(rules_without_learning),
        cmocka_unit_test(a_program_is_not_learned_from_itself),
        cmocka_unit_test(sets_that_were_not_measured),
        cmocka_unit_test(margins_are_weights),
        cmocka_unit_test(the_value_that_loses_least_is_chosen),
        cmocka_unit_test(a_small_margin_is_none),
        cmocka_unit_test(programs_are_printed_below_their_headline),
        cmocka_unit_test(rules_decide_by_windows),
        cmocka_unit_test(lines_are_asked_for_by_a_set_of_features),
        cmocka_unit_test(a_load_that_was_hardly_seen_allocates),
        cmocka_unit_test(kernels_learn_what_sums_cannot),
        cmocka_unit_test(a_model_decides_as_its_rule_does),
        cmocka_unit_test(where_all_ask_for_the_same_all_do),
        cmocka_unit_test(two_programs_are_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
