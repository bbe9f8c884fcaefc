/* `poise report MODEL DATASET`. */
#include "cli/report/sources.h"
#include "features/dataset_file.h"
#include "report/model/output.h"
#include "report/table/table.h"
#include "train/method/plane.h"

#include <omp.h>
#include <string.h>

static int write_form(const void *content, report_format format, size_t figure, FILE *out, poise_error *err)
{
    const model_report *report = content;
    const report_table table = model_table(report, NULL);
    model_drawing drawings[MODEL_DRAWINGS];
    const size_t n = model_drawings(report, drawings);
    switch (format) {
    case REPORT_HTML: model_report_html(report, out); return POISE_OK;
    case REPORT_CSV: report_table_csv(&table, out); return POISE_OK;
    case REPORT_SVG:
        if (figure == CLI_WHOLE_REPORT)
            model_report_svg(report, drawings, n, out);
        else
            model_report_svg(report, &drawings[figure], 1, out);
        return POISE_OK;
    default: return model_report_markdown(report, out, err);
    }
}

static void figure_name(const void *content, size_t figure, char *name, size_t size)
{
    model_drawing drawings[MODEL_DRAWINGS];
    (void)model_drawings(content, drawings);
    const model_drawing *d = &drawings[figure];
    snprintf(name, size, "%s%s%s%s%s", d->figure->by_part ? d->part->name : "", d->figure->by_part ? "-" : "",
             d->figure->name, d->figure->by_output ? "-" : "",
             d->figure->by_output ? model_output_file[d->output] : "");
}

static int parse(const report_options *options, model_report_options *out, poise_error *err)
{
    *out = (model_report_options){.choose = options->choose, .folding.seed = (uint64_t)options->seed};
    if (strcmp(options->cv, "auto") == 0)
        return POISE_OK;
    out->cross_validation = strcmp(options->cv, "none") == 0 ? MODEL_CV_NEVER : MODEL_CV_ALWAYS;
    return out->cross_validation == MODEL_CV_NEVER ? POISE_OK
                                                   : train_parse_folding(options->cv, &out->folding, err);
}

static int report_data(const report_options *options, report_format format, const poise_model *model,
                       const char *model_name, const dataset *data, const dataset *unseen,
                       const char *data_name, poise_error *err)
{
    model_report report;
    model_report_options how;
    int code = parse(options, &how, err);
    if (code != POISE_OK)
        return code;
    code = model_report_make(&report, model, model_name, data, unseen, data_name, &how, err);
    if (code == POISE_OK) {
        model_drawing drawings[MODEL_DRAWINGS];
        const cli_report out = {&report, NULL, write_form, model_drawings(&report, drawings), figure_name};
        code = cli_report_write(&out, format, options->output, err);
    }
    model_report_free(&report);
    return code;
}

/* The evaluation split is opened only when it is asked for. */
static int read_and_report(const report_options *options, report_format format, const poise_model *model,
                           const char *model_name, const char *data_path, poise_error *err)
{
    dataset data = {0}, unseen = {0};
    int code = dataset_read_training(data_path, &data, err);
    if (code == POISE_OK)
        code = cli_report_features(options, train_features_of(model), &data, err);
    if (code == POISE_OK && options->final)
        code = dataset_read(data_path, &unseen, err);
    if (code == POISE_OK && options->final)
        code = cli_report_features(options, train_features_of(model), &unseen, err);
    if (code == POISE_OK &&
        model->least_p == 1) { /* it was learned in the plane of the thesis, and is judged there */
        train_leave_out_p_0(&data);
        train_leave_out_p_0(&unseen);
    }
    if (code == POISE_OK)
        code = report_data(options, format, model, model_name, &data, options->final ? &unseen : NULL,
                           cli_base_name(data_path), err);
    dataset_free(&data);
    dataset_free(&unseen);
    return code;
}

int cli_report_model(const report_options *options, report_format format, const char *model_path,
                     const char *data_path, poise_error *err)
{
    poise_model model;
    if (options->kernel != NULL)
        return poise_fail(err, POISE_USAGE, "--kernel goes with a profile: a model's page shows all kernels");
    int code = poise_model_read(model_path, &model, err);
    if (code != POISE_OK)
        return code;
    if (options->jobs > 0)
        omp_set_num_threads((int)options->jobs);
    code = read_and_report(options, format, &model, cli_base_name(model_path), data_path, err);
    poise_model_free(&model);
    return code;
}
