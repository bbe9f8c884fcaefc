/* One streaming multiprocessor: warps, schedulers, scoreboard, load-store unit, L1.
 *
 * Nothing is walked per cycle: a warp's next instruction is examined once, when the previous one issues or
 * when what it waits for arrives; ready warps are bits in masks, kept in age order per scheduler. Source:
 * bandwidth_ccn.md section 1.4. */
#ifndef POISE_SIM_SM_H
#define POISE_SIM_SM_H

#include "sim/l1.h"
#include "sim/packet.h"
#include "sim/program.h"
#include "sim/sim.h"
#include "sim_hooks/sched/sched.h"

struct gpu;

enum {
    SM_MAX_WARPS = 64,
    SM_MAX_SCHEDULERS = 4,
    SM_WAKE_SLOTS = 256,
    SM_NO_LOAD = 0xffff,
};
#define SM_PENDING UINT32_MAX /* register waits for memory: ready time unknown */

typedef struct sm_warp {
    const uint32_t *cursor, *end;         /* rest of the warp's stream */
    const program_inst *inst, *block_end; /* next instruction to issue */
    uint32_t *ready_at;      /* per register: launch cycle from which it can be read, or SM_PENDING */
    uint32_t launch_warp;    /* number in the launch */
    uint32_t mask;           /* active lanes of the block */
    uint8_t lanes;           /* how many */
    uint8_t scheduler, slot; /* where it is scheduled */
    uint8_t block;           /* block slot of the SM */
    uint16_t in_flight;      /* memory instructions whose result is outstanding */
    bool waits_for_memory;   /* next instruction needs such a result */
    bool exhausted;          /* no instruction left */
} sm_warp;

typedef struct sm_scheduler {
    uint32_t live;
    int last;                     /* slot that issued last, -1 = none */
    uint64_t ready;               /* next instruction has its operands */
    uint64_t eligible;            /* not waiting at a barrier */
    uint64_t monitored;           /* the N oldest eligible */
    uint64_t pollute;             /* the p oldest eligible */
    uint64_t next_in[UNIT_COUNT]; /* by unit of the next instruction */
    uint64_t next_global_load;
    uint16_t warp[SM_MAX_WARPS]; /* slot -> hardware warp */
    bool stale;                  /* monitored and pollute must be computed anew */
} sm_scheduler;

typedef struct sm_block {
    uint32_t live, arrived; /* warps not ended; of these at the barrier */
    uint32_t number;        /* of the launch */
} sm_block;

typedef enum lsu_kind { LSU_LOAD, LSU_STORE, LSU_ATOMIC, LSU_SHARED } lsu_kind;

typedef struct lsu_entry {
    uint64_t ready;       /* cycle of the first request */
    const uint32_t *line; /* line words still to be sent */
    uint32_t left;        /* requests, or passes of a shared-memory access */
    uint16_t load;        /* SM_NO_LOAD for stores */
    uint16_t warp;
    uint8_t kind;
    bool pollute;
} lsu_entry;
DEFINE_FIFO(lsu_fifo, lsu_entry)

/* A request on its way from the load-store queue to the look-up in the L1. */
typedef struct l1_request {
    uint64_t entered, ready; /* cycle in which it left the queue; of its look-up */
    uint32_t line_word;
    uint16_t load, warp;
    uint8_t kind;
    bool pollute;
} l1_request;
DEFINE_FIFO(l1_request_fifo, l1_request)

/* A memory instruction whose register waits for its last request. */
typedef struct sm_load {
    uint16_t warp, destination;
    uint16_t left;
} sm_load;

typedef struct sm_timed {
    uint64_t ready;
    uint16_t load;
} sm_timed;
DEFINE_FIFO(sm_timed_fifo, sm_timed)

/* A reply under way from the crossbar. */
typedef struct sm_reply {
    uint64_t ready;
    uint16_t tag;
    uint8_t kind;
} sm_reply;
DEFINE_FIFO(sm_reply_fifo, sm_reply)

