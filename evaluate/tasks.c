#include "evaluate/tasks.h"

#include <stdlib.h>

/* Without a profile. */
static bool needs_diagonal(const evaluate_request *request, const evaluate_policy *policy)
{
    return request->surface == NULL && (policy->kind == EVALUATE_SWL || policy->kind == EVALUATE_PCAL_SWL);
}

/* Then it has no task of its own. */
static bool is_on_diagonal(const evaluate_request *request, size_t place)
{
    const evaluate_policy_list *list = request->policies;
    return request->surface == NULL && list->policies[place % list->n].kind == EVALUATE_SWL;
}

/* The memory sides on which diagonals are needed. */
static void find_sides(evaluate_tasks *tasks, const evaluate_request *request)
{
    for (size_t k = 0; k < request->policies->n; k++) {
        const evaluate_policy *policy = &request->policies->policies[k];
        size_t side = 0;
        if (!needs_diagonal(request, policy))
            continue;
        while (side < tasks->n_sides &&
               !policy_scheme_same_memory(&tasks->sides[side]->scheme, &policy->scheme))
            side++;
        tasks->side_of[k] = side;
        if (side == tasks->n_sides)
            tasks->sides[tasks->n_sides++] = policy;
    }
}

static evaluate_task_range *diagonal_of(const evaluate_tasks *tasks, const evaluate_request *request,
                                        size_t place)
{
    const size_t n = request->policies->n;
    return &tasks->diagonals[place / n * tasks->n_sides + tasks->side_of[place % n]];
}

