/* The search of plan.h. */
#include "train/validate/plan.h"

#include "train/validate/prediction.h"

#include <math.h>
#include <stdlib.h>

/* One candidate in one fold. */
typedef struct trial {
    bool fitted;
    int code; /* a failure that is not the candidate's, such as no memory */
    poise_error failure;
    size_t kernels;
    double sum; /* over the kernels left out: 1 / speedup, or the errors */
    size_t support;
} trial;

typedef struct search {
    const dataset *data;
    const train_plan *plan;
    train_folds folds;
    size_t candidates;
    trial *trials; /* candidates x folds */
} search;

/* Candidate number i; the last hyper-parameter varies fastest. */
static train_spec candidate(const train_plan *plan, size_t i)
{
    train_spec spec = plan->spec;
    for (int h = TRAIN_HYPERS - 1; h >= 0; h--) {
        const train_grid *grid = &plan->grid[h];
        spec.hyper[h] = 0.0;
        if (train_has_hyper(&spec, (train_hyper)h)) {
            spec.hyper[h] = grid->value[i % grid->n];
            i /= grid->n;
        }
    }
    return spec;
}

static double loss(const train_prediction *prediction, train_criterion criterion)
{
    return criterion == TRAIN_BY_SPEEDUP ? 1.0 / prediction->measured.speedup
                                         : 0.5 * (prediction->error_n + prediction->error_p);
}

static void judge(const search *s, size_t fold, const poise_model *model, trial *out)
{
    for (size_t i = 0; i < s->data->n_rows && out->code == POISE_OK; i++) {
        train_prediction prediction;
        if (s->folds.of[i] != fold)
            continue;
        out->code = train_predict(model, &s->data->rows[i], &prediction, &out->failure);
        if (out->code == POISE_OK)
            out->sum += loss(&prediction, s->plan->criterion);
        out->kernels++;
    }
}

static void try_out(const search *s, size_t number, trial *out)
{
    size_t fold = number % s->folds.n;
    train_spec spec = candidate(s->plan, number / s->folds.n);
    bool *rest = calloc(s->data->n_rows + 1, sizeof *rest);
    if (rest == NULL) {
        out->code = poise_fail(&out->failure, POISE_FAILED, "no memory to try %zu candidates", s->candidates);
        return;
    }
    train_rest_of(&s->folds, fold, s->data->n_rows, rest);
    train_outcome outcome;
    out->fitted = train_fit(s->data, rest, &spec, "fold", &outcome, &out->failure) == POISE_OK;
    if (out->fitted) {
        out->support = outcome.model.kernel != NULL ? outcome.model.kernel->n_support : 0;
        judge(s, fold, &outcome.model, out);
    }
    train_outcome_free(&outcome);
    free(rest);
}

/* Sums over folds in a fixed order, so that threads do not matter. False when a fold has no model. */
static bool add_up(const search *s, size_t i, double *merit, size_t *support)
{
    size_t kernels = 0;
    double sum = 0.0;
    *support = 0;
    for (size_t fold = 0; fold < s->folds.n; fold++) {
        const trial *t = &s->trials[i * s->folds.n + fold];
        if (!t->fitted)
            return false;
        kernels += t->kernels;
        sum += t->sum;
        *support += t->support;
    }
    *merit = s->plan->criterion == TRAIN_BY_SPEEDUP ? (double)kernels / sum : -sum / (double)kernels;
    return true;
}

static int pick(const search *s, train_choice *choice, poise_error *err)
{
    size_t least_support = 0;
    bool found = false;
    for (size_t i = 0; i < s->candidates; i++) {
        double merit = 0.0;
        size_t support = 0;
        if (!add_up(s, i, &merit, &support))
            continue;
        if (!found || merit > choice->merit || (merit == choice->merit && support < least_support)) {
            found = true;
            choice->merit = merit;
            choice->spec = candidate(s->plan, i);
            least_support = support;
        }
    }
    if (found)
        return POISE_OK;
    return poise_fail(err, POISE_FAILED, "no value can be chosen: with each, a fold could not be fitted (%s)",
                      s->trials[0].failure.text);
}

static int run_trials(search *s, poise_error *err)
{
    long n = (long)(s->candidates * s->folds.n);
    s->trials = calloc((size_t)n, sizeof *s->trials);
    if (s->trials == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to try %zu candidates", s->candidates);
        /* The last candidates are the most costly; they come first, so that no thread is left with one at the
         * end. */
#pragma omp parallel for schedule(dynamic)
    for (long i = n - 1; i >= 0; i--)
        try_out(s, (size_t)i, &s->trials[i]);
    for (long i = 0; i < n; i++) {
        if (s->trials[i].code != POISE_OK)
            return poise_fail(err, (poise_code)s->trials[i].code, "%s", s->trials[i].failure.text);
    }
    return POISE_OK;
}

int train_choose(const dataset *data, const bool *use, const train_plan *plan, train_choice *choice,
                 poise_error *err)
{
    search s = {.data = data, .plan = plan, .candidates = train_candidates(plan)};
    *choice = (train_choice){.spec = candidate(plan, 0), .candidates = s.candidates};
    if (s.candidates == 1)
        return POISE_OK;
    int code = train_make_folds(data, use, &plan->folding, &s.folds, err);
    if (code == POISE_OK)
        code = run_trials(&s, err);
    if (code == POISE_OK)
        code = pick(&s, choice, err);
    free(s.trials);
    train_folds_free(&s.folds);
    return code;
}
