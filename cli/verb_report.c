/* `poise report`: results for people. */
#include "cli/output.h"
#include "cli/report/sources.h"
#include "cli/verb.h"
#include "common/h5.h"
#include "design/result.h"
#include "evaluate/results/results.h"
#include "features/load_dataset_schema.h"
#include "models/model_format.h"
#include "probe/result/result.h"
#include "profile/buffers/buffers.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KIND = 64 }; /* characters of the name of a format */

static const poise_option options[] = {
    {"output", 'o', POISE_OPT_STRING, offsetof(report_options, output), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "what to write: a file, or a folder for one SVG per launch; none: a table on the standard output"},
    {"format", 0, POISE_OPT_CHOICE, offsetof(report_options, format), "auto", POISE_ANY_RANGE,
     "auto|html|svg|png|md|csv", NULL, "form of the report; auto: by the ending of the output's name"},
    {"kernel", 0, POISE_OPT_STRING, offsetof(report_options, kernel), NULL, POISE_ANY_RANGE, NULL, "NAME",
     "of a profile only these launches: KERNEL, RUN/KERNEL, RUN/KERNEL/LAUNCH or the number in the table"},
    {"profile", 'p', POISE_OPT_STRING, offsetof(report_options, profile), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "of results: measured {N, p} points of these launches, drawn behind the warp-tuples that policies "
     "chose"},
    {"machine", 0, POISE_OPT_STRING, offsetof(report_options, machine), NULL, POISE_ANY_RANGE, NULL, "NAME",
     "of results on several machines the page of this one"},
    {"features", 0, POISE_OPT_CHOICE, offsetof(report_options, features), "auto", POISE_ANY_RANGE,
     "auto|" DATASET_FEATURE_CHOICES, NULL,
     "of a data set: those of whole kernels, or as the engines of the SMs sample them; auto: what the model "
     "was learned from"},
    {"cv", 0, POISE_OPT_STRING, offsetof(report_options, cv), "auto", POISE_ANY_RANGE, NULL,
     "auto|none|program|kfold:K",
     "who predicts the training kernels: models learned without their program, or without one of K groups of "
     "programs, or the model itself; auto: program, if the model was learned from this data set"},
    {"choose", 0, POISE_OPT_FLAG, offsetof(report_options, choose), NULL, POISE_ANY_RANGE, NULL, NULL,
     "choose the values that are set before learning anew in every fold, from the lists of 'poise train'; "
     "without it those of the model's recipe stand"},
    {"seed", 0, POISE_OPT_INT, offsetof(report_options, seed), "1", 0.0, 9e15, NULL, "N",
     "of the random order in which programs are grouped for kfold"},
    {"final", 0, POISE_OPT_FLAG, offsetof(report_options, final), NULL, POISE_ANY_RANGE, NULL, NULL,
     "also the kernels of the evaluation split, which is not looked at otherwise"},
    {"jobs", 'j', POISE_OPT_INT, offsetof(report_options, jobs), "0", 0.0, 1024.0, NULL, "J",
     "fits at a time; 0 = one for each processor; the result does not depend on it"},
};

const char *cli_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* A kind of HDF5 file and what reports it. */
typedef struct report_kind {
    const char *format;
    int (*report)(const report_options *options, report_format format, const char *path, poise_error *err);
} report_kind;

/* What is none of these is taken for a profile, whose reader says what is wrong with it. */
static const report_kind kinds[] = {{DATASET_FORMAT, cli_report_dataset},
                                    {LOAD_DATASET_FORMAT, cli_report_loads},
                                    {RESULTS_FORMAT, cli_report_results},
                                    {DESIGN_FORMAT, cli_report_design},
                                    {BUFFERS_FORMAT, cli_report_buffers},
                                    {PROBE_FORMAT, cli_report_probe},
                                    {NULL, cli_report_profile}};

static int find_kind(const char *path, const report_kind **kind, poise_error *err)
{
    poise_h5 *file;
    char *format = NULL;
    int code = poise_h5_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    (void)poise_h5_get_text(file, "/", "format", MOST_KIND, &format, NULL);
    poise_h5_close(file);
    *kind = kinds;
    while ((*kind)->format != NULL && (format == NULL || strcmp(format, (*kind)->format) != 0))
        ++*kind;
    free(format);
    return POISE_OK;
}

