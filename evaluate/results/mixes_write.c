/* results.h5 out: mixes. */
#include "evaluate/results/mixes.h"

#include <stdlib.h>
#include <string.h>

static size_t count_parties(const evaluate_mixes_request *request)
{
    size_t n = 0;
    for (size_t i = 0; i < request->n_mixes; i++)
        n += evaluate_mix_parties(&request->mixes[i]);
    return n;
}

static int write_root(poise_h5 *file, const evaluate_mixes *mixes, poise_error *err)
{
    const evaluate_mixes_request *request = &mixes->request;
    int code = results_write_machine(file, RESULTS_VERSION_OF_MIX_STATISTICS, request->config, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "mixes", request->n_mixes, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "runs_alone", mixes->n_alone, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "mix_figures", mixes_count_statistics(mixes), err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "alone", request->alone->policies[0].scheme.text, err);
    return code == POISE_OK ? poise_h5_put_text(file, "/", "partition", request->best ? "best" : "given", err)
                            : code;
}

static void put_parties(mixes_party *rows, const evaluate_mix *mix, size_t number)
{
    for (size_t i = 0; i < evaluate_mix_parties(mix); i++) {
        mixes_party *row = &rows[i];
        const bool on_sms = i < mix->n;
        const evaluate_mix_program *program = on_sms ? &mix->programs[i] : NULL;
        const evaluate_mix_cpu *cpu = on_sms ? NULL : &mix->cpus[i - mix->n];
        *row = (mixes_party){.mix_program = on_sms ? program->name : cpu->name,
                             .mix_program_mix = (uint32_t)number,
                             .mix_program_launches = on_sms ? (uint32_t)program->n_launches : 0,
                             .mix_program_kind = on_sms ? MIXES_ON_SMS : MIXES_ON_CPU};
        memcpy(row->mix_program_hash, on_sms ? program->hash : cpu->hash, sizeof row->mix_program_hash);
    }
}

static int write_mix_names(poise_h5 *file, const evaluate_mixes_request *request, poise_error *err)
{
    mixes_name *names = calloc(request->n_mixes + 1, sizeof *names);
    if (names == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu mixes", request->n_mixes);
    for (size_t i = 0; i < request->n_mixes; i++)
        names[i].mix = request->mixes[i].name;
    const poise_h5_rows rows = {names, request->n_mixes, sizeof *names};
    int code = poise_h5_write_rows(file, mixes_name_fields, MIXES_NAME_FIELDS, rows, err);
    free(names);
    return code;
}

static int write_parties(poise_h5 *file, const evaluate_mixes_request *request, poise_error *err)
{
    const size_t n = count_parties(request);
    mixes_party *parties = calloc(n + 1, sizeof *parties), *next = parties;
    if (parties == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu programs", n);
    for (size_t i = 0; i < request->n_mixes; i++) {
        put_parties(next, &request->mixes[i], i);
        next += evaluate_mix_parties(&request->mixes[i]);
    }
    const poise_h5_rows rows = {parties, n, sizeof *parties};
    int code = poise_h5_write_rows(file, mixes_party_fields, MIXES_PARTY_FIELDS, rows, err);
    free(parties);
    return code;
}

static void fill_table(const evaluate_mixes *mixes, const mixes_number *number, uint64_t *table)
{
    const evaluate_mixes_request *request = &mixes->request;
    for (size_t m = 0; m < request->n_mixes; m++) {
        const evaluate_mix *mix = &request->mixes[m];
        for (size_t i = 0; i < evaluate_mix_parties(mix); i++)
            for (size_t p = 0; p < request->policies->n; p++)
                *table++ = mixes_has(number, mix, i)
                               ? mixes_get(number, mix, evaluate_mix_cell_of(mixes, m, p), i)
                               : RESULTS_FILL;
    }
}

static int write_numbers(poise_h5 *file, const evaluate_mixes *mixes, poise_error *err)
{
    const poise_h5_shape shape = {2, {count_parties(&mixes->request), mixes->request.policies->n}};
    uint64_t *table = calloc(poise_h5_elements(shape), sizeof *table);
    if (table == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the table of a counter");
    int code = POISE_OK;
    for (size_t i = 0; i < mixes_numbers() && code == POISE_OK; i++) {
        mixes_number number;
        mixes_number_at(i, &number);
        const poise_h5_column column = mixes_column(&number);
        fill_table(mixes, &number, table);
        code = poise_h5_write_u64(file, &column, shape, table, RESULTS_FILL, err);
    }
    free(table);
    return code;
}

static int write_splits(poise_h5 *file, const evaluate_mixes *mixes, poise_h5_shape shape, poise_error *err)
{
    uint64_t *splits = calloc(mixes->n_cells + 1, sizeof *splits);
    if (splits == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu results", mixes->n_cells);
    for (size_t c = 0; c < mixes->n_cells; c++)
        splits[c] = mixes->cells[c].n_splits;
    int code = poise_h5_write_u64(file, &mixes_splits_column, shape, splits, RESULTS_FILL, err);
    free(splits);
    return code;
}

static int write_metrics(poise_h5 *file, const evaluate_mixes *mixes, poise_h5_shape shape, poise_error *err)
{
    double *values = calloc(mixes->n_cells + 1, sizeof *values);
    size_t n;
    const evaluate_mix_metric_info *metric = evaluate_mix_metric_table(&n);
    int code = POISE_OK;
    if (values == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu metrics", mixes->n_cells);
    for (size_t i = 0; i < n && code == POISE_OK; i++) {
        char name[RESULTS_NAME];
        const poise_h5_column column = mixes_metric_column(&metric[i], name);
        for (size_t c = 0; c < mixes->n_cells; c++)
            values[c] = evaluate_mix_metric_value(&mixes->cells[c].metrics, &metric[i]);
        code = poise_h5_write_real(file, &column, shape, values, err);
    }
    free(values);
    return code;
}

int evaluate_results_write_mixes(const char *path, const evaluate_mixes *mixes, poise_error *err)
{
    poise_h5 *file;
    const poise_h5_shape of_cells = {2, {mixes->request.n_mixes, mixes->request.policies->n}};
    int code = poise_h5_create(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = write_root(file, mixes, err);
    if (code == POISE_OK)
        code = results_write_policies(file, mixes->request.policies, err);
    if (code == POISE_OK)
        code = write_mix_names(file, &mixes->request, err);
    if (code == POISE_OK)
        code = write_parties(file, &mixes->request, err);
    if (code == POISE_OK)
        code = write_numbers(file, mixes, err);
    if (code == POISE_OK)
        code = write_splits(file, mixes, of_cells, err);
    if (code == POISE_OK)
        code = write_metrics(file, mixes, of_cells, err);
    if (code == POISE_OK)
        code = mixes_write_statistics(file, mixes, err);
    if (code == POISE_OK)
        code = mixes_write_courses(file, mixes, err);
    if (code == POISE_OK)
        return poise_h5_commit(file, err);
    poise_h5_close(file);
    return code;
}
