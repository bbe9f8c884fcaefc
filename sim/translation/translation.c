#include "sim/translation/translation.h"

#include "sim/contract.h"

#include <math.h>
#include <string.h>

/* Physical addresses that can be read. */
#define READ_END (UINT64_C(1) << 48)

/* The GPU whose shared side this thread runs: nobody else may call it. */
static _Thread_local const gpu *running;

static bool may_call(gpu *g, host_function function)
{
    if (running != g)
        contract_misused(g, function, MISUSE_OUTSIDE_SHARED, 0);
    return running == g;
}

static void fail(gpu *g, translation_fault fault)
{
    if (!g->translation->fault)
        g->translation->fault = fault;
    contract_broken(g);
}

int translation_error(const gpu *g, poise_error *err)
{
    const char *tlb = g->policy[POLICY_AT_TLB].choice.label;
    switch (g->translation ? g->translation->fault : TRANSLATION_FAULTLESS) {
    case TRANSLATION_FAULTLESS: break;
    case TRANSLATION_HANDLE:
        return poise_fail(err, POISE_FAILED, "tlb policy %s answered a request that it does not have", tlb);
    case TRANSLATION_ABSENT:
        return poise_fail(err, POISE_FAILED, "tlb policy %s answered for a page that is not in memory", tlb);
    case TRANSLATION_READ:
        return poise_fail(err, POISE_FAILED, "tlb policy %s has more than %d reads under way", tlb,
                          TLB_READS);
    case TRANSLATION_ADDRESS:
        return poise_fail(err, POISE_FAILED, "tlb policy %s reads above physical address %#llx", tlb,
                          (unsigned long long)READ_END);
    }
    return POISE_OK;
}

/* ---- offered to the tlb policy ---- */

static uint8_t frame(void *opaque, uint16_t app, uint64_t address)
{
    gpu *g = opaque;
    return may_call(g, HOST_TLB_frame) ? pages_frame(g, app, address) : g->page_bits;
}

static uint8_t mapped(void *opaque, uint16_t app, uint64_t address)
{
    gpu *g = opaque;
    return may_call(g, HOST_TLB_mapped) ? pages_mapped(g, app, address) : g->page_bits;
}

static void translated(void *opaque, uint32_t handle)
{
    gpu *g = opaque;
    translation *t = g->translation;
    if (!may_call(g, HOST_TLB_translated))
        return;
    if (handle >= t->handles || !t->is_asked[handle]) {
        fail(g, TRANSLATION_HANDLE);
        return;
    }
    const mem_request *asked = &t->asked[handle];
    uint8_t page_bits = pages_mapped(g, asked->app, asked->virtual_address);
    if (!page_bits) {
        fail(g, TRANSLATION_ABSENT);
        return;
    }
    t->is_asked[handle] = false;
    sm_translation *sm = g->sms[asked->source].translation;
    *tlb_answer_fifo_push(sm_translation_inbox(sm, g->window_number)) =
        (tlb_answered){.when = gpu_now(g) + g->window,
                       .mshr = (uint16_t)(handle - sm->first_handle),
                       .page_bits = page_bits};
    g->delivered = true;
}

static void send_read(gpu *g, packet *p)
{
    uint64_t now = gpu_now(g);
    const sim_config *c = &g->config;
    switch (c->memory) {
    case MEMORY_PERFECT:
    case MEMORY_FIXED:
        translation_read_back(g, p,
                              now + (c->memory == MEMORY_FIXED ? later((uint64_t)c->memory_latency, 1) : 1));
        break;
    case MEMORY_INFINITE:
        p->l2_hit = l2_touch(g, p);
        translation_read_back(g, p,
                              now + later((uint64_t)(c->l2_latency + (p->l2_hit ? 0 : c->dram_latency)), 1));
        break;
    default: p->ready = now; l2_take_read(g, p);
    }
}

