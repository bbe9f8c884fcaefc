#include "train/analyse/gate.h"

#include "features/dataset_build.h"
#include "train/method/liblinear.h"
#include "train/method/scaling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Our choice; the default of LIBLINEAR. */
#define COST 1.0

typedef struct gate {
    const dataset *data;
    train_folds folds;
    bool *use;       /* rows: of the training split */
    double *x;       /* rows x FEATURES_COUNT: the features, with ln I_n in place of the constant */
    double *z, *y;   /* the same for the rows of the fold in work, scaled */
    bool *steered;   /* rows: what the learned gate decides */
    bool *was_alone; /* rows: its model saw one class only */
} gate;

/* Warp instructions between global loads: the ratio of two features; 0 when they do not tell. */
static double instructions_between_loads(const dataset_row *row)
{
    double gain = row->x[MODEL_X_eta_gain_squared];
    return gain > 0.0 ? row->x[MODEL_X_instructions_eta_gain_squared] / gain : 0.0;
}

static bool is_sensitive(const dataset_row *row)
{
    return surface_at(&row->speedup, row->target_n, row->target_p) >= DATASET_MIN_SPEEDUP;
}

static int open_gate(gate *g, poise_error *err)
{
    size_t room = g->data->n_rows + 1; /* calloc(0) may return NULL */
    g->use = calloc(room, sizeof *g->use);
    g->x = calloc(room, FEATURES_COUNT * sizeof *g->x);
    g->z = calloc(room, FEATURES_COUNT * sizeof *g->z);
    g->y = calloc(room, sizeof *g->y);
    g->steered = calloc(room, sizeof *g->steered);
    g->was_alone = calloc(room, sizeof *g->was_alone);
    if (g->use == NULL || g->x == NULL || g->z == NULL || g->y == NULL || g->steered == NULL ||
        g->was_alone == NULL) {
        poise_fail(err, POISE_FAILED, "no memory for a gate over %zu rows", g->data->n_rows);
        return POISE_FAILED;
    }
    for (size_t i = 0; i < g->data->n_rows; i++) {
        const dataset_row *row = &g->data->rows[i];
        double *x = g->x + i * FEATURES_COUNT;
        g->use[i] = row->split == PROFILE_TRAINING;
        memcpy(x, row->x, sizeof row->x);
        x[MODEL_X_constant] = log1p(instructions_between_loads(row));
    }
    return POISE_OK;
}

static void close_gate(gate *g)
{
    train_folds_free(&g->folds);
    free(g->use);
    free(g->x);
    free(g->z);
    free(g->y);
    free(g->steered);
    free(g->was_alone);
}

/* Rows that are not left out, scaled. */
static size_t gather(gate *g, size_t fold, train_scaling *scaling)
{
    size_t n = 0;
    for (size_t i = 0; i < g->data->n_rows; i++) {
        if (g->use[i] && g->folds.of[i] != fold) {
            memcpy(g->z + n * FEATURES_COUNT, g->x + i * FEATURES_COUNT, FEATURES_COUNT * sizeof *g->z);
            g->y[n++] = is_sensitive(&g->data->rows[i]) ? 1.0 : 0.0;
        }
    }
    *scaling = train_scaling_of(g->z, NULL, n);
    for (size_t i = 0; i < n; i++) {
        double x[FEATURES_COUNT];
        memcpy(x, g->z + i * FEATURES_COUNT, sizeof x);
        train_scale(scaling, x, g->z + i * FEATURES_COUNT);
    }
    return n;
}

static bool all_equal(const double *y, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (y[i] != y[0])
            return false;
    }
    return true;
}

static int decide_fold(gate *g, size_t fold, poise_error *err)
{
    train_scaling scaling;
    double weight[FEATURES_COUNT] = {0};
    train_linear_fit fit = {.weight = weight};
    size_t n = gather(g, fold, &scaling);
    bool alone = all_equal(g->y, n);
    fit.constant = g->y[0] - 0.5; /* with one class, that one */
    train_matrix z = {.rows = n, .cols = FEATURES_COUNT, .x = g->z};
    int code = alone ? POISE_OK : train_liblinear_logistic(&z, g->y, COST, &fit, err);
    for (size_t i = 0; code == POISE_OK && i < g->data->n_rows; i++) {
        if (g->use[i] && g->folds.of[i] == fold) {
            double scaled[FEATURES_COUNT];
            double sum = fit.constant;
            train_scale(&scaling, g->x + i * FEATURES_COUNT, scaled);
            for (int f = 0; f < FEATURES_COUNT; f++)
                sum += weight[f] * scaled[f];
            g->steered[i] = sum > 0.0;
            g->was_alone[i] = alone;
        }
    }
    return code;
}

