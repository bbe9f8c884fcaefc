/* Virtual memory: where pages lie, and who pays when they are not there.
 *
 * Contract. One state per GPU, called from one thread. place() is asked once for each page of an address
 * space: with a tlb policy that walks page tables when the first walk reaches its entry, otherwise, as no
 * request can wait, before the launch that may touch it, all pages of the trace in order. It answers
 * VM_PRESENT with a place, or VM_FAULT: then the policy brings the page in, moving bytes over the link to the
 * host by host->transfer(), and calls host->present() when it can be used; place() is asked again at once and
 * must know the place now, and the requests that waited go on. No two pages may lie in one place.
 *
 * A place may be in memory of the host for good (the target SYSRAM of a page-table entry, [KE 2.2.4]): what
 * the L2 misses there crosses the link, line by line, beside transfers. Reads may allocate in the L2 as any
 * others; writes go through it and nobody waits for them. With memory = perfect, fixed or infinite such a
 * page is as near as others.
 *
 * allocate() and release() tell of buffers, when a launch begins that may use them and before any of its
 * pages is placed: events of the trace in their order (trace.h, trace_header.events). Large pages that the
 * launch may touch and in which no buffer lies are told of as buffers as well, each run of them without a gap
 * as one: all there is to tell of a trace without events (our choice). Pages of no buffer, such as those of
 * code, have place() alone.
 *
 * Pages of VM_BASE_BITS can change. Host functions that say so, each at once and in the order of calls:
 *
 *   coalesce()  the large page is translated as one from now on. All its base pages must lie in one large
 *               frame in order; those without a place are asked for by place() first, which must know them.
 *               Nothing moves, nothing is flushed, nobody waits: requests under way and TLB entries of base
 *               pages stay right. Its 1 + 512 page-table entries are written in the background, 33 lines.
 *
 *   splinter()  the reverse: places stay, TLBs lose the one large entry, the same 33 lines are written.
 *
 *   move()      a base page, of no large page, goes to another frame that is free: TLBs lose its entry,
 *               L1 and L2 caches the lines of both frames, dirty ones with the copy; one line of entries is
 *               written. Takes no time: the policy says how long the copy is with stall(), or when it
 *               has been over the link, by transfer(), if one of the frames is in memory of the host.
 *
 *   unmap()     a base page is gone: TLBs lose its entry and its frame is free; caches keep its lines.
 *               Requests that have been translated go on to the frame, so that while its program runs no
 *               other page should get it at once; those behind them ask for the page again. Of a large
 *               page: it is a hole that keeps its frame, and is gone when the large page is splintered. For
 *               a page that is being brought in the policy must not call present() any more.
 *
 *   stall()     no SM issues for so many core cycles; several calls at one time add up. What is under way
 *               goes on.
 *
 * A launch begins when admit() says so. It is asked at the exchange at which a program could begin its next
 * launch, when its buffers have been told of and none of its pages is placed, and at each exchange from then
 * on until it is true. A policy that lets a program wait has something under way that ends; one that waits
 * for nothing is a deadlock. So buffers can be moved while nothing of the program runs: launch_end() says
 * that the launch before is over, and nothing of it is on its way.
 *
 * settle() is called at the next exchange after host->settle(), and tick() after it. tick(), transferred()
 * and place() run beside SMs and may change nothing that these see: what they find out is carried out there.
 *
 * missed() and walked() let a policy count references: a look-up of a base page that no L1 TLB of its SM knew
 * has come to the shared side; a walk has reached the entry of a page that is there. They must do nothing
 * else.
 *
 * accessed() tells of what leaves the L2 for memory or for the link: sectors of a line that are fetched or
 * written, of data, code and page tables, in the order in which each bank sends them. A write-back has the
 * program that caused it, which need not be the one of its page. It must do nothing else but count, too. It
 * is called where watches() says so when the machine is made (without watches(): always), with memory = real
 * or ideal-dram; others have nothing below the L2.
 *
 * Host functions may be called in allocate(), release(), admit(), settle() and gather(), where no SM runs;
 * coalesce() in transferred() and tick() as well; settle() alone in launch_end() and app_end(), whose cycle
 * may have passed; none of them in place(). A policy may take memory for what it is told of in these
 * functions, and in place() for a page of no buffer. A change that cannot be is a breach of the contract: two
 * pages in one place, a large page that is not contiguous or is one already (is none, to be splintered), a
 * page without a place. A program that ends takes its pages along (app_end). The first allocate() of a
 * program comes before its app_begin(); a buffer may cover pages that have a place.
 *
 * All are optional (NULL). Without place() a page lies where its address says, all of them fit, and nobody
 * tells of buffers. */
#ifndef POISE_SIM_HOOKS_VM_H
#define POISE_SIM_HOOKS_VM_H

