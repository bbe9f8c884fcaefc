/* SharedTLB, the stronger baseline of MASK (Ausavarungnirun et al., ASPLOS 2018; thesis chapter 6, Figure
 * 6.2b, Table 6.1): an L1 TLB in every SM, one L2 TLB beside the L2 cache, and a walker of four-level page
 * tables whose reads go through the L2 cache and DRAM. What the thesis leaves open is marked
 * "our choice". */
#include "sim_hooks/builtin.h"
#include "sim_hooks/tlb/page_table.h"
#include "sim_hooks/tlb/tlb_array.h"
#include "sim_hooks/tlb/tlb_queue.h"

#include <stdalign.h>
#include <string.h>

enum { LARGE_BITS = 21 };
#define NOBODY UINT32_MAX

typedef struct shared_options {
    int64_t l1, l1_large, l2, ways, l2_large, ports, latency, mshrs, walks, level[PAGE_TABLE_LEVELS];
} shared_options;

/* The L1 TLB of an SM, written by the thread of the SM. */
typedef struct l1_tlb {
    alignas(64) tlb_array base, large;
    uint64_t look_ups, misses;
} l1_tlb;

/* A request of an L1 TLB, by its handle. */
typedef struct asked_page {
    uint64_t address;
    uint16_t app, source, warp;
    uint32_t next; /* that waits for the same MSHR */
} asked_page;

/* A look-up in the L2 TLB under way. */
typedef struct l2_look_up {
    uint64_t ready;
    uint32_t handle;
} l2_look_up;

typedef enum walk_state { WALK_FREE, WALK_QUEUED, WALK_READS, WALK_FAULT } walk_state;

/* An MSHR of the L2 TLB. */
typedef struct l2_mshr {
    uint64_t address, page, began;
    uint32_t first, last; /* handles that wait */
    uint16_t app, source, warp;
    uint8_t state, level;
} l2_mshr;

typedef struct shared_counts {
    uint64_t asked, look_ups, hits, merges, refused, walks, walk_cycles, faults;
    uint64_t reads[PAGE_TABLE_LEVELS], from_dram[PAGE_TABLE_LEVELS];
    uint32_t most_walks;
} shared_counts;

typedef struct shared_tlb {
    const tlb_host *host;
    shared_options options;
    page_table table;
    l1_tlb *l1;
    tlb_array base, large;
    asked_page *asked;   /* [handle] */
    tlb_queue incoming;  /* handles, for a port of the L2 TLB */
    l2_look_up *looking; /* a ring: started, in order of time */
    uint32_t looking_head, looking_count, looking_size;
    l2_mshr *mshr;
    uint32_t mshrs_used;
    bool is_blocked;      /* the oldest look-up waits for an MSHR */
    tlb_queue walk_queue; /* MSHRs that wait for the walker */
    uint32_t walks;
    shared_counts count;
} shared_tlb;

/* ---- the L1 TLBs ---- */

static tlb_answer look_up(void *state, const mem_request *request, uint64_t cycle)
{
    (void)cycle;
    shared_tlb *s = state;
    l1_tlb *l1 = &s->l1[request->source];
    uint64_t address = request->virtual_address;
    l1->look_ups++;
    if (tlb_array_look_up(&l1->large, request->app, address >> LARGE_BITS) ||
        tlb_array_look_up(&l1->base, request->app, address >> s->host->page_bits))
        return TLB_HIT;
    l1->misses++;
    return TLB_MISS;
}

static void insert(const shared_tlb *s, tlb_array *base, tlb_array *large, const tlb_page *page)
{
    tlb_array_insert(page->page_bits > s->host->page_bits ? large : base, page->app, page->page);
}

static void fill(void *state, uint32_t sm, const tlb_page *page, uint64_t cycle)
{
    (void)cycle;
    shared_tlb *s = state;
    insert(s, &s->l1[sm].base, &s->l1[sm].large, page);
}

/* ---- the walker ---- */

static void read_entry(const shared_tlb *s, uint32_t mshr)
{
    const l2_mshr *m = &s->mshr[mshr];
    uint64_t address = m->address;
    /* All entries of a large page's last table say the same: the first is read. (Mosaic, thesis 7.3.3) */
    if (m->level == PAGE_TABLE_LEVELS && s->host->mapped(s->host->opaque, m->app, address) == LARGE_BITS)
        address &= ~((UINT64_C(1) << LARGE_BITS) - 1);
    s->host->read(s->host->opaque,
                  &(tlb_read){.address = page_table_entry(&s->table, m->app, address, m->level),
                              .token = mshr,
                              .app = m->app,
                              .source = m->source,
                              .warp = m->warp,
                              .depth = m->level});
}

