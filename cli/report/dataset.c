/* `poise report DATASET`. */
#include "cli/report/sources.h"
#include "features/dataset_file.h"
#include "report/dataset/output.h"
#include "report/table/table.h"

static int write_form(const void *content, report_format format, size_t figure, FILE *out, poise_error *err)
{
    const dataset_report *report = content;
    const report_table table = dataset_table(report, NULL);
    dataset_drawing drawings[DATASET_DRAWINGS];
    const size_t n = dataset_drawings(report, drawings);
    switch (format) {
    case REPORT_HTML: dataset_report_html(report, out); return POISE_OK;
    case REPORT_CSV: report_table_csv(&table, out); return POISE_OK;
    case REPORT_SVG:
        if (figure == CLI_WHOLE_REPORT)
            dataset_report_svg(report, drawings, n, out);
        else
            dataset_report_svg(report, &drawings[figure], 1, out);
        return POISE_OK;
    default: return report_table_markdown(&table, out, err);
    }
}

static void figure_name(const void *content, size_t figure, char *name, size_t size)
{
    dataset_drawing drawings[DATASET_DRAWINGS];
    (void)dataset_drawings(content, drawings);
    snprintf(name, size, "%s-%s", drawings[figure].part->name, drawings[figure].name);
}

int cli_report_features(const report_options *options, dataset_feature_source automatic, dataset *data,
                        poise_error *err)
{
    const dataset_feature_source source =
        options->features == 0 ? automatic : (dataset_feature_source)(options->features - 1);
    return dataset_choose_features(data, source, err);
}

static int report_data(const report_options *options, report_format format, const dataset *data,
                       const char *name, poise_error *err)
{
    dataset_report report;
    int code = dataset_report_make(&report, data, name, options->final, err);
    if (code == POISE_OK) {
        dataset_drawing drawings[DATASET_DRAWINGS];
        const cli_report out = {&report, NULL, write_form, dataset_drawings(&report, drawings), figure_name};
        code = cli_report_write(&out, format, options->output, err);
    }
    dataset_report_free(&report);
    return code;
}

int cli_report_dataset(const report_options *options, report_format format, const char *path,
                       poise_error *err)
{
    dataset data = {0};
    if (options->kernel != NULL)
        return poise_fail(err, POISE_USAGE, "--kernel goes with a profile: the page of a data set shows all");
    const int code =
        options->final ? dataset_read(path, &data, err) : dataset_read_training(path, &data, err);
    if (code != POISE_OK)
        return code;
    int rc = cli_report_features(options, DATASET_WHOLE_KERNEL, &data, err);
    if (rc == POISE_OK)
        rc = report_data(options, format, &data, cli_base_name(path), err);
    dataset_free(&data);
    return rc;
}
