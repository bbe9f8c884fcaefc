/* results.h5 out. */
#include "evaluate/results/schema.h"

#include <stdlib.h>

int results_write_machine(poise_h5 *file, const sim_config *config, poise_error *err)
{
    char *text = NULL, hash[POISE_HASH_TEXT];
    int code = poise_h5_put_identity(file, RESULTS_FORMAT, RESULTS_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = sim_config_text(config, &text, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "config", text, err);
    free(text);
    if (code == POISE_OK)
        code = sim_config_hash(config, hash, err);
    return code == POISE_OK ? poise_h5_put_text(file, "/", "config_hash", hash, err) : code;
}

static int write_root(poise_h5 *file, const evaluate_comparison *comparison, uint64_t changes,
                      poise_error *err)
{
    const evaluate_request *request = &comparison->request;
    int code = results_write_machine(file, request->config, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "mixes", 0, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "profile_hash",
                                 request->surface_hash == NULL ? "" : request->surface_hash, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "profile_policies",
                                 request->surface_policies == NULL ? "" : request->surface_policies, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "changes", changes, err);
    return code == POISE_OK
               ? poise_h5_put_u64(file, "/", "figures", results_count_statistics(comparison), err)
               : code;
}

int results_write_policies(poise_h5 *file, const evaluate_policy_list *list, poise_error *err)
{
    results_policy policies[EVALUATE_MAX_POLICIES];
    for (size_t i = 0; i < list->n; i++)
        policies[i] = (results_policy){.policy = list->policies[i].scheme.name,
                                       .policy_file_hash = (char *)list->policies[i].file_hash,
                                       .policy_parts = list->policies[i].scheme.text};
    const poise_h5_rows rows = {policies, list->n, sizeof policies[0]};
    return poise_h5_write_rows(file, results_policy_fields, RESULTS_POLICY_FIELDS, rows, err);
}

/* ---- launches of all programs, one after the other ---- */

static size_t count_launches(const evaluate_request *request)
{
    size_t n = 0;
    for (size_t i = 0; i < request->n_programs; i++)
        n += request->programs[i].n_launches;
    return n;
}

static results_launch launch_row(const evaluate_program *program, const evaluate_launch *launch)
{
    results_launch row = {.kernel = launch->kernel,
                          .program = program->name,
                          .launch_index = launch->index,
                          .warps = launch->warps,
                          .filled_warps = launch->filled_warps};
    for (size_t i = 0; i < sizeof row.trace_hash; i++)
        row.trace_hash[i] = launch->trace_hash[i];
    return row;
}

static int write_launches(poise_h5 *file, const evaluate_request *request, poise_error *err)
{
    const size_t n = count_launches(request);
    results_launch *rows = calloc(n + 1, sizeof *rows), *next = rows;
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu launches", n);
    for (size_t i = 0; i < request->n_programs; i++) {
        for (size_t k = 0; k < request->programs[i].n_launches; k++)
            *next++ = launch_row(&request->programs[i], &request->programs[i].launches[k]);
    }
    const poise_h5_rows table = {rows, n, sizeof *rows};
    int code = poise_h5_write_rows(file, results_launch_fields, RESULTS_LAUNCH_FIELDS, table, err);
    free(rows);
    return code;
}

/* ---- numbers: table[launch][policy] ---- */

static void fill_table(const evaluate_comparison *comparison, const results_number *number, uint64_t *table)
{
    const evaluate_request *request = &comparison->request;
    for (size_t i = 0; i < request->n_programs; i++) {
        for (size_t k = 0; k < request->programs[i].n_launches; k++) {
            for (size_t policy = 0; policy < request->policies->n; policy++)
                *table++ =
                    number->get(&comparison->cells[evaluate_place(comparison, i, policy)], k, number->offset);
        }
    }
}

static int write_numbers(poise_h5 *file, const evaluate_comparison *comparison, poise_error *err)
{
    const poise_h5_shape shape = {2, {count_launches(&comparison->request), comparison->request.policies->n}};
    uint64_t *table = calloc(poise_h5_elements(shape), sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the table of a counter");
    int code = POISE_OK;
    for (size_t i = 0; i < results_numbers() && code == POISE_OK; i++) {
        char name[RESULTS_NAME];
        const results_number number = results_number_at(i);
        const poise_h5_column column = results_column(&number, name);
        fill_table(comparison, &number, table);
        code = poise_h5_write_u64(file, &column, shape, table, RESULTS_FILL, err);
    }
    free(table);
    return code;
}

/* ---- changes of tuples ---- */

static size_t count_changes(const evaluate_comparison *comparison)
{
    const size_t n_cells = comparison->request.n_programs * comparison->request.policies->n;
    size_t n = 0;
    for (size_t i = 0; i < n_cells; i++)
        n += comparison->cells[i].result.total_facts.tuple_changes_kept;
    return n;
}

static size_t put_history(results_change *rows, size_t launch, size_t policy, const evaluate_history *history)
{
    for (size_t i = 0; i < history->n; i++) {
        const evaluate_change *change = &history->changes[i];
        rows[i] = (results_change){(uint32_t)launch,        (uint32_t)policy, change->sm,
                                   (uint32_t)change->cycle, change->n,        change->p};
    }
    return history->n;
}

static int write_changes(poise_h5 *file, const evaluate_comparison *comparison, size_t n, poise_error *err)
{
    const evaluate_request *request = &comparison->request;
    if (n == 0)
        return POISE_OK;
    results_change *rows = calloc(n, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu changes of warp-tuples", n);
    size_t next = 0, launch = 0;
    for (size_t i = 0; i < request->n_programs; i++) {
        for (size_t k = 0; k < request->programs[i].n_launches; k++, launch++) {
            for (size_t policy = 0; policy < request->policies->n; policy++) {
                const evaluate_cell *cell = &comparison->cells[evaluate_place(comparison, i, policy)];
                next += put_history(rows + next, launch, policy, &cell->result.histories[k]);
            }
        }
    }
    const poise_h5_rows table = {rows, n, sizeof *rows};
    int code = poise_h5_write_rows(file, results_change_fields, RESULTS_CHANGE_FIELDS, table, err);
    free(rows);
    return code;
}

int evaluate_results_write(const char *path, const evaluate_comparison *comparison, poise_error *err)
{
    poise_h5 *file;
    const size_t changes = count_changes(comparison);
    if (count_launches(&comparison->request) == 0)
        return poise_fail(err, POISE_USAGE, "results without launches cannot be written to %s", path);
    int code = poise_h5_create(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_root(file, comparison, changes, err);
    if (code == POISE_OK)
        code = results_write_policies(file, comparison->request.policies, err);
    if (code == POISE_OK)
        code = write_launches(file, &comparison->request, err);
    if (code == POISE_OK)
        code = write_numbers(file, comparison, err);
    if (code == POISE_OK)
        code = write_changes(file, comparison, changes, err);
    if (code == POISE_OK)
        code = results_write_statistics(file, comparison, err);
    if (code == POISE_OK)
        code = results_write_courses(file, comparison, err);
    if (code == POISE_OK)
        return poise_h5_commit(file, err);
    poise_h5_close(file);
    return code;
}
