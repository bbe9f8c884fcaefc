#include "report/loads/lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t series_of(loads_report *report, const char *program)
{
    for (size_t i = 0; i < report->n_series; i++) {
        if (strcmp(report->series[i], program) == 0)
            return i;
    }
    report->series[report->n_series] = program;
    return report->n_series++;
}

static loads_line *add_line(loads_report *report, const load_dataset_load *load)
{
    const load_dataset_launch *launch = &report->data->launches[load->launch];
    loads_line *line = &report->lines[report->n++];
    *line = (loads_line){.source = load,
                         .number = report->n,
                         .program = launch->program,
                         .run = launch->run,
                         .kernel = launch->kernel,
                         .split = profile_splits[launch->split],
                         .launch = launch->launch_index,
                         .pc = load->pc,
                         .line = load->source_line,
                         .text = load->source,
                         .share = load->share,
                         .h_one = load->x[LOAD_X_h_one],
                         .h_max = load->x[LOAD_X_h_max],
                         .at = {0, 0, NAN},
                         .none = {0, 0, NAN},
                         .margin = NAN,
                         .best = "–",
                         .series = series_of(report, launch->program)};
    return line;
}

/* The row by which the load is judged. */
static void add_margin(const loads_report *report, loads_line *line, const load_dataset_row *row)
{
    line->n = row->n;
    line->p = row->p;
    line->at = (report_tuple){row->n, row->p, exp(row->margin)};
    line->margin = row->margin;
    line->best = row->margin > 0 ? "allocates" : row->margin < 0 ? "goes around" : "either";
    line->trains = load_dataset_row_trains(report->data, row);
}

static void add_lines(loads_report *report)
{
    const load_dataset *data = report->data;
    for (size_t i = 0, row = 0; i < data->n_loads; i++) {
        loads_line *line = add_line(report, &data->loads[i]);
        for (; row < data->n_rows && data->rows[row].load == i; row++) {
            if (data->rows[row].context & LOAD_AT_BEST)
                add_margin(report, line, &data->rows[row]);
        }
    }
}

static int by_loss(const void *left, const void *right)
{
    const loads_rule_line *a = left, *b = right;
    if (a->left_out != b->left_out)
        return a->left_out < b->left_out ? -1 : 1;
    if (a->lost != b->lost)
        return a->lost < b->lost ? -1 : 1;
    return (a->of > b->of) - (a->of < b->of);
}

static bool is_known(const load_dataset *data, size_t of)
{
    for (size_t i = 0; i < data->n_loads; i++) {
        if (isnan(load_value_of(of, &data->loads[i])))
            return false;
    }
    return true;
}

static int add_rules(loads_report *report, poise_error *err)
{
    int code = load_losses_find(report->data, &report->losses, err);
    for (size_t of = 0; of < LOAD_VALUES && code == POISE_OK; of++) {
        load_threshold rule;
        if (of % LOAD_DATASET_FEATURES == LOAD_X_constant && of < 2 * LOAD_DATASET_FEATURES)
            continue;
        if (!is_known(report->data, of))
            continue;
        code = load_threshold_find(report->data, of, &rule, err);
        loads_rule_line *line = &report->rules[report->n_rules++];
        *line = (loads_rule_line){.of = of,
                                  .name = load_value_name(of),
                                  .definition = load_value_definition(of),
                                  .lost = rule.lost,
                                  .left_out = rule.lost_left_out};
        if (rule.at_most || rule.threshold > 0)
            snprintf(line->text, sizeof line->text, "%s %.4g", rule.at_most ? "≤" : "≥", rule.threshold);
        else
            snprintf(line->text, sizeof line->text, "all");
    }
    qsort(report->rules, report->n_rules, sizeof *report->rules, by_loss);
    for (size_t i = 0; i < report->n_rules; i++) {
        report->rules[i].number = i + 1;
        report->rules[i].allocates = report->rules[i].text;
    }
    return code;
}

