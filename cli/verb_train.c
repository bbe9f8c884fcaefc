/* `poise train DATASET -m METHOD -o MODEL`: from a data set to a model for ln N and ln p. */
#include "cli/output.h"
#include "cli/train/loads.h"
#include "cli/train/report.h"
#include "cli/verb.h"
#include "common/file.h"
#include "common/log.h"
#include "features/dataset_file.h"
#include "train/analyse/analysis.h"
#include "train/analyse/correlation.h"
#include "train/analyse/gate.h"
#include "train/loads/rule.h"
#include "train/method/plane.h"
#include "train/negbin/data.h"
#include "train/table/influence_table.h"

#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct train_options {
    int method;
    int loads;
    int load_features, load_counts;
    poise_list without;
    int recipe;
    int loss;
    int criterion;
    int analyse;
    int features;
    const char *cv;
    const char *choose_folds;
    const char *dispersion;
    const char *hyper[TRAIN_HYPERS];
    const char *name;
    const char *output;
    const char *influence;
    int64_t seed;
    int64_t jobs;
    int64_t max_support;
    int64_t least_p;
    bool summary, compare, final, gate, correlation;
} train_options;

/* "|a|b|c" and then without the first character. */
#define METHOD(id, name, description) "|" name
static const char method_choices[] =
#include "train/method/methods.def"
    ;
#undef METHOD

/* "none|a|b|c"; what 0 stands for does nothing. */
#define ANALYSIS(id, name, description) "|" name
static const char analysis_choices[] = "none"
#include "train/analyse/analyses.def"
    ;
#undef ANALYSIS

#define LOAD_METHOD(id, name, description) "|" name
static const char load_choices[] = "none"
#include "train/loads/load_methods.def"
    ;
#undef LOAD_METHOD

#define FIELD(name) offsetof(train_options, name)
#define HYPER_OPTION(id, text, preset, description)                                                  \
    {                                                                                                \
        text, 0, POISE_OPT_STRING, FIELD(hyper) + TRAIN_##id##_HYPER * sizeof(const char *), preset, \
            POISE_ANY_RANGE, NULL, "VALUE,...|cv", description                                       \
    }

