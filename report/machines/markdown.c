#include "report/page/markdown.h"

#include "evaluate/machines.h"
#include "report/machines/output.h"
#include "report/results/origin.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_DIFFERENCES = 12 };

bool machines_is_known(const machines_report *report, const evaluate_metric_info *info)
{
    const evaluate_request *request = machines_request(report);
    for (size_t m = 0; m < report->results->all.n; m++)
        for (size_t i = 0; i < request->n_programs; i++)
            for (size_t k = 0; k < request->policies->n; k++)
                if (!isnan(evaluate_metric_value(machines_metrics(report, m, i, k), info)))
                    return true;
    return false;
}

static void put_value(FILE *out, const evaluate_metrics *metrics, const evaluate_metric_info *info)
{
    const double value = evaluate_metric_value(metrics, info);
    if (isnan(value))
        fputs(" – |", out);
    else
        fprintf(out, " %.*f |", info->decimals, info->scale * value);
}

static void put_name(FILE *out, const char *name)
{
    fputc(' ', out);
    markdown_escape(out, name);
    fputs(" |", out);
}

static void put_line(FILE *out, size_t n)
{
    fputs("\n|---|", out);
    for (size_t i = 0; i < n; i++)
        fputs("---:|", out);
    fputc('\n', out);
}

static void put_means(const machines_report *report, const evaluate_metric_info *info, FILE *out)
{
    const evaluate_request *request = machines_request(report);
    fprintf(out, "### %s over programs\n\n| machine |",
            evaluate_mean_name(evaluate_mean_of(info, request->mean)));
    for (size_t k = 0; k < request->policies->n; k++)
        put_name(out, machines_policy(report, k));
    put_line(out, request->policies->n);
    for (size_t m = 0; m < report->results->all.n; m++) {
        fputc('|', out);
        put_name(out, machines_machine(report, m));
        for (size_t k = 0; k < request->policies->n; k++)
            put_value(out, machines_metrics(report, m, request->n_programs, k), info);
        fputc('\n', out);
    }
    fputc('\n', out);
}

/* The last row has the means. */
static void put_programs(const machines_report *report, const evaluate_metric_info *info, size_t policy,
                         FILE *out)
{
    const evaluate_request *request = machines_request(report);
    const evaluate_mean mean = evaluate_mean_of(info, request->mean);
    fputs("| program |", out);
    for (size_t m = 0; m < report->results->all.n; m++)
        put_name(out, machines_machine(report, m));
    put_line(out, report->results->all.n);
    for (size_t i = 0; i < request->n_programs + (mean != EVALUATE_MEAN_NONE); i++) {
        if (i < request->n_programs) {
            fputc('|', out);
            put_name(out, request->programs[i].name);
        } else
            fprintf(out, "| **%s** |", evaluate_mean_name(mean));
        for (size_t m = 0; m < report->results->all.n; m++)
            put_value(out, machines_metrics(report, m, i, policy), info);
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void put_metric(const machines_report *report, const evaluate_metric_info *info, FILE *out)
{
    const size_t n_policies = machines_request(report)->policies->n;
    fprintf(out, "## %s\n\n", info->title);
    if (n_policies > 1 && info->mean != EVALUATE_MEAN_NONE)
        put_means(report, info, out);
    for (size_t k = 0; k < n_policies; k++) {
        if (n_policies > 1) {
            fputs("### ", out);
            markdown_escape(out, machines_policy(report, k));
            fputs("\n\n", out);
        }
        put_programs(report, info, k, out);
    }
}

static void put_machines(const machines_report *report, FILE *out)
{
    for (size_t m = 0; m < report->results->all.n; m++) {
        char *words = evaluate_machine_words(report->results->all, m, MOST_DIFFERENCES);
        fputs("* ", out);
        markdown_escape(out, machines_machine(report, m));
        fputs(": ", out);
        markdown_escape(out, words == NULL ? "" : words);
        fputc('\n', out);
        free(words);
    }
    fputc('\n', out);
}

static void put_warnings(const machines_report *report, FILE *out)
{
    size_t n = 0;
    for (size_t m = 0; m < report->results->all.n; m++) {
        const evaluate_comparison *comparison = report->results->all.of[m];
        for (size_t i = 0; i < comparison->n_warnings; i++, n++) {
            fputs("* Warning: ", out);
            markdown_escape(out, comparison->warnings[i]);
            fputc('\n', out);
        }
    }
    if (n > 0)
        fputc('\n', out);
}

void machines_report_markdown(const machines_report *report, FILE *out)
{
    const evaluate_request *request = machines_request(report);
    size_t n;
    const evaluate_metric_info *table = evaluate_metric_table(&n);
    fputs("# Machines ", out);
    markdown_escape(out, report->name);
    fputs("\n\nThe baseline is ", out);
    markdown_escape(out, machines_policy(report, request->policies->baseline));
    fputs(" on ", out);
    markdown_escape(out, machines_machine(report, evaluate_base_machine(report->results->all)));
    fputs(".\n\n", out);
    put_machines(report, out);
    results_names_markdown(request->policies, out);
    put_warnings(report, out);
    for (size_t i = 0; i < n; i++) {
        if (machines_is_known(report, &table[i]))
            put_metric(report, &table[i], out);
    }
}
