/* One memory instruction of a warp: from the addresses of its active lanes to what the trace stores.
 * Addresses that depend on where Linux has put the program (constant variables, private memory) become
 * reproducible device addresses here. */
#ifndef POISE_CAPTURE_ACCESS_H
#define POISE_CAPTURE_ACCESS_H

#include "capture/runtime/program_image.h"
#include "capture/runtime/shadow.h"
#include "trace/trace.h"

/* Regions of device addresses beside the buffers (device_memory.h). */
#define CAPTURE_CONSTANT_BASE UINT64_C(0x100000000000)
#define CAPTURE_PRIVATE_BASE  UINT64_C(0x180000000000)

enum {
    /* Private memory is per resident warp, not per launched one: warps take turns in this many places, more
     * than any machine of the thesis can hold (32 SMs of 48 warps). Our choice. */
    CAPTURE_PRIVATE_PLACES = 2048,
};

/* The addresses of one memory instruction, lane after lane. */
typedef struct capture_lane_addresses {
    uint32_t n;                             /* active lanes */
    uint32_t mask;                          /* their numbers in the warp */
    uint64_t address[TRACE_WARP_SIZE];      /* as recorded */
    const char *stack_top[TRACE_WARP_SIZE]; /* of that lane; private memory only */
} capture_lane_addresses;

/* The last access of a site to local memory: one that only lies elsewhere needs as many passes. */
typedef struct capture_bank_pattern {
    uint32_t n, passes;                 /* n = 0: none yet */
    uint64_t distance[TRACE_WARP_SIZE]; /* from the first address */
} capture_bank_pattern;

/* What is the same for all accesses of a launch. */
typedef struct capture_access_context {
    const char *constants_begin, *constants_end;
    uint64_t private_words;               /* 4-byte words of private memory per lane, see access.c */
    const capture_ranges *global, *local; /* what may be accessed; NULL = all */
    const capture_range **last;           /* by number of the site: the range of its last access */
    capture_bank_pattern *banks;          /* by number of the site; NULL = not kept */
    bool only_warns;                      /* of an access out of bounds, which does not end the launch */
    bool is_spread;                       /* the access at hand reaches several ranges */
    unsigned worker;                      /* for the shadow */
    bool conflicts;                       /* set when another worker's access and ours depend on order */
    uint32_t bad_lane;                    /* after CAPTURE_OUT_OF_BOUNDS: index into capture_lane_addresses */
} capture_access_context;

void capture_access_context_open(capture_access_context *context, const capture_program_image *image,
                                 const kernel_entry *kernel);

/* Besides POISE_FAILED: a lane's access lies in no buffer, or has left its private variable. `access` is
 * described all the same, and the sentence says where the access lies, not which it is. */
enum { CAPTURE_OUT_OF_BOUNDS = 100 };

/* Fills `access`, whose lines go to `lines` (room for TRACE_MAX_LINES, of an atomic for TRACE_MAX_ENTRIES).
 * `number` is the number of the site, `warp` of the warp in the launch. POISE_FAILED when one private access
 * touches more lines than a trace can say; CAPTURE_OUT_OF_BOUNDS. */
int capture_describe_access(capture_access_context *context, const capture_access_site *site, uint32_t number,
                            capture_lane_addresses *lanes, uint64_t warp, uint64_t *lines,
                            trace_access *access, poise_error *err);

/* As trace_coalesce, with a short way for uniform and unit-stride addresses, which most accesses are. */
uint32_t capture_coalesce(const uint64_t *address, uint32_t n, uint32_t bytes, uint64_t *lines);

#endif
