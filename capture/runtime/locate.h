/* Where in the kernel's source a lane is, from what it has recorded. */
#ifndef POISE_CAPTURE_LOCATE_H
#define POISE_CAPTURE_LOCATE_H

#include "capture/runtime/lane.h"

typedef struct capture_place {
    uint32_t line;                   /* 0 = unknown */
    const capture_access_site *site; /* the memory instruction at the address asked for, or NULL */
} capture_place;

/* The block that `l` executes, when its record ends at `recorded`. With an address: the memory instruction of
 * the block that accesses it. Without: the first instruction that has a line. */
capture_place capture_locate(const lane *l, const uint64_t *recorded, const capture_code *code,
                             const uint64_t *address);

#endif
