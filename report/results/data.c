#include "report/results/data.h"

#include "report/page/utf8.h"
#include "report/results/charts.h"
#include "report/results/visits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Names are not trusted: what could end the element is written as an escape, what is no character as U+FFFD.
 */
static void put_string(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text != '\0') {
        const size_t length = utf8_length(text);
        if (length == 0)
            fputs(UTF8_REPLACEMENT, out);
        else if (length == 1 && (*text < ' ' || strchr("\"\\<>&", *text) != NULL))
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fwrite(text, 1, length, out);
        text += length == 0 ? 1 : length;
    }
    fputc('"', out);
}

static void put_member(FILE *out, const char *name, const char *text)
{
    fprintf(out, "\"%s\":", name);
    put_string(out, text);
}

static void put_number(FILE *out, double value)
{
    if (isnan(value))
        fputs("null", out);
    else
        fprintf(out, "%.7g", value);
}

static const char *comma(size_t i)
{
    return i > 0 ? "," : "";
}

static void put_names(const results_report *report, FILE *out)
{
    put_member(out, "baseline", results_policy_name(report, report->results->policies.baseline));
    fputs(",\n\"policies\":[", out);
    for (size_t i = 0; i < report->results->policies.n; i++) {
        fputs(comma(i), out);
        put_string(out, results_policy_name(report, i));
    }
    fputs("],\n\"programs\":[", out);
    for (size_t i = 0; i < report->results->n_programs; i++) {
        fputs(comma(i), out);
        put_string(out, results_program(report, i)->name);
    }
    fputs("],\n", out);
}

static void put_means(const results_report *report, const evaluate_metric_info *info, FILE *out)
{
    put_member(out, "mean",
               info->mean == EVALUATE_MEAN_NONE ? "" : evaluate_mean_name(results_mean(report, info)));
    fputs(",\"means\":[", out);
    for (size_t policy = 0; policy < report->results->policies.n; policy++) {
        fputs(comma(policy), out);
        put_number(out,
                   info->scale * evaluate_metric_value(&results_comparison(report)->means[policy], info));
    }
    fputs("]}", out);
}

/* Each metric with its values by program and, in it, by policy. */
static void put_metrics(const results_report *report, FILE *out)
{
    size_t n;
    const evaluate_metric_info *table = evaluate_metric_table(&n);
    fputs("\"metrics\":{", out);
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%s\n\"%s\":{", comma(i), table[i].name);
        put_member(out, "title", table[i].title);
        fprintf(out, ",\"decimals\":%d,\"values\":[", table[i].decimals);
        for (size_t program = 0; program < report->results->n_programs; program++) {
            for (size_t policy = 0; policy < report->results->policies.n; policy++) {
                fputs(comma(program + policy), out);
                put_number(out, table[i].scale * evaluate_metric_value(
                                                     results_metrics(report, program, policy), &table[i]));
            }
        }
        fputs("],", out);
        put_means(report, &table[i], out);
    }
    fputs("},\n", out);
}

static void put_charts(const results_report *report, FILE *out)
{
    size_t n, shown = 0;
    const results_chart *chart = results_chart_table(&n);
    fputs("\"charts\":{", out);
    for (size_t i = 0; i < n; i++) {
        if (!results_chart_is_shown(report, &chart[i]))
            continue;
        fprintf(out, "%s\n\"%s\":{", comma(shown++), chart[i].name);
        put_member(out, "title", chart[i].title);
        fprintf(out, ",\"level\":%g,\"parts\":[", chart[i].level);
        for (size_t k = 0; k < chart[i].n_parts; k++) {
            fprintf(out, "%s{", comma(k));
            put_member(out, "metric", chart[i].parts[k].metric);
            fputc(',', out);
            put_member(out, "label", chart[i].parts[k].label == NULL ? "" : chart[i].parts[k].label);
            fputc('}', out);
        }
        fputs("]}", out);
    }
    fputs("},\n", out);
}

/* Of each visit one SM's changes as [cycle, N, p], and the length of the launch. */
static void put_visits(const results_report *report, FILE *out)
{
    fputs("\"visits\":[", out);
    for (size_t i = 0; i < report->n_visits; i++) {
        const results_visit *visit = &report->visits[i];
        const evaluate_history *history = visits_history(report, visit);
        const evaluate_cell *cell = results_cell(report, visit->program, visit->policy);
        const uint32_t sm = visits_sm(report, visit);
        fprintf(out, "%s\n{\"sm\":%u,\"cycles\":%llu,\"changes\":[", comma(i), sm,
                (unsigned long long)cell->result.launches[visit->launch].cycles);
        for (size_t k = 0; k < history->n && history->changes[k].sm == sm; k++)
            fprintf(out, "%s[%llu,%u,%u]", comma(k), (unsigned long long)history->changes[k].cycle,
                    history->changes[k].n, history->changes[k].p);
        fputs("]}", out);
    }
    fputs("]", out);
}

void results_data(const results_report *report, FILE *out)
{
    fputs("{", out);
    put_names(report, out);
    put_metrics(report, out);
    put_charts(report, out);
    put_visits(report, out);
    fputs("}", out);
}
