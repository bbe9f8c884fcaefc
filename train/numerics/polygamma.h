/* Digamma and trigamma in one go: GSL's, which are computed one by one from Chebyshev's and Hurwitz' series,
 * take 15 times as long, and were a tenth of a regression of 3,000 rows. */
#ifndef POISE_TRAIN_NUMERICS_POLYGAMMA_H
#define POISE_TRAIN_NUMERICS_POLYGAMMA_H

typedef struct train_polygamma {
    double digamma, trigamma;
} train_polygamma;

/* x > 0; relative error below 1e-14, of the digamma beside its zero at 1.46 an absolute one of 1e-15.
 * Recurrence up to 10, then the asymptotic series: Abramowitz and Stegun 6.3.5, 6.3.18, 6.4.6, 6.4.12. */
train_polygamma train_polygamma_at(double x);

#endif
