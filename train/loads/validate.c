#include "train/loads/validate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool has_cost(load_method method)
{
    return method == LOAD_METHOD_LOGISTIC || method == LOAD_METHOD_MACHINE || method == LOAD_METHOD_RBF;
}

static size_t gammas_of(const load_plan *plan)
{
    return plan->method == LOAD_METHOD_RBF ? plan->gamma.n : 1;
}

static size_t candidates(const load_plan *plan)
{
    return has_cost(plan->method) ? plan->cost.n * gammas_of(plan) : 1;
}

/* Values number i; gamma varies fastest. */
static load_spec candidate(const load_plan *plan, size_t i)
{
    load_spec spec = {.method = plan->method,
                      .cost = 1,
                      .gamma = 1,
                      .features = plan->features,
                      .counts = plan->counts,
                      .seed = plan->seed};
    if (!has_cost(plan->method))
        return spec;
    if (plan->method == LOAD_METHOD_RBF)
        spec.gamma = plan->gamma.value[i % plan->gamma.n];
    i /= gammas_of(plan);
    spec.cost = plan->cost.value[i];
    return spec;
}

/* Margin that a rule loses on the loads of one program. */
static double lost_on(const load_problem *problem, size_t program, const load_rule *rule)
{
    double lost = 0;
    for (size_t i = 0; i < problem->data->n_loads; i++) {
        const load_dataset_row *row = problem->row[i];
        if (row != NULL && load_problem_program(problem, i) == program &&
            load_rule_allocates(rule, problem, i) != (row->margin > 0))
            lost += fabs(row->margin);
    }
    return lost;
}

