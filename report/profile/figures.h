/* The figures of a launch as SVG elements; `alone` when each is a file of its own. */
#ifndef POISE_REPORT_PROFILE_FIGURES_H
#define POISE_REPORT_PROFILE_FIGURES_H

#include "report/page/markup.h"
#include "report/plot/scale.h"
#include "report/profile/launches.h"

/* The plane of warp-tuples (thesis, Figure 5.2a): N on x, p on y; a bubble at every measured tuple, filled
 * where it is faster than {W,W}, hollow where it is slower; best tuple and target are framed. */
void figure_plane(markup *m, const profile_launch *launch);
/* Speedup over N along p = N and p = 1 (thesis, Figure 5.2b). */
void figure_curves(markup *m, const profile_launch *launch);
/* Both side by side, with the name of the launch: a file of its own. */
void figure_launch(markup *m, const profile_launch *launch);

/* Magnitude of a speedup: 0 for 1, the same for twice as fast and half as fast. Close to 1 it is |S - 1|, the
 * magnitude of the thesis, which would leave no room for slowdowns beside a sevenfold speedup. */
double figure_magnitude(double speedup);

/* Speedups nearer to 1 than this share are drawn as neither faster nor slower (our choice). */
#define FIGURE_EVEN 0.005

#endif
