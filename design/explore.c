#include "design/explore.h"

#include "design/search.h"
#include "sim/config/area.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAME = DESIGN_TEXT + 64 };

/* The cycles of everything measured so far: base and given machines first, then those of the search. */
typedef struct exploration {
    const design_request *request;
    uint64_t *cycles; /* [1 + given + most][n_programs] */
    size_t n;         /* machines in it */
} exploration;

uint64_t design_most_runs(const design_request *request)
{
    return (uint64_t)(request->most + request->n_given) * request->n_programs +
           (uint64_t)(request->n_given + 2) * request->n_judges;
}

/* ---- measuring ---- */

/* Runs `n` machines on the programs, or on the judges. */
static int run(const exploration *e, const char *what, design_machine *machines, size_t n, bool is_judged,
               poise_error *err)
{
    const design_request *request = e->request;
    design_batch batch = {.what = what,
                          .programs = is_judged ? request->judges : request->programs,
                          .n_programs = is_judged ? request->n_judges : request->n_programs,
                          .machines = machines,
                          .n_machines = n};
    return design_runs_do(request->runs, &batch, err);
}

static double area(const void *user, const design_point *point)
{
    const exploration *e = user;
    return design_space_area(e->request->space, point);
}

static void name_visit(const design_space *space, const design_visit *visit, char name[MOST_NAME])
{
    char change[DESIGN_TEXT];
    design_space_text(space, &visit->point, change);
    snprintf(name, MOST_NAME, "%s %u: %s", design_stage_names[visit->stage], visit->round, change);
}

static int make_machines(design_machine *machines, char (*names)[MOST_NAME], exploration *e,
                         const design_visit *visits, size_t n, poise_error *err)
{
    int code = POISE_OK;
    for (size_t i = 0; i < n && code == POISE_OK; i++) {
        name_visit(e->request->space, &visits[i], names[i]);
        machines[i].name = names[i];
        machines[i].cycles = e->cycles + (e->n + i) * e->request->n_programs;
        code = design_space_machine(e->request->space, &visits[i].point, &machines[i].config, err);
    }
    return code;
}

static int measure_with(exploration *e, design_visit *visits, size_t n, design_machine *machines,
                        char (*names)[MOST_NAME], poise_error *err)
{
    const design_request *request = e->request;
    char what[64];
    snprintf(what, sizeof what, "%s %u", design_stage_names[visits->stage], visits->round);
    int code = make_machines(machines, names, e, visits, n, err);
    if (code == POISE_OK)
        code = run(e, what, machines, n, false, err);
    if (code != POISE_OK)
        return code;
    for (size_t i = 0; i < n; i++)
        visits[i].value =
            design_mean_speedup(request->mean, e->cycles, machines[i].cycles, request->n_programs);
    e->n += n;
    return POISE_OK;
}

/* The base has been measured with the given machines. */
static int measure(void *user, design_visit *visits, size_t n, poise_error *err)
{
    if (visits->stage == DESIGN_BASE) {
        visits->value = 1;
        return POISE_OK;
    }
    design_machine *machines = calloc(n, sizeof *machines);
    char(*names)[MOST_NAME] = calloc(n, sizeof *names);
    int code = machines == NULL || names == NULL ? POISE_FAILED
                                                 : measure_with(user, visits, n, machines, names, err);
    if (machines == NULL || names == NULL)
        poise_fail(err, POISE_FAILED, "no memory for %zu machines", n);
    free(machines);
    free(names);
    return code;
}

