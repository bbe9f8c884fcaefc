/* The page of an evaluation of mixes. */
#include "evaluate/mix/output.h"
#include "report/mixes/courses.h"
#include "report/mixes/rows.h"
#include "report/page/page.h"
#include "report/results/origin.h"
#include "report/table/table.h"

#include <math.h>
#include <stdio.h>

enum { MOST_OPEN = 2 /* courses whose figures a page shows at once; our choice */ };

static void put_overview(markup *m, const mixes_report *report)
{
    const evaluate_results *results = report->results;
    size_t n;
    const evaluate_mix_metric_info *metric = evaluate_mix_metric_table(&n);
    markup_begin(m, "p");
    markup_attribute(m, "class", "soft");
    markup_format(m, "%zu policies on %zu mixes of programs side by side, from ", results->policies.n,
                  results->n_mixes);
    report_name(m, report->name);
    markup_text(m, ". What a program loses is measured against its run alone, on as many SMs, under ");
    report_name(m, results->alone.policies[0].short_name);
    markup_text(m, results->of_mixes.request.best
                       ? ". SMs are those of the best weighted speedup of all static splits: an oracle."
                       : ".");
    markup_end(m);
    markup_line(m);
    markup_begin(m, "div");
    markup_attribute(m, "class", "numbers six");
    markup_line(m);
    for (size_t k = 0; k < results->policies.n; k++) {
        char text[40];
        snprintf(text, sizeof text, "%.3f", evaluate_mixes_mean(&results->of_mixes, &metric[0], k));
        page_figure(m, text, results->policies.policies[k].short_name,
                    "arithmetic mean of the weighted speedups");
    }
    markup_end(m);
    markup_line(m);
}

static void begin_chart(markup *m)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll chart");
    markup_line(m);
}

static void put_charts(markup *m, const mixes_report *report)
{
    page_heading(m, "Mixes and policies");
    for (size_t i = 0; i < mixes_metric_drawings(report); i++) {
        begin_chart(m);
        mixes_drawing_draw(m, report, i, false);
        markup_end(m);
        markup_line(m);
    }
}

/* ---- what happens in a mix ---- */

static void put_slowdowns(markup *m, const mixes_report *report)
{
    page_heading(m, "What each program loses");
    page_words(m, "IPC alone / IPC side by side, of every program and CPU core; 1 is the line across.");
    for (size_t i = 0; i < report->results->n_mixes; i++) {
        begin_chart(m);
        mixes_slowdowns_draw(m, report, i, false);
        markup_end(m);
        markup_line(m);
    }
}