static const poise_option train_table[] = {
    {"method", 'm', POISE_OPT_CHOICE, FIELD(method), "negbin", POISE_ANY_RANGE, method_choices + 1, NULL,
     "Kind of model: negbin is a negative binomial regression with log link (thesis section 5.5.4); linear "
     "and "
     "rbf are support vector regressions of ln N and ln p, linear ones run on the engine; constant and "
     "diagonal "
     "are the one tuple, and the one with N = p, that is fastest for the training kernels."},
    {"loads", 0, POISE_OPT_CHOICE, FIELD(loads), "none", POISE_ANY_RANGE, load_choices, NULL,
     "DATASET is one of loads (poise features --loads), and what is learned is which loads may allocate: "
     "logistic and svm (LIBLINEAR) run on the engine, as does h_one, a threshold of the hit rate at (1, 1); "
     "the others are for comparison. With -o, --cv program, --compare; --cost, --gamma, --name, --seed."},
    {"load-features", 0, POISE_OPT_CHOICE, FIELD(load_features), "one", POISE_ANY_RANGE, LOAD_FEATURE_CHOICES,
     NULL,
     "What logistic, svm and rbf look at: hits at (1, 1); with lines per execution there; also with what "
     "leaves the L1 unused there; or all of both windows."},
    {"load-counts", 0, POISE_OPT_CHOICE, FIELD(load_counts), "windows", POISE_ANY_RANGE, LOAD_COUNTS_CHOICES,
     NULL,
     "What these learn from: counts in windows, as the engine has them, or of whole launches; they decide by "
     "windows."},
    {"without", 0, POISE_OPT_LIST, FIELD(without), NULL, POISE_ANY_RANGE, NULL, "PROGRAM",
     "--loads: do not learn from its loads; may be repeated."},
    {"output", 'o', POISE_OPT_STRING, FIELD(output), NULL, POISE_ANY_RANGE, NULL, "MODEL",
     "Where to write the model."},
    {"recipe", 0, POISE_OPT_CHOICE, FIELD(recipe), "thesis", POISE_ANY_RANGE, "thesis", NULL,
     "Rows and responses: thesis is the target tuple of every training kernel that passes the filters."},
    {"features", 0, POISE_OPT_CHOICE, FIELD(features), "kernel", POISE_ANY_RANGE, DATASET_FEATURE_CHOICES,
     NULL,
     "Features of whole kernels, or as the engines of the SMs sample them; kernels too short for that "
     "are left out."},
    {"least-p", 0, POISE_OPT_INT, FIELD(least_p), "0", 0, 1, NULL, "0|1",
     "Least p that is learned: with 0 the model may predict p = 0, nobody allocates, if the data set has "
     "measured it; 1 is the thesis' rule, as if p = 0 had not been measured."},
    {"dispersion", 0, POISE_OPT_STRING, FIELD(dispersion), "fixed:1", POISE_ANY_RANGE, NULL, "fixed:ALPHA|ml",
     "negbin: variance = mu + alpha mu^2: alpha given (1 is the default of the thesis' software), or "
     "estimated by "
     "maximum likelihood."},
    {"loss", 0, POISE_OPT_CHOICE, FIELD(loss), "auto", POISE_ANY_RANGE, "auto|squared|epsilon|nu", NULL,
     "linear and rbf: squares of what errors exceed epsilon (LIBLINEAR, linear only), what they exceed it by "
     "(libsvm), or nu in place of epsilon (libsvm); auto is squared for linear, epsilon for rbf."},
    HYPER_OPTION(
        RIDGE, "ridge", "0",
        "negbin: penalty ridge/2 times the sum of squared coefficients of the standardised features; more "
        "than 0 when there are few kernels. Of several values, here and below, cross-validation chooses; "
        "cv stands for a list of ours."),
    HYPER_OPTION(
        SPREAD, "spread", "0.3",
        "speed: standard deviation of the errors of ln N and ln p that a prediction is expected to have."),
    HYPER_OPTION(COST, "cost", "cv", "linear and rbf: C, the price of an error of 1 in ln N or ln p."),
    HYPER_OPTION(EPSILON, "epsilon", "cv", "linear and rbf: errors of ln N and ln p that cost nothing."),
    HYPER_OPTION(NU, "nu", "cv",
                 "linear and rbf with loss nu: the least share of kernels as support vectors."),
    HYPER_OPTION(GAMMA, "gamma", "cv",
                 "rbf: kernels exp(-gamma d^2) of the distance d between standardised features."),
    {"max-support", 0, POISE_OPT_INT, FIELD(max_support), "4096", 1, MODEL_MAX_SUPPORT, NULL, "N",
     "rbf: support vectors that a model may have; values with which a fold has more are not chosen."},
    {"criterion", 0, POISE_OPT_CHOICE, FIELD(criterion), "speedup", POISE_ANY_RANGE, "speedup|error", NULL,
     "What is best among several values: the highest harmonic mean of predicted speedups on the measured "
     "surfaces, "
     "or the lowest mean relative error of N and p; ties go to fewer support vectors."},
    {"choose-folds", 0, POISE_OPT_STRING, FIELD(choose_folds), "program", POISE_ANY_RANGE, NULL,
     "program|kfold:K",
     "What is left out in turn to choose among several values: each program, or K groups of them."},
    {"seed", 0, POISE_OPT_INT, FIELD(seed), "1", 0.0, 9e15, NULL, "N",
     "Of the random order in which programs are grouped for kfold."},
    {"name", 0, POISE_OPT_STRING, FIELD(name), "poise", POISE_ANY_RANGE, NULL, "TEXT",
     "Name of the model, kept in its file."},
    {"summary", 0, POISE_OPT_FLAG, FIELD(summary), NULL, POISE_ANY_RANGE, NULL, NULL,
     "Print what was learned; for negbin both regressions with standard errors, z, p-values, deviances, "
     "AIC."},
    {"influence", 0, POISE_OPT_STRING, FIELD(influence), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "negbin: write fitted mean, residuals, leverage and Cook's distance of each kernel that was learned "
     "from, "
     "as comma-separated values."},
    {"cv", 0, POISE_OPT_STRING, FIELD(cv), "none", POISE_ANY_RANGE, NULL, "none|program|kfold:K",
     "Print errors and speedup of a cross-validation that leaves out one program, or one of K groups, at a "
     "time; "
     "open values are chosen anew in each fold."},
    {"compare", 0, POISE_OPT_FLAG, FIELD(compare), NULL, POISE_ANY_RANGE, NULL, NULL,
     "Print all methods side by side, each as in --cv (program, unless that says otherwise)."},
    {"analyse", 0, POISE_OPT_CHOICE, FIELD(analyse), "none", POISE_ANY_RANGE, analysis_choices, NULL,
     "Print what parts of the recipe are worth on programs left out of training: each feature, the scoring "
     "of "
     "targets, the filters, other forms of the features, sampled features, or the number of programs learned "
     "from."},
    {"gate", 0, POISE_OPT_FLAG, FIELD(gate), NULL, POISE_ANY_RANGE, NULL, NULL,
     "Print how well a logistic regression and the rule I_n <= 49 tell kernels that are worth steering."},
    {"correlation", 0, POISE_OPT_FLAG, FIELD(correlation), NULL, POISE_ANY_RANGE, NULL, NULL,
     "Print how well mu_p/np of the analytical model goes with the measured speedups (thesis, Figure 5.5)."},
    {"final", 0, POISE_OPT_FLAG, FIELD(final), NULL, POISE_ANY_RANGE, NULL, NULL,
     "With --compare: also on the kernels of the evaluation split, which training does not read otherwise."},
    {"jobs", 'j', POISE_OPT_INT, FIELD(jobs), "0", 0.0, 1024.0, NULL, "J",
     "Fits at a time; 0 = one for each processor. The result does not depend on it."},
};

