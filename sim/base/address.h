/* Where a byte address lives: memory channel, L2 bank and set, DRAM bank and row.
 * Source: [GS], the map for GTX 480: consecutive 256-byte pieces go
 * round the channels; in what is left of the address bit 8 (and upwards, for more than two banks a channel)
 * chooses the L2 bank. With channel_interleave = frames large frames go round the channels instead, and what
 * a channel has of them is one behind the other: the rest is as before. With l2_interleave_bytes another bit
 * chooses bank and lowest bank bit, and with partition_index the bank of the whole GPU is hashed: an L2 bank
 * then has addresses of several DRAM maps that look alike, which GPGPU-Sim leaves so. */
#ifndef POISE_SIM_BASE_ADDRESS_H
#define POISE_SIM_BASE_ADDRESS_H

#include "common/line.h"
#include "common/mix.h"
#include "sim/base/index_hash.h"
#include "sim/config/config.h"
#include "sim_hooks/vm.h"

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

/* Of a program: with memory_parts > 1 it has some of the channels, and what lies in them. */
typedef struct address_map {
    uint32_t first_channel;
    divider interleave, channels, banks_per_channel, l2_sets, row_bytes, half_dram_banks;
    uint32_t interleave_bytes;
    uint32_t piece_shift, pieces_shift; /* a bank has 2^piece_shift bytes of 2^pieces_shift in a unit */
    uint32_t bank_bit;                  /* of the channel's own address: the lowest bit of the DRAM bank */
    uint32_t bank_row_mask;             /* bits of the row that the DRAM bank is xored with */
    bool by_frames;                     /* channel_interleave */
    uint8_t partition_index;
    bool hashes_sets;                   /* l2_index */
    uint32_t l1_sets, l1_mask, l1_hash; /* mask 0: the sets are one, or no power of two */
    divider l1_divider;
    uint32_t banks_per_channel_count;
    uint32_t all_banks;      /* of the part */
    uint32_t bank_bits_high; /* of a unit's number: those that choose the bank, how many */
    index_hash banks_hash, sets_hash;
    uint64_t draw; /* of partition_index = random */
} address_map;

typedef struct address_place {
    uint32_t channel;
    uint32_t l2_bank; /* of the whole GPU */
    uint32_t l2_set;
    uint32_t dram_bank, dram_row;
} address_place;

/* The map of a part of memory, `part` < memory_parts. */
void address_map_init(address_map *map, const sim_config *config, uint32_t part);

/* Pieces of an address: its interleave unit inside the channel and its place in that unit. */
typedef struct split_address {
    uint32_t channel, offset;
    uint64_t unit;
} split_address;

/* The same of a map by frames. */
static inline split_address address_split_frames(const address_map *map, uint64_t address)
{
    uint64_t frame = address >> VM_LARGE_BITS, in_channel = divide(&map->channels, frame);
    uint64_t local = in_channel << VM_LARGE_BITS | (address & ((UINT64_C(1) << VM_LARGE_BITS) - 1));
    uint64_t unit = divide(&map->interleave, local);
    return (split_address){.channel = (uint32_t)(frame - in_channel * map->channels.divisor),
                           .offset = (uint32_t)(local - unit * map->interleave.divisor),
                           .unit = unit};
}

static inline split_address address_split(const address_map *map, uint64_t address)
{
    if (map->by_frames)
        return address_split_frames(map, address);
    uint64_t global_unit = divide(&map->interleave, address);
    uint64_t unit = divide(&map->channels, global_unit);
    return (split_address){.channel = (uint32_t)(global_unit - unit * map->channels.divisor),
                           .offset = (uint32_t)(address - global_unit * map->interleave.divisor),
                           .unit = unit};
}

/* The bank of the part that partition_index gives to what would be in `bank` of `channel`. */
static inline uint32_t address_hashed_bank(const address_map *map, uint64_t address, const split_address *s,
                                           uint32_t bank)
{
    if (map->partition_index == PARTITION_RANDOM)
        return (uint32_t)((poise_mix((address >> map->piece_shift) ^ map->draw) >> 32) * map->all_banks >>
                          32);
    bank = index_hash_of(&map->banks_hash, s->unit >> map->bank_bits_high,
                         s->channel * map->banks_per_channel_count + bank);
    return bank % map->all_banks; /* as there, where banks are no power of two */
}

