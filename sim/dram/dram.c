/* Memory channels: construction. */
#include "sim/dram/dram.h"
#include "sim_hooks/guard.h"

#include <stdlib.h>
#include <string.h>

static int create_policy(dram_channel *channel, poise_error *err)
{
    const policy_choice *choice = channel->choice;
    int code = channel->policy->create(&channel->host, choice->options, &channel->policy_state, err);
    return policy_created(choice, code, err);
}

/* Creates the policy, and learns how much it stores. */
static int init_policy(dram_channel *channel, poise_error *err)
{
    int code = create_policy(channel, err);
    if (code != POISE_OK)
        return code;
    channel->entries = channel->policy->entries ? channel->policy->entries(channel->policy_state)
                                                : channel->base->config.dram_queue;
    if (channel->entries >= 1 && channel->entries <= DRAM_MOST_ENTRIES)
        return POISE_OK;
    return poise_fail(err, POISE_FAILED, "DRAM policy %s stores %u requests; 1 to %d must hold",
                      channel->choice->label, channel->entries, DRAM_MOST_ENTRIES);
}

/* What an ideal DRAM has under way: a bank has no more than its MSHRs, and what goes around it. */
static uint32_t ideal_returns(const dram_channel *channel, uint32_t jobs)
{
    const sim_config *config = &channel->base->config;
    return (config->l2_mshrs + config->l2_miss_queue + jobs) * channel->n_bank_inputs;
}

uint32_t dram_most_requests(const dram_channel *channel)
{
    return channel->front.jobs.total;
}

/* The turn-around times are GPGPU-Sim's where the machine has none: read to write CL + burst + 2 - WL, write
 * to read WL + burst + CDLR, write to precharge WL + burst + WR. */
static void set_turns(dram_times *times, const sim_config *c)
{
    const uint32_t burst = c->t_ccd, cl = sim_dram_cycles(c, c->t_cl), wl = sim_dram_cycles(c, c->t_wl);
    const uint32_t turn = cl + burst + 2;
    times->write_to_read = wl + sim_dram_cycles(c, c->t_cdlr) + burst;
    times->write_to_readl = c->t_cdlrl ? wl + sim_dram_cycles(c, c->t_cdlrl) + burst : 0;
    times->write_to_precharge = wl + sim_dram_cycles(c, c->t_wr) + burst;
    times->read_to_write = c->t_rtw ? sim_dram_cycles(c, c->t_rtw) : turn > wl ? turn - wl : 0;
}

/* Commands are known by their first cycles, times by JEDEC count from the last ones: they are longer from a
 * command of two cycles to one of one, and shorter the other way round, as in Ramulator 2. */
static void set_lengths(dram_times *times, const sim_config *c)
{
    const uint32_t longer = times->longer = c->dram_command_cycles - 1;
    times->ras += longer;
    times->rtpl += longer;
    times->write_to_precharge += longer;
    times->rp -= longer;
    times->rfc -= times->rfc > longer ? longer : times->rfc;
}

static dram_times times_of(const sim_config *c)
{
    dram_times times = {.ccd = c->t_ccd,
                        .ccdl = c->t_ccdl,
                        .rrd = sim_dram_cycles(c, c->t_rrd),
                        .rcd = sim_dram_cycles(c, c->t_rcd),
                        .rcd_write = sim_dram_cycles(c, c->t_rcd_write ? c->t_rcd_write : c->t_rcd),
                        .ras = sim_dram_cycles(c, c->t_ras),
                        .rp = sim_dram_cycles(c, c->t_rp),
                        .rc = sim_dram_cycles(c, c->t_rc),
                        .rtpl = sim_dram_cycles(c, c->t_rtpl),
                        .faw = sim_dram_cycles(c, c->t_faw),
                        .ppd = sim_dram_cycles(c, c->t_ppd),
                        .rrdl = sim_dram_cycles(c, c->t_rrdl),
                        .ccdl_write = c->t_ccdl_write,
                        .refi = sim_dram_cycles(c, c->t_refi),
                        .rfc = sim_dram_cycles(c, c->t_rfc),
                        .read = sim_dram_cycles(c, c->t_cl) + c->t_ccd};
    set_turns(&times, c);
    set_lengths(&times, c);
    return times;
}

