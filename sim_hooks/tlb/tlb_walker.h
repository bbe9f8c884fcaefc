/* The page-table walker that all SMs share ([RA] 6.2, Table 6.1; A.2 of MASK): misses of one page are merged
 * in an MSHR, up to 64 walks of four dependent reads at once, others queue in order. A design owns one, tells
 * it of requests by their handles, and is told what walks find. */
#ifndef POISE_SIM_HOOKS_TLB_WALKER_H
#define POISE_SIM_HOOKS_TLB_WALKER_H

#include "sim_hooks/tlb.h"
#include "sim_hooks/tlb/page_table.h"
#include "sim_hooks/tlb/tlb_queue.h"

enum { TLB_NO_HANDLE = -1 };

/* A request of an L1 TLB, by its handle. */
typedef struct tlb_request {
    uint64_t address;
    uint16_t app, source, warp;
    int64_t next; /* that waits for the same page */
} tlb_request;

typedef enum tlb_walk_state { WALK_FREE, WALK_QUEUED, WALK_STEPS, WALK_FAULT } tlb_walk_state;

/* An MSHR: a page that is walked for, or will be. */
typedef struct tlb_walk {
    uint64_t address, page; /* page: of base size */
    uint64_t began;
    uint32_t first, last;       /* handles that wait */
    uint32_t waiting;           /* how many */
    uint16_t app, source, warp; /* of the first */
    uint8_t state;              /* tlb_walk_state */
    uint8_t level;              /* of the step under way, 1 = root */
} tlb_walk;

/* What a design can do in the course of a walk; all optional (NULL). `walk` is the number of an MSHR. */
typedef struct tlb_walker_hooks {
    void *owner;
    /* The entry of walk->level is needed. The owner looks it up, and calls tlb_walker_read() when it is to be
     * read from memory, or tlb_walker_found() when it is known. Without it entries are read at once. */
    void (*step)(void *owner, uint32_t walk, uint64_t cycle);
    /* The entry of walk->level has come from memory. */
    void (*has_read)(void *owner, const tlb_walk *walk);
    /* The page is in memory; all that wait for it are answered after this. */
    void (*walked)(void *owner, const tlb_walk *walk, const tlb_page *page);
} tlb_walker_hooks;

typedef struct tlb_walker_options {
    int64_t mshrs, walks, level[PAGE_TABLE_LEVELS];
    int entry; /* log2 of its bytes, from PAGE_TABLE_ENTRY_BITS on */
} tlb_walker_options;

typedef struct tlb_walker_counts {
    uint64_t asked, merges, walks, walk_cycles, faults;
    uint64_t reads[PAGE_TABLE_LEVELS], from_dram[PAGE_TABLE_LEVELS];
    uint32_t most_walks;
} tlb_walker_counts;

typedef struct tlb_walker {
    const tlb_host *host;
    tlb_walker_hooks hooks;
    page_table table;
    tlb_request *request; /* [handle] */
    tlb_walk *walk;       /* [MSHR] */
    uint32_t mshrs, most, walks;
    tlb_queue queue; /* MSHRs whose walks have not begun */
    tlb_walker_counts count;
} tlb_walker;

/* `host` lives as long as it. Freed by tlb_walker_free whatever the outcome. POISE_USAGE: more walks than the
 * machine can read for. */
int tlb_walker_init(tlb_walker *w, const tlb_host *host, const tlb_walker_options *options,
                    const tlb_walker_hooks *hooks, poise_error *err);
void tlb_walker_free(tlb_walker *w);
/* Nothing is under way, nothing counted. */
void tlb_walker_restart(tlb_walker *w);

/* A request has come. */
void tlb_walker_ask(tlb_walker *w, uint32_t handle, const mem_request *request);
/* It waits for a walk, a new one or that of its page. False: it needs an MSHR, and none is free. */
bool tlb_walker_wait(tlb_walker *w, uint32_t handle);
/* Begins walks that wait, as many as may be at once. */
void tlb_walker_begin(tlb_walker *w, uint64_t cycle);

/* The entry of walk->level: is read from memory; is known. */
void tlb_walker_read(const tlb_walker *w, uint32_t walk);
void tlb_walker_found(tlb_walker *w, uint32_t walk, uint64_t cycle);
/* The virtual address for which a walk reads the entry of its level: the first of a large page in the last
 * one, for all entries of that table say the same (Mosaic, thesis 7.3.3). */
uint64_t tlb_walker_address(const tlb_walker *w, const tlb_walk *walk);

/* Physical address of the entry of level `depth` for `address`. */
static inline uint64_t tlb_walker_entry(const tlb_walker *w, uint16_t app, uint64_t address, uint8_t depth)
{
    return page_table_entry(&w->table, app, address, depth);
}

/* As in the contract (sim_hooks/tlb.h); the token is that of tlb_walker_read. */
void tlb_walker_read_done(tlb_walker *w, uint32_t token, bool from_dram, uint64_t cycle);
void tlb_walker_present(tlb_walker *w, uint16_t app, uint64_t address);

#endif
