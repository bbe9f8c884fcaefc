/* results.h5 in: changes of warp-tuples. */
#include "evaluate/results/input.h"

#include <stdlib.h>

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

static uint32_t sms_of(const results_input *in, size_t launch)
{
    const evaluate_comparisons all = in->results->all;
    return all.of[launch / (in->shape.size[0] / all.n)]->request.config->sms;
}

static const char *change_fault(const results_input *in, const results_change *rows, size_t i)
{
    const results_change *row = &rows[i];
    if (i > 0 && !is_before(&rows[i - 1], row))
        return "changes of warp-tuples are not in order";
    if (row->change_policy >= in->shape.size[1] || row->change_launch >= in->shape.size[0] ||
        row->change_sm >= sms_of(in, row->change_launch) || row->change_n < 1 ||
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
    const evaluate_comparisons all = in->results->all;
    size_t next = 0, launch = 0;
    for (size_t i = 0; i < results_slots(all); i++) {
        const results_slot slot = results_slot_at(all, i);
        for (size_t k = 0; k < slot.n_launches; k++, launch++) {
            for (size_t policy = 0; policy < in->shape.size[1]; policy++) {
                evaluate_result *result = results_slot_result(&slot, policy);
                const uint64_t kept = result->facts[k].tuple_changes_kept;
                if (kept > n - next ||
                    (kept > 0 &&
                     (rows[next].change_launch != launch || rows[next + kept - 1].change_launch != launch ||
                      rows[next].change_policy != policy || rows[next + kept - 1].change_policy != policy)))
                    return results_refuse(in, "changes of warp-tuples do not belong to the launches", err);
                int code = take_history(in, result, k, rows + next, err);
                if (code != POISE_OK)
                    return code;
                next += kept;
            }
        }
    }
    return next == n ? POISE_OK : results_refuse(in, "there are changes of warp-tuples of no launch", err);
}

int results_read_changes(results_input *in, poise_error *err)
{
    size_t n;
    int code = poise_h5_count_rows(in->file, in->path, "changes", "/change_n", RESULTS_MAX_CHANGES, &n, err);
    if (code != POISE_OK)
        return code;
    results_change *rows = calloc(n + 1, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for warp-tuples", in->path);
    const poise_h5_rows table = {rows, n, sizeof *rows};
    if (n > 0)
        code = poise_h5_read_rows(in->file, results_change_fields, RESULTS_CHANGE_FIELDS, table, err);
    for (size_t i = 0; i < n && code == POISE_OK; i++) {
        const char *fault = change_fault(in, rows, i);
        code = fault == NULL ? POISE_OK : results_refuse(in, fault, err);
    }
    if (code == POISE_OK)
        code = take_changes(in, rows, n, err);
    free(rows);
    return code;
}
