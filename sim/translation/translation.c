#include "sim/translation/translation.h"
#include "sim_hooks/guard.h"

#include <string.h>

/* The shared side that this thread runs: nobody else may call it. */
static _Thread_local const translation *running;

bool translation_may_call(translation *t, host_function function)
{
    if (running != t)
        contract_misused(&t->base->contract,
                         &(contract_misuse){.function = function, .how = MISUSE_OUTSIDE_SHARED});
    return running == t;
}

static void fail(translation *t, translation_fault fault)
{
    if (!t->fault)
        t->fault = fault;
    contract_broken(&t->base->contract);
}

/* ---- offered to the tlb policy ---- */

static uint8_t frame(void *opaque, uint16_t app, uint64_t address)
{
    translation *t = opaque;
    if (!translation_may_call(t, HOST_TLB_frame))
        return t->pages.page_bits;
    const uint8_t page_bits = pages_frame(&t->pages, app, address);
    if (page_bits && t->vm->walked)
        t->vm->walked(t->vm_state, app, address >> VM_BASE_BITS);
    return page_bits;
}

static uint8_t mapped(void *opaque, uint16_t app, uint64_t address)
{
    translation *t = opaque;
    return translation_may_call(t, HOST_TLB_mapped) ? pages_mapped(&t->pages, app, address)
                                                    : t->pages.page_bits;
}

static void translated(void *opaque, uint32_t handle)
{
    translation *t = opaque;
    if (!translation_may_call(t, HOST_TLB_translated))
        return;
    if (handle >= t->handles || !t->is_asked[handle]) {
        fail(t, TRANSLATION_HANDLE);
        return;
    }
    const mem_request *asked = &t->asked[handle];
    uint8_t page_bits = pages_mapped(&t->pages, asked->app, asked->virtual_address);
    if (!page_bits) {
        fail(t, TRANSLATION_ABSENT);
        return;
    }
    t->is_asked[handle] = false;
    if (asked->app < POLICY_PROGRAMS)
        t->waiting[asked->app]--;
    tlb_port *port = t->port[asked->source];
    *tlb_answer_fifo_push(tlb_port_inbox(port, t->base->window_number)) =
        (tlb_answered){.when = base_now(t->base) + t->base->window,
                       .mshr = (uint16_t)(handle - port->first_handle),
                       .page_bits = page_bits};
    t->has_answered = true;
}

/* What a walk has read is there in core cycle `when`. */
static void read_back(void *owner, const packet *reply, uint64_t when)
{
    translation *t = owner;
    uint32_t i = t->n_results++;
    for (; i && t->result[i - 1].when > when; i--)
        t->result[i] = t->result[i - 1];
    t->result[i] = (walk_result){.when = when, .read = reply->tag, .from_dram = !reply->l2_hit};
    wheel_wake(&t->base->wheel, t->component, when);
}

static void send_read(translation *t, packet *p)
{
    uint64_t now = base_now(t->base);
    const sim_config *c = &t->base->config;
    switch (c->memory) {
    case MEMORY_PERFECT:
    case MEMORY_FIXED:
        read_back(t, p, now + (c->memory == MEMORY_FIXED ? later(c->memory_latency, 1) : 1));
        break;
    case MEMORY_INFINITE:
        p->l2_hit = l2_touch(&t->banks[p->bank], p);
        read_back(t, p, now + later(c->l2_latency + (p->l2_hit ? 0 : c->dram_latency), 1));
        break;
    default: p->ready = now; l2_take_read(&t->banks[p->bank], p);
    }
}

bool translation_may_read(translation *t, uint64_t address)
{
    if (address >= TRANSLATION_READ_END)
        fail(t, TRANSLATION_ADDRESS);
    return address < TRANSLATION_READ_END;
}

