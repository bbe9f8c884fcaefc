/* results.h5 in: the machines that are compared. */
#include "evaluate/results/input.h"

#include <stdlib.h>
#include <string.h>

/* What a machine's results have of their own besides programs and policies. */
static int take_machine(const results_input *in, evaluate_results *of, const char *name, const char *config,
                        poise_error *err)
{
    const evaluate_results *all = in->results;
    of->machine = strdup(name);
    of->config_text = strdup(config);
    of->creator = strdup(all->creator);
    of->commit = strdup(all->commit);
    of->surface_hash = strdup("");
    if (of->machine == NULL || of->config_text == NULL || of->creator == NULL || of->commit == NULL ||
        of->surface_hash == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for a machine", in->path);
    poise_hash_bytes(config, strlen(config), of->config_hash);
    return results_parse_config(in, of, err);
}

static int take_machines(results_input *in, char **names, char **configs, poise_error *err)
{
    evaluate_results *results = in->results;
    for (size_t m = 0; m < results->n_machines; m++) {
        for (size_t k = 0; k < m; k++)
            if (strcmp(names[m], names[k]) == 0)
                return results_refuse(in, "two machines have one name", err);
        if (names[m][0] == '\0')
            return results_refuse(in, "a machine has no name", err);
        int code = take_machine(in, &results->machines[m], names[m], configs[m], err);
        if (code != POISE_OK)
            return code;
    }
    return strcmp(configs[in->base], results->config_text) == 0
               ? POISE_OK
               : results_refuse(in, "the configuration is not that of the machine with the baseline", err);
}

static int read_rows(results_input *in, poise_error *err)
{
    const size_t n = in->results->n_machines;
    char **names = NULL, **configs = NULL;
    int code =
        poise_h5_read_texts(in->file, results_machine_column.name, n, RESULTS_MACHINE_NAME, &names, err);
    if (code == POISE_OK)
        code = poise_h5_read_texts(in->file, results_machine_config_column.name, n, RESULTS_MAX_CONFIG_TEXT,
                                   &configs, err);
    if (code == POISE_OK)
        code = take_machines(in, names, configs, err);
    poise_h5_free_texts(names, n);
    poise_h5_free_texts(configs, n);
    return code;
}

static int read_mean(results_input *in, poise_error *err)
{
    char *mean;
    int code = poise_h5_get_text(in->file, "/", "mean", RESULTS_NAME, &mean, err);
    if (code != POISE_OK)
        return code;
    const size_t n = sizeof results_means / sizeof results_means[0];
    size_t i = 0;
    while (i < n && strcmp(results_means[i], mean) != 0)
        i++;
    free(mean);
    in->mean = (evaluate_mean)(i < n ? i : 0);
    return i < n ? POISE_OK : results_refuse(in, "it has a mean that is not known", err);
}

/* How many machines, and which has the baseline. */
static int read_numbers(results_input *in, uint64_t *n, poise_error *err)
{
    int code = poise_h5_get_u64(in->file, "/", "machines", n, err);
    if (code == POISE_OK)
        code = poise_h5_get_u64(in->file, "/", "base_machine", &in->base, err);
    if (code == POISE_OK)
        code = read_mean(in, err);
    if (code == POISE_OK && (*n > RESULTS_MOST_MACHINES || in->base >= (*n > 0 ? *n : 1)))
        return results_refuse(in, "it has too many machines, or none with the baseline", err);
    return code;
}

/* Which comparisons there are, and whose baseline is theirs. */
static int list(results_input *in, poise_error *err)
{
    evaluate_results *results = in->results;
    in->n = results->n_machines > 0 ? results->n_machines : 1;
    in->of = calloc(in->n, sizeof(evaluate_results *));
    results->pointers = calloc(in->n, sizeof(evaluate_comparison *));
    if (in->of == NULL || results->pointers == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for %zu machines", in->path, in->n);
    for (size_t m = 0; m < in->n; m++) {
        in->of[m] = results->n_machines > 0 ? &results->machines[m] : results;
        results->pointers[m] = &in->of[m]->comparison;
    }
    for (size_t m = 0; m < in->n; m++)
        if (m != in->base)
            in->of[m]->comparison.base = results->pointers[in->base];
    results->all = (evaluate_comparisons){results->pointers, in->n};
    return POISE_OK;
}

int results_read_machines(results_input *in, poise_error *err)
{
    evaluate_results *results = in->results;
    uint64_t n = 0;
    int code = POISE_OK;
    if (in->version >= RESULTS_VERSION_OF_MACHINES && results->n_mixes == 0)
        code = read_numbers(in, &n, err);
    if (code == POISE_OK && n > 0) {
        results->machines = calloc(n, sizeof *results->machines);
        results->n_machines = results->machines == NULL ? 0 : n;
        code = results->machines != NULL
                   ? read_rows(in, err)
                   : poise_fail(err, POISE_FAILED, "%s: no memory for machines", in->path);
    }
    return code == POISE_OK ? list(in, err) : code;
}

static bool is_same(const results_launch *one, const results_launch *other)
{
    return strcmp(one->kernel, other->kernel) == 0 && strcmp(one->program, other->program) == 0 &&
           one->launch_index == other->launch_index && strcmp(one->trace_hash, other->trace_hash) == 0;
}

int results_check_launches(const results_input *in, const results_launch *rows, poise_error *err)
{
    const size_t each = in->shape.size[0] / in->n;
    for (size_t i = 0; in->results->n_machines > 0 && i < in->shape.size[0]; i++) {
        if (rows[i].launch_machine != i / each || !is_same(&rows[i], &rows[i % each]))
            return results_refuse(in, "the machines have not run the same launches", err);
    }
    return POISE_OK;
}
