#include "report/plot/scale.h"

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

/* Digits that are used together, and the least ratio of neighbours. */
static const struct {
    int n;
    double digit[6], ratio;
} round_sets[] = {{6, {1, 1.5, 2, 3, 5, 7}, 4.0 / 3}, {3, {1, 2, 5}, 2}, {2, {1, 3}, 3}, {1, {1}, 10}};
enum { ROUND_SETS = sizeof round_sets / sizeof round_sets[0] };

int scale_rounds(const scale *s, double distance, double ticks[SCALE_MAX_TICKS])
{
    const double pixels = fabs(s->to - s->from) / log(s->high / s->low);
    int set = 0, n = 0;
    while (set + 1 < ROUND_SETS && pixels * log(round_sets[set].ratio) < distance)
        set++;
    for (int power = (int)floor(log10(s->low)); pow(10, power) <= s->high; power++) {
        for (int i = 0; i < round_sets[set].n; i++) {
            const double value = round_sets[set].digit[i] * pow(10, power);
            if (value >= s->low * (1 - 1e-9) && value <= s->high * (1 + 1e-9) && n < SCALE_MAX_TICKS)
                ticks[n++] = value;
        }
    }
    return n;
}
