#include "cli/train/loads.h"

#include "common/log.h"
#include "train/loads/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values tried where none are given; our choice, simple models first. */
#define COSTS  "0.1,1,10,100"
#define GAMMAS "0.01,0.1,1"

static int read_plan(const cli_train_loads *options, load_plan *plan, poise_error *err)
{
    *plan = (load_plan){.method = (load_method)options->method,
                        .features = (load_feature_set)options->features,
                        .counts = (load_counts)options->counts,
                        .seed = options->seed};
    const char *cost = strcmp(options->cost, "cv") == 0 ? COSTS : options->cost;
    const char *gamma = strcmp(options->gamma, "cv") == 0 ? GAMMAS : options->gamma;
    int code = train_parse_grid(cost, TRAIN_COST_HYPER, &plan->cost, err);
    return code == POISE_OK ? train_parse_grid(gamma, TRAIN_GAMMA_HYPER, &plan->gamma, err) : code;
}

static void say_rule(const load_rule *rule)
{
    switch (rule->spec.method) {
    case LOAD_METHOD_LOGISTIC:
    case LOAD_METHOD_MACHINE: poise_say("cost %g", rule->spec.cost); break;
    case LOAD_METHOD_RBF:
        poise_say("cost %g, gamma %g, %zu support vectors", rule->spec.cost, rule->spec.gamma,
                  rule->n_support);
        break;
    case LOAD_METHOD_H_ONE:
    case LOAD_METHOD_H_MAX: poise_say("threshold %.3f", rule->threshold); break;
    default: break;
    }
}

/* use[i]: whether the model learns from program i. */
static int choose_programs(const poise_list *without, const load_problem *problem, bool *use, size_t *used,
                           poise_error *err)
{
    *used = problem->n_programs;
    for (size_t i = 0; i < problem->n_programs; i++)
        use[i] = true;
    for (size_t k = 0; k < without->n; k++) {
        size_t i = 0;
        while (i < problem->n_programs && strcmp(problem->program[i], without->text[k]) != 0)
            i++;
        if (i == problem->n_programs)
            return poise_fail(err, POISE_USAGE, "--without %s: no load belongs to that program",
                              without->text[k]);
        *used -= use[i];
        use[i] = false;
    }
    if (*used < 2)
        return poise_fail(err, POISE_USAGE, "--without leaves %zu programs; at least two are needed", *used);
    return POISE_OK;
}

static int learn(const cli_train_loads *options, const load_problem *problem, const load_plan *plan,
                 poise_error *err)
{
    bool *use = malloc(problem->n_programs * sizeof *use);
    size_t used = 0;
    load_spec spec;
    load_rule rule;
    poise_load_model model;
    if (use == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu programs", problem->n_programs);
    int code = choose_programs(options->without, problem, use, &used, err);
    if (code == POISE_OK)
        code = load_choose(problem, use, plan, &spec, err);
    if (code == POISE_OK)
        code = load_rule_learn(problem, use, &spec, &rule, err);
    if (code == POISE_OK) {
        say_rule(&rule);
        code = load_rule_model(&rule, problem, use, options->name, &model, err);
        load_rule_free(&rule);
    }
    free(use);
    if (code == POISE_OK)
        code = poise_load_model_write(options->output, &model, err);
    if (code == POISE_OK)
        poise_say("wrote %s, learned from the loads of %zu programs", options->output, used);
    return code;
}

static int work(const cli_train_loads *options, const load_problem *problem, poise_error *err)
{
    load_plan plan;
    int code = read_plan(options, &plan, err);
    if (code == POISE_OK && options->output != NULL)
        code = learn(options, problem, &plan, err);
    if (code == POISE_OK && options->cv)
        code = load_print_programs(stdout, problem, &plan, err);
    if (code == POISE_OK && options->compare) {
        load_comparison result;
        code = load_compare(problem, &plan, &result, err);
        if (code == POISE_OK)
            load_print_comparison(stdout, problem, &result);
    }
    return code;
}

int cli_train_on_loads(const cli_train_loads *options, const char *path, poise_error *err)
{
    load_dataset data;
    load_problem problem;
    int code = load_dataset_read_training(path, &data, err);
    if (code != POISE_OK)
        return code;
    code = load_problem_open(&problem, &data, err);
    if (code == POISE_OK)
        code = work(options, &problem, err);
    load_problem_close(&problem);
    load_dataset_free(&data);
    return code;
}
