/* DRAM commands and the timing rules between them. */
#include "sim/dram/dram.h"

/* Cycle from which the bank itself allows its next command; *kind is the mask of the banks that wait for one
 * of that kind. */
static uint64_t bank_time(dram_channel *channel, uint32_t b, uint64_t **kind)
{
    const dram_bank *bank = &channel->bank[b];
    if (channel->open_row[b] == channel->job[bank->job].row) {
        *kind = &channel->ready_columns;
        return bank->column_at;
    }
    if (channel->open_row[b] == DRAM_NO_ROW) {
        *kind = &channel->ready_activates;
        return bank->activate_at;
    }
    *kind = &channel->ready_precharges;
    return bank->precharge_at;
}

void dram_place(dram_channel *channel, uint32_t b, uint64_t cycle)
{
    uint64_t bit = 1ull << b;
    channel->ready_columns &= ~bit;
    channel->ready_activates &= ~bit;
    channel->ready_precharges &= ~bit;
    if (channel->bank[b].job == DRAM_NO_JOB || channel->overtakes)
        return;
    uint64_t *kind, when = bank_time(channel, b, &kind);
    if (when <= cycle) {
        *kind |= bit;
        return;
    }
    when = earlier(when, cycle + DRAM_CALENDAR - 1); /* looked at again then */
    channel->due[when % DRAM_CALENDAR] |= bit;
    channel->due_any |= 1ull << when % DRAM_CALENDAR;
}

/* The bits of a calendar from that of `cycle` on, as the lowest, and back. */
static uint64_t turned_from(uint64_t bits, uint64_t cycle)
{
    uint32_t turn = (uint32_t)cycle % DRAM_CALENDAR;
    return bits >> turn | bits << (-turn % DRAM_CALENDAR);
}

static uint64_t turned_to(uint64_t bits, uint64_t cycle)
{
    return turned_from(bits, -cycle);
}

/* Banks that have become ready since the calendar was looked at last. */
static void serve_calendar(dram_channel *channel, uint64_t cycle)
{
    uint64_t passed = cycle - channel->calendar_at;
    uint64_t passing = passed >= DRAM_CALENDAR ? ~0ull : (1ull << passed) - 1;
    passing = turned_to(passing, channel->calendar_at + 1) & channel->due_any;
    channel->due_any &= ~passing;
    channel->calendar_at = cycle;
    for (; passing; passing &= passing - 1) {
        uint64_t *due = &channel->due[__builtin_ctzll(passing)], banks = *due;
        *due = 0;
        for (; banks; banks &= banks - 1)
            dram_place(channel, (uint32_t)__builtin_ctzll(banks), cycle);
    }
}

/* The next cycle in which a bank becomes ready, UINT64_MAX if none. */
static uint64_t next_due(const dram_channel *channel, uint64_t cycle)
{
    if (!channel->due_any)
        return UINT64_MAX;
    return cycle + 1 + (uint64_t)__builtin_ctzll(turned_from(channel->due_any, cycle + 1));
}

static void tell_front_end(dram_channel *channel, timed_queue *queue, const dram_timed *done, uint64_t seen)
{
    *timed_queue_push(queue) = *done;
    channel->first_done = earlier(channel->first_done, seen);
}

static void count_job(sim_counters *count, const dram_job *job, uint64_t cycle)
{
    count->dram_row_hits += !job->opened_row;
    count->dram_writes += job->is_write;
    if (job->is_write)
        return;
    uint64_t latency = (cycle - job->entered) * job->units;
    bool of_walk = job->request.kind == MEM_TRANSLATION;
    count->dram_reads += job->units;
    count->dram_walk_reads += of_walk ? job->units : 0;
    count->dram_read_latency += latency;
    count->dram_walk_latency += of_walk ? latency : 0;
}

/* dram_row = closed: with its last column a request closes its row, when a precharge might, unless another
 * one waits for it. That takes no place on the command bus [JEDEC: auto-precharge]. */
