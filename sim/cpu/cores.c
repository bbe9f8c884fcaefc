#include "sim/cpu/cores.h"

#include "sim/gpu.h"

static sim_cpu *cpu_of(gpu *g, uint32_t source)
{
    return &g->cpus[source - g->n_sms];
}

static void wake(gpu *g, uint32_t index, uint64_t when)
{
    wheel_wake(&g->wheel, g->first_cpu + index, when);
}

uint32_t cpus_most_requests(const gpu *g)
{
    return g->n_cpus * (uint32_t)(g->config.cpu_mshrs + g->config.cpu_write_queue);
}

/* ---- requests ---- */

static mem_request request_of(const sim_cpu *cpu, const cpu_sent *sent)
{
    const gpu *g = cpu->gpu;
    uint64_t bytes = (uint64_t)cpu->core.program->header.caches.line_bytes;
    uint64_t address = sent->line * bytes & ((UINT64_C(1) << VM_APP_SHIFT) - 1);
    uint32_t first = (uint32_t)(address % LINE_BYTES), last = first + (uint32_t)bytes - 1;
    uint32_t app = g->n_apps + cpu->index;
    return (mem_request){.address = (uint64_t)app << VM_APP_SHIFT | line_begin(address),
                         .virtual_address = sent->write_back ? 0 : address,
                         .pc = MEM_NO_PC,
                         .born = (uint32_t)gpu_now(g),
                         .app = (uint16_t)app,
                         .source = (uint16_t)(g->n_sms + cpu->index),
                         .kind = sent->write_back ? MEM_WRITE_BACK : MEM_LOAD,
                         .sectors = (uint8_t)sectors_between(first, last)};
}

static uint64_t after_latency(const gpu *g)
{
    return gpu_now(g) + (uint64_t)g->config.cpu_latency;
}

static void send_to_memory(gpu *g, const mem_request *request, uint16_t mshr)
{
    address_place place;
    address_locate(&g->map, request->address, &place);
    uint64_t ready = after_latency(g);
    *l2_miss_fifo_push(&g->channels[place.channel].front.cpu_requests) = (l2_miss){
        .request = *request, .ready = ready, .mshr = mshr, .is_write = request->kind == MEM_WRITE_BACK};
    gpu_wake_channel(g, place.channel, ready);
}

static void send_to_l2(sim_cpu *cpu, const mem_request *request, uint16_t mshr)
{
    gpu *g = cpu->gpu;
    address_place place;
    address_locate(&g->map, request->address, &place);
    packet *p = packet_fifo_push(&cpu->leaving);
    *p = (packet){.request = *request,
                  .ready = after_latency(g),
                  .l2_set = place.l2_set,
                  .bank = (uint16_t)place.l2_bank,
                  .tag = mshr,
                  .pieces = 1};
    if (request->kind == MEM_WRITE_BACK)
        p->request.kind = MEM_STORE;
    uint32_t bytes = packet_request_bytes(p) + (uint32_t)g->config.header_bytes;
    uint32_t flits =
        (bytes + (uint32_t)g->config.flit_request_bytes - 1) / (uint32_t)g->config.flit_request_bytes;
    p->flits = (uint16_t)(flits ? flits : 1);
    wake(g, cpu->index, p->ready);
}

/* Core cycles after which a memory without queues answers (sim/ideal.h). */
static uint64_t ideal_latency(const gpu *g)
{
    switch (g->config.memory) {
    case MEMORY_FIXED: return (uint64_t)g->config.memory_latency;
    case MEMORY_PERFECT: return 0;
    default: return (uint64_t)g->config.dram_latency;
    }
}

static void answer_at_once(gpu *g, const mem_request *request, uint16_t mshr)
{
    if (request->kind == MEM_WRITE_BACK)
        cpus_written(g, request->source);
    else
        cpus_reply(g, request->source, mshr, after_latency(g) + ideal_latency(g));
}

static void send(void *context, cpu_core *core, const cpu_sent *sent)
{
    sim_cpu *cpu = context;
    gpu *g = cpu->gpu;
    (void)core;
    mem_request request = request_of(cpu, sent);
    bool has_banks = g->config.memory == MEMORY_REAL || g->config.memory == MEMORY_IDEAL_DRAM;
    if (g->config.cpu_at == CPU_AT_L2 && has_banks)
        send_to_l2(cpu, &request, sent->mshr);
    else if (g->config.memory == MEMORY_REAL)
        send_to_memory(g, &request, sent->mshr);
    else
        answer_at_once(g, &request, sent->mshr);
}

