/* results.h5 in. */
#include "evaluate/results_schema.h"

#include <stdlib.h>
#include <string.h>

/* A file while it is read. */
typedef struct results_input {
    const char *path;
    poise_h5 *file;
    evaluate_results *results;
    poise_h5_shape shape; /* of every table of numbers: [launch][policy] */
} results_input;

static int refuse(const results_input *in, const char *reason, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: %s", in->path, reason);
}

static int read_text(const results_input *in, const char *key, size_t limit, char **text, poise_error *err)
{
    return poise_h5_get_text(in->file, "/", key, limit, text, err);
}

/* Applies the lines "key = value" to the machine. */
static int parse_config(results_input *in, poise_error *err)
{
    sim_config_default(&in->results->config);
    char *copy = strdup(in->results->config_text), *rest = copy, *line;
    if (copy == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for the configuration", in->path);
    int code = POISE_OK;
    while (code == POISE_OK && (line = strsep(&rest, "\n")) != NULL) {
        if (line[0] != '\0')
            code = sim_config_set(&in->results->config, line, err);
    }
    free(copy);
    if (code == POISE_OK)
        code = sim_config_check(&in->results->config, err);
    if (code == POISE_OK)
        return POISE_OK;
    if (err != NULL)
        err->code = POISE_DAMAGED;
    (void)poise_error_prefix(err, "%s: configuration", in->path);
    return POISE_DAMAGED;
}

/* The hash proves that the configuration text is the one that was simulated. */
static int read_config(results_input *in, poise_error *err)
{
    evaluate_results *results = in->results;
    char *stored = NULL;
    int code = read_text(in, "config", RESULTS_MAX_CONFIG_TEXT, &results->config_text, err);
    if (code == POISE_OK)
        code = read_text(in, "config_hash", POISE_HASH_TEXT, &stored, err);
    if (code != POISE_OK)
        return code;
    poise_hash_bytes(results->config_text, strlen(results->config_text), results->config_hash);
    const bool is_same = strcmp(stored, results->config_hash) == 0;
    free(stored);
    if (!is_same)
        return refuse(in, "the configuration does not have the hash stored with it", err);
    return parse_config(in, err);
}

static int read_root(results_input *in, poise_error *err)
{
    evaluate_results *results = in->results;
    int code = poise_h5_check_identity(in->file, RESULTS_FORMAT, RESULTS_FORMAT_VERSION, err);
    if (code == POISE_OK)
        code = read_config(in, err);
    if (code == POISE_OK)
        code = read_text(in, "profile_hash", POISE_HASH_TEXT, &results->surface_hash, err);
    if (code == POISE_OK)
        code = read_text(in, "creator", RESULTS_NAME, &results->creator, err);
    if (code == POISE_OK)
        code = read_text(in, "git_commit", RESULTS_NAME, &results->commit, err);
    if (code == POISE_OK)
        code = poise_h5_shape_of(in->file, "/cycles", &in->shape, err);
    if (code == POISE_OK && (in->shape.rank != 2 || poise_h5_elements(in->shape) > RESULTS_MAX_RUNS ||
                             in->shape.size[1] > EVALUATE_MAX_POLICIES))
        return refuse(in, "data set /cycles is not a table of launch and policy", err);
    return code;
}

static int read_policies(results_input *in, poise_error *err)
{
    results_policy policies[EVALUATE_MAX_POLICIES] = {0};
    const char *labels[EVALUATE_MAX_POLICIES];
    const size_t n = in->shape.size[1];
    const poise_h5_rows rows = {policies, n, sizeof policies[0]};
    evaluate_policy_list *list = &in->results->policies;
    int code = poise_h5_read_rows(in->file, results_policy_fields, RESULTS_POLICY_FIELDS, rows, err);
    for (size_t i = 0; i < n; i++)
        labels[i] = policies[i].policy;
    if (code == POISE_OK && evaluate_policy_list_of(list, labels, n, err) != POISE_OK)
        code = refuse(in, "a policy is listed twice", err);
    for (size_t i = 0; i < n; i++) {
        const char *hash = policies[i].policy_file_hash;
        if (code == POISE_OK && strlen(hash) < POISE_HASH_TEXT)
            memcpy(list->policies[i].file_hash, hash, strlen(hash) + 1);
        free(policies[i].policy);
        free(policies[i].policy_file_hash);
    }
    return code;
}

/* ---- programs ---- */

/* Takes the texts of a row. */
static void take_launch(evaluate_program *program, results_launch *row)
{
    evaluate_launch *launch = &program->launches[program->n_launches++];
    *launch = (evaluate_launch){.kernel = row->kernel,
                                .index = row->launch_index,
                                .warps = row->warps,
                                .filled_warps = row->filled_warps};
    memcpy(launch->trace_hash, row->trace_hash, sizeof launch->trace_hash);
    row->kernel = NULL;
}

/* Rows of one program stand together, and its name stands nowhere else. */
static int take_program(results_input *in, results_launch *rows, size_t n, poise_error *err)
{
    evaluate_results *results = in->results;
    for (size_t i = 0; i < results->n_programs; i++) {
        if (strcmp(results->programs[i].name, rows[0].program) == 0)
            return refuse(in, "the launches of a program do not stand together", err);
    }
    evaluate_program *program = &results->programs[results->n_programs++];
    *program =
        (evaluate_program){.name = strdup(rows[0].program), .launches = calloc(n, sizeof(evaluate_launch))};
    if (program->name == NULL || program->launches == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu launches", in->path, n);
    for (size_t i = 0; i < n; i++)
        take_launch(program, &rows[i]);
    return POISE_OK;
}

static int take_programs(results_input *in, results_launch *rows, size_t n, poise_error *err)
{
    size_t n_programs = 0;
    for (size_t i = 0; i < n; i++)
        n_programs += i == 0 || strcmp(rows[i].program, rows[i - 1].program) != 0;
    in->results->programs = calloc(n_programs, sizeof *in->results->programs);
    if (in->results->programs == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu programs", in->path, n_programs);
    int code = POISE_OK;
    for (size_t first = 0, end; first < n && code == POISE_OK; first = end) {
        for (end = first + 1; end < n && strcmp(rows[end].program, rows[first].program) == 0;)
            end++;
        code = take_program(in, rows + first, end - first, err);
    }
    return code;
}

static int read_programs(results_input *in, poise_error *err)
{
    const size_t n = in->shape.size[0];
    results_launch *rows = calloc(n, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu launches", in->path, n);
    const poise_h5_rows table = {rows, n, sizeof *rows};
    int code = poise_h5_read_rows(in->file, results_launch_fields, RESULTS_LAUNCH_FIELDS, table, err);
    if (code == POISE_OK)
        code = take_programs(in, rows, n, err);
    for (size_t i = 0; i < n; i++) {
        free(rows[i].kernel);
        free(rows[i].program);
    }
    free(rows);
    return code;
}

/* ---- numbers ---- */

static int make_cells(results_input *in, poise_error *err)
{
    evaluate_comparison *comparison = &in->results->comparison;
    comparison->request = (evaluate_request){
        .config = &in->results->config,
        .policies = &in->results->policies,
        .programs = in->results->programs,
        .n_programs = in->results->n_programs,
        .surface_hash = in->results->surface_hash[0] == '\0' ? NULL : in->results->surface_hash};
    int code = evaluate_comparison_allocate(comparison, err);
    const size_t n_policies = comparison->request.policies->n;
    for (size_t i = 0; code == POISE_OK && i < comparison->request.n_programs * n_policies; i++)
        code = evaluate_result_allocate(&comparison->cells[i].result,
                                        in->results->programs[i / n_policies].n_launches, err);
    return code;
}

/* The tuples of a static policy are there for all its launches or for none. */
static int store_tuple(results_input *in, evaluate_cell *cell, size_t launch, const results_number *number,
                       uint64_t value, poise_error *err)
{
    const bool has_tuples = cell->schedule.tuples != NULL;
    if (launch == 0 && !has_tuples && value != RESULTS_FILL) {
        cell->schedule.tuples = calloc(cell->result.n, sizeof *cell->schedule.tuples);
        if (cell->schedule.tuples == NULL)
            return poise_fail(err, POISE_FAILED, "%s: no memory for warp-tuples", in->path);
    } else if (has_tuples != (value != RESULTS_FILL))
        return refuse(in, "some of the warp-tuples of a static policy are missing", err);
    if (value == RESULTS_FILL)
        return POISE_OK;
    if (value < 1 || value > PROFILE_MAX_WARPS)
        return refuse(in, "a warp-tuple is out of range", err);
    number->put(cell, launch, number->offset, value);
    return POISE_OK;
}

static int store_number(results_input *in, const results_number *number, const uint64_t *table,
                        poise_error *err)
{
    evaluate_comparison *comparison = &in->results->comparison;
    const size_t n_policies = in->results->policies.n;
    int code = POISE_OK;
    for (size_t i = 0; i < in->results->n_programs; i++) {
        for (size_t k = 0; k < in->results->programs[i].n_launches; k++) {
            for (size_t policy = 0; policy < n_policies && code == POISE_OK; policy++) {
                evaluate_cell *cell = &comparison->cells[evaluate_place(comparison, i, policy)];
                const uint64_t value = *table++;
                if (number->is_tuple)
                    code = store_tuple(in, cell, k, number, value, err);
                else if (value > UINT64_MAX / RESULTS_MAX_RUNS / 2)
                    code = refuse(in, "a counter is missing or too large", err);
                else
                    number->put(cell, k, number->offset, value);
            }
        }
    }
    return code;
}

static int read_numbers(results_input *in, poise_error *err)
{
    uint64_t *table = calloc(poise_h5_elements(in->shape), sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for the table of a counter", in->path);
    int code = POISE_OK;
    for (size_t i = 0; i < results_numbers() && code == POISE_OK; i++) {
        char name[RESULTS_NAME];
        const results_number number = results_number_at(i);
        const poise_h5_column column = results_column(&number, name);
        code = poise_h5_read_u64(in->file, column.name, in->shape, table, err);
        if (code == POISE_OK)
            code = store_number(in, &number, table, err);
    }
    free(table);
    return code;
}

/* Rates made of these counters lie in 0..1. */
static int check_numbers(const results_input *in, poise_error *err)
{
    const evaluate_comparison *comparison = &in->results->comparison;
    const size_t n_cells = in->results->n_programs * in->results->policies.n;
    for (size_t i = 0; i < n_cells; i++) {
        evaluate_result *result = &comparison->cells[i].result;
        for (size_t k = 0; k < result->n; k++) {
            const sim_counters *c = &result->launches[k];
            if (c->l1_read_hits > c->l1_read_accesses || c->l1_intra_hits > c->l1_read_hits)
                return refuse(in, "a launch has more L1 hits than accesses", err);
        }
        evaluate_result_sum(result);
    }
    return POISE_OK;
}

/* ---- changes of tuples ---- */

static bool is_before(const results_change *a, const results_change *b)
{
    if (a->change_launch != b->change_launch)
        return a->change_launch < b->change_launch;
    if (a->change_policy != b->change_policy)
        return a->change_policy < b->change_policy;
    if (a->change_sm != b->change_sm)
        return a->change_sm < b->change_sm;
    return a->change_cycle <= b->change_cycle;
}

static const char *change_fault(const results_input *in, const results_change *rows, size_t i)
{
    const results_change *row = &rows[i];
    if (i > 0 && !is_before(&rows[i - 1], row))
        return "changes of warp-tuples are not in order";
    if (row->change_policy >= in->shape.size[1] || row->change_launch >= in->shape.size[0] ||
        row->change_sm >= (uint64_t)in->results->config.sms || row->change_n < 1 || row->change_p < 1 ||
        row->change_p > row->change_n)
        return "a change of a warp-tuple is out of range";
    return NULL;
}

static int take_history(const results_input *in, evaluate_result *result, size_t launch,
                        const results_change *rows, poise_error *err)
{
    evaluate_history *history = &result->histories[launch];
    const size_t n = result->facts[launch].tuple_changes_kept;
    if (n == 0)
        return POISE_OK;
    history->changes = calloc(n, sizeof *history->changes);
    if (history->changes == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for warp-tuples", in->path);
    history->n = n;
    for (size_t i = 0; i < n; i++)
        history->changes[i] =
            (evaluate_change){rows[i].change_cycle, rows[i].change_sm, rows[i].change_n, rows[i].change_p};
    return POISE_OK;
}

/* Every launch says how many changes it has; they follow each other in that order. */
static int take_changes(results_input *in, const results_change *rows, size_t n, poise_error *err)
{
    const evaluate_comparison *comparison = &in->results->comparison;
    size_t next = 0, launch = 0;
    for (size_t i = 0; i < in->results->n_programs; i++) {
        for (size_t k = 0; k < in->results->programs[i].n_launches; k++, launch++) {
            for (size_t policy = 0; policy < in->shape.size[1]; policy++) {
                evaluate_result *result = &comparison->cells[evaluate_place(comparison, i, policy)].result;
                const uint64_t kept = result->facts[k].tuple_changes_kept;
                if (kept > n - next ||
                    (kept > 0 &&
                     (rows[next].change_launch != launch || rows[next + kept - 1].change_launch != launch ||
                      rows[next].change_policy != policy || rows[next + kept - 1].change_policy != policy)))
                    return refuse(in, "changes of warp-tuples do not belong to the launches", err);
                int code = take_history(in, result, k, rows + next, err);
                if (code != POISE_OK)
                    return code;
                next += kept;
            }
        }
    }
    return next == n ? POISE_OK : refuse(in, "there are changes of warp-tuples of no launch", err);
}

static int read_changes(results_input *in, poise_error *err)
{
    uint64_t n;
    int code = poise_h5_get_u64(in->file, "/", "changes", &n, err);
    if (code == POISE_OK && n > RESULTS_MAX_CHANGES)
        code = refuse(in, "it has too many changes of warp-tuples", err);
    if (code != POISE_OK)
        return code;
    poise_h5_shape shape = {1, {0}};
    if (n > 0)
        code = poise_h5_shape_of(in->file, "/change_n", &shape, err);
    if (code != POISE_OK)
        return code;
    if (shape.size[0] != n)
        return refuse(in, "the number of changes of warp-tuples is wrong", err);
    results_change *rows = calloc(n + 1, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for warp-tuples", in->path);
    const poise_h5_rows table = {rows, n, sizeof *rows};
    if (n > 0)
        code = poise_h5_read_rows(in->file, results_change_fields, RESULTS_CHANGE_FIELDS, table, err);
    for (size_t i = 0; i < n && code == POISE_OK; i++) {
        const char *fault = change_fault(in, rows, i);
        code = fault == NULL ? POISE_OK : refuse(in, fault, err);
    }
    if (code == POISE_OK)
        code = take_changes(in, rows, n, err);
    free(rows);
    return code;
}

static int read_all(results_input *in, poise_error *err)
{
    int code = read_root(in, err);
    if (code == POISE_OK)
        code = read_policies(in, err);
    if (code == POISE_OK)
        code = read_programs(in, err);
    if (code == POISE_OK)
        code = make_cells(in, err);
    if (code == POISE_OK)
        code = read_numbers(in, err);
    if (code == POISE_OK)
        code = check_numbers(in, err);
    if (code == POISE_OK)
        code = read_changes(in, err);
    return code == POISE_OK ? evaluate_comparison_finish(&in->results->comparison, err) : code;
}

int evaluate_results_read(const char *path, evaluate_results *results, poise_error *err)
{
    *results = (evaluate_results){0};
    results_input in = {.path = path, .results = results};
    int code = poise_h5_open(&in.file, path, err);
    if (code != POISE_OK)
        return code;
    memcpy(results->hash, poise_h5_hash(in.file), sizeof results->hash);
    code = read_all(&in, err);
    poise_h5_close(in.file);
    if (code != POISE_OK)
        evaluate_results_free(results);
    return code;
}

void evaluate_results_free(evaluate_results *results)
{
    evaluate_comparison_free(&results->comparison);
    for (size_t i = 0; results->programs != NULL && i < results->n_programs; i++)
        evaluate_program_free(&results->programs[i]);
    free(results->programs);
    evaluate_policy_list_free(&results->policies);
    free(results->config_text);
    free(results->surface_hash);
    free(results->creator);
    free(results->commit);
    *results = (evaluate_results){0};
}
