/* `poise report DESIGN`. */
#include "cli/report/sources.h"
#include "design/output.h"
#include "report/design/output.h"

static int write_form(const void *content, report_format format, size_t figure, FILE *out, poise_error *err)
{
    const design_report *report = content;
    (void)figure;
    switch (format) {
    case REPORT_HTML: design_report_html(report, out); return POISE_OK;
    case REPORT_CSV: design_print_csv(report->result, out); return POISE_OK;
    case REPORT_SVG: design_report_svg(report, out); return POISE_OK;
    default: return design_report_markdown(report, out, err);
    }
}

static void figure_name(const void *content, size_t figure, char *name, size_t size)
{
    (void)content, (void)figure;
    snprintf(name, size, "area");
}

int cli_report_design(const report_options *options, report_format format, const char *path, poise_error *err)
{
    design_result result;
    if (options->kernel != NULL)
        return poise_fail(err, POISE_USAGE, "--kernel goes with a profile: the page of a search shows all");
    int code = design_result_read(path, &result, err);
    if (code != POISE_OK)
        return code;
    const design_report report = {&result, cli_base_name(path)};
    const cli_report out = {&report, NULL, write_form, 1, figure_name};
    code = cli_report_write(&out, format, options->output, err);
    design_result_free(&result);
    return code;
}
