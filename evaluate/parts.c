#include "evaluate/parts.h"

#include "common/log.h"
#include "common/member.h"

#include <stdlib.h>
#include <string.h>

static int describe(const evaluate_parts *parts, const void *task, FILE *out, poise_error *err)
{
    char machine[POISE_HASH_TEXT];
    int code = sim_config_hash(parts->kind->config(parts->request, task), machine, err);
    if (code != POISE_OK)
        return code;
    fprintf(out, "%s %s\n%s\n", POISE_VERSION, POISE_COMMIT, machine);
    return parts->kind->describe(parts->request, task, out, err);
}

static int find_key(const evaluate_parts *parts, const void *task, char key[POISE_HASH_TEXT],
                    poise_error *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    int code = stream == NULL ? POISE_FAILED : describe(parts, task, stream, err);
    if (stream == NULL || fclose(stream) != 0)
        code = poise_fail(err, POISE_FAILED, "no memory for the name of a run");
    if (code == POISE_OK)
        poise_hash_bytes(text, size, key);
    free(text);
    return code;
}

int evaluate_parts_open(evaluate_parts *parts, const evaluate_part_kind *kind,
                        const evaluate_parts_place *place, void *const *tasks, size_t n, poise_error *err)
{
    *parts = (evaluate_parts){.kind = kind, .request = place->request};
    runs_list_row *rows = calloc(n + 1, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu runs", n);
    int code = POISE_OK;
    for (size_t i = 0; i < n && code == POISE_OK; i++) {
        char *key = poise_member(tasks[i], kind->key_offset);
        code = find_key(parts, tasks[i], key, err);
        rows[i] = kind->row(tasks[i]);
        memcpy(rows[i].key, key, sizeof rows[i].key);
    }
    if (code == POISE_OK)
        code = runs_store_open(&parts->runs, place->folder, place->share, NULL, rows, n, err);
    free(rows);
    return code;
}

void evaluate_parts_close(evaluate_parts *parts)
{
    runs_store_close(&parts->runs);
}

static const char *key_of(const evaluate_parts *parts, const void *task)
{
    return poise_const_member(task, parts->kind->key_offset);
}

static const char *take(const evaluate_parts *parts, void *task, evaluate_results *part)
{
    char machine[POISE_HASH_TEXT];
    int code = sim_config_hash(parts->kind->config(parts->request, task), machine, NULL);
    return code == POISE_OK && part->policies.n == 1 && strcmp(part->config_hash, machine) == 0
               ? parts->kind->take(task, part)
               : "it is of another machine or not of one run";
}

bool evaluate_parts_load(const evaluate_parts *parts, void *task)
{
    char path[PATH_MAX];
    if (!runs_store_find(&parts->runs, key_of(parts, task), path))
        return false;
    evaluate_results part = {0};
    poise_error err;
    const bool is_read = evaluate_results_read(path, &part, &err) == POISE_OK;
    const char *reason = is_read ? take(parts, task, &part) : err.text;
    if (reason != NULL)
        poise_warn("%s%s%s; the run is done again", is_read ? path : "", is_read ? ": " : "", reason);
    if (is_read)
        evaluate_results_free(&part);
    return reason == NULL;
}

int evaluate_parts_tell(evaluate_parts *parts, const void *task, runs_event event, const char *detail,
                        poise_error *err)
{
    char path[PATH_MAX];
    int code = POISE_OK;
    if (event == RUNS_DONE)
        code = runs_store_path(&parts->runs, key_of(parts, task), path, err);
    if (event == RUNS_DONE && code == POISE_OK)
        code = parts->kind->write(path, parts->request, task, err);
    return code == POISE_OK ? runs_store_note(&parts->runs, key_of(parts, task), event, detail, err) : code;
}
