#include "evaluate/store.h"

#include "evaluate/beside.h"

#include <stdlib.h>
#include <string.h>

/* Of a run whose tuples are given the scheduler's files are not. What waits for the best of a diagonal
 * follows from the same things as the diagonal: its policy string as it was asked for stands for it. */
static int describe(const void *of, const void *about, FILE *out, poise_error *err)
{
    const evaluate_request *request = of;
    const evaluate_task *task = about;
    const bool has_tuples = task->schedule.tuples != NULL;
    const char *sched =
        task->waits ? policy_scheme_at(&task->policy->scheme, POLICY_AT_SCHED) : task->schedule.policy;
    char *memory = policy_scheme_describe(&task->policy->scheme, POLICY_AT_L1);
    if (memory == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of a run");
    char beside[POISE_HASH_TEXT];
    const char *trace = task->program->launches[0].path;
    const int code = evaluate_beside_hash(&task->policy->scheme, &trace, 1, beside, err);
    fprintf(out, "%d\n%s\n%s\n%s\n", request->stalls, memory, has_tuples ? "tuples" : sched,
            has_tuples ? task->policy->memory_file_hash : task->policy->file_hash);
    if (request->over_time > 0)
        fprintf(out, "over time %llu\n", (unsigned long long)request->over_time);
    for (size_t i = 0; i < task->program->n_launches; i++) {
        if (has_tuples)
            fprintf(out, "%u %u ", task->schedule.tuples[i].n, task->schedule.tuples[i].p);
        if (task->schedule.strings != NULL)
            fprintf(out, "%s ", task->schedule.strings[i]);
        fprintf(out, "%s\n", task->program->launches[i].trace_hash);
    }
    if (beside[0] != '\0')
        fprintf(out, "beside %s\n", beside);
    free(memory);
    return code;
}

static runs_list_row row_of(const void *about)
{
    const evaluate_task *task = about;
    runs_list_row row = {.steps = task->program->n_launches};
    snprintf(row.name, sizeof row.name, "%.40s%s%.100s under %.100s",
             task->machine == NULL ? "" : task->machine, task->machine == NULL ? "" : ": ",
             task->program->name, task->policy->label);
    if (task->diagonal > 0)
        snprintf(row.name + strlen(row.name), sizeof row.name - strlen(row.name), " at N = p = %u",
                 task->diagonal);
    return row;
}

static const char *take(void *about, evaluate_results *part)
{
    evaluate_task *task = about;
    if (part->n_programs != 1)
        return "it is not of one program";
    if (part->programs[0].n_launches != task->program->n_launches)
        return "it is of another program";
    for (size_t i = 0; i < task->program->n_launches; i++) {
        if (strcmp(part->programs[0].launches[i].trace_hash, task->program->launches[i].trace_hash) != 0)
            return "it is of other traces";
    }
    task->result = part->comparison.cells[0].result;
    part->comparison.cells[0].result = (evaluate_result){0};
    return NULL;
}

static int write_part(const char *path, const void *of, const void *about, poise_error *err)
{
    const evaluate_task *task = about;
    const evaluate_policy_list list = {.n = 1, .policies = {*task->policy}};
    (void)of;
    evaluate_cell cell = {task->schedule, task->result};
    const evaluate_comparison part = {
        .request = {.config = task->config, .policies = &list, .programs = task->program, .n_programs = 1},
        .cells = &cell};
    return evaluate_results_write(path, &part, err);
}

static const sim_config *config_of(const void *of, const void *about)
{
    const evaluate_task *task = about;
    (void)of;
    return task->config;
}

int evaluate_store_open(evaluate_parts *store, const evaluate_request *request, evaluate_task *const *tasks,
                        size_t n, poise_error *err)
{
    static const evaluate_part_kind kind = {
        offsetof(evaluate_task, key), config_of, describe, row_of, take, write_part};
    const evaluate_parts_place place = {request->store, &request->share, request};
    return evaluate_parts_open(store, &kind, &place, (void *const *)tasks, n, err);
}
