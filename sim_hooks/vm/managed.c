/* Demand paging with migration, as CUDA's unified memory does it since Pascal: a page is in memory of the
 * host until a GPU uses it; that faults, and the block around it comes over the link while its requests wait.
 * When memory is full the 2 MB of address space to which no block has come for longest are evicted: pages
 * lose their places and blocks go back over the link, written to or not. That is least recently used as a
 * driver without reference bits can have it, by migrations ([UM]: chunks of 2 MB, moved to the end of a list
 * when memory is taken from them; [UV] has it as "LRU 2MB"). Programs share memory, and nothing keeps one
 * from pushing the others out.
 *
 * The driver handles faults in batches: those that come while it handles some wait for its next turn, which
 * takes `fault_us` however many there are (our choice). Prefetching beyond the block, which [UM] has, is not
 * simulated. A block is 64 KB by default [UV].
 *
 * No page waits for ever: blocks come in the order of their faults, an eviction needs nothing but the link,
 * and a region stays HOLD_CYCLES after a block has come, in which the requests that waited go on. Memory of
 * one block is enough for that, as a request needs one page at a time. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/policy_statistics.h"
#include "sim_hooks/vm/managed_memory.h"

#include <math.h>
#include <stdlib.h>

/* Our choice: several times what an answer needs to come to an SM. */
enum { HOLD_CYCLES = 2000 };

typedef struct managed_options {
    uint32_t memory; /* MB */
    int block;       /* 64, 4, 2048 KB */
    uint32_t fault_us;
} managed_options;

/* A page that requests wait for. */
typedef struct managed_wait {
    uint64_t page, since; /* core cycle */
    uint16_t app;
    uint32_t next; /* of the same block, or free, + 1 */
} managed_wait;

typedef struct managed {
    const vm_host *host;
    managed_memory memory;
    uint64_t fault_cycles;
    /* Blocks in the order in which they were asked for, a ring; the first `batch` are handled since. */
    uint32_t *queue, queue_head, queue_n, batch;
    uint64_t batch_ready;
    uint64_t again;   /* core cycle in which settle() has something to do; 0 = none */
    bool is_new;      /* a run has begun */
    uint32_t leaving; /* blocks */
    uint64_t faults, batches, in, out, evictions, longest;
    uint32_t free_wait; /* + 1 */
    managed_wait wait[];
} managed;

static uint64_t bytes_of_block(const managed *s)
{
    return (uint64_t)s->memory.block_pages << VM_BASE_BITS;
}

static void settle_soon(managed *s)
{
    s->host->settle(s->host->opaque);
}

/* ---- blocks come and go ---- */

static void begin_coming(managed *s, managed_region *r, uint32_t block)
{
    s->memory.left--;
    r->block[block].state = BLOCK_COMING;
    r->stamp = ++s->memory.stamps;
    s->host->transfer(s->host->opaque, managed_number(&s->memory, r, block), bytes_of_block(s), true);
}

static void evict(managed *s, managed_region *r)
{
    s->evictions++;
    for (uint32_t i = 0; i < s->memory.blocks; i++) {
        if (r->block[i].state != BLOCK_NEAR)
            continue;
        managed_unmap(&s->memory, r, i, true);
        r->block[i].state = BLOCK_LEAVING;
        s->leaving++;
        s->host->transfer(s->host->opaque, managed_number(&s->memory, r, i), bytes_of_block(s), false);
    }
    r->near = 0;
}

/* One region at a time. Without one all blocks are on their way. */
static void make_room(managed *s, uint64_t cycle)
{
    managed_region *victim = s->leaving ? NULL : managed_victim(&s->memory);
    if (!victim)
        return;
    if (cycle >= victim->arrived + HOLD_CYCLES)
        evict(s, victim);
    else
        s->again = victim->arrived + HOLD_CYCLES;
}

/* False: it has to wait. */
static bool first_comes(managed *s, uint64_t cycle)
{
    uint32_t block;
    managed_region *r = managed_region_at(&s->memory, s->queue[s->queue_head], &block);
    if (r->block[block].state == BLOCK_LEAVING)
        return false;
    if (!s->memory.left) {
        make_room(s, cycle);
        return false;
    }
    r->block[block].is_queued = false;
    begin_coming(s, r, block);
    s->queue_head = (s->queue_head + 1) % s->host->pages;
    s->queue_n--;
    return true;
}

static void handle_faults(managed *s, uint64_t cycle)
{
    while (s->queue_n) {
        if (!s->batch) {
            s->batch = s->queue_n;
            s->batch_ready = cycle + s->fault_cycles;
            s->batches++;
        }
        if (cycle < s->batch_ready) {
            s->again = s->batch_ready;
            return;
        }
        for (; s->batch; s->batch--)
            if (!first_comes(s, cycle))
                return;
    }
}

