#include "train/analyse/correlation.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pairs that have both, as they are found. */
typedef struct pairs {
    size_t n, without, room;
    double *mu, *speedup, *work; /* room, room, 2 * room */
} pairs;

static void free_pairs(pairs *p)
{
    free(p->mu);
    free(p->speedup);
    free(p->work);
}

static int make_pairs(pairs *p, size_t room, poise_error *err)
{
    *p = (pairs){.room = room,
                 .mu = calloc(room + 1, sizeof *p->mu),
                 .speedup = calloc(room + 1, sizeof *p->speedup),
                 .work = calloc(2 * room + 1, sizeof *p->work)};
    return p->mu != NULL && p->speedup != NULL && p->work != NULL
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "no memory for %zu tuples", room);
}

static void add(pairs *p, double mu, double speedup)
{
    p->without += isnan(mu) ? 1 : 0;
    if (isnan(mu))
        return;
    p->mu[p->n] = mu;
    p->speedup[p->n++] = speedup;
}

/* The tuple of the thesis, and where its mu stands. */
static void add_reference(pairs *p, const dataset_row *row)
{
    double speedup = surface_at(&row->speedup, row->warps, 1);
    if (row->polluting.warps > 0 && row->warps > 1 && !isnan(speedup))
        add(p, surface_at(&row->polluting, row->warps, 1), speedup);
}

static void add_tuples(pairs *p, const dataset_row *row)
{
    for (uint32_t n = 2; row->polluting.warps > 0 && n <= row->warps; n++) {
        for (uint32_t k = 1; k < n; k++) {
            double speedup = surface_at(&row->speedup, n, k);
            if (!isnan(speedup))
                add(p, surface_at(&row->polluting, n, k), speedup);
        }
    }
}

/* One pair for the program of row `first`, unless an earlier row is of it, too. */
static void add_program(pairs *p, const dataset *data, size_t first)
{
    double mu = 0, time = 0;
    size_t kernels = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        const dataset_row *row = &data->rows[i];
        if (!dataset_row_trains(row) || strcmp(row->program, data->rows[first].program) != 0)
            continue;
        if (i < first)
            return;
        double its_mu = surface_at(&row->polluting, row->warps, 1);
        double speedup = surface_at(&row->speedup, row->warps, 1);
        if (isnan(its_mu) || !(speedup > 0))
            continue;
        mu += its_mu;
        time += 1 / speedup;
        kernels++;
    }
    if (kernels > 0)
        add(p, mu / (double)kernels, (double)kernels / time);
}

static void collect(pairs *p, const dataset *data, train_correlated which)
{
    p->n = p->without = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        const dataset_row *row = &data->rows[i];
        if (which != TRAIN_CORRELATED_ALL && !dataset_row_trains(row))
            continue;
        switch (which) {
        case TRAIN_CORRELATED_PROGRAMS: add_program(p, data, i); break;
        case TRAIN_CORRELATED_TUPLES: add_tuples(p, row); break;
        default: add_reference(p, row);
        }
    }
}

static double or_zero(double value)
{
    return isfinite(value) ? value : 0; /* one of the two does not vary */
}

/* Changes the pairs: those that have logarithms remain. */
static double correlation_of_logs(pairs *p)
{
    size_t kept = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (p->mu[i] > 0 && p->speedup[i] > 0) {
            p->mu[kept] = log(p->mu[i]);
            p->speedup[kept++] = log(p->speedup[i]);
        }
    }
    return kept < 3 ? 0 : or_zero(gsl_stats_correlation(p->mu, 1, p->speedup, 1, kept));
}

static train_correlation correlate(pairs *p)
{
    train_correlation result = {.n = p->n, .without = p->without};
    if (p->n < 3)
        return result;
    result.pearson = or_zero(gsl_stats_correlation(p->mu, 1, p->speedup, 1, p->n));
    result.spearman = or_zero(gsl_stats_spearman(p->mu, 1, p->speedup, 1, p->n, p->work));
    result.of_logs = correlation_of_logs(p);
    return result;
}

int train_correlate(const dataset *data, train_correlation result[TRAIN_CORRELATED], poise_error *err)
{
    pairs p;
    size_t tuples = 0, known = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        tuples += profile_points(data->rows[i].warps);
        known += data->rows[i].polluting.warps > 0 ? 1 : 0;
    }
    if (known == 0)
        return poise_fail(
            err, POISE_FAILED,
            "the profiles of this data set do not count the hits of polluting warps apart: measure "
            "them anew, 'poise profile --grid coarse' is enough");
    int code = make_pairs(&p, tuples, err);
    for (int which = 0; code == POISE_OK && which < TRAIN_CORRELATED; which++) {
        collect(&p, data, (train_correlated)which);
        result[which] = correlate(&p);
    }
    free_pairs(&p);
    return code;
}

void train_print_correlation(FILE *out, const train_correlation result[TRAIN_CORRELATED])
{
    static const char *const title[TRAIN_CORRELATED] = {
        "(W, 1), programs",
        "(W, 1), kernels to train on",
        "(W, 1), all kernels",
        "tuples with p < N of kernels to train on",
    };
    (void)fprintf(out, "mu_p/np of the analytical model beside the measured speedup\n\n");
    (void)fprintf(out, "%-42s %7s %8s %8s %8s %9s\n", "", "pairs", "without", "Pearson", "of logs",
                  "Spearman");
    for (int i = 0; i < TRAIN_CORRELATED; i++)
        (void)fprintf(out, "%-42s %7zu %8zu %8.2f %8.2f %9.2f\n", title[i], result[i].n, result[i].without,
                      result[i].pearson, result[i].of_logs, result[i].spearman);
    (void)fprintf(out,
                  "\nwithout: measured, but without mu (nothing loaded, or misses of other warps cost no\n"
                  "more than before); of logs: over pairs with mu > 0; Spearman: of ranks. The thesis has\n"
                  "0.87 for (24, 1) of its benchmarks (Pearson, Figure 5.5).\n");
}
