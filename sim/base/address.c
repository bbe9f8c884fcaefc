#include "sim/base/address.h"

void address_map_init(address_map *map, const sim_config *config, uint32_t part)
{
    uint64_t per_channel = config->l2_banks / config->channels;
    uint32_t channels = config->channels / config->memory_parts,
             left_over = config->channels % config->memory_parts;
    *map = (address_map){
        .first_channel = part * channels + (part < left_over ? part : left_over),
        .interleave = divider_make(config->dram_interleave_bytes),
        .channels = divider_make(channels + (part < left_over)),
        .banks_per_channel = divider_make(per_channel),
        .l2_sets = divider_make(config->l2_sets),
        .row_bytes = divider_make(config->dram_row_bytes),
        .half_dram_banks = divider_make(config->dram_banks / 2),
        .by_frames = config->channel_interleave == INTERLEAVE_FRAMES,
        .interleave_bytes = config->dram_interleave_bytes,
        .l1_sets = config->l1_sets,
        .l1_hash = (uint32_t)config->l1_index,
        .banks_per_channel_count = (uint32_t)per_channel,
    };
}
