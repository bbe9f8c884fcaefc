/* `poise report PROFILE`. */
#include "cli/report/sources.h"
#include "profile/profile_file.h"
#include "report/profile/columns.h"
#include "report/profile/output.h"
#include "report/table/table.h"

#include <inttypes.h>

enum { MOST_LISTED = 3, NAME_PART = 48 };

/* An SVG file is one launch. */
static int check(const void *content, report_format format, poise_error *err)
{
    const profile_report *report = content;
    char list[512] = "";
    size_t length = 0;
    if (format != REPORT_SVG || report->n == 1)
        return POISE_OK;
    for (size_t i = 0; i < report->n && i < MOST_LISTED; i++) {
        const profile_launch *launch = &report->launches[i];
        const int n = snprintf(list + length, sizeof list - length, "%s%" PRIu64 " = %.*s/%.*s/%" PRIu64,
                               i > 0 ? ", " : "", launch->number, NAME_PART, launch->run, NAME_PART,
                               launch->kernel, launch->launch);
        length += (size_t)n;
    }
    return poise_fail(
        err, POISE_USAGE,
        "an SVG file shows one launch and these are %zu: choose one by --kernel (%s%s) or write "
        "to a folder",
        report->n, list, report->n > MOST_LISTED ? ", ..." : "");
}

static int write_form(const void *content, report_format format, size_t figure, FILE *out, poise_error *err)
{
    const profile_report *report = content;
    const report_table table = profile_table(report);
    switch (format) {
    case REPORT_HTML: profile_report_html(report, out); return POISE_OK;
    case REPORT_CSV: report_table_csv(&table, out); return POISE_OK;
    case REPORT_SVG:
        profile_report_svg(&report->launches[figure == CLI_WHOLE_REPORT ? 0 : figure], out);
        return POISE_OK;
    default: return report_table_markdown(&table, out, err);
    }
}

/* The number keeps files apart. */
static void figure_name(const void *content, size_t figure, char *name, size_t size)
{
    const profile_launch *launch = &((const profile_report *)content)->launches[figure];
    snprintf(name, size, "%03" PRIu64 "-%.*s-%.*s-%" PRIu64, launch->number, NAME_PART, launch->run,
             NAME_PART, launch->kernel, launch->launch);
}

int cli_report_profile(const report_options *options, report_format format, const char *path,
                       poise_error *err)
{
    profile source;
    profile_report report;
    int code = profile_read(path, &source, err);
    if (code != POISE_OK)
        return code;
    code = profile_report_make(&report, &source, cli_base_name(path), err);
    if (code == POISE_OK && options->kernel != NULL)
        code = profile_report_choose(&report, options->kernel, err);
    if (code == POISE_OK) {
        const cli_report out = {&report, check, write_form, report.n, figure_name};
        code = cli_report_write(&out, format, options->output, err);
    }
    profile_report_free(&report);
    profile_free(&source);
    return code;
}