static void put_course(markup *m, const mixes_report *report, size_t cell, bool is_open)
{
    const evaluate_mixes *mixes = &report->results->of_mixes;
    const size_t n = mixes->request.policies->n;
    mixes_course figure;
    markup_begin(m, "details");
    markup_attribute(m, "class", "launch");
    if (is_open)
        markup_attribute(m, "open", "open");
    markup_begin(m, "summary");
    report_name(m, mixes->request.mixes[cell / n].name);
    markup_begin(m, "span");
    report_name(m, mixes->request.policies->policies[cell % n].short_name);
    markup_end(m);
    markup_end(m);
    markup_line(m);
    markup_begin(m, "div");
    markup_attribute(m, "class", "body pairs");
    markup_line(m);
    for (size_t i = 0; mixes_course_of(report, cell, i, &figure); i++)
        mixes_course_draw(m, report, &figure, false);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void print_courses(const void *content, FILE *out)
{
    mixes_courses_csv(content, out);
}

static void put_courses(markup *m, const mixes_report *report)
{
    const evaluate_mixes *mixes = &report->results->of_mixes;
    size_t n = 0;
    if (mixes_courses(report) == 0)
        return;
    page_heading(m, "Over time");
    page_words(
        m, "What each program and each CPU core does, between one point and the next: IPC in its own cycles, "
           "entries that its requests hold in the DRAM schedulers' queues, share of its requests that "
           "find their row open, share of the data buses; misses of L1 TLBs and reads of page walks where "
           "a tlb policy translates. CPU cores have thin lines.");
    results_csv_link(m, "Over time as CSV", print_courses, mixes);
    for (size_t c = 0; c < mixes->n_cells; c++)
        if (mixes->cells[c].shared.course.n > 0)
            put_course(m, report, c, n++ < MOST_OPEN);
}

/* ---- the tables ---- */

static void begin_table(markup *m)
{
    markup_begin(m, "div");
    markup_attribute(m, "class", "scroll");
    markup_begin(m, "table");
    markup_attribute(m, "class", "sortable");
    markup_begin(m, "thead");
    markup_begin(m, "tr");
}

static void begin_body(markup *m)
{
    markup_end(m);
    markup_end(m);
    markup_line(m);
    markup_begin(m, "tbody");
    markup_line(m);
}

static void end_table(markup *m)
{
    markup_end(m);
    markup_end(m);
    markup_end(m);
    markup_line(m);
}

static void put_number(markup *m, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.3f", value);
    page_value(m, value, isnan(value) ? "–" : text, NULL);
}

static void put_metrics(markup *m, const mixes_report *report)
{
    const evaluate_mixes *mixes = &report->results->of_mixes;
    const size_t n = mixes_metric_drawings(report);
    page_heading(m, "All metrics");
    page_words(m, "Point at a column for its meaning, click to sort.");
    begin_table(m);
    page_column(m, "mix", "programs side by side", "text");
    page_column(m, "policy", "what was compared", "text");
    page_column(m, "SMs", "of each program, in order", "text");
    for (size_t i = 0; i < n; i++)
        page_column(m, mixes_drawing_metric(report, i)->name, mixes_drawing_metric(report, i)->title, NULL);
    begin_body(m);
    for (size_t c = 0; c < mixes->n_cells; c++) {
        const size_t mix = c / mixes->request.policies->n, policy = c % mixes->request.policies->n;
        char sms[256];
        evaluate_mixes_sms(mixes, mix, policy, sms, sizeof sms);
        markup_begin(m, "tr");
        report_name_cell(m, mixes->request.mixes[mix].name);
        report_name_cell(m, mixes->request.policies->policies[policy].short_name);
        report_name_cell(m, sms);
        for (size_t i = 0; i < n; i++)
            put_number(m,
                       evaluate_mix_metric_value(&mixes->cells[c].metrics, mixes_drawing_metric(report, i)));
        markup_end(m);
        markup_line(m);
    }
    end_table(m);
}

static void put_row(void *user, const mixes_row *row)
{
    markup *m = user;
    markup_begin(m, "tr");
    report_name_cell(m, row->mix);
    report_name_cell(m, row->policy);
    report_name_cell(m, row->program);
    report_name_cell(m, row->sms);
    page_value(m, (double)row->restarts, number_grouped(row->restarts).text, NULL);
    page_value(m, (double)row->cut_short, number_grouped(row->cut_short).text, NULL);
    put_number(m, row->ipc);
    put_number(m, row->ipc_alone);
    put_number(m, row->slowdown);
    markup_end(m);
    markup_line(m);
}

static void print_csv(const void *content, FILE *out)
{
    evaluate_mixes_print_csv(content, out);
}

static void put_programs(markup *m, const mixes_report *report)
{
    page_heading(m, "Programs");
    results_csv_link(m, RESULTS_CSV_WORDS, print_csv, &report->results->of_mixes);
    begin_table(m);
    page_column(m, "mix", "programs side by side", "text");
    page_column(m, "policy", "what was compared", "text");
    page_column(m, "program", "folder of the traces, or CPU program", "text");
    page_column(m, "SMs", "where it runs", "text");
    page_column(m, "began again", "times until all had ended once", NULL);
    page_column(m, "cut short",
                "launches that max_cycles or max_insts has ended; 1: it has ended the CPU program", NULL);
    page_column(m, "IPC", "thread instructions a core cycle; of a CPU program instructions a CPU cycle",
                NULL);
    page_column(m, "IPC alone", "on as many SMs", NULL);
    page_column(m, "slowdown", "IPC alone / IPC", NULL);
    begin_body(m);
    mixes_rows(report, put_row, m);
    end_table(m);
}

static bool is_any_told(const mixes_report *report)
{
    const evaluate_mixes *mixes = &report->results->of_mixes;
    for (size_t c = 0; c < mixes->n_cells; c++)
        for (size_t i = 0; i <= mixes->cells[c].shared.n; i++)
            if (mixes->cells[c].shared.statistics[i].n > 0)
                return true;
    return false;
}

/* Of a program's scheduler, or of the policies that serve all programs. */
static void put_statistics(markup *m, const evaluate_mixes *mixes, size_t c, size_t program)
{
    const size_t n_policies = mixes->request.policies->n;
    const evaluate_mix *mix = &mixes->request.mixes[c / n_policies];
    const evaluate_statistics *statistics = &mixes->cells[c].shared.statistics[program];
    for (size_t i = 0; i < statistics->n; i++) {
        char value[40];
        snprintf(value, sizeof value, "%.6g", statistics->all[i].value);
        markup_begin(m, "tr");
        report_name_cell(m, mix->name);
        report_name_cell(m, mixes->request.policies->policies[c % n_policies].short_name);
        report_name_cell(m, program < mix->n ? mix->programs[program].name : "all");
        report_name_cell(m, statistics->all[i].name);
        page_value(m, statistics->all[i].value, value, NULL);
        report_name_cell(m, statistics->all[i].unit);
        markup_end(m);
        markup_line(m);
    }
}

static void put_told(markup *m, const mixes_report *report)
{
    const evaluate_mixes *mixes = &report->results->of_mixes;
    if (!is_any_told(report))
        return;
    page_heading(m, "What policies tell of themselves");
    page_words(m, "Schedulers after the last launch of their program, policies that serve all programs after "
                  "the run.");
    begin_table(m);
    page_column(m, "mix", "programs side by side", "text");
    page_column(m, "policy", "what was compared", "text");
    page_column(m, "program", "whose scheduler tells it; all: a policy that serves all programs", "text");
    page_column(m, "figure", "what the policy tells", "text");
    page_column(m, "value", "six digits", NULL);
    page_column(m, "unit", "of the value", "text");
    begin_body(m);
    for (size_t c = 0; c < mixes->n_cells; c++)
        for (size_t i = 0; i <= mixes->cells[c].shared.n; i++)
            put_statistics(m, mixes, c, i);
    end_table(m);
}

void mixes_report_html(const mixes_report *report, FILE *out)
{
    markup m = {.out = out};
    page_begin(&m, "Evaluation of mixes");
    put_overview(&m, report);
    results_names(&m, &report->results->policies);
    put_charts(&m, report);
    put_slowdowns(&m, report);
    put_courses(&m, report);
    put_metrics(&m, report);
    put_programs(&m, report);
    put_told(&m, report);
    results_origin(&m, report->results, report->name);
    page_end(&m);
}
