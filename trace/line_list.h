/* The line words of an access in memory. Behind the count word (struct warp_trace) they stand in the form
 * that takes fewest words:
 *
 *     plain    n line words
 *     run      the first, and what each is more than the one before (modulo 2^32): lanes at equal distances
 *     packed   a line word that no other is below, and n fields of equal width, from the lowest bit on: what
 *              each is more than it. Of lines with equal sectors the fields are numbers of lines.
 *
 * Atomics are plain. Which form it is, and the width, stand in the count word from bit 17 on. */
#ifndef POISE_TRACE_LINE_LIST_H
#define POISE_TRACE_LINE_LIST_H

#include "common/line.h"

#include <stdbool.h>

enum {
    LINE_LIST_COUNT = 0xff,
    LINE_LIST_PLAIN = 0x1ffff, /* what the count word of a plain list has */
    LINE_LIST_RUN = 1 << 17,
    LINE_LIST_PACKED = 1 << 18,
    LINE_LIST_EQUAL = 1 << 19, /* sectors, of a packed list */
    LINE_LIST_WIDTH_SHIFT = 20,
    LINE_LIST_WIDTH = 0x1f,
};

static inline bool line_list_is_plain(uint32_t count)
{
    return !(count & (LINE_LIST_RUN | LINE_LIST_PACKED));
}

/* Bits of a field of a packed list, 1 .. 31. */
static inline uint32_t line_list_width(uint32_t count)
{
    return count >> LINE_LIST_WIDTH_SHIFT & LINE_LIST_WIDTH;
}

/* Words of the list behind the count word `count`; depths, which may follow, are not among them. */
static inline uint32_t line_list_size(uint32_t count)
{
    const uint32_t n = count & LINE_LIST_COUNT;
    if (line_list_is_plain(count))
        return n;
    return count & LINE_LIST_RUN ? 2 : 1 + (n * line_list_width(count) + 31) / 32;
}

/* Line word i of the packed list at `list`. */
static inline uint32_t line_list_field(const uint32_t *list, uint32_t i)
{
    const uint32_t width = line_list_width(*list), bit = i * width, shift = bit % 32;
    const uint32_t *at = list + 2 + bit / 32;
    uint32_t field = *at >> shift;
    if (shift + width > 32)
        field |= at[1] << (32 - shift);
    field &= (UINT32_C(1) << width) - 1;
    return list[1] + (*list & LINE_LIST_EQUAL ? field << LINE_SECTORS : field);
}

/* Line word i of the list whose count word is at `list`. */
static inline uint32_t line_list_word(const uint32_t *list, uint32_t i)
{
    if (line_list_is_plain(*list))
        return list[1 + i];
    return *list & LINE_LIST_RUN ? list[1] + i * list[2] : line_list_field(list, i);
}

/* Of `sectors`, those of the first or the last aligned segment of `segment` (1, 2 or 4) sectors that has
 * some; how many such segments have some. */
static inline uint32_t segment_around(uint32_t sector, uint32_t sectors, uint32_t segment)
{
    if (segment == 1)
        return sector;
    return segment == 2 ? sectors & (sector < 4 ? 0x3 : 0xc) : sectors;
}
static inline uint32_t first_segment(uint32_t sectors, uint32_t segment)
{
    return segment_around(sectors & -sectors, sectors, segment);
}
static inline uint32_t last_segment(uint32_t sectors, uint32_t segment)
{
    return segment_around(UINT32_C(1) << (31 - __builtin_clz(sectors)), sectors, segment);
}
static inline uint32_t segment_count(uint32_t sectors, uint32_t segment)
{
    if (segment == 1)
        return sector_count(sectors);
    return segment == 2 ? (uint32_t)((sectors & 0x3) != 0) + ((sectors & 0xc) != 0) : 1;
}

/* Aligned segments of `segment` (1, 2 or 4) sectors that are touched in the lines of the list whose count
 * word is at `list`. */
uint32_t line_list_segments(const uint32_t *list, uint32_t segment);

/* The count word of a plain list is at `list`. Gives it the form that takes fewest words; returns how many
 * stand behind the count word. */
uint32_t line_list_pack(uint32_t *list);

#endif