static void start_walks(shared_tlb *s, uint64_t cycle)
{
    while (s->walk_queue.count && s->walks < (uint64_t)s->options.walks) {
        uint32_t mshr = tlb_queue_pop(&s->walk_queue);
        l2_mshr *m = &s->mshr[mshr];
        m->state = WALK_READS;
        m->level = 1;
        m->began = cycle;
        s->walks++;
        s->count.walks++;
        s->count.most_walks = s->walks > s->count.most_walks ? s->walks : s->count.most_walks;
        read_entry(s, mshr);
    }
}

/* The page is in memory: fills the L2 TLB, answers all that wait, frees the MSHR. */
static void complete(shared_tlb *s, l2_mshr *m, uint8_t page_bits)
{
    insert(s, &s->base, &s->large,
           &(tlb_page){.page = m->address >> page_bits, .app = m->app, .page_bits = page_bits});
    for (uint32_t handle = m->first; handle != NOBODY; handle = s->asked[handle].next)
        s->host->translated(s->host->opaque, handle);
    m->state = WALK_FREE;
    s->mshrs_used--;
}

static void read_done(void *state, uint32_t token, bool from_dram, uint64_t cycle)
{
    shared_tlb *s = state;
    l2_mshr *m = &s->mshr[token];
    s->count.reads[m->level - 1]++;
    s->count.from_dram[m->level - 1] += from_dram;
    if (m->level < PAGE_TABLE_LEVELS) {
        m->level++;
        read_entry(s, token);
        return;
    }
    s->walks--;
    s->count.walk_cycles += cycle - m->began;
    uint8_t page_bits = s->host->frame(s->host->opaque, m->app, m->address);
    if (page_bits) {
        complete(s, m, page_bits);
    } else {
        m->state = WALK_FAULT; /* keeps its MSHR, not the walker (our choice) */
        s->count.faults++;
    }
}

static void present(void *state, uint16_t app, uint64_t address, uint64_t cycle)
{
    (void)cycle;
    shared_tlb *s = state;
    uint8_t page_bits = s->host->mapped(s->host->opaque, app, address);
    for (uint32_t i = 0; i < (uint64_t)s->options.mshrs; i++) {
        l2_mshr *m = &s->mshr[i];
        if (m->state == WALK_FAULT && m->app == app && m->address >> page_bits == address >> page_bits)
            complete(s, m, page_bits);
    }
}

/* ---- the L2 TLB ---- */

static void ask(void *state, uint32_t handle, const mem_request *request, uint64_t cycle)
{
    (void)cycle;
    shared_tlb *s = state;
    s->asked[handle] = (asked_page){.address = request->virtual_address,
                                    .app = request->app,
                                    .source = request->source,
                                    .warp = request->warp,
                                    .next = NOBODY};
    s->count.asked++;
    tlb_queue_push(&s->incoming, handle);
}

static l2_mshr *find_mshr(shared_tlb *s, uint16_t app, uint64_t page, l2_mshr **free_one)
{
    *free_one = NULL;
    for (uint32_t i = 0; i < (uint64_t)s->options.mshrs; i++) {
        l2_mshr *m = &s->mshr[i];
        if (m->state == WALK_FREE)
            *free_one = *free_one ? *free_one : m;
        else if (m->page == page && m->app == app)
            return m;
    }
    return NULL;
}

/* False when the request needs an MSHR and none is free. */
static bool miss(shared_tlb *s, uint32_t handle)
{
    const asked_page *a = &s->asked[handle];
    uint64_t page = a->address >> s->host->page_bits;
    l2_mshr *free_one, *m = find_mshr(s, a->app, page, &free_one);
    if (m) {
        s->asked[m->last].next = handle;
        m->last = handle;
        s->count.merges++;
        return true;
    }
    if (!free_one)
        return false;
    *free_one = (l2_mshr){.address = a->address,
                          .page = page,
                          .first = handle,
                          .last = handle,
                          .app = a->app,
                          .source = a->source,
                          .warp = a->warp,
                          .state = WALK_QUEUED};
    s->mshrs_used++;
    tlb_queue_push(&s->walk_queue, (uint32_t)(free_one - s->mshr));
    return true;
}

/* The end of a look-up. False when it is held up. */
static bool looked_up(shared_tlb *s, uint32_t handle)
{
    const asked_page *a = &s->asked[handle];
    if (tlb_array_look_up(&s->large, a->app, a->address >> LARGE_BITS) ||
        tlb_array_look_up(&s->base, a->app, a->address >> s->host->page_bits)) {
        s->count.look_ups++;
        s->count.hits++;
        s->host->translated(s->host->opaque, handle);
        return true;
    }
    if (!miss(s, handle)) {
        s->count.refused += !s->is_blocked;
        return false;
    }
    s->count.look_ups++;
    return true;
}