static void read_memory(void *opaque, const tlb_read *read)
{
    gpu *g = opaque;
    translation *t = g->translation;
    if (!may_call(g, HOST_TLB_read))
        return;
    if (pool_full(&t->reads) || read->address >= READ_END) {
        fail(g, read->address >= READ_END ? TRANSLATION_ADDRESS : TRANSLATION_READ);
        return;
    }
    uint16_t number = pool_take(&t->reads);
    t->token[number] = read->token;
    address_place place;
    address_locate(&g->map, line_begin(read->address), &place);
    packet p = {.request = {.address = line_begin(read->address),
                            .pc = MEM_NO_PC,
                            .born = (uint32_t)gpu_now(g),
                            .app = read->app,
                            .source = read->source,
                            .warp = read->warp,
                            .kind = MEM_TRANSLATION,
                            .depth = read->depth,
                            .sectors = (uint8_t)(1u << (read->address % LINE_BYTES / SECTOR_BYTES))},
                .l2_set = place.l2_set,
                .bank = (uint16_t)place.l2_bank,
                .tag = number};
    send_read(g, &p);
}

void translation_read_back(gpu *g, const packet *reply, uint64_t when)
{
    translation *t = g->translation;
    uint32_t i = t->n_results++;
    for (; i && t->result[i - 1].when > when; i--)
        t->result[i] = t->result[i - 1];
    t->result[i] = (walk_result){.when = when, .read = reply->tag, .from_dram = !reply->l2_hit};
    wheel_wake(&g->wheel, t->component, when);
}

/* ---- offered to the vm policy ---- */

static void transfer(void *opaque, uint32_t token, uint64_t bytes, bool to_gpu)
{
    gpu *g = opaque;
    if (!may_call(g, HOST_VM_transfer))
        return;
    link_way *way = &g->translation->link[to_gpu];
    if (link_fifo_full(&way->transfers)) {
        pages_fail(g, PAGES_TRANSFERS, 0, 0, 0);
        return;
    }
    double begin = fmax(way->free_at, (double)gpu_now(g));
    way->free_at = begin + (double)bytes * g->config.core_mhz / (g->config.link_gbps * 1000);
    double end = ceil(way->free_at + g->config.link_us * g->config.core_mhz);
    *link_fifo_push(&way->transfers) = (link_transfer){.when = (uint64_t)end, .token = token};
    wheel_wake(&g->wheel, g->translation->component, (uint64_t)end);
}

static void present(void *opaque, uint16_t app, uint64_t page)
{
    gpu *g = opaque;
    uint64_t address = page << g->page_bits;
    if (!may_call(g, HOST_VM_present) || !pages_present(g, app, address) || !g->tlb->look_up)
        return;
    g->tlb->present(g->tlb_state, app, address, gpu_now(g));
    g->translation->told = true;
}

/* ---- the component ---- */

/* Misses of a window in order of time, then of SM. */
void translation_take(gpu *g, uint64_t from)
{
    translation *t = g->translation;
    bool some = false;
    if (!g->tlb->look_up)
        return;
    for (uint32_t i = 0; i < g->n_sms; i++)
        some |= sm_translation_outbox(g->sms[i].translation, g->window_number - 1)->count != 0;
    for (uint64_t cycle = from; some && cycle < from + g->window; cycle++) {
        for (uint32_t i = 0; i < g->n_sms; i++) {
            tlb_miss_fifo *outbox = sm_translation_outbox(g->sms[i].translation, g->window_number - 1);
            for (; outbox->count && tlb_miss_fifo_front(outbox)->when == cycle; tlb_miss_fifo_pop(outbox))
                *tlb_miss_fifo_push(&t->arrived) = *tlb_miss_fifo_front(outbox);
        }
    }
    if (some)
        wheel_wake(&g->wheel, t->component, tlb_miss_fifo_front(&t->arrived)->when);
}

