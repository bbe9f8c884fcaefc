/* Searches the levels that fit a surface best, and how far each of their parameters may be off. */
#ifndef POISE_PROBE_INFER_SEARCH_H
#define POISE_PROBE_INFER_SEARCH_H

#include "probe/infer/levels.h"

/* Adds levels one at a time while they explain more than noise would, each with all others improved again. */
void probe_fit_search(probe_fit *fit);

typedef enum probe_parameter { PROBE_FITS, PROBE_MISSES, PROBE_LINE, PROBE_WAYS } probe_parameter;

/* Values of a parameter of level `i` that the surface leaves open, the likely ones, all others kept: indices
 * of sizes or strides, for PROBE_WAYS of fit->steps. Returns how likely it lies in there. */
double probe_fit_range(probe_fit *fit, uint32_t i, probe_parameter parameter, uint32_t *least,
                       uint32_t *most);

#endif
