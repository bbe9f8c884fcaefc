/* `poise report` of a probe, or of one beside another. */
#include "cli/report/sources.h"
#include "report/probe/output.h"

#include <stdio.h>
#include <string.h>

static int write_form(const void *content, report_format format, size_t figure, FILE *out, poise_error *err)
{
    const probe_report *report = content;
    (void)err, (void)figure;
    switch (format) {
    case REPORT_HTML: probe_report_html(report, out); break;
    case REPORT_CSV: probe_report_csv(report, out); break;
    case REPORT_SVG: probe_report_svg(report, out); break;
    default: probe_report_markdown(report, out);
    }
    return POISE_OK;
}

static void figure_name(const void *content, size_t figure, char *name, size_t size)
{
    (void)content, (void)figure;
    snprintf(name, size, "surface");
}

static int report_on(const report_options *options, report_format format, const probe_report *report,
                     poise_error *err)
{
    const cli_report out = {report, NULL, write_form, 1, figure_name};
    if (report->other != NULL && strcmp(report->result->unit, report->other->unit) != 0)
        return poise_fail(err, POISE_USAGE, "%s is in %s, %s in %s: they cannot be compared", report->name,
                          report->result->unit, report->other_name, report->other->unit);
    return cli_report_write(&out, format, options->output, err);
}

int cli_report_probes(const report_options *options, report_format format, const char *path,
                      const char *other_path, poise_error *err)
{
    probe_result result = {0}, other = {0};
    if (options->kernel != NULL)
        return poise_fail(err, POISE_USAGE, "--kernel goes with a profile of warp-tuples");
    int code = probe_result_read(path, &result, err);
    if (code == POISE_OK && other_path != NULL)
        code = probe_result_read(other_path, &other, err);
    const probe_report report = {&result, other_path != NULL ? &other : NULL, cli_base_name(path),
                                 other_path != NULL ? cli_base_name(other_path) : NULL};
    if (code == POISE_OK)
        code = report_on(options, format, &report, err);
    probe_result_free(&result);
    probe_result_free(&other);
    return code;
}

int cli_report_probe(const report_options *options, report_format format, const char *path, poise_error *err)
{
    return cli_report_probes(options, format, path, NULL, err);
}
