#include "sim/cpu/core.h"

#include "sim/base/clock.h"

#include <string.h>

bool cpu_core_init(cpu_core *core, storage *from, const cpu_program *program, const cpu_core_shape *shape,
                   cpu_send *send, void *context)
{
    *core = (cpu_core){.shape = *shape,
                       .program = program,
                       .send = send,
                       .context = context,
                       .oldest = CPU_NO_READ,
                       .youngest = CPU_NO_READ,
                       .read = storage_take(from, shape->mshrs, sizeof *core->read)};
    return pool_init(&core->mshrs, from, shape->mshrs) && core->read != NULL;
}

void cpu_core_reset(cpu_core *core)
{
    cpu_core fresh = {.shape = core->shape,
                      .program = core->program,
                      .send = core->send,
                      .context = core->context,
                      .oldest = CPU_NO_READ,
                      .youngest = CPU_NO_READ,
                      .read = core->read,
                      .mshrs = core->mshrs};
    pool_clear(&fresh.mshrs);
    *core = fresh;
}

/* ---- what waits ---- */

/* The first instruction that may not retire yet, UINT64_MAX if none. */
static uint64_t first_waiting(const cpu_core *core)
{
    return core->oldest == CPU_NO_READ ? UINT64_MAX : core->read[core->oldest].position;
}

/* The first instruction from the next to be fetched on that has a request, UINT64_MAX if none has. */
static uint64_t next_requester(const cpu_core *core)
{
    if (core->program->n == 0)
        return UINT64_MAX;
    return core->round_start + core->program->request[core->request].position;
}

static void next_request(cpu_core *core)
{
    if (++core->request < core->program->n)
        return;
    core->request = 0;
    core->round_start += core->program->totals.instructions;
}

/* ---- a cycle ---- */

static uint16_t start_read(cpu_core *core, uint64_t cycle)
{
    uint16_t mshr = pool_take(&core->mshrs);
    core->read[mshr] =
        (cpu_read){.position = core->fetched, .sent = cycle, .older = core->youngest, .younger = CPU_NO_READ};
    if (core->youngest == CPU_NO_READ)
        core->oldest = mshr;
    else
        core->read[core->youngest].younger = mshr;
    core->youngest = mshr;
    core->count.reads++;
    return mshr;
}

/* Sends what the instruction asks for; false, with the cause in core->stall, when there is no room for all.
 */
static bool send_requests(cpu_core *core, uint64_t cycle)
{
    while (next_requester(core) == core->fetched) {
        const cpu_program_request *request = &core->program->request[core->request];
        cpu_sent sent = {.line = cpu_program_line(request), .write_back = cpu_program_writes_back(request)};
        if (sent.write_back) {
            if (core->writes_queued == core->shape.write_queue) {
                core->stall = CPU_STALL_QUEUE;
                return false;
            }
            core->writes_queued++;
            core->count.write_backs++;
        } else {
            if (pool_full(&core->mshrs)) {
                core->stall = CPU_STALL_MSHR;
                return false;
            }
            sent.mshr = start_read(core, cycle);
        }
        next_request(core);
        core->send(core->context, core, &sent);
    }
    return true;
}

/* How many instructions enter the window. */
static uint64_t fetch(cpu_core *core, uint64_t cycle)
{
    uint64_t before = core->fetched;
    uint64_t room = earlier(core->shape.width, core->retired + core->shape.window - core->fetched);
    core->stall = room ? CPU_GOES : CPU_STALL_WINDOW;
    while (room) {
        uint64_t quiet = earlier(room, next_requester(core) - core->fetched);
        core->fetched += quiet;
        room -= quiet;
        if (!room || !send_requests(core, cycle))
            break;
        core->fetched++;
        room--;
    }
    return core->fetched - before;
}

/* What the window has sent ahead for the next round is left out. */
static void end_round(cpu_core *core, uint64_t cycle)
{
    const cpu_totals *totals = &core->program->totals;
    core->has_ended = true;
    core->first_round = core->count;
    core->first_round.cycles = cycle + 1;
    core->first_round.instructions = totals->instructions;
    core->first_round.reads = totals->misses;
    core->first_round.write_backs = totals->write_backs;
}

static void count_stall(cpu_core *core, uint64_t cycles)
{
    switch (core->stall) {
    case CPU_GOES: break;
    case CPU_STALL_WINDOW: core->count.window_stalls += cycles; break;
    case CPU_STALL_MSHR: core->count.mshr_stalls += cycles; break;
    case CPU_STALL_QUEUE: core->count.queue_stalls += cycles; break;
    }
}

