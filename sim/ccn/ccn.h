/* Cooperation among the L1s, as an SM sees it: a load that misses may find its line in the L1 of another SM
 * instead of the L2. Machine option `ccn` chooses how:
 *
 *   watch   nothing changes; it is counted whether another L1 held the line [S4.3.1]
 *   ring    the cooperative caching network (ring.h, throttle.h) [S4.4]
 *   oracle  an L1 among `ccn_cluster` neighbours that holds the line answers after ccn_oracle_latency cycles,
 *           without any network [F4.3, F4.17]
 *
 * What may ask: loads of global memory that miss and reserve a line. Stores, atomics, private memory, code,
 * prefetches and loads that may not allocate go to the L2 as ever; so a load that goes around the L1 never
 * sees what another L1 holds [S4.4.2]. What is found is a copy that may be old, as weakly ordered as a hit in
 * the own L1; a store makes the own copy invalid only, and no L1 ever holds a line that must be written back.
 *
 * The SMs of a machine that cooperates are simulated in step, core cycle by core cycle, by one task of a
 * window (sim/cooperation.c): first all SMs, in order, then the ring. Threads share out the memory side only,
 * and results do not depend on their number. */
#ifndef POISE_SIM_CCN_CCN_H
#define POISE_SIM_CCN_CCN_H

#include "sim/base/base.h"
#include "sim/ccn/ring.h"
#include "sim/ccn/throttle.h"
#include "sim_hooks/policy.h"

/* What becomes of a miss. */
typedef enum ccn_way {
    CCN_NOT_ASKED, /* not one of those that may ask */
    CCN_BELOW,     /* at once to the L2 */
    CCN_AROUND,    /* on the ring */
    CCN_LOOPED,    /* to the L2 after the ring */
    CCN_FOUND,     /* another L1 answers */
} ccn_way;

/* Of the miss that an MSHR waits for. */
typedef struct ccn_trip {
    uint64_t missed, below; /* cycles of the look-up, of the request to the L2 */
    ccn_way way;
} ccn_trip;

typedef struct ccn_counts {
#define CCN_COUNT(name, unit, meaning) uint64_t name;
#include "sim/ccn/counts.def"
} ccn_counts;

/* The end of the network at one SM. */
typedef struct ccn_node {
    struct ccn *shared;
    uint64_t l1_taken_until; /* cycle before which the L1 serves another SM */
    uint64_t tags_written;   /* cycle in which the tags were last written, and with them the shadow tags */
    ring_fifo fills;         /* lines that come from other L1s; `ready`: when */
    bool has_returned;       /* a request that went around waits for room in the miss queue */
    uint64_t insts_before;   /* thread instructions of earlier launches */
    ccn_throttle throttle;
    ccn_trip *trip; /* of each L1 MSHR */
    ccn_counts count;
} ccn_node;

/* What cooperation asks of the SMs. */
typedef struct ccn_sms {
    void *context;
    /* Whether the L1 of SM `sm` holds the line of `miss` valid. */
    bool (*holds)(void *context, uint32_t sm, const packet *miss, uint32_t line);
    /* Sends a miss of SM miss->request.source to the L2; false: no room. */
    bool (*send_below)(void *context, const packet *miss, uint64_t now);
    /* SM `sm` has something to do in cycle `when`. */
    void (*wake)(void *context, uint32_t sm, uint64_t when);
} ccn_sms;

typedef struct ccn {
    const sim_base *base;
    ccn_sms sms;
    uint32_t mode, n_sms, cluster;
    ccn_node *node; /* of each SM */
    ring ring;
    uint64_t *reuse; /* [distance]: misses whose line the SM so many nodes on held, when it is watched */
} ccn;

/* For a machine whose option `ccn` is not off. False: no memory. ccn_free is called whatever the outcome. */
bool ccn_init(ccn *c, sim_base *base, const ccn_sms *sms);
/* Before a run: nothing is under way. */
void ccn_clear(ccn *c);
/* Core cycle of the ring, after all SMs. */
void ccn_run(ccn *c, uint64_t now);

/* ---- what an SM calls, in cycle `now` ---- */

/* Whether a miss that may ask needs no place in the miss queue: another L1 or the ring takes it. */
bool ccn_has_place(const ccn_node *node, const packet *miss, uint32_t line);
/* A load has missed and reserved a line with MSHR miss->tag; `line` is its number in the trace, `insts` the
 * thread instructions of the launch in this SM, `has_queue_room` whether the L2 can be asked. True: do not
 * ask the L2. */
bool ccn_takes(ccn_node *node, const packet *miss, uint32_t line, uint64_t insts, bool has_queue_room,
               uint64_t now);
/* The line of MSHR `mshr` has come. */
void ccn_filled(ccn_node *node, uint16_t mshr, uint64_t insts, uint64_t now);

/* The counts of all SMs and of the ring, and what follows from them, in table order: at most `room`. */
size_t ccn_statistics(const ccn *c, policy_statistic *statistics, size_t room);

#endif
