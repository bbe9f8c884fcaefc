/* PWCache, the baseline of MASK without a shared L2 TLB ([RA] Figure 6.2a, Table 6.1; Power et al., HPCA
 * 2014): a walk begins as soon as an L1 TLB has missed; each of its steps looks in a page-walk cache that all
 * SMs share, then in the L2 cache, then in DRAM.
 *
 * Our choices, where the thesis is silent: an entry of the cache is a page-table entry of 8 bytes, so that 8
 * KB are 1024, tagged with address space, level and the address bits above; LRU; two look-ups begin in a
 * cycle; what a step has read from memory enters it; requests of SMs for one page share a walk. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/tlb/tlb_l1.h"
#include "sim_hooks/tlb/tlb_options.h"
#include "sim_hooks/tlb/tlb_ports.h"
#include "sim_hooks/tlb/tlb_statistics.h"

enum { ENTRY_BYTES = 8, LEVEL_SHIFT = 60 /* above every page number */ };

typedef struct pwcache_options {
    tlb_l1_options l1;
    int64_t bytes, ways, ports, latency;
    tlb_walker_options walker;
} pwcache_options;

typedef struct pwcache {
    tlb_l1s l1;
    tlb_walker walker;
    tlb_array cache; /* of page-table entries */
    tlb_ports ports; /* steps of walks that look in it, by their MSHRs */
    tlb_queue held;  /* requests that need an MSHR */
    uint64_t look_ups[PAGE_TABLE_LEVELS], hits[PAGE_TABLE_LEVELS];
} pwcache;

/* ---- the side of an SM ---- */

static tlb_answer look_up(void *state, const mem_request *request, uint64_t cycle)
{
    (void)cycle;
    return tlb_l1s_look_up(&((pwcache *)state)->l1, request);
}

static void fill(void *state, uint32_t sm, const tlb_page *page, uint64_t cycle)
{
    (void)cycle;
    tlb_l1s_fill(&((pwcache *)state)->l1, sm, page);
}

/* ---- steps of walks ---- */

/* The tag of the entry that a step needs. */
static uint64_t entry_of(const pwcache *p, const tlb_walk *walk)
{
    uint64_t above = tlb_walker_address(&p->walker, walk) >> page_table_shift(&p->walker.table, walk->level);
    return above | (uint64_t)walk->level << LEVEL_SHIFT;
}

static void step(void *owner, uint32_t walk, uint64_t cycle)
{
    (void)cycle;
    tlb_ports_push(&((pwcache *)owner)->ports, walk);
}

static void has_read(void *owner, const tlb_walk *walk)
{
    pwcache *p = owner;
    tlb_array_insert(&p->cache, walk->app, entry_of(p, walk));
}

/* The end of a look-up in the cache. */
static void looked_up(pwcache *p, uint32_t walk, uint64_t cycle)
{
    const tlb_walk *k = &p->walker.walk[walk];
    bool hit = tlb_array_look_up(&p->cache, k->app, entry_of(p, k));
    p->look_ups[k->level - 1]++;
    p->hits[k->level - 1] += hit;
    if (hit)
        tlb_walker_found(&p->walker, walk, cycle);
    else
        tlb_walker_read(&p->walker, walk);
}

/* ---- the shared side ---- */

static void ask(void *state, uint32_t handle, const mem_request *request, uint64_t cycle)
{
    (void)cycle;
    pwcache *p = state;
    tlb_walker_ask(&p->walker, handle, request);
    tlb_queue_push(&p->held, handle);
}

static void read_done(void *state, uint32_t token, bool from_dram, uint64_t cycle)
{
    tlb_walker_read_done(&((pwcache *)state)->walker, token, from_dram, cycle);
}

static void present(void *state, uint16_t app, uint64_t address, uint64_t cycle)
{
    (void)cycle;
    tlb_walker_present(&((pwcache *)state)->walker, app, address);
}

static uint64_t tick(void *state, uint64_t cycle)
{
    pwcache *p = state;
    for (uint32_t walk; tlb_ports_ended(&p->ports, cycle, &walk);) {
        tlb_ports_pop(&p->ports);
        looked_up(p, walk, cycle);
    }
    while (p->held.count && tlb_walker_wait(&p->walker, tlb_queue_front(&p->held)))
        (void)tlb_queue_pop(&p->held);
    tlb_walker_begin(&p->walker, cycle);
    tlb_ports_begin(&p->ports, cycle);
    return tlb_ports_next(&p->ports, cycle);
}

/* ---- life ---- */

static void restart(void *state)
{
    pwcache *p = state;
    tlb_l1s_restart(&p->l1);
    tlb_walker_restart(&p->walker);
    tlb_ports_clear(&p->ports);
    tlb_queue_clear(&p->held);
    for (uint32_t i = 0; i < PAGE_TABLE_LEVELS; i++)
        p->look_ups[i] = p->hits[i] = 0;
}

