/* Which line of a full set a cache loses: one that has been asked for again is kept by LRU and not by FIFO.
 */
#ifndef POISE_PROBE_INFER_REPLACEMENT_H
#define POISE_PROBE_INFER_REPLACEMENT_H

#include "probe/infer/cache.h"
#include "probe/infer/walks.h"

/* Of a level whose sets and ways are known and which answers within `hit`; `above` is the level above, NULL
 * for the first. Sets cache->replacement and its evidence. */
int probe_find_replacement(walks *w, double hit, const probe_cache *above, probe_cache *cache,
                           poise_error *err);

#endif
