/* The negative binomial distribution NB2 with mean mu and dispersion alpha: variance = mu + alpha mu^2; alpha
 * = 0 is the Poisson distribution. theta = 1 / alpha is the "size" of R's MASS.
 *
 * y is any real >= 0, not only a count: targets that were scaled by 24 / W [S5.5.3] are not whole
 * numbers, and the gamma functions extend the likelihood to them. mu > 0, alpha >= 0. */
#ifndef POISE_TRAIN_NEGBIN_DISTRIBUTION_H
#define POISE_TRAIN_NEGBIN_DISTRIBUTION_H

/* Logarithm of the probability of y. */
double train_nb_log_likelihood(double y, double mu, double alpha);

/* Twice the log-likelihood that is lost against the saturated model mu = y. */
double train_nb_deviance(double y, double mu, double alpha);

/* What depends on alpha alone, so that it is computed once for all rows. */
typedef struct train_nb_shape {
    double theta;             /* 1 / alpha */
    double digamma, trigamma; /* of theta; 0 where the series is used */
} train_nb_shape;

/* alpha > 0 */
train_nb_shape train_nb_shape_of(double alpha);

/* First and second derivative of the log-likelihood with respect to alpha. */
typedef struct train_nb_slopes {
    double score, curvature;
} train_nb_slopes;

train_nb_slopes train_nb_slopes_at(double y, double mu, const train_nb_shape *shape);

/* The same in parts, to be summed over observations: the log-likelihood is a part with gamma functions, which
 * depends on y and alpha alone, and a part with the mean. train_nb_slopes_of() makes slopes of their sum. */
typedef struct train_nb_parts {
    double first, second; /* derivatives with respect to theta */
} train_nb_parts;

train_nb_parts train_nb_gamma_parts(double y, const train_nb_shape *shape);
train_nb_parts train_nb_mean_parts(double y, double mu, double theta);
train_nb_slopes train_nb_slopes_of(train_nb_parts sum, double theta);

/* And the log-likelihood: the part with gamma functions, and the part with the mean. */
double train_nb_gamma_term(double y, double alpha);
double train_nb_mean_term(double y, double mu, double alpha);

/* The score in the limit alpha = 0. */
double train_nb_score_at_poisson(double y, double mu);

#endif
