/* Address translation: L1 TLBs, and what the SMs share behind them: L2 TLB, page-walk caches, page walker.
 *
 * Contract. One state per GPU, which is called from two sides.
 *
 * The side of an SM, by the thread that simulates it; touches only what belongs to that SM:
 *   look_up()  the L1 TLB, once for each page that an instruction touches after coalescing and for each line
 *              that is missing in the instruction cache, at most one data look-up a cycle. TLB_HIT: the
 * request goes on. TLB_MISS: it waits; the simulator keeps it, merges it with others of the same page, and
 * asks the shared side once for the page, however many requests wait. Prefetches that miss are dropped.
 *   fill()     the answer of the shared side has arrived: all that waited for the page goes on.
 *
 * The shared side, beside the L2, by one thread:
 *   ask()        a page that an L1 TLB misses has arrived, an unloaded crossbar traversal after the look-up.
 *                The policy takes it and answers, then or later, by host->translated(), which reaches the SM
 * after another traversal. There are never more than host->handles unanswered; read_done()  a memory read has
 * come back that the policy asked for by host->read(). Reads of a walk are MEM_TRANSLATION requests with
 * their depth; they enter the L2 bank of their address and, when they miss there, DRAM. At most TLB_READS
 * may be under way; present()    the page that host->frame() found missing is in memory now; tick() after one
 * of these, in the same cycle, and in the cycle that it has returned: the place for everything that takes
 * time.
 *
 * Where a page lies is decided by the policy of interface vm (vm.h); a policy of this interface decides what
 * is known of it where, and when. Before it answers, it must have learnt by host->frame() that the page is in
 * memory, once for the life of the page. What a policy keeps must be tagged with request->app, the address
 * space.
 *
 * Between two launches time begins at 0 again: restart() forgets what is under way, what is known stays. With
 * flush() and invalidate() no SM runs.
 *
 * Base pages can become parts of a large page while SMs run (vm.h): frame() and mapped() say its size from
 * then on, answers as well. What is known of the base pages stays right.
 *
 * All are optional (NULL). Without look_up() no request waits. A policy that has nothing but look_up() must
 * always answer TLB_HIT: pages get their places before a launch, as without it. Any other that has look_up()
 * must have all others but entry().
 * Source of what must be carried: [RA] chapter 6. */
#ifndef POISE_SIM_HOOKS_TLB_H
#define POISE_SIM_HOOKS_TLB_H

#include "sim_hooks/mem_request.h"
#include "sim_hooks/policy.h"

typedef enum tlb_answer { TLB_HIT, TLB_MISS } tlb_answer;

/* A translation that is known: `page` = virtual address >> page_bits. */
typedef struct tlb_page {
    uint64_t page;
    uint16_t app;
    uint8_t page_bits;
} tlb_page;

/* A read of a page walk. */
typedef struct tlb_read {
    uint64_t address; /* physical, of the page-table entry */
    uint32_t token;   /* any number, to be given back */
    uint16_t app;
    uint16_t source, warp; /* of the request that began the walk */
    uint8_t depth;         /* level of the page table, 1 = root */
} tlb_read;

enum { TLB_READS = 256 };

typedef struct tlb_host {
    uint32_t sms;
    uint8_t page_bits; /* log2 of the smallest page */
    uint32_t handles;  /* of requests of the shared side: 0 .. handles - 1 */
    /* [POLICY_PROGRAMS]: how hard each program presses on page walks, for DRAM schedulers (dram.h): walks
     * under way times warps that wait for one. All 0 when time begins; written in gather() and nowhere else,
     * as schedulers read it at any other time. */
    uint64_t *pressure;
    void *opaque;
    /* log2 of the size of the page that holds `address`; 0: it is not in memory, and present() will tell.
     * Asks the vm policy for a place when the page has none. */
    uint8_t (*frame)(void *opaque, uint16_t app, uint64_t address);
    /* The same for a page that may have none, without asking: what the upper levels of the page table say. */
    uint8_t (*mapped)(void *opaque, uint16_t app, uint64_t address);
    void (*translated)(void *opaque, uint32_t handle);
    void (*read)(void *opaque, const tlb_read *read);
} tlb_host;

typedef struct tlb_policy {
    policy_info info;
    policy_life life;
    /* A policy without state has neither create nor destroy nor storage_bits. *host lives as long as the
     * state. */
    int (*create)(const tlb_host *host, const void *options, void **state, poise_error *err);

    tlb_answer (*look_up)(void *state, const mem_request *request, uint64_t cycle);
    void (*fill)(void *state, uint32_t sm, const tlb_page *page, uint64_t cycle);

    void (*ask)(void *state, uint32_t handle, const mem_request *request, uint64_t cycle);
    /* `from_dram`: it missed in the L2. */
    void (*read_done)(void *state, uint32_t token, bool from_dram, uint64_t cycle);
    void (*present)(void *state, uint16_t app, uint64_t address, uint64_t cycle);
    /* Returns the cycle in which it is called next, UINT64_MAX = when something has arrived. */
    uint64_t (*tick)(void *state, uint64_t cycle);

    void (*restart)(void *state);
    void (*flush)(void *state, uint16_t app); /* of everything that is known of an address space */
    /* The page of this size is no longer where it was, or no longer one: all that is known of it goes. What
     * is known of it as a part of a larger page, or of its parts, stays. */
    void (*invalidate)(void *state, const tlb_page *page);
    /* Physical address of the entry that a walk of `address` reads in level `depth` of the page table, 1 =
     * root, so that changes are written there; may be NULL: changes are not written. */
    uint64_t (*entry)(const void *state, uint16_t app, uint64_t address, uint8_t depth);
} tlb_policy;

#endif
