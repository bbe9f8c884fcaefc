#include "evaluate/comparison.h"

#include <stdlib.h>

void evaluate_comparison_measure(evaluate_comparison *comparison)
{
    const evaluate_request *request = &comparison->request;
    const evaluate_comparison *base = comparison->base == NULL ? comparison : comparison->base;
    size_t n_policies = request->policies->n;
    for (size_t i = 0; i < request->n_programs; i++) {
        size_t baseline = evaluate_place(comparison, i, request->policies->baseline);
        for (size_t k = 0; k < n_policies; k++) {
            size_t place = evaluate_place(comparison, i, k);
            comparison->metrics[place] = evaluate_metrics_against(
                &comparison->cells[place].result.total, &comparison->cells[place].result.total_facts,
                request->config, &base->cells[baseline].result.total, base->request.config);
        }
    }
    for (size_t k = 0; k < n_policies; k++)
        comparison->means[k] =
            evaluate_metrics_mean_by(&comparison->metrics[k], request->n_programs, n_policies, request->mean);
}

int evaluate_comparison_allocate(evaluate_comparison *comparison, poise_error *err)
{
    size_t n_policies = comparison->request.policies->n, n = comparison->request.n_programs * n_policies;
    comparison->cells = calloc(n, sizeof *comparison->cells);
    comparison->metrics = calloc(n, sizeof *comparison->metrics);
    comparison->means = calloc(n_policies, sizeof *comparison->means);
    if (comparison->cells == NULL || comparison->metrics == NULL || comparison->means == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu results", n);
    return POISE_OK;
}

void evaluate_comparison_free(evaluate_comparison *comparison)
{
    size_t n =
        comparison->cells == NULL ? 0 : comparison->request.n_programs * comparison->request.policies->n;
    for (size_t i = 0; i < n; i++) {
        evaluate_schedule_free(&comparison->cells[i].schedule);
        evaluate_result_free(&comparison->cells[i].result);
    }
    free(comparison->cells);
    free(comparison->metrics);
    free(comparison->means);
    for (size_t i = 0; i < comparison->n_warnings; i++)
        free(comparison->warnings[i]);
    free(comparison->warnings);
    *comparison = (evaluate_comparison){0};
}
