/* `poise compile MODEL -o OUT`: from a model to the integers of the hardware inference engine. */
#include "cli/compile/loads.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/dataset_file.h"
#include "infer/blob.h"
#include "infer/cost.h"
#include "infer/emit.h"
#include "infer/poise_choice.h"
#include "infer/poise_kernel.h"
#include "infer/precision.h"
#include "infer/quantise.h"
#include "infer/scale.h"
#include "models/load_model.h"
#include "train/validate/prediction.h"

#include <inttypes.h>
#include <string.h>

typedef struct compile_options {
    const char *output, *data;
    int64_t sweep;
    int64_t max_support;
    int table;
    double accuracy;
} compile_options;

static const poise_option compile_table[] = {
    {"output", 'o', POISE_OPT_STRING, offsetof(compile_options, output), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "What to write, by its ending: .c or .h (C constants with a self-test), .v (Verilog), .bin (loadable "
     "blob), .json (description)."},
    {"sweep", 0, POISE_OPT_INT, offsetof(compile_options, sweep), "1000000", 0, 1e9, NULL, "N",
     "Feature vectors on which engine and double arithmetic are compared."},
    {"data", 0, POISE_OPT_STRING, offsetof(compile_options, data), NULL, POISE_ANY_RANGE, NULL, "DATASET",
     "Compare them on the kernels of this data set as well, of every split; its features must be the "
     "model's."},
    {"accuracy", 0, POISE_OPT_REAL, offsetof(compile_options, accuracy), "0.015625", 0, 64, NULL, "WARPS",
     "Refuse a model whose proven error of N or p before rounding is larger."},
    {"table", 0, POISE_OPT_CHOICE, offsetof(compile_options, table), "16", POISE_ANY_RANGE, "8|16", NULL,
     "Of a model of loads: how many loads the table of an SM holds, for the storage that is printed."},
    {"max-support", 0, POISE_OPT_INT, offsetof(compile_options, max_support), "128", 1, MODEL_MAX_SUPPORT,
     NULL, "N",
     "Refuse a model with more support vectors: each costs memory and multiplications in every prediction."},
};

static const char *const endings[FORMS] = {".c", ".h", ".v", ".bin", ".json"};

/* FORMS when the name has none of the endings. */
static compile_form form_of(const char *path)
{
    size_t length = strlen(path);
    for (int form = 0; form < FORMS; form++) {
        size_t ending = strlen(endings[form]);
        if (length > ending && strcmp(path + length - ending, endings[form]) == 0)
            return (compile_form)form;
    }
    return FORMS;
}

static int emit(compile_form form, const poise_model *model, const poise_weights *weights,
                const poise_sweep *sweep, const char *path, poise_error *err)
{
    switch (form) {
    case FORM_C: return poise_emit_c(model, weights, false, path, err);
    case FORM_HEADER: return poise_emit_c(model, weights, true, path, err);
    case FORM_VERILOG: return poise_emit_verilog(model, weights, path, err);
    case FORM_BLOB: return poise_blob_write(weights, path, err);
    default: return poise_emit_json(model, weights, sweep, path, err);
    }
}

static void report_sweep(const char *vectors, const poise_precision *precision, const poise_sweep *sweep)
{
    if (precision->time_bound > 0)
        printf("slower than the best tuple %.2e of the time at most, by the sums (proven bound %.2e)\n",
               sweep->excess, 2 * precision->time_bound);
    else
        printf("error before rounding      N %.2e, p %.2e warps (proven bound N %.2e, p %.2e)\n",
               sweep->deviation[0], sweep->deviation[1], precision->warps_bound[0],
               precision->warps_bound[1]);
    printf("tuples unlike double       %" PRIu64 " of %" PRIu64 "%s, %" PRIu64 " of them beyond the bound\n",
           sweep->differing, sweep->vectors, vectors, sweep->unexplained);
}

static void report_weights(const poise_weights *weights)
{
    unsigned bytes = (poise_weights_storage_bits(weights) + 7) / 8;
    if (weights->choice != NULL) {
        printf("weights                    %u bytes: %u tuples of 8 x 32 bits", bytes,
               weights->choice->count);
    } else if (weights->kernel == NULL) {
        printf("weights                    %u bytes: 2 x 8 of 32 bits", bytes);
    } else {
        printf("weights                    %u bytes: %u support vectors of 8 x %d and 2 x 32 bits", bytes,
               weights->kernel->count, POISE_PLACE_BITS);
    }
    if (weights->choice != NULL)
        printf(", binary point %u\n", weights->shift[0]);
    else
        printf(", binary points %u and %u\n", weights->shift[0], weights->shift[1]);
}

