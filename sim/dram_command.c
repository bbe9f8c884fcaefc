/* DRAM commands and the timing rules between them. */
#include "sim/gpu.h"

void dram_classify(dram_channel *channel, uint32_t b)
{
    const dram_bank *bank = &channel->bank[b];
    uint64_t bit = 1ull << b;
    channel->column_banks &= ~bit;
    channel->activate_banks &= ~bit;
    channel->precharge_banks &= ~bit;
    if (bank->job == DRAM_NO_JOB)
        return;
    if (bank->open_row == channel->job[bank->job].row)
        channel->column_banks |= bit;
    else if (bank->open_row == DRAM_NO_ROW)
        channel->activate_banks |= bit;
    else
        channel->precharge_banks |= bit;
}

/* Earliest cycles of the next command of a bank, by kind. */

static uint64_t column_time(const gpu *g, const dram_channel *channel, const dram_bank *bank)
{
    uint64_t after_column =
        later(channel->last_column + (uint64_t)g->config.t_ccd, channel->group_at[bank->group]);
    uint64_t bus = channel->job[bank->job].is_write ? channel->write_at : channel->read_at;
    return later(bank->column_at, later(after_column, bus));
}

static uint64_t activate_time(const gpu *g, const dram_channel *channel, const dram_bank *bank)
{
    return later(bank->activate_at, channel->last_activate + (uint64_t)g->config.t_rrd);
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
    dram_classify(channel, (uint32_t)(bank - channel->bank));
    if (job->is_write) {
        dram_release_job(channel, index, cycle);
        return;
    }
    /* Sectors are answered one an L2 cycle, the last when it is there: the first ones start before. */
    uint64_t lead = (uint64_t)((job->units - 1) * g->config.dram_mhz / g->config.l2_mhz);
    uint64_t data = (uint64_t)(g->config.t_cl + g->config.t_ccd);
    *dram_timed_fifo_push(&channel->returns) =
        (dram_timed){.ready = cycle + (data > lead ? data - lead : 0),
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
    channel->group_at[bank->group] = cycle + (uint64_t)c->t_ccdl;
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
        dram_classify(channel, b);
        return;
    }
    bank->open_row = job->row;
    channel->last_activate = cycle;
    bank->column_at = cycle + (uint64_t)c->t_rcd;
    bank->precharge_at = cycle + (uint64_t)c->t_ras;
    bank->activate_at = cycle + (uint64_t)c->t_rc;
    dram_classify(channel, b);
}

/* What a pass over the banks finds: the first in turn that can have its command now, and when the others can
 * at the earliest. */
typedef struct candidate {
    uint32_t best; /* no bank when n_banks */
    uint64_t next;
} candidate;

static void consider(candidate *found, uint32_t none, uint32_t b, uint64_t when, uint64_t cycle)
{
    if (when <= cycle && found->best == none)
        found->best = b;
    else
        found->next = earlier(found->next, when);
}

/* Issues at most one command: a column if any can go, otherwise a row command, the banks taking turns.
 * The time of the next is a lower bound: this command may delay it. */
uint64_t dram_command(gpu *g, dram_channel *channel, uint64_t cycle)
{
    if (channel->command_at > cycle)
        return channel->command_at;
    uint32_t none = channel->n_banks;
    candidate columns = {none, UINT64_MAX}, rows = {none, UINT64_MAX};
    uint64_t turn = ~0ull << dram_first_bank(channel, cycle);
    for (uint32_t half = 0; half < 2; half++, turn = ~turn) {
        for (uint64_t banks = channel->column_banks & turn; banks; banks &= banks - 1) {
            uint32_t b = (uint32_t)__builtin_ctzll(banks);
            consider(&columns, none, b, column_time(g, channel, &channel->bank[b]), cycle);
        }
        for (uint64_t banks = (channel->activate_banks | channel->precharge_banks) & turn; banks;
             banks &= banks - 1) {
            uint32_t b = (uint32_t)__builtin_ctzll(banks);
            const dram_bank *bank = &channel->bank[b];
            consider(&rows, none, b,
                     channel->activate_banks >> b & 1 ? activate_time(g, channel, bank) : bank->precharge_at,
                     cycle);
        }
    }
    uint64_t next = earlier(columns.next, rows.next);
    if (columns.best != none) {
        column(g, channel, columns.best, cycle);
        next = earlier(rows.best != none ? cycle + 1 : rows.next,
                       later(columns.next, cycle + (uint64_t)g->config.t_ccd));
        if (channel->column_banks >> columns.best & 1)
            next = earlier(next, column_time(g, channel, &channel->bank[columns.best]));
    } else if (rows.best != none) {
        row(g, channel, rows.best, cycle);
        next = cycle + 1;
    }
    channel->command_at = later(next, cycle + 1);
    return channel->command_at;
}
