/* A lane: one work-item of a warp while it runs. It is a fiber that records what it executes into its own
 * bounded buffer: per basic block one word with its number and one address per memory instruction. */
#ifndef POISE_CAPTURE_LANE_H
#define POISE_CAPTURE_LANE_H

#include "capture/runtime/fiber.h"
#include "capture/runtime/program_image.h"
#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum lane_state {
    LANE_READY,      /* may run on: fresh, or its buffer was full, or a barrier has opened */
    LANE_AT_BARRIER, /* waits for the other lanes of the group */
    LANE_DONE,
} lane_state;

typedef struct lane {
    lane_state state;
    bool has_open_record;           /* stopped inside a block: the last record is not complete yet */
    bool has_yielded;               /* its buffer was full: kept where lanes run several work-items */
    size_t local[3];                /* position in the group */
    unsigned barrier, barrier_line; /* where it waits: number in the kernel, source line */
    uint64_t *buffer;
    const uint64_t *read; /* next record for the merge */
    uint64_t *write;      /* end of what is recorded */
    char *stack_top;
    capture_fiber fiber;
} lane;

/* Memory of lanes. */
typedef struct lane_pool {
    lane *lanes;
    size_t n_lanes, room; /* in use, of those that there are */
    size_t buffer_bytes;  /* of one lane */
    size_t buffer_words;  /* up to the limit at which a lane yields */
    size_t stack_bytes;
    char *memory;
    size_t memory_bytes;
} lane_pool;

enum {
    LANE_BUFFER_WORDS = 256, /* 32 lanes' buffers nearly fit the first-level cache */
    LANE_STACK_BYTES = 64 << 10,
};

/* Maps buffers and stacks, each stack above a guard page. The lanes belong to the pool. A pool that is open
 * is used again when it fits; it must be zeroed before the first time. */
int lane_pool_open(lane_pool *pool, const kernel_entry *kernel, size_t n_lanes, poise_error *err);
void lane_pool_close(lane_pool *pool);

/* Whether the merge has a complete record of this lane; `sites` of the block at lane->read decide. A lane
 * without one either starves or has ended. */
static inline bool lane_has_record(const lane *l, const capture_code *code)
{
    if (l->read == l->write)
        return false;
    if (*l->read >= code->entry->n_blocks)
        return true; /* overwritten by the kernel: the merge refuses it */
    return !l->has_open_record || l->read + 1 + code->blocks[*l->read].n_sites < l->write;
}

#endif