static void count(train_gate_count *count, const dataset_row *row, bool steered)
{
    bool sensitive = is_sensitive(row);
    count->sensitive_steered += sensitive && steered ? 1 : 0;
    count->sensitive_left += sensitive && !steered ? 1 : 0;
    count->other_steered += !sensitive && steered ? 1 : 0;
    count->other_left += !sensitive && !steered ? 1 : 0;
    count->slowness += steered ? 1.0 / surface_at(&row->speedup, row->target_n, row->target_p) : 1.0;
}

static void count_all(const gate *g, train_gate_result *result)
{
    result->programs = g->folds.n;
    for (size_t i = 0; i < g->data->n_rows; i++) {
        const dataset_row *row = &g->data->rows[i];
        double between = instructions_between_loads(row);
        if (!g->use[i])
            continue;
        result->kernels++;
        result->unknown += between == 0.0 ? 1 : 0;
        result->without_fold += g->was_alone[i] ? 1 : 0;
        count(&result->count[TRAIN_GATE_ALWAYS], row, true);
        count(&result->count[TRAIN_GATE_RULE], row, between <= TRAIN_GATE_I_MAX);
        count(&result->count[TRAIN_GATE_LEARNED], row, g->steered[i]);
    }
}

int train_gate_validate(const dataset *data, const train_folding *folding, train_gate_result *result,
                        poise_error *err)
{
    *result = (train_gate_result){0};
    gate g = {.data = data};
    train_folds folds = {0};
    int code = open_gate(&g, err);
    if (code == POISE_OK)
        code = train_make_folds(data, g.use, folding, &folds, err);
    g.folds = folds; /* close_gate() frees them */
    for (size_t fold = 0; code == POISE_OK && fold < g.folds.n; fold++)
        code = decide_fold(&g, fold, err);
    if (code == POISE_OK)
        count_all(&g, result);
    close_gate(&g);
    return code;
}

static double share(size_t part, size_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : NAN;
}

void train_print_gate(FILE *out, const train_gate_result *result)
{
    static const char *const title[TRAIN_GATE_DECIDERS] = {"always", "I_n <= 49", "logistic"};
    (void)fprintf(out, "%-10s %9s %9s %22s %22s %8s\n", "steered", "right", "balanced",
                  "sensitive kernels kept", "other kernels left", "speedup");
    for (int d = 0; d < TRAIN_GATE_DECIDERS; d++) {
        const train_gate_count *c = &result->count[d];
        size_t sensitive = c->sensitive_steered + c->sensitive_left;
        size_t other = c->other_steered + c->other_left;
        double kept = share(c->sensitive_steered, sensitive);
        double left = share(c->other_left, other);
        (void)fprintf(out, "%-10s %8.1f%% %8.1f%% %9zu of %4zu %5.1f%% %9zu of %4zu %5.1f%% %8.3f\n",
                      title[d], share(c->sensitive_steered + c->other_left, result->kernels),
                      0.5 * (kept + left), c->sensitive_steered, sensitive, kept, c->other_left, other, left,
                      (double)result->kernels / c->slowness);
    }
    (void)fprintf(out,
                  "\n%zu kernels in %zu folds. A kernel is sensitive when its target tuple gains 1.5 %%.\n"
                  "speedup: harmonic mean when the kernels that are steered run at their targets.\n",
                  result->kernels, result->programs);
    if (result->unknown > 0)
        (void)fprintf(out,
                      "I_n is not known for %zu kernels, whose hits are no more within a warp at (1,1).\n",
                      result->unknown);
    if (result->without_fold > 0)
        (void)fprintf(out, "For %zu kernels the others were all of one class, which they were given.\n",
                      result->without_fold);
}
