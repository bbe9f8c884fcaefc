/* results.h5 out and in: what policies tell about themselves. */
#include "evaluate/results/input.h"

#include <stdlib.h>

/* ---- out ---- */

size_t results_count_statistics(evaluate_comparisons all)
{
    size_t n = 0;
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        for (size_t policy = 0; policy < all.of[0]->request.policies->n; policy++) {
            for (size_t k = 0; k < slot.n_launches; k++)
                n += results_slot_result(&slot, policy)->statistics[k].n;
        }
    }
    return n;
}

/* The texts are borrowed. */
static size_t put_statistics(results_statistic *rows, size_t launch, size_t policy,
                             const evaluate_statistics *statistics)
{
    for (size_t i = 0; i < statistics->n; i++) {
        evaluate_statistic *statistic = &statistics->all[i];
        rows[i] = (results_statistic){(uint32_t)launch, (uint32_t)policy, statistic->name, statistic->unit,
                                      statistic->value};
    }
    return statistics->n;
}

int results_write_statistics(poise_h5 *file, evaluate_comparisons all, poise_error *err)
{
    const size_t n = results_count_statistics(all);
    if (n == 0)
        return POISE_OK;
    results_statistic *rows = calloc(n, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu statistics of policies", n);
    size_t next = 0, launch = 0;
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        for (size_t k = 0; k < slot.n_launches; k++, launch++) {
            for (size_t policy = 0; policy < all.of[0]->request.policies->n; policy++)
                next += put_statistics(rows + next, launch, policy,
                                       &results_slot_result(&slot, policy)->statistics[k]);
        }
    }
    const poise_h5_rows table = {rows, n, sizeof *rows};
    int code = poise_h5_write_rows(file, results_statistic_fields, RESULTS_STATISTIC_FIELDS, table, err);
    free(rows);
    return code;
}

/* ---- in ---- */

/* Takes the rows of one launch under one policy, which stand together, from *next on. */
static int take_statistics(results_input *in, evaluate_statistics *statistics, const results_statistic *rows,
                           size_t n, size_t *next, poise_error *err)
{
    const results_statistic *first = &rows[*next];
    for (; *next < n && rows[*next].figure_launch == first->figure_launch &&
           rows[*next].figure_policy == first->figure_policy;
         ++*next) {
        const results_statistic *row = &rows[*next];
        const char *fault =
            evaluate_statistics_add(statistics, row->figure_name, row->figure_unit, row->figure_value);
        if (fault != NULL)
            return poise_fail(err, POISE_DAMAGED, "%s: statistics of a policy have %s", in->path, fault);
    }
    return POISE_OK;
}

static int take_all(results_input *in, const results_statistic *rows, size_t n, poise_error *err)
{
    const evaluate_comparisons all = in->results->all;
    size_t next = 0, launch = 0;
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        for (size_t k = 0; k < slot.n_launches; k++, launch++) {
            for (size_t policy = 0; policy < in->shape.size[1] && next < n; policy++) {
                if (rows[next].figure_launch != launch || rows[next].figure_policy != policy)
                    continue;
                evaluate_result *result = results_slot_result(&slot, policy);
                int code = take_statistics(in, &result->statistics[k], rows, n, &next, err);
                if (code != POISE_OK)
                    return code;
            }
        }
    }
    return next == n ? POISE_OK
                     : results_refuse(in, "statistics of policies are not in order, or of no launch", err);
}

static int read_rows(results_input *in, size_t n, poise_error *err)
{
    results_statistic *rows = calloc(n, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for statistics of policies", in->path);
    const poise_h5_rows table = {rows, n, sizeof *rows};
    int code = poise_h5_read_rows(in->file, results_statistic_fields, RESULTS_STATISTIC_FIELDS, table, err);
    if (code == POISE_OK)
        code = take_all(in, rows, n, err);
    for (size_t i = 0; i < n; i++) {
        free(rows[i].figure_name);
        free(rows[i].figure_unit);
    }
    free(rows);
    return code;
}

int results_read_statistics(results_input *in, poise_error *err)
{
    size_t n = 0;
    if (in->version < RESULTS_VERSION_OF_STATISTICS)
        return POISE_OK;
    int code =
        poise_h5_count_rows(in->file, in->path, "figures", "/figure_value", RESULTS_MAX_STATISTICS, &n, err);
    return code == POISE_OK && n > 0 ? read_rows(in, n, err) : code;
}
