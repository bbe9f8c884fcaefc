#include "sim/base/address.h"

#include "sim_hooks/vm.h"
#include "trace/trace.h"

void address_map_init(address_map *map, const sim_config *config)
{
    uint64_t per_channel = config->l2_banks / config->channels;
    *map = (address_map){
        .interleave = divider_make(config->dram_interleave_bytes),
        .channels = divider_make(config->channels),
        .banks_per_channel = divider_make(per_channel),
        .l2_sets = divider_make(config->l2_sets),
        .row_bytes = divider_make(config->dram_row_bytes),
        .half_dram_banks = divider_make(config->dram_banks / 2),
        .interleave_bytes = config->dram_interleave_bytes,
        .l1_sets = config->l1_sets,
        .l1_hash = (uint32_t)config->l1_index,
        .channel_count = config->channels,
        .banks_per_channel_count = (uint32_t)per_channel,
    };
}

/* Pieces of an address: its interleave unit inside the channel and its place in that unit. */
typedef struct split_address {
    uint32_t channel;
    uint64_t unit;
    uint32_t offset;
} split_address;

static split_address split(const address_map *map, uint64_t address)
{
    uint64_t global_unit = divide(&map->interleave, address);
    uint64_t unit = divide(&map->channels, global_unit);
    return (split_address){.channel = (uint32_t)(global_unit - unit * map->channels.divisor),
                           .unit = unit,
                           .offset = (uint32_t)(address - global_unit * map->interleave.divisor)};
}

void address_locate(const address_map *map, uint64_t address, address_place *place)
{
    split_address s = split(map, address);
    uint64_t above = divide(&map->banks_per_channel, s.unit);
    uint64_t bank_in_channel = s.unit - above * map->banks_per_channel.divisor;
    place->channel = s.channel;
    place->l2_bank = s.channel * map->banks_per_channel_count + (uint32_t)bank_in_channel;

    /* Lines of one bank are numbered without the bits that chose the bank, so that all sets are used. */
    uint64_t lines_per_unit = map->interleave_bytes >> TRACE_LINE_SHIFT;
    uint64_t line_in_bank = above * lines_per_unit + (s.offset >> TRACE_LINE_SHIFT);
    place->l2_set = (uint32_t)(line_in_bank - divide(&map->l2_sets, line_in_bank) * map->l2_sets.divisor);

    /* Of the channel's own address, bit 8 and the bits above the column choose the bank, the rest above is
     * the row; for 4-KB rows and 16 banks: bank = bits 8 and 13..15, row = bits 16 and up. Source:
     * [GS]. */
    uint64_t local = s.unit * map->interleave_bytes + s.offset;
    uint64_t squeezed = (local >> 9) << 8 | (local & 0xff);
    uint64_t above_column = divide(&map->row_bytes, squeezed);
    uint64_t row = divide(&map->half_dram_banks, above_column);
    place->dram_bank = (uint32_t)((above_column - row * map->half_dram_banks.divisor) * 2 + (local >> 8 & 1));
    /* The number of the program may lie above the 32 bits of a row. */
    place->dram_row = (uint32_t)row ^ (uint32_t)(address >> VM_APP_SHIFT) * UINT32_C(0x9e3779b1);
}
