#include "sim/cpu/cores.h"

#include "sim_hooks/vm.h"

static sim_cpu *cpu_of(sim_cpus *cpus, uint32_t source)
{
    return &cpus->cpu[source - cpus->base->n_sms];
}

static void wake(sim_cpus *cpus, uint32_t index, uint64_t when)
{
    wheel_wake(&cpus->base->wheel, cpus->base->first_cpu + index, when);
}

/* ---- requests ---- */

static mem_request request_of(const sim_cpu *cpu, const cpu_sent *sent)
{
    const sim_base *base = cpu->all->base;
    uint64_t bytes = (uint64_t)cpu->core.program->header.caches.line_bytes;
    uint64_t address = sent->line * bytes & ((UINT64_C(1) << VM_APP_SHIFT) - 1);
    uint32_t first = (uint32_t)(address % LINE_BYTES), last = first + (uint32_t)bytes - 1;
    uint32_t app = cpu->all->first_space + cpu->index;
    return (mem_request){.address = (uint64_t)app << VM_APP_SHIFT | line_begin(address),
                         .virtual_address = sent->write_back ? 0 : address,
                         .pc = MEM_NO_PC,
                         .born = (uint32_t)base_now(base),
                         .app = (uint16_t)app,
                         .source = (uint16_t)(base->n_sms + cpu->index),
                         .kind = sent->write_back ? MEM_WRITE_BACK : MEM_LOAD,
                         .sectors = (uint8_t)sectors_between(first, last)};
}

static uint64_t after_latency(const sim_cpus *cpus)
{
    return base_now(cpus->base) + cpus->base->config.cpu_latency;
}

static void send_to_memory(sim_cpus *cpus, const mem_request *request, uint16_t mshr)
{
    address_place place;
    address_find_l2(base_map(cpus->base, request->app), request->address, &place);
    uint64_t ready = after_latency(cpus);
    *dram_access_fifo_push(&cpus->channels[place.channel].front.cpu_requests) = (dram_access){
        .request = *request, .ready = ready, .tag = mshr, .is_write = request->kind == MEM_WRITE_BACK};
    base_wake_channel(cpus->base, place.channel, ready);
}

static void send_to_l2(sim_cpu *cpu, const mem_request *request, uint16_t mshr)
{
    sim_cpus *cpus = cpu->all;
    address_place place;
    address_find_l2(base_map(cpus->base, request->app), request->address, &place);
    packet *p = packet_fifo_push(&cpu->leaving);
    *p = (packet){.request = *request,
                  .ready = after_latency(cpus),
                  .l2_set = place.l2_set,
                  .bank = (uint16_t)place.l2_bank,
                  .tag = mshr};
    if (request->kind == MEM_WRITE_BACK)
        p->request.kind = MEM_STORE;
    uint32_t bytes = packet_request_bytes(p) + cpus->base->config.header_bytes;
    uint32_t flits =
        (bytes + cpus->base->config.flit_request_bytes - 1) / cpus->base->config.flit_request_bytes;
    p->flits = (uint16_t)(flits ? flits : 1);
    wake(cpus, cpu->index, p->ready);
}

/* Core cycles after which a memory without queues answers (machine option memory). */
static uint64_t ideal_latency(const sim_cpus *cpus)
{
    switch (cpus->base->config.memory) {
    case MEMORY_FIXED: return cpus->base->config.memory_latency;
    case MEMORY_PERFECT: return 0;
    default: return cpus->base->config.dram_latency;
    }
}

static void answer_at_once(sim_cpus *cpus, const mem_request *request, uint16_t mshr)
{
    if (request->kind == MEM_WRITE_BACK)
        cpus_written(cpus, request->source);
    else
        cpus_reply(cpus, request->source, mshr, after_latency(cpus) + ideal_latency(cpus));
}

static void send(void *context, cpu_core *core, const cpu_sent *sent)
{
    sim_cpu *cpu = context;
    sim_cpus *cpus = cpu->all;
    (void)core;
    mem_request request = request_of(cpu, sent);
    bool has_banks =
        cpus->base->config.memory == MEMORY_REAL || cpus->base->config.memory == MEMORY_IDEAL_DRAM;
    if (cpus->base->config.cpu_at == CPU_AT_L2 && has_banks)
        send_to_l2(cpu, &request, sent->mshr);
    else if (cpus->base->config.memory == MEMORY_REAL)
        send_to_memory(cpus, &request, sent->mshr);
    else
        answer_at_once(cpus, &request, sent->mshr);
}

/* ---- replies ---- */

void cpus_reply(sim_cpus *cpus, uint32_t source, uint16_t mshr, uint64_t when)
{
    sim_cpu *cpu = cpu_of(cpus, source);
    uint64_t ready = when + cpus->base->config.cpu_latency;
    *cpu_reply_fifo_push(&cpu->replies) = (cpu_reply){.ready = ready, .mshr = mshr};
    wake(cpus, cpu->index, ready);
}

void cpus_written(sim_cpus *cpus, uint32_t source)
{
    cpu_of(cpus, source)->written++;
    wake(cpus, source - cpus->base->n_sms, base_now(cpus->base));
}

static bool give(void *owner, const dram_reply *reply)
{
    sim_cpus *cpus = owner;
    cpus_reply(cpus, reply->source, reply->tag, base_now(cpus->base));
    return true;
}

