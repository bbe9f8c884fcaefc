/* `poise report RESULTS`. */
#include "evaluate/results/results.h"
#include "cli/report/sources.h"
#include "evaluate/mix/output.h"
#include "evaluate/output.h"
#include "profile/profile_file.h"
#include "report/machines/output.h"
#include "report/mixes/output.h"
#include "report/results/output.h"

#include <string.h>

/* An SVG file of all is that of the first figure, the speedups. */
static int write_form(const void *content, report_format format, size_t figure, FILE *out, poise_error *err)
{
    const results_report *report = content;
    (void)err;
    switch (format) {
    case REPORT_HTML: results_report_html(report, out); return POISE_OK;
    case REPORT_CSV: evaluate_print_csv(results_comparison(report), out); return POISE_OK;
    case REPORT_SVG:
        results_drawing_svg(report, figure == CLI_WHOLE_REPORT ? 0 : figure, out);
        return POISE_OK;
    default: results_report_markdown(report, out); return POISE_OK;
    }
}

static void figure_name(const void *content, size_t figure, char *name, size_t size)
{
    results_drawing_name(content, figure, name, size);
}

static int report_results(const report_options *options, report_format format,
                          const evaluate_results *results, const char *name, const profile_report *behind,
                          poise_error *err)
{
    results_report report;
    int code = results_report_make(&report, results, name, behind, err);
    if (code == POISE_OK) {
        const cli_report out = {&report, NULL, write_form, results_drawings(&report), figure_name};
        code = cli_report_write(&out, format, options->output, err);
    }
    results_report_free(&report);
    return code;
}

static int with_profile(const report_options *options, report_format format, const evaluate_results *results,
                        const char *name, poise_error *err)
{
    profile source;
    profile_report behind;
    int code = profile_read(options->profile, &source, err);
    if (code != POISE_OK)
        return code;
    code = profile_report_make(&behind, &source, cli_base_name(options->profile), err);
    if (code == POISE_OK)
        code = report_results(options, format, results, name, &behind, err);
    profile_report_free(&behind);
    profile_free(&source);
    return code;
}

/* ---- mixes ---- */

static int write_mixes(const void *content, report_format format, size_t figure, FILE *out, poise_error *err)
{
    const mixes_report *report = content;
    (void)err;
    if (format == REPORT_SVG) {
        markup m = {.out = out};
        mixes_drawing_draw(&m, report, figure == CLI_WHOLE_REPORT ? 0 : figure, true);
    } else if (format == REPORT_HTML)
        mixes_report_html(report, out);
    else if (format == REPORT_CSV)
        evaluate_mixes_print_csv(&report->results->of_mixes, out);
    else
        mixes_report_markdown(report, out);
    return POISE_OK;
}

static void mixes_figure_name(const void *content, size_t figure, char *name, size_t size)
{
    mixes_drawing_name(content, figure, name, size);
}

static int report_mixes(const report_options *options, report_format format, const evaluate_results *results,
                        const char *name, poise_error *err)
{
    const mixes_report report = {results, name};
    const cli_report out = {&report, NULL, write_mixes, mixes_drawings(&report), mixes_figure_name};
    if (options->profile != NULL)
        return poise_fail(err, POISE_USAGE, "--profile goes with results of programs, not of mixes");
    return cli_report_write(&out, format, options->output, err);
}

/* ---- several machines ---- */

static int write_machines(const void *content, report_format format, size_t figure, FILE *out,
                          poise_error *err)
{
    const machines_report *report = content;
    (void)err;
    if (format == REPORT_SVG) {
        markup m = {.out = out};
        machines_drawing_draw(&m, report, figure == CLI_WHOLE_REPORT ? 0 : figure, true);
    } else if (format == REPORT_HTML)
        machines_report_html(report, out);
    else if (format == REPORT_CSV)
        evaluate_print_csv_all(report->results->all, out);
    else
        machines_report_markdown(report, out);
    return POISE_OK;
}

static void machines_figure_name(const void *content, size_t figure, char *name, size_t size)
{
    machines_drawing_name(content, figure, name, size);
}

static int report_machines(const report_options *options, report_format format,
                           const evaluate_results *results, const char *name, poise_error *err)
{
    const machines_report report = {results, name};
    const cli_report out = {&report, NULL, write_machines, machines_drawings(&report), machines_figure_name};
    if (options->profile != NULL)
        return poise_fail(err, POISE_USAGE,
                          "a profile is of one machine: --machine chooses one of these results");
    return cli_report_write(&out, format, options->output, err);
}

/* ---- one machine ---- */

/* One of several where it is named. */
static int choose_machine(const evaluate_results **results, const char *name, poise_error *err)
{
    const char *names[RESULTS_MOST_MACHINES + 1] = {0};
    for (size_t m = 0; m < (*results)->n_machines; m++) {
        names[m] = (*results)->machines[m].machine;
        if (strcmp(names[m], name) == 0) {
            *results = &(*results)->machines[m];
            return POISE_OK;
        }
    }
    const char *nearest = poise_nearest(name, names);
    return poise_fail(err, POISE_USAGE, "these results have no machine '%.60s'%s%s%s", name,
                      nearest == NULL ? "" : ": did you mean '", nearest == NULL ? "" : nearest,
                      nearest == NULL ? "" : "'?");
}

static int report_any(const report_options *options, report_format format, const evaluate_results *results,
                      const char *name, poise_error *err)
{
    if (options->machine != NULL) {
        int code = choose_machine(&results, options->machine, err);
        if (code != POISE_OK)
            return code;
    }
    if (results->n_mixes > 0)
        return report_mixes(options, format, results, name, err);
    if (results->n_machines > 0)
        return report_machines(options, format, results, name, err);
    return options->profile == NULL ? report_results(options, format, results, name, NULL, err)
                                    : with_profile(options, format, results, name, err);
}

int cli_report_results(const report_options *options, report_format format, const char *path,
                       poise_error *err)
{
    evaluate_results results;
    if (options->kernel != NULL)
        return poise_fail(err, POISE_USAGE,
                          "--kernel goes with a profile: the page of an evaluation shows all");
    int code = evaluate_results_read(path, &results, err);
    if (code != POISE_OK)
        return code;
    code = report_any(options, format, &results, cli_base_name(path), err);
    evaluate_results_free(&results);
    return code;
}
