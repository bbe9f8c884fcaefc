#include "sim_hooks/tlb/tlb_shared.h"

#include "sim_hooks/tlb/tlb_statistics.h"

/* ---- the side of an SM ---- */

tlb_answer tlb_shared_look_up(void *state, const mem_request *request, uint64_t cycle)
{
    (void)cycle;
    tlb_shared *s = state;
    const tlb_answer answer = tlb_l1s_look_up(&s->l1, request);
    if (answer == TLB_MISS)
        tlb_pressure_missed(&s->pressure, request);
    return answer;
}

void tlb_shared_fill(void *state, uint32_t sm, const tlb_page *page, uint64_t cycle)
{
    (void)cycle;
    tlb_shared *s = state;
    tlb_l1s_fill(&s->l1, sm, page);
    tlb_pressure_filled(&s->pressure, sm, page);
}

/* ---- the L2 TLB ---- */

void tlb_shared_ask(void *state, uint32_t handle, const mem_request *request, uint64_t cycle)
{
    (void)cycle;
    tlb_shared *s = state;
    tlb_walker_ask(&s->walker, handle, request);
    tlb_ports_push(&s->ports, handle);
}

static void count_look_up(tlb_shared *s, const tlb_request *request, bool hit)
{
    s->look_ups++;
    s->hits += hit;
    if (s->hooks.looked_up)
        s->hooks.looked_up(s->hooks.owner, request, hit);
}

/* The end of a look-up. False when it is held up: it needs an MSHR. */
static bool looked_up(tlb_shared *s, uint32_t handle)
{
    const tlb_request *r = &s->walker.request[handle];
    if (tlb_pair_look_up(&s->l2, r->app, r->address) ||
        (s->hooks.knows && s->hooks.knows(s->hooks.owner, r))) {
        count_look_up(s, r, true);
        s->host->translated(s->host->opaque, handle);
        return true;
    }
    if (!tlb_walker_wait(&s->walker, handle)) {
        s->refused += !(s->is_serial ? s->second : s->ports).is_blocked;
        return false;
    }
    count_look_up(s, r, false);
    return true;
}

/* The large pages are looked up first; what they do not hold goes on to the base pages ([RA] 7.3.3, 7.5.2).
 */
static void look_up_large(tlb_shared *s, uint64_t cycle)
{
    for (uint32_t handle; tlb_ports_ended(&s->ports, cycle, &handle); tlb_ports_pop(&s->ports)) {
        const tlb_request *r = &s->walker.request[handle];
        if (tlb_array_look_up(&s->l2.large, r->app, r->address >> VM_LARGE_BITS))
            (void)looked_up(s, handle);
        else
            tlb_ports_push(&s->second, handle);
    }
}

uint64_t tlb_shared_tick(void *state, uint64_t cycle)
{
    tlb_shared *s = state;
    tlb_ports *last = s->is_serial ? &s->second : &s->ports;
    if (s->is_serial)
        look_up_large(s, cycle);
    for (uint32_t handle; tlb_ports_ended(last, cycle, &handle); tlb_ports_pop(last)) {
        last->is_blocked = !looked_up(s, handle);
        if (last->is_blocked)
            break;
    }
    tlb_ports_begin(&s->ports, cycle);
    tlb_walker_begin(&s->walker, cycle);
    const uint64_t next = tlb_ports_next(&s->ports, cycle);
    if (!s->is_serial)
        return next;
    tlb_ports_begin(last, cycle);
    const uint64_t second = tlb_ports_next(last, cycle);
    return next < second ? next : second;
}

/* ---- walks ---- */

static void walked(void *owner, const tlb_walk *walk, const tlb_page *page)
{
    tlb_shared *s = owner;
    if (!s->hooks.may_fill || s->hooks.may_fill(s->hooks.owner, walk, page))
        tlb_pair_insert(&s->l2, page);
}

void tlb_shared_read_done(void *state, uint32_t token, bool from_dram, uint64_t cycle)
{
    tlb_walker_read_done(&((tlb_shared *)state)->walker, token, from_dram, cycle);
}

void tlb_shared_present(void *state, uint16_t app, uint64_t address, uint64_t cycle)
{
    (void)cycle;
    tlb_walker_present(&((tlb_shared *)state)->walker, app, address);
}

