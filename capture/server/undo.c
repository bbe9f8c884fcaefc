#include "capture/server/undo.h"

#include <string.h>
#include <sys/mman.h>

static void *memory_of(const capture_range *range)
{
    return (void *)(uintptr_t)range->begin; /* NOLINT(performance-no-int-to-ptr): a device address */
}

uint64_t capture_undo_bytes(const capture_ranges *ranges)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < ranges->n; i++)
        bytes += ranges->range[i].is_writable ? ranges->range[i].end - ranges->range[i].begin : 0;
    return bytes;
}

int capture_undo_open(capture_undo *undo, const capture_ranges *ranges, poise_error *err)
{
    *undo = (capture_undo){.bytes = capture_undo_bytes(ranges)};
    if (undo->bytes == 0)
        return POISE_OK;
    void *copy = mmap(NULL, undo->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED) {
        undo->bytes = 0;
        return poise_fail_errno(err, POISE_FAILED, "cannot map a copy of the buffers");
    }
    undo->copy = copy;
    char *at = copy;
    for (size_t i = 0; i < ranges->n; i++) {
        const capture_range *range = &ranges->range[i];
        if (!range->is_writable)
            continue;
        memcpy(at, memory_of(range), range->end - range->begin);
        at += range->end - range->begin;
    }
    return POISE_OK;
}

void capture_undo_restore(const capture_undo *undo, const capture_ranges *ranges)
{
    const char *at = undo->copy;
    for (size_t i = 0; i < ranges->n; i++) {
        const capture_range *range = &ranges->range[i];
        if (!range->is_writable)
            continue;
        memcpy(memory_of(range), at, range->end - range->begin);
        at += range->end - range->begin;
    }
}

void capture_undo_close(capture_undo *undo)
{
    if (undo->copy)
        munmap(undo->copy, undo->bytes);
    *undo = (capture_undo){0};
}