/* Memory channel, L2 bank and set of a byte address; the rest of *place stays as it is. */
static inline void address_find_l2(const address_map *map, uint64_t address, address_place *place)
{
    /* Memory of the host is spread over L2 banks as the GPU's is (our choice). */
    split_address s = address_split(map, address & ~VM_HOST_MEMORY);
    uint64_t piece = s.unit << map->pieces_shift | s.offset >> map->piece_shift;
    uint64_t above = divide(&map->banks_per_channel, piece);
    uint32_t bank = (uint32_t)(piece - above * map->banks_per_channel.divisor);
    if (map->partition_index != PARTITION_LINEAR) {
        bank = address_hashed_bank(map, address, &s, bank);
        s.channel = (uint32_t)divide(&map->banks_per_channel, bank);
        bank -= s.channel * map->banks_per_channel_count;
    }
    place->channel = map->first_channel + s.channel;
    place->l2_bank = place->channel * map->banks_per_channel_count + bank;
    /* Lines of one bank are numbered without the bits that chose the bank, so that all sets are used. */
    uint32_t piece_lines = map->piece_shift - LINE_SHIFT;
    uint64_t line_in_bank =
        above << piece_lines | (s.offset >> LINE_SHIFT & ((UINT32_C(1) << piece_lines) - 1));
    uint64_t above_sets = divide(&map->l2_sets, line_in_bank);
    place->l2_set = (uint32_t)(line_in_bank - above_sets * map->l2_sets.divisor);
    if (map->hashes_sets)
        place->l2_set = index_hash_of(&map->sets_hash, above_sets, place->l2_set);
}

/* DRAM bank and row of a byte address in its channel; the rest of *place stays as it is. Of the channel's own
 * address, bit 8 (bank_bit) and the bits above the column choose the bank, the rest above is the row; for
 * 4-KB rows and 16 banks: bank = bits 8 and 13..15, row = bits 16 and up. Source: [GS]. */
static inline void address_find_dram(const address_map *map, uint64_t address, address_place *place)
{
    split_address s = address_split(map, address);
    uint64_t local = s.unit * map->interleave_bytes + s.offset;
    uint64_t squeezed =
        (local >> (map->bank_bit + 1)) << map->bank_bit | (local & ((UINT64_C(1) << map->bank_bit) - 1));
    uint64_t above_column = divide(&map->row_bytes, squeezed);
    uint64_t row = divide(&map->half_dram_banks, above_column);
    place->dram_bank =
        (uint32_t)((above_column - row * map->half_dram_banks.divisor) * 2 + (local >> map->bank_bit & 1)) ^
        ((uint32_t)row & map->bank_row_mask);
    /* The number of the program may lie above the 32 bits of a row. */
    place->dram_row = (uint32_t)row ^ (uint32_t)(address >> VM_APP_SHIFT) * UINT32_C(0x9e3779b1);
}

/* Everything about a byte address. */
static inline void address_locate(const address_map *map, uint64_t address, address_place *place)
{
    address_find_l2(map, address, place);
    address_find_dram(map, address, place);
}

/* L1 set of line number `line` (byte address / 128; only its low 14 bits matter when hashed).
 * Hash: bits 7..11 of the byte address xor bits 13, 14, 15, 17, 19; with 64 sets bit 12 is put in front.
 * Source: Nugteren et al., "A Detailed GPU Cache Model Based on Reuse Distance Theory", HPCA 2014, the Fermi
 * L1, as in GPGPU-Sim. */
static inline uint32_t address_l1_set(const address_map *map, uint32_t line)
{
    if (!map->l1_hash)
        return map->l1_mask ? line & map->l1_mask
                            : line - (uint32_t)divide(&map->l1_divider, line) * map->l1_sets;
    uint32_t lower = line & 0x1f;
    uint32_t upper = (line >> 6 & 0x7) | (line >> 10 & 1) << 3 | (line >> 12 & 1) << 4;
    uint32_t set = lower ^ upper;
    return map->l1_sets == 64 ? set | (line & 0x20) : set;
}

#endif
