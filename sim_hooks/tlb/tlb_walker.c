#include "sim_hooks/tlb/tlb_walker.h"

#include "sim_hooks/vm.h"

#include <string.h>

int tlb_walker_init(tlb_walker *w, const tlb_host *host, const tlb_walker_options *options,
                    const tlb_walker_hooks *hooks, poise_error *err)
{
    *w = (tlb_walker){
        .host = host, .hooks = *hooks, .mshrs = (uint32_t)options->mshrs, .most = (uint32_t)options->walks};
    if (options->walks > TLB_READS)
        return poise_fail(err, POISE_USAGE, "%lld walks at once; this machine reads for %d at most",
                          (long long)options->walks, TLB_READS);
    for (uint32_t i = 0; i < PAGE_TABLE_LEVELS; i++)
        w->table.bits[i] = (uint8_t)options->level[i];
    w->table.entry_bits = (uint8_t)(PAGE_TABLE_ENTRY_BITS + options->entry);
    w->request = calloc(host->handles, sizeof *w->request);
    w->walk = calloc(w->mshrs, sizeof *w->walk);
    return w->request && w->walk && tlb_queue_init(&w->queue, w->mshrs)
               ? POISE_OK
               : poise_fail(err, POISE_FAILED, "no memory for page walks");
}

void tlb_walker_free(tlb_walker *w)
{
    free(w->request);
    free(w->walk);
    free(w->queue.item);
}

void tlb_walker_restart(tlb_walker *w)
{
    tlb_queue_clear(&w->queue);
    memset(w->walk, 0, w->mshrs * sizeof *w->walk);
    w->walks = 0;
    w->count = (tlb_walker_counts){0};
}

/* ---- requests ---- */

void tlb_walker_ask(tlb_walker *w, uint32_t handle, const mem_request *request)
{
    w->request[handle] = (tlb_request){.address = request->virtual_address,
                                       .app = request->app,
                                       .source = request->source,
                                       .warp = request->warp,
                                       .next = TLB_NO_HANDLE};
    w->count.asked++;
}

static tlb_walk *find(tlb_walker *w, uint16_t app, uint64_t page, tlb_walk **free_one)
{
    *free_one = NULL;
    for (uint32_t i = 0; i < w->mshrs; i++) {
        tlb_walk *walk = &w->walk[i];
        if (walk->state == WALK_FREE)
            *free_one = *free_one ? *free_one : walk;
        else if (walk->page == page && walk->app == app)
            return walk;
    }
    return NULL;
}

bool tlb_walker_wait(tlb_walker *w, uint32_t handle)
{
    const tlb_request *r = &w->request[handle];
    uint64_t page = r->address >> w->host->page_bits;
    tlb_walk *free_one, *walk = find(w, r->app, page, &free_one);
    if (walk) {
        w->request[walk->last].next = handle;
        walk->last = handle;
        walk->waiting++;
        w->count.merges++;
        return true;
    }
    if (!free_one)
        return false;
    *free_one = (tlb_walk){.address = r->address,
                           .page = page,
                           .first = handle,
                           .last = handle,
                           .waiting = 1,
                           .app = r->app,
                           .source = r->source,
                           .warp = r->warp,
                           .state = WALK_QUEUED};
    tlb_queue_push(&w->queue, (uint32_t)(free_one - w->walk));
    return true;
}

/* ---- walks ---- */

uint64_t tlb_walker_address(const tlb_walker *w, const tlb_walk *walk)
{
    const tlb_host *host = w->host;
    if (walk->level == PAGE_TABLE_LEVELS &&
        host->mapped(host->opaque, walk->app, walk->address) == VM_LARGE_BITS)
        return walk->address >> VM_LARGE_BITS << VM_LARGE_BITS;
    return walk->address;
}

void tlb_walker_read(const tlb_walker *w, uint32_t walk)
{
    const tlb_walk *k = &w->walk[walk];
    uint64_t address = tlb_walker_address(w, k);
    w->host->read(w->host->opaque,
                  &(tlb_read){.address = page_table_entry(&w->table, k->app, address, k->level),
                              .token = walk,
                              .app = k->app,
                              .source = k->source,
                              .warp = k->warp,
                              .depth = k->level});
}

static void step(tlb_walker *w, uint32_t walk, uint64_t cycle)
{
    if (w->hooks.step)
        w->hooks.step(w->hooks.owner, walk, cycle);
    else
        tlb_walker_read(w, walk);
}

void tlb_walker_begin(tlb_walker *w, uint64_t cycle)
{
    while (w->queue.count && w->walks < w->most) {
        uint32_t walk = tlb_queue_pop(&w->queue);
        w->walk[walk].state = WALK_STEPS;
        w->walk[walk].level = 1;
        w->walk[walk].began = cycle;
        w->walks++;
        w->count.walks++;
        w->count.most_walks = w->walks > w->count.most_walks ? w->walks : w->count.most_walks;
        step(w, walk, cycle);
    }
}

/* The page is in memory: all that wait are answered, the MSHR is free. */
static void complete(tlb_walker *w, tlb_walk *walk, uint8_t page_bits)
{
    const tlb_page page = {.page = walk->address >> page_bits, .app = walk->app, .page_bits = page_bits};
    if (w->hooks.walked)
        w->hooks.walked(w->hooks.owner, walk, &page);
    for (int64_t handle = walk->first; handle != TLB_NO_HANDLE; handle = w->request[handle].next)
        w->host->translated(w->host->opaque, (uint32_t)handle);
    walk->state = WALK_FREE;
}

/* The last entry is known. A page that is missing keeps its MSHR, not the walker (our choice). */
static void end(tlb_walker *w, tlb_walk *walk, uint64_t cycle)
{
    w->walks--;
    w->count.walk_cycles += cycle - walk->began;
    uint8_t page_bits = w->host->frame(w->host->opaque, walk->app, walk->address);
    if (page_bits) {
        complete(w, walk, page_bits);
    } else {
        walk->state = WALK_FAULT;
        w->count.faults++;
    }
}

void tlb_walker_found(tlb_walker *w, uint32_t walk, uint64_t cycle)
{
    tlb_walk *k = &w->walk[walk];
    if (k->level == PAGE_TABLE_LEVELS) {
        end(w, k, cycle);
        return;
    }
    k->level++;
    step(w, walk, cycle);
}

void tlb_walker_read_done(tlb_walker *w, uint32_t token, bool from_dram, uint64_t cycle)
{
    const tlb_walk *k = &w->walk[token];
    w->count.reads[k->level - 1]++;
    w->count.from_dram[k->level - 1] += from_dram;
    if (w->hooks.has_read)
        w->hooks.has_read(w->hooks.owner, k);
    tlb_walker_found(w, token, cycle);
}

void tlb_walker_present(tlb_walker *w, uint16_t app, uint64_t address)
{
    uint8_t page_bits = w->host->mapped(w->host->opaque, app, address);
    for (uint32_t i = 0; i < w->mshrs; i++) {
        tlb_walk *walk = &w->walk[i];
        if (walk->state == WALK_FAULT && walk->app == app &&
            walk->address >> page_bits == address >> page_bits)
            complete(w, walk, page_bits);
    }
}
