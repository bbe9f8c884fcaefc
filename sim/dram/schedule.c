/* The DRAM scheduler of a channel: from the end of the delay pipe to the last column of a request. */
#include "sim/dram/dram.h"

static dram_request request_of(const dram_channel *channel, uint16_t job, uint64_t cycle)
{
    const dram_job *j = &channel->job[job];
    return (dram_request){.handle = job,
                          .bank = j->bank,
                          .row = j->row,
                          .units = j->units,
                          .is_write = j->is_write,
                          .arrival = cycle,
                          .request = &j->request};
}

static void breaks_contract(dram_channel *channel, dram_fault fault, uint32_t bank)
{
    channel->fault = fault;
    channel->fault_bank = bank;
    contract_broken(&channel->base->contract);
}

/* What it has answered stands until one of its functions is called that are not const. */
void dram_ask_policy(dram_channel *channel)
{
    uint64_t all = ~0ull >> (DRAM_MAX_BANKS - channel->n_banks);
    uint64_t waiting = channel->policy->banks_waiting(channel->policy_state);
    if (waiting & ~all)
        breaks_contract(channel, DRAM_FAULT_BANK, (uint32_t)__builtin_ctzll(waiting & ~all));
    channel->banks_waiting = waiting & all;
    channel->head[0] = channel->head[1] = DRAM_NOT_ASKED;
}

static timed_queue *pipe_of(dram_channel *channel, bool of_cpu)
{
    return of_cpu ? &channel->cpu_pipe : &channel->pipe;
}

/* Whether the policy takes the request at the end of a delay pipe, which is not empty: together with those
 * that it has given out and that keep their places, so that there is one number of places for both. */
static bool accepts(dram_channel *channel, bool of_cpu)
{
    if (channel->head[of_cpu] == DRAM_NOT_ASKED) {
        dram_request request = request_of(channel, timed_queue_front(pipe_of(channel, of_cpu))->job, 0);
        request.units = (uint8_t)(request.units + (channel->given < 128 ? channel->given : 128));
        bool yes = channel->policy->can_accept(channel->policy_state, &request);
        channel->head[of_cpu] = yes ? DRAM_ACCEPTED : DRAM_REFUSED;
    }
    return channel->head[of_cpu] == DRAM_ACCEPTED;
}

/* The storage has `entries` more of this request's address space, in DRAM cycle `cycle`, or fewer. */
static void hold(dram_channel *channel, const dram_job *job, int32_t entries, uint64_t cycle)
{
    dram_held *held = &channel->held[job->request.app];
    held->sum += held->entries * (cycle - held->since);
    held->since = cycle;
    held->entries += (uint32_t)entries;
}

/* The scheduler may be a window ahead; nothing has changed since it ran. */
uint64_t dram_held_until(const dram_channel *channel, uint32_t space, uint64_t now, uint64_t *cycle)
{
    const dram_held *held = &channel->held[space];
    const uint64_t ahead = channel->is_apart ? channel->base->window : 0;
    *cycle = clock_first(&channel->base->dram_clock, now + ahead);
    return held->sum + held->entries * (*cycle - held->since);
}

/* Whether a request has left the pipe. */
static bool enqueue_one(dram_channel *channel, bool of_cpu, uint64_t cycle)
{
    timed_queue *pipe = pipe_of(channel, of_cpu);
    if (channel->head[of_cpu] == DRAM_REFUSED || timed_queue_empty(pipe) ||
        timed_queue_front(pipe)->ready > cycle || !accepts(channel, of_cpu))
        return false;
    uint16_t job = timed_queue_front(pipe)->job;
    if (channel->given && channel->waiting + channel->given + channel->job[job].units > channel->entries)
        return false;
    dram_request request = request_of(channel, job, cycle);
    channel->policy->accept(channel->policy_state, &request);
    dram_ask_policy(channel);
    channel->job[job].is_stored = true;
    channel->job[job].number = channel->arrivals++;
    dram_waiting_add(channel, job);
    channel->waiting += channel->job[job].units;
    if (channel->held)
        hold(channel, &channel->job[job], channel->job[job].units, cycle);
    timed_queue_pop(pipe);
    return true;
}