static uint64_t tick(void *state, uint64_t cycle)
{
    shared_tlb *s = state;
    while (s->looking_count && s->looking[s->looking_head].ready <= cycle) {
        s->is_blocked = !looked_up(s, s->looking[s->looking_head].handle);
        if (s->is_blocked)
            break;
        s->looking_head = (s->looking_head + 1) % s->looking_size;
        s->looking_count--;
    }
    for (int64_t port = 0; port < s->options.ports && s->incoming.count && s->looking_count < s->looking_size;
         port++) {
        uint32_t tail = (s->looking_head + s->looking_count++) % s->looking_size;
        s->looking[tail] = (l2_look_up){cycle + (uint64_t)s->options.latency, tlb_queue_pop(&s->incoming)};
    }
    start_walks(s, cycle);
    if (s->incoming.count && s->looking_count < s->looking_size)
        return cycle + 1;
    if (s->looking_count && !s->is_blocked)
        return s->looking[s->looking_head].ready;
    return UINT64_MAX;
}

/* ---- life ---- */

static void restart(void *state)
{
    shared_tlb *s = state;
    tlb_queue_clear(&s->incoming);
    tlb_queue_clear(&s->walk_queue);
    s->looking_head = s->looking_count = 0;
    memset(s->mshr, 0, (size_t)s->options.mshrs * sizeof *s->mshr);
    s->mshrs_used = s->walks = 0;
    s->is_blocked = false;
    s->count = (shared_counts){0};
    for (uint32_t i = 0; i < s->host->sms; i++)
        s->l1[i].look_ups = s->l1[i].misses = 0;
}

static void flush(void *state, uint16_t app)
{
    shared_tlb *s = state;
    for (uint32_t i = 0; i < s->host->sms; i++) {
        tlb_array_flush(&s->l1[i].base, app);
        tlb_array_flush(&s->l1[i].large, app);
    }
    tlb_array_flush(&s->base, app);
    tlb_array_flush(&s->large, app);
}

static void destroy(void *state)
{
    shared_tlb *s = state;
    for (uint32_t i = 0; s->l1 && i < s->host->sms; i++) {
        tlb_array_free(&s->l1[i].base);
        tlb_array_free(&s->l1[i].large);
    }
    tlb_array_free(&s->base);
    tlb_array_free(&s->large);
    free(s->l1);
    free(s->asked);
    free(s->incoming.item);
    free(s->walk_queue.item);
    free(s->looking);
    free(s->mshr);
    free(s);
}

static bool make(shared_tlb *s)
{
    const shared_options *o = &s->options;
    uint32_t sms = s->host->sms, ways = (uint32_t)o->ways;
    s->l1 = aligned_alloc(alignof(l1_tlb), sms * sizeof *s->l1);
    if (!s->l1)
        return false;
    memset(s->l1, 0, sms * sizeof *s->l1);
    bool ok = true;
    for (uint32_t i = 0; i < sms && ok; i++)
        ok = tlb_array_init(&s->l1[i].base, 1, (uint32_t)o->l1) &&
             tlb_array_init(&s->l1[i].large, 1, (uint32_t)o->l1_large);
    s->looking_size = (uint32_t)(o->ports * o->latency);
    s->asked = calloc(s->host->handles, sizeof *s->asked);
    s->looking = calloc(s->looking_size, sizeof *s->looking);
    s->mshr = calloc((size_t)o->mshrs, sizeof *s->mshr);
    return ok && s->asked && s->looking && s->mshr && tlb_queue_init(&s->incoming, s->host->handles) &&
           tlb_queue_init(&s->walk_queue, (uint32_t)o->mshrs) &&
           tlb_array_init(&s->base, (uint32_t)(o->l2 / o->ways), ways) &&
           tlb_array_init(&s->large, 1, (uint32_t)o->l2_large);
}

static int create(const tlb_host *host, const void *options, void **state, poise_error *err)
{
    const shared_options *o = options;
    if (o->l2 % o->ways)
        return poise_fail(err, POISE_USAGE, "an L2 TLB of %lld entries has no sets of %lld ways",
                          (long long)o->l2, (long long)o->ways);
    if ((uint64_t)o->walks > TLB_READS)
        return poise_fail(err, POISE_USAGE, "%lld walks at once; this machine reads for %d at most",
                          (long long)o->walks, TLB_READS);
    shared_tlb *s = calloc(1, sizeof *s);
    if (!s)
        return poise_fail(err, POISE_FAILED, "no memory for TLBs");
    s->host = host;
    s->options = *o;
    for (uint32_t i = 0; i < PAGE_TABLE_LEVELS; i++)
        s->table.bits[i] = (uint8_t)o->level[i];
    *state = s;
    return make(s) ? POISE_OK : poise_fail(err, POISE_FAILED, "no memory for TLBs");
}

