/* Lane addresses for accesses of which only the outcome is known: a warp trace keeps lines, sectors and
 * passes, an Accel-Sim trace wants an address for every lane. The addresses are synthetic; what they coalesce
 * to is exact. */
#ifndef POISE_TRACE_ACCELSIM_LANES_H
#define POISE_TRACE_ACCELSIM_LANES_H

#include "trace/trace.h"

/* Width that an opcode can name and that stands for `access_bytes`: the largest of 1, 2, 4, 8, 16 not above
 * it. */
uint32_t traceg_width(uint32_t access_bytes);

/* How many of the sectors of an access fit into one instruction of `n_lanes` lanes: as many as there are
 * lanes. 1 for most accesses; more when lanes of more than 32 bytes, or accesses across sector limits, touch
 * more sectors than the warp has lanes. */
uint32_t traceg_parts(const uint64_t *lines, uint32_t n_lines, uint32_t n_lanes);

/* Addresses of accesses of `bytes` = traceg_width() each, for part `part` of traceg_parts(): every lane lies
 * in one sector, lines are first touched in their order, so that trace_coalesce gives the lines (a part of
 * them) back. `access` has lines. With a multiplicity > 0 and no depths, that many lanes share the first
 * address and no address has more, as far as the sectors have room; with depths, every sector gets its depth,
 * as far as the lanes suffice. */
void traceg_lane_addresses(const trace_access *access, uint32_t n_lanes, uint32_t bytes, uint32_t part,
                           uint64_t *address);

/* Offsets in shared memory that need exactly `passes` passes; at most one pass per lane is possible. */
void traceg_bank_addresses(uint32_t passes, uint32_t n_lanes, uint64_t *address);

#endif
