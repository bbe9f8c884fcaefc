/* Warp schedulers.
 *
 * Contract. Every SM has `schedulers` schedulers; warps are dealt to them when they start. Per scheduler the
 * simulator keeps its live warps in age order: slot 0 is the oldest, and when a warp ends the younger ones
 * move down. A warp is `eligible` unless it waits at a barrier or for an atomic. What a warp may do is
 * decided by three means, all in force until they are changed:
 *
 *   the warp-tuple {N, p}: the N oldest eligible warps of a scheduler may issue ("monitored"), the p oldest
 * of them may allocate lines in the L1 ("pollute"). N = p = POISE_ALL_WARPS is the baseline. Because waiting
 *   warps do not count towards N, a barrier cannot deadlock (GPGPU-Sim's warp_limiting does the same; the
 *   thesis says "N oldest").
 *
 *   rights of single warps, masks over the hardware warps of an SM: to issue at all, to issue global loads,
 * to allocate lines. All are granted at first. Warps without the right to issue do not count towards N and p.
 *
 *   rights of load instructions: some allocate no lines, for whatever warp. All do at first.
 *
 * A policy must leave somebody who can go on: a kernel that cannot is reported with the policy's name.
 *
 * pick() is called once per scheduler and cycle, only when `ready` is not empty, and returns one slot of
 * `ready`, or SCHED_NOBODY: the scheduler then idles for a cycle, or until held_until(). All other functions
 * are optional (NULL). Nothing is called for cycles in which no warp can issue: a policy that needs time asks
 * for it by tick(). Functions are called with sm < host->sms; state of different SMs must be independent,
 * because SMs may be simulated by different threads; what concerns several SMs belongs into gather(). A
 * change of tuple or rights holds from the next pick of the SM on. What breaks this contract - an illegal
 * pick, a tuple, an SM or a warp that does not exist, a statistic without a name - ends the launch with a
 * sentence that names the policy.
 *
 * Order of calls within a cycle of an SM: replies (load_done), L1 (l1_access, l1_store, l1_evict,
 * prefetch_done), tick, pick and issue, each followed by what it causes (warp_block, wait, long_operand,
 * warp_end); last comes fetch (long_operand). */
#ifndef POISE_SIM_HOOKS_SCHED_H
#define POISE_SIM_HOOKS_SCHED_H

#include "sim_hooks/cache.h"
#include "sim_hooks/policy.h"

#include <stdbool.h>

enum { POISE_ALL_WARPS = 64, SCHED_NOBODY = 255 };

/* Running totals of one SM, maintained by the simulator, readable at any time. */
typedef struct sched_counters {
#define SCHED_COUNTER(member, name, unit, meaning, meaning_in_sm) uint64_t name;
#include "sim_hooks/counters.def"
} sched_counters;

/* What the warps of an SM may do, masks over its hardware warps. */
typedef struct sched_rights {
    uint64_t issue;   /* any instruction */
    uint64_t load;    /* global loads */
    uint64_t pollute; /* allocate L1 lines */
} sched_rights;

/* Use of what all SMs share since the kernel began: busy and possible, in the same unit. */
typedef struct sched_memory {
    uint64_t dram_busy, dram_cycles;            /* data on the buses, DRAM command cycles of all channels */
    uint64_t request_flits, request_flits_most; /* crossbar, SMs to L2; one flit a crossbar cycle and port */
    uint64_t reply_flits, reply_flits_most;     /* crossbar, L2 to SMs */
    uint64_t miss_queue, miss_queue_most;       /* entries of the L1 miss queues now */
} sched_memory;

/* What the simulator offers to a scheduler policy; its functions may be called from launch_begin() on. */
typedef struct sched_host {
    policy_instance instance; /* of the programs that run side by side */
    uint32_t sms, schedulers, warps_per_scheduler;
    uint32_t warps; /* hardware warps of an SM; warp w belongs to scheduler w % schedulers */
    cache_shape l1;
    void *opaque; /* the simulator's own */
    /* Sets the warp-tuple of one SM from now on; 0 <= p <= N, 1 <= N <= POISE_ALL_WARPS. */
    void (*set_tuple)(void *opaque, uint32_t sm, uint32_t n, uint32_t p);
    /* Sets the rights of all warps of one SM from now on; bits of warps that do not exist are ignored. */
    void (*set_rights)(void *opaque, uint32_t sm, const sched_rights *rights);
    /* Sets which load instructions of one SM allocate no lines from now on, whatever their warp may: those
     * with bit pc of `around`, `words` words that are copied. Bits of what is no load have no meaning. */
    void (*set_loads)(void *opaque, uint32_t sm, const uint64_t *around, uint32_t words);
    const sched_counters *(*counters)(void *opaque, uint32_t sm);
    /* Identity of the kernel that runs, not 0: the address of its code. */
    uint64_t (*kernel)(void *opaque);
    /* Only within gather(). */
    void (*memory)(void *opaque, sched_memory *use);
    /* Asks to fetch the L1 line of byte `address` on behalf of `warp`; false = the queue of the SM is full.
     * One request a cycle is looked up, when the L1 has no other; prefetch_done() tells how it ended. */
    bool (*prefetch)(void *opaque, uint32_t sm, uint32_t warp, uint64_t address);
} sched_host;

enum { SCHED_PREFETCH_QUEUE = 64 }; /* requests of an SM that wait (our choice) */

typedef struct sched_view {
    uint32_t sm, scheduler;
    uint64_t cycle;
    uint64_t ready;       /* slots that could issue now and may; not 0 */
    uint64_t eligible;    /* live slots that wait neither at a barrier nor for an atomic */
    uint64_t loads;       /* of ready: next instruction is a global load */
    int last;             /* slot of the warp that issued last, -1 if it has ended */
    const uint16_t *warp; /* warp[slot]: hardware warp number in the SM */
} sched_view;

