/* results.h5 in. */
#include "evaluate/results/input.h"
#include "evaluate/warnings.h"

#include <stdlib.h>
#include <string.h>

int results_refuse(const results_input *in, const char *reason, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: %s", in->path, reason);
}

static int read_text(const results_input *in, const char *key, size_t limit, char **text, poise_error *err)
{
    return poise_h5_get_text(in->file, "/", key, limit, text, err);
}

int results_parse_config(const results_input *in, evaluate_results *of, poise_error *err)
{
    sim_config_default(&of->config);
    char *copy = strdup(of->config_text), *rest = copy, *line;
    if (copy == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for the configuration", in->path);
    int code = POISE_OK;
    while (code == POISE_OK && (line = strsep(&rest, "\n")) != NULL) {
        if (line[0] != '\0')
            code = sim_config_set(&of->config, line, err);
    }
    free(copy);
    if (code == POISE_OK)
        code = sim_config_check(&of->config, err);
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
        return results_refuse(in, "the configuration does not have the hash stored with it", err);
    return results_parse_config(in, results, err);
}

static int check_version(results_input *in, poise_error *err)
{
    int code = poise_h5_check_versions(in->file, RESULTS_FORMAT, 1, RESULTS_FORMAT_VERSION, err);
    return code == POISE_OK ? poise_h5_get_u64(in->file, "/", "format_version", &in->version, err) : code;
}

/* The shape of every table of numbers, rows and policies, is that of cycles. */
static int read_shape(results_input *in, poise_error *err)
{
    const bool of_mixes = in->results->n_mixes > 0;
    int code = poise_h5_shape_of(in->file, of_mixes ? "/mix_cycles" : "/cycles", &in->shape, err);
    if (code == POISE_OK && (in->shape.rank != 2 || poise_h5_elements(in->shape) > RESULTS_MAX_RUNS ||
                             in->shape.size[1] > EVALUATE_MAX_POLICIES ||
                             in->shape.size[0] < in->results->n_mixes || in->shape.size[0] % in->n != 0))
        return results_refuse(in, "data set /cycles is not a table of launch or program, and policy", err);
    return code;
}

static int read_root(results_input *in, poise_error *err)
{
    evaluate_results *results = in->results;
    uint64_t n_mixes = 0;
    int code = check_version(in, err);
    if (code == POISE_OK)
        code = read_config(in, err);
    if (code == POISE_OK)
        code = read_text(in, "creator", RESULTS_NAME, &results->creator, err);
    if (code == POISE_OK)
        code = read_text(in, "git_commit", RESULTS_NAME, &results->commit, err);
    if (code == POISE_OK && in->version >= RESULTS_VERSION_OF_MIXES)
        code = poise_h5_get_u64(in->file, "/", "mixes", &n_mixes, err);
    if (code == POISE_OK && n_mixes > RESULTS_MAX_RUNS)
        return results_refuse(in, "it has too many mixes", err);
    results->n_mixes = n_mixes;
    if (code == POISE_OK)
        code = results_read_machines(in, err);
    return code == POISE_OK ? read_shape(in, err) : code;
}

static int read_surface(results_input *in, poise_error *err)
{
    evaluate_results *results = in->results;
    int code = read_text(in, "profile_hash", POISE_HASH_TEXT, &results->surface_hash, err);
    if (code == POISE_OK && results->surface_hash[0] != '\0' && in->version >= RESULTS_VERSION_OF_PARTS)
        code = read_text(in, "profile_policies", PROFILE_MAX_POLICIES, &results->surface_policies, err);
    return code;
}

int results_take_policies(const results_policy *rows, size_t n, evaluate_policy_list *list, poise_error *err)
{
    policy_scheme_list schemes = {0};
    int code = POISE_OK;
    for (size_t i = 0; i < n && code == POISE_OK; i++) {
        const char *parts = rows[i].policy_parts == NULL ? rows[i].policy : rows[i].policy_parts;
        policy_scheme scheme;
        code = policy_scheme_make(&scheme, rows[i].policy, parts, err);
        if (code == POISE_OK)
            code = policy_schemes_append(&schemes, &scheme, err);
    }
    if (code == POISE_OK)
        code = evaluate_policy_list_of(list, &schemes, err);
    policy_schemes_free(&schemes);
    return code;
}

static int take_policies(const results_input *in, const results_policy *policies, evaluate_policy_list *list,
                         poise_error *err)
{
    poise_error reason;
    const size_t n = in->shape.size[1];
    if (results_take_policies(policies, n, list, &reason) != POISE_OK)
        return results_refuse(in, reason.text, err);
    for (size_t i = 0; i < n; i++) {
        const char *hash = policies[i].policy_file_hash;
        if (strlen(hash) < POISE_HASH_TEXT)
            memcpy(list->policies[i].file_hash, hash, strlen(hash) + 1);
    }
    return POISE_OK;
}

static int read_policies(results_input *in, poise_error *err)
{
    results_policy policies[EVALUATE_MAX_POLICIES] = {0};
    const size_t n = in->shape.size[1];
    const size_t n_fields = RESULTS_POLICY_FIELDS - (in->version < RESULTS_VERSION_OF_PARTS);
    const poise_h5_rows rows = {policies, n, sizeof policies[0]};
    int code = poise_h5_read_rows(in->file, results_policy_fields, n_fields, rows, err);
    if (code == POISE_OK)
        code = take_policies(in, policies, &in->results->policies, err);
    for (size_t m = 0; m < in->results->n_machines && code == POISE_OK; m++)
        code = take_policies(in, policies, &in->of[m]->policies, err);
    for (size_t i = 0; i < n; i++) {
        free(policies[i].policy);
        free(policies[i].policy_file_hash);
        free(policies[i].policy_parts);
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
static int take_program(const results_input *in, evaluate_results *results, results_launch *rows, size_t n,
                        poise_error *err)
{
    for (size_t i = 0; i < results->n_programs; i++) {
        const char *name = results->programs[i].name;
        if (name != NULL && strcmp(name, rows[0].program) == 0)
            return results_refuse(in, "the launches of a program do not stand together", err);
    }
    evaluate_program program = {.name = strdup(rows[0].program),
                                .launches = calloc(n, sizeof(evaluate_launch))};
    if (program.name == NULL || program.launches == NULL) {
        evaluate_program_free(&program);
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu launches", in->path, n);
    }
    for (size_t i = 0; i < n; i++)
        take_launch(&program, &rows[i]);
    results->programs[results->n_programs++] = program;
    return POISE_OK;
}

/* Of one machine. */
static int take_programs(const results_input *in, evaluate_results *results, results_launch *rows, size_t n,
                         poise_error *err)
{
    size_t n_programs = 1;
    for (size_t i = 1; i < n; i++)
        n_programs += strcmp(rows[i].program, rows[i - 1].program) != 0;
    results->programs = calloc(n_programs, sizeof *results->programs);
    if (results->programs == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu programs", in->path, n_programs);
    int code = POISE_OK;
    for (size_t first = 0, end; first < n && code == POISE_OK; first = end) {
        for (end = first + 1; end < n && strcmp(rows[end].program, rows[first].program) == 0;)
            end++;
        code = take_program(in, results, rows + first, end - first, err);
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
    const size_t n_fields = RESULTS_LAUNCH_FIELDS - (in->results->n_machines == 0);
    int code = poise_h5_read_rows(in->file, results_launch_fields, n_fields, table, err);
    if (code == POISE_OK)
        code = results_check_launches(in, rows, err);
    for (size_t m = 0; m < in->n && code == POISE_OK; m++)
        code = take_programs(in, in->of[m], rows + m * (n / in->n), n / in->n, err);
    for (size_t i = 0; i < n; i++) {
        free(rows[i].kernel);
        free(rows[i].program);
    }
    free(rows);
    return code;
}

static int read_all(results_input *in, poise_error *err)
{
    int code = read_root(in, err);
    if (code == POISE_OK && in->results->n_mixes == 0)
        code = read_surface(in, err);
    if (code == POISE_OK)
        code = read_policies(in, err);
    if (code == POISE_OK && in->results->n_mixes > 0)
        return results_read_mixes(in, err);
    if (code == POISE_OK)
        code = read_programs(in, err);
    if (code == POISE_OK)
        code = results_read_cells(in, err);
    if (code == POISE_OK)
        code = results_read_changes(in, err);
    if (code == POISE_OK)
        code = results_read_statistics(in, err);
    if (code == POISE_OK)
        code = results_read_courses(in, err);
    if (code != POISE_OK)
        return code;
    for (size_t m = 0; m < in->n && code == POISE_OK; m++) {
        evaluate_comparison_measure(&in->of[m]->comparison);
        code = evaluate_collect_warnings(&in->of[m]->comparison, err);
    }
    return code;
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
    for (size_t m = 0; m < results->n_machines; m++)
        memcpy(results->machines[m].hash, results->hash, sizeof results->hash);
    poise_h5_close(in.file);
    free(in.of);
    if (code != POISE_OK)
        evaluate_results_free(results);
    return code;
}

void evaluate_results_free(evaluate_results *results)
{
    for (size_t m = 0; m < results->n_machines; m++)
        evaluate_results_free(&results->machines[m]);
    free(results->machines);
    free(results->machine);
    free(results->pointers);
    evaluate_comparison_free(&results->comparison);
    for (size_t i = 0; results->programs != NULL && i < results->n_programs; i++)
        evaluate_program_free(&results->programs[i]);
    free(results->programs);
    evaluate_mixes_free(&results->of_mixes);
    for (size_t i = 0; results->mixes != NULL && i < results->n_mixes; i++)
        evaluate_mix_free(&results->mixes[i]);
    free(results->mixes);
    evaluate_policy_list_free(&results->alone);
    evaluate_policy_list_free(&results->policies);
    free(results->config_text);
    free(results->surface_hash);
    free(results->surface_policies);
    free(results->creator);
    free(results->commit);
    *results = (evaluate_results){0};
}
