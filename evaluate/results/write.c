/* results.h5 out. */
#include "evaluate/machines.h"
#include "evaluate/results/schema.h"

#include <stdlib.h>

int results_write_machine(poise_h5 *file, uint64_t version, const sim_config *config, poise_error *err)
{
    char *text = NULL, hash[POISE_HASH_TEXT];
    int code = poise_h5_put_identity(file, RESULTS_FORMAT, version, err);
    if (code == POISE_OK)
        code = sim_config_text(config, &text, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "config", text, err);
    free(text);
    if (code == POISE_OK)
        code = sim_config_hash(config, hash, err);
    return code == POISE_OK ? poise_h5_put_text(file, "/", "config_hash", hash, err) : code;
}

/* ---- machines ---- */

static bool has_names(evaluate_comparisons all)
{
    return all.of[0]->request.machine != NULL;
}

/* What version 5 does not know. */
static bool is_extended(evaluate_comparisons all)
{
    return has_names(all) || all.of[0]->request.mean != EVALUATE_MEAN_NONE;
}

/* The texts are the caller's to free, also after a failure. */
static int put_machines(poise_h5 *file, evaluate_comparisons all, const char **names, char **configs,
                        poise_error *err)
{
    for (size_t m = 0; m < all.n; m++) {
        int code = sim_config_text(all.of[m]->request.config, &configs[m], err);
        if (code != POISE_OK)
            return code;
        names[m] = all.of[m]->request.machine;
    }
    int code = poise_h5_write_texts(file, &results_machine_column, all.n, names, err);
    return code == POISE_OK ? poise_h5_write_texts(file, &results_machine_config_column, all.n,
                                                   (const char *const *)configs, err)
                            : code;
}

static int write_machines(poise_h5 *file, evaluate_comparisons all, poise_error *err)
{
    const char **names = calloc(all.n, sizeof *names);
    char **configs = calloc(all.n, sizeof *configs);
    int code = names != NULL && configs != NULL
                   ? put_machines(file, all, names, configs, err)
                   : poise_fail(err, POISE_FAILED, "no memory for %zu machines", all.n);
    for (size_t m = 0; configs != NULL && m < all.n; m++)
        free(configs[m]);
    free(configs);
    free(names);
    return code;
}

static int write_extension(poise_h5 *file, evaluate_comparisons all, poise_error *err)
{
    const size_t n = has_names(all) ? all.n : 0;
    int code = poise_h5_put_u64(file, "/", "machines", n, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "base_machine", evaluate_base_machine(all), err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "mean", results_means[all.of[0]->request.mean], err);
    return code == POISE_OK && n > 0 ? write_machines(file, all, err) : code;
}

static int write_root(poise_h5 *file, evaluate_comparisons all, uint64_t changes, poise_error *err)
{
    const evaluate_request *request = &all.of[0]->request;
    const uint64_t version = is_extended(all) ? RESULTS_FORMAT_VERSION : RESULTS_VERSION_OF_MIX_STATISTICS;
    int code = results_write_machine(file, version, all.of[evaluate_base_machine(all)]->request.config, err);
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
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "figures", results_count_statistics(all), err);
    return code == POISE_OK && is_extended(all) ? write_extension(file, all, err) : code;
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

/* ---- launches of all programs on all machines, one after the other ---- */

static size_t count_launches(evaluate_comparisons all)
{
    size_t n = 0;
    for (size_t i = 0; i < results_slots(all); i++)
        n += results_slot_at(all, i).n_launches;
    return n;
}

static results_launch launch_row(const evaluate_program *program, const evaluate_launch *launch,
                                 size_t machine)
{
    results_launch row = {.kernel = launch->kernel,
                          .program = program->name,
                          .launch_index = launch->index,
                          .warps = launch->warps,
                          .filled_warps = launch->filled_warps,
                          .launch_machine = (uint32_t)machine};
    for (size_t i = 0; i < sizeof row.trace_hash; i++)
        row.trace_hash[i] = launch->trace_hash[i];
    return row;
}

