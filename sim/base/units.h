/* How queues, MSHRs and counters of L2 and DRAM count sectors of a line: one by one in an L2 with sectors,
 * otherwise all as one, the line. */
#ifndef POISE_SIM_BASE_UNITS_H
#define POISE_SIM_BASE_UNITS_H

#include "common/line.h"
#include "sim/config/config.h"

/* What every set of sectors counts for, four bits each. */
typedef uint64_t line_units;

static inline bool units_are_sectors(const sim_config *config)
{
    return config->l2_sector_bytes < LINE_BYTES;
}

static inline line_units units_make(const sim_config *config)
{
    line_units units = 0;
    for (uint32_t sectors = 0; sectors <= ALL_SECTORS; sectors++)
        units |= (uint64_t)(units_are_sectors(config) ? sector_count(sectors) : 1)
                 << (LINE_SECTORS * sectors);
    return units;
}

static inline uint32_t units_of(line_units units, uint32_t sectors)
{
    return (uint32_t)(units >> (LINE_SECTORS * sectors)) & 0xf;
}

#endif
