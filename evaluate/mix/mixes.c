#include "evaluate/mix/mixes.h"

#include <math.h>
#include <stdlib.h>

static int make_cell(evaluate_mix_cell *cell, const evaluate_mix *mix, poise_error *err)
{
    cell->n_splits = 1;
    cell->ranges = calloc(mix->n + 1, sizeof *cell->ranges);
    if (cell->ranges == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the results of a mix");
    int code = evaluate_mix_outcome_make(&cell->shared, mix, err);
    return code == POISE_OK ? evaluate_mix_outcome_make(&cell->alone, mix, err) : code;
}

int evaluate_mixes_allocate(evaluate_mixes *mixes, const evaluate_mixes_request *request, poise_error *err)
{
    *mixes = (evaluate_mixes){.request = *request, .n_cells = request->n_mixes * request->policies->n};
    mixes->cells = calloc(mixes->n_cells + 1, sizeof *mixes->cells);
    if (mixes->cells == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu results", mixes->n_cells);
    int code = POISE_OK;
    for (size_t i = 0; i < mixes->n_cells && code == POISE_OK; i++)
        code = make_cell(&mixes->cells[i], &request->mixes[i / request->policies->n], err);
    return code;
}

void evaluate_mixes_measure(evaluate_mixes *mixes)
{
    for (size_t i = 0; i < mixes->n_cells; i++) {
        const evaluate_mix *mix = &mixes->request.mixes[i / mixes->request.policies->n];
        evaluate_mix_cell *cell = &mixes->cells[i];
        cell->metrics = evaluate_mix_metrics_of(&cell->shared, &cell->alone, mix->n, mix->n_cpus);
    }
}

void evaluate_mixes_free(evaluate_mixes *mixes)
{
    for (size_t i = 0; i < mixes->n_cells && mixes->cells != NULL; i++) {
        free(mixes->cells[i].ranges);
        evaluate_mix_outcome_free(&mixes->cells[i].shared);
        evaluate_mix_outcome_free(&mixes->cells[i].alone);
    }
    free(mixes->cells);
    *mixes = (evaluate_mixes){0};
}

bool evaluate_mixes_have_cpus(const evaluate_mixes *mixes)
{
    bool found = false;
    for (size_t i = 0; i < mixes->request.n_mixes; i++)
        found |= mixes->request.mixes[i].n_cpus > 0;
    return found;
}

double evaluate_mixes_mean(const evaluate_mixes *mixes, const evaluate_mix_metric_info *metric, size_t policy)
{
    const bool is_harmonic = metric->mean == EVALUATE_MIX_HARMONIC;
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < mixes->request.n_mixes; i++) {
        const double value =
            evaluate_mix_metric_value(&evaluate_mix_cell_of(mixes, i, policy)->metrics, metric);
        if (isnan(value))
            continue;
        sum += is_harmonic ? 1 / value : value;
        n++;
    }
    if (n == 0)
        return NAN;
    return is_harmonic ? (double)n / sum : sum / (double)n;
}
