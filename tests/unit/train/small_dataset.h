/* A data set made in memory whose targets follow known weights exactly, so that a regression must find them.
 */
#ifndef POISE_TESTS_SMALL_DATASET_H
#define POISE_TESTS_SMALL_DATASET_H

#include "common/random.h"
#include "features/dataset.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double small_weight[2][FEATURES_COUNT] = {
    {0.5, 0.1, 0.7, -0.6, -0.8, 0.02, 0.03, 1.9},
    {0.4, 0.3, -0.6, 0.9, -0.5, -0.03, 0.05, 0.8},
};

static inline void small_features(poise_random *random, double x[FEATURES_COUNT])
{
    double gain = poise_random_real(random) * 0.6;
    x[MODEL_X_h_max] = 0.5 * poise_random_real(random);
    x[MODEL_X_h_one] = poise_random_real(random);
    x[MODEL_X_eta_max] = 0.3 * poise_random_real(random);
    x[MODEL_X_eta_one] = x[MODEL_X_eta_max] + gain;
    x[MODEL_X_eta_gain_squared] = gain * gain;
    x[MODEL_X_instructions_eta_gain_squared] = gain * gain * 40.0 * poise_random_real(random);
    x[MODEL_X_miss_cost_gain_squared] = 5.0 * poise_random_real(random);
    x[MODEL_X_constant] = 1.0;
}

static inline double small_mean(int output, const double x[FEATURES_COUNT])
{
    double sum = 0.0;
    for (int i = 0; i < FEATURES_COUNT; i++)
        sum += small_weight[output][i] * x[i];
    return exp(sum);
}

/* A hill of height 1.5 at the target, 1 far away, measured from p = least_p on. */
static inline void small_surface_from(surface *s, uint32_t least_p, uint32_t warps, uint32_t n, uint32_t p)
{
    if (surface_create(s, warps, NULL) != POISE_OK)
        return;
    for (uint32_t i = 1; i <= warps; i++) {
        for (uint32_t j = least_p; j <= i; j++) {
            double dn = (double)i - n;
            double dp = (double)j - p;
            s->value[profile_point(i, j)] = 1.0 + 0.5 * exp(-0.1 * (dn * dn + dp * dp));
        }
    }
}

static inline void small_surface(surface *s, uint32_t warps, uint32_t n, uint32_t p)
{
    small_surface_from(s, 1, warps, n, p);
}

static inline uint32_t small_round(double mean, uint32_t highest)
{
    double nearest = floor(mean + 0.5);
    return nearest < 1.0 ? 1 : nearest > highest ? highest : (uint32_t)nearest;
}

static inline void small_row(dataset_row *row, poise_random *random, const char *program, uint32_t launch,
                             uint32_t warps)
{
    *row = (dataset_row){.launch_index = launch, .split = PROFILE_TRAINING, .warps = warps, .weight = 1.0};
    row->program = strdup(program);
    row->run = strdup(program);
    row->kernel = strdup("kernel");
    small_features(random, row->x);
    row->scaled_n = small_mean(0, row->x);
    row->scaled_p = small_mean(1, row->x);
    row->target_n = small_round(row->scaled_n * warps / DATASET_SCALED_WARPS, warps);
    row->target_p = small_round(row->scaled_p * warps / DATASET_SCALED_WARPS, row->target_n);
    small_surface(&row->speedup, warps, row->target_n, row->target_p);
    small_surface(&row->score, warps, row->target_n, row->target_p);
}

/* Programs a, b, c of `launches` rows each; b has 12 warps per scheduler, the others 24. */
static inline dataset small_dataset(uint32_t launches)
{
    static const char *const programs[3] = {"a", "b", "c"};
    poise_random random;
    poise_random_seed(&random, 3);
    dataset data = {.n_rows = (size_t)3 * launches, .merges_hit = true};
    data.rows = calloc(data.n_rows, sizeof *data.rows);
    for (size_t i = 0; data.rows != NULL && i < data.n_rows; i++) {
        size_t program = i / launches;
        small_row(&data.rows[i], &random, programs[program], (uint32_t)(i % launches),
                  program == 1 ? 12 : 24);
    }
    memset(data.hash, 'd', POISE_HASH_TEXT - 1);
    memset(data.config_hash, 'c', POISE_HASH_TEXT - 1);
    return data;
}

/* The same with p = 0 measured: targets have `fewer` polluting warps, at least 0. */
static inline dataset small_dataset_from_p_0(uint32_t launches, uint32_t fewer)
{
    dataset data = small_dataset(launches);
    for (size_t i = 0; data.rows != NULL && i < data.n_rows; i++) {
        dataset_row *row = &data.rows[i];
        row->target_p = row->target_p > fewer ? row->target_p - fewer : 0;
        row->scaled_p = (double)row->target_p * DATASET_SCALED_WARPS / row->warps;
        surface_free(&row->speedup);
        surface_free(&row->score);
        small_surface_from(&row->speedup, 0, row->warps, row->target_n, row->target_p);
        small_surface_from(&row->score, 0, row->warps, row->target_n, row->target_p);
    }
    return data;
}

#endif
