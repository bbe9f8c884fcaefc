/* What a probe has measured and found, for people. Errors stay with the stream. */
#ifndef POISE_REPORT_PROBE_OUTPUT_H
#define POISE_REPORT_PROBE_OUTPUT_H

#include "probe/result/result.h"
#include "report/page/markup.h"
#include "report/plot/plot.h"

typedef struct probe_report {
    const probe_result *result;
    const probe_result *other; /* that it is compared with, such as the machine fitted to it; NULL = none */
    const char *name, *other_name; /* of the files, for people */
} probe_report;

/* Points that both surfaces have. */
typedef struct probe_residual {
    uint32_t n;
    double rms, mean, worst; /* of the differences, in the unit; mean and worst of magnitudes */
    uint64_t worst_size, worst_stride;
    double typical; /* root of the mean square of the relative differences */
} probe_residual;
probe_residual probe_compare(const probe_surface *one, const probe_surface *other);
/* Time of a point of `other` less that of point (i, j) of `one`; NAN where there is none. */
double probe_difference(const probe_surface *one, const probe_surface *other, uint32_t i, uint32_t j);

/* Time over size, a curve for each stride (Lowe-Power 2017; Saavedra and Smith 1995), and where sizes of
 * levels were found. */
void probe_figure_curves(markup *m, const probe_report *report);
/* Time, or the relative difference of two surfaces, over size and stride. */
void probe_figure_map(markup *m, const probe_report *report);
void probe_figure_residual(markup *m, const probe_report *report);

/* ---- for the figures ---- */

/* Their axis of sizes: logarithmic, with labels, and lines where levels end. */
scale probe_scale_sizes(const probe_surface *surface, const plot_box *box);
plot_ticks probe_size_ticks(const scale *sizes, int most);
void probe_put_edges(markup *m, const plot *p, const probe_findings *findings);
number_text probe_size_text(double bytes);

void probe_report_html(const probe_report *report, FILE *out);
void probe_report_svg(const probe_report *report, FILE *out);
/* A line for each finding. */
void probe_report_markdown(const probe_report *report, FILE *out);
/* A line for each point. */
void probe_report_csv(const probe_report *report, FILE *out);

#endif
