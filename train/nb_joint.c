#include "train/nb_joint.h"

#include "train/nb_dispersion.h"

#include <math.h>
#include <stdbool.h>

/* Relative change of alpha in the last round. What the next one would change is smaller by the slope of the
 * line through the rounds, and the line takes care of that. */
static const double tolerance = 1e-8;
/* Of the coefficients, in standard errors: what is left of such a step is of the order of its square. */
static const double fine = 1e-4;
/* The first round only opens the search: linear predictors and ln alpha to a few hundredths will do. */
static const double coarse = 0.03;

typedef struct joint {
    train_irls *irls;
    train_nb_sample sample;
} joint;

/* One round: coefficients for `alpha`, then the dispersion `best` for their means. */
static int play_round(const joint *j, double alpha, bool first, double *best, poise_error *err)
{
    double in_errors = coarse * sqrt((double)j->sample.rows); /* an error is about 1 / sqrt(rows) */
    int rc = train_irls_run(j->irls, alpha, first ? in_errors : fine, err);
    return rc != POISE_OK ? rc : train_nb_dispersion(&j->sample, alpha, first ? coarse : fine, best, err);
}

/* Where the line through two rounds meets the diagonal; the round's own result when the line is steep, which
 * it is only far from the solution: there coefficients and dispersion hardly depend on each other. */
static double next_alpha(double alpha, double best, double last_alpha, double last_best)
{
    double slope = (best - last_best) / (alpha - last_alpha);
    double next = alpha + (best - alpha) / (1.0 - slope);
    return fabs(slope) < 0.5 && next > 0.0 ? next : best;
}

int train_nb_joint(train_irls *irls, const train_distinct *distinct, double start, double *dispersion,
                   poise_error *err)
{
    joint j = {.irls = irls,
               .sample = {.rows = irls->data->x.rows,
                          .y = irls->data->y,
                          .mu = irls->mean,
                          .weight = irls->data->weight,
                          .distinct = distinct}};
    double last_alpha = 0.0;
    double last_best = 0.0;
    double alpha = start;
    for (int round = 0; round < irls->max_iterations; round++) {
        double best = 0.0;
        int rc = play_round(&j, alpha, round == 0, &best, err);
        if (rc != POISE_OK)
            return rc;
        if (best == 0.0 && alpha > 0.0 && round > 0) { /* on the edge of the Poisson limit */
            *dispersion = 0.0;
            return train_irls_run(irls, 0.0, fine, err);
        }
        double next = round < 2 ? best : next_alpha(alpha, best, last_alpha, last_best);
        *dispersion = next;
        if (round > 0 && fabs(best - alpha) <= tolerance * alpha)
            return POISE_OK;
        last_alpha = alpha;
        last_best = best;
        alpha = next;
    }
    return poise_fail(err, POISE_FAILED, "coefficients and dispersion did not settle in %d rounds",
                      irls->max_iterations);
}