/* Over the programs of `use`, each left out in turn. */
static int try_out(const load_problem *problem, const bool *use, const load_spec *spec, double *lost,
                   poise_error *err)
{
    bool *rest = calloc(problem->n_programs, sizeof *rest);
    int code = POISE_OK;
    if (rest == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu programs", problem->n_programs);
    *lost = 0;
    for (size_t program = 0; code == POISE_OK && program < problem->n_programs; program++) {
        load_rule rule;
        if (!use[program])
            continue;
        memcpy(rest, use, problem->n_programs * sizeof *rest);
        rest[program] = false;
        code = load_rule_learn(problem, rest, spec, &rule, err);
        if (code == POISE_OK) {
            *lost += lost_on(problem, program, &rule);
            load_rule_free(&rule);
        }
    }
    free(rest);
    return code;
}

int load_choose(const load_problem *problem, const bool *use, const load_plan *plan, load_spec *spec,
                poise_error *err)
{
    double least = INFINITY;
    poise_error reason = {0};
    *spec = candidate(plan, 0);
    const size_t n = candidates(plan);
    for (size_t i = 0; n > 1 && i < n; i++) {
        const load_spec tried = candidate(plan, i);
        double lost = 0;
        if (try_out(problem, use, &tried, &lost, &reason) == POISE_OK && lost < least) {
            least = lost;
            *spec = tried;
        }
    }
    if (n > 1 && isinf(least))
        return poise_fail(err, POISE_FAILED, "no value can be chosen: with each, learning fails (%s)",
                          reason.text);
    return POISE_OK;
}

/* Learns from all programs but one and decides on the loads of that one. */
static int run_fold(const load_problem *problem, const load_plan *plan, size_t program, bool *allocates,
                    poise_error *err)
{
    load_spec spec;
    load_rule rule;
    bool *rest = calloc(problem->n_programs, sizeof *rest);
    if (rest == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu programs", problem->n_programs);
    for (size_t i = 0; i < problem->n_programs; i++)
        rest[i] = i != program;
    int code = load_choose(problem, rest, plan, &spec, err);
    if (code == POISE_OK)
        code = load_rule_learn(problem, rest, &spec, &rule, err);
    free(rest);
    if (code != POISE_OK)
        return code;
    for (size_t i = 0; i < problem->data->n_loads; i++) {
        if (load_problem_program(problem, i) == program)
            allocates[i] = load_rule_allocates(&rule, problem, i);
    }
    load_rule_free(&rule);
    return POISE_OK;
}

/* How a fold ended. */
typedef struct fold_end {
    int code;
    poise_error failure;
} fold_end;

int load_validate(const load_problem *problem, const load_plan *plan, bool *allocates, poise_error *err)
{
    const long n = (long)problem->n_programs;
    fold_end *ends = calloc((size_t)n, sizeof *ends);
    if (ends == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu programs", problem->n_programs);
#pragma omp parallel for schedule(dynamic)
    for (long i = 0; i < n; i++)
        ends[i].code = run_fold(problem, plan, (size_t)i, allocates, &ends[i].failure);
    int code = POISE_OK;
    for (long i = 0; code == POISE_OK && i < n; i++) {
        if (ends[i].code != POISE_OK)
            code = poise_fail(err, (poise_code)ends[i].code, "%s without program %s: %s",
                              load_method_name[plan->method], problem->program[i], ends[i].failure.text);
    }
    free(ends);
    return code;
}

static void add_score(const load_score *one, load_score *sum)
{
    sum->loads += one->loads;
    sum->wrong += one->wrong;
    sum->launches += one->launches;
    sum->elsewhere += one->elsewhere;
    sum->lost += one->lost / LOAD_RANDOM_TRIES;
    sum->all += one->all / LOAD_RANDOM_TRIES;
    sum->worst += one->worst / LOAD_RANDOM_TRIES;
    sum->speedup += one->speedup / LOAD_RANDOM_TRIES;
}

static size_t mean_of(size_t sum)
{
    return (sum + LOAD_RANDOM_TRIES / 2) / LOAD_RANDOM_TRIES;
}

/* Means over seeds; of_program has those of the last seed added up. */
static int score_random(const load_problem *problem, const load_plan *plan, bool *allocates,
                        double *of_program, double *one_of_program, load_score *score, poise_error *err)
{
    int code = POISE_OK;
    for (int i = 0; code == POISE_OK && i < LOAD_RANDOM_TRIES; i++) {
        load_plan lot = *plan;
        load_score one;
        lot.seed += (uint64_t)i;
        code = load_validate(problem, &lot, allocates, err);
        if (code == POISE_OK)
            code = load_judge(problem, allocates, one_of_program, &one, err);
        if (code != POISE_OK)
            return code;
        add_score(&one, score);
        for (size_t p = 0; of_program != NULL && p < problem->n_programs; p++)
            of_program[p] += one_of_program[p] / LOAD_RANDOM_TRIES;
    }
    score->loads = mean_of(score->loads);
    score->wrong = mean_of(score->wrong);
    score->launches = mean_of(score->launches);
    score->elsewhere = mean_of(score->elsewhere);
    return code;
}

int load_validate_score(const load_problem *problem, const load_plan *plan, double *of_program,
                        load_score *score, poise_error *err)
{
    bool *allocates = calloc(problem->data->n_loads + 1, sizeof *allocates);
    double *one = calloc(problem->n_programs, sizeof *one);
    int code = POISE_OK;
    *score = (load_score){0};
    if (allocates == NULL || one == NULL) {
        code = poise_fail(err, POISE_FAILED, "no memory to validate on %zu loads", problem->data->n_loads);
    } else if (plan->method == LOAD_METHOD_RANDOM) {
        code = score_random(problem, plan, allocates, of_program, one, score, err);
    } else {
        code = load_validate(problem, plan, allocates, err);
        if (code == POISE_OK)
            code = load_judge(problem, allocates, of_program, score, err);
    }
    free(allocates);
    free(one);
    return code;
}

int load_compare(const load_problem *problem, const load_plan *plan, load_comparison *result,
                 poise_error *err)
{
    int code = load_judge_best(problem, NULL, &result->best, err);
    for (int method = 0; code == POISE_OK && method < LOAD_METHODS; method++) {
        load_plan one = *plan;
        one.method = (load_method)method;
        code = load_validate_score(problem, &one, NULL, &result->of[method], err);
    }
    return code;
}