/* 16 bytes an entry of the L2 TLB, 9 bits of which are the address space (thesis 6.6.4). */
static uint64_t storage_bits(const void *state)
{
    const shared_tlb *s = state;
    const shared_options *o = &s->options;
    enum { L2_ENTRY = 128, L1_ENTRY = 119 };
    return (uint64_t)(o->l2 + o->l2_large) * L2_ENTRY +
           (uint64_t)(o->l1 + o->l1_large) * L1_ENTRY * s->host->sms;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return (double)part / (double)whole; /* of nothing: left out */
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const shared_tlb *s = states[0];
    const shared_counts *c = &s->count;
    uint64_t look_ups = 0, misses = 0;
    for (uint32_t i = 0; i < s->host->sms; i++) {
        look_ups += s->l1[i].look_ups;
        misses += s->l1[i].misses;
    }
    const policy_statistic all[] = {
        {"l1_look_ups", "look-up", (double)look_ups},
        {"l1_hit_rate", "fraction", ratio(look_ups - misses, look_ups)},
        {"l1_look_ups_per_miss", "look-up", ratio(misses, c->asked)},
        {"l2_look_ups", "look-up", (double)c->look_ups},
        {"l2_hit_rate", "fraction", ratio(c->hits, c->look_ups)},
        {"l2_merged", "fraction", ratio(c->merges, c->look_ups)},
        {"l2_refused", "look-up", (double)c->refused},
        {"walks", "walk", (double)c->walks},
        {"walk_latency", "core cycle", ratio(c->walk_cycles, c->walks)},
        {"walks_at_once", "walk", (double)c->most_walks},
        {"cache_hit_rate_1", "fraction", 1 - ratio(c->from_dram[0], c->reads[0])},
        {"cache_hit_rate_2", "fraction", 1 - ratio(c->from_dram[1], c->reads[1])},
        {"cache_hit_rate_3", "fraction", 1 - ratio(c->from_dram[2], c->reads[2])},
        {"cache_hit_rate_4", "fraction", 1 - ratio(c->from_dram[3], c->reads[3])},
        {"faults", "page", (double)c->faults},
    };
    size_t n = sizeof all / sizeof *all;
    memcpy(out, all, (n < room ? n : room) * sizeof *all);
    return n < room ? n : room;
}

#define INT(name_text, field, default_value, least, most, help_text)                            \
    {                                                                                           \
        .name = name_text, .type = POISE_OPT_INT, .default_text = default_value,                \
        .offset = offsetof(shared_options, field), .min = least, .max = most, .help = help_text \
    }
static const poise_option option_table[] = {
    INT("l1", l1, "64", 1, 4096, "entries of the L1 TLB of an SM, fully associative"),
    INT("l1_large", l1_large, "16", 0, 4096, "the same for large pages"),
    INT("l2", l2, "512", 1, 1 << 20, "entries of the L2 TLB"),
    INT("ways", ways, "16", 1, 1024, "ways of the L2 TLB"),
    INT("l2_large", l2_large, "256", 0, 1 << 20, "entries for large pages, fully associative"),
    INT("ports", ports, "2", 1, 64, "look-ups that can begin in the L2 TLB in a cycle"),
    INT("latency", latency, "10", 1, 10000, "core cycles of a look-up in the L2 TLB"),
    INT("mshrs", mshrs, "128", 1, 65536, "pages that the L2 TLB can miss at once"),
    INT("walks", walks, "64", 1, 65536, "walks at once"),
    INT("level1", level[0], "9", 1, PAGE_TABLE_MOST_BITS, "address bits that choose an entry of the root"),
    INT("level2", level[1], "9", 1, PAGE_TABLE_MOST_BITS, "of a table of the second level"),
    INT("level3", level[2], "9", 1, PAGE_TABLE_MOST_BITS, "of the third"),
    INT("level4", level[3], "9", 1, PAGE_TABLE_MOST_BITS, "of the last"),
};
#undef INT

const tlb_policy tlb_shared_tlb = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(tlb_policy),
             .name = "shared_tlb",
             .summary = "an L1 TLB in every SM, a shared L2 TLB, a walker of four-level page tables",
             .source = "Ausavarungnirun et al., ASPLOS 2018: SharedTLB",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(shared_options)},
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
};
