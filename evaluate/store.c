#include "evaluate/store.h"

#include "common/log.h"
#include "evaluate/results/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a run depends on ---- */

/* Of a run whose tuples are given the scheduler's files are not. What waits for the best of a diagonal
 * follows from the same things as the diagonal: its policy string as it was asked for stands for it. */
static int describe(const evaluate_store *store, const evaluate_task *task, FILE *out, poise_error *err)
{
    const bool has_tuples = task->schedule.tuples != NULL;
    const char *sched =
        task->waits ? policy_scheme_at(&task->policy->scheme, POLICY_AT_SCHED) : task->schedule.policy;
    char *memory = policy_scheme_describe(&task->policy->scheme, POLICY_AT_L1);
    if (memory == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of a run");
    fprintf(out, "%s %s\n%s\n%d\n", POISE_VERSION, POISE_COMMIT, store->config_hash, store->request->stalls);
    fprintf(out, "%s\n%s\n%s\n", memory, has_tuples ? "tuples" : sched,
            has_tuples ? task->policy->memory_file_hash : task->policy->file_hash);
    for (size_t i = 0; i < task->program->n_launches; i++) {
        if (has_tuples)
            fprintf(out, "%u %u ", task->schedule.tuples[i].n, task->schedule.tuples[i].p);
        if (task->schedule.strings != NULL)
            fprintf(out, "%s ", task->schedule.strings[i]);
        fprintf(out, "%s\n", task->program->launches[i].trace_hash);
    }
    free(memory);
    return POISE_OK;
}

static int find_key(const evaluate_store *store, evaluate_task *task, poise_error *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    int code = stream == NULL ? POISE_FAILED : describe(store, task, stream, err);
    if (stream == NULL || fclose(stream) != 0)
        code = poise_fail(err, POISE_FAILED, "no memory for the name of a run");
    if (code == POISE_OK)
        poise_hash_bytes(text, size, task->key);
    free(text);
    return code;
}

static runs_list_row row_of(const evaluate_task *task)
{
    runs_list_row row = {.steps = task->program->n_launches};
    memcpy(row.key, task->key, sizeof row.key);
    snprintf(row.name, sizeof row.name, "%.100s under %.100s", task->program->name, task->policy->label);
    if (task->diagonal > 0)
        snprintf(row.name + strlen(row.name), sizeof row.name - strlen(row.name), " at N = p = %u",
                 task->diagonal);
    return row;
}

/* ---- the folder ---- */

int evaluate_store_open(evaluate_store *store, const evaluate_request *request, evaluate_tasks *tasks,
                        poise_error *err)
{
    *store = (evaluate_store){.request = request};
    runs_list_row *rows = calloc(tasks->n + 1, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu runs", tasks->n);
    int code = sim_config_hash(request->config, store->config_hash, err);
    for (size_t i = 0; i < tasks->n && code == POISE_OK; i++) {
        code = find_key(store, &tasks->tasks[i], err);
        if (code == POISE_OK)
            rows[i] = row_of(&tasks->tasks[i]);
    }
    if (code == POISE_OK)
        code = runs_store_open(&store->runs, request->store, &request->share, NULL, rows, tasks->n, err);
    free(rows);
    return code;
}

void evaluate_store_close(evaluate_store *store)
{
    runs_store_close(&store->runs);
}

/* ---- parts ---- */

/* Why a part is not that of the task; NULL = it is. */
static const char *fit_part(const evaluate_store *store, const evaluate_task *task,
                            const evaluate_results *part)
{
    if (part->n_programs != 1 || part->policies.n != 1 || strcmp(part->config_hash, store->config_hash) != 0)
        return "it is of another machine or not of one run";
    if (part->programs[0].n_launches != task->program->n_launches)
        return "it is of another program";
    for (size_t i = 0; i < task->program->n_launches; i++) {
        if (strcmp(part->programs[0].launches[i].trace_hash, task->program->launches[i].trace_hash) != 0)
            return "it is of other traces";
    }
    return NULL;
}

bool evaluate_store_load(const evaluate_store *store, evaluate_task *task)
{
    char path[PATH_MAX];
    if (!runs_store_find(&store->runs, task->key, path))
        return false;
    evaluate_results part = {0};
    poise_error err;
    const bool is_read = evaluate_results_read(path, &part, &err) == POISE_OK;
    const char *reason = is_read ? fit_part(store, task, &part) : err.text;
    if (reason == NULL) {
        task->result = part.comparison.cells[0].result;
        part.comparison.cells[0].result = (evaluate_result){0};
    } else
        poise_warn("%s%s%s; the run is done again", is_read ? path : "", is_read ? ": " : "", reason);
    if (is_read)
        evaluate_results_free(&part);
    return reason == NULL;
}

static int save(const evaluate_store *store, const evaluate_task *task, poise_error *err)
{
    char path[PATH_MAX];
    const evaluate_policy_list list = {.n = 1, .policies = {*task->policy}};
    evaluate_cell cell = {task->schedule, task->result};
    const evaluate_comparison part = {.request = {.config = store->request->config,
                                                  .policies = &list,
                                                  .programs = task->program,
                                                  .n_programs = 1},
                                      .cells = &cell};
    int code = runs_store_path(&store->runs, task->key, path, err);
    return code == POISE_OK ? evaluate_results_write(path, &part, err) : code;
}

int evaluate_store_tell(evaluate_store *store, const evaluate_task *task, runs_event event,
                        const char *detail, poise_error *err)
{
    int code = event == RUNS_DONE ? save(store, task, err) : POISE_OK;
    return code == POISE_OK ? runs_store_note(&store->runs, task->key, event, detail, err) : code;
}