static void take_misses(gpu *g, translation *t, uint64_t now)
{
    for (; t->arrived.count && tlb_miss_fifo_front(&t->arrived)->when <= now;
         tlb_miss_fifo_pop(&t->arrived)) {
        const tlb_miss *miss = tlb_miss_fifo_front(&t->arrived);
        t->asked[miss->handle] = miss->request;
        t->is_asked[miss->handle] = true;
        g->tlb->ask(g->tlb_state, miss->handle, &miss->request, now);
        t->told = true;
    }
}

static void take_results(gpu *g, translation *t, uint64_t now)
{
    while (t->n_results && t->result[0].when <= now) {
        walk_result result = t->result[0];
        t->n_results--;
        pool_give(&t->reads, result.read);
        memmove(t->result, t->result + 1, t->n_results * sizeof *t->result);
        g->tlb->read_done(g->tlb_state, t->token[result.read], result.from_dram, now);
        t->told = true;
    }
}

static void take_transfers(gpu *g, link_way *way, uint64_t now)
{
    while (way->transfers.count && link_fifo_front(&way->transfers)->when <= now) {
        uint32_t token = link_fifo_front(&way->transfers)->token;
        link_fifo_pop(&way->transfers);
        if (g->vm->transferred)
            g->vm->transferred(g->vm_state, token, now);
    }
}

static uint64_t next_run(const translation *t)
{
    uint64_t next = earlier(t->tlb_at, t->vm_at);
    if (t->arrived.count)
        next = earlier(next, tlb_miss_fifo_front(&t->arrived)->when);
    if (t->n_results)
        next = earlier(next, t->result[0].when);
    for (uint32_t i = 0; i < 2; i++)
        if (t->link[i].transfers.count)
            next = earlier(next, link_fifo_front(&t->link[i].transfers)->when);
    return next;
}

void translation_run(gpu *g)
{
    translation *t = g->translation;
    uint64_t now = gpu_now(g);
    running = g;
    t->told = false;
    take_misses(g, t, now);
    take_results(g, t, now);
    take_transfers(g, &t->link[0], now);
    take_transfers(g, &t->link[1], now);
    if (t->vm_at <= now)
        t->vm_at = gpu_again_at(now, g->vm->tick(g->vm_state, now));
    if (t->told || t->tlb_at <= now)
        t->tlb_at = later(g->tlb->tick(g->tlb_state, now), now + 1);
    running = NULL;
    uint64_t next = next_run(t);
    if (next != UINT64_MAX)
        wheel_wake(&g->wheel, t->component, next);
}

void translation_begin(gpu *g)
{
    translation *t = g->translation;
    if (!t)
        return;
    tlb_miss_fifo_clear(&t->arrived);
    memset(t->is_asked, 0, t->handles * sizeof *t->is_asked);
    t->n_results = 0;
    pool_clear(&t->reads);
    t->fault = TRANSLATION_FAULTLESS;
    t->tlb_at = UINT64_MAX;
    t->vm_at = g->vm->tick ? 0 : UINT64_MAX;
    for (uint32_t i = 0; i < 2; i++) {
        link_fifo *transfers = &t->link[i].transfers;
        t->link[i].free_at = 0;
        for (uint32_t k = 0; k < transfers->count; k++) /* there was time enough between the launches */
            transfers->item[(transfers->head + k) & transfers->mask].when = 0;
    }
    if (g->tlb->restart)
        g->tlb->restart(g->tlb_state);
    for (uint32_t i = 0; i < g->n_sms; i++)
        sm_translation_reset(&g->sms[i]);
    wheel_wake(&g->wheel, t->component, 0);
}

int app_place_pages(sim_app *app, poise_error *err)
{
    running = app->gpu;
    int code = pages_begin(app, err);
    running = NULL;
    return code;
}

void app_forget_pages(sim_app *app)
{
    gpu *g = app->gpu;
    if (g->tlb->flush && g->tlb_state)
        g->tlb->flush(g->tlb_state, (uint16_t)app->index);
    pages_end(app);
}

/* ---- construction ---- */

