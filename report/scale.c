#include "report/scale.h"

#include <math.h>

double scale_at(const scale *s, double value)
{
    const double share =
        s->logarithmic ? log(value / s->low) / log(s->high / s->low) : (value - s->low) / (s->high - s->low);
    return s->from + share * (s->to - s->from);
}

/* The least step of 1, 2 or 5 times a power of ten that is not less than `least`. */
static double round_step(double least)
{
    const double power = pow(10, floor(log10(least)));
    static const double digits[] = {1, 2, 5};
    for (int i = 0; i < 3; i++) {
        if (digits[i] * power >= least * (1 - 1e-9)) /* 0.1 is none of the doubles */
            return digits[i] * power;
    }
    return 10 * power;
}

static int ticks_of(double low, double high, double step)
{
    return (int)(ceil(high / step - 1e-9) - floor(low / step + 1e-9)) + 1;
}

int scale_nice(scale *s, int most, double ticks[SCALE_MAX_TICKS])
{
    most = most < 2 ? 2 : most > SCALE_MAX_TICKS ? SCALE_MAX_TICKS : most;
    if (!(s->high - s->low > 1e-9 * fabs(s->high))) {
        const double around = fabs(s->low) > 0 ? fabs(s->low) / 10 : 1;
        s->low -= around;
        s->high += around;
    }
    double step = round_step((s->high - s->low) / (most - 1));
    while (ticks_of(s->low, s->high, step) > most) /* widening takes room, too */
        step = round_step(1.5 * step);
    const int n = ticks_of(s->low, s->high, step);
    const double first = floor(s->low / step + 1e-9);
    for (int i = 0; i < n; i++)
        ticks[i] = (first + i) * step;
    s->low = ticks[0];
    s->high = ticks[n - 1];
    return n;
}

int scale_doublings(const scale *s, int most, double ticks[SCALE_MAX_TICKS])
{
    most = most < 1 ? 1 : most > SCALE_MAX_TICKS ? SCALE_MAX_TICKS : most;
    const int first = (int)ceil(log2(s->low) - 1e-9), last = (int)floor(log2(s->high) + 1e-9);
    int every = 1, n = 0;
    while ((last - first) / every + 1 > most)
        every++;
    for (int power = first; power <= last; power++) {
        if (power % every == 0 && n < SCALE_MAX_TICKS) /* 1 is always among them */
            ticks[n++] = ldexp(1, power);
    }
    return n;
}

/* The least that fit: all six digits, then 1, 2, 5, then 1. */
int scale_rounds(const scale *s, int most, double ticks[SCALE_MAX_TICKS])
{
    static const double digits[][6] = {{1, 1.5, 2, 3, 5, 7}, {1, 2, 5}, {1}};
    static const int n_digits[] = {6, 3, 1};
    most = most < 1 ? 1 : most > SCALE_MAX_TICKS ? SCALE_MAX_TICKS : most;
    const int first = (int)floor(log10(s->low)), last = (int)floor(log10(s->high) + 1e-9);
    int n = 0;
    for (int set = 0; set < 3; set++) {
        n = 0;
        for (int power = first; power <= last; power++) {
            for (int i = 0; i < n_digits[set]; i++) {
                const double value = digits[set][i] * pow(10, power);
                if (value < s->low * (1 - 1e-9) || value > s->high * (1 + 1e-9))
                    continue;
                if (n < most)
                    ticks[n] = value;
                n++;
            }
        }
        if (n <= most)
            return n;
    }
    return most;
}
