/* `poise model info|export|import`: what is in a model, and models in the files of LIBLINEAR and libsvm. */
#include "cli/output.h"
#include "cli/verb.h"
#include "common/log.h"
#include "models/foreign.h"
#include "models/load_model.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct model_options {
    const char *output, *name;
    int format;
    int64_t least_p;
    bool merges_hit;
} model_options;

static const poise_option model_table[] = {
    {"output", 'o', POISE_OPT_STRING, offsetof(model_options, output), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "import: the model to write; export: writes FILE.n for ln N and FILE.p for ln p"},
    {"format", 'f', POISE_OPT_CHOICE, offsetof(model_options, format), "libsvm", POISE_ANY_RANGE,
     "liblinear|libsvm", NULL, "export: whose files; LIBLINEAR's are for models without support vectors"},
    {"name", 0, POISE_OPT_STRING, offsetof(model_options, name), NULL, POISE_ANY_RANGE, NULL, "TEXT",
     "import: name of the model, kept in its file (default imported)"},
    {"merges-hit", 0, POISE_OPT_FLAG, offsetof(model_options, merges_hit), "0", POISE_ANY_RANGE, NULL, NULL,
     "import: it was trained on a data set that 'poise features --merges-hit' made"},
    {"least-p", 0, POISE_OPT_INT, offsetof(model_options, least_p), "1", 0, 1, NULL, "0|1",
     "import: 0 = it may predict p = 0, nobody allocates; 1 is the thesis' rule"},
};

static void print_numbers(const char *key, double for_n, double for_p)
{
    printf("%-32s %14.6g %14.6g\n", key, for_n, for_p);
}

/* A line for each tuple. */
static void print_choice(const poise_model *model)
{
    printf("%4s %4s   expected time over that with all warps = sum of\n", "N", "p");
    for (size_t t = 0; t < model->choice->n_tuples; t++) {
        const model_tuple *tuple = &model->choice->tuple[t];
        printf("%4d %4d  ", tuple->n, tuple->p);
        for (int i = 0; i < model->n_features; i++)
            printf(" %+.4g %s", tuple->weight[i], model->feature[i]);
        printf("\n");
    }
}

static void print_model(const poise_model *model)
{
    static const char *const kind[MODEL_KIND_COUNT] = {
        "negative binomial regression, log link", "linear regression of the logarithms",
        "Gaussian kernels, regression of the logarithms", "choice of the tuple with the least expected time"};
    printf("name             %s\nkind             %s\nrecipe           %s\n", model->name, kind[model->kind],
           model->recipe);
    printf("warps            %d per scheduler\nleast p          %d\nmerges are hits  %s\n", model->max_warps,
           model->least_p, model->l1_hit_includes_merges ? "yes" : "no");
    printf("training data    %s\nmachine          %s\n\n", model->training_hash, model->config_hash);
    if (model->kind == MODEL_RBF) {
        printf("%-32s %14s %14s\n", "feature", "centre", "scale");
        for (int i = 0; i < model->n_features; i++)
            print_numbers(model->feature[i], model->kernel->centre[i], model->kernel->scale[i]);
        printf("\n%-32s %14s %14s\n", "", "for ln N", "for ln p");
        print_numbers("gamma", model->kernel->gamma[0], model->kernel->gamma[1]);
        print_numbers("constant", model->kernel->constant[0], model->kernel->constant[1]);
        printf("%-32s %14zu\n", "support vectors", model->kernel->n_support);
        return;
    }
    if (model->kind == MODEL_CHOICE) {
        print_choice(model);
        return;
    }
    printf("%-32s %14s %14s\n", "weight of", "for ln N", "for ln p");
    for (int i = 0; i < model->n_features; i++)
        print_numbers(model->feature[i], model->weight[0][i], model->weight[1][i]);
    if (model->kind == MODEL_NEGBIN)
        print_numbers("dispersion", model->dispersion[0], model->dispersion[1]);
}

static int print_load_model(const char *path, poise_error *err)
{
    poise_load_model model;
    int code = poise_load_model_read(path, &model, err);
    if (code != POISE_OK)
        return code;
    printf("name             %s\nkind             choice of the loads that may allocate, where the sum is at "
           "least 0\nrecipe           %s\n",
           model.name, model.recipe);
    printf("training data    %s\nmachine          %s\n\nweight of\n", model.training_hash, model.config_hash);
    for (int i = 0; i < MODEL_LOAD_FEATURES; i++)
        printf("%-32s %14.6g\n", model_load_feature_name[i], model.weight[i]);
    return POISE_OK;
}