static bool init_cpus(dram_channel *channel, uint32_t jobs)
{
    sim_base *base = channel->base;
    storage *from = &base->storage;
    const sim_config *config = &base->config;
    uint32_t outside = base->n_cpus * (config->cpu_mshrs + config->cpu_write_queue);
    return dram_access_fifo_init(&channel->front.cpu_requests, from, outside) &&
           timed_queue_init(&channel->cpu_pipe, from, jobs) &&
           timed_queue_init(&channel->cpu_returns, from, jobs);
}

/* The queue may become full or be no longer in each DRAM cycle of two windows. */
static uint32_t most_changes(const dram_channel *channel)
{
    const sim_config *config = &channel->base->config;
    const double cycles = 2 * SIM_LONGEST_WINDOW * config->dram_mhz / config->core_mhz;
    return channel->tells_fullness ? (uint32_t)cycles + 4 : 1;
}

static bool init_queues(dram_channel *channel)
{
    const sim_config *config = &channel->base->config;
    storage *from = &channel->base->storage;
    uint32_t of_banks = dram_most_units(channel), of_cpus = channel->base->n_cpus ? of_banks : 0;
    uint32_t jobs = of_banks + of_cpus;
    /* An empty channel takes a line, whatever it holds otherwise. */
    uint32_t units = (uint32_t)later(of_banks, LINE_SECTORS);
    uint32_t returns = config->memory == MEMORY_IDEAL_DRAM ? ideal_returns(channel, of_banks) : units;
    channel->bank = storage_take(from, channel->n_banks, sizeof *channel->bank);
    channel->job = storage_take(from, jobs, sizeof *channel->job);
    channel->input = storage_take(from, channel->n_inputs, sizeof *channel->input);
    bool ok =
        channel->bank && channel->job && channel->input && pool_init(&channel->front.jobs, from, jobs) &&
        timed_queue_init(&channel->pipe, from, of_banks) &&
        timed_queue_init(&channel->returns, from, returns) &&
        timed_queue_init(&channel->written, from, jobs) &&
        timed_queue_init(&channel->fullness, from, most_changes(channel)) && init_cpus(channel, of_cpus);
    if (config->dram_row == ROW_CLOSED || channel->overtakes)
        ok = ok && (channel->waits = storage_take(from, channel->n_banks, sizeof *channel->waits)) != NULL;
    if (config->stalls)
        ok = ok && (channel->stalls = storage_take(from, 1, sizeof *channel->stalls)) != NULL;
    return ok;
}

int dram_init(dram_channel *channel, sim_base *base, uint32_t index, const policy_choice *choice,
              poise_error *err)
{
    const sim_config *config = &base->config;
    uint32_t banks = base->map->banks_per_channel_count;
    *channel = (dram_channel){
        .base = base,
        .index = index,
        .n_inputs = banks + (base->n_cpus != 0) + dram_has_copier(config),
        .n_bank_inputs = banks,
        .cpu_input = base->n_cpus ? banks : UINT32_MAX,
        .units = units_make(config),
        .line_columns = LINE_BYTES / config->dram_burst_bytes,
        .is_apart = dram_runs_apart(base),
        .choice = choice,
        .policy = policy_functions(choice),
        .host = {.instance = {index, config->channels},
                 .banks = config->dram_banks,
                 .queue_entries = config->dram_queue,
                 .sources = base->n_sms + base->n_cpus,
                 .cpus = base->n_cpus,
                 .cpu_cycles = config->cpu_mhz / config->dram_mhz,
                 .pressure = base->pressure},
        .n_banks = config->dram_banks,
        .overtakes = config->dram_service == SERVICE_QUEUE,
        .tells_fullness = config->dram_entry == DRAM_ENTRY_ROOM,
        .times = times_of(config),
    };
    int code = init_policy(channel, err);
    if (code != POISE_OK)
        return code;
    if (!init_queues(channel))
        return poise_fail(err, POISE_FAILED, "no memory for a DRAM channel");
    for (uint32_t i = 0; i < channel->n_banks; i++) {
        uint32_t group = i % config->dram_bank_groups;
        channel->bank[i] = (dram_bank){.job = DRAM_NO_JOB, .group = (uint8_t)group};
        channel->open_row[i] = DRAM_NO_ROW;
        channel->group[group].banks |= 1ull << i;
    }
    return POISE_OK;
}

