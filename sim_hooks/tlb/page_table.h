/* A radix page table, as far as walks see it: which physical address the entry of each level has.
 *
 * A node is a table of entries, of 8 bytes unless said otherwise, in a frame of its own, of 4 KB or as large
 * as the table, in a region above all data and code. Which frame is a hash of address space, level and the
 * address bits above, so that nodes lie on all channels and banks and do not depend on the order in which
 * they are used; two nodes share one by chance, of 10,000 with a probability of 1 %. Which 256 bytes of a
 * frame hold an entry is its number, exclusive or bits of the hash (our choice): frames begin in the first
 * channel wherever their bytes go round a number of channels that divides 16, and captured programs have
 * their data at low addresses, so that all walks would read the first entries of the upper tables from one
 * channel. The same entries would be read together by a program that began elsewhere. Addresses above what
 * the levels cover have roots of their own. */
#ifndef POISE_SIM_HOOKS_PAGE_TABLE_H
#define POISE_SIM_HOOKS_PAGE_TABLE_H

#include "common/mix.h"

#include <stdint.h>

enum { PAGE_TABLE_LEVELS = 4, PAGE_TABLE_MOST_BITS = 9, PAGE_TABLE_PAGE_BITS = 12 };
#define PAGE_TABLE_REGION (UINT64_C(3) << 46)
enum {
    PAGE_TABLE_REGION_BITS = 44, /* of the tables in it */
    PAGE_TABLE_ENTRY_BITS = 3,   /* log2 of the bytes of an entry, unless said otherwise */
    PAGE_TABLE_PIECE_BITS = 8    /* of what lies together in a frame */
};

typedef struct page_table {
    uint8_t bits[PAGE_TABLE_LEVELS]; /* address bits that choose an entry at each level, the root's first */
    uint8_t entry_bits;              /* log2 of the bytes of an entry */
} page_table;

/* Lowest address bit that chooses an entry of `level`, 1 = root. */
static inline uint32_t page_table_shift(const page_table *table, uint32_t level)
{
    uint32_t shift = PAGE_TABLE_PAGE_BITS;
    for (uint32_t i = level; i < PAGE_TABLE_LEVELS; i++)
        shift += table->bits[i];
    return shift;
}

/* Physical address of the entry of `level` that a walk for virtual `address` reads. */
static inline uint64_t page_table_entry(const page_table *table, uint16_t app, uint64_t address,
                                        uint32_t level)
{
    uint32_t shift = page_table_shift(table, level), bits = table->bits[level - 1];
    uint32_t table_bits = bits + table->entry_bits,
             frame_bits = table_bits > PAGE_TABLE_PAGE_BITS ? table_bits : PAGE_TABLE_PAGE_BITS;
    uint64_t index = address >> shift & ((UINT64_C(1) << bits) - 1), above = address >> shift >> bits;
    uint64_t node = poise_mix(above << 19 | (uint64_t)level * 65536 | app);
    uint64_t piece = (node >> 32) << PAGE_TABLE_PIECE_BITS & ((UINT64_C(1) << frame_bits) - 1);
    uint64_t frame = node & ((UINT64_C(1) << (PAGE_TABLE_REGION_BITS - frame_bits)) - 1);
    return PAGE_TABLE_REGION | frame << frame_bits | (index << table->entry_bits ^ piece);
}

#endif