static void read_memory(void *opaque, const tlb_read *read)
{
    translation *t = opaque;
    if (!translation_may_call(t, HOST_TLB_read))
        return;
    if (!translation_may_read(t, read->address))
        return;
    if (pool_full(&t->reads)) {
        fail(t, TRANSLATION_READ);
        return;
    }
    uint16_t number = pool_take(&t->reads);
    t->token[number] = read->token;
    if (t->watched)
        t->watched[read->app].reads++;
    address_place place;
    address_find_l2(base_map(t->base, read->app), line_begin(read->address), &place);
    packet p = {.request = {.address = line_begin(read->address),
                            .pc = MEM_NO_PC,
                            .born = (uint32_t)base_now(t->base),
                            .app = read->app,
                            .source = read->source,
                            .warp = read->warp,
                            .kind = MEM_TRANSLATION,
                            .depth = read->depth,
                            .sectors = (uint8_t)(1u << (read->address % LINE_BYTES / SECTOR_BYTES))},
                .l2_set = place.l2_set,
                .bank = (uint16_t)place.l2_bank,
                .tag = number};
    send_read(t, &p);
}

/* ---- the component ---- */

/* Misses of a window in order of time, then of SM. */
void translation_take(translation *t, uint64_t from)
{
    bool some = false;
    if (!t->tlb->ask)
        return;
    for (uint32_t i = 0; i < t->base->n_sms; i++)
        some |= tlb_port_outbox(t->port[i], t->base->window_number - 1)->count != 0;
    for (uint64_t cycle = from; some && cycle < from + t->base->window; cycle++) {
        for (uint32_t i = 0; i < t->base->n_sms; i++) {
            tlb_miss_fifo *outbox = tlb_port_outbox(t->port[i], t->base->window_number - 1);
            for (; outbox->count && tlb_miss_fifo_front(outbox)->when == cycle; tlb_miss_fifo_pop(outbox))
                *tlb_miss_fifo_push(&t->arrived) = *tlb_miss_fifo_front(outbox);
        }
    }
    if (some)
        wheel_wake(&t->base->wheel, t->component, tlb_miss_fifo_front(&t->arrived)->when);
}

static void take_misses(translation *t, uint64_t now)
{
    for (; t->arrived.count && tlb_miss_fifo_front(&t->arrived)->when <= now;
         tlb_miss_fifo_pop(&t->arrived)) {
        const tlb_miss *miss = tlb_miss_fifo_front(&t->arrived);
        t->asked[miss->handle] = miss->request;
        t->is_asked[miss->handle] = true;
        if (miss->request.app < POLICY_PROGRAMS)
            t->waiting[miss->request.app]++;
        if (t->vm->missed)
            t->vm->missed(t->vm_state, miss->request.app, miss->request.virtual_address >> VM_BASE_BITS);
        if (t->watched)
            t->watched[miss->request.app].misses++;
        t->tlb->ask(t->tlb_state, miss->handle, &miss->request, now);
        t->told = true;
    }
}

static void take_results(translation *t, uint64_t now)
{
    while (t->n_results && t->result[0].when <= now) {
        walk_result result = t->result[0];
        t->n_results--;
        pool_give(&t->reads, result.read);
        memmove(t->result, t->result + 1, t->n_results * sizeof *t->result);
        t->tlb->read_done(t->tlb_state, t->token[result.read], result.from_dram, now);
        t->told = true;
    }
}

static void take_transfers(translation *t, int way, uint64_t now)
{
    uint32_t token;
    while (host_link_arrived(&t->link, way, now, &token))
        if (t->vm->transferred)
            t->vm->transferred(t->vm_state, token, now);
}

static uint64_t next_run(const translation *t)
{
    uint64_t next = earlier(earlier(t->tlb_at, t->vm_at), t->entries_at);
    if (t->arrived.count)
        next = earlier(next, tlb_miss_fifo_front(&t->arrived)->when);
    if (t->n_results)
        next = earlier(next, t->result[0].when);
    for (int way = 0; way < LINK_WAYS; way++)
        next = earlier(next, host_link_next(&t->link, way));
    return next;
}

void translation_run(translation *t)
{
    uint64_t now = base_now(t->base);
    running = t;
    t->told = false;
    take_misses(t, now);
    take_results(t, now);
    take_transfers(t, LINK_TO_HOST, now);
    take_transfers(t, LINK_TO_GPU, now);
    if (t->vm_at <= now)
        t->vm_at = t->base->blocks_left || t->base->launches_waiting
                       ? base_again_at(now, t->vm->tick(t->vm_state, now))
                       : UINT64_MAX;
    if (t->told || t->tlb_at <= now)
        t->tlb_at = later(t->tlb->tick(t->tlb_state, now), now + 1);
    translation_run_entries(t, now);
    running = NULL;
    uint64_t next = next_run(t);
    if (next != UINT64_MAX)
        wheel_wake(&t->base->wheel, t->component, next);
}

