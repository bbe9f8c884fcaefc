#include "train/nb_distribution.h"

#include <gsl/gsl_sf_log.h>
#include <gsl/gsl_sf_psi.h>
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

/* [psi(t + y) - ln(t + y)] - [psi(t) - ln t] */
static double digamma_excess(double y, const train_nb_shape *shape)
{
    double t = shape->theta;
    if (t < series_from)
        return gsl_sf_psi(t + y) - shape->digamma - log1p(y / t);
    reciprocals q = reciprocals_of(y, t);
    double r2 = q.r * q.r;
    double s2 = q.s * q.s;
    double sixth = (r2 * r2 + r2 * s2 + s2 * s2) / 252.0;
    return q.difference * (0.5 + (q.r + q.s) * (1.0 / 12.0 - (r2 + s2) / 120.0 + sixth));
}

/* [psi'(t + y) - 1/(t + y)] - [psi'(t) - 1/t] */
static double trigamma_excess(double y, const train_nb_shape *shape)
{
    reciprocals q = reciprocals_of(y, shape->theta);
    if (shape->theta < series_from)
        return gsl_sf_psi_1(shape->theta + y) - shape->trigamma + q.difference;
    double r2 = q.r * q.r;
    double s2 = q.s * q.s;
    double rs = q.r * q.s;
    double fifth = (r2 * r2 + r2 * rs + rs * rs + rs * s2 + s2 * s2) / 30.0;
    return -q.difference * (0.5 * (q.r + q.s) + (r2 + rs + s2) / 6.0 - fifth);
}

/* ln(1 + u) - u with u = (y - mu) / (t + mu), that is 1 + u = (t + y) / (t + mu) */
static double log_excess(double y, double mu, double t)
{
    double u = (y - mu) / (t + mu);
    /* Around 0 the two terms cancel; close to u = -1 the sum 1 + u would round to 0. */
    return fabs(u) < 0.1 ? gsl_sf_log_1plusx_mx(u) : log((t + y) / (t + mu)) - u;
}

/* y ln(y / mu), 0 at y = 0 */
static double y_log_ratio(double y, double mu)
{
    return y > 0.0 ? y * log(y / mu) : 0.0;
}

double train_nb_log_likelihood(double y, double mu, double alpha)
{
    double poisson = (y > 0.0 ? y * log(mu) : 0.0) - log_gamma(y + 1.0);
    if (alpha == 0.0)
        return poisson - mu;
    double t = 1.0 / alpha;
    return poisson + log_gamma_excess(y, t) - (t + y) * log1p(mu / t);
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
        shape.digamma = gsl_sf_psi(shape.theta);
        shape.trigamma = gsl_sf_psi_1(shape.theta);
    }
    return shape;
}

train_nb_slopes train_nb_slopes_at(double y, double mu, const train_nb_shape *shape)
{
    double t = shape->theta;
    double residual = (y - mu) / (t + mu);
    double first = digamma_excess(y, shape) + log_excess(y, mu, t);
    double second = residual * residual / (t + y) + trigamma_excess(y, shape);
    /* Chain rule of alpha = 1 / t: dl/dalpha = -t^2 l'(t), d2l/dalpha2 = t^4 l''(t) + 2 t^3 l'(t). */
    return (train_nb_slopes){.score = -t * t * first, .curvature = t * t * t * (t * second + 2.0 * first)};
}

double train_nb_score_at_poisson(double y, double mu)
{
    return 0.5 * ((y - mu) * (y - mu) - y);
}