/* L2 banks and CPU cores in turn; a side that has nothing or is refused does not hold up the other. */
static void enqueue(dram_channel *channel, uint64_t cycle)
{
    if (!channel->base->n_cpus) {
        while (enqueue_one(channel, false, cycle)) {
        }
        return;
    }
    for (uint32_t refusals = 0; refusals < 2; channel->cpu_turn = !channel->cpu_turn)
        refusals = enqueue_one(channel, channel->cpu_turn, cycle) ? 0 : refusals + 1;
}

/* `next`, or the cycle after `cycle` in which the pipe hands over its head if that is earlier. */
static uint64_t or_arrival(dram_channel *channel, bool of_cpu, uint64_t cycle, uint64_t next)
{
    const timed_queue *pipe = pipe_of(channel, of_cpu);
    if (channel->head[of_cpu] == DRAM_REFUSED || timed_queue_empty(pipe))
        return next;
    uint64_t arrival = later(timed_queue_front(pipe)->ready, cycle + 1);
    return arrival < next && accepts(channel, of_cpu) ? arrival : next;
}

/* Whether the policy may give request `handle` out to one of the banks `idle`; else its fault is noted. */
static bool may_give(dram_channel *channel, uint32_t handle, uint64_t idle)
{
    bool is_stored = handle < channel->front.jobs.total && channel->job[handle].is_stored;
    uint32_t bank = is_stored ? channel->job[handle].bank : 0;
    if (is_stored && idle >> bank & 1)
        return true;
    breaks_contract(channel, is_stored ? DRAM_FAULT_BUSY : DRAM_FAULT_REQUEST, bank);
    return false;
}

/* Banks without a request in service for which the policy has one. */
static uint64_t banks_to_serve(const dram_channel *channel)
{
    return channel->banks_waiting & ~channel->busy_banks;
}

uint16_t dram_take_request(dram_channel *channel, uint64_t idle, uint32_t turn, uint64_t cycle)
{
    const dram_view view = {.cycle = cycle, .idle = idle, .open_row = channel->open_row, .turn = turn};
    uint32_t handle = channel->policy->next(channel->policy_state, &view);
    dram_ask_policy(channel);
    if (handle == DRAM_NO_REQUEST || !may_give(channel, handle, idle))
        return DRAM_NO_JOB;
    dram_job *job = &channel->job[handle];
    job->is_stored = false;
    dram_waiting_remove(channel, (uint16_t)handle);
    channel->waiting -= job->units;
    if (channel->held)
        hold(channel, job, -(int32_t)job->units, cycle);
    return (uint16_t)handle;
}

/* Gives one idle bank its next request: at most one bank per command cycle. [GS] */
static void assign(dram_channel *channel, uint64_t cycle)
{
    const uint64_t all = ~0ull >> (DRAM_MAX_BANKS - channel->n_banks);
    const uint16_t given =
        dram_take_request(channel, ~channel->busy_banks & all, dram_first_bank(channel, cycle), cycle);
    if (given == DRAM_NO_JOB)
        return;
    const dram_job *job = &channel->job[given];
    uint32_t b = job->bank;
    channel->bank[b].job = given;
    channel->command_at = channel->command_bus_at;
    channel->busy_banks |= 1ull << b;
    channel->scan = (channel->scan + 1) % channel->n_banks;
    channel->writing = (channel->writing & ~(1ull << b)) | (uint64_t)job->is_write << b;
    dram_place(channel, b, cycle);
}

/* Gives requests to banks and issues a command. Returns the next cycle in which one may go. */
static uint64_t serve(dram_channel *channel, uint64_t cycle)
{
    if (channel->overtakes)
        return dram_command_overtaking(channel, cycle);
    if (banks_to_serve(channel))
        assign(channel, cycle);
    return dram_command(channel, cycle);
}