static int write_launches(poise_h5 *file, evaluate_comparisons all, poise_error *err)
{
    const size_t n = count_launches(all), n_programs = all.of[0]->request.n_programs;
    results_launch *rows = calloc(n + 1, sizeof *rows), *next = rows;
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu launches", n);
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        const evaluate_program *program = &slot.comparison->request.programs[slot.program];
        for (size_t k = 0; k < slot.n_launches; k++)
            *next++ = launch_row(program, &program->launches[k], i / n_programs);
    }
    const poise_h5_rows table = {rows, n, sizeof *rows};
    const size_t n_fields = RESULTS_LAUNCH_FIELDS - !has_names(all);
    int code = poise_h5_write_rows(file, results_launch_fields, n_fields, table, err);
    free(rows);
    return code;
}

/* ---- numbers: table[launch][policy] ---- */

static void fill_table(evaluate_comparisons all, const results_number *number, uint64_t *table)
{
    const size_t n_policies = all.of[0]->request.policies->n;
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        const evaluate_cell *cells =
            &slot.comparison->cells[evaluate_place(slot.comparison, slot.program, 0)];
        for (size_t k = 0; k < slot.n_launches; k++) {
            for (size_t policy = 0; policy < n_policies; policy++)
                *table++ = number->get(&cells[policy], k, number->offset);
        }
    }
}

static int write_numbers(poise_h5 *file, evaluate_comparisons all, poise_error *err)
{
    const poise_h5_shape shape = {2, {count_launches(all), all.of[0]->request.policies->n}};
    uint64_t *table = calloc(poise_h5_elements(shape), sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the table of a counter");
    int code = POISE_OK;
    for (size_t i = 0; i < results_numbers() && code == POISE_OK; i++) {
        char name[RESULTS_NAME];
        const results_number number = results_number_at(i);
        const poise_h5_column column = results_column(&number, name);
        fill_table(all, &number, table);
        code = poise_h5_write_u64(file, &column, shape, table, RESULTS_FILL, err);
    }
    free(table);
    return code;
}

/* ---- changes of tuples ---- */

static size_t count_changes(evaluate_comparisons all)
{
    size_t n = 0;
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        for (size_t policy = 0; policy < all.of[0]->request.policies->n; policy++)
            n += results_slot_result(&slot, policy)->total_facts.tuple_changes_kept;
    }
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

static int write_changes(poise_h5 *file, evaluate_comparisons all, size_t n, poise_error *err)
{
    if (n == 0)
        return POISE_OK;
    results_change *rows = calloc(n, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu changes of warp-tuples", n);
    size_t next = 0, launch = 0;
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        for (size_t k = 0; k < slot.n_launches; k++, launch++) {
            for (size_t policy = 0; policy < all.of[0]->request.policies->n; policy++)
                next += put_history(rows + next, launch, policy,
                                    &results_slot_result(&slot, policy)->histories[k]);
        }
    }
    const poise_h5_rows table = {rows, n, sizeof *rows};
    int code = poise_h5_write_rows(file, results_change_fields, RESULTS_CHANGE_FIELDS, table, err);
    free(rows);
    return code;
}

int evaluate_results_write(const char *path, const evaluate_comparison *comparison, poise_error *err)
{
    return evaluate_results_write_all(path, (evaluate_comparisons){&comparison, 1}, err);
}

int evaluate_results_write_all(const char *path, evaluate_comparisons all, poise_error *err)
{
    poise_h5 *file;
    const size_t changes = count_changes(all);
    if (count_launches(all) == 0)
        return poise_fail(err, POISE_USAGE, "results without launches cannot be written to %s", path);
    int code = poise_h5_create(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_root(file, all, changes, err);
    if (code == POISE_OK)
        code = results_write_policies(file, all.of[0]->request.policies, err);
    if (code == POISE_OK)
        code = write_launches(file, all, err);
    if (code == POISE_OK)
        code = write_numbers(file, all, err);
    if (code == POISE_OK)
        code = write_changes(file, all, changes, err);
    if (code == POISE_OK)
        code = results_write_statistics(file, all, err);
    if (code == POISE_OK)
        code = results_write_courses(file, all, err);
    if (code == POISE_OK)
        return poise_h5_commit(file, err);
    poise_h5_close(file);
    return code;
}
