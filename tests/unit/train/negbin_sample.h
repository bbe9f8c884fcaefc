/* Data for the tests of the negative binomial regression, and how they are fitted. */
#ifndef POISE_TESTS_NEGBIN_SAMPLE_H
#define POISE_TESTS_NEGBIN_SAMPLE_H

#include "common/random.h"
#include "tests/test.h"
#include "train/negbin/negbin.h"

#include <math.h>

enum { ROWS = 200, COLS = 3 };

typedef struct sample {
    double x[ROWS * COLS], y[ROWS], weight[ROWS], offset[ROWS];
    train_negbin_data data;
} sample;

/* A constant and two features; log-normal noise on whole-numbered responses. */
static inline void draw(sample *s)
{
    poise_random random;
    poise_random_seed(&random, 5);
    for (size_t i = 0; i < ROWS; i++) {
        double *row = s->x + i * COLS;
        row[0] = 1.0;
        row[1] = 2.0 * poise_random_real(&random) - 1.0;
        row[2] = poise_random_real(&random);
        double noise = poise_random_real(&random) + poise_random_real(&random) - 1.0;
        s->y[i] = floor(exp(1.5 + 0.8 * row[1] - 0.5 * row[2] + 1.5 * noise));
        s->weight[i] = (double)poise_random_below(&random, 3);
        s->offset[i] = poise_random_real(&random);
    }
    s->data = (train_negbin_data){.x = {.rows = ROWS, .cols = COLS, .x = s->x}, .y = s->y};
}

static inline train_negbin_result fit(const train_negbin_data *data, const train_negbin_options *options)
{
    train_negbin_result result;
    poise_error err = {0};
    if (train_negbin(data, options, &result, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return result;
}

static inline train_negbin_options by_likelihood(void)
{
    train_negbin_options options = train_negbin_thesis;
    options.estimate_dispersion = true;
    return options;
}

#endif
