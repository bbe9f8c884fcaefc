#include "evaluate/mix/store.h"

#include "evaluate/beside.h"

#include <stdlib.h>
#include <string.h>

static int describe(const void *of, const void *about, FILE *out, poise_error *err)
{
    const evaluate_mixes_request *request = of;
    const evaluate_mix_task *task = about;
    char *scheme = policy_scheme_describe(&task->policy->scheme, POLICY_AT_SCHED);
    if (scheme == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of a run");
    char beside[POISE_HASH_TEXT] = "";
    const char **traces = evaluate_mix_traces(&task->mix);
    const int code = traces == NULL
                         ? poise_fail(err, POISE_FAILED, "no memory for the name of a run")
                         : evaluate_beside_hash(&task->policy->scheme, traces, task->mix.n, beside, err);
    free(traces);
    if (code != POISE_OK) {
        free(scheme);
        return code;
    }
    fprintf(out, "mix%s\n%s\n%s\n", task->is_alone ? " alone" : "", scheme, task->policy->file_hash);
    for (size_t i = 0; i < task->mix.n; i++)
        fprintf(out, "%u %u %s\n", task->ranges[i].first, task->ranges[i].n, task->mix.programs[i].hash);
    for (size_t i = 0; i < task->mix.n_cpus; i++)
        fprintf(out, "cpu %s\n", task->mix.cpus[i].hash);
    if (!task->is_alone && request->over_time > 0)
        fprintf(out, "over time %llu\n", (unsigned long long)request->over_time);
    if (beside[0] != '\0')
        fprintf(out, "beside %s\n", beside);
    free(scheme);
    return POISE_OK;
}

/* "pair on 4+2 SMs under gto", "mvt alone on 4 SMs". */
static runs_list_row row_of(const void *about)
{
    const evaluate_mix_task *task = about;
    runs_list_row row = {.steps = 0};
    char sms[64] = "";
    size_t length = 0;
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

/* Why a part is not that of the task; NULL = it is. */
static const char *fit(const evaluate_mix_task *task, const evaluate_results *part)
{
    if (part->n_mixes != 1)
        return "it is not of one mix";
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

static const char *take(void *about, evaluate_results *part)
{
    evaluate_mix_task *task = about;
    const char *reason = fit(task, part);
    if (reason != NULL)
        return reason;
    const evaluate_mix_outcome outcome = part->of_mixes.cells[0].shared;
    part->of_mixes.cells[0].shared = task->outcome;
    task->outcome = outcome;
    return NULL;
}

/* As results of one mix, whose programs have not run alone. */
static int write_part(const char *path, const void *of, const void *about, poise_error *err)
{
    const evaluate_mixes_request *request = of;
    const evaluate_mix_task *task = about;
    const evaluate_policy_list list = {.n = 1, .policies = {*task->policy}};
    evaluate_mix mix = task->mix;
    evaluate_mix_cell cell = {.n_splits = 1, .ranges = task->ranges, .shared = task->outcome};
    const evaluate_mixes part = {.request = {.config = request->config,
                                             .policies = &list,
                                             .mixes = &mix,
                                             .n_mixes = 1,
                                             .alone = request->alone},
                                 .cells = &cell,
                                 .n_cells = 1};
    int code = evaluate_mix_outcome_make(&cell.alone, &mix, err);
    if (code == POISE_OK)
        code = evaluate_results_write_mixes(path, &part, err);
    evaluate_mix_outcome_free(&cell.alone);
    return code;
}

static const sim_config *config_of(const void *of, const void *about)
{
    const evaluate_mixes_request *request = of;
    (void)about;
    return request->config;
}

int evaluate_mix_store_open(evaluate_parts *store, const evaluate_mixes_request *request,
                            evaluate_mix_tasks *tasks, poise_error *err)
{
    static const evaluate_part_kind kind = {
        offsetof(evaluate_mix_task, key), config_of, describe, row_of, take, write_part};
    const evaluate_parts_place place = {request->store, &request->share, request};
    void **each = calloc(tasks->n + 1, sizeof *each);
    if (each == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu runs", tasks->n);
    for (size_t i = 0; i < tasks->n; i++)
        each[i] = &tasks->task[i];
    int code = evaluate_parts_open(store, &kind, &place, each, tasks->n, err);
    free(each);
    return code;
}