/* ---- pace ---- */

/* The cycle in which the last instruction of the first round retires is run by itself. */
static uint64_t retire_limit(const cpu_core *core)
{
    uint64_t limit = first_waiting(core);
    return core->has_ended ? limit : earlier(limit, core->program->totals.instructions - 1);
}

/* Cycles in which instructions enter as fast as they can or not at all, if `retires` in each or none does; 0
 * when the next is neither. */
static uint64_t fetches_alike(cpu_core *core, bool retires)
{
    uint32_t width = core->shape.width;
    uint64_t free = core->retired + core->shape.window - core->fetched;
    uint64_t quiet = next_requester(core) - core->fetched;
    core->fetch_pace = 0;
    if (core->stall == CPU_STALL_MSHR || core->stall == CPU_STALL_QUEUE)
        return UINT64_MAX;
    if (!retires && free == 0) {
        core->stall = CPU_STALL_WINDOW;
        return UINT64_MAX;
    }
    core->stall = CPU_GOES;
    core->fetch_pace = width;
    return earlier(quiet, retires ? UINT64_MAX : free) / width;
}

/* Finds out for how many cycles from core->cycle on the core goes on in the same way. */
static void set_pace(cpu_core *core)
{
    uint32_t width = core->shape.width;
    uint64_t in_window = core->fetched - core->retired, may_retire = retire_limit(core) - core->retired;
    bool stuck = core->retired == first_waiting(core), none = in_window == 0;
    bool retires = !stuck && in_window >= width && may_retire >= width;
    uint64_t alike = fetches_alike(core, retires);
    core->retire_pace = retires ? width : 0;
    if (retires)
        alike = earlier(alike, earlier(may_retire, core->fetch_pace ? UINT64_MAX : in_window) / width);
    else if (!stuck && !(none && core->fetch_pace == 0))
        alike = 0;
    core->next = alike == UINT64_MAX ? UINT64_MAX : core->cycle + alike;
}

/* Lets the cycles before `past` go by, all before core->next. */
static void pass(cpu_core *core, uint64_t past)
{
    uint64_t cycles = past - core->cycle;
    core->fetched += cycles * core->fetch_pace;
    core->retired += cycles * core->retire_pace;
    count_stall(core, cycles);
    core->cycle = past;
}

static void run_cycle(cpu_core *core)
{
    uint64_t cycle = core->cycle;
    core->retired = earlier(earlier(core->retired + core->shape.width, core->fetched), first_waiting(core));
    if (!fetch(core, cycle))
        count_stall(core, 1);
    if (!core->has_ended && core->retired >= core->program->totals.instructions)
        end_round(core, cycle);
    core->cycle++;
    set_pace(core);
}

uint64_t cpu_core_run(cpu_core *core, uint64_t past, bool every_cycle)
{
    while (core->cycle < past) {
        if (every_cycle || core->next <= core->cycle)
            run_cycle(core);
        else
            pass(core, earlier(core->next, past));
    }
    return later(core->next, core->cycle);
}

void cpu_core_reply(cpu_core *core, uint16_t mshr, uint64_t cycle)
{
    const cpu_read *read = &core->read[mshr];
    (void)cpu_core_run(core, cycle, false);
    core->count.reads_returned++;
    core->count.read_latency += cycle - read->sent;
    *(read->older == CPU_NO_READ ? &core->oldest : &core->read[read->older].younger) = read->younger;
    *(read->younger == CPU_NO_READ ? &core->youngest : &core->read[read->younger].older) = read->older;
    pool_give(&core->mshrs, mshr);
    core->next = core->cycle;
}

void cpu_core_written(cpu_core *core, uint64_t cycle)
{
    (void)cpu_core_run(core, cycle, false);
    core->writes_queued--;
    core->next = core->cycle;
}

cpu_counts cpu_core_counts(const cpu_core *core)
{
    return core->has_ended ? core->first_round : cpu_core_counts_until_now(core);
}

cpu_counts cpu_core_counts_until_now(const cpu_core *core)
{
    cpu_counts counts = core->count;
    counts.cycles = core->cycle;
    counts.instructions = core->retired;
    return counts;
}

uint64_t cpu_core_retired_by(const cpu_core *core, uint64_t cycle)
{
    const uint64_t asleep = cycle > core->cycle ? cycle - core->cycle : 0;
    return core->retired + asleep * core->retire_pace;
}
