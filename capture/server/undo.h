/* A copy of the buffers that a launch may write, so that it can be undone. */
#ifndef POISE_CAPTURE_UNDO_H
#define POISE_CAPTURE_UNDO_H

#include "capture/runtime/ranges.h"

typedef struct capture_undo {
    char *copy;
    uint64_t bytes;
} capture_undo;

/* Bytes that a copy of the writable ranges takes. */
uint64_t capture_undo_bytes(const capture_ranges *ranges);

int capture_undo_open(capture_undo *undo, const capture_ranges *ranges, poise_error *err);
void capture_undo_restore(const capture_undo *undo, const capture_ranges *ranges);
void capture_undo_close(capture_undo *undo);

#endif