/* Of a run that was cut: nobody waits any more. */
static void forget_waiting(managed *s, managed_block *b)
{
    for (uint32_t i = b->waiting, next; i; i = next) {
        managed_wait *w = &s->wait[i - 1];
        s->host->unmap(s->host->opaque, w->app, w->page);
        next = w->next;
        w->next = s->free_wait;
        s->free_wait = i;
    }
    b->waiting = 0;
}

/* Time has begun again; what was on its way has arrived. */
static void begin_anew(managed *s)
{
    for (; s->queue_n; s->queue_n--) {
        uint32_t block;
        managed_region *r = managed_region_at(&s->memory, s->queue[s->queue_head], &block);
        forget_waiting(s, &r->block[block]);
        r->block[block].is_queued = false;
        s->queue_head = (s->queue_head + 1) % s->host->pages;
    }
    s->batch = 0;
    for (uint32_t i = 0; i < s->memory.n; i++)
        s->memory.region[i]->arrived = 0;
}

static void settle(void *state, uint64_t cycle)
{
    managed *s = state;
    if (s->is_new)
        begin_anew(s);
    s->is_new = false;
    s->again = 0;
    handle_faults(s, cycle);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    managed *s = state;
    s->is_new |= policy_begins_anew(launch);
}

static uint64_t tick(void *state, uint64_t cycle)
{
    managed *s = state;
    if (!s->again)
        return 0;
    if (cycle < s->again)
        return s->again - cycle;
    settle_soon(s);
    return 0;
}

/* ---- faults ---- */

static uint32_t wait_for(managed *s, uint16_t app, uint64_t page, uint64_t cycle, uint32_t next)
{
    const uint32_t i = s->free_wait - 1; /* no more pages wait than there are */
    s->free_wait = s->wait[i].next;
    s->wait[i] = (managed_wait){.page = page, .since = cycle, .app = app, .next = next};
    return i + 1;
}

static void ask_for(managed *s, managed_region *r, uint32_t block)
{
    managed_block *b = &r->block[block];
    if (b->is_queued || b->state == BLOCK_COMING)
        return;
    b->is_queued = true;
    s->queue[(s->queue_head + s->queue_n++) % s->host->pages] = managed_number(&s->memory, r, block);
    settle_soon(s);
}

/* The simulator refuses the place when there was no memory for the region. */
static vm_answer place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    managed *s = state;
    managed_region *r = managed_region_of(&s->memory, app, page, true);
    at->frame = PAGE_NO_FRAME;
    if (!r)
        return VM_PRESENT;
    const uint32_t block = managed_block_of(&s->memory, page);
    if (r->block[block].state == BLOCK_NEAR) {
        r->placed[page % REGION_PAGES / 64] |= UINT64_C(1) << page % 64;
        at->frame = page_frame(app, page, false);
        return VM_PRESENT;
    }
    s->faults++;
    r->block[block].waiting = wait_for(s, app, page, cycle, r->block[block].waiting);
    ask_for(s, r, block);
    return VM_FAULT;
}

static void present(managed *s, uint32_t i, uint64_t cycle)
{
    managed_wait *w = &s->wait[i];
    const uint64_t waited = cycle > w->since ? cycle - w->since : 0;
    s->longest = waited > s->longest ? waited : s->longest;
    s->host->present(s->host->opaque, w->app, w->page);
    w->next = s->free_wait;
    s->free_wait = i + 1;
}

static void has_come(managed *s, managed_region *r, uint32_t block, uint64_t cycle)
{
    managed_block *b = &r->block[block];
    s->in++;
    b->state = BLOCK_NEAR;
    r->near++;
    r->arrived = cycle;
    for (uint32_t i = b->waiting, next; i; i = next) {
        next = s->wait[i - 1].next;
        present(s, i - 1, cycle);
    }
    b->waiting = 0;
}

static void has_left(managed *s, managed_region *r, uint32_t block)
{
    s->out++;
    r->block[block].state = BLOCK_AWAY;
    s->leaving--;
    s->memory.left++;
}

static void transferred(void *state, uint32_t token, uint64_t cycle)
{
    managed *s = state;
    uint32_t block;
    managed_region *r = managed_region_at(&s->memory, token, &block);
    if (r->block[block].state == BLOCK_COMING)
        has_come(s, r, block, cycle);
    else
        has_left(s, r, block);
    if (s->queue_n)
        settle_soon(s);
}

/* ---- buffers ---- */

static void allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)cycle;
    managed *s = state;
    const uint64_t last = last_page(address, bytes) / REGION_PAGES;
    for (uint64_t i = address >> VM_LARGE_BITS; i <= last; i++)
        if (!managed_region_of(&s->memory, app, i * REGION_PAGES, true))
            s->host->refuse(s->host->opaque, app, address, bytes);
}

/* The memory of a block that is not on its way. */
static void give_back(managed *s, managed_region *r, uint32_t block)
{
    if (r->block[block].state != BLOCK_NEAR)
        return;
    r->block[block].state = BLOCK_AWAY;
    r->near--;
    s->memory.left++;
    if (s->queue_n)
        settle_soon(s);
}

