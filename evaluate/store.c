#include "evaluate/store.h"

#include "common/file.h"
#include "common/log.h"
#include "evaluate/results.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PART_SUFFIX ".run.h5"

/* ---- the folder ---- */

int evaluate_store_open(evaluate_store *store, const evaluate_request *request, poise_error *err)
{
    *store = (evaluate_store){.request = request};
    int code = sim_config_hash(request->config, store->config_hash, err);
    return code == POISE_OK ? poise_make_folders(request->store, err) : code;
}

void evaluate_store_close(const evaluate_store *store)
{
    (void)rmdir(store->request->store); /* stays while something is in it */
}

/* Parts, and their temporary files that killed processes have left. */
static bool is_ours(const char *name)
{
    return strstr(name, PART_SUFFIX) != NULL;
}

void evaluate_store_remove(const char *folder)
{
    DIR *list = opendir(folder);
    if (list == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
        if (is_ours(entry->d_name))
            unlinkat(dirfd(list), entry->d_name, 0);
    }
    closedir(list);
    (void)rmdir(folder);
}

/* ---- parts ---- */

/* Of a run whose tuples are given the scheduler's files are not. */
static int describe(const evaluate_store *store, const evaluate_task *task, FILE *out, poise_error *err)
{
    const bool has_tuples = task->schedule.tuples != NULL;
    char *memory = policy_scheme_describe(&task->policy->scheme, POLICY_AT_L1);
    if (memory == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of a run");
    fprintf(out, "%s %s\n%s\n%d\n", POISE_VERSION, POISE_COMMIT, store->config_hash, store->request->stalls);
    fprintf(out, "%s\n%s\n%s\n", memory, has_tuples ? "tuples" : task->schedule.policy,
            has_tuples ? task->policy->memory_file_hash : task->policy->file_hash);
    for (size_t i = 0; i < task->program->n_launches; i++) {
        if (has_tuples)
            fprintf(out, "%u %u ", task->schedule.tuples[i].n, task->schedule.tuples[i].p);
        fprintf(out, "%s\n", task->program->launches[i].trace_hash);
    }
    free(memory);
    return POISE_OK;
}

static int path_of(const evaluate_store *store, const evaluate_task *task, char path[PATH_MAX],
                   poise_error *err)
{
    char *text = NULL, hash[POISE_HASH_TEXT];
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    if (stream != NULL) {
        const int code = describe(store, task, stream, err);
        if (fclose(stream) == 0 && code == POISE_OK)
            poise_hash_bytes(text, size, hash);
        else
            stream = NULL;
    }
    free(text);
    if (stream == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the name of a run");
    const int length = snprintf(path, PATH_MAX, "%s/%s%s", store->request->store, hash, PART_SUFFIX);
    return length < 0 || length >= PATH_MAX
               ? poise_fail(err, POISE_FAILED, "the name of the folder %s is too long", store->request->store)
               : POISE_OK;
}

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
    if (path_of(store, task, path, NULL) != POISE_OK || access(path, F_OK) != 0)
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

int evaluate_store_save(const evaluate_store *store, const evaluate_task *task, poise_error *err)
{
    char path[PATH_MAX];
    const evaluate_policy_list list = {.n = 1, .policies = {*task->policy}};
    evaluate_cell cell = {task->schedule, task->result};
    const evaluate_comparison part = {.request = {.config = store->request->config,
                                                  .policies = &list,
                                                  .programs = task->program,
                                                  .n_programs = 1},
                                      .cells = &cell};
    int code = path_of(store, task, path, err);
    return code == POISE_OK ? evaluate_results_write(path, &part, err) : code;
}