void translation_begin(translation *t)
{
    if (!t->runs)
        return;
    memset(t->base->pressure, 0, sizeof t->base->pressure);
    tlb_miss_fifo_clear(&t->arrived);
    memset(t->is_asked, 0, t->handles * sizeof *t->is_asked);
    memset(t->waiting, 0, sizeof t->waiting);
    t->n_results = 0;
    pool_clear(&t->reads);
    t->fault = TRANSLATION_FAULTLESS;
    t->tlb_at = UINT64_MAX;
    t->vm_at = t->vm->tick ? 0 : UINT64_MAX;
    t->entries_at = UINT64_MAX;
    t->must_settle = t->vm->settle != NULL; /* transfers have arrived between launches */
    pages_forget_unwritten(&t->pages);
    host_link_reset(&t->link);
    if (t->tlb->restart)
        t->tlb->restart(t->tlb_state);
    wheel_wake(&t->base->wheel, t->component, 0);
}

void translation_begin_ticks(translation *t, uint64_t now)
{
    if (!t->runs || !t->vm->tick || t->vm_at != UINT64_MAX)
        return;
    t->vm_at = now;
    wheel_wake(&t->base->wheel, t->component, now);
}

bool translation_has_remote(const translation *t)
{
    const int memory = t->base->config.memory;
    return t->vm->place && memory != MEMORY_PERFECT && memory != MEMORY_FIXED && memory != MEMORY_INFINITE;
}

l2_walker translation_walker(translation *t)
{
    return (l2_walker){.owner = t->runs ? t : NULL, .answer = read_back};
}

l2_watcher translation_watcher(const translation *t)
{
    const bool watches = t->vm->accessed && (!t->vm->watches || t->vm->watches(t->vm_state));
    return (l2_watcher){.owner = t->vm_state, .accessed = watches ? t->vm->accessed : NULL};
}

void translation_open(translation *t, uint64_t now)
{
    running = t;
    t->pages.still_at = now;
}

void translation_close(translation *t)
{
    running = NULL;
    t->pages.still_at = UINT64_MAX;
}

bool translation_admits(translation *t, uint16_t app, uint64_t now)
{
    if (!t->vm->admit)
        return true;
    translation_open(t, now);
    const bool may_begin = t->vm->admit(t->vm_state, app, now);
    translation_close(t);
    return may_begin;
}

void translation_settle(translation *t, uint64_t now)
{
    if (!t->must_settle)
        return;
    t->must_settle = false;
    translation_open(t, now);
    if (t->vm->settle)
        t->vm->settle(t->vm_state, now);
    translation_close(t);
    if (!t->vm->tick)
        return;
    t->vm_at = now; /* it may wait for another time now */
    wheel_wake(&t->base->wheel, t->component, now);
}

int translation_announce(translation *t, launch_pages *launch, const warp_trace *trace, uint64_t code,
                         uint64_t now, poise_error *err)
{
    translation_open(t, now);
    int code_of = pages_announce(&t->pages, launch, trace, code, err);
    translation_close(t);
    return code_of;
}

int translation_place_pages(translation *t, launch_pages *launch, const warp_trace *trace, uint64_t code,
                            bool is_shared, uint64_t now, poise_error *err)
{
    translation_open(t, now);
    int code_of = pages_begin(&t->pages, launch, trace, code, is_shared, err);
    translation_close(t);
    return code_of;
}

/* A page has changed: TLBs lose it, and answers that are on their way. */
static void page_changed(void *owner, const tlb_page *page)
{
    translation *t = owner;
    if (t->tlb->invalidate)
        t->tlb->invalidate(t->tlb_state, page);
    if (t->around.changed)
        t->around.changed(t->around.owner, page);
}

static void page_gone(void *owner, uint16_t app, uint64_t page)
{
    translation *t = owner;
    if (t->around.gone)
        t->around.gone(t->around.owner, app, page);
}

