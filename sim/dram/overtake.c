/* dram_service = queue: a bank has as many requests as the policy gives it, and they have their places of the
 * scheduler's queue until rows have been opened for them. The policy is asked for one as late as can be, when
 * a command for it may go, so that it chooses among all that have come by then; what it has given may be
 * overtaken by others that can go earlier. As in Ramulator 2: a column goes before a command to a row; a
 * request whose row was opened for it before others; no row is closed that a given request is for. Of the
 * rest `dram_first` chooses. A policy that gives a request for another row of its bank though one for the
 * open row waits, as fcfs does, is asked for no more until that row is open. */
#include "sim/dram/dram.h"

/* A command that may go now, the best so far. */
typedef struct candidate {
    uint16_t job;
    bool is_ready; /* otherwise the policy has it, and may give another one */
    bool is_found;
} candidate;

static bool is_hit(const dram_channel *channel, const dram_job *job)
{
    return channel->open_row[job->bank] == job->row;
}

bool dram_others_hit(const dram_channel *channel, uint32_t b)
{
    if (!channel->overtakes || channel->bank[b].job == DRAM_NO_JOB)
        return false;
    uint16_t i = channel->job[channel->bank[b].job].after;
    while (i != DRAM_NO_JOB && !is_hit(channel, &channel->job[i]))
        i = channel->job[i].after;
    return i != DRAM_NO_JOB;
}

/* ---- the requests that a bank has been given ---- */

static void add_given(dram_channel *channel, uint16_t given)
{
    dram_job *job = &channel->job[given];
    uint16_t *end = &channel->bank[job->bank].job;
    while (*end != DRAM_NO_JOB)
        end = &channel->job[*end].after;
    *end = given;
    job->after = DRAM_NO_JOB;
    channel->given += job->units;
    channel->busy_banks |= 1ull << job->bank;
}

/* Makes it the first of its bank: the one that commands are for. */
static void put_first(dram_channel *channel, uint16_t given)
{
    dram_job *job = &channel->job[given];
    uint16_t *first = &channel->bank[job->bank].job, *at = first;
    while (*at != given)
        at = &channel->job[*at].after;
    *at = job->after;
    job->after = *first;
    *first = given;
}

/* It gives up its place of the queue. */
static void leave_queue(dram_channel *channel, dram_job *job)
{
    if (job->has_row)
        return;
    job->has_row = true;
    channel->given -= job->units;
    dram_ask_policy(channel); /* it may have room now */
}

static void issue_column(dram_channel *channel, uint16_t given, uint64_t cycle)
{
    dram_job *job = &channel->job[given];
    const uint32_t b = job->bank;
    put_first(channel, given);
    leave_queue(channel, job);
    const uint16_t others = job->after;
    dram_column(channel, b, cycle);
    if (channel->bank[b].job != DRAM_NO_JOB || others == DRAM_NO_JOB)
        return;
    channel->bank[b].job = others;
    channel->busy_banks |= 1ull << b;
}

static void issue_row_command(dram_channel *channel, uint16_t given, uint64_t cycle)
{
    dram_job *job = &channel->job[given];
    if (!job->is_stored)
        put_first(channel, given);
    if (channel->open_row[job->bank] == DRAM_NO_ROW)
        leave_queue(channel, job);
    dram_row_command(channel, job->bank, cycle);
}

/* ---- which goes ---- */

/* Whether `a` goes before `b`, of the same kind. */
static bool goes_before(const dram_channel *channel, const dram_job *a, const dram_job *b, uint64_t cycle)
{
    if (a->has_row != b->has_row)
        return a->has_row;
    if (a->bank == b->bank || channel->base->config.dram_first == FIRST_OLDEST)
        return (int32_t)(a->number - b->number) < 0;
    const uint32_t banks = channel->n_banks, turn = banks - dram_first_bank(channel, cycle);
    return (a->bank + turn) % banks < (b->bank + turn) % banks;
}

static void consider(const dram_channel *channel, candidate *best, uint16_t job, bool is_ready,
                     uint64_t cycle)
{
    if (!best->is_found || goes_before(channel, &channel->job[job], &channel->job[best->job], cycle))
        *best = (candidate){.job = job, .is_ready = is_ready, .is_found = true};
}

/* The first of a list from `i` on that reads or writes the open row. */
static uint16_t first_hit(const dram_channel *channel, uint16_t i, bool is_write)
{
    while (i != DRAM_NO_JOB && (!is_hit(channel, &channel->job[i]) || channel->job[i].is_write != is_write))
        i = channel->job[i].after;
    return i;
}

/* Banks in which reads or writes could go if their rows are open. */
static uint64_t columns_allowed(const dram_channel *channel, bool is_write, uint64_t cycle)
{
    if (channel->last_column + channel->times.ccd > cycle ||
        (is_write ? channel->write_at : channel->read_at) > cycle)
        return 0;
    uint64_t banks = channel->busy_banks | channel->banks_waiting;
    for (uint32_t i = 0; i < channel->base->config.dram_bank_groups; i++) {
        const dram_bank_group *group = &channel->group[i];
        if (later(group->column_at, is_write ? group->write_at : group->read_at) > cycle)
            banks &= ~group->banks;
    }
    return banks;
}

/* Whether the policy has given bank `b` a request for another row than the open one. */
static bool wants_another_row(const dram_channel *channel, uint32_t b)
{
    uint16_t i = channel->bank[b].job;
    while (i != DRAM_NO_JOB && is_hit(channel, &channel->job[i]))
        i = channel->job[i].after;
    return i != DRAM_NO_JOB;
}