/* A warp and when: part of every event. Hardware warp numbers are used again after warp_end(). */
typedef struct sched_place {
    uint32_t sm, warp;
    uint64_t cycle;
} sched_place;

typedef enum sched_op {
    SCHED_OTHER, /* arithmetic, branches, barriers, constant and shared memory */
    SCHED_LOAD_GLOBAL,
    SCHED_STORE_GLOBAL,
    SCHED_ATOMIC_GLOBAL,
    SCHED_LOAD_PRIVATE, /* memory of a work-item: CUDA's local memory, through the L1 */
} sched_op;

/* An instruction that has issued. A pc is the number of the instruction in the kernel, 0 the first. */
typedef struct sched_inst {
    sched_place at;
    uint32_t pc, lanes; /* active lanes, a mask */
    sched_op op;
} sched_inst;

/* A warp enters the basic block of instructions first_pc to last_pc, the last included. */
typedef struct sched_block {
    sched_place at;
    uint32_t first_pc, last_pc, lanes;
} sched_block;

typedef enum sched_wait { SCHED_WAIT_MEMORY, SCHED_WAIT_BARRIER, SCHED_WAIT_ATOMIC } sched_wait;

typedef enum sched_outcome { SCHED_HIT, SCHED_MERGED, SCHED_MISS } sched_outcome;

/* One line of a load, looked up in the L1. A look-up that is refused for want of resources is repeated and
 * reported once, when it is not refused any more. */
typedef struct sched_access {
    sched_place at;
    uint32_t pc;
    uint64_t address; /* of the line, bytes */
    sched_outcome outcome;
    uint32_t owner; /* hardware warp whose miss (or prefetch) reserved the line; the asking one for SCHED_MISS
                     * and where none is reserved */
    bool intra;     /* SCHED_HIT: last touched by the same warp */
    bool first;     /* line of the instruction */
    bool pollutes;  /* may allocate */
    bool prefetched; /* SCHED_HIT, SCHED_MERGED: a prefetch has fetched it, and this is its first use */
    bool reserves;   /* SCHED_MISS, SCHED_MERGED: a line has been reserved for it. Not for a miss of further
                      * sectors of a line that is there, nor for one that may not allocate */
} sched_access;

/* A line leaves the L1. */
typedef struct sched_eviction {
    sched_place at; /* warp: who takes its place, or stores to it */
    uint64_t address;
    uint32_t owner; /* hardware warp that had reserved it */
    bool by_store;  /* written (write-evict), not replaced */
    bool unused;    /* prefetched and never asked for */
} sched_eviction;

typedef enum sched_prefetch {
    SCHED_PREFETCH_SENT,
    SCHED_PREFETCH_PRESENT, /* in the L1, or on its way */
    SCHED_PREFETCH_DROPPED, /* no line, MSHR or place in the miss queue; or a page that the kernel never uses
                             */
} sched_prefetch;

typedef struct sched_policy {
    policy_info info;
    policy_life life; /* storage_bits: for all SMs of the host; every tuple and right is that of the baseline
                       * when launch_begin() is called, which may set them */
    /* A policy without state has neither create nor destroy nor storage_bits. */
    int (*create)(const sched_host *host, const void *options, void **state, poise_error *err);
    unsigned (*pick)(void *state,
                     const sched_view *view); /* mandatory: a slot of view->ready or SCHED_NOBODY */

    /* Called when pick() has returned SCHED_NOBODY: the cycle before which it would do so again for these
     * slots or fewer, unless the policy is told of a warp of this scheduler. Until then pick() is not called
     * for them. Without this function it is, in every cycle. */
    uint64_t (*held_until)(void *state, const sched_view *view);

    /* Called for each SM at launch_begin + the returned time, then again after each returned number of
     * cycles; 0 = no more until the next kernel. Runs before the issue of that cycle. */
    uint64_t (*tick)(void *state, uint32_t sm, uint64_t cycle);

    void (*warp_begin)(void *state, const sched_place *at);
    void (*warp_end)(void *state, const sched_place *at); /* its last instruction has issued */
    void (*warp_block)(void *state, const sched_block *block);
    void (*issue)(void *state, const sched_inst *inst);
    /* The next instruction of a warp begins (or no longer has) to wait: for a result from memory, at a
     * barrier of its thread block, for the answers to its atomic. */
    void (*wait)(void *state, const sched_place *at, sched_wait what, bool begins);
    /* From cycle `from` on the next instruction of the warp is decoded, and until before cycle `until` it
     * reads a register that a load of global or private memory or an atomic has written last, whether the
     * value has come or not; UINT64_MAX = until it issues. from = until: it reads none any more. The same of
     * a warp that begins later than others of the launch, until it does (block_interval). Told after the
     * instruction before has issued, or when it is fetched; nothing is told where nothing changes. Source:
     * Scoreboard::islongop() [GS]. */
    void (*long_operand)(void *state, const sched_place *at, uint64_t from, uint64_t until);
    /* The last line of a load has come; `latency` core cycles after its issue. */
    void (*load_done)(void *state, const sched_place *at, uint32_t pc, uint64_t latency);
    void (*l1_access)(void *state, const sched_access *access);
    void (*l1_evict)(void *state, const sched_eviction *eviction);
    void (*l1_store)(void *state, const sched_place *at, uint64_t address);
    void (*prefetch_done)(void *state, const sched_place *at, uint64_t address, sched_prefetch how);
} sched_policy;

#endif
