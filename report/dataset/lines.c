#include "report/dataset/lines.h"

#include "train/validate/lookup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- lines ---- */

static void describe_use(dataset_line *line, const dataset_row *row)
{
    static const struct {
        uint32_t bit;
        const char *meaning;
    } reasons[] = {
#define EXCLUSION(id, bit, meaning) {UINT32_C(1) << (bit), meaning},
#include "features/exclusions.def"
#undef EXCLUSION
    };
    size_t length = 0;
    snprintf(line->use_text, sizeof line->use_text, "%s", profile_splits[row->split]);
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (row->excluded & reasons[i].bit && length < sizeof line->use_text)
            length += (size_t)snprintf(line->use_text + length, sizeof line->use_text - length, "%s%s",
                                       length > 0 ? "; " : "left out: ", reasons[i].meaning);
    }
    line->use = line->use_text;
}

static report_tuple tuple_of(bool (*find)(const surface *speedup, train_point *point), const surface *speedup)
{
    train_point found;
    return find(speedup, &found) ? (report_tuple){found.n, found.p, found.speedup}
                                 : (report_tuple){0, 0, NAN};
}

static size_t series_of(dataset_report *report, const char *program)
{
    for (size_t i = 0; i < report->n_series; i++) {
        if (strcmp(report->series[i], program) == 0)
            return i;
    }
    report->series[report->n_series] = program;
    return report->n_series++;
}

static dataset_line *add_line(dataset_report *report, const dataset_row *row)
{
    dataset_line *line = &report->lines[report->n++];
    *line = (dataset_line){
        .source = row,
        .number = report->n,
        .program = row->program,
        .run = row->run,
        .kernel = row->kernel,
        .split = profile_splits[row->split],
        .launch = row->launch_index,
        .warps = row->warps,
        .weight = row->weight,
        .target = {row->target_n, row->target_p, surface_at(&row->speedup, row->target_n, row->target_p)},
        .best = tuple_of(train_static_best, &row->speedup),
        .swl = tuple_of(train_best_diagonal, &row->speedup),
        .series = series_of(report, row->program),
    };
    describe_use(line, row);
    return line;
}

/* ---- parts ---- */

static void add_part(dataset_report *report, profile_split split, const char *title)
{
    dataset_part *part = &report->part[report->n_parts];
    part->name = profile_splits[split];
    part->title = title;
    part->lines = report->lines + report->n;
    for (size_t i = 0; i < report->data->n_rows; i++) {
        const dataset_row *row = &report->data->rows[i];
        if (row->split != split)
            continue;
        part->shown[add_line(report, row)->series] = true;
        part->n++;
        part->n_used += row->excluded == 0;
    }
    report->n_parts += part->n > 0;
}

int dataset_report_make(dataset_report *report, const dataset *data, const char *name, bool final,
                        poise_error *err)
{
    *report = (dataset_report){.data = data,
                               .name = name,
                               .final = final,
                               .lines = calloc(data->n_rows + 1, sizeof *report->lines),
                               .series = calloc(data->n_rows + 1, sizeof *report->series)};
    bool enough = report->lines != NULL && report->series != NULL;
    for (int part = 0; part < DATASET_PARTS; part++) {
        report->part[part].shown = calloc(data->n_rows + 1, sizeof *report->part[part].shown);
        enough = enough && report->part[part].shown != NULL;
    }
    if (!enough)
        return poise_fail(err, POISE_FAILED, "no memory for a report of %zu kernels", data->n_rows);
    add_part(report, PROFILE_TRAINING, "Training split");
    if (final)
        add_part(report, PROFILE_EVALUATION, "Evaluation split");
    if (report->n_parts == 0)
        return poise_fail(err, POISE_FAILED, "%s: there is no kernel of the training split%s", name,
                          final ? "" : "; --final shows the evaluation split");
    return POISE_OK;
}

void dataset_report_free(dataset_report *report)
{
    for (int part = 0; part < DATASET_PARTS; part++)
        free(report->part[part].shown);
    free(report->lines);
    free(report->series);
    *report = (dataset_report){0};
}

report_table dataset_table(const dataset_report *report, const dataset_part *part)
{
    static const report_column columns[] = {
        REPORT_COLUMN(dataset_line, number, NUMBER, "#", "place in the table", true),
        REPORT_COLUMN(dataset_line, program, TEXT, "Program",
                      "program that launched the kernel: group of cross-validation", true),
        REPORT_COLUMN(dataset_line, run, TEXT, "Run", "which run of the program: the folder of its traces",
                      true),
        REPORT_COLUMN(dataset_line, kernel, TEXT, "Kernel", "kernel function", true),
        REPORT_COLUMN(dataset_line, launch, COUNT, "Launch", "number of the launch in its program, from 0",
                      true),
        REPORT_COLUMN(dataset_line, split, TEXT, "Split", "training or evaluation", false),
        REPORT_COLUMN(dataset_line, use, TEXT, "Use", "training, evaluation, or why the kernel is left out",
                      true),
        REPORT_COLUMN(dataset_line, warps, COUNT, "W", "warps per scheduler that occupancy allows", true),
        REPORT_COLUMN(dataset_line, weight, REAL, "Weight", "weight in training", true),
        REPORT_COLUMN(dataset_line, target, POINT, "Target",
                      "the tuple with the best score, which training aims at", true),
        REPORT_COLUMN(dataset_line, best, POINT, "Static-Best", "the fastest measured tuple", true),
        REPORT_COLUMN(dataset_line, swl, POINT, "Best SWL",
                      "the fastest measured tuple with p = N: static wavefront limiting", true),
    };
    return (report_table){.columns = columns,
                          .n_columns = sizeof columns / sizeof columns[0],
                          .rows = part == NULL ? report->lines : part->lines,
                          .n_rows = part == NULL ? report->n : part->n,
                          .row_size = sizeof(dataset_line)};
}
