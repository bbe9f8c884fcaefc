/* The figures of a data set as SVG elements. */
#ifndef POISE_REPORT_DATASET_FIGURES_H
#define POISE_REPORT_DATASET_FIGURES_H

#include "report/dataset/lines.h"
#include "report/page/markup.h"

/* How many kernels have a target N (which = 0) or p (1), of 24 warps: those that models learn from below,
 * those that are left out above. */
void figure_targets(markup *m, const dataset_report *report, const dataset_part *part, int which);
/* S of the targets by program; `which` is not used. */
void figure_worth(markup *m, const dataset_report *report, const dataset_part *part, int which);
/* A feature by program. */
void figure_feature(markup *m, const dataset_report *report, const dataset_part *part, int which);

/* A figure of this data set. */
typedef struct dataset_drawing {
    const char *name; /* of its file */
    void (*draw)(markup *m, const dataset_report *report, const dataset_part *part, int which);
    double height;
    const dataset_part *part;
    int which;
} dataset_drawing;
enum { DATASET_DRAWINGS = DATASET_PARTS * (4 + FEATURES_COUNT) };

/* Every one that there is, part by part; returns their number. */
size_t dataset_drawings(const dataset_report *report, dataset_drawing drawings[DATASET_DRAWINGS]);

#endif