void dram_connect_bank(dram_channel *channel, uint32_t bank, const dram_input *input)
{
    channel->input[bank] = *input;
}

void dram_connect_cpus(dram_channel *channel, const dram_input *input)
{
    dram_input *cpus = &channel->input[channel->cpu_input];
    *cpus = *input;
    cpus->queue = &channel->front.cpu_requests;
}

void dram_connect_copier(dram_channel *channel, const dram_input *input)
{
    channel->input[channel->n_inputs - 1] = *input;
}

void dram_free(dram_channel *channel)
{
    if (channel->policy && channel->policy_state)
        channel->policy->life.destroy(channel->policy_state);
    free(channel->count);
    free(channel->held);
}

/* A launch begins when the commands of the last one are long past, and a refresh is due after tREFI (our
 * choice). Those that have been between, whether the channel was asleep by then or not, have closed all
 * rows. */
static void reset_rules(dram_channel *channel)
{
    channel->last_column = 0;
    channel->activate_at = channel->times.rrd;
    channel->precharge_at = channel->command_bus_at = 0;
    channel->read_at = channel->write_at = channel->command_at = 0;
    for (uint32_t i = 0; i < channel->base->config.dram_bank_groups; i++)
        channel->group[i] = (dram_bank_group){.banks = channel->group[i].banks};
    channel->groups_at = 0;
    memset(channel->group_row_at, 0, sizeof channel->group_row_at);
    channel->scan = 0;
    memset(channel->window_at, 0, sizeof channel->window_at);
    channel->window_next = 0;
    channel->refresh_due = channel->times.refi ? channel->times.refi : UINT64_MAX;
    channel->refreshes = 0;
    for (uint32_t i = 0; channel->times.refi && i < channel->n_banks; i++)
        channel->open_row[i] = DRAM_NO_ROW;
}

int dram_reset(dram_channel *channel, poise_error *err)
{
    bool requests_left = channel->front.jobs.used != 0;
    for (uint32_t i = 0; i < channel->n_banks; i++)
        channel->bank[i] = (dram_bank){.job = DRAM_NO_JOB, .group = channel->bank[i].group};
    channel->busy_banks = 0;
    channel->ready_columns = channel->ready_activates = channel->ready_precharges = 0;
    memset(channel->due, 0, sizeof channel->due);
    channel->due_any = channel->calendar_at = 0;
    pool_clear(&channel->front.jobs);
    channel->front.units = channel->waiting = 0;
    dram_waiting_clear(channel);
    channel->given = 0;
    channel->front.pending = 0;
    timed_queue_clear(&channel->pipe);
    timed_queue_clear(&channel->returns);
    timed_queue_clear(&channel->written);
    timed_queue_clear(&channel->fullness);
    channel->is_full = channel->front.is_full = false;
    channel->front.entry_at = 0;
    dram_access_fifo_clear(&channel->front.cpu_requests);
    channel->front.cpu_jobs = 0;
    timed_queue_clear(&channel->cpu_pipe);
    timed_queue_clear(&channel->cpu_returns);
    channel->cpu_turn = false;
    channel->from = 0;
    channel->next = UINT64_MAX;
    reset_rules(channel);
    channel->fault = DRAM_FAULTLESS;
    if (channel->stalls)
        *channel->stalls = (dram_stalls){0};
    if (!requests_left)
        return POISE_OK;
    channel->policy->life.destroy(channel->policy_state); /* its queue holds requests that are gone */
    channel->policy_state = NULL;
    return create_policy(channel, err);
}

int dram_policy_fault(const dram_channel *channel, poise_error *err)
{
    const char *policy = channel->choice->label;
    switch (channel->fault) {
    case DRAM_FAULTLESS: break;
    case DRAM_FAULT_BANK:
        return poise_fail(err, POISE_FAILED, "DRAM policy %s says that bank %u waits; bank < %u must hold",
                          policy, channel->fault_bank, channel->n_banks);
    case DRAM_FAULT_REQUEST:
        return poise_fail(err, POISE_FAILED, "DRAM policy %s gave a request that it does not have", policy);
    case DRAM_FAULT_BUSY:
        return poise_fail(err, POISE_FAILED, "DRAM policy %s gave a request for bank %u, which is not idle",
                          policy, channel->fault_bank);
    }
    return POISE_OK;
}
