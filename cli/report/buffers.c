/* `poise report` of a profile of buffers. */
#include "cli/report/sources.h"
#include "report/buffers/output.h"

#include <stdio.h>

static int write_form(const void *content, report_format format, size_t figure, FILE *out, poise_error *err)
{
    const buffers_report *report = content;
    (void)err;
    switch (format) {
    case REPORT_HTML: buffers_report_html(report, out); break;
    case REPORT_CSV: buffers_report_csv(report, out); break;
    case REPORT_SVG: buffers_report_svg(report, figure == CLI_WHOLE_REPORT ? 0 : figure, out); break;
    default: buffers_report_markdown(report, out);
    }
    return POISE_OK;
}

static int check(const void *content, report_format format, poise_error *err)
{
    const buffers_report *report = content;
    if ((format == REPORT_SVG || format == REPORT_PNG) && report->profile->n_programs > 1)
        return poise_fail(err, POISE_USAGE,
                          "%s has %zu programs, a figure each: name a folder for them, such as figures/",
                          report->name, report->profile->n_programs);
    return POISE_OK;
}

static void figure_name(const void *content, size_t figure, char *name, size_t size)
{
    const buffers_report *report = content;
    snprintf(name, size, "%zu-%s", figure + 1, report->profile->programs[figure].program);
}

int cli_report_buffers(const report_options *options, report_format format, const char *path,
                       poise_error *err)
{
    buffers_profile data;
    if (options->kernel != NULL)
        return poise_fail(err, POISE_USAGE, "--kernel goes with a profile of warp-tuples");
    int code = buffers_read(path, &data, err);
    if (code != POISE_OK)
        return code;
    const buffers_report report = {&data, cli_base_name(path)};
    const cli_report out = {&report, check, write_form, data.n_programs, figure_name};
    code = cli_report_write(&out, format, options->output, err);
    buffers_free(&data);
    return code;
}