static int info(const model_options *options, int n_words, char **words, poise_error *err)
{
    poise_model model;
    if (options->output != NULL)
        return poise_fail(err, POISE_USAGE, "info writes no file: -o belongs to import and export");
    if (n_words != 1)
        return poise_fail(err, POISE_USAGE, "info takes one model file, not %d", n_words);
    if (poise_load_model_is_one(words[0]))
        return print_load_model(words[0], err);
    int code = poise_model_read(words[0], &model, err);
    if (code == POISE_OK)
        print_model(&model);
    poise_model_free(&model);
    return code;
}

static int export_to(const poise_model *model, const model_options *options, char path[MODEL_OUTPUTS][4096],
                     poise_error *err)
{
    int code = POISE_OK;
    for (int output = 0; code == POISE_OK && output < MODEL_OUTPUTS; output++)
        code = poise_model_export(model, output, (model_foreign)options->format, path[output], err);
    if (code == POISE_OK)
        poise_say("wrote %s and %s for %s", path[0], path[1], model_foreign_name[options->format]);
    return code;
}

static int export_model(const model_options *options, int n_words, char **words, poise_error *err)
{
    static const char *const suffix[MODEL_OUTPUTS] = {"n", "p"};
    char path[MODEL_OUTPUTS][4096];
    poise_model model;
    int code = POISE_OK;
    if (n_words != 1)
        return poise_fail(err, POISE_USAGE, "export takes one model file, not %d", n_words);
    for (int output = 0; code == POISE_OK && output < MODEL_OUTPUTS; output++) {
        int length = snprintf(path[output], sizeof path[output], "%s.%s", options->output, suffix[output]);
        if (length >= (int)sizeof path[output])
            return poise_fail(err, POISE_USAGE, "the name of the output is too long");
        code = cli_output_check(path[output], n_words, words, err);
    }
    if (code != POISE_OK)
        return code;
    code = poise_model_read(words[0], &model, err);
    if (code == POISE_OK)
        code = export_to(&model, options, path, err);
    poise_model_free(&model);
    return code;
}

static int import_model(const model_options *options, int n_words, char **words, poise_error *err)
{
    poise_model model;
    if (n_words != 2)
        return poise_fail(err, POISE_USAGE,
                          "import takes two model files, the one for ln N and the one for ln p");
    int code = cli_output_check(options->output, n_words, words, err);
    if (code != POISE_OK)
        return code;
    code = poise_model_import(words[0], words[1], &model, err);
    if (code == POISE_OK && options->name != NULL &&
        snprintf(model.name, sizeof model.name, "%s", options->name) >= (int)sizeof model.name)
        code =
            poise_fail(err, POISE_USAGE, "the model's name is longer than %zu bytes", sizeof model.name - 1);
    model.l1_hit_includes_merges = options->merges_hit ? 1 : 0;
    model.least_p = (int)options->least_p;
    if (code == POISE_OK)
        code = poise_model_write(options->output, &model, err);
    if (code == POISE_OK)
        poise_say("wrote %s", options->output);
    poise_model_free(&model);
    return code;
}

static const struct {
    const char *name;
    bool writes;
    int (*run)(const model_options *options, int n_words, char **words, poise_error *err);
} actions[] = {{"info", false, info}, {"export", true, export_model}, {"import", true, import_model}};

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const model_options *options = parsed;
    for (size_t i = 0; n_words > 0 && i < sizeof actions / sizeof *actions; i++) {
        if (strcmp(words[0], actions[i].name) == 0) {
            if (actions[i].writes && options->output == NULL)
                return poise_fail(err, POISE_USAGE, "say where to write: -o FILE");
            return actions[i].run(options, n_words - 1, words + 1, err);
        }
    }
    return poise_fail(err, POISE_USAGE, "an action is needed, and models: info, export or import");
}

const cli_verb verb_model = {
    .name = "model",
    .summary = "look at models, exchange them with LIBLINEAR and libsvm",
    .synopsis = "info|export|import [options] MODEL...",
    .details =
        "  info    what is in a model file\n"
        "  export  to two files that liblinear-predict or svm-predict read, for ln N and for ln p: they "
        "give\n"
        "          poise's own predictions for the rows that 'poise predict --svmlight' writes\n"
        "  import  two models for ln N and ln p that either library has trained on the eight features, as\n"
        "          'poise features --svmlight' writes them",
    .options = model_table,
    .n_options = sizeof model_table / sizeof model_table[0],
    .options_size = sizeof(model_options),
    .run = run,
};
