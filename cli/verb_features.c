/* `poise features`: from profiles to the data set that models are trained on. */
#include "cli/features/loads.h"
#include "cli/features/sources.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "common/log.h"
#include "features/dataset_build.h"
#include "features/dataset_file.h"
#include "features/dataset_import.h"
#include "infer/scale.h"
#include "profile/profile_file.h"
#include "train/svmlight.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct features_options {
    const char *output, *csv, *svmlight, *add_sources;
    bool no_filter, merges_hit, loads;
    int weights, from, view;
    poise_list programs;
} features_options;

enum { WEIGH_KERNELS, WEIGH_PROGRAMS };
enum { FROM_PROFILE, FROM_CSV, FROM_SVMLIGHT };

static const poise_option options[] = {
    {"output", 'o', POISE_OPT_STRING, offsetof(features_options, output), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "the data set to write, such as dataset.h5"},
    {"csv", 0, POISE_OPT_STRING, offsetof(features_options, csv), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "also write features and targets as comma-separated values"},
    {"svmlight", 0, POISE_OPT_STRING, offsetof(features_options, svmlight), NULL, POISE_ANY_RANGE, NULL,
     "FILE",
     "also write the kernels to train on for LIBLINEAR and libsvm: FILE.n with label ln N, FILE.p with ln p, "
     "targets scaled to 24 warps"},
    {"no-filter", 0, POISE_OPT_FLAG, offsetof(features_options, no_filter), "0", POISE_ANY_RANGE, NULL, NULL,
     "train on all kernels: also those that gain less than 1.5 %, run under 10000 cycles or never hit in L1"},
    {"merges-hit", 0, POISE_OPT_FLAG, offsetof(features_options, merges_hit), "0", POISE_ANY_RANGE, NULL,
     NULL, "count L1 accesses that merge with a miss in flight as hits; the thesis does not say"},
    {"view", 0, POISE_OPT_CHOICE, offsetof(features_options, view), "thesis", POISE_ANY_RANGE,
     MODEL_VIEW_CHOICES, NULL,
     "the tuples at which features are taken: thesis, (max, max) and (1, 1), x1..x8 of Table 5.3; logs, the "
     "same counters, with logarithms of miss costs and of the accesses of a load; bypass, these at "
     "(max, max) and (max, 1), where all warps run and one of each scheduler allocates; alone, (max, max) "
     "only; of --from csv only and described in docs/TRAIN.md: sms, what a memory controller counts, for p "
     "of SMS; tokens, what TLBs count of a program, for its tokens of MASK; frames, what they count of "
     "large pages, for what a walk is worth to mosaic"},
    {"program", 0, POISE_OPT_LIST, offsetof(features_options, programs), NULL, POISE_ANY_RANGE, NULL, "NAME",
     "only kernels of this program; may be repeated"},
    {"weights", 0, POISE_OPT_CHOICE, offsetof(features_options, weights), "kernel", POISE_ANY_RANGE,
     "kernel|program", NULL, "whether in training every kernel or every program counts the same"},
    {"from", 0, POISE_OPT_CHOICE, offsetof(features_options, from), "profile", POISE_ANY_RANGE,
     "profile|csv|svmlight", NULL,
     "what PROFILE is: a profile; or a table of other people's features and targets, as --csv or --svmlight "
     "write "
     "them"},
    {"loads", 0, POISE_OPT_FLAG, offsetof(features_options, loads), "0", POISE_ANY_RANGE, NULL, NULL,
     "a data set of single loads, of profiles measured with --loads: what each does, and what its right to "
     "allocate L1 lines is worth; only --csv and --program go with it"},
    {"add-sources", 0, POISE_OPT_STRING, offsetof(features_options, add_sources), NULL, POISE_ANY_RANGE, NULL,
     "FILE",
     "with --loads: add nothing but the lines of the source to FILE, a data set of loads without them; the "
     "words are its traces"},
};

/* One table is a whole data set. */
static int import(dataset *data, const features_options *o, int n_words, char **words, poise_error *err)
{
    if (n_words != 1)
        return poise_fail(err, POISE_USAGE, "give one table, not %d", n_words);
    if (o->view != MODEL_VIEW_THESIS && o->from == FROM_SVMLIGHT)
        return poise_fail(err, POISE_USAGE,
                          "--view goes with profiles and --from csv; tables of LIBLINEAR have the features "
                          "of the thesis");
    if (o->programs.n > 0)
        return poise_fail(err, POISE_USAGE, "--program goes with profiles, not with tables");
    data->merges_hit = o->merges_hit;
    data->view = (model_view)o->view;
    return o->from == FROM_CSV ? dataset_import_csv(words[0], data, err)
                               : dataset_import_svmlight(words[0], data, err);
}

static int add_profile(dataset *data, const char *path, const dataset_recipe *recipe, poise_error *err)
{
    profile source;
    int code = profile_read(path, &source, err);
    if (code != POISE_OK)
        return code;
    code = dataset_add_profile(data, &source, path, recipe, err);
    profile_free(&source);
    return code;
}