static int report_one(const report_options *o, report_format format, const char *path, poise_error *err)
{
    const report_kind *kind;
    int code = find_kind(path, &kind, err);
    if (code != POISE_OK)
        return code;
    const bool learning = strcmp(o->cv, "auto") != 0 || o->choose;
    if (learning || (o->final && kind->report != cli_report_dataset && kind->report != cli_report_loads))
        return poise_fail(err, POISE_USAGE, "%s goes with a model and a data set%s",
                          learning ? "--cv or --choose" : "--final", learning ? "" : ", or a data set");
    if ((o->profile != NULL || o->machine != NULL) && kind->report != cli_report_results)
        return poise_fail(err, POISE_USAGE, "--%s goes with results of 'poise evaluate'",
                          o->profile != NULL ? "profile" : "machine");
    return kind->report(o, format, path, err);
}

static bool is_model(const char *path)
{
    char first[sizeof MODEL_MAGIC] = "";
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    const size_t n = fread(first, 1, sizeof first - 1, file);
    fclose(file);
    return n == sizeof first - 1 && strcmp(first, MODEL_MAGIC) == 0;
}

/* Two probes, or a model and a data set. */
static int report_two(const report_options *o, report_format format, char **words, poise_error *err)
{
    const report_kind *kind = NULL;
    if (is_model(words[0]) || find_kind(words[0], &kind, NULL) != POISE_OK ||
        kind->report != cli_report_probe)
        return cli_report_model(o, format, words[0], words[1], err);
    return cli_report_probes(o, format, words[0], words[1], err);
}

/* One file or two. */
static int report_words(const report_options *o, report_format format, int n_words, char **words,
                        poise_error *err)
{
    if (n_words == 2)
        return report_two(o, format, words, err);
    if (is_model(words[0]))
        return poise_fail(err, POISE_USAGE, "%s is a model: give the data set that it is judged on, too",
                          words[0]);
    return report_one(o, format, words[0], err);
}

static int run(const void *parsed, int n_words, char **words, poise_error *err)
{
    const report_options *o = parsed;
    if (n_words != 1 && n_words != 2)
        return poise_fail(
            err, POISE_USAGE,
            "give a profile, a data set, results, a model and a data set, or one or two probes; not %d files",
            n_words);
    report_format format = (report_format)o->format;
    int code = cli_report_format(&format, o->output, err);
    if (code == POISE_OK && !cli_is_folder(o->output))
        code = cli_output_check(o->output, n_words, words, err);
    return code == POISE_OK ? report_words(o, format, n_words, words, err) : code;
}

const cli_verb verb_report = {
    .name = "report",
    .summary =
        "figures and tables of results, a profile, a data set or a model: HTML, SVG, PNG, Markdown, CSV",
    .synopsis = "[options] RESULTS|PROFILE|BUFFERS|DATASET|DESIGN|PROBE|MODEL DATASET|PROBE PROBE [-o FILE]",
    .details =
        "The page holds everything that it shows and needs no network. Of results: speedups, L1 hits, "
        "latencies,\n"
        "stalls by program and policy, and the warp-tuples chosen at runtime. Of a profile: for each kernel "
        "launch\n"
        "the plane of warp-tuples {N,p}, the speedup along p = N and p = 1, the best tuple and the target "
        "of\n"
        "training. Of a profile of buffers: reads and writes of every page. Of a data set: targets, what\n"
        "they are worth, features; of one of loads: what\n"
        "each is worth and what tells it. Of a search by poise design: machines by area and speed-up. Of a "
        "model: predicted against\n"
        "target, residuals, what the predicted tuples gain and lose, weights with intervals, influence. Of a "
        "probe:\n"
        "times over sizes and strides, what was found, and where two probes differ.",
    .options = options,
    .n_options = sizeof options / sizeof options[0],
    .options_size = sizeof(report_options),
    .run = run,
};