static int write_influence(const char *path, const dataset *data, const train_outcome *outcome,
                           poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    code = train_write_training_influence(file.stream, data, outcome, err);
    if (code == POISE_OK)
        return poise_atomic_commit(&file, err);
    poise_atomic_abort(&file);
    return code;
}

static int carry_out(const train_options *options, const dataset *data, const train_plan *plan,
                     poise_error *err)
{
    train_choice choice;
    int code = train_choose(data, NULL, plan, &choice, err);
    if (code != POISE_OK)
        return code;
    cli_train_say_choice(plan, &choice);
    train_outcome outcome;
    code = train_fit(data, NULL, &choice.spec, options->name, &outcome, err);
    if (code == POISE_OK) {
        cli_train_warn(&outcome);
        if (options->summary)
            cli_train_print_outcome(&outcome);
        if (options->influence != NULL)
            code = write_influence(options->influence, data, &outcome, err);
        if (code == POISE_OK && options->output != NULL)
            code = poise_model_write(options->output, &outcome.model, err);
    }
    if (code == POISE_OK && options->output != NULL) {
        poise_say("wrote %s, trained on %zu kernels of %zu programs", options->output, outcome.rows,
                  outcome.programs);
    }
    train_outcome_free(&outcome);
    return code;
}

static int validate(const dataset *data, const train_plan *plan, const train_folding *folding,
                    poise_error *err)
{
    train_validation result;
    int code = train_cross_validate(data, plan, folding, &result, err);
    if (code == POISE_OK) {
        cli_train_print_validation(&result);
        train_validation_free(&result);
    }
    return code;
}

static int gate(const dataset *data, const train_folding *folding, poise_error *err)
{
    train_gate_result result;
    int code = train_gate_validate(data, folding, &result, err);
    if (code == POISE_OK)
        train_print_gate(stdout, &result);
    return code;
}

static int correlate(const dataset *data, poise_error *err)
{
    train_correlation result[TRAIN_CORRELATED];
    int code = train_correlate(data, result, err);
    if (code == POISE_OK)
        train_print_correlation(stdout, result);
    return code;
}

static int analyse(const dataset *data, int which, const train_plan *plan, const train_folding *folding,
                   poise_error *err)
{
    train_analysis_result result;
    int code = train_analyse(data, (train_analysis)(which - 1), plan, folding, &result, err);
    if (code == POISE_OK)
        train_print_analysis(stdout, &result);
    train_analysis_free(&result);
    return code;
}

/* What is asked for, in the order in which it is printed. */
static int work(const train_options *options, const char *path, const train_plan *plan,
                const train_folding *folding, poise_error *err)
{
    dataset data;
    int code = dataset_read_training(path, &data, err);
    if (code != POISE_OK)
        return code;
    code = dataset_choose_features(&data, (dataset_feature_source)options->features, err);
    if (code == POISE_OK && options->least_p > 0)
        train_leave_out_p_0(&data);
    if (code == POISE_OK && (options->output != NULL || options->summary || options->influence != NULL))
        code = carry_out(options, &data, plan, err);
    bool others = options->compare || options->gate || options->correlation || options->analyse != 0;
    if (code == POISE_OK && strcmp(options->cv, "none") != 0 && !others)
        code = validate(&data, plan, folding, err);
    if (code == POISE_OK && options->compare)
        code = cli_train_compare(&data, options->final ? path : NULL, plan, folding, err);
    if (code == POISE_OK && options->gate)
        code = gate(&data, folding, err);
    if (code == POISE_OK && options->correlation)
        code = correlate(&data, err);
    if (code == POISE_OK && options->analyse != 0)
        code = analyse(&data, options->analyse, plan, folding, err);
    dataset_free(&data);
    return code;
}