static void close_after(dram_channel *channel, uint32_t b)
{
    dram_bank *bank = &channel->bank[b];
    if (channel->waits[b].hits[0] || channel->waits[b].hits[1] || dram_others_hit(channel, b))
        return;
    channel->open_row[b] = DRAM_NO_ROW;
    bank->activate_at = later(bank->activate_at, bank->precharge_at + channel->times.rp);
}

/* Of the job that `bank` serves, whose column goes at `cycle`, a unit has been read: each is an access of its
 * own, and comes back when it is there [GS]. */
static void return_unit(dram_channel *channel, const dram_bank *bank, uint64_t cycle)
{
    dram_job *job = &channel->job[bank->job];
    const bool is_last = job->columns_left == 0;
    const uint8_t first = (uint8_t)(job->sectors_left & -job->sectors_left);
    const dram_timed done = {.ready = cycle + channel->times.read,
                             .job = bank->job,
                             .input = job->input,
                             .tag = job->tag,
                             .sectors = is_last ? job->sectors_left : first,
                             .is_last = is_last};
    job->sectors_left &= (uint8_t)~first;
    timed_queue *returns = dram_is_of_cpu(channel, job) ? &channel->cpu_returns : &channel->returns;
    tell_front_end(channel, returns, &done, done.ready);
}

static void finish_job(dram_channel *channel, dram_bank *bank, uint64_t cycle)
{
    uint16_t index = bank->job;
    dram_job *job = &channel->job[index];
    if (channel->base->config.dram_row == ROW_CLOSED)
        close_after(channel, job->bank);
    if (channel->policy->done) {
        channel->policy->done(channel->policy_state, index, cycle);
        dram_ask_policy(channel);
    }
    count_job(&channel->count[job->request.app], job, cycle);
    channel->busy_banks &= ~(1ull << (uint32_t)(bank - channel->bank));
    bank->job = DRAM_NO_JOB;
    dram_place(channel, (uint32_t)(bank - channel->bank), cycle);
    if (!job->is_write)
        return;
    const dram_timed done = {.ready = cycle, .job = index};
    tell_front_end(channel, &channel->written, &done, cycle + 1);
}

static void column_in_group(dram_channel *channel, dram_bank_group *group, bool is_write, uint64_t cycle)
{
    const dram_times *times = &channel->times;
    group->column_at = cycle + times->ccdl;
    channel->groups_at = later(channel->groups_at, group->column_at);
    if (!is_write)
        return;
    group->read_at = cycle + times->write_to_readl;
    group->write_at = cycle + times->ccdl_write;
    channel->groups_at = later(channel->groups_at, later(group->read_at, group->write_at));
}

/* The next row command of this kind in the group goes in cycle `when` at the earliest. */
static void next_row_in_group(dram_channel *channel, dram_bank_group *group, dram_row_kind kind,
                              uint64_t when)
{
    group->row_at[kind] = channel->group_row_at[kind] = when;
}

/* A column: moves one burst. */
void dram_column(dram_channel *channel, uint32_t b, uint64_t cycle)
{
    const dram_times *times = &channel->times;
    dram_bank *bank = &channel->bank[b];
    dram_job *job = &channel->job[bank->job];
    channel->last_column = cycle;
    channel->command_bus_at = cycle + 1 + times->longer;
    column_in_group(channel, &channel->group[bank->group], job->is_write, cycle);
    channel->count[job->request.app].dram_busy += times->ccd;
    if (job->is_write) {
        channel->read_at = later(channel->read_at, cycle + times->write_to_read);
        bank->precharge_at = later(bank->precharge_at, cycle + times->write_to_precharge);
    } else {
        channel->write_at = later(channel->write_at, cycle + times->read_to_write);
        bank->precharge_at = later(bank->precharge_at, cycle + times->rtpl);
        if (channel->base->config.dram_precharge == PRECHARGE_GROUP)
            next_row_in_group(channel, &channel->group[bank->group], DRAM_ROW_PRECHARGE, cycle + times->rtpl);
    }
    job->columns_left--;
    if (!job->is_write && job->columns_left % job->unit_columns == 0)
        return_unit(channel, bank, cycle);
    if (job->columns_left == 0)
        finish_job(channel, bank, cycle);
}

