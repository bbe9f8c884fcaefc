/* `poise report LOADS`. */
#include "cli/report/sources.h"
#include "report/loads/output.h"
#include "report/table/table.h"

static int write_form(const void *content, report_format format, size_t figure, FILE *out, poise_error *err)
{
    const loads_report *report = content;
    const report_table table = loads_table(report);
    switch (format) {
    case REPORT_HTML: loads_report_html(report, out); return POISE_OK;
    case REPORT_CSV: report_table_csv(&table, out); return POISE_OK;
    case REPORT_SVG:
        if (figure == CLI_WHOLE_REPORT)
            loads_report_svg(report, 0, report->n_rules, out);
        else
            loads_report_svg(report, figure, 1, out);
        return POISE_OK;
    default: return loads_report_markdown(report, out, err);
    }
}

static void figure_name(const void *content, size_t figure, char *name, size_t size)
{
    const loads_report *report = content;
    snprintf(name, size, "%s", report->rules[figure].name);
}

int cli_report_loads(const report_options *options, report_format format, const char *path, poise_error *err)
{
    load_dataset data = {0};
    loads_report report;
    if (options->kernel != NULL)
        return poise_fail(err, POISE_USAGE, "--kernel goes with a profile: the page of a data set shows all");
    if (options->features != 0)
        return poise_fail(err, POISE_USAGE, "--features goes with a data set of launches, not of loads");
    int code =
        options->final ? load_dataset_read(path, &data, err) : load_dataset_read_training(path, &data, err);
    if (code != POISE_OK)
        return code;
    code = loads_report_make(&report, &data, cli_base_name(path), options->final, err);
    if (code == POISE_OK) {
        const cli_report out = {&report, NULL, write_form, report.n_rules, figure_name};
        code = cli_report_write(&out, format, options->output, err);
    }
    loads_report_free(&report);
    load_dataset_free(&data);
    return code;
}
