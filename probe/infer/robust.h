/* Caches and TLBs inferred from a surface of times that are noisy (Saavedra and Smith, IEEE TC 1995, whose
 * regimes it fits; Lowe-Power, Inferring Kaveri's Shared Virtual Memory Implementation, 2017, who read them
 * by eye). A level misses once a walk exceeds its capacity, unless its few elements fit into one set, and a
 * miss is shared by all elements of a line; a level whose line is a page or more is a TLB. */
#ifndef POISE_PROBE_INFER_ROBUST_H
#define POISE_PROBE_INFER_ROBUST_H

#include "probe/finding.h"
#include "probe/surface.h"

/* Appends what `surface` tells, with times in `unit`:
 *   l1.hit, l1.line, l1.capacity, l1.ways, l1.miss, and the same of l2, l3: `miss` is what a miss adds, and
 *     the hit time of a level is the time before it plus that;
 *   tlb1.page, tlb1.entries, tlb1.reach, tlb1.ways, tlb1.miss, and the same of tlb2;
 *   stride1.from, stride1.miss: what loads cost beyond the caches that are so far apart, at all sizes, of
 * which therefore no capacity can be told; memory.time: of a load that every cache misses and every TLB
 * holds; surface.noise: of a point, a fraction. Capacities are from the largest size that fits to below the
 * smallest that does not. What cannot be told is appended as not identifiable, with the reason. POISE_USAGE:
 * fewer than three sizes or strides with times; POISE_FAILED: no memory. */
int probe_infer_surface(const probe_surface *surface, const char *unit, probe_findings *findings,
                        poise_error *err);

#endif
