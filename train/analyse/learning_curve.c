#include "train/analyse/learning_curve.h"

#include "common/random.h"

#include <stdlib.h>

/* One training: which program is left out, how many others are learned from, which draw of them. */
typedef struct lesson {
    size_t left_out, programs, draw;
    size_t kernels; /* learned from */
    size_t n;       /* predictions made */
    train_prediction *prediction;
    int code; /* of a failure that is not the model's */
    poise_error failure;
} lesson;

typedef struct curve {
    const dataset *data;
    const train_plan *plan;
    uint64_t seed;
    train_folds folds; /* one for each program */
} curve;

/* The first `programs` of the others in an order that the seed shuffles: the same order for any number of
 * programs, so that a larger draw holds the smaller ones. */
static void draw_programs(const curve *c, const lesson *l, size_t *order, bool *taken)
{
    poise_random random;
    poise_random_seed(&random, c->seed + (uint64_t)TRAIN_CURVE_DRAWS * l->left_out + l->draw);
    for (size_t i = 0; i < c->folds.n; i++) {
        order[i] = i;
        taken[i] = false;
    }
    order[l->left_out] = c->folds.n - 1;
    size_t others = c->folds.n - 1;
    for (size_t i = 0; i < l->programs; i++) { /* Fisher and Yates, as far as needed */
        size_t pick = i + poise_random_below(&random, others - i);
        size_t program = order[pick];
        order[pick] = order[i];
        order[i] = program;
        taken[program] = true;
    }
}

static int predict_left_out(const curve *c, lesson *l, const poise_model *model)
{
    for (size_t i = 0; i < c->data->n_rows; i++) {
        if (c->folds.of[i] == l->left_out) {
            int code = train_predict(model, &c->data->rows[i], &l->prediction[l->n], &l->failure);
            if (code != POISE_OK)
                return code;
            l->n++;
        }
    }
    return POISE_OK;
}

static size_t rows_of(const curve *c, size_t program)
{
    size_t n = 0;
    for (size_t i = 0; i < c->data->n_rows; i++)
        n += c->folds.of[i] == program ? 1 : 0;
    return n;
}

static int learn_with(const curve *c, lesson *l, bool *use, size_t *order, bool *taken)
{
    draw_programs(c, l, order, taken);
    for (size_t i = 0; i < c->data->n_rows; i++) {
        use[i] = c->folds.of[i] != TRAIN_NO_FOLD && taken[c->folds.of[i]];
        l->kernels += use[i] ? 1 : 0;
    }
    train_outcome outcome;
    int code = POISE_OK;
    if (train_carry_out(c->data, use, c->plan, "curve", &outcome, &l->failure) == POISE_OK)
        code = predict_left_out(c, l, &outcome.model);
    train_outcome_free(&outcome);
    return code;
}

static int learn(const curve *c, lesson *l)
{
    bool *use = calloc(c->data->n_rows + c->folds.n + 1, sizeof *use);
    size_t *order = calloc(c->folds.n + 1, sizeof *order);
    l->prediction = calloc(rows_of(c, l->left_out) + 1, sizeof *l->prediction);
    int code = use == NULL || order == NULL || l->prediction == NULL
                   ? poise_fail(&l->failure, POISE_FAILED, "no memory for a learning curve")
                   : learn_with(c, l, use, order, use + c->data->n_rows);
    free(use);
    free(order);
    return code;
}

static size_t draws_of(const curve *c, size_t programs)
{
    return programs + 1 == c->folds.n ? 1 : TRAIN_CURVE_DRAWS;
}

/* Puts all lessons of one number of programs together. */
static int sum_up(const curve *c, const lesson *lessons, size_t n, train_variant *out, poise_error *err)
{
    size_t predictions = 0;
    size_t kernels = 0;
    size_t wanted = 0;
    for (size_t i = 0; i < n; i++) {
        predictions += lessons[i].n;
        kernels += lessons[i].kernels;
        wanted += rows_of(c, lessons[i].left_out);
        if (lessons[i].code != POISE_OK)
            return poise_fail(err, (poise_code)lessons[i].code, "%s", lessons[i].failure.text);
        if (lessons[i].failure.code != POISE_OK && out->failure.code == POISE_OK)
            out->failure = lessons[i].failure;
    }
    train_prediction *all = calloc(predictions + 1, sizeof *all);
    if (all == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu predictions", predictions);
    size_t to = 0;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < lessons[i].n; j++)
            all[to++] = lessons[i].prediction[j];
    }
    out->summary = train_summarise(all, predictions);
    out->learned_from = n > 0 ? (kernels + n / 2) / n : 0; /* on average */
    out->kernels_without = wanted - predictions;
    free(all);
    return POISE_OK;
}

static int point_of(const curve *c, size_t programs, train_variant *out, poise_error *err)
{
    size_t draws = draws_of(c, programs);
    size_t n = c->folds.n * draws;
    lesson *lessons = calloc(n, sizeof *lessons);
    if (lessons == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu trainings", n);
#pragma omp parallel for schedule(dynamic)
    for (long i = 0; i < (long)n; i++) {
        lesson *l = &lessons[i];
        l->left_out = (size_t)i / draws;
        l->draw = (size_t)i % draws;
        l->programs = programs;
        l->code = learn(c, l);
    }
    int code = sum_up(c, lessons, n, out, err);
    for (size_t i = 0; i < n; i++)
        free(lessons[i].prediction);
    free(lessons);
    return code;
}

int train_learning_curve(const dataset *data, const train_plan *plan, uint64_t seed,
                         train_analysis_result *result, poise_error *err)
{
    curve c = {.data = data, .plan = plan, .seed = seed};
    const train_folding by_program = {.k = 0};
    int code = train_make_folds(data, NULL, &by_program, &c.folds, err);
    size_t most = c.folds.n > TRAIN_VARIANTS_MOST ? TRAIN_VARIANTS_MOST : c.folds.n;
    for (size_t programs = 1; code == POISE_OK && programs < most; programs++) {
        train_variant *out = &result->variant[result->n++];
        (void)snprintf(out->title, sizeof out->title, "%zu program%s", programs, programs > 1 ? "s" : "");
        code = point_of(&c, programs, out, err);
    }
    train_folds_free(&c.folds);
    return code;
}