static void taken(void *owner, dram_access_fifo *queue)
{
    const dram_access *access = dram_access_fifo_front(queue);
    if (access->is_write)
        cpus_written(owner, access->request.source);
    dram_access_fifo_pop(queue);
}

dram_input cpus_input(sim_cpus *cpus)
{
    return (dram_input){.owner = cpus, .taken = taken, .give = give};
}

/* ---- a core cycle ---- */

/* Hands packets to the crossbar. Returns the core cycle of the next, UINT64_MAX when a place must become free
 * first. */
static uint64_t leave(sim_cpus *cpus, sim_cpu *cpu)
{
    const uint32_t source = cpus->base->n_sms + cpu->index;
    const packet_fifo *queue = &cpus->crossbar->requests.input[cpus->crossbar->port_of[source]].queue;
    while (cpu->leaving.count && packet_fifo_front(&cpu->leaving)->ready <= base_now(cpus->base)) {
        if (packet_fifo_full(queue))
            return UINT64_MAX;
        packet p = *packet_fifo_front(&cpu->leaving);
        packet_fifo_pop(&cpu->leaving);
        p.ready =
            clock_next(&cpus->base->icnt_clock, base_now(cpus->base) + 1) + cpus->base->config.icnt_latency;
        crossbar_send(cpus->crossbar, &p);
        if (p.request.kind == MEM_STORE)
            cpus_written(cpus, source);
    }
    return cpu->leaving.count ? packet_fifo_front(&cpu->leaving)->ready : UINT64_MAX;
}

void cpus_run(sim_cpus *cpus, uint32_t index)
{
    sim_cpu *cpu = &cpus->cpu[index];
    uint64_t now = base_now(cpus->base), first = clock_first(&cpus->base->cpu_clock, now),
             last = clock_last(&cpus->base->cpu_clock, now);
    for (; cpu->written; cpu->written--)
        cpu_core_written(&cpu->core, first);
    for (; cpu->replies.count && cpu_reply_fifo_front(&cpu->replies)->ready <= now;
         cpu_reply_fifo_pop(&cpu->replies))
        cpu_core_reply(&cpu->core, cpu_reply_fifo_front(&cpu->replies)->mshr, first);
    uint64_t next = cpu_core_run(&cpu->core, last + 1, base_wakes_memory(cpus->base));
    if (next != UINT64_MAX)
        wake(cpus, index, clock_to_core(&cpus->base->cpu_clock, next));
    if (cpu->replies.count)
        wake(cpus, index, cpu_reply_fifo_front(&cpu->replies)->ready);
    uint64_t leaves = leave(cpus, cpu);
    if (leaves != UINT64_MAX)
        wake(cpus, index, leaves);
}

/* ---- construction ---- */

static cpu_core_shape shape_of(const sim_config *c)
{
    return (cpu_core_shape){.width = c->cpu_width,
                            .window = c->cpu_window,
                            .mshrs = c->cpu_mshrs,
                            .write_queue = c->cpu_write_queue};
}

static int make_core(sim_cpus *cpus, uint32_t index, const cpu_program *program, poise_error *err)
{
    cpu_core_shape shape = shape_of(&cpus->base->config);
    sim_cpu *cpu = &cpus->cpu[index];
    storage *from = &cpus->base->storage;
    cpu->all = cpus;
    cpu->index = index;
    if (program->header.caches.line_bytes > LINE_BYTES)
        return poise_fail(err, POISE_USAGE,
                          "CPU %u has lines of %lld bytes; at most %d, a line of the GPU, can be simulated",
                          index, (long long)program->header.caches.line_bytes, LINE_BYTES);
    if (!cpu_core_init(&cpu->core, from, program, &shape, send, cpu) ||
        !cpu_reply_fifo_init(&cpu->replies, from, shape.mshrs) ||
        !packet_fifo_init(&cpu->leaving, from, shape.mshrs + shape.write_queue))
        return poise_fail(err, POISE_FAILED, "no memory for a CPU core");
    return POISE_OK;
}

int cpus_make(sim_cpus *cpus, sim_base *base, const cpu_program *const *programs,
              const cpus_surroundings *around, poise_error *err)
{
    *cpus = (sim_cpus){.base = base, .crossbar = around->crossbar, .channels = around->channels};
    if (!base->n_cpus)
        return POISE_OK;
    cpus->cpu = storage_take(&base->storage, base->n_cpus, sizeof *cpus->cpu);
    if (!cpus->cpu)
        return poise_fail(err, POISE_FAILED, "no memory for %u CPU cores", base->n_cpus);
    cpus->n = base->n_cpus;
    int code = POISE_OK;
    for (uint32_t i = 0; i < cpus->n && code == POISE_OK; i++)
        code = make_core(cpus, i, programs[i], err);
    return code;
}

void cpus_begin(sim_cpus *cpus)
{
    for (uint32_t i = 0; i < cpus->n; i++) {
        sim_cpu *cpu = &cpus->cpu[i];
        cpu_core_reset(&cpu->core);
        cpu_reply_fifo_clear(&cpu->replies);
        cpu->written = 0;
        packet_fifo_clear(&cpu->leaving);
        wake(cpus, i, 0);
    }
}

void cpus_catch_up(sim_cpus *cpus, uint32_t index, uint64_t now)
{
    (void)cpu_core_run(&cpus->cpu[index].core, clock_first(&cpus->base->cpu_clock, now), false);
}
