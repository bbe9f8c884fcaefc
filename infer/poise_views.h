/* Other views than Table 5.3. `bypass`: features for models that look at (max, max) and at (max, 1), where
 * all warps run and one of each scheduler allocates. `logs`: the same features with (1, 1) in place of (max,
 * 1). poise_views.c beside poise_infer.c is all that they need. As there: integers only, no allocation.
 *
 * Features are h, eta and ln (m L) at both tuples and ln (L1 accesses / loads) at (max, max), in the order of
 * models/bypass_features.def. The range of the logarithms is 16 ln 2 for m L, in cycles, and 8 ln 2 for
 * accesses; what is below 1 counts as 1.
 *
 * `alone`: h, eta, ln accesses, ln (m L), ln I_n (range 8 ln 2), h ln (m L) and eta ln (m L), all at (max,
 * max): there is no second window (models/alone_features.def). */
#ifndef POISE_VIEWS_H
#define POISE_VIEWS_H

#include "poise_infer.h"

extern const poise_view poise_logs_view, poise_bypass_view, poise_alone_view;

/* log2(value) * 2^POISE_LOG_BITS for value >= 1, too small by less than 2^-POISE_LOG_BITS + 2^-29. */
enum { POISE_LOG_BITS = 24 };
uint32_t poise_log2(uint32_t value);

#endif