/* ---- replies ---- */

void cpus_reply(gpu *g, uint32_t source, uint16_t mshr, uint64_t when)
{
    sim_cpu *cpu = cpu_of(g, source);
    uint64_t ready = when + (uint64_t)g->config.cpu_latency;
    *cpu_reply_fifo_push(&cpu->replies) = (cpu_reply){.ready = ready, .mshr = mshr};
    wake(g, cpu->index, ready);
}

void cpus_written(gpu *g, uint32_t source)
{
    cpu_of(g, source)->written++;
    cpus_wake(g, source);
}

void cpus_wake(gpu *g, uint32_t source)
{
    wake(g, source - g->n_sms, gpu_now(g));
}

/* ---- a core cycle ---- */

/* Hands packets to the crossbar. Returns the core cycle of the next, UINT64_MAX when a place must become free
 * first. */
static uint64_t leave(gpu *g, sim_cpu *cpu)
{
    uint32_t input = g->n_sms + cpu->index;
    const packet_fifo *queue = &g->requests.input[input].queue;
    while (cpu->leaving.count && packet_fifo_front(&cpu->leaving)->ready <= gpu_now(g)) {
        if (packet_fifo_full(queue))
            return UINT64_MAX;
        packet p = *packet_fifo_front(&cpu->leaving);
        packet_fifo_pop(&cpu->leaving);
        p.ready = clock_next(&g->icnt_clock, gpu_now(g) + 1) + (uint64_t)g->config.icnt_latency;
        network_send(&g->requests, input, &p);
        if (p.request.kind == MEM_STORE)
            cpus_written(g, input);
    }
    return cpu->leaving.count ? packet_fifo_front(&cpu->leaving)->ready : UINT64_MAX;
}

void cpus_run(gpu *g, uint32_t index)
{
    sim_cpu *cpu = &g->cpus[index];
    uint64_t now = gpu_now(g), first = clock_first(&g->cpu_clock, now), last = clock_last(&g->cpu_clock, now);
    for (; cpu->written; cpu->written--)
        cpu_core_written(&cpu->core, first);
    for (; cpu->replies.count && cpu_reply_fifo_front(&cpu->replies)->ready <= now;
         cpu_reply_fifo_pop(&cpu->replies))
        cpu_core_reply(&cpu->core, cpu_reply_fifo_front(&cpu->replies)->mshr, first);
    uint64_t next = cpu_core_run(&cpu->core, last + 1, gpu_wakes_memory(g));
    if (next != UINT64_MAX)
        wake(g, index, clock_to_core(&g->cpu_clock, next));
    if (cpu->replies.count)
        wake(g, index, cpu_reply_fifo_front(&cpu->replies)->ready);
    uint64_t leaves = leave(g, cpu);
    if (leaves != UINT64_MAX)
        wake(g, index, leaves);
}

/* ---- construction ---- */

static cpu_core_shape shape_of(const sim_config *c)
{
    return (cpu_core_shape){.width = (uint32_t)c->cpu_width,
                            .window = (uint32_t)c->cpu_window,
                            .mshrs = (uint32_t)c->cpu_mshrs,
                            .write_queue = (uint32_t)c->cpu_write_queue};
}

static int make_core(gpu *g, sim_cpu *cpu, const cpu_program *program, poise_error *err)
{
    const sim_config *c = &g->config;
    cpu_core_shape shape = shape_of(c);
    cpu->gpu = g;
    cpu->index = (uint32_t)(cpu - g->cpus);
    if (program->header.caches.line_bytes > LINE_BYTES)
        return poise_fail(err, POISE_USAGE,
                          "CPU %u has lines of %lld bytes; at most %d, a line of the GPU, can be simulated",
                          cpu->index, (long long)program->header.caches.line_bytes, LINE_BYTES);
    if (!cpu_core_init(&cpu->core, program, &shape, send, cpu) ||
        !cpu_reply_fifo_init(&cpu->replies, shape.mshrs) ||
        !packet_fifo_init(&cpu->leaving, shape.mshrs + shape.write_queue))
        return poise_fail(err, POISE_FAILED, "no memory for a CPU core");
    return POISE_OK;
}

