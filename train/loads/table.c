#include "train/loads/validate.h"

#include <stdlib.h>

static void print_score(FILE *out, const char *title, const load_score *score, const load_score *best)
{
    (void)fprintf(out, "%-14s %6zu %6zu %7.2f %7.2f %9.3f %8.1f%% %9zu\n", title, score->loads, score->wrong,
                  score->lost, score->worst, score->speedup, 100 * score->speedup / best->speedup,
                  score->elsewhere);
}

void load_print_comparison(FILE *out, const load_problem *problem, const load_comparison *result)
{
    const load_score *best = &result->best;
    (void)fprintf(out, "%-14s %6s %6s %7s %7s %9s %9s %9s\n", "loads allocate", "loads", "wrong", "lost",
                  "worst", "speedup", "of best", "elsewhere");
    for (int method = 0; method < LOAD_METHODS; method++)
        print_score(out, load_method_name[method], &result->of[method], best);
    (void)fprintf(out, "%-14s %6s %6s %7s %7s %9.3f %8.1f%%\n\n", "Static-Best+", "", "", "", "",
                  best->speedup, 100.0);
    (void)fprintf(
        out,
        "%zu launches of %zu programs, each program decided without learning from it. wrong, lost, "
        "worst:\nloads on the wrong side of their margin |ln of cycles around / allocating|, its sum "
        "(of %.2f),\nthe largest; speedup: over {W, W}, each launch at the best measured {N, p} with "
        "its set of\nloads, harmonic mean over programs; always is Static-Best. elsewhere: launches "
        "whose set was\nnot measured, judged by the measured set that differs least by share of "
        "lines.\n",
        best->launches, problem->n_programs, result->of[LOAD_METHOD_ALWAYS].all);
}

/* What is known of each program, for load_print_programs(). */
enum { CHOSEN, STATIC_BEST, BEST, COLUMNS };

static void print_program(FILE *out, const load_problem *problem, size_t program,
                          double *const speedup[COLUMNS])
{
    size_t launches = 0, loads = 0;
    for (size_t i = 0; i < problem->data->n_launches; i++)
        launches += problem->of_launch[i] == program;
    for (size_t i = 0; i < problem->data->n_loads; i++)
        loads += problem->row[i] != NULL && load_problem_program(problem, i) == program;
    (void)fprintf(out, "%-24s %8zu %6zu %9.3f %12.3f %13.3f\n", problem->program[program], launches, loads,
                  speedup[CHOSEN][program], speedup[STATIC_BEST][program], speedup[BEST][program]);
}

int load_print_programs(FILE *out, const load_problem *problem, const load_plan *plan, poise_error *err)
{
    const load_plan always = {.method = LOAD_METHOD_ALWAYS};
    double *all = calloc(COLUMNS * problem->n_programs, sizeof *all);
    if (all == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu programs", problem->n_programs);
    double *const speedup[COLUMNS] = {all, all + problem->n_programs, all + 2 * problem->n_programs};
    load_score chosen, without, best;
    int code = load_validate_score(problem, plan, speedup[CHOSEN], &chosen, err);
    if (code == POISE_OK)
        code = load_validate_score(problem, &always, speedup[STATIC_BEST], &without, err);
    if (code == POISE_OK)
        code = load_judge_best(problem, speedup[BEST], &best, err);
    if (code == POISE_OK) {
        (void)fprintf(out, "%-24s %8s %6s %9s %12s %13s\n", "program", "launches", "loads",
                      load_method_name[plan->method], "Static-Best", "Static-Best+");
        for (size_t i = 0; i < problem->n_programs; i++)
            print_program(out, problem, i, speedup);
        (void)fprintf(out, "%-24s %8zu %6zu %9.3f %12.3f %13.3f\n", "harmonic mean", chosen.launches,
                      chosen.loads, chosen.speedup, without.speedup, best.speedup);
        (void)fprintf(out, "margin lost: %.2f of %.2f; sets that were not measured: %zu\n", chosen.lost,
                      chosen.all, chosen.elsewhere);
    }
    free(all);
    return code;
}