/* Blocks that lie in the buffer as wholes are free at once, and nothing is copied; others stay until they are
 * evicted (our choice). */
static void release(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)cycle;
    managed *s = state;
    const uint64_t pages = s->memory.block_pages, end = (address + bytes) >> VM_BASE_BITS;
    uint64_t page = ((address + (1 << VM_BASE_BITS) - 1) >> VM_BASE_BITS) + pages - 1;
    for (page -= page % pages; page + pages <= end; page += pages) {
        managed_region *r = managed_region_of(&s->memory, app, page, false);
        const uint32_t block = managed_block_of(&s->memory, page);
        if (!r || r->block[block].state != BLOCK_NEAR)
            continue;
        managed_unmap(&s->memory, r, block, false);
        give_back(s, r, block);
    }
}

/* What is on its way arrives all the same. */
static void app_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)cycle;
    managed *s = state;
    for (uint32_t i = 0; i < s->memory.n; i++) {
        managed_region *r = s->memory.region[i];
        for (uint32_t k = 0; k < s->memory.blocks && r->app == app; k++)
            give_back(s, r, k);
        for (uint32_t k = 0; k < REGION_PAGES / 64 && r->app == app; k++)
            r->placed[k] = 0;
    }
}

/* ---- the policy ---- */

static void destroy(void *state)
{
    managed *s = state;
    managed_memory_free(&s->memory);
    free(s->queue);
    free(s);
}

static int create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    static const uint32_t kilobytes[] = {64, 4, 2048};
    const managed_options *o = options;
    const uint32_t block_pages = kilobytes[o->block] / 4;
    const uint64_t pages = (uint64_t)o->memory << (20 - VM_BASE_BITS);
    if (pages < block_pages)
        return poise_fail(err, POISE_USAGE, "vm:managed: %u MB of memory have no room for a block of %u KB",
                          o->memory, kilobytes[o->block]);
    managed *s = calloc(1, sizeof *s + host->pages * sizeof *s->wait);
    uint32_t *queue = calloc(host->pages, sizeof *queue);
    if (!s || !queue) {
        free(s);
        free(queue);
        return poise_fail(err, POISE_FAILED, "no memory for the pages of vm:managed");
    }
    s->host = s->memory.host = host;
    s->queue = queue;
    s->fault_cycles = (uint64_t)ceil(o->fault_us * host->core_mhz);
    s->memory.block_pages = block_pages;
    s->memory.blocks = REGION_PAGES / block_pages;
    s->memory.left = pages / block_pages;
    for (uint32_t i = 0; i < host->pages; i++)
        s->wait[i].next = i + 1 < host->pages ? i + 2 : 0;
    s->free_wait = host->pages ? 1 : 0;
    *state = s;
    return POISE_OK;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    (void)count;
    const managed *s = states[0];
    const double block = (double)bytes_of_block(s);
    const policy_statistic all[] = {
        {"faults", "page", (double)s->faults},         {"batches", "batch", (double)s->batches},
        {"bytes_in", "byte", (double)s->in * block},   {"bytes_out", "byte", (double)s->out * block},
        {"evictions", "region", (double)s->evictions}, {"longest_wait", "cycle", (double)s->longest},
    };
    return policy_give_statistics(all, sizeof all / sizeof *all, out, room);
}

static const poise_option option_table[] = {
    {.name = "memory",
     .type = POISE_OPT_UINT32,
     .default_text = "1536",
     .offset = offsetof(managed_options, memory),
     .min = 1,
     .max = 1048576,
     .help = "MB of memory of the GPU"},
    {.name = "block",
     .type = POISE_OPT_CHOICE,
     .default_text = "64",
     .choices = "64|4|2048",
     .offset = offsetof(managed_options, block),
     .help = "KB that come over the link at once"},
    {.name = "fault_us",
     .type = POISE_OPT_UINT32,
     .default_text = "0",
     .offset = offsetof(managed_options, fault_us),
     .min = 0,
     .max = 1000000,
     .help = "microseconds for which a batch of faults is handled, besides the link's link_us"},
};

const vm_policy vm_managed = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(vm_policy),
             .name = "managed",
             .summary =
                 "demand paging with migration: blocks come when they are used, the oldest are evicted",
             .source = "NVIDIA open-gpu-kernel-modules (nvidia-uvm); Ganguly et al., ISCA 2019",
             .options = option_table,
             .n_options = sizeof option_table / sizeof *option_table,
             .options_size = sizeof(managed_options)},
    .create = create,
    .life = {.destroy = destroy, .app_end = app_end, .launch_begin = launch_begin, .statistics = statistics},
    .place = place,
    .allocate = allocate,
    .release = release,
    .settle = settle,
    .transferred = transferred,
    .tick = tick,
};