typedef struct sim_sm {
    uint32_t index;
    struct gpu *gpu;
    l1_cache l1;
    sm_warp *warp;
    uint32_t *registers; /* [warp][register] ready times */
    size_t registers_size;
    sm_scheduler scheduler[SM_MAX_SCHEDULERS];
    sm_block *block;
    uint32_t live_blocks;
    uint32_t n, p; /* warp-tuple in force */

    lsu_fifo lsu;
    l1_request_fifo pipe;  /* one request a cycle, l1_latency deep */
    uint32_t lsu_requests; /* in the queue */
    bool lsu_taken;        /* an instruction was taken this cycle */
    l1_outcome stalled;    /* why the head was refused; L1_HIT = it was not */
    uint64_t stalled_since;
    bool filled; /* a line has arrived since the head was refused */
    sm_load *load;
    number_pool loads;  /* numbers of load[] */
    sm_timed_fifo hits; /* L1 hits on their way to the register file */
    sm_reply_fifo inbox;

    uint64_t sfu_free, dp_free;
    uint64_t wake[SM_WAKE_SLOTS]; /* hardware warps whose operands become ready */
    uint64_t wake_any[SM_WAKE_SLOTS / 64];
    uint64_t last_run; /* cycle up to which wake slots have been served */

    uint64_t tick_at; /* next policy tick, UINT64_MAX = none */
    uint64_t active_since;
    sched_counters hook;
    sim_counters count;
} sim_sm;

bool sm_init(struct gpu *gpu, sim_sm *sm, uint32_t index, poise_error *err);
void sm_free(sim_sm *sm);
/* Prepares for a launch whose program uses `registers` virtual registers. */
int sm_begin(sim_sm *sm, uint32_t registers, poise_error *err);

/* Runs the SM in core cycle `now` and asks to be woken again. */
void sm_run(sim_sm *sm, uint64_t now);

/* A reply from the crossbar that arrives at core cycle `ready`. */
void sm_receive(sim_sm *sm, const packet *reply, uint64_t ready);

/* ---- sm_block.c: thread blocks, warps, barriers ---- */
/* Puts thread block `number` of the launch into block slot `slot`. */
void sm_start_block(sim_sm *sm, uint32_t slot, uint32_t number, uint64_t now);
void sm_barrier(sim_sm *sm, sm_warp *w, uint64_t now);
/* The warp has no instruction left and nothing in flight. */
void sm_end_warp(sim_sm *sm, sm_warp *w, uint64_t now);

/* ---- sm_warp.c: streams and operands ---- */
/* Enters the next basic block of the stream, or marks the warp exhausted. */
void sm_warp_enter_block(sim_sm *sm, sm_warp *w);
/* Examines the next instruction: ready, ready at a known time, or waiting for memory. */
void sm_warp_prepare(sim_sm *sm, sm_warp *w, uint64_t now);
/* Warps whose operands become ready up to `now`. */
void sm_wake_warps(sim_sm *sm, uint64_t now);
/* First cycle after `now` in which operands become ready, UINT64_MAX if none. */
uint64_t sm_next_wake(const sim_sm *sm, uint64_t now);
/* One request of `load` has returned. */
void sm_load_done(sim_sm *sm, uint16_t load, uint64_t now, uint32_t extra_latency);

/* ---- sm_memory.c: load-store unit ---- */
/* Takes the memory instruction of `w` into the load-store unit; moves the warp's cursor past its accesses. */
void sm_memory_issue(sim_sm *sm, sm_warp *w, const program_inst *inst, bool pollute, uint64_t now);
/* One cycle of the queue and the L1 pipe. */
void sm_memory_step(sim_sm *sm, uint64_t now);
/* The next cycle in which they can move, UINT64_MAX when a reply or the crossbar must come first. */
uint64_t sm_memory_next(const sim_sm *sm, uint64_t now);
void sm_memory_replies(sim_sm *sm, uint64_t now);
bool sm_memory_full(const sim_sm *sm);

/* ---- sm_issue.c ---- */
/* Lets every scheduler issue. Returns whether one could issue again in the next cycle. */
bool sm_issue(sim_sm *sm, uint64_t now);

#endif