static int read_plan(const train_options *options, train_plan *plan, train_folding *folding, poise_error *err)
{
    *plan = (train_plan){.spec = {.method = (train_method)options->method,
                                  .loss = (train_loss)options->loss,
                                  .max_support = (size_t)options->max_support},
                         .criterion = (train_criterion)options->criterion};
    plan->spec.negbin = train_negbin_thesis;
    plan->folding.seed = (uint64_t)options->seed;
    *folding = plan->folding;
    int code = train_settle_loss(&plan->spec, err);
    if (code == POISE_OK)
        code = train_parse_dispersion(options->dispersion, &plan->spec.negbin, err);
    for (int h = 0; code == POISE_OK && h < TRAIN_HYPERS; h++)
        code = train_parse_grid(options->hyper[h], (train_hyper)h, &plan->grid[h], err);
    if (code == POISE_OK)
        code = train_parse_folding(options->choose_folds, &plan->folding, err);
    if (code == POISE_OK && strcmp(options->cv, "none") != 0)
        code = train_parse_folding(options->cv, folding, err);
    return code;
}

static int learn_loads(const train_options *options, int n_words, char **words, poise_error *err)
{
    const bool cv = strcmp(options->cv, "none") != 0;
    if (options->summary || options->influence != NULL || options->gate || options->correlation ||
        options->final || options->analyse != 0 || (cv && strcmp(options->cv, "program") != 0))
        return poise_fail(err, POISE_USAGE, "--loads goes with -o, --cv program and --compare only");
    if (options->without.n > 0 && options->output == NULL)
        return poise_fail(err, POISE_USAGE,
                          "--without goes with -o: --cv and --compare leave out each program");
    const cli_train_loads loads = {.method = options->loads - 1,
                                   .features = options->load_features,
                                   .counts = options->load_counts,
                                   .cost = options->hyper[TRAIN_COST_HYPER],
                                   .gamma = options->hyper[TRAIN_GAMMA_HYPER],
                                   .output = options->output,
                                   .name = options->name,
                                   .seed = (uint64_t)options->seed,
                                   .cv = cv,
                                   .compare = options->compare,
                                   .without = &options->without};
    int code = cli_output_check(options->output, n_words, words, err);
    if (code == POISE_OK && options->jobs > 0)
        omp_set_num_threads((int)options->jobs);
    return code == POISE_OK ? cli_train_on_loads(&loads, words[0], err) : code;
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const train_options *options = parsed;
    if (n_words != 1)
        return poise_fail(err, POISE_USAGE, "give one data set, not %d", n_words);
    bool prints = options->summary || options->influence != NULL || options->compare || options->gate ||
                  options->correlation || options->analyse != 0 || strcmp(options->cv, "none") != 0;
    if (options->output == NULL && !prints) {
        return poise_fail(err, POISE_USAGE,
                          "say what to do: -o MODEL, --summary, --cv program, --influence, --compare, "
                          "--gate, --correlation "
                          "or --analyse");
    }
    if (options->final && !options->compare)
        return poise_fail(err, POISE_USAGE,
                          "--final goes with --compare; a model's tuples are shown by 'poise predict'");
    if (options->influence != NULL && options->method != TRAIN_NEGBIN)
        return poise_fail(err, POISE_USAGE, "--influence goes with the method negbin");
    if (options->loads == 0 && options->without.n > 0)
        return poise_fail(err, POISE_USAGE, "--without goes with --loads");
    if (options->loads != 0)
        return learn_loads(options, n_words, words, err);
    train_plan plan;
    train_folding folding;
    int code = read_plan(options, &plan, &folding, err);
    code = code == POISE_OK ? cli_output_check(options->output, n_words, words, err) : code;
    code = code == POISE_OK ? cli_output_check(options->influence, n_words, words, err) : code;
    if (code != POISE_OK)
        return code;
    if (options->jobs > 0)
        omp_set_num_threads((int)options->jobs);
    return work(options, words[0], &plan, &folding, err);
}

const cli_verb verb_train = {
    .name = "train",
    .summary = "learn a model for ln N and ln p from a data set",
    .synopsis = "[options] -o MODEL DATASET",
    .details =
        "Rows of the evaluation split are not read. A data set with fewer training kernels than "
        "features is refused by negbin unless --ridge is given. The same data set and options give the "
        "same model, to the byte.",
    .options = train_table,
    .n_options = sizeof train_table / sizeof train_table[0],
    .options_size = sizeof(train_options),
    .run = run,
};
