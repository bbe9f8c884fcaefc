#include "train/table/r_numbers.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a number needs: power of ten of its first digit and number of digits, after rounding to `digits`
 * significant ones and without trailing zeros. */
typedef struct need {
    int power, digits;
    bool widens; /* rounding to significant digits reached the next power of ten, fixed notation does not:
                    9996 in 3 digits is 1.00e+04, but 9996 */
} need;

static need need_of(double x, int digits)
{
    char text[TRAIN_R_TEXT];
    if (x == 0.0 || !isfinite(x))
        return (need){.digits = 1};
    (void)snprintf(text, sizeof text, "%.*e", digits - 1, fabs(x));
    char *exponent = strchr(text, 'e');
    char *last = exponent - 1;
    while (*last == '0')
        last--;
    need n = {.power = (int)strtol(exponent + 1, NULL, 10),
              .digits = last - text < 2 ? 1 : (int)(last - text)};
    int cut = digits > n.power ? digits - n.power : 0; /* the decimal that fixed notation rounds away */
    n.widens = n.power > 0 && fabs(x) < pow(10.0, n.power) - 0.5 * pow(10.0, -cut);
    return n;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* A notation for several numbers. */
typedef struct notation {
    bool fixed;
    int width, decimals;
} notation;

static notation notation_for(const double *x, const bool *use, size_t n, int digits)
{
    int left = 1; /* with the sign */
    int right = 0;
    int significant = 1;
    int minus = 0;
    int exponent = 4; /* characters of "e+00" */
    for (size_t i = 0; i < n; i++) {
        if (use == NULL || use[i]) {
            need one = need_of(x[i], digits);
            int sign = x[i] < 0.0 ? 1 : 0;
            left = most(left, sign + most(1, one.power + 1 - (one.widens ? 1 : 0)));
            right = most(right, one.digits - one.power - 1);
            significant = most(significant, one.digits);
            minus = most(minus, sign);
            exponent = most(exponent, one.power >= 100 || one.power <= -99 ? 5 : 4);
        }
    }
    notation fixed = {.fixed = true, .width = left + right + (right > 0 ? 1 : 0), .decimals = right};
    notation scientific = {.width = minus + (significant > 1 ? 1 : 0) + significant + exponent,
                           .decimals = significant - 1};
    return fixed.width <= scientific.width ? fixed : scientific;
}

void train_r_format(const double *x, const bool *use, size_t n, int digits, int nsmall, train_r_text *text)
{
    notation to = notation_for(x, use, n, digits);
    if (to.fixed && to.decimals < nsmall) {
        to.width += nsmall - to.decimals + (to.decimals == 0 ? 1 : 0);
        to.decimals = nsmall;
    }
    for (size_t i = 0; i < n; i++) {
        if (use == NULL || use[i])
            (void)snprintf(text[i], TRAIN_R_TEXT, to.fixed ? "%*.*f" : "%*.*e", to.width, to.decimals, x[i]);
    }
}

void train_r_format_p(const double *p, bool *use, size_t n, int digits, train_r_text *text)
{
    size_t widest = 0;
    for (int plain = 0; plain <= 1; plain++) { /* small ones and others are formatted apart */
        for (size_t i = 0; i < n; i++)
            use[i] = p[i] >= DBL_EPSILON && (p[i] >= 1e-4) == (plain == 1);
        train_r_format(p, use, n, digits, 0, text);
        for (size_t i = 0; i < n; i++)
            widest = use[i] && strlen(text[i]) > widest ? strlen(text[i]) : widest;
    }
    for (size_t i = 0; i < n; i++) {
        if (p[i] < DBL_EPSILON)
            (void)snprintf(text[i], TRAIN_R_TEXT, widest > 6 ? "< 2e-16" : "<2e-16");
    }
}

double train_r_round(double x, int decimals)
{
    char text[512]; /* the largest double has 309 digits before the point */
    (void)snprintf(text, sizeof text, "%.*f", decimals < 0 ? 0 : decimals > 100 ? 100 : decimals, x);
    return strtod(text, NULL);
}

int train_r_power(double x)
{
    return (int)floor(log10(fabs(x)));
}