static void report(const poise_model *model, const poise_weights *weights, const poise_sweep *sweep,
                   const poise_sweep *measured)
{
    unsigned sm_bits = poise_hie_storage_bits(&poise_hie_thesis, weights->max_warps);
    const poise_operations count = poise_prediction_operations(weights);
    if (poise_view_sets(weights->view)) {
        printf("model                      %s, %s\n", model->name, poise_view_sets(weights->view));
        report_weights(weights);
    } else {
        printf("model                      %s, for %u warps per scheduler%s\n", model->name,
               weights->max_warps, weights->zero_p ? ", p from 0" : "");
        report_weights(weights);
        printf("state per SM               %u bits in full; %d bits as the thesis counts\n", sm_bits,
               POISE_HIE_THESIS_BITS);
    }
    printf("arithmetic per prediction  %u multiplications, %u divisions (features %u and %u)\n",
           count.multiplications, count.divisions, count.feature_multiplications, count.feature_divisions);
    poise_precision precision;
    poise_precision_bound(model, weights, &precision);
    report_sweep("", &precision, sweep);
    if (measured->vectors > 0)
        report_sweep(" measured kernels", &precision, measured);
}

/* On the kernels of a data set with the model's features; none when there is no `path`. */
static int measure(const char *path, const poise_model *model, const poise_weights *weights,
                   poise_sweep *measured, poise_error *err)
{
    *measured = (poise_sweep){0};
    if (path == NULL)
        return POISE_OK;
    dataset data;
    int code = dataset_read(path, &data, err);
    if (code != POISE_OK)
        return code;
    code = train_model_fits(model, &data, err);
    if (code != POISE_OK)
        code = poise_error_prefix(err, "--data %s", path);
    for (size_t i = 0; code == POISE_OK && i < data.n_rows; i++) {
        uint32_t warps = data.rows[i].warps < POISE_MAX_WARPS ? data.rows[i].warps : POISE_MAX_WARPS;
        poise_precision_add(model, weights, data.rows[i].x, warps, measured);
    }
    dataset_free(&data);
    return code;
}

static int check_support(const poise_model *model, int64_t most, poise_error *err)
{
    if (model->kind != MODEL_RBF || model->kernel->n_support <= (size_t)most)
        return POISE_OK;
    return poise_fail(err, POISE_USAGE,
                      "model %s has %zu support vectors, more than --max-support %" PRId64
                      ": allow them, or train with --max-support, a larger epsilon or a smaller nu",
                      model->name, model->kernel->n_support, most);
}

static int compile(const compile_options *options, compile_form form, const char *path, poise_error *err)
{
    poise_model model;
    poise_weights weights = {0};
    int code = poise_model_read(path, &model, err);
    if (code != POISE_OK)
        return code;
    code = check_support(&model, options->max_support, err);
    if (code == POISE_OK)
        code = poise_quantise_within(&model, options->accuracy, &weights, err);
    poise_sweep measured;
    if (code == POISE_OK)
        code = measure(options->data, &model, &weights, &measured, err);
    if (code == POISE_OK) {
        poise_sweep sweep;
        poise_precision_sweep(&model, &weights, (uint64_t)options->sweep, &sweep);
        code = emit(form, &model, &weights, &sweep, options->output, err);
        if (code == POISE_OK)
            report(&model, &weights, &sweep, &measured);
    }
    poise_weights_free(&weights);
    poise_model_free(&model);
    return code;
}

static int compile_loads(const compile_options *options, compile_form form, const char *path,
                         poise_error *err)
{
    static const unsigned entries[] = {8, 16};
    const compile_loads_options loads = {form, options->output, (uint64_t)options->sweep,
                                         entries[options->table]};
    if (options->data != NULL)
        return poise_fail(err, POISE_USAGE, "--data is for models of warp-tuples, and %s chooses loads",
                          path);
    return cli_compile_loads(&loads, path, err);
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const compile_options *options = parsed;
    if (n_words != 1)
        return poise_fail(err, POISE_USAGE, "give one model file, not %d", n_words);
    if (options->output == NULL)
        return poise_fail(err, POISE_USAGE, "say what to write: -o FILE.c, .h, .v, .bin or .json");
    compile_form form = form_of(options->output);
    if (form == FORMS) {
        return poise_fail(err, POISE_USAGE, "%s: the name must end in .c, .h, .v, .bin or .json",
                          options->output);
    }
    int code = cli_output_check(options->output, n_words, words, err);
    if (code != POISE_OK)
        return code;
    return poise_load_model_is_one(words[0]) ? compile_loads(options, form, words[0], err)
                                             : compile(options, form, words[0], err);
}

const cli_verb verb_compile = {
    .name = "compile",
    .summary = "turn a model into the fixed-point engine's constants",
    .synopsis = "[options] -o FILE MODEL",
    .details =
        "Rounds the weights of MODEL to integers, checks them against double arithmetic over the feature "
        "space and writes them for the engine of infer/poise_infer.h. A model that the engine cannot "
        "hold accurately is refused. A model of loads (kind = loads) becomes constants of "
        "infer/poise_loads.h. docs/ENGINE.md describes the engine.",
    .options = compile_table,
    .n_options = sizeof compile_table / sizeof compile_table[0],
    .options_size = sizeof(compile_options),
    .run = run,
};
