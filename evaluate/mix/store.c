#include "evaluate/mix/store.h"

#include "evaluate/results/results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a run depends on ---- */

static int describe(const evaluate_mix_store *store, const evaluate_mix_task *task, FILE *out,
                    poise_error *err)
{
    char *scheme = policy_scheme_describe(&task->policy->scheme, POLICY_AT_SCHED);
    if (scheme == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of a run");
    fprintf(out, "%s %s\n%s\nmix%s\n", POISE_VERSION, POISE_COMMIT, store->config_hash,
            task->is_alone ? " alone" : "");
    fprintf(out, "%s\n%s\n", scheme, task->policy->file_hash);
    for (size_t i = 0; i < task->mix.n; i++)
        fprintf(out, "%u %u %s\n", task->ranges[i].first, task->ranges[i].n, task->mix.programs[i].hash);
    for (size_t i = 0; i < task->mix.n_cpus; i++)
        fprintf(out, "cpu %s\n", task->mix.cpus[i].hash);
    free(scheme);
    return POISE_OK;
}

static int find_key(const evaluate_mix_store *store, evaluate_mix_task *task, poise_error *err)
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

/* "pair on 4+2 SMs under gto", "mvt alone on 4 SMs". */
static runs_list_row row_of(const evaluate_mix_task *task)
{
    runs_list_row row = {.steps = 0};
    char sms[64] = "";
    size_t length = 0;
    memcpy(row.key, task->key, sizeof row.key);
    for (size_t i = 0; i < task->mix.n; i++) {
        row.steps += task->mix.programs[i].n_launches;
        if (length < sizeof sms)
            length += (size_t)snprintf(sms + length, sizeof sms - length, "%s%u", i > 0 ? "+" : " on ",
                                       task->ranges[i].n);
    }
    row.steps += task->mix.n_cpus;
    if (task->is_alone)
        snprintf(row.name, sizeof row.name, "%.100s alone%s%s", task->mix.name, sms,
                 task->mix.n == 0       ? ""
                 : task->ranges->n == 1 ? " SM"
                                        : " SMs");
    else
        snprintf(row.name, sizeof row.name, "%.80s%s%s under %.80s", task->mix.name, sms,
                 task->mix.n > 0 ? " SMs" : "", task->policy->label);
    return row;
}

int evaluate_mix_store_open(evaluate_mix_store *store, const evaluate_mixes_request *request,
                            evaluate_mix_tasks *tasks, poise_error *err)
{
    *store = (evaluate_mix_store){.request = request};
    runs_list_row *rows = calloc(tasks->n + 1, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu runs", tasks->n);
    int code = sim_config_hash(request->config, store->config_hash, err);
    for (size_t i = 0; i < tasks->n && code == POISE_OK; i++) {
        code = find_key(store, &tasks->task[i], err);
        if (code == POISE_OK)
            rows[i] = row_of(&tasks->task[i]);
    }
    if (code == POISE_OK)
        code = runs_store_open(&store->runs, request->store, &request->share, NULL, rows, tasks->n, err);
    free(rows);
    return code;
}

void evaluate_mix_store_close(evaluate_mix_store *store)
{
    runs_store_close(&store->runs);
}

/* ---- parts ---- */

/* Why a part is not that of the task; NULL = it is. */
static const char *fit_part(const evaluate_mix_store *store, const evaluate_mix_task *task,
                            const evaluate_results *part)
{
    if (part->n_mixes != 1 || part->policies.n != 1 || strcmp(part->config_hash, store->config_hash) != 0)
        return "it is of another machine or not of one run";
    const evaluate_mix *mix = &part->mixes[0];
    if (mix->n != task->mix.n || mix->n_cpus != task->mix.n_cpus)
        return "it is of another mix";
    for (size_t i = 0; i < mix->n; i++)
        if (strcmp(mix->programs[i].hash, task->mix.programs[i].hash) != 0 ||
            part->of_mixes.cells[0].ranges[i].n != task->ranges[i].n)
            return "it is of other traces or SMs";
    for (size_t i = 0; i < mix->n_cpus; i++)
        if (strcmp(mix->cpus[i].hash, task->mix.cpus[i].hash) != 0)
            return "it is of other CPU programs";
    return NULL;
}

bool evaluate_mix_store_load(const evaluate_mix_store *store, evaluate_mix_task *task)
{
    char path[PATH_MAX];
    if (!runs_store_find(&store->runs, task->key, path))
        return false;
    evaluate_results part = {0};
    poise_error err;
    const bool is_read = evaluate_results_read(path, &part, &err) == POISE_OK;
    const char *reason = is_read ? fit_part(store, task, &part) : err.text;
    if (reason == NULL) {
        const evaluate_mix_outcome read = part.of_mixes.cells[0].shared;
        part.of_mixes.cells[0].shared = task->outcome;
        task->outcome = read;
    } else
        poise_warn("%s%s%s; the run is done again", is_read ? path : "", is_read ? ": " : "", reason);
    if (is_read)
        evaluate_results_free(&part);
    return reason == NULL;
}

/* As results of one mix, whose programs have not run alone. */
static int save(const evaluate_mix_store *store, const evaluate_mix_task *task, poise_error *err)
{
    char path[PATH_MAX];
    const evaluate_policy_list list = {.n = 1, .policies = {*task->policy}};
    evaluate_mix mix = task->mix;
    evaluate_mix_cell cell = {.n_splits = 1, .ranges = task->ranges, .shared = task->outcome};
    const evaluate_mixes part = {.request = {.config = store->request->config,
                                             .policies = &list,
                                             .mixes = &mix,
                                             .n_mixes = 1,
                                             .alone = store->request->alone},
                                 .cells = &cell,
                                 .n_cells = 1};
    int code = runs_store_path(&store->runs, task->key, path, err);
    if (code == POISE_OK)
        code = evaluate_mix_outcome_make(&cell.alone, &mix, err);
    if (code == POISE_OK)
        code = evaluate_results_write_mixes(path, &part, err);
    evaluate_mix_outcome_free(&cell.alone);
    return code;
}

int evaluate_mix_store_tell(evaluate_mix_store *store, const evaluate_mix_task *task, runs_event event,
                            const char *detail, poise_error *err)
{
    int code = event == RUNS_DONE ? save(store, task, err) : POISE_OK;
    return code == POISE_OK ? runs_store_note(&store->runs, task->key, event, detail, err) : code;
}
