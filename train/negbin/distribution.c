#include "train/negbin/distribution.h"

#include "train/numerics/polygamma.h"

#include <math.h>

/* With theta = t, the log-likelihood of one observation is
 *
 *     [lgamma(t + y) - lgamma(t) - y ln t] - lgamma(y + 1) + y ln mu - (t + y) ln(1 + mu / t).
 *
 * Towards the Poisson limit t is huge, every gamma term is of the order t ln t and their difference of order
 * 1: evaluated as written it loses all digits. From t = 100 on, differences of Stirling's series are
 * therefore taken term by term. With r = 1/t and s = 1/(t + y), r^k - s^k = (r - s)(r^(k-1) + ... + s^(k-1))
 * and r - s = y / (t (t + y)) without cancellation. The first omitted terms are below 1e-15 of the result.
 * Series: Abramowitz and Stegun 6.1.41, 6.3.18, 6.4.12. */
static const double series_from = 100.0;

typedef struct reciprocals {
    double r, s; /* 1/t and 1/(t + y) */
    double difference;
} reciprocals;

static reciprocals reciprocals_of(double y, double t)
{
    return (reciprocals){.r = 1.0 / t, .s = 1.0 / (t + y), .difference = y / t / (t + y)};
}

static double log_gamma(double x)
{
    int sign = 0; /* x > 0: always 1. lgamma() itself writes a global variable and is not thread-safe. */
    return lgamma_r(x, &sign);
}

/* lgamma(t + y) - lgamma(t) - y ln t */
static double log_gamma_excess(double y, double t)
{
    if (t < series_from)
        return log_gamma(t + y) - log_gamma(t) - y * log(t);
    reciprocals q = reciprocals_of(y, t);
    double r2 = q.r * q.r;
    double s2 = q.s * q.s;
    double rs = q.r * q.s;
    double fifth = (r2 * r2 + r2 * rs + rs * rs + rs * s2 + s2 * s2) / 1260.0;
    double correction = q.difference * (1.0 / 12.0 - (r2 + rs + s2) / 360.0 + fifth);
    return (t + y - 0.5) * log1p(y / t) - y - correction;
}

/* Digamma: [psi(t + y) - ln(t + y)] - [psi(t) - ln t]; trigamma: [psi'(t + y) - 1/(t + y)] - [psi'(t) - 1/t]
 */
static train_nb_parts gamma_excess(double y, const train_nb_shape *shape)
{
    double t = shape->theta;
    reciprocals q = reciprocals_of(y, t);
    if (t < series_from) {
        train_polygamma at = train_polygamma_at(t + y);
        return (train_nb_parts){.first = at.digamma - shape->digamma - log1p(y / t),
                                .second = at.trigamma - shape->trigamma + q.difference};
    }
    double r2 = q.r * q.r;
    double s2 = q.s * q.s;
    double rs = q.r * q.s;
    double sixth = (r2 * r2 + r2 * s2 + s2 * s2) / 252.0;
    double fifth = (r2 * r2 + r2 * rs + rs * rs + rs * s2 + s2 * s2) / 30.0;
    return (train_nb_parts){.first =
                                q.difference * (0.5 + (q.r + q.s) * (1.0 / 12.0 - (r2 + s2) / 120.0 + sixth)),
                            .second = -q.difference * (0.5 * (q.r + q.s) + (r2 + rs + s2) / 6.0 - fifth)};
}

/* ln(1 + u) - u for |u| < 0.1. With s = u / (2 + u), ln(1 + u) = 2 artanh s and u = 2 s / (1 - s): the terms
 * that cancel are gone, and s^2 < 0.003, so that s^15 is the last power to matter. */
static double log1p_less_identity(double u)
{
    double s = u / (2.0 + u);
    double q = s * s;
    double tail = q * s *
                  (1.0 / 3.0 +
                   q * (1.0 / 5.0 +
                        q * (1.0 / 7.0 + q * (1.0 / 9.0 + q * (1.0 / 11.0 + q * (1.0 / 13.0 + q / 15.0))))));
    return 2.0 * tail - s * u;
}

/* ln(1 + u) - u with u = (y - mu) / (t + mu), that is 1 + u = (t + y) / (t + mu) */
static double log_excess(double y, double mu, double t, double u)
{
    /* Around 0 the two terms cancel; close to u = -1 the sum 1 + u would round to 0. */
    return fabs(u) < 0.1 ? log1p_less_identity(u) : log((t + y) / (t + mu)) - u;
}

/* y ln(y / mu), 0 at y = 0 */
static double y_log_ratio(double y, double mu)
{
    return y > 0.0 ? y * log(y / mu) : 0.0;
}

double train_nb_gamma_term(double y, double alpha)
{
    return (alpha == 0.0 ? 0.0 : log_gamma_excess(y, 1.0 / alpha)) - log_gamma(y + 1.0);
}

double train_nb_mean_term(double y, double mu, double alpha)
{
    double at_least_one = y > 0.0 ? y * log(mu) : 0.0;
    return at_least_one - (alpha == 0.0 ? mu : (1.0 / alpha + y) * log1p(alpha * mu));
}

double train_nb_log_likelihood(double y, double mu, double alpha)
{
    return train_nb_gamma_term(y, alpha) + train_nb_mean_term(y, mu, alpha);
}

double train_nb_deviance(double y, double mu, double alpha)
{
    if (alpha == 0.0)
        return 2.0 * (y_log_ratio(y, mu) - (y - mu));
    double t = 1.0 / alpha;
    return 2.0 * (y_log_ratio(y, mu) - (t + y) * log1p((y - mu) / (t + mu)));
}

train_nb_shape train_nb_shape_of(double alpha)
{
    train_nb_shape shape = {.theta = 1.0 / alpha};
    if (shape.theta < series_from) {
        train_polygamma at = train_polygamma_at(shape.theta);
        shape.digamma = at.digamma;
        shape.trigamma = at.trigamma;
    }
    return shape;
}

train_nb_parts train_nb_gamma_parts(double y, const train_nb_shape *shape)
{
    return gamma_excess(y, shape);
}

train_nb_parts train_nb_mean_parts(double y, double mu, double theta)
{
    double residual = (y - mu) / (theta + mu);
    return (train_nb_parts){.first = log_excess(y, mu, theta, residual),
                            .second = residual * residual / (theta + y)};
}

train_nb_slopes train_nb_slopes_of(train_nb_parts sum, double theta)
{
    /* Chain rule of alpha = 1 / t: dl/dalpha = -t^2 l'(t), d2l/dalpha2 = t^4 l''(t) + 2 t^3 l'(t). */
    double t = theta;
    return (train_nb_slopes){.score = -t * t * sum.first,
                             .curvature = t * t * t * (t * sum.second + 2.0 * sum.first)};
}

train_nb_slopes train_nb_slopes_at(double y, double mu, const train_nb_shape *shape)
{
    train_nb_parts gamma = train_nb_gamma_parts(y, shape);
    train_nb_parts mean = train_nb_mean_parts(y, mu, shape->theta);
    return train_nb_slopes_of((train_nb_parts){gamma.first + mean.first, gamma.second + mean.second},
                              shape->theta);
}

double train_nb_score_at_poisson(double y, double mu)
{
    return 0.5 * ((y - mu) * (y - mu) - y);
}