/* ---- life ---- */

void tlb_shared_restart(void *state)
{
    tlb_shared *s = state;
    tlb_ports_clear(&s->ports);
    if (s->is_serial)
        tlb_ports_clear(&s->second);
    tlb_walker_restart(&s->walker);
    tlb_l1s_restart(&s->l1);
    tlb_pressure_restart(&s->pressure);
    s->look_ups = s->hits = s->refused = 0;
}

void tlb_shared_flush(void *state, uint16_t app)
{
    tlb_shared *s = state;
    tlb_l1s_flush(&s->l1, app);
    tlb_pair_flush(&s->l2, app);
}

void tlb_shared_invalidate(void *state, const tlb_page *page)
{
    tlb_shared *s = state;
    tlb_l1s_invalidate(&s->l1, page);
    tlb_pair_invalidate(&s->l2, page);
}

uint64_t tlb_shared_entry(const void *state, uint16_t app, uint64_t address, uint8_t depth)
{
    return tlb_walker_entry(&((const tlb_shared *)state)->walker, app, address, depth);
}

void tlb_shared_free(tlb_shared *s)
{
    tlb_l1s_free(&s->l1);
    tlb_pair_free(&s->l2);
    tlb_ports_free(&s->ports);
    tlb_ports_free(&s->second);
    tlb_walker_free(&s->walker);
    tlb_pressure_free(&s->pressure);
}

int tlb_shared_init(tlb_shared *s, const tlb_host *host, const tlb_shared_options *o,
                    const tlb_shared_hooks *hooks, poise_error *err)
{
    s->host = host;
    s->hooks = *hooks;
    if (o->entries % o->ways)
        return poise_fail(err, POISE_USAGE, "an L2 TLB of %lld entries has no sets of %lld ways",
                          (long long)o->entries, (long long)o->ways);
    int code =
        tlb_walker_init(&s->walker, host, &o->walker, &(tlb_walker_hooks){.owner = s, .walked = walked}, err);
    if (code != POISE_OK)
        return code;
    s->l2.page_bits = host->page_bits;
    s->is_serial = o->serial != 0;
    if (s->is_serial && !tlb_ports_init(&s->second, (uint32_t)o->ports, (uint32_t)o->latency, host->handles))
        return poise_fail(err, POISE_FAILED, "no memory for TLBs");
    if (!tlb_pressure_init(&s->pressure, host) || !tlb_l1s_init(&s->l1, host, &o->l1) ||
        !tlb_ports_init(&s->ports, (uint32_t)o->ports, (uint32_t)o->latency, host->handles) ||
        !tlb_array_init(&s->l2.base, (uint32_t)(o->entries / o->ways), (uint32_t)o->ways) ||
        !tlb_array_init(&s->l2.large, 1, (uint32_t)o->large))
        return poise_fail(err, POISE_FAILED, "no memory for TLBs");
    return POISE_OK;
}

uint64_t tlb_shared_gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)count;
    tlb_shared *s = states[0];
    return tlb_pressure_gather(&s->pressure, &s->walker, cycle);
}

/* 16 bytes an entry of the L2 TLB, 9 bits of which are the address space (thesis 6.6.4). */
uint64_t tlb_shared_storage_bits(const void *state)
{
    enum { ENTRY = 128 };
    const tlb_shared *s = state;
    return (uint64_t)(s->l2.base.sets * s->l2.base.ways + s->l2.large.ways) * ENTRY + tlb_l1s_bits(&s->l1);
}

size_t tlb_shared_statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const tlb_shared *s = states[0];
    const tlb_walker_counts *c = &s->walker.count;
    const policy_statistic l2[] = {
        {"l2_look_ups", "look-up", (double)s->look_ups},
        {"l2_hit_rate", "fraction", tlb_ratio(s->hits, s->look_ups)},
        {"l2_merged", "fraction", tlb_ratio(c->merges, s->look_ups)},
        {"l2_refused", "look-up", (double)s->refused},
    };
    size_t n = tlb_l1_statistics(&s->l1, c->asked, out, room);
    n += policy_give_statistics(l2, sizeof l2 / sizeof *l2, out + n, room - n);
    return n + tlb_walker_statistics(&s->walker, out + n, room - n);
}