/* Base and given machines, on programs or judges. */
static int measure_given(exploration *e, uint64_t *cycles, const design_machine *chosen, poise_error *err)
{
    const design_request *request = e->request;
    const bool is_judged = chosen != NULL;
    const size_t n = request->n_given + 1 + is_judged,
                 columns = is_judged ? request->n_judges : request->n_programs;
    design_machine *machines = calloc(n, sizeof *machines);
    if (machines == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu machines", n);
    machines[0] = (design_machine){.config = request->space->base, .name = "base"};
    for (size_t i = 0; i < request->n_given; i++)
        machines[i + 1] =
            (design_machine){.config = request->given[i].config, .name = request->given[i].name};
    if (is_judged)
        machines[n - 1] = *chosen;
    for (size_t i = 0; i < n - is_judged; i++)
        machines[i].cycles = cycles + i * columns;
    int code = run(e, is_judged ? "judging" : "base", machines, n, is_judged, err);
    free(machines);
    return code;
}

/* ---- the result ---- */

static char *copy(const char *text, int *code, poise_error *err)
{
    char *own = strdup(text);
    if (own == NULL)
        *code = poise_fail(err, POISE_FAILED, "no memory for the result of the search");
    return own;
}

static int take_names(design_program_name **names, const evaluate_program *programs, size_t n,
                      poise_error *err)
{
    int code = POISE_OK;
    *names = calloc(n + 1, sizeof **names);
    if (*names == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu programs", n);
    for (size_t i = 0; i < n && code == POISE_OK; i++)
        (*names)[i].name = copy(programs[i].name, &code, err);
    return code;
}

static int take_knobs(design_result *result, const design_space *space, poise_error *err)
{
    int code = POISE_OK;
    result->knobs = calloc(space->n_knobs + 1, sizeof *result->knobs);
    if (result->knobs == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the knobs");
    for (size_t i = 0; i < space->n_knobs && code == POISE_OK; i++) {
        const design_knob *knob = &space->knobs[i];
        char values[DESIGN_MOST_LEVELS * DESIGN_VALUE_TEXT] = "";
        for (size_t k = 0; k < knob->n_levels; k++)
            snprintf(values + strlen(values), sizeof values - strlen(values), "%s%s", k > 0 ? ":" : "",
                     knob->level[k]);
        result->knobs[i].option = copy(knob->option, &code, err);
        result->knobs[i].values = copy(values, &code, err);
        result->knobs[i].base = copy(knob->level[knob->base], &code, err);
    }
    return code;
}

static int begin_result(design_result *result, const design_request *request, poise_error *err)
{
    *result = (design_result){.mean = request->mean,
                              .budget = request->budget,
                              .beam = (uint32_t)request->beam,
                              .most = (uint32_t)request->most,
                              .n_knobs = request->space->n_knobs,
                              .n_programs = request->n_programs,
                              .n_judges = request->n_judges};
    int code = sim_config_text(&request->space->base, &result->config, err);
    if (code == POISE_OK)
        code = sim_config_hash(&request->space->base, result->config_hash, err);
    if (code == POISE_OK)
        result->policy = copy(request->runs->policy->label, &code, err);
    if (code == POISE_OK)
        code = take_knobs(result, request->space, err);
    if (code == POISE_OK)
        code = take_names(&result->programs, request->programs, request->n_programs, err);
    return code == POISE_OK ? take_names(&result->judges, request->judges, request->n_judges, err) : code;
}

static design_row row_of_visit(const design_search *search, size_t i, const design_space *space, int *code,
                               poise_error *err)
{
    const design_visit *visit = &search->visits[i];
    char change[DESIGN_TEXT];
    design_space_text(space, &visit->point, change);
    design_row row = {
        .stage = visit->stage, .round = visit->round, .area = visit->area, .mean = visit->value};
    row.label = copy(i == 0 ? "base" : i == search->chosen ? "best" : "", code, err);
    row.change = copy(change, code, err);
    return row;
}

static design_row row_of_given(const exploration *e, size_t i, int *code, poise_error *err)
{
    const design_request *request = e->request;
    const design_given *given = &request->given[i];
    design_row row = {.stage = DESIGN_COMPARED,
                      .area = sim_area_added(&given->config, &request->space->base).total_mm2};
    row.mean = design_mean_speedup(request->mean, e->cycles, e->cycles + (i + 1) * request->n_programs,
                                   request->n_programs);
    row.label = copy(given->name, code, err);
    row.change = copy(given->change, code, err);
    return row;
}

/* Rows and cycles have the same order: base, given, the others of the search. */
static int take_rows(design_result *result, const exploration *e, const design_search *search,
                     poise_error *err)
{
    const size_t given = e->request->n_given, n = search->n + given;
    size_t *front = calloc(search->n + 1, sizeof *front);
    result->rows = calloc(n + 1, sizeof *result->rows);
    result->judge_cycles = calloc(n * result->n_judges + 1, sizeof *result->judge_cycles);
    if (front == NULL || result->rows == NULL || result->judge_cycles == NULL) {
        free(front);
        return poise_fail(err, POISE_FAILED, "no memory for %zu machines", n);
    }
    int code = POISE_OK;
    result->n_rows = n;
    for (size_t i = 0; i < search->n && code == POISE_OK; i++)
        result->rows[i == 0 ? 0 : given + i] = row_of_visit(search, i, e->request->space, &code, err);
    for (size_t i = 0; i < given && code == POISE_OK; i++)
        result->rows[i + 1] = row_of_given(e, i, &code, err);
    const size_t n_front = design_front(search->visits, search->n, front);
    for (size_t i = 0; i < n_front; i++)
        result->rows[front[i] == 0 ? 0 : given + front[i]].front = 1;
    free(front);
    result->is_cut = search->is_cut;
    return code;
}

static int judge(design_result *result, exploration *e, const design_search *search, poise_error *err)
{
    const design_request *request = e->request;
    const size_t columns = request->n_judges,
                 chosen = search->chosen == 0 ? 0 : request->n_given + search->chosen;
    if (columns == 0)
        return POISE_OK;
    design_machine best = {.name = "best", .cycles = result->judge_cycles + chosen * columns};
    int code = design_space_machine(request->space, &search->visits[search->chosen].point, &best.config, err);
    if (code == POISE_OK)
        code = measure_given(e, result->judge_cycles, &best, err);
    for (size_t i = 0; i < result->n_rows && code == POISE_OK; i++) {
        if (i <= request->n_given || i == chosen)
            result->rows[i].judged = design_mean_speedup(request->mean, result->judge_cycles,
                                                         result->judge_cycles + i * columns, columns);
    }
    return code;
}

static int search_and_judge(design_result *result, exploration *e, design_search *search, poise_error *err)
{
    const design_request *request = e->request;
    design_problem problem = {.n_knobs = request->space->n_knobs,
                              .start = design_space_start(request->space),
                              .budget = request->budget,
                              .beam = request->beam,
                              .most = request->most,
                              .least_gain = request->least_gain,
                              .area = area,
                              .measure = measure,
                              .user = e};
    for (size_t i = 0; i < problem.n_knobs; i++)
        problem.levels[i] = (uint8_t)request->space->knobs[i].n_levels;
    int code = measure_given(e, e->cycles, NULL, err);
    e->n = request->n_given + 1;
    if (code == POISE_OK)
        code = design_search_run(search, &problem, err);
    if (code == POISE_OK)
        code = begin_result(result, request, err);
    if (code == POISE_OK)
        code = take_rows(result, e, search, err);
    if (code != POISE_OK)
        return code;
    result->cycles = e->cycles;
    e->cycles = NULL;
    return judge(result, e, search, err);
}

int design_explore(design_result *result, const design_request *request, poise_error *err)
{
    design_search search = {0};
    exploration e = {.request = request};
    *result = (design_result){0};
    e.cycles = calloc((request->most + request->n_given) * request->n_programs + 1, sizeof *e.cycles);
    if (e.cycles == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the cycles of %zu machines", request->most);
    int code = search_and_judge(result, &e, &search, err);
    free(e.cycles);
    design_search_free(&search);
    return code;
}