/* When an activate allows the next one: tRRD, tRRD_L in its group, and four of them in tFAW. */
static void activate_elsewhere(dram_channel *channel, dram_bank_group *group, uint64_t cycle)
{
    const dram_times *times = &channel->times;
    channel->window_at[channel->window_next] = cycle + times->faw;
    channel->window_next = (channel->window_next + 1) % 4;
    channel->activate_at = later(cycle + times->rrd, channel->window_at[channel->window_next]);
    next_row_in_group(channel, group, DRAM_ROW_ACTIVATE, cycle + times->rrdl);
}

void dram_row_command(dram_channel *channel, uint32_t b, uint64_t cycle)
{
    const dram_times *times = &channel->times;
    dram_bank *bank = &channel->bank[b];
    if (bank->job != DRAM_NO_JOB)
        channel->job[bank->job].opened_row = true;
    channel->scan = (b + 1) % channel->n_banks;
    if (channel->open_row[b] != DRAM_NO_ROW) {
        channel->open_row[b] = DRAM_NO_ROW;
        bank->activate_at = later(bank->activate_at, cycle + times->rp);
        channel->precharge_at = cycle + times->ppd;
        dram_waiting_count(channel, b);
        dram_place(channel, b, cycle);
        return;
    }
    channel->open_row[b] = channel->job[bank->job].row; /* nobody opens a row for nothing */
    channel->command_bus_at = cycle + 1 + times->longer;
    dram_waiting_count(channel, b);
    activate_elsewhere(channel, &channel->group[bank->group], cycle);
    bank->column_at = cycle + (channel->job[bank->job].is_write ? times->rcd_write : times->rcd);
    bank->precharge_at = cycle + times->ras;
    bank->activate_at = cycle + times->rc;
    dram_place(channel, b, cycle);
}

/* The one of `banks` whose request came first; numbers may wrap. */
static uint32_t oldest(const dram_channel *channel, uint64_t banks)
{
    uint32_t first = (uint32_t)__builtin_ctzll(banks);
    for (; banks; banks &= banks - 1) {
        const uint32_t b = (uint32_t)__builtin_ctzll(banks);
        if ((int32_t)(channel->job[channel->bank[b].job].number -
                      channel->job[channel->bank[first].job].number) < 0)
            first = b;
    }
    return first;
}

/* The first of `banks` from bank `from` on, or n_banks. */
static uint32_t first_from(const dram_channel *channel, uint64_t banks, uint32_t from)
{
    const uint64_t ahead = banks & ~0ull << from;
    return banks ? (uint32_t)__builtin_ctzll(ahead ? ahead : banks) : channel->n_banks;
}

/* The first of `banks`, in turn or by age, or n_banks. */
static uint32_t first_bank(const dram_channel *channel, uint64_t banks, uint64_t cycle)
{
    if (banks && channel->base->config.dram_first == FIRST_OLDEST)
        return oldest(channel, banks);
    return first_from(channel, banks, dram_first_bank(channel, cycle));
}

/* Of the banks `allowed` a column, those whose group allows it. */
static uint64_t columns_of_groups(const dram_channel *channel, uint64_t allowed, uint64_t cycle)
{
    for (uint32_t i = 0; allowed && i < channel->base->config.dram_bank_groups; i++) {
        const dram_bank_group *group = &channel->group[i];
        if (group->column_at > cycle)
            allowed &= ~group->banks;
        if (group->read_at > cycle)
            allowed &= ~group->banks | channel->writing;
        if (group->write_at > cycle)
            allowed &= ~(group->banks & channel->writing);
    }
    return allowed;
}

/* Of the banks ready for a column, those that the data bus and their bank group allow one. */
static uint64_t columns_allowed(const dram_channel *channel, uint64_t cycle)
{
    if (channel->last_column + channel->times.ccd > cycle)
        return 0;
    uint64_t allowed = channel->ready_columns;
    if (channel->read_at > cycle)
        allowed &= channel->writing;
    if (channel->write_at > cycle)
        allowed &= ~channel->writing;
    return channel->groups_at <= cycle ? allowed : columns_of_groups(channel, allowed, cycle);
}

