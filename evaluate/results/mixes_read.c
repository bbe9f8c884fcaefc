/* results.h5 in: mixes. Metrics are computed from the counters again. */
#include "evaluate/results/input.h"
#include "evaluate/results/mixes.h"

#include <stdlib.h>
#include <string.h>

static int read_root(results_input *in, bool *best, uint64_t *n_alone, poise_error *err)
{
    char *alone = NULL, *partition = NULL;
    int code = poise_h5_get_text(in->file, "/", "alone", PROFILE_MAX_POLICIES, &alone, err);
    if (code == POISE_OK)
        code = poise_h5_get_text(in->file, "/", "partition", RESULTS_NAME, &partition, err);
    if (code == POISE_OK)
        code = poise_h5_get_u64(in->file, "/", "runs_alone", n_alone, err);
    const results_policy row = {.policy = alone};
    poise_error reason;
    if (code == POISE_OK && results_take_policies(&row, 1, &in->results->alone, &reason) != POISE_OK)
        code = results_refuse(in, reason.text, err);
    *best = code == POISE_OK && strcmp(partition, "best") == 0;
    free(alone);
    free(partition);
    return code;
}

/* ---- programs ---- */

/* The texts of the rows become the mix's. */
static int take_mix(evaluate_mix *mix, mixes_party *rows, size_t n, poise_error *err)
{
    mix->programs = calloc(n + 1, sizeof *mix->programs);
    mix->cpus = calloc(n + 1, sizeof *mix->cpus);
    if (mix->programs == NULL || mix->cpus == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu programs", n);
    for (size_t i = 0; i < n; i++) {
        mixes_party *row = &rows[i];
        if (row->mix_program_kind == MIXES_ON_SMS) {
            evaluate_mix_program *program = &mix->programs[mix->n++];
            *program =
                (evaluate_mix_program){.name = row->mix_program, .n_launches = row->mix_program_launches};
            memcpy(program->hash, row->mix_program_hash, sizeof program->hash);
        } else {
            evaluate_mix_cpu *cpu = &mix->cpus[mix->n_cpus++];
            *cpu = (evaluate_mix_cpu){.name = row->mix_program};
            memcpy(cpu->hash, row->mix_program_hash, sizeof cpu->hash);
        }
        row->mix_program = NULL;
    }
    return POISE_OK;
}

static int take_mixes(results_input *in, const mixes_name *names, mixes_party *rows, size_t n,
                      poise_error *err)
{
    evaluate_results *results = in->results;
    size_t next = 0;
    for (size_t m = 0; m < results->n_mixes; m++) {
        evaluate_mix *mix = &results->mixes[m];
        size_t end = next;
        while (end < n && rows[end].mix_program_mix == m &&
               (end == next || rows[end].mix_program_kind >= rows[end - 1].mix_program_kind))
            end++;
        mix->name = strdup(names[m].mix);
        int code = mix->name != NULL ? take_mix(mix, rows + next, end - next, err)
                                     : poise_fail(err, POISE_FAILED, "%s: no memory for mixes", in->path);
        if (code != POISE_OK)
            return code;
        if (end == next || mix->n_cpus > SIM_MOST_CPUS)
            return results_refuse(in, "a mix has no program, or too many", err);
        next = end;
    }
    return next == n ? POISE_OK : results_refuse(in, "the programs of mixes are not in order", err);
}

/* With room for both. */
static int read_rows(results_input *in, mixes_name *names, mixes_party *rows, poise_error *err)
{
    const size_t n = in->shape.size[0];
    const poise_h5_rows of_names = {names, in->results->n_mixes, sizeof *names},
                        of_rows = {rows, n, sizeof *rows};
    int code = poise_h5_read_rows(in->file, mixes_name_fields, MIXES_NAME_FIELDS, of_names, err);
    if (code == POISE_OK)
        code = poise_h5_read_rows(in->file, mixes_party_fields, MIXES_PARTY_FIELDS, of_rows, err);
    if (code == POISE_OK)
        code = take_mixes(in, names, rows, n, err);
    for (size_t i = 0; i < in->results->n_mixes; i++)
        free(names[i].mix);
    for (size_t i = 0; i < n; i++)
        free(rows[i].mix_program);
    return code;
}

static int read_programs(results_input *in, poise_error *err)
{
    evaluate_results *results = in->results;
    mixes_name *names = calloc(results->n_mixes + 1, sizeof *names);
    mixes_party *rows = calloc(in->shape.size[0] + 1, sizeof *rows);
    results->mixes = calloc(results->n_mixes + 1, sizeof *results->mixes);
    int code;
    if (names == NULL || rows == NULL || results->mixes == NULL)
        code = poise_fail(err, POISE_FAILED, "%s: no memory for mixes", in->path);
    else
        code = read_rows(in, names, rows, err);
    free(names);
    free(rows);
    return code;
}

/* ---- numbers ---- */

static int take_number(results_input *in, const mixes_number *number, const uint64_t *table, poise_error *err)
{
    evaluate_mixes *mixes = &in->results->of_mixes;
    const uint64_t most = number->what == MIXES_FIRST_SM || number->what == MIXES_SMS
                              ? in->results->config.sms
                              : UINT64_MAX / MIXES_MAX_RUNS / 2;
    for (size_t m = 0; m < in->results->n_mixes; m++) {
        const evaluate_mix *mix = &in->results->mixes[m];
        for (size_t i = 0; i < evaluate_mix_parties(mix); i++)
            for (size_t p = 0; p < in->results->policies.n; p++, table++) {
                if (!mixes_has(number, mix, i))
                    continue;
                if (*table > most && !(number->is_optional && *table == SIM_UNKNOWN))
                    return results_refuse(in, "a number of a mix is missing or too large", err);
                mixes_put(number, mix, evaluate_mix_cell_of(mixes, m, p), i, *table);
            }
    }
    return POISE_OK;
}

static int read_numbers(results_input *in, poise_error *err)
{
    uint64_t *table = calloc(poise_h5_elements(in->shape), sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for the table of a counter", in->path);
    int code = POISE_OK;
    for (size_t i = 0; i < mixes_numbers() && code == POISE_OK; i++) {
        mixes_number number;
        mixes_number_at(i, &number);
        const bool is_absent = number.is_optional && !poise_h5_has(in->file, number.name);
        code = is_absent ? POISE_OK : poise_h5_read_u64(in->file, number.name, in->shape, table, err);
        for (size_t k = 0; is_absent && k < poise_h5_elements(in->shape); k++)
            table[k] = SIM_UNKNOWN;
        if (code == POISE_OK)
            code = take_number(in, &number, table, err);
    }
    free(table);
    return code;
}

/* Rates made of these counters lie in 0..1. */
static int check_numbers(const results_input *in, poise_error *err)
{
    const evaluate_mixes *mixes = &in->results->of_mixes;
    for (size_t c = 0; c < mixes->n_cells; c++) {
        const evaluate_mix *mix = &in->results->mixes[c / in->results->policies.n];
        for (size_t i = 0; i < mix->n; i++) {
            const sim_counters *shared = &mixes->cells[c].shared.programs[i].counters;
            const sim_counters *alone = &mixes->cells[c].alone.programs[i].counters;
            if (shared->l1_read_hits > shared->l1_read_accesses ||
                alone->l1_read_hits > alone->l1_read_accesses)
                return results_refuse(in, "a program has more L1 hits than accesses", err);
        }
    }
    return POISE_OK;
}

static int read_splits(results_input *in, poise_error *err)
{
    evaluate_mixes *mixes = &in->results->of_mixes;
    const poise_h5_shape shape = {2, {in->results->n_mixes, in->results->policies.n}};
    uint64_t *splits = calloc(mixes->n_cells + 1, sizeof *splits);
    if (splits == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for mixes", in->path);
    int code = poise_h5_read_u64(in->file, mixes_splits_column.name, shape, splits, err);
    for (size_t c = 0; c < mixes->n_cells && code == POISE_OK; c++)
        mixes->cells[c].n_splits = splits[c];
    free(splits);
    return code;
}

int results_read_mixes(results_input *in, poise_error *err)
{
    evaluate_results *results = in->results;
    evaluate_mixes_request request = {.config = &results->config, .policies = &results->policies};
    uint64_t n_alone = 0;
    int code = read_root(in, &request.best, &n_alone, err);
    if (code == POISE_OK)
        code = read_programs(in, err);
    request.mixes = results->mixes;
    request.n_mixes = results->n_mixes;
    request.alone = &results->alone;
    if (code == POISE_OK)
        code = evaluate_mixes_allocate(&results->of_mixes, &request, err);
    if (code == POISE_OK)
        code = read_numbers(in, err);
    if (code == POISE_OK)
        code = check_numbers(in, err);
    if (code == POISE_OK)
        code = read_splits(in, err);
    if (code == POISE_OK)
        code = results_read_mix_statistics(in, err);
    if (code == POISE_OK)
        code = results_read_mix_courses(in, err);
    results->of_mixes.n_alone = n_alone;
    if (code == POISE_OK)
        evaluate_mixes_measure(&results->of_mixes);
    return code;
}