#include "sim_hooks/policy.h"

#include <stdbool.h>

/* Programs that run side by side use the same addresses, as each was recorded alone. Where no policy places
 * pages the number of the program is bits 48 and up of a physical address (our choice); data and code lie
 * below. */
enum { VM_APP_SHIFT = 48 };

#define VM_PLACES_END  (UINT64_C(3) << 46)
#define VM_HOST_MEMORY (UINT64_C(1) << 56)
static inline bool vm_is_host(uint64_t physical_address)
{
    return (physical_address & VM_HOST_MEMORY) != 0;
}
static inline bool vm_is_place(uint64_t physical_address)
{
    return (physical_address & ~VM_HOST_MEMORY) < VM_PLACES_END;
}

enum { VM_BASE_BITS = 12, VM_LARGE_BITS = 21 }; /* pages of 4 KB and of 2 MB */

typedef enum vm_answer { VM_PRESENT, VM_FAULT } vm_answer;

/* Where a page lies: `frame` = physical address >> page_bits. Physical addresses below VM_PLACES_END
 * are memory of the GPU; with VM_HOST_MEMORY added they are memory of the host. */
typedef struct vm_place {
    uint64_t frame;
    uint8_t page_bits;
} vm_place;

typedef struct vm_host {
    uint32_t pages;       /* most that requests can wait for at once */
    double core_mhz;      /* core cycles of a microsecond */
    uint32_t copy_cycles; /* core cycles for which a channel's data bus reads and writes a base page */
    /* [POLICY_PROGRAMS]: look-ups of each program that have missed in an L1 TLB and wait now. */
    const uint32_t *waiting;
    void *opaque;
    /* `bytes` cross the link between host and GPU after what has been asked for before in the same direction;
     * transferred() tells when the last has arrived. */
    void (*transfer)(void *opaque, uint32_t token, uint64_t bytes, bool to_gpu);
    /* The page of a VM_FAULT. */
    void (*present)(void *opaque, uint16_t app, uint64_t page);
    /* See above. large_page = virtual address >> VM_LARGE_BITS, page = virtual address >> VM_BASE_BITS,
     * frame = physical address >> VM_BASE_BITS. */
    void (*coalesce)(void *opaque, uint16_t app, uint64_t large_page);
    void (*splinter)(void *opaque, uint16_t app, uint64_t large_page);
    void (*move)(void *opaque, uint16_t app, uint64_t page, uint64_t frame);
    void (*unmap)(void *opaque, uint16_t app, uint64_t page);
    void (*stall)(void *opaque, uint64_t cycles);
    /* settle() of the policy is to be called; also in tick(), transferred() and place(). */
    void (*settle)(void *opaque);
    /* There is no memory for a buffer of the program: the run ends with that as its error. */
    void (*refuse)(void *opaque, uint16_t app, uint64_t address, uint64_t bytes);
    /* Whether the L2 holds something of the base page that memory has not got yet; not of a page without a
     * place. */
    bool (*is_dirty)(void *opaque, uint16_t app, uint64_t page);
} vm_host;

typedef struct vm_policy {
    policy_info info;
    policy_life life;
    /* A policy without state has neither create nor destroy nor storage_bits. *host lives as long as the
     * state. */
    int (*create)(const vm_host *host, const void *options, void **state, poise_error *err);
    /* log2 of the pages that place() is asked about, VM_BASE_BITS (as without it) or VM_LARGE_BITS. */
    uint8_t (*page_bits)(const void *state);
    /* `page` = virtual address >> page_bits(). The place may be that of the large page around it, if no base
     * page of that has a place. */
    vm_answer (*place)(void *state, uint16_t app, uint64_t page, vm_place *place, uint64_t cycle);
    /* [address, address + bytes) of the program's address space, bytes > 0; not aligned. */
    void (*allocate)(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle);
    void (*release)(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle);
    bool (*admit)(void *state, uint16_t app, uint64_t cycle);
    void (*settle)(void *state, uint64_t cycle);
    void (*transferred)(void *state, uint32_t token, uint64_t cycle);
    /* `page` = virtual address >> VM_BASE_BITS, whatever page_bits() is. */
    void (*missed)(void *state, uint16_t app, uint64_t page);
    void (*walked)(void *state, uint16_t app, uint64_t page);
    bool (*watches)(const void *state);
    /* `address` of the line: physical, with VM_HOST_MEMORY where it lies there. */
    void (*accessed)(void *state, uint16_t app, uint64_t address, uint32_t sectors, bool is_write);
    /* While there are thread blocks, or launches that wait; returns the core cycles until the next, 0 = no
     * more until the next launch. */
    uint64_t (*tick)(void *state, uint64_t cycle);
} vm_policy;

#endif
