/* The figures of a model as SVG elements, one table of all of them. */
#ifndef POISE_REPORT_MODEL_FIGURES_H
#define POISE_REPORT_MODEL_FIGURES_H

#include "report/model/rows.h"
#include "report/page/markup.h"

/* S of the predicted tuples against S of Static-Best. */
void figure_speedup(markup *m, const model_report *report, const model_part *part, int output);
/* What kernels lose against Static-Best, by program. */
void figure_loss(markup *m, const model_report *report, const model_part *part, int output);
/* Predicted N (output 0) or p (1) against the target, both of 24 warps, with a band of 25 %. */
void figure_predicted(markup *m, const model_report *report, const model_part *part, int output);
/* Target over prediction, by program; against the prediction. */
void figure_by_program(markup *m, const model_report *report, const model_part *part, int output);
void figure_by_fitted(markup *m, const model_report *report, const model_part *part, int output);
/* Of the weights on features of standard deviation 1; 95 % intervals where the regression gives them. */
void figure_coefficients(markup *m, const model_report *report, const model_part *part, int output);
/* Residuals against leverage, with contours of Cook's distance. */
void figure_influence(markup *m, const model_report *report, const model_part *part, int output);

typedef void model_draw(markup *m, const model_report *report, const model_part *part, int output);

/* Pixels that a figure is high: of two axes, of a line for each program, of a line for each feature. */
typedef double model_height(const model_report *report, const model_part *part);
double figure_plot_height(const model_report *report, const model_part *part);
double figure_strips_height(const model_report *report, const model_part *part);
double figure_coefficients_height(const model_report *report, const model_part *part);

typedef struct model_figure {
    const char *name; /* of its file, before that of the output */
    model_draw *draw;
    model_height *height;
    bool by_output; /* one for N and one for p */
    bool by_part;   /* one for each part; others are of the model */
} model_figure;

/* All kinds, in the order of the page. */
const model_figure *model_figures(size_t *n);

/* Whether there is such a figure of this model. */
bool model_has_figure(const model_report *report, const model_figure *figure, int output);

/* A figure of this model. */
typedef struct model_drawing {
    const model_figure *figure;
    const model_part *part;
    int output;
} model_drawing;
enum { MODEL_DRAWINGS = 32 };

/* Every one that there is; returns their number. */
size_t model_drawings(const model_report *report, model_drawing drawings[MODEL_DRAWINGS]);

#endif
