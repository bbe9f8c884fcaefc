/* What a DRAM channel with requests does when it moves no data, and how full its queue is. Source:
 * [S3.4.2]; the classes are ours. */
#include "sim/dram/dram.h"

/* Cycle from which a bank in service has its row open, UINT64_MAX when none will before something happens. */
static uint64_t first_open_row(const dram_channel *channel)
{
    uint64_t first = UINT64_MAX;
    for (uint64_t banks = channel->busy_banks; banks; banks &= banks - 1) {
        uint32_t b = (uint32_t)__builtin_ctzll(banks);
        const dram_bank *bank = &channel->bank[b];
        if (channel->open_row[b] == channel->job[bank->job].row)
            first = earlier(first, bank->column_at);
    }
    return first;
}

/* `from` .. `end` without data. */
static void count_without_data(dram_channel *channel, uint64_t from, uint64_t end)
{
    uint64_t *dram = channel->stalls->statistics.dram;
    if (!channel->busy_banks) {
        dram[DRAM_CAUSE_BANK] += end - from;
        return;
    }
    uint64_t open = first_open_row(channel);
    uint64_t split = open < from ? from : earlier(open, end);
    dram[DRAM_CAUSE_ROW] += split - from;
    dram[DRAM_CAUSE_BUS] += end - split;
}

uint64_t dram_data_end(const dram_channel *channel)
{
    return channel->last_column ? channel->last_column + channel->base->config.t_ccd : 0;
}

void dram_stalls_settle(dram_channel *channel, uint64_t end)
{
    sim_bottleneck *statistics = &channel->stalls->statistics;
    uint64_t from = channel->stalls->since;
    if (end <= from)
        return;
    channel->stalls->since = end;
    if (channel->waiting)
        statistics->dram_queue[occupancy_bin(channel->waiting, channel->entries)] += end - from;
    statistics->dram_banks += (uint64_t)__builtin_popcountll(channel->busy_banks) * (end - from);
    uint64_t data_end = later(from, earlier(dram_data_end(channel), end));
    statistics->dram_data += data_end - from;
    statistics->dram_active += data_end - from;
    if (!channel->waiting && !channel->busy_banks)
        return;
    statistics->dram_active += end - data_end;
    count_without_data(channel, data_end, end);
}