static int write_svmlight(const char *base, const dataset *data, poise_error *err)
{
    bool *use = calloc(data->n_rows + 1, sizeof *use);
    if (use == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu rows", data->n_rows);
    for (size_t i = 0; i < data->n_rows; i++)
        use[i] = dataset_row_trains(&data->rows[i]);
    int code = train_write_svmlight(base, data, use, NULL, err);
    free(use);
    return code;
}

static int write_outputs(const features_options *o, const dataset *data, poise_error *err)
{
    int code = dataset_write(o->output, data, err);
    if (code == POISE_OK && o->csv != NULL)
        code = dataset_write_csv(o->csv, data, err);
    if (code == POISE_OK && o->svmlight != NULL)
        code = write_svmlight(o->svmlight, data, err);
    return code;
}

static void report(const dataset *data, const char *path)
{
    size_t training = 0, excluded = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        training += dataset_row_trains(&data->rows[i]);
        excluded += data->rows[i].split == PROFILE_TRAINING && data->rows[i].excluded != 0;
    }
    poise_say("%zu kernels, %zu of them to train on, written to %s", data->n_rows, training, path);
    if (excluded > 0)
        poise_say("%zu training kernels are excluded by the filter, see 'excluded' in %s", excluded, path);
}

/* Whether more of some row is known than the speedups of its target and of all warps. */
static bool has_surfaces(const dataset *data)
{
    size_t most = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        const surface *speedup = &data->rows[i].speedup;
        size_t known = 0;
        for (size_t k = 0; k < profile_points(speedup->warps); k++)
            known += isnan(speedup->value[k]) ? 0 : 1;
        most = known > most ? known : most;
    }
    return most > 2;
}

static int check_loads_alone(const features_options *o, poise_error *err)
{
    if (o->svmlight != NULL || o->no_filter || o->merges_hit || o->weights != WEIGH_KERNELS ||
        o->from != FROM_PROFILE || o->view != MODEL_VIEW_THESIS)
        return poise_fail(err, POISE_USAGE, "of the options, only --csv and --program go with --loads");
    return POISE_OK;
}

static int add_sources(const features_options *o, int n_words, char **words, poise_error *err)
{
    if (!o->loads || o->csv != NULL || o->programs.n > 0)
        return poise_fail(err, POISE_USAGE, "--add-sources goes with --loads and -o alone");
    int code = check_loads_alone(o, err);
    if (code == POISE_OK)
        code = cli_features_add_sources(o->add_sources, o->output, n_words, words, err);
    return code;
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const features_options *o = parsed;
    if (o->output == NULL)
        return poise_fail(err, POISE_USAGE, "no output file: give -o FILE");
    if (o->add_sources != NULL)
        return add_sources(o, n_words, words, err);
    if (n_words == 0)
        return poise_fail(err, POISE_USAGE, "no profile: give one or more files that 'poise profile' wrote");
    if (poise_view_sets(poise_view_functions((model_view)o->view)) && o->from == FROM_PROFILE)
        return poise_fail(err, POISE_USAGE,
                          "profiles do not have the features of --view %s; take a table with --from csv",
                          model_view_name[o->view]);
    dataset data = {0};
    dataset_recipe recipe = {.merges_hit = o->merges_hit,
                             .view = (model_view)o->view,
                             .keep_all = o->no_filter,
                             .programs = &o->programs};
    int code = cli_output_check(o->output, n_words, words, err);
    if (code == POISE_OK)
        code = cli_output_check(o->csv, n_words, words, err);
    if (code == POISE_OK && o->loads) {
        code = check_loads_alone(o, err);
        return code != POISE_OK ? code
                                : cli_features_loads(o->output, o->csv, &o->programs, n_words, words, err);
    }
    if (code == POISE_OK && o->from != FROM_PROFILE)
        code = import(&data, o, n_words, words, err);
    for (int i = 0; i < n_words && code == POISE_OK && o->from == FROM_PROFILE; i++)
        code = add_profile(&data, words[i], &recipe, err);
    if (code == POISE_OK && o->from == FROM_PROFILE)
        code = dataset_check_programs(&data, &o->programs, err);
    if (code == POISE_OK && o->weights == WEIGH_PROGRAMS)
        dataset_weigh_by_program(&data);
    if (code == POISE_OK)
        code = write_outputs(o, &data, err);
    if (code == POISE_OK)
        report(&data, o->output);
    if (code == POISE_OK && o->from != FROM_PROFILE && !has_surfaces(&data))
        poise_say("speedups are known at the targets and with all warps only: train with --criterion error");
    dataset_free(&data);
    return code;
}

const cli_verb verb_features = {
    .name = "features",
    .summary = "feature vectors, scores and target tuples from profiles",
    .synopsis = "[options] -o DATASET PROFILE...",
    .details =
        "The profiles must come from one machine. Kernels that the filter excludes are kept in the data\n"
        "set and marked; models are trained on the others of the split 'training'.\n"
        "With --loads the data set is one of single load instructions (docs/BEYOND.md).",
    .options = options,
    .n_options = sizeof options / sizeof options[0],
    .options_size = sizeof(features_options),
    .run = run,
};