/* A policy that lets requests wait must be able to let them go on. */
static int check_tlb(const gpu *g, poise_error *err)
{
    const tlb_policy *p = g->tlb;
    const char *missing = !p->fill        ? "fill"
                          : !p->ask       ? "ask"
                          : !p->read_done ? "read_done"
                          : !p->present   ? "present"
                          : !p->tick      ? "tick"
                          : !p->restart   ? "restart"
                          : !p->flush     ? "flush"
                                          : NULL;
    if (!p->look_up || !missing)
        return POISE_OK;
    return poise_fail(err, POISE_USAGE, "tlb policy %s has look_up(), but not %s()",
                      g->policy[POLICY_AT_TLB].choice.label, missing);
}

static int make(gpu *g, poise_error *err)
{
    uint32_t handles = g->n_sms * sm_translation_handles(&g->config);
    translation *t = g->translation = calloc(1, sizeof *t);
    if (!t)
        return poise_fail(err, POISE_FAILED, "no memory for address translation");
    t->component = g->n_components++;
    t->handles = handles;
    t->asked = calloc(handles, sizeof *t->asked);
    t->is_asked = calloc(handles, sizeof *t->is_asked);
    if (!t->asked || !t->is_asked || !pool_init(&t->reads, TLB_READS) ||
        !tlb_miss_fifo_init(&t->arrived, handles) ||
        !link_fifo_init(&t->link[0].transfers, TRANSLATION_TRANSFERS) ||
        !link_fifo_init(&t->link[1].transfers, TRANSLATION_TRANSFERS))
        return poise_fail(err, POISE_FAILED, "no memory for address translation");
    return POISE_OK;
}

static int create_states(gpu *g, poise_error *err)
{
    int code = POISE_OK;
    g->vm_host = (vm_host){.pages = g->n_sms * sm_translation_handles(&g->config),
                           .opaque = g,
                           .transfer = transfer,
                           .present = present};
    if (g->vm->create)
        code = g->vm->create(&g->vm_host, g->policy[POLICY_AT_VM].choice.options, &g->vm_state, err);
    g->page_bits = code || !g->vm->page_bits ? VM_BASE_BITS : g->vm->page_bits(g->vm_state);
    if (g->page_bits != VM_BASE_BITS && g->page_bits != VM_LARGE_BITS)
        return poise_fail(err, POISE_FAILED, "vm policy %s has pages of 2^%u bytes",
                          g->policy[POLICY_AT_VM].choice.label, g->page_bits);
    g->tlb_host = (tlb_host){.sms = g->n_sms,
                             .page_bits = g->page_bits,
                             .handles = g->n_sms * sm_translation_handles(&g->config),
                             .opaque = g,
                             .frame = frame,
                             .mapped = mapped,
                             .translated = translated,
                             .read = read_memory};
    if (!code && g->tlb->create)
        code = g->tlb->create(&g->tlb_host, g->policy[POLICY_AT_TLB].choice.options, &g->tlb_state, err);
    return code ? code : contract_misuse_error(g, err);
}

int gpu_create_translation(gpu *g, poise_error *err)
{
    g->tlb = (const tlb_policy *)(const void *)g->policy[POLICY_AT_TLB].choice.policy;
    g->vm = (const vm_policy *)(const void *)g->policy[POLICY_AT_VM].choice.policy;
    int code = check_tlb(g, err);
    if (!code && (g->tlb->look_up || g->vm->place || g->vm->tick))
        code = make(g, err);
    return code ? code : create_states(g, err);
}

void gpu_free_translation(gpu *g)
{
    translation *t = g->translation;
    if (g->tlb && g->tlb->life.destroy && g->tlb_state)
        g->tlb->life.destroy(g->tlb_state);
    if (g->vm && g->vm->life.destroy && g->vm_state)
        g->vm->life.destroy(g->vm_state);
    pages_free(g);
    if (!t)
        return;
    tlb_miss_fifo_free(&t->arrived);
    link_fifo_free(&t->link[0].transfers);
    link_fifo_free(&t->link[1].transfers);
    pool_free(&t->reads);
    free(t->asked);
    free(t->is_asked);
    free(t);
}
