#include "train/method/plane.h"

#include "features/dataset_build.h"
#include "features/target.h"
#include "train/sample.h"

#include <math.h>

int train_least_p(const dataset *data, const bool *use)
{
    for (size_t i = 0; i < data->n_rows; i++) {
        if (train_uses(data, use, i) && surface_least_p(&data->rows[i].speedup) == 0)
            return 0;
    }
    return 1;
}

static double gain_of(const dataset_row *row)
{
    return surface_at(&row->speedup, row->target_n, row->target_p);
}

/* Whether kernels of low speedup were excluded when the data set was made. */
static bool is_filtered(const dataset *data)
{
    for (size_t i = 0; i < data->n_rows; i++) {
        if (dataset_row_trains(&data->rows[i]) && gain_of(&data->rows[i]) < DATASET_MIN_SPEEDUP)
            return false;
    }
    return true;
}

static void forget_p_0(surface *s)
{
    for (uint32_t n = 1; n <= s->warps; n++)
        s->value[profile_point(n, 0)] = NAN;
}

/* Whether another tuple than (W, W) has a score. */
static bool has_choice(const surface *score)
{
    for (uint32_t n = 1; n <= score->warps; n++) {
        for (uint32_t p = 1; p <= n; p++) {
            if (p < score->warps && !isnan(surface_at(score, n, p)))
                return true;
        }
    }
    return false;
}

static void choose_target(dataset_row *row)
{
    if (has_choice(&row->score))
        target_choose(&row->speedup, &row->score, &row->target_n, &row->target_p);
    else
        row->target_p = 1;
    row->scaled_n = target_scale(row->target_n, row->warps, DATASET_SCALED_WARPS);
    row->scaled_p = target_scale(row->target_p, row->warps, DATASET_SCALED_WARPS);
}

void train_leave_out_p_0(dataset *data)
{
    const bool filtered = is_filtered(data);
    for (size_t i = 0; i < data->n_rows; i++) {
        dataset_row *row = &data->rows[i];
        forget_p_0(&row->speedup);
        forget_p_0(&row->score);
        if (row->target_p > 0)
            continue;
        choose_target(row);
        if (filtered && gain_of(row) < DATASET_MIN_SPEEDUP)
            row->excluded |= DATASET_LOW_SPEEDUP;
    }
}
