/* Where a byte address lives: memory channel, L2 bank and set, DRAM bank and row.
 * Source: [GS], the map for GTX 480: consecutive 256-byte pieces go
 * round the channels; in what is left of the address bit 8 (and upwards, for more than two banks a channel)
 * chooses the L2 bank. */
#ifndef POISE_SIM_BASE_ADDRESS_H
#define POISE_SIM_BASE_ADDRESS_H

#include "sim/config/config.h"

#include <stdint.h>

/* Division of numbers below 2^44 by a constant below 2^20: exact by one multiplication (Granlund and
 * Montgomery 1994). */
typedef struct divider {
    uint64_t divisor, magic;
} divider;

__extension__ typedef unsigned __int128 wide_product;

static inline divider divider_make(uint64_t divisor)
{
    return (divider){divisor, divisor > 1 ? UINT64_MAX / divisor + 1 : 0};
}

static inline uint64_t divide(const divider *by, uint64_t value)
{
    if (by->divisor == 1)
        return value;
    return (uint64_t)((wide_product)value * by->magic >> 64);
}

typedef struct address_map {
    divider interleave, channels, banks_per_channel, l2_sets, row_bytes, half_dram_banks;
    uint32_t interleave_bytes;
    uint32_t l1_sets, l1_hash;
    uint32_t channel_count, banks_per_channel_count;
} address_map;

typedef struct address_place {
    uint32_t channel;
    uint32_t l2_bank; /* of the whole GPU */
    uint32_t l2_set;
    uint32_t dram_bank, dram_row;
} address_place;

void address_map_init(address_map *map, const sim_config *config);

/* Everything about a byte address. */
void address_locate(const address_map *map, uint64_t address, address_place *place);

/* L1 set of line number `line` (byte address / 128; only its low 14 bits matter when hashed).
 * Hash: bits 7..11 of the byte address xor bits 13, 14, 15, 17, 19; with 64 sets bit 12 is put in front.
 * Source: Nugteren et al., "A Detailed GPU Cache Model Based on Reuse Distance Theory", HPCA 2014, the Fermi
 * L1, as in GPGPU-Sim. */
static inline uint32_t address_l1_set(const address_map *map, uint32_t line)
{
    if (!map->l1_hash)
        return line & (map->l1_sets - 1);
    uint32_t lower = line & 0x1f;
    uint32_t upper = (line >> 6 & 0x7) | (line >> 10 & 1) << 3 | (line >> 12 & 1) << 4;
    uint32_t set = lower ^ upper;
    return map->l1_sets == 64 ? set | (line & 0x20) : set;
}

#endif
