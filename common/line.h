/* Lines of memory and their sectors: what a coalescer makes of an instruction's addresses, caches hold and
 * DRAM reads. A set of sectors is a mask, bit 0 the first of the line. */
#ifndef POISE_COMMON_LINE_H
#define POISE_COMMON_LINE_H

#include <stdint.h>

enum {
    LINE_SHIFT = 7,
    LINE_BYTES = 1 << LINE_SHIFT,
    SECTOR_SHIFT = 5,
    SECTOR_BYTES = 1 << SECTOR_SHIFT,
    LINE_SECTORS = LINE_BYTES / SECTOR_BYTES,
    ALL_SECTORS = (1 << LINE_SECTORS) - 1,
};

/* Number of the line that holds byte `address`; byte 0 of that line; byte 0 of line number `line`. */
static inline uint64_t line_of(uint64_t address)
{
    return address >> LINE_SHIFT;
}
static inline uint64_t line_begin(uint64_t address)
{
    return address & ~(uint64_t)(LINE_BYTES - 1);
}
static inline uint64_t line_address(uint64_t line)
{
    return line << LINE_SHIFT;
}

static inline uint32_t sector_count(uint32_t sectors)
{
    return (uint32_t)(UINT64_C(0x4332322132212110) >> (sectors * 4)) & 0xf; /* bits of 0 .. 15, a table */
}

/* The sectors of the smallest aligned segment of 32, 64 or 128 bytes that holds `sectors`: what a coalescer
 * makes of an access. [GS memory_coalescing_arch_reduce_and_send] */
static inline uint8_t sector_segment(uint32_t sectors)
{
    if (sector_count(sectors) <= 1)
        return (uint8_t)sectors;
    if ((sectors & 0xc) == 0)
        return 0x3;
    return (sectors & 0x3) == 0 ? 0xc : ALL_SECTORS;
}

/* Sectors from the one of byte `from` to the one of byte `to`, both offsets within a line. */
static inline uint32_t sectors_between(uint32_t from, uint32_t to)
{
    return (UINT32_C(2) << (to >> SECTOR_SHIFT)) - (UINT32_C(1) << (from >> SECTOR_SHIFT));
}

/* An access to sectors of a line in 64 bits: the address of the line, with the sectors in its low bits. Line
 * and address of it are those of any byte address. */
static inline uint32_t access_sectors(uint64_t access)
{
    return (uint32_t)access & ALL_SECTORS;
}

/* The same in 32 bits, a line word: a line number, with the sectors in its low bits. */
static inline uint32_t line_word(uint32_t line, uint32_t sectors)
{
    return line << LINE_SECTORS | sectors;
}
static inline uint32_t word_line(uint32_t word)
{
    return word >> LINE_SECTORS;
}
static inline uint32_t word_sectors(uint32_t word)
{
    return word & ALL_SECTORS;
}

#endif
