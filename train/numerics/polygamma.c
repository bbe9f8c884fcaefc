#include "train/numerics/polygamma.h"

#include <math.h>

static const double series_from = 10.0; /* the first term left out is then below 1e-16 */

train_polygamma train_polygamma_at(double x)
{
    train_polygamma sum = {0.0, 0.0};
    while (x < series_from) {
        sum.digamma -= 1.0 / x;
        sum.trigamma += 1.0 / (x * x);
        x += 1.0;
    }
    /* Bernoulli's numbers 1/6, -1/30, 1/42, -1/30, 5/66, -691/2730, 7/6; over 2k for digamma. */
    double r = 1.0 / x;
    double q = r * r;
    double digamma =
        q * (1.0 / 12.0 -
             q * (1.0 / 120.0 -
                  q * (1.0 / 252.0 -
                       q * (1.0 / 240.0 - q * (1.0 / 132.0 - q * (691.0 / 32760.0 - q * (1.0 / 12.0)))))));
    double trigamma =
        q * (1.0 / 6.0 -
             q * (1.0 / 30.0 -
                  q * (1.0 / 42.0 -
                       q * (1.0 / 30.0 - q * (5.0 / 66.0 - q * (691.0 / 2730.0 - q * (7.0 / 6.0)))))));
    sum.digamma += log(x) - 0.5 * r - digamma;
    sum.trigamma += r * (1.0 + 0.5 * r + trigamma);
    return sum;
}