/* Of `banks`, those whose group allows this row command. */
static uint64_t rows_of_groups(const dram_channel *channel, uint64_t banks, dram_row_kind kind,
                               uint64_t cycle)
{
    if (channel->group_row_at[kind] <= cycle)
        return banks;
    for (uint32_t i = 0; banks && i < channel->base->config.dram_bank_groups; i++)
        if (channel->group[i].row_at[kind] > cycle)
            banks &= ~channel->group[i].banks;
    return banks;
}

uint64_t dram_activates_allowed(const dram_channel *channel, uint64_t banks, uint64_t cycle)
{
    return channel->activate_at <= cycle ? rows_of_groups(channel, banks, DRAM_ROW_ACTIVATE, cycle) : 0;
}

static uint64_t precharges_allowed(const dram_channel *channel, uint64_t cycle)
{
    return channel->precharge_at <= cycle
               ? rows_of_groups(channel, channel->ready_precharges, DRAM_ROW_PRECHARGE, cycle)
               : 0;
}

static uint64_t rows_allowed(const dram_channel *channel, uint64_t cycle)
{
    return precharges_allowed(channel, cycle) |
           dram_activates_allowed(channel, channel->ready_activates, cycle);
}

/* When the next command can go at the earliest. */
static uint64_t next_command(const dram_channel *channel, uint64_t cycle)
{
    uint64_t next = next_due(channel, cycle);
    if (channel->ready_columns)
        next = earlier(next, later(channel->last_column + channel->times.ccd,
                                   earlier(channel->read_at, channel->write_at)));
    if (channel->ready_activates)
        next = earlier(next, channel->activate_at);
    if (channel->ready_precharges)
        next = earlier(next, later(cycle + 1, channel->precharge_at));
    if (channel->busy_banks)
        next = earlier(next, channel->refresh_due);
    return later(next, later(cycle + 1, channel->command_bus_at));
}

/* A column if any can go, otherwise a row command, or both where each has a bus. */
static void command_columns_first(dram_channel *channel, uint64_t cycle)
{
    const uint32_t column = first_bank(channel, columns_allowed(channel, cycle), cycle);
    if (column < channel->n_banks)
        dram_column(channel, column, cycle);
    if (column < channel->n_banks && !channel->base->config.dram_dual_bus)
        return;
    const uint32_t row = first_bank(channel, rows_allowed(channel, cycle), cycle);
    if (row < channel->n_banks)
        dram_row_command(channel, row, cycle);
}

/* GPGPU-Sim asks one bank after the other whether it can give a column and, as long as none has, a row
 * command: one of each goes if the row command is found first. That moves the beginning of the scan, from
 * which the number of the next bank is counted on: as many banks are passed over as have been asked. */
static void command_by_scan(dram_channel *channel, uint64_t cycle)
{
    const uint32_t n = channel->n_banks, from = channel->scan;
    const uint64_t columns = columns_allowed(channel, cycle);
    const uint32_t column = first_from(channel, columns, from),
                   row = first_from(channel, rows_allowed(channel, cycle), from);
    const uint32_t asked = (row + n - from) % n + 1;
    if (column < n && (row == n || (column + n - from) % n + 1 < asked)) {
        dram_column(channel, column, cycle);
        return;
    }
    if (row == n)
        return;
    dram_row_command(channel, row, cycle);
    uint64_t left = columns;
    for (uint32_t i = 1; i <= asked; i++)
        left &= ~(1ull << (row + i) % n);
    const uint32_t behind = first_from(channel, left, (row + asked + 1) % n);
    if (behind < n)
        dram_column(channel, behind, cycle);
}

uint64_t dram_command(dram_channel *channel, uint64_t cycle)
{
    if (channel->command_at > cycle)
        return channel->command_at;
    serve_calendar(channel, cycle);
    if (channel->refresh_due <= cycle)
        return channel->command_at = dram_refresh(channel, cycle);
    if (channel->base->config.dram_first == FIRST_SCAN && !channel->base->config.dram_dual_bus)
        command_by_scan(channel, cycle);
    else
        command_columns_first(channel, cycle);
    channel->command_at = next_command(channel, cycle);
    return channel->command_at;
}
