/* Finds out whether groups that run at the same time influence each other. Every 32-byte sector of the
 * buffers that a kernel may write has a byte of shadow, which says which worker has read or written it. All
 * workers note all their accesses to these buffers; whatever the order in which they do, the second of two
 * accesses of which the order matters meets the note of the first. Such a launch is undone and run again in
 * order. */
#ifndef POISE_CAPTURE_SHADOW_H
#define POISE_CAPTURE_SHADOW_H

#include "capture/runtime/ranges.h"

#include <stdatomic.h>

enum { CAPTURE_MOST_WORKERS = 60 }; /* what the notes can tell apart */

typedef enum capture_shadow_access {
    SHADOW_READ,
    SHADOW_WRITE,
    SHADOW_UPDATE, /* an atomic operation that commutes with the others of the kernel */
} capture_shadow_access;

enum { CAPTURE_SHADOW_BYTES = 16 << 20 }; /* for 512 MiB of buffers */

typedef struct capture_shadow {
    uint32_t *words; /* one per 128-byte line; CAPTURE_SHADOW_BYTES, shared with processes forked later */
} capture_shadow;

int capture_shadow_open(capture_shadow *shadow, poise_error *err);
void capture_shadow_close(capture_shadow *shadow);

/* What the writable ranges need; with more than CAPTURE_SHADOW_BYTES, none of the following may be called. */
uint64_t capture_shadow_bytes(const capture_ranges *ranges);
/* Before a launch: nothing is noted. */
void capture_shadow_clear(const capture_shadow *shadow, const capture_ranges *ranges);
/* Gives the writable ranges their shadow: the same in every process with the same ranges. */
void capture_shadow_assign(const capture_shadow *shadow, capture_ranges *ranges);

/* Notes an access by worker 0 .. CAPTURE_MOST_WORKERS - 1 to lines of `range` (form of trace_access.lines).
 * False when its order to an access of another worker matters. */
bool capture_shadow_note(const capture_range *range, const uint64_t *lines, uint32_t n,
                         capture_shadow_access access, unsigned worker);

#endif
