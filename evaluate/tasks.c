#include "evaluate/tasks.h"

#include <stdlib.h>

static bool is_searched(const evaluate_request *request, const evaluate_policy *policy)
{
    return policy->kind == EVALUATE_SWL && request->surface == NULL;
}

static size_t tasks_of(const evaluate_request *request, size_t place)
{
    const evaluate_policy_list *list = request->policies;
    return is_searched(request, &list->policies[place % list->n])
               ? evaluate_program_warps(&request->programs[place / list->n])
               : 1;
}

/* The N of swl, found here and now: what starts from it must know it before it can run. */
static int find_limit(evaluate_schedule *schedule, const evaluate_request *request,
                      const evaluate_program *program, poise_error *err)
{
    const evaluate_effort effort = {.config = request->config, .jobs = request->jobs, .stop = request->stop};
    const uint32_t warps = evaluate_program_warps(program);
    uint32_t best = warps;
    evaluate_task *tasks = calloc(warps + 1, sizeof *tasks);
    if (tasks == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %u runs", warps);
    int code = POISE_OK;
    for (uint32_t n = 1; code == POISE_OK && n <= warps; n++) {
        tasks[n] = (evaluate_task){.program = program, .is_ours = true};
        code = evaluate_schedule_diagonal(&tasks[n].schedule, program, n, err);
    }
    if (code == POISE_OK)
        code = evaluate_run_tasks(tasks + 1, warps, &effort, err);
    for (uint32_t n = warps; code == POISE_OK && n >= 1; n--)
        best = tasks[n].result.total.cycles < tasks[best].result.total.cycles ? n : best;
    for (uint32_t n = 1; n <= warps; n++) {
        evaluate_schedule_free(&tasks[n].schedule);
        evaluate_result_free(&tasks[n].result);
    }
    free(tasks);
    return code == POISE_OK ? evaluate_schedule_diagonal(schedule, program, best, err) : code;
}

static int plan_pcal(evaluate_task *task, const evaluate_request *request, const evaluate_policy *policy,
                     poise_error *err)
{
    int code = request->surface == NULL
                   ? find_limit(&task->schedule, request, task->program, err)
                   : evaluate_schedule_swl(&task->schedule, task->program, request->surface, err);
    return code == POISE_OK ? evaluate_schedule_start_from(&task->schedule, task->program, policy->label, err)
                            : code;
}

/* number: 0-based, of the tasks of the cell. */
static int plan(evaluate_task *task, const evaluate_request *request, const evaluate_policy *policy,
                uint32_t number, poise_error *err)
{
    switch (policy->kind) {
    case EVALUATE_SWL:
        if (request->surface == NULL)
            return evaluate_schedule_diagonal(&task->schedule, task->program, number + 1, err);
        return evaluate_schedule_swl(&task->schedule, task->program, request->surface, err);
    case EVALUATE_PCAL_SWL: return plan_pcal(task, request, policy, err);
    case EVALUATE_STATIC_BEST:
        return evaluate_schedule_static_best(&task->schedule, task->program, request->surface, err);
    case EVALUATE_POLICY: break;
    }
    task->schedule.policy = policy->label;
    return POISE_OK;
}

static int plan_cell(evaluate_tasks *tasks, const evaluate_request *request, size_t place, poise_error *err)
{
    const evaluate_policy_list *list = request->policies;
    int code = POISE_OK;
    for (size_t i = tasks->first[place]; i < tasks->first[place + 1] && code == POISE_OK; i++) {
        tasks->tasks[i] = (evaluate_task){.program = &request->programs[place / list->n], .is_ours = true};
        code = plan(&tasks->tasks[i], request, &list->policies[place % list->n],
                    (uint32_t)(i - tasks->first[place]), err);
    }
    return code;
}

int evaluate_tasks_make(evaluate_tasks *tasks, const evaluate_request *request, poise_error *err)
{
    *tasks = (evaluate_tasks){.n_cells = request->n_programs * request->policies->n};
    tasks->first = calloc(tasks->n_cells + 1, sizeof *tasks->first);
    if (tasks->first == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu results", tasks->n_cells);
    for (size_t i = 0; i < tasks->n_cells; i++)
        tasks->first[i + 1] = tasks->first[i] + tasks_of(request, i);
    tasks->n = tasks->first[tasks->n_cells];
    tasks->tasks = calloc(tasks->n + 1, sizeof *tasks->tasks);
    if (tasks->tasks == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu runs", tasks->n);
    int code = POISE_OK;
    for (size_t i = 0; i < tasks->n_cells && code == POISE_OK; i++)
        code = plan_cell(tasks, request, i, err);
    return code;
}

void evaluate_tasks_free(evaluate_tasks *tasks)
{
    for (size_t i = 0; tasks->tasks != NULL && i < tasks->n; i++) {
        evaluate_schedule_free(&tasks->tasks[i].schedule);
        evaluate_result_free(&tasks->tasks[i].result);
    }
    free(tasks->tasks);
    free(tasks->first);
    *tasks = (evaluate_tasks){0};
}

uint64_t evaluate_tasks_launches(const evaluate_tasks *tasks)
{
    uint64_t launches = 0;
    for (size_t i = 0; i < tasks->n; i++) {
        if (tasks->tasks[i].is_ours && !tasks->tasks[i].is_done)
            launches += tasks->tasks[i].program->n_launches;
    }
    return launches;
}

size_t evaluate_tasks_done(const evaluate_tasks *tasks)
{
    size_t done = 0;
    for (size_t i = 0; i < tasks->n; i++)
        done += tasks->tasks[i].is_done;
    return done;
}

void evaluate_tasks_take(evaluate_tasks *tasks, size_t place, evaluate_cell *cell)
{
    size_t best = tasks->first[place + 1] - 1;
    for (size_t i = best; i-- > tasks->first[place];) {
        if (tasks->tasks[i].result.total.cycles < tasks->tasks[best].result.total.cycles)
            best = i;
    }
    cell->schedule = tasks->tasks[best].schedule;
    cell->result = tasks->tasks[best].result;
    tasks->tasks[best].schedule = (evaluate_schedule){0};
    tasks->tasks[best].result = (evaluate_result){0};
}