int loads_report_make(loads_report *report, const load_dataset *data, const char *name, bool final,
                      poise_error *err)
{
    *report = (loads_report){.data = data,
                             .name = name,
                             .final = final,
                             .lines = calloc(data->n_loads + 1, sizeof *report->lines),
                             .rules = calloc(LOAD_VALUES, sizeof *report->rules),
                             .series = calloc(data->n_loads + 1, sizeof *report->series)};
    if (report->lines == NULL || report->rules == NULL || report->series == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for a report of %zu loads", data->n_loads);
    if (data->n_loads == 0)
        return poise_fail(err, POISE_FAILED, "%s: there is no load of the training split%s", name,
                          final ? "" : "; --final shows the evaluation split");
    add_lines(report);
    return add_rules(report, err);
}

void loads_report_free(loads_report *report)
{
    free(report->lines);
    free(report->rules);
    free(report->series);
    *report = (loads_report){0};
}

report_table loads_table(const loads_report *report)
{
    static const report_column columns[] = {
        REPORT_COLUMN(loads_line, number, NUMBER, "#", "place in the table", true),
        REPORT_COLUMN(loads_line, program, TEXT, "Program", "program that launched the kernel", true),
        REPORT_COLUMN(loads_line, run, TEXT, "Run", "which run of the program: the folder of its traces",
                      true),
        REPORT_COLUMN(loads_line, kernel, TEXT, "Kernel", "kernel function", true),
        REPORT_COLUMN(loads_line, launch, COUNT, "Launch", "number of the launch in its program, from 0",
                      true),
        REPORT_COLUMN(loads_line, split, TEXT, "Split", "training or evaluation", false),
        REPORT_COLUMN(loads_line, pc, COUNT, "Load", "number of the instruction in the kernel", true),
        REPORT_COLUMN(loads_line, line, COUNT, "Line", "in the source of the kernel, 0 = unknown", true),
        REPORT_COLUMN(loads_line, text, TEXT, "Source", "that line", true),
        REPORT_COLUMN(loads_line, share, SHARE, "Lines",
                      "share of the lines that the loads of the launch ask for", true),
        REPORT_COLUMN(loads_line, h_one, SHARE, "Hits (1,1)", "hits / accesses at (1, 1)", true),
        REPORT_COLUMN(loads_line, h_max, SHARE, "Hits (W,W)", "hits / accesses at (max, max)", true),
        REPORT_COLUMN(
            loads_line, margin, REAL, "Margin",
            "ln(cycles when it goes around / cycles when it allocates): > 0 says that it had better "
            "allocate",
            true),
        REPORT_COLUMN(loads_line, best, TEXT, "Better", "what the margin says", true),
        REPORT_COLUMN(loads_line, n, COUNT, "N",
                      "of the schedule at which the margin was measured; 0 = it was not", true),
        REPORT_COLUMN(loads_line, p, COUNT, "p", "of that schedule", true),
    };
    return (report_table){.columns = columns,
                          .n_columns = sizeof columns / sizeof columns[0],
                          .rows = report->lines,
                          .n_rows = report->n,
                          .row_size = sizeof(loads_line)};
}

report_table loads_rules_table(const loads_report *report)
{
    static const report_column columns[] = {
        REPORT_COLUMN(loads_rule_line, number, NUMBER, "#", "place in the table", true),
        REPORT_COLUMN(loads_rule_line, name, TEXT, "Value", "what the rule looks at", true),
        REPORT_COLUMN(loads_rule_line, allocates, TEXT, "Allocates",
                      "the threshold that suits these loads best", true),
        REPORT_COLUMN(loads_rule_line, lost, REAL, "Lost", "sum of |margin| where the rule is wrong", true),
        REPORT_COLUMN(loads_rule_line, left_out, REAL, "Left out",
                      "the same, when each program's loads are judged by a threshold of the other programs",
                      true),
        REPORT_COLUMN(loads_rule_line, definition, TEXT, "Meaning", "of the value", true),
    };
    return (report_table){.columns = columns,
                          .n_columns = sizeof columns / sizeof columns[0],
                          .rows = report->rules,
                          .n_rows = report->n_rules,
                          .row_size = sizeof(loads_rule_line)};
}
