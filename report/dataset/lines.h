/* What a report says of a data set: the targets, what they are worth, and the features. */
#ifndef POISE_REPORT_DATASET_LINES_H
#define POISE_REPORT_DATASET_LINES_H

#include "features/dataset.h"
#include "report/table/column.h"

typedef struct dataset_line {
    const dataset_row *source;
    uint64_t number; /* from 1 */
    const char *program, *run, *kernel, *split;
    const char *use; /* "training", "evaluation", or why the kernel is left out: points to use_text */
    char use_text[192];
    uint64_t launch, warps;
    double weight;
    report_tuple target, best, swl;
    size_t series; /* which mark: place of its program in the report */
} dataset_line;

/* Lines that are shown together. */
typedef struct dataset_part {
    const char *name; /* of files: "training", "evaluation" */
    const char *title;
    const dataset_line *lines;
    size_t n, n_used; /* of these, not left out */
    bool *shown;      /* of each program of the report, whether it has lines here */
} dataset_part;

enum { DATASET_PARTS = 2 };

typedef struct dataset_report {
    const dataset *data;
    const char *name; /* of the file */
    bool final;       /* rows of the evaluation split are looked at */
    size_t n;
    dataset_line *lines;
    size_t n_series;
    const char **series;
    size_t n_parts;
    dataset_part part[DATASET_PARTS];
} dataset_report;

/* Keeps pointers to everything; rows of the evaluation split only with `final`. POISE_FAILED when there are
 * no rows. Free with dataset_report_free(), also after a failure. */
int dataset_report_make(dataset_report *report, const dataset *data, const char *name, bool final,
                        poise_error *err);
void dataset_report_free(dataset_report *report);

/* A line for each kernel of a part, or, when it is NULL, of all. */
report_table dataset_table(const dataset_report *report, const dataset_part *part);

#endif