static void flush(void *state, uint16_t app)
{
    pwcache *p = state;
    tlb_l1s_flush(&p->l1, app);
    tlb_array_flush(&p->cache, app);
}

/* The page-walk cache keeps its entries: those that have changed are written there as well (our choice). */
static void invalidate(void *state, const tlb_page *page)
{
    tlb_l1s_invalidate(&((pwcache *)state)->l1, page);
}

static uint64_t entry(const void *state, uint16_t app, uint64_t address, uint8_t depth)
{
    return tlb_walker_entry(&((const pwcache *)state)->walker, app, address, depth);
}

static void destroy(void *state)
{
    pwcache *p = state;
    tlb_l1s_free(&p->l1);
    tlb_walker_free(&p->walker);
    tlb_array_free(&p->cache);
    tlb_ports_free(&p->ports);
    free(p->held.item);
    free(p);
}

static int create(const tlb_host *host, const void *options, void **state, poise_error *err)
{
    const pwcache_options *o = options;
    if (o->bytes % (o->ways * ENTRY_BYTES))
        return poise_fail(err, POISE_USAGE,
                          "a page-walk cache of %lld bytes has no sets of %lld ways of %d bytes",
                          (long long)o->bytes, (long long)o->ways, ENTRY_BYTES);
    pwcache *p = calloc(1, sizeof *p);
    if (!p)
        return poise_fail(err, POISE_FAILED, "no memory for TLBs");
    *state = p;
    int code = tlb_walker_init(&p->walker, host, &o->walker,
                               &(tlb_walker_hooks){.owner = p, .step = step, .has_read = has_read}, err);
    if (code != POISE_OK)
        return code;
    if (!tlb_l1s_init(&p->l1, host, &o->l1) || !tlb_queue_init(&p->held, host->handles) ||
        !tlb_ports_init(&p->ports, (uint32_t)o->ports, (uint32_t)o->latency, (uint32_t)o->walker.mshrs) ||
        !tlb_array_init(&p->cache, (uint32_t)(o->bytes / ENTRY_BYTES / o->ways), (uint32_t)o->ways))
        return poise_fail(err, POISE_FAILED, "no memory for TLBs");
    return POISE_OK;
}

/* The 8 KB of the thesis are those of entries with their tags: as large as the L2 TLB of SharedTLB (6.6.4).
 */
static uint64_t storage_bits(const void *state)
{
    const pwcache *p = state;
    return (uint64_t)p->cache.sets * p->cache.ways * ENTRY_BYTES * 8 + tlb_l1s_bits(&p->l1);
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const pwcache *p = states[0];
    const policy_statistic own[] = {
        {"walk_cache_hit_rate_1", "fraction", tlb_ratio(p->hits[0], p->look_ups[0])},
        {"walk_cache_hit_rate_2", "fraction", tlb_ratio(p->hits[1], p->look_ups[1])},
        {"walk_cache_hit_rate_3", "fraction", tlb_ratio(p->hits[2], p->look_ups[2])},
        {"walk_cache_hit_rate_4", "fraction", tlb_ratio(p->hits[3], p->look_ups[3])},
    };
    size_t n = tlb_l1_statistics(&p->l1, p->walker.count.asked, out, room);
    n += policy_give_statistics(own, sizeof own / sizeof *own, out + n, room - n);
    return n + tlb_walker_statistics(&p->walker, out + n, room - n);
}

static const poise_option option_table[] = {
    TLB_L1_OPTIONS(pwcache_options, l1),
    TLB_INT(pwcache_options, bytes, "bytes", "8192", 8, 1 << 26, "size of the page-walk cache, 8 an entry"),
    TLB_INT(pwcache_options, ways, "ways", "16", 1, 1024, "its ways"),
    TLB_INT(pwcache_options, ports, "ports", "2", 1, 64, "look-ups that can begin in it in a cycle"),
    TLB_INT(pwcache_options, latency, "latency", "10", 1, 10000, "core cycles of a look-up in it"),
    TLB_WALKER_OPTIONS(pwcache_options, walker)};

const tlb_policy tlb_pwcache = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(tlb_policy),
             .name = "pwcache",
             .summary = "an L1 TLB in every SM, no L2 TLB, a page-walk cache before the walker's reads",
             .source = "Ausavarungnirun et al., ASPLOS 2018: PWCache",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(pwcache_options)},
    .create = create,
    .life.destroy = destroy,
    .life.storage_bits = storage_bits,
    .life.statistics = statistics,
    .look_up = look_up,
    .fill = fill,
    .ask = ask,
    .read_done = read_done,
    .present = present,
    .tick = tick,
    .restart = restart,
    .flush = flush,
    .invalidate = invalidate,
    .entry = entry,
};