/* Cycle in which the policy wants to be called again; what no launch lives to see is never, UINT64_MAX. */
static uint64_t tick(dram_channel *channel, uint64_t cycle)
{
    uint64_t wanted = channel->policy->tick(channel->policy_state, cycle);
    dram_ask_policy(channel);
    return wanted < UINT64_C(1) << 40 ? wanted : UINT64_MAX;
}

/* The front end is told when the queue is full or is no longer, as it is behind DRAM cycle `cycle`. What is
 * too large for the room that there is waits for more and does not fill it (our choice: GPGPU-Sim's sectors
 * enter one by one). */
static void tell_fullness(dram_channel *channel, uint64_t cycle)
{
    const bool is_full = channel->waiting + channel->given >= channel->entries;
    if (is_full == channel->is_full)
        return;
    channel->is_full = is_full;
    *timed_queue_push(&channel->fullness) = (dram_timed){.ready = cycle, .is_last = is_full};
    if (!is_full)
        channel->first_done = earlier(channel->first_done, cycle);
}

uint64_t dram_schedule(dram_channel *channel, uint64_t cycle)
{
    if (channel->stalls)
        dram_stalls_settle(channel, cycle);
    if (!channel->busy_banks && channel->refresh_due < cycle)
        dram_refresh_idle(channel, cycle);
    enqueue(channel, cycle);
    uint64_t wanted = channel->policy->tick ? tick(channel, cycle) : UINT64_MAX;
    uint64_t next = earlier(serve(channel, cycle), later(wanted, cycle + 1));
    if (channel->tells_fullness)
        tell_fullness(channel, cycle);
    if (!channel->busy_banks && channel->refresh_due <= cycle)
        dram_refresh_idle(channel, cycle + 1);
    if (banks_to_serve(channel))
        return cycle + 1;
    if (channel->base->n_cpus)
        next = or_arrival(channel, true, cycle, next);
    return or_arrival(channel, false, cycle, next);
}

uint64_t dram_advance(dram_channel *channel, uint64_t end)
{
    bool every_cycle = base_wakes_memory(channel->base);
    uint64_t past = clock_first(&channel->base->dram_clock, end);
    timed_queue_open(&channel->pipe, channel->base->window_number);
    channel->first_done = UINT64_MAX;
    if (!timed_queue_empty(&channel->pipe))
        channel->next = earlier(channel->next, timed_queue_front(&channel->pipe)->ready);
    if (channel->base->n_cpus) {
        timed_queue_open(&channel->cpu_pipe, channel->base->window_number);
        if (!timed_queue_empty(&channel->cpu_pipe))
            channel->next = earlier(channel->next, timed_queue_front(&channel->cpu_pipe)->ready);
    }
    uint64_t cycle = every_cycle ? channel->from : later(channel->next, channel->from);
    if (cycle < past)
        dram_ask_policy(
            channel); /* between windows it may have been told of a launch, or looked at all states */
    while (cycle < past) {
        channel->next = dram_schedule(channel, cycle);
        cycle = every_cycle ? cycle + 1 : channel->next;
    }
    channel->from = past;
    timed_queue_publish(&channel->returns, channel->base->window_number);
    timed_queue_publish(&channel->written, channel->base->window_number);
    timed_queue_publish(&channel->fullness, channel->base->window_number);
    if (channel->base->n_cpus)
        timed_queue_publish(&channel->cpu_returns, channel->base->window_number);
    uint64_t front = channel->first_done, scheduler = later(channel->next, past);
    front = front == UINT64_MAX ? front : clock_to_core(&channel->base->dram_clock, front);
    scheduler = scheduler == UINT64_MAX
                    ? scheduler
                    : clock_to_core(&channel->base->dram_clock, scheduler) - channel->base->window;
    return earlier(front, scheduler);
}
