/* Refresh of all banks of a channel at once, every tREFI. When it is due the channel gives no other command:
 * it waits until all open rows may be closed, closes them with one precharge of all banks, refreshes tRP
 * later, and rows can be opened again tRFC after that. A refresh is never put off (our choice: JEDEC allows
 * to do so). What the bank of a request has open then is lost; its request opens the row again, which makes
 * it no row hit. */
#include "sim/dram/dram.h"

static bool has_open_row(const dram_channel *channel)
{
    for (uint32_t b = 0; b < channel->n_banks; b++)
        if (channel->open_row[b] != DRAM_NO_ROW)
            return true;
    return false;
}

/* Earliest cycle of the next command towards the refresh that is due next. */
static uint64_t next_step(const dram_channel *channel)
{
    bool closes = has_open_row(channel);
    uint64_t when = later(channel->refresh_due, channel->command_bus_at);
    if (closes)
        when = later(when, channel->precharge_at);
    for (uint32_t b = 0; b < channel->n_banks; b++)
        if (!closes)
            when = later(when, channel->bank[b].activate_at + channel->times.longer);
        else if (channel->open_row[b] != DRAM_NO_ROW)
            when = later(when, channel->bank[b].precharge_at);
    return when;
}

static void precharge_all(dram_channel *channel, uint64_t cycle)
{
    for (uint32_t b = 0; b < channel->n_banks; b++) {
        dram_bank *bank = &channel->bank[b];
        if (channel->open_row[b] == DRAM_NO_ROW)
            continue;
        channel->open_row[b] = DRAM_NO_ROW;
        bank->activate_at = later(bank->activate_at, cycle + channel->times.rp);
        dram_waiting_count(channel, b);
    }
}

static void refresh_all(dram_channel *channel, uint64_t cycle)
{
    for (uint32_t b = 0; b < channel->n_banks; b++)
        channel->bank[b].activate_at = cycle + channel->times.rfc;
    channel->refresh_due += channel->times.refi;
    channel->refreshes++;
}

/* The command of next_step in its cycle. */
static void step(dram_channel *channel, uint64_t cycle)
{
    if (has_open_row(channel))
        precharge_all(channel, cycle);
    else
        refresh_all(channel, cycle);
}

uint64_t dram_refresh(dram_channel *channel, uint64_t cycle)
{
    uint64_t when = next_step(channel);
    if (when > cycle)
        return when;
    step(channel, cycle);
    for (uint64_t banks = channel->busy_banks; banks; banks &= banks - 1)
        dram_place(channel, (uint32_t)__builtin_ctzll(banks), cycle);
    return cycle + 1;
}

void dram_refresh_idle(dram_channel *channel, uint64_t cycle)
{
    for (uint64_t when = next_step(channel); when < cycle; when = next_step(channel))
        step(channel, when);
}
