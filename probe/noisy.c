#include "probe/noisy.h"

#include "common/random.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

typedef struct noisy {
    probe_bench bench;
    probe_bench *of;
    probe_noise noise;
    poise_random random;
} noisy;

/* Box and Muller, 1958. */
static double gaussian(poise_random *random)
{
    const double radius = sqrt(-2 * log(1 - poise_random_real(random)));
    return radius * cos(2 * PI * poise_random_real(random));
}

static int total(probe_bench *bench, const probe_question *q, double *time, poise_error *err)
{
    noisy *const b = (noisy *)bench;
    int code = b->of->total(b->of, q, time, err);
    if (code != POISE_OK)
        return code;
    *time *= fmax(0, 1 + b->noise.sigma * gaussian(&b->random));
    if (poise_random_real(&b->random) < b->noise.outliers)
        *time *= b->noise.times;
    return POISE_OK;
}

static void close_bench(probe_bench *bench)
{
    free(bench);
}

int probe_noisy_open(probe_bench **bench, probe_bench *of, const probe_noise *noise, poise_error *err)
{
    noisy *const b = calloc(1, sizeof *b);
    *bench = NULL;
    if (b == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a noisy bench");
    *b = (noisy){
        .bench = {.unit = of->unit, .most_bytes = of->most_bytes, .total = total, .close = close_bench},
        .of = of,
        .noise = *noise};
    poise_random_seed(&b->random, noise->seed);
    *bench = &b->bench;
    return POISE_OK;
}
