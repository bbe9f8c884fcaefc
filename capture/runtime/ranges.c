#include "capture/runtime/ranges.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int capture_ranges_add(capture_ranges *ranges, const capture_range *range, poise_error *err)
{
    if (range->begin == range->end)
        return POISE_OK;
    if (ranges->n == ranges->room) {
        size_t room = 2 * ranges->room + 16;
        capture_range *grown = realloc(ranges->range, room * sizeof *grown);
        if (!grown)
            return poise_fail(err, POISE_FAILED, "out of memory for the buffers of a launch");
        ranges->range = grown;
        ranges->room = room;
    }
    ranges->range[ranges->n++] = *range;
    return POISE_OK;
}

static int by_address(const void *left, const void *right)
{
    const capture_range *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    return a->argument < b->argument ? -1 : a->argument > b->argument;
}

void capture_ranges_settle(capture_ranges *ranges)
{
    if (ranges->n == 0)
        return;
    qsort(ranges->range, ranges->n, sizeof *ranges->range, by_address);
    size_t last = 0;
    for (size_t i = 1; i < ranges->n; i++) {
        capture_range *range = &ranges->range[i];
        capture_range *before = &ranges->range[last];
        if (range->begin >= before->end) {
            ranges->range[++last] = *range;
            continue;
        }
        before->end = range->end > before->end ? range->end : before->end;
        before->is_writable |= range->is_writable;
    }
    ranges->n = last + 1;
}

void capture_ranges_free(capture_ranges *ranges)
{
    free(ranges->range);
    *ranges = (capture_ranges){0};
}

const capture_range *capture_ranges_find(const capture_ranges *ranges, uint64_t address, uint64_t bytes)
{
    for (size_t i = 0; i < ranges->n; i++) {
        const capture_range *range = &ranges->range[i];
        if (address >= range->begin && address < range->end)
            return bytes <= range->end - address ? range : NULL;
    }
    return NULL;
}

/* No buffer is that large: the distance would say nothing. */
#define FAR_BYTES (UINT64_C(64) << 30)

/* Bytes between an access and a range; 0 when it begins inside. */
static uint64_t distance(const capture_range *range, uint64_t address)
{
    return address < range->begin ? range->begin - address : address >= range->end ? address - range->end : 0;
}

static void name(const capture_range *range, char *text, size_t size)
{
    if (range->argument == CAPTURE_NO_ARGUMENT)
        snprintf(text, size, "a __local variable");
    else if (range->argument == CAPTURE_PRIVATE_VARIABLE)
        snprintf(text, size, "a private variable");
    else
        snprintf(text, size, "argument %" PRIu32, range->argument);
}

void capture_ranges_describe(const capture_ranges *ranges, uint64_t address, uint64_t bytes, char *text,
                             size_t size)
{
    const capture_range *nearest = NULL;
    for (size_t i = 0; i < ranges->n; i++) {
        const capture_range *range = &ranges->range[i];
        if (!nearest || distance(range, address) < distance(nearest, address))
            nearest = range;
    }
    if (!nearest) {
        snprintf(text, size, "where the launch has no memory");
        return;
    }
    if (distance(nearest, address) > FAR_BYTES) {
        snprintf(text, size, "far from all memory of the launch");
        return;
    }
    char owner[64];
    name(nearest, owner, sizeof owner);
    uint64_t room = nearest->end - nearest->begin;
    if (address < nearest->begin)
        snprintf(text, size, "%" PRIu64 " bytes before %s (%" PRIu64 " bytes)", nearest->begin - address,
                 owner, room);
    else if (address == nearest->end)
        snprintf(text, size, "right behind the end of %s (%" PRIu64 " bytes)", owner, room);
    else if (address >= nearest->end)
        snprintf(text, size, "%" PRIu64 " bytes behind the end of %s (%" PRIu64 " bytes)",
                 address - nearest->end, owner, room);
    else
        snprintf(text, size, "across the end of %s (%" PRIu64 " bytes), %" PRIu64 " bytes before it", owner,
                 room, bytes > 0 ? nearest->end - address : 0);
}
