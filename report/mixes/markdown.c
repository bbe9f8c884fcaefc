#include "report/page/markdown.h"

#include "evaluate/mix/output.h"
#include "report/mixes/courses.h"
#include "report/mixes/rows.h"
#include "report/results/origin.h"

#include <math.h>

static void put_head(const mixes_report *report, const char *title, const char *align, FILE *out)
{
    const evaluate_policy_list *list = &report->results->policies;
    fprintf(out, "## %s\n\n| mix |", title);
    for (size_t k = 0; k < list->n; k++) {
        fputc(' ', out);
        markdown_escape(out, list->policies[k].short_name);
        fputs(" |", out);
    }
    fputs("\n|---|", out);
    for (size_t k = 0; k < list->n; k++)
        fprintf(out, "%s|", align);
    fputc('\n', out);
}

static void put_value(FILE *out, double value)
{
    if (isnan(value))
        fputs(" – |", out);
    else
        fprintf(out, " %.3f |", value);
}

static void put_metric(const mixes_report *report, const evaluate_mix_metric_info *metric, FILE *out)
{
    const evaluate_mixes *mixes = &report->results->of_mixes;
    const size_t n_policies = mixes->request.policies->n;
    put_head(report, metric->title, "---:", out);
    for (size_t m = 0; m < mixes->request.n_mixes; m++) {
        fputs("| ", out);
        markdown_escape(out, mixes->request.mixes[m].name);
        fputs(" |", out);
        for (size_t k = 0; k < n_policies; k++)
            put_value(out, evaluate_mix_metric_value(&evaluate_mix_cell_of(mixes, m, k)->metrics, metric));
        fputc('\n', out);
    }
    fprintf(out, "| **%s** |", evaluate_mix_mean_name(metric));
    for (size_t k = 0; k < n_policies; k++)
        put_value(out, evaluate_mixes_mean(mixes, metric, k));
    fputs("\n\n", out);
}

static void put_sms(const mixes_report *report, FILE *out)
{
    const evaluate_mixes *mixes = &report->results->of_mixes;
    put_head(report,
             mixes->request.best ? "SMs of each program: the best static split, an oracle"
                                 : "SMs of each program",
             "---", out);
    for (size_t m = 0; m < mixes->request.n_mixes; m++) {
        fputs("| ", out);
        markdown_escape(out, mixes->request.mixes[m].name);
        fputs(" |", out);
        for (size_t k = 0; k < mixes->request.policies->n; k++) {
            char text[256];
            evaluate_mixes_sms(mixes, m, k, text, sizeof text);
            fprintf(out, " %s |", text);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void put_row(void *user, const mixes_row *row)
{
    FILE *out = user;
    const char *const names[] = {row->mix, row->policy, row->program};
    for (size_t i = 0; i < 3; i++) {
        fputs("| ", out);
        markdown_escape(out, names[i]);
        fputc(' ', out);
    }
    fprintf(out, "| %s | %llu | %llu |", row->sms, (unsigned long long)row->restarts,
            (unsigned long long)row->cut_short);
    put_value(out, row->ipc);
    put_value(out, row->ipc_alone);
    put_value(out, row->slowdown);
    fputc('\n', out);
}

void mixes_report_markdown(const mixes_report *report, FILE *out)
{
    const evaluate_mixes *mixes = &report->results->of_mixes;
    fputs("# Mixes ", out);
    markdown_escape(out, report->name);
    fputs("\n\nPrograms have run alone under ", out);
    markdown_escape(out, report->results->alone.policies[0].short_name);
    fprintf(out, ", %zu runs.\n\n", mixes->n_alone);
    results_names_markdown(&report->results->policies, out);
    for (size_t i = 0; i < mixes_metric_drawings(report); i++)
        put_metric(report, mixes_drawing_metric(report, i), out);
    put_sms(report, out);
    fputs("## Programs\n\n| mix | policy | program | SMs | began again | cut short | IPC | IPC alone | "
          "slowdown |\n"
          "|---|---|---|---|---:|---:|---:|---:|---:|\n",
          out);
    mixes_rows(report, put_row, out);
    mixes_courses_markdown(report, out);
}
