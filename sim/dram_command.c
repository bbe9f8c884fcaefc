/* DRAM commands and the timing rules between them. */
#include "sim/gpu.h"

/* Earliest cycle of the next command of a busy bank; *is_column tells which kind it is. */
static uint64_t command_time(const gpu *g, const dram_channel *channel, uint32_t b, bool *is_column)
{
    const sim_config *c = &g->config;
    const dram_bank *bank = &channel->bank[b];
    const dram_job *job = &channel->job[bank->job];
    *is_column = bank->open_row == job->row;
    if (*is_column) {
        bool same_group = bank->group == channel->last_group && c->t_ccdl > c->t_ccd;
        uint64_t after_column = channel->last_column + (uint64_t)(same_group ? c->t_ccdl : c->t_ccd);
        uint64_t bus = job->is_write ? channel->write_at : channel->read_at;
        return later(bank->column_at, later(after_column, bus));
    }
    if (bank->open_row != DRAM_NO_ROW)
        return bank->precharge_at;
    return later(bank->activate_at, channel->last_activate + (uint64_t)c->t_rrd);
}

static void finish_job(gpu *g, dram_channel *channel, dram_bank *bank, uint64_t cycle)
{
    uint16_t index = bank->job;
    dram_job *job = &channel->job[index];
    channel->count.dram_row_hits += !job->opened_row;
    channel->count.dram_reads += job->is_write ? 0 : job->units;
    channel->count.dram_writes += job->is_write;
    channel->busy_banks &= ~(1ull << (uint32_t)(bank - channel->bank));
    bank->job = DRAM_NO_JOB;
    if (job->is_write) {
        dram_release_job(channel, index, cycle);
        return;
    }
    *dram_timed_fifo_push(&channel->returns) =
        (dram_timed){.ready = cycle + (uint64_t)(g->config.t_cl + g->config.t_ccd),
                     .job = index,
                     .l2_bank = job->l2_bank,
                     .mshr = job->mshr,
                     .sectors = job->sectors};
}

/* A column: moves one burst. The turn-around times are GPGPU-Sim's: read to write CL + burst + 2 - WL, write
 * to read WL + burst + CDLR, write to precharge WL + burst + WR. */
static void column(gpu *g, dram_channel *channel, uint32_t b, uint64_t cycle)
{
    const sim_config *c = &g->config;
    dram_bank *bank = &channel->bank[b];
    dram_job *job = &channel->job[bank->job];
    uint64_t burst = (uint64_t)c->t_ccd;
    channel->last_column = cycle;
    channel->last_group = bank->group;
    channel->count.dram_busy += burst;
    if (job->is_write) {
        channel->read_at = later(channel->read_at, cycle + (uint64_t)(c->t_wl + c->t_cdlr) + burst);
        bank->precharge_at = later(bank->precharge_at, cycle + (uint64_t)(c->t_wl + c->t_wr) + burst);
    } else {
        uint64_t turn = (uint64_t)c->t_cl + burst + 2;
        channel->write_at =
            later(channel->write_at, cycle + (turn > (uint64_t)c->t_wl ? turn - (uint64_t)c->t_wl : 0));
        bank->precharge_at = later(bank->precharge_at, cycle + (uint64_t)c->t_rtpl);
    }
    if (--job->columns_left == 0)
        finish_job(g, channel, bank, cycle);
}

static void row(const gpu *g, dram_channel *channel, uint32_t b, uint64_t cycle)
{
    const sim_config *c = &g->config;
    dram_bank *bank = &channel->bank[b];
    dram_job *job = &channel->job[bank->job];
    job->opened_row = true;
    if (bank->open_row != DRAM_NO_ROW) {
        bank->open_row = DRAM_NO_ROW;
        bank->activate_at = later(bank->activate_at, cycle + (uint64_t)c->t_rp);
        return;
    }
    bank->open_row = job->row;
    channel->last_activate = cycle;
    bank->column_at = cycle + (uint64_t)c->t_rcd;
    bank->precharge_at = cycle + (uint64_t)c->t_ras;
    bank->activate_at = cycle + (uint64_t)c->t_rc;
}

/* The earliest time at which a busy bank can have a command, UINT64_MAX when none is busy. */
static uint64_t next_command(const gpu *g, const dram_channel *channel)
{
    uint64_t next = UINT64_MAX;
    for (uint64_t banks = channel->busy_banks; banks; banks &= banks - 1) {
        bool is_column;
        next = earlier(next, command_time(g, channel, (uint32_t)__builtin_ctzll(banks), &is_column));
    }
    return next;
}

uint64_t dram_command(gpu *g, dram_channel *channel, uint64_t cycle)
{
    if (channel->command_at > cycle)
        return channel->command_at;
    uint32_t best_column = channel->n_banks, best_row = channel->n_banks;
    uint64_t turn = ~0ull << dram_first_bank(channel, cycle);
    for (uint32_t half = 0; half < 2; half++) {
        for (uint64_t banks = channel->busy_banks & (half ? ~turn : turn); banks; banks &= banks - 1) {
            uint32_t b = (uint32_t)__builtin_ctzll(banks);
            bool is_column;
            if (command_time(g, channel, b, &is_column) > cycle)
                continue;
            uint32_t *best = is_column ? &best_column : &best_row;
            if (*best == channel->n_banks)
                *best = b;
        }
    }
    if (best_column < channel->n_banks)
        column(g, channel, best_column, cycle);
    else if (best_row < channel->n_banks)
        row(g, channel, best_row, cycle);
    uint64_t next = next_command(g, channel);
    channel->command_at = next > cycle ? next : cycle + 1;
    return channel->command_at;
}
