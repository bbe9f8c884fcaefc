#include "sim/base/address.h"

/* The smallest power of two that is not below `n`: its logarithm. */
static uint32_t log2_above(uint32_t n)
{
    uint32_t bits = 0;
    while (UINT32_C(1) << bits < n)
        bits++;
    return bits;
}

static void init_hashes(address_map *map, const sim_config *config)
{
    const uint32_t channels = (uint32_t)map->channels.divisor;
    map->partition_index = (uint8_t)config->partition_index;
    map->draw = config->partition_seed ? poise_mix((uint64_t)config->partition_seed) : 0;
    map->hashes_sets = config->l2_index == L2_INDEX_IPOLY && config->l2_sets > 1;
    map->all_banks = channels * map->banks_per_channel_count;
    /* The unit's number still holds the bits of the bank where the number of channels is a power of two; with
     * others GPGPU-Sim hashes them as well [GS addrdec.cc]. */
    if (1u << log2_above(channels) == channels)
        map->bank_bits_high = log2_above(map->banks_per_channel_count);
    const uint32_t bits = log2_above(channels) + log2_above(map->banks_per_channel_count);
    if (map->partition_index == PARTITION_IPOLY && bits)
        index_hash_init(&map->banks_hash, bits);
    if (map->hashes_sets)
        index_hash_init(&map->sets_hash, log2_above(config->l2_sets));
}

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
        .bank_row_mask = config->dram_bank_index == BANK_INDEX_XOR ? config->dram_banks - 1 : 0,
        .half_dram_banks = divider_make(config->dram_banks / 2),
        .by_frames = config->channel_interleave == INTERLEAVE_FRAMES,
        .interleave_bytes = config->dram_interleave_bytes,
        .l1_sets = config->l1_sets,
        .l1_mask = config->l1_sets & (config->l1_sets - 1) ? 0 : config->l1_sets - 1,
        .l1_divider = divider_make(config->l1_sets),
        .l1_hash = (uint32_t)config->l1_index,
        .banks_per_channel_count = (uint32_t)per_channel,
        .bank_bit = config->l2_interleave_bytes ? log2_above(config->l2_interleave_bytes) : 8,
    };
    map->piece_shift =
        log2_above(config->l2_interleave_bytes ? config->l2_interleave_bytes : config->dram_interleave_bytes);
    map->pieces_shift = log2_above(config->dram_interleave_bytes) - map->piece_shift;
    init_hashes(map, config);
}
