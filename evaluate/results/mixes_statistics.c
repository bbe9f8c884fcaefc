/* results.h5 out and in: what policies tell about themselves after a mix. */
#include "evaluate/results/input.h"
#include "evaluate/results/mixes.h"

#include <stdlib.h>

/* One policy of a cell in order: the scheduler of each program, then those that serve all programs. */
typedef struct teller {
    uint32_t mix, policy, program;
    evaluate_statistics *statistics;
} teller;

typedef int on_teller(void *user, const teller *who, poise_error *err);

static int for_each(const evaluate_mixes *mixes, on_teller *act, void *user, poise_error *err)
{
    size_t first = 0; /* program of the mix */
    for (size_t m = 0; m < mixes->request.n_mixes; m++) {
        const evaluate_mix *mix = &mixes->request.mixes[m];
        for (size_t p = 0; p < mixes->request.policies->n; p++) {
            const evaluate_mix_cell *cell = evaluate_mix_cell_of(mixes, m, p);
            for (size_t i = 0; i <= mix->n; i++) {
                const teller who = {(uint32_t)m, (uint32_t)p,
                                    i < mix->n ? (uint32_t)(first + i) : MIXES_ALL_PROGRAMS,
                                    &cell->shared.statistics[i]};
                int code = act(user, &who, err);
                if (code != POISE_OK)
                    return code;
            }
        }
        first += evaluate_mix_parties(mix);
    }
    return POISE_OK;
}

/* ---- out ---- */

static int count(void *user, const teller *who, poise_error *err)
{
    size_t *n = user;
    (void)err;
    *n += who->statistics->n;
    return POISE_OK;
}

size_t mixes_count_statistics(const evaluate_mixes *mixes)
{
    size_t n = 0;
    (void)for_each(mixes, count, &n, NULL);
    return n;
}

/* The texts are borrowed. */
static int put(void *user, const teller *who, poise_error *err)
{
    mixes_statistic **row = user;
    (void)err;
    for (size_t i = 0; i < who->statistics->n; i++) {
        evaluate_statistic *statistic = &who->statistics->all[i];
        *(*row)++ = (mixes_statistic){who->mix,        who->policy,     who->program,
                                      statistic->name, statistic->unit, statistic->value};
    }
    return POISE_OK;
}

int mixes_write_statistics(poise_h5 *file, const evaluate_mixes *mixes, poise_error *err)
{
    const size_t n = mixes_count_statistics(mixes);
    if (n == 0)
        return POISE_OK;
    mixes_statistic *rows = calloc(n, sizeof *rows), *next = rows;
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu statistics of policies", n);
    (void)for_each(mixes, put, &next, NULL);
    const poise_h5_rows table = {rows, n, sizeof *rows};
    int code = poise_h5_write_rows(file, mixes_statistic_fields, MIXES_STATISTIC_FIELDS, table, err);
    free(rows);
    return code;
}

/* ---- in ---- */

typedef struct rows_left {
    const results_input *in;
    const mixes_statistic *next, *end;
} rows_left;

static int take(void *user, const teller *who, poise_error *err)
{
    rows_left *left = user;
    for (; left->next < left->end && left->next->mix_figure_mix == who->mix &&
           left->next->mix_figure_policy == who->policy && left->next->mix_figure_program == who->program;
         left->next++) {
        const char *fault =
            evaluate_statistics_add(who->statistics, left->next->mix_figure_name, left->next->mix_figure_unit,
                                    left->next->mix_figure_value);
        if (fault != NULL)
            return poise_fail(err, POISE_DAMAGED, "%s: statistics of a policy have %s", left->in->path,
                              fault);
    }
    return POISE_OK;
}

static int take_all(results_input *in, const mixes_statistic *rows, size_t n, poise_error *err)
{
    rows_left left = {in, rows, rows + n};
    int code = for_each(&in->results->of_mixes, take, &left, err);
    if (code != POISE_OK)
        return code;
    return left.next == left.end
               ? POISE_OK
               : results_refuse(in, "statistics of policies are not in order, or of no program", err);
}

static int read_rows(results_input *in, size_t n, poise_error *err)
{
    mixes_statistic *rows = calloc(n, sizeof *rows);
    if (rows == NULL)
        return poise_fail(err, POISE_FAILED, "%s: no memory for statistics of policies", in->path);
    const poise_h5_rows table = {rows, n, sizeof *rows};
    int code = poise_h5_read_rows(in->file, mixes_statistic_fields, MIXES_STATISTIC_FIELDS, table, err);
    if (code == POISE_OK)
        code = take_all(in, rows, n, err);
    for (size_t i = 0; i < n; i++) {
        free(rows[i].mix_figure_name);
        free(rows[i].mix_figure_unit);
    }
    free(rows);
    return code;
}

int results_read_mix_statistics(results_input *in, poise_error *err)
{
    size_t n = 0;
    if (in->version < RESULTS_VERSION_OF_MIX_STATISTICS)
        return POISE_OK;
    int code = poise_h5_count_rows(in->file, in->path, "mix_figures", "/mix_figure_value",
                                   RESULTS_MAX_STATISTICS, &n, err);
    return code == POISE_OK && n > 0 ? read_rows(in, n, err) : code;
}