/* The tasks of the cells, then the diagonals. */
static int lay_out(evaluate_tasks *tasks, const evaluate_request *request, poise_error *err)
{
    *tasks = (evaluate_tasks){.n_cells = request->n_programs * request->policies->n};
    find_sides(tasks, request);
    tasks->cells = calloc(tasks->n_cells + 1, sizeof *tasks->cells);
    tasks->diagonals = calloc(request->n_programs * tasks->n_sides + 1, sizeof *tasks->diagonals);
    if (tasks->cells == NULL || tasks->diagonals == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu results", tasks->n_cells);
    for (size_t i = 0; i < tasks->n_cells; i++) {
        if (!is_on_diagonal(request, i))
            tasks->cells[i] = (evaluate_task_range){tasks->n++, 1};
    }
    for (size_t i = 0; i < request->n_programs * tasks->n_sides; i++) {
        const evaluate_program *program = &request->programs[i / tasks->n_sides];
        tasks->diagonals[i] = (evaluate_task_range){tasks->n, evaluate_program_warps(program)};
        tasks->n += tasks->diagonals[i].n;
    }
    for (size_t i = 0; i < tasks->n_cells; i++) {
        if (is_on_diagonal(request, i))
            tasks->cells[i] = *diagonal_of(tasks, request, i);
    }
    const size_t n = tasks->n;
    tasks->tasks = calloc(n + 1, sizeof *tasks->tasks);
    if (tasks->tasks != NULL)
        return POISE_OK;
    tasks->n = 0;
    return poise_fail(err, POISE_FAILED, "out of memory for %zu runs", n);
}

static const char *sched_of(const evaluate_policy *policy)
{
    return policy_scheme_at(&policy->scheme, POLICY_AT_SCHED);
}

static int plan_pcal(evaluate_task *task, const evaluate_request *request, poise_error *err)
{
    task->waits = request->surface == NULL;
    if (task->waits)
        return POISE_OK;
    int code = evaluate_schedule_swl(&task->schedule, task->program, request->surface, err);
    return code == POISE_OK
               ? evaluate_schedule_start_from(&task->schedule, task->program, sched_of(task->policy), err)
               : code;
}

/* The one task of a cell that is not on the diagonal. */
static int plan(evaluate_task *task, const evaluate_request *request, poise_error *err)
{
    switch (task->policy->kind) {
    case EVALUATE_SWL: return evaluate_schedule_swl(&task->schedule, task->program, request->surface, err);
    case EVALUATE_PCAL_SWL: return plan_pcal(task, request, err);
    case EVALUATE_STATIC_BEST:
        return evaluate_schedule_static_best(&task->schedule, task->program, request->surface, err);
    case EVALUATE_STATIC_BEST_PLUS:
        return evaluate_schedule_static_best_plus(&task->schedule, task->program, request->surface, err);
    case EVALUATE_POLICY: break;
    }
    task->schedule.policy = sched_of(task->policy);
    return POISE_OK;
}

static int plan_cell(evaluate_tasks *tasks, const evaluate_request *request, size_t place, poise_error *err)
{
    const evaluate_policy_list *list = request->policies;
    evaluate_task *task = &tasks->tasks[tasks->cells[place].first];
    *task = (evaluate_task){.machine = request->machine,
                            .config = request->config,
                            .program = &request->programs[place / list->n],
                            .policy = &list->policies[place % list->n],
                            .is_ours = true};
    return plan(task, request, err);
}

static int plan_diagonal(evaluate_tasks *tasks, const evaluate_request *request, size_t place,
                         poise_error *err)
{
    const evaluate_program *program = &request->programs[place / tasks->n_sides];
    const evaluate_task_range range = tasks->diagonals[place];
    evaluate_task *first = &tasks->tasks[range.first];
    int code = POISE_OK;
    for (uint32_t i = 0; i < range.n && code == POISE_OK; i++) {
        first[i] = (evaluate_task){.machine = request->machine,
                                   .config = request->config,
                                   .program = program,
                                   .policy = tasks->sides[place % tasks->n_sides],
                                   .diagonal = i + 1,
                                   .is_ours = true};
        code = evaluate_schedule_diagonal(&first[i].schedule, program, i + 1, err);
    }
    return code;
}

int evaluate_tasks_make(evaluate_tasks *tasks, const evaluate_request *request, poise_error *err)
{
    int code = lay_out(tasks, request, err);
    for (size_t i = 0; i < tasks->n_cells && code == POISE_OK; i++) {
        if (!is_on_diagonal(request, i))
            code = plan_cell(tasks, request, i, err);
    }
    for (size_t i = 0; i < request->n_programs * tasks->n_sides && code == POISE_OK; i++)
        code = plan_diagonal(tasks, request, i, err);
    return code;
}

/* Of equally fast ones the last. */
static size_t fastest(const evaluate_tasks *tasks, evaluate_task_range range)
{
    size_t best = range.first + range.n - 1;
    for (size_t i = best; i-- > range.first;) {
        if (tasks->tasks[i].result.total.cycles < tasks->tasks[best].result.total.cycles)
            best = i;
    }
    return best;
}

int evaluate_tasks_follow(evaluate_tasks *tasks, const evaluate_request *request, size_t place,
                          poise_error *err)
{
    const evaluate_task_range diagonal = *diagonal_of(tasks, request, place);
    for (size_t i = 0; i < diagonal.n; i++) {
        if (!tasks->tasks[diagonal.first + i].is_done)
            return POISE_OK;
    }
    const uint32_t limit = (uint32_t)(fastest(tasks, diagonal) - diagonal.first) + 1;
    evaluate_task *task = &tasks->tasks[tasks->cells[place].first];
    int code = evaluate_schedule_diagonal(&task->schedule, task->program, limit, err);
    if (code == POISE_OK)
        code = evaluate_schedule_start_from(&task->schedule, task->program, sched_of(task->policy), err);
    task->waits = code != POISE_OK;
    return code;
}

void evaluate_tasks_free(evaluate_tasks *tasks)
{
    for (size_t i = 0; tasks->tasks != NULL && i < tasks->n; i++) {
        evaluate_schedule_free(&tasks->tasks[i].schedule);
        evaluate_result_free(&tasks->tasks[i].result);
    }
    free(tasks->tasks);
    free(tasks->cells);
    free(tasks->diagonals);
    *tasks = (evaluate_tasks){0};
}

size_t evaluate_tasks_done(const evaluate_tasks *tasks)
{
    size_t done = 0;
    for (size_t i = 0; i < tasks->n; i++)
        done += tasks->tasks[i].is_done;
    return done;
}

static void outline_diagonals(evaluate_outline *outline, const evaluate_tasks *tasks, size_t n_programs)
{
    for (size_t i = 0; i < n_programs; i++) {
        uint32_t n = 0;
        for (size_t side = 0; side < tasks->n_sides; side++)
            n += (uint32_t)tasks->diagonals[i * tasks->n_sides + side].n;
        outline->diagonal_runs += n;
        outline->diagonal[0] = i == 0 || n < outline->diagonal[0] ? n : outline->diagonal[0];
        outline->diagonal[1] = n > outline->diagonal[1] ? n : outline->diagonal[1];
    }
}

evaluate_outline evaluate_tasks_outline(const evaluate_tasks *tasks, const evaluate_request *request)
{
    evaluate_outline outline = {.runs = tasks->n,
                                .runs_done = evaluate_tasks_done(tasks),
                                .threads = evaluate_threads(request->jobs)};
    for (size_t i = 0; i < request->n_programs; i++)
        outline.launches += request->programs[i].n_launches;
    outline_diagonals(&outline, tasks, request->n_programs);
    for (size_t i = 0; i < tasks->n; i++) {
        const evaluate_task *task = &tasks->tasks[i];
        if (!task->is_ours || task->is_done)
            continue;
        outline.runs_left++;
        outline.launches_left += task->program->n_launches;
        outline.warp_insts_left += evaluate_program_warp_insts(task->program);
    }
    return outline;
}

void evaluate_tasks_take(evaluate_tasks *tasks, size_t place, evaluate_cell *cell)
{
    evaluate_task *best = &tasks->tasks[fastest(tasks, tasks->cells[place])];
    cell->schedule = best->schedule;
    cell->result = best->result;
    best->schedule = (evaluate_schedule){0};
    best->result = (evaluate_result){0};
}
