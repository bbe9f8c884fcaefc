#include "train/negbin/dispersion.h"

#include "train/negbin/distribution.h"
#include "train/numerics/parts.h"

#include <math.h>
#include <stdbool.h>

/* The search is for the zero of the score in ln alpha: Newton's method inside a bracket, bisection where a
 * step would leave it. The unit in which alpha is small or large is 1 / mean, because alpha mu is what counts
 * beside 1 in the variance mu (1 + alpha mu). */
static const double smallest_alpha_mean = 1e-10; /* below: Poisson, the standard deviation agrees to 1e-10 */
static const double largest_alpha_mean = 1e10;
/* Of ln alpha. Bisection does not promise, as Newton's method does, that the next error is far smaller. */
static const double bisection_tolerance = 1e-10;
enum { MAX_STEPS = 200 };

static double weight_of(const train_nb_sample *sample, size_t row)
{
    return sample->weight == NULL ? 1.0 : sample->weight[row];
}

static train_nb_parts sum_part(const train_nb_sample *sample, size_t begin, size_t end, double theta)
{
    train_nb_parts sum = {0};
    for (size_t row = begin; row < end; row++) {
        double weight = weight_of(sample, row);
        if (weight > 0.0) {
            train_nb_parts mean = train_nb_mean_parts(sample->y[row], sample->mu[row], theta);
            sum.first += weight * mean.first;
            sum.second += weight * mean.second;
        }
    }
    return sum;
}

static train_nb_slopes slopes_at(const train_nb_sample *sample, double alpha)
{
    train_nb_shape shape = train_nb_shape_of(alpha);
    train_nb_parts part[TRAIN_MAX_PARTS];
    size_t parts = train_parts(sample->rows);
#pragma omp parallel for schedule(static) if (sample->rows >= TRAIN_THREADED_ROWS)
    for (size_t i = 0; i < parts; i++) {
        part[i] = sum_part(sample, train_part_begin(sample->rows, i, parts),
                           train_part_begin(sample->rows, i + 1, parts), shape.theta);
    }
    train_nb_parts sum = {0};
    for (size_t i = 0; i < parts; i++) {
        sum.first += part[i].first;
        sum.second += part[i].second;
    }
    const train_distinct *distinct = sample->distinct;
    for (size_t i = 0; i < distinct->n; i++) {
        train_nb_parts gamma = train_nb_gamma_parts(distinct->value[i], &shape);
        sum.first += distinct->weight[i] * gamma.first;
        sum.second += distinct->weight[i] * gamma.second;
    }
    return train_nb_slopes_of(sum, shape.theta);
}

/* What the first two moments say, to begin with. */
typedef struct moments {
    double score; /* of the likelihood in alpha at alpha = 0: it rises from there when this is > 0 */
    double alpha; /* where variances equal mu + alpha mu^2 in sum */
    double mean;
} moments;

static moments moments_of(const train_nb_sample *sample)
{
    moments m = {0};
    double weights = 0.0;
    double squares = 0.0;
    double sum = 0.0;
    for (size_t row = 0; row < sample->rows; row++) {
        double weight = weight_of(sample, row);
        double mu = sample->mu[row];
        m.score += weight * train_nb_score_at_poisson(sample->y[row], mu);
        squares += weight * mu * mu;
        sum += weight * mu;
        weights += weight;
    }
    m.mean = sum / weights;
    m.alpha = 2.0 * m.score / squares;
    return m;
}

/* One step from ln alpha = *at within [*low, *high], where the score is positive and negative; narrows the
 * bracket and returns whether the search has settled. */
static bool step(const train_nb_sample *sample, double tolerance, double *at, double *low, double *high)
{
    double alpha = exp(*at);
    train_nb_slopes by_alpha = slopes_at(sample, alpha);
    double score = alpha * by_alpha.score;
    double slope = score + alpha * alpha * by_alpha.curvature;
    *(score > 0.0 ? low : high) = *at;
    double next = *at - score / slope;
    bool newton = slope < 0.0 && next > *low && next < *high;
    if (!newton)
        next = score == 0.0 ? *at : 0.5 * (*low + *high);
    double size = fabs(next - *at);
    *at = next;
    return size <= (newton ? tolerance : bisection_tolerance);
}

static int search(const train_nb_sample *sample, double start, double tolerance, double smallest,
                  double largest, double *alpha, poise_error *err)
{
    double low = log(smallest);
    double high = log(largest);
    double at = log(start);
    for (int i = 0; i < MAX_STEPS; i++) {
        if (step(sample, tolerance, &at, &low, &high)) {
            *alpha = exp(at);
            return POISE_OK;
        }
    }
    return poise_fail(err, POISE_FAILED, "the search for the dispersion did not settle in %d steps",
                      MAX_STEPS);
}

static bool is_between(double value, double low, double high)
{
    return value > low && value < high;
}

int train_nb_dispersion(const train_nb_sample *sample, double start, double tolerance, double *alpha,
                        poise_error *err)
{
    *alpha = 0.0;
    moments m = moments_of(sample);
    if (!(m.score > 0.0))
        return POISE_OK;
    double smallest = smallest_alpha_mean / m.mean;
    double largest = largest_alpha_mean / m.mean;
    if (!is_between(start, smallest, largest))
        start = is_between(m.alpha, smallest, largest) ? m.alpha : 1.0 / m.mean;
    int code = search(sample, start, tolerance, smallest, largest, alpha, err);
    if (code != POISE_OK)
        return code;
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