/* Whether the policy has given bank `b` a request that came after `job`, which it keeps: it has a reason,
 * such as that reads wait for writes. */
static bool is_kept(const dram_channel *channel, uint32_t b, const dram_job *job)
{
    uint16_t i = channel->bank[b].job;
    while (i != DRAM_NO_JOB &&
           (channel->job[i].has_row || (int32_t)(channel->job[i].number - job->number) < 0))
        i = channel->job[i].after;
    return i != DRAM_NO_JOB;
}

/* The best column that reads or writes; of banks `unasked` also such that the policy has. */
static void find_column(const dram_channel *channel, bool is_write, uint64_t unasked, uint64_t cycle,
                        candidate *best)
{
    for (uint64_t banks = columns_allowed(channel, is_write, cycle); banks; banks &= banks - 1) {
        const uint32_t b = (uint32_t)__builtin_ctzll(banks);
        if (channel->open_row[b] == DRAM_NO_ROW || channel->bank[b].column_at > cycle)
            continue;
        uint16_t job = first_hit(channel, channel->bank[b].job, is_write);
        if (job != DRAM_NO_JOB)
            consider(channel, best, job, true, cycle);
        if (!(unasked & channel->banks_waiting & 1ull << b) || !channel->waits[b].hits[is_write] ||
            wants_another_row(channel, b))
            continue;
        job = first_hit(channel, channel->waits[b].oldest, is_write);
        if (is_kept(channel, b, &channel->job[job]))
            continue;
        consider(channel, best, job, false, cycle);
    }
}

/* Banks whose rows may be opened, or closed: that no given request keeps open. */
static uint64_t rows_allowed(const dram_channel *channel, uint64_t cycle)
{
    uint64_t opens = 0, closes = 0;
    for (uint64_t banks = channel->busy_banks | channel->banks_waiting; banks; banks &= banks - 1) {
        const uint32_t b = (uint32_t)__builtin_ctzll(banks);
        const dram_bank *bank = &channel->bank[b];
        if (channel->open_row[b] == DRAM_NO_ROW)
            opens |= (uint64_t)(bank->activate_at <= cycle) << b;
        else if (bank->precharge_at <= cycle && first_hit(channel, bank->job, false) == DRAM_NO_JOB &&
                 first_hit(channel, bank->job, true) == DRAM_NO_JOB)
            closes |= (uint64_t)1 << b;
    }
    return dram_activates_allowed(channel, opens, cycle) | (channel->precharge_at <= cycle ? closes : 0);
}

/* Whether none of the requests that wait for bank `b` is for its open row: it is closed whichever the policy
 * gives, and the policy is asked for one when the row is. */
static bool closes_anyway(const dram_channel *channel, uint32_t b)
{
    const dram_waiting *of_bank = &channel->waits[b];
    return channel->open_row[b] != DRAM_NO_ROW && !of_bank->hits[0] && !of_bank->hits[1];
}

static void find_row_command(const dram_channel *channel, uint64_t unasked, uint64_t cycle, candidate *best)
{
    for (uint64_t banks = rows_allowed(channel, cycle); banks; banks &= banks - 1) {
        const uint32_t b = (uint32_t)__builtin_ctzll(banks);
        uint16_t job = channel->bank[b].job;
        if (job != DRAM_NO_JOB) {
            for (uint16_t i = job; i != DRAM_NO_JOB; i = channel->job[i].after)
                consider(channel, best, i, true, cycle);
        } else if (unasked & channel->banks_waiting & 1ull << b) {
            consider(channel, best, channel->waits[b].oldest, closes_anyway(channel, b), cycle);
        }
    }
}

/* Asks the policy for what it has for the bank of the candidate; if that is nothing, not again in this cycle.
 */
static void ask(dram_channel *channel, const candidate *wanted, uint64_t *unasked, uint64_t cycle)
{
    const uint32_t b = channel->job[wanted->job].bank;
    const uint16_t given = dram_take_request(channel, 1ull << b, b, cycle);
    if (given == DRAM_NO_JOB)
        *unasked &= ~(1ull << b);
    else
        add_given(channel, given);
}

/* Finds the best candidate until it is one that a bank has been given. */
static candidate choose(dram_channel *channel, bool is_column, uint64_t cycle)
{
    uint64_t unasked = ~0ull;
    for (;;) {
        candidate best = {0};
        if (is_column) {
            find_column(channel, false, unasked, cycle, &best);
            find_column(channel, true, unasked, cycle, &best);
        } else {
            find_row_command(channel, unasked, cycle, &best);
        }
        if (!best.is_found || best.is_ready)
            return best;
        ask(channel, &best, &unasked, cycle);
    }
}

uint64_t dram_command_overtaking(dram_channel *channel, uint64_t cycle)
{
    if (channel->command_bus_at > cycle)
        return channel->command_bus_at;
    if (channel->refresh_due <= cycle)
        return dram_refresh(channel, cycle);
    candidate chosen = choose(channel, true, cycle);
    if (chosen.is_found) {
        issue_column(channel, chosen.job, cycle);
    } else {
        chosen = choose(channel, false, cycle);
        if (chosen.is_found)
            issue_row_command(channel, chosen.job, cycle);
    }
    return channel->busy_banks | channel->banks_waiting ? cycle + 1 : UINT64_MAX;
}
