#include "report/page/markdown.h"

#include "report/results/origin.h"
#include "report/results/output.h"

#include <math.h>

static void put_value(FILE *out, double value, const evaluate_metric_info *info)
{
    if (isnan(value))
        fputs(" – |", out);
    else
        fprintf(out, " %.*f |", info->decimals, info->scale * value);
}

static bool is_known(const results_report *report, const evaluate_metric_info *info)
{
    for (size_t i = 0; i < report->results->n_programs; i++) {
        for (size_t k = 0; k < report->results->policies.n; k++) {
            if (!isnan(evaluate_metric_value(results_metrics(report, i, k), info)))
                return true;
        }
    }
    return false;
}

static void put_head(const results_report *report, const evaluate_metric_info *info, FILE *out)
{
    const size_t n_policies = report->results->policies.n;
    fprintf(out, "## %s\n\n| program |", info->title);
    for (size_t k = 0; k < n_policies; k++) {
        fputc(' ', out);
        markdown_escape(out, results_policy_name(report, k));
        fputs(" |", out);
    }
    fputs("\n|---|", out);
    for (size_t k = 0; k < n_policies; k++)
        fputs("---:|", out);
    fputc('\n', out);
}

static void put_metric(const results_report *report, const evaluate_metric_info *info, FILE *out)
{
    const size_t n_policies = report->results->policies.n;
    put_head(report, info, out);
    for (size_t i = 0; i < report->results->n_programs; i++) {
        fputs("| ", out);
        markdown_escape(out, results_program(report, i)->name);
        fputs(" |", out);
        for (size_t k = 0; k < n_policies; k++)
            put_value(out, evaluate_metric_value(results_metrics(report, i, k), info), info);
        fputc('\n', out);
    }
    if (info->mean != EVALUATE_MEAN_NONE) {
        fprintf(out, "| **%s** |", evaluate_mean_name(results_mean(report, info)));
        for (size_t k = 0; k < n_policies; k++)
            put_value(out, evaluate_metric_value(&results_comparison(report)->means[k], info), info);
        fputc('\n', out);
    }
    fputc('\n', out);
}

void results_report_markdown(const results_report *report, FILE *out)
{
    size_t n;
    const evaluate_metric_info *table = evaluate_metric_table(&n);
    const evaluate_comparison *comparison = results_comparison(report);
    fputs("# Evaluation ", out);
    markdown_escape(out, report->name);
    fputs("\n\nThe baseline is ", out);
    markdown_escape(out, results_policy_name(report, report->results->policies.baseline));
    if (results_base_machine(report) != NULL) {
        fputs(" on ", out);
        markdown_escape(out, results_base_machine(report));
    }
    fputs(".\n\n", out);
    results_names_markdown(&report->results->policies, out);
    for (size_t i = 0; i < comparison->n_warnings; i++) {
        fputs("* Warning: ", out);
        markdown_escape(out, comparison->warnings[i]);
        fputc('\n', out);
    }
    if (comparison->n_warnings > 0)
        fputc('\n', out);
    for (size_t i = 0; i < n; i++) {
        if (is_known(report, &table[i]))
            put_metric(report, &table[i], out);
    }
}
