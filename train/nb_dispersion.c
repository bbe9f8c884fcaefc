#include "train/nb_dispersion.h"

#include "train/nb_distribution.h"

#include <math.h>
#include <stdbool.h>

/* The search is for the zero of the score in ln alpha: Newton's method inside a bracket, bisection where a
 * step would leave it. The unit in which alpha is small or large is 1 / mean, because alpha mu is what counts
 * beside 1 in the variance mu (1 + alpha mu). */
static const double smallest_alpha_mean = 1e-10; /* below: Poisson, the standard deviation agrees to 1e-10 */
static const double largest_alpha_mean = 1e10;
static const double tolerance = 1e-10; /* of ln alpha */
enum { MAX_STEPS = 200 };

static double weight_of(const train_nb_sample *sample, size_t row)
{
    return sample->weight == NULL ? 1.0 : sample->weight[row];
}

static train_nb_slopes slopes_at(const train_nb_sample *sample, double alpha)
{
    train_nb_shape shape = train_nb_shape_of(alpha);
    train_nb_slopes sum = {0};
    for (size_t row = 0; row < sample->rows; row++) {
        double weight = weight_of(sample, row);
        if (weight > 0.0) {
            train_nb_slopes slopes = train_nb_slopes_at(sample->y[row], sample->mu[row], &shape);
            sum.score += weight * slopes.score;
            sum.curvature += weight * slopes.curvature;
        }
    }
    return sum;
}

/* Whether the likelihood rises when alpha leaves 0. */
static bool exceeds_poisson(const train_nb_sample *sample)
{
    double score = 0.0;
    for (size_t row = 0; row < sample->rows; row++)
        score += weight_of(sample, row) * train_nb_score_at_poisson(sample->y[row], sample->mu[row]);
    return score > 0.0;
}

static double weighted_mean(const train_nb_sample *sample)
{
    double sum = 0.0;
    double weights = 0.0;
    for (size_t i = 0; i < sample->rows; i++) {
        sum += weight_of(sample, i) * sample->mu[i];
        weights += weight_of(sample, i);
    }
    return sum / weights;
}

/* One step from ln alpha = *at within [*low, *high], where the score is positive and negative; narrows the
 * bracket and returns the size of the step. */
static double step(const train_nb_sample *sample, double *at, double *low, double *high)
{
    double alpha = exp(*at);
    train_nb_slopes by_alpha = slopes_at(sample, alpha);
    double score = alpha * by_alpha.score;
    double slope = score + alpha * alpha * by_alpha.curvature;
    *(score > 0.0 ? low : high) = *at;
    double next = *at - score / slope;
    if (!(slope < 0.0) || !(next > *low) || !(next < *high))
        next = score == 0.0 ? *at : 0.5 * (*low + *high);
    double size = fabs(next - *at);
    *at = next;
    return size;
}

static int search(const train_nb_sample *sample, double start, double smallest, double largest, double *alpha,
                  poise_error *err)
{
    double low = log(smallest);
    double high = log(largest);
    double at = log(start);
    for (int i = 0; i < MAX_STEPS; i++) {
        if (step(sample, &at, &low, &high) <= tolerance) {
            *alpha = exp(at);
            return POISE_OK;
        }
    }
    return poise_fail(err, POISE_FAILED, "the search for the dispersion did not settle in %d steps",
                      MAX_STEPS);
}

int train_nb_dispersion(const train_nb_sample *sample, double start, double *alpha, poise_error *err)
{
    *alpha = 0.0;
    if (!exceeds_poisson(sample))
        return POISE_OK;
    double mean = weighted_mean(sample);
    double smallest = smallest_alpha_mean / mean;
    double largest = largest_alpha_mean / mean;
    bool usable = start > smallest && start < largest;
    int rc = search(sample, usable ? start : 1.0 / mean, smallest, largest, alpha, err);
    if (rc != POISE_OK)
        return rc;
    /* A search that ends at an end of its bracket has found no zero there. */
    if (*alpha > 0.999 * largest) {
        return poise_fail(err, POISE_FAILED,
                          "the dispersion that fits best is not finite: nearly all responses are 0");
    }
    if (*alpha < 1.001 * smallest)
        *alpha = 0.0;
    return POISE_OK;
}

double train_nb_dispersion_error(const train_nb_sample *sample, double alpha)
{
    double information = -slopes_at(sample, alpha).curvature;
    return information > 0.0 ? 1.0 / sqrt(information) : 0.0;
}