static void page_moved(void *owner, uint16_t app, uint64_t from, uint64_t to)
{
    translation *t = owner;
    if (t->around.moved)
        t->around.moved(t->around.owner, app, from, to);
}

static bool page_is_dirty(void *owner, uint16_t app, uint64_t address)
{
    const translation *t = owner;
    return t->around.is_dirty && t->around.is_dirty(t->around.owner, app, address);
}

void translation_forget(translation *t, uint16_t space)
{
    if (t->tlb->flush && t->tlb_state)
        t->tlb->flush(t->tlb_state, space);
    pages_end(&t->pages, space);
}

/* ---- construction ---- */

static int make_component(translation *t, poise_error *err)
{
    storage *from = &t->base->storage;
    t->runs = true;
    t->component = t->base->n_components++;
    t->asked = storage_take(from, t->handles, sizeof *t->asked);
    t->is_asked = storage_take(from, t->handles, sizeof *t->is_asked);
    t->port = storage_take(from, t->base->n_sms, sizeof(tlb_port *));
    if (!t->asked || !t->is_asked || !t->port || !pool_init(&t->reads, from, TLB_READS) ||
        !tlb_miss_fifo_init(&t->arrived, from, t->handles))
        return poise_fail(err, POISE_FAILED, "no memory for address translation");
    return host_link_init(&t->link, t->base, translation_has_remote(t) ? t->base->config.l2_banks : 0, err);
}

static int create_states(translation *t, const policy_choice *vm, poise_error *err)
{
    int code = POISE_OK;
    t->vm_host = translation_vm_host(t);
    if (t->vm->create)
        code = policy_created(vm, t->vm->create(&t->vm_host, vm->options, &t->vm_state, err), err);
    uint8_t page_bits = code != POISE_OK || !t->vm->page_bits ? VM_BASE_BITS : t->vm->page_bits(t->vm_state);
    t->pages = (page_tables){.base = t->base,
                             .choice = vm,
                             .vm = t->vm,
                             .vm_state = t->vm_state,
                             .tlb_label = t->choice->label,
                             .are_placed = t->vm->place != NULL,
                             .are_walked = t->tlb->ask != NULL,
                             .page_bits = page_bits,
                             .still_at = UINT64_MAX,
                             .changes = {.owner = t,
                                         .changed = page_changed,
                                         .gone = page_gone,
                                         .moved = page_moved,
                                         .is_dirty = page_is_dirty}};
    if (page_bits != VM_BASE_BITS && page_bits != VM_LARGE_BITS)
        return poise_fail(err, POISE_FAILED, "vm policy %s has pages of 2^%u bytes", vm->label, page_bits);
    t->tlb_host = (tlb_host){.sms = t->base->n_sms,
                             .page_bits = page_bits,
                             .handles = t->handles,
                             .pressure = t->base->pressure,
                             .opaque = t,
                             .frame = frame,
                             .mapped = mapped,
                             .translated = translated,
                             .read = read_memory};
    if (code == POISE_OK && t->tlb->create)
        code = policy_created(t->choice, t->tlb->create(&t->tlb_host, t->choice->options, &t->tlb_state, err),
                              err);
    return code;
}

int translation_make(translation *t, sim_base *base, const policy_choice *tlb, const policy_choice *vm,
                     poise_error *err)
{
    *t = (translation){.base = base,
                       .choice = tlb,
                       .tlb = policy_functions(tlb),
                       .vm = policy_functions(vm),
                       .handles = base->n_sms * tlb_port_handles(&base->config)};
    int code = translation_check_tlb(t, err);
    if (code == POISE_OK && (t->tlb->look_up || t->vm->place || t->vm->tick))
        code = make_component(t, err);
    return code != POISE_OK ? code : create_states(t, vm, err);
}

void translation_free(translation *t)
{
    if (t->tlb && t->tlb->life.destroy && t->tlb_state)
        t->tlb->life.destroy(t->tlb_state);
    if (t->vm && t->vm->life.destroy && t->vm_state)
        t->vm->life.destroy(t->vm_state);
    pages_free(&t->pages);
}