int cpus_make(gpu *g, const cpu_program *const *programs, poise_error *err)
{
    if (!g->n_cpus)
        return POISE_OK;
    g->cpus = calloc(g->n_cpus, sizeof *g->cpus);
    if (!g->cpus)
        return poise_fail(err, POISE_FAILED, "no memory for %u CPU cores", g->n_cpus);
    int code = POISE_OK;
    for (uint32_t i = 0; i < g->n_cpus && !code; i++)
        code = make_core(g, &g->cpus[i], programs[i], err);
    return code;
}

void cpus_free(gpu *g)
{
    for (uint32_t i = 0; g->cpus && i < g->n_cpus; i++) {
        cpu_core_free(&g->cpus[i].core);
        cpu_reply_fifo_free(&g->cpus[i].replies);
        packet_fifo_free(&g->cpus[i].leaving);
    }
    free(g->cpus);
    g->cpus = NULL;
}

void cpus_begin(gpu *g)
{
    for (uint32_t i = 0; i < g->n_cpus; i++) {
        sim_cpu *cpu = &g->cpus[i];
        cpu_core_reset(&cpu->core);
        cpu_reply_fifo_clear(&cpu->replies);
        cpu->written = 0;
        cpu->result = (sim_cpu_result){0};
        packet_fifo_clear(&cpu->leaving);
        wake(g, i, 0);
    }
}

static bool is_over(const sim_cpu *cpu)
{
    return cpu->result.has_ended || cpu->result.cut_short;
}

static void take_result(const gpu *g, sim_cpu *cpu)
{
    cpu->result = (sim_cpu_result){.has_ended = cpu->core.has_ended,
                                   .counts = cpu_core_counts(&cpu->core),
                                   .below = gpu_counted_for(g, g->n_apps + cpu->index)};
}

void cpus_exchange(gpu *g)
{
    for (uint32_t i = 0; i < g->n_cpus; i++)
        if (g->cpus[i].core.has_ended && !is_over(&g->cpus[i]))
            take_result(g, &g->cpus[i]);
}

/* At the first exchange from the limit on, also where windows are skipped there. */
void cpus_limit(gpu *g, uint64_t end, uint64_t next)
{
    uint64_t most = (uint64_t)g->config.max_cycles;
    uint64_t exchange = later(end, (most + g->window - 1) / g->window * g->window);
    if (!most || exchange > next || cpus_have_ended(g))
        return;
    if (g->wheel.now < exchange)
        wheel_skip(&g->wheel, exchange);
    for (uint32_t i = 0; i < g->n_cpus; i++) {
        sim_cpu *cpu = &g->cpus[i];
        if (is_over(cpu))
            continue;
        (void)cpu_core_run(&cpu->core, clock_first(&g->cpu_clock, exchange), false); /* it may sleep */
        take_result(g, cpu);
        cpu->result.cut_short = !cpu->result.has_ended;
    }
}

void cpus_end(gpu *g)
{
    for (uint32_t i = 0; i < g->n_cpus; i++) {
        sim_cpu *cpu = &g->cpus[i];
        cpu_core *core = &cpu->core;
        (void)cpu_core_run(core, clock_first(&g->cpu_clock, gpu_now(g)), false); /* it may sleep */
        if (!is_over(cpu))
            take_result(g, cpu);
        cpu->result.restarts = core->retired / core->program->totals.instructions;
        cpu->result.requests = core->count.reads + core->count.write_backs;
    }
}

bool cpus_have_ended(const gpu *g)
{
    for (uint32_t i = 0; i < g->n_cpus; i++)
        if (!is_over(&g->cpus[i]))
            return false;
    return true;
}

double cpus_share_done(const gpu *g)
{
    double least = 1, of_limit = 0;
    if (g->config.max_cycles)
        of_limit = (double)gpu_now(g) / (double)g->config.max_cycles;
    for (uint32_t i = 0; i < g->n_cpus; i++) {
        const cpu_core *core = &g->cpus[i].core;
        double share = (double)core->retired / (double)core->program->totals.instructions;
        share = share > of_limit ? share : of_limit;
        if (!is_over(&g->cpus[i]) && share < least)
            least = share;
    }
    return least;
}

sim_cpu_result sim_cpu_result_of(const simulator *sim, uint32_t cpu)
{
    return ((const gpu *)(const void *)sim)->cpus[cpu].result;
}
