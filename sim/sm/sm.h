/* One streaming multiprocessor: instruction fetch, schedulers, operand collector, load-store unit, L1.
 *
 * Nothing is walked per cycle: a warp's next instruction is examined once, when the previous one issues or
 * when what it waits for arrives; ready warps are bits in masks, kept in age order per scheduler. An SM knows
 * the next cycle in which it has something to do and runs by itself from one exchange with the crossbar to
 * the next (port.h). Order within a cycle as in GPGPU-Sim: replies and write-back, load-store unit,
 * issue, fetch. Source: [S2.2, S3.4.1], shader_core_ctx::cycle() [GS]. */
#ifndef POISE_SIM_SM_SM_H
#define POISE_SIM_SM_SM_H

#include "sim/base/base.h"
#include "sim/base/slots.h"
#include "sim/ccn/ccn.h"
#include "sim/measure/bottleneck.h"
#include "sim/measure/counters.h"
#include "sim/network/port.h"
#include "sim/sm/icache.h"
#include "sim/sm/l1.h"
#include "sim/sm/line_order.h"
#include "sim/sm/operands.h"
#include "sim/sm/program.h"
#include "sim/translation/translation.h"
#include "sim_hooks/sched.h"

enum {
    SM_MAX_WARPS = 64,
    SM_MAX_SCHEDULERS = 4,
    SM_MAX_L1_BANKS = 8,
    SM_WAKE_SLOTS = 256,
    SM_NO_LOAD = 0xffff,
    SM_FIRST_LOADS = 256, /* loads in flight of an SM that are expected (our choice) */
    SM_IBUFFER = 2,       /* instructions decoded at once, and held, per warp [GS] */
};
#define SM_PENDING   UINT32_MAX       /* register waits for memory: ready time unknown */
#define SM_UNDECIDED (UINT32_MAX - 1) /* for an instruction that waits for a collector unit: the same */

typedef struct sm_warp {
    /* What is looked at whenever the warp issues or is examined lies in one line of the processor's cache. */
    alignas(STORAGE_LINE_BYTES) const uint32_t *cursor; /* rest of the warp's stream, up to `end` */
    const program_inst *inst, *block_end;               /* next instruction to issue */
    const program_inst *fetch;                          /* where the next fetch begins */
    uint32_t *ready_at;      /* per register: launch cycle from which it can be read, or one of the two */
    uint32_t decoded_at;     /* cycle from which the next instruction is decoded */
    uint32_t issues_at;      /* cycle from which its operands are there as well */
    uint32_t drained_at;     /* results of fixed latency are written by then */
    uint16_t in_flight;      /* memory instructions whose result is outstanding */
    uint8_t scheduler, slot; /* where it is scheduled */
    uint8_t lanes;           /* active ones, how many */
    uint8_t unit;            /* exec_unit of the next instruction */
    uint8_t buffered;        /* decoded instructions */
    bool waits_for_memory;   /* next instruction needs such a result */
    bool exhausted;          /* no instruction left: out of its scheduler */
    bool live;               /* occupies its slot of the SM */
    bool at_barrier;
    uint8_t block; /* block slot of the SM */
    const uint32_t *end;
    uint32_t launch_warp; /* number in the launch */
    uint32_t mask;        /* active lanes of the block */
    uint16_t stores;      /* stores not acknowledged */
    bool long_operand;    /* the policy has been told that the next instruction reads a loaded register */
    uint8_t collecting;   /* instructions that wait for a collector unit */
    uint32_t atomic_done; /* an atomic, for whose end the warp waits: cycle of its write-back, SM_PENDING =
                             not answered; 0 = none [GS shd_warp_t::waiting] */
} sm_warp;

typedef struct sm_scheduler {
    uint64_t ready;               /* next instruction is decoded and has its operands */
    uint64_t monitored;           /* the N oldest eligible */
    uint64_t may_load;            /* slots with the right to issue global loads */
    uint64_t next_in[UNIT_COUNT]; /* by unit of the next instruction */
    uint64_t next_global_load;
    uint64_t eligible;  /* waits neither at a barrier nor for an atomic */
    uint64_t pollute;   /* the p oldest eligible */
    uint64_t issued_at; /* cycle of its last issue */
    int last;           /* slot that issued last, -1 = none */
    bool stale;         /* monitored and pollute must be computed anew */
    uint8_t last_unit;  /* of its last instruction */
    uint32_t live;
    uint16_t warp[SM_MAX_WARPS]; /* slot -> hardware warp */
} sm_scheduler;

/* Slots of a scheduler for which pick() returns nobody before cycle `until`, unless it is told more. */
typedef struct sm_hold {
    uint64_t slots, until;
} sm_hold;

/* What an SM runs: a program, and its launch at present. */
typedef struct sm_kernel {
    uint32_t index; /* of the program, also of its address space */
    const warp_trace *trace;
    sim_program program;
    launch_pages pages;
    const sched_policy *sched;
    void *sched_state;
} sm_kernel;

typedef struct sm_block {
    uint32_t live, running; /* warps not ended; of these with instructions left */
    uint32_t arrived;       /* of these at the barrier */
    uint32_t number;        /* of the launch */
    uint64_t begins;        /* cycle from which its warps fetch */
} sm_block;

typedef enum policy_fault {
    POLICY_FAULTLESS,
    POLICY_PICK,
    POLICY_TUPLE,
    POLICY_PREFETCH,
    POLICY_KNOWS,  /* a page that is not in memory */
    POLICY_MISSES, /* a page, and cannot be asked for it */
} policy_fault;

/* A thread block that has ended: its slot can be used again. */
typedef struct sm_freed {
    uint64_t when;
    uint32_t slot;
} sm_freed;

/* What a memory instruction asks for: requests of a mem_kind, or passes through the shared memory. */
typedef enum lsu_kind {
    LSU_LOAD = MEM_LOAD,
    LSU_STORE = MEM_STORE,
    LSU_ATOMIC = MEM_ATOMIC,
    LSU_SHARED
} lsu_kind;

/* A memory instruction between issue and its last request: in a pipeline register or collector unit, in the
 * register behind those, or (the head) in the dispatch register. Cycles not known yet are LSU_UNKNOWN. */
#define LSU_UNKNOWN OPERAND_UNKNOWN
typedef struct lsu_entry {
    const program_inst *inst;
    const uint32_t *list; /* count word of its lines (trace/line_list.h) */
    uint64_t issued;
    uint64_t collected;  /* enters a collector unit of the load-store unit's own, */
    uint64_t operands;   /* turn (operands.h) in which it may leave it */
    uint64_t executing;  /* turn in which it does, for the register in front of the unit */
    uint64_t dispatched; /* enters the dispatch register; the first request goes one cycle later */
    uint16_t left;       /* requests, or passes of a shared-memory access */
    uint16_t load;       /* SM_NO_LOAD for stores */
    uint16_t warp;
    uint32_t line;             /* word of the line at hand */
    uint8_t lines, lines_left; /* those from the line at hand on */
    uint8_t kind;
    bool pollute;
    uint8_t bytes; /* a store writes of each of its sectors, 0 = all */
    bool past_l1;  /* its requests do not go through the L1 */
    bool again;    /* an atomic: the line at hand has been sent before */
    uint32_t
        rest; /* an atomic with depths: requests left of the line at hand, as in a depth word; otherwise 0 */
    uint8_t sectors;   /* requests of less than a line: those left of the line at hand; otherwise 0 */
    uint8_t collector; /* of the common ones */
    bool descending;   /* its requests go from the highest address down */
} lsu_entry;
DEFINE_FIFO(lsu_fifo, lsu_entry)

/* A request on its way from the dispatch register to the look-up in the L1. */
typedef struct l1_request {
    mem_request request; /* born when it entered the pipe */
    uint64_t ready;      /* cycle of its look-up */
    uint32_t line;       /* number in the trace */
    uint16_t load;
    bool pollute, first; /* line of the instruction */
    bool has_place;      /* its physical address is known */
    bool past_l1;        /* goes past the L1 */
} l1_request;
DEFINE_FIFO(l1_request_fifo, l1_request)

/* The way into a bank of the L1. */
typedef struct l1_pipe {
    l1_request_fifo fifo; /* one request a cycle, l1_latency deep */
    l1_outcome stalled;   /* why the head was refused; L1_HIT = it was not */
    bool filled;          /* a line has arrived since */
    uint64_t stalled_since;
} l1_pipe;

/* A memory instruction whose register waits for its last request. */
typedef struct sm_load {
    uint32_t pc, issued;
    uint16_t warp, destination;
    uint16_t left;
    bool is_atomic; /* on global or shared memory */
    bool is_cached; /* through the L1 */
} sm_load;

/* What a scheduler policy wants to be fetched. */
typedef struct prefetch_request {
    uint64_t address;
    uint16_t warp;
} prefetch_request;
DEFINE_FIFO(prefetch_fifo, prefetch_request)

/* An MSHR whose last waiting load leaves it at `when`. */
typedef struct sm_release {
    uint64_t when;
    uint16_t mshr;
} sm_release;
DEFINE_FIFO(sm_release_fifo, sm_release)

/* Replies that a load has got from the L2. */
typedef struct sm_replies {
    uint32_t pc, issued; /* of the load that they are of, with `warp`: its register may be another's now */
    uint16_t warp;
    uint16_t n, bank; /* of the first */
    bool all_hit, of_several_banks;
    uint32_t least_latency, most_latency; /* from the look-up in the L1 to the reply */
    uint32_t least_wait, most_wait;       /* for the bank */
} sm_replies;

/* What an SM measures of stall causes; it settles before anything changes: the cycles since the last time
 * count for the state as it was left then. */
typedef struct sm_stalls {
    sim_bottleneck statistics;
    struct {
        uint64_t since; /* first cycle that is not counted */
        uint32_t set;   /* causes from then on, 0 = no unfinished warp */
    } scheduler[SM_MAX_SCHEDULERS];
    uint32_t *waited;    /* per hardware warp: 1 + number of the last instruction that waited for memory */
    uint64_t refused;    /* cycle of the first refusal of the L1's head */
    uint32_t l1_set;     /* causes of the present one */
    sm_replies *replies; /* of each of sm_load */
} sm_stalls;

typedef struct sim_sm {
    /* What nearly every cycle looks at stands first, in the order in which it does: an SM that sleeps through
     * a window costs a line of the processor's cache or two. */
    uint64_t next; /* next cycle to run, UINT64_MAX = none known */
    sim_base *base;
    struct sm_translation *translation; /* NULL: no request waits for one (translate.h) */
    ccn_node *ccn;                      /* NULL: the L1s of the machine do not cooperate (cooperate.c) */
    bool is_blocked;                    /* something waits for a credit */
    sm_stalls *stalls;                  /* NULL = not measured */
    uint64_t now;                       /* the cycle that runs or was run last */
    uint64_t issue_at;     /* no scheduler can issue before this cycle unless something happens */
    bool waits_for_unit;   /* a ready warp has no way to its unit, until nobody knows when */
    uint64_t next_wake;    /* cycle of the first of wake[] that is occupied, UINT64_MAX = none */
    uint64_t tick_at;      /* next tick of a policy, UINT64_MAX = none: the earlier one of the two below */
    uint64_t fetch_wanted; /* hardware warps with an empty instruction buffer */
    uint32_t fetch_filled; /* how many of these there are whose missing line has arrived */
    l1_pipe *pipe;         /* of each bank of the L1 */
    uint32_t n_pipes;
    uint32_t piped;      /* mask of pipes that hold something */
    bool restricted;     /* some right is not granted */
    bool some_go_around; /* load instructions allocate no lines: those of goes_around, bits by their pc */
    packet_fifo replies; /* `ready`: when the L1, the instruction cache or a warp takes it */
    sm_release_fifo releases;
    lsu_fifo lsu;
    line_order order; /* of what is there */
    prefetch_fifo prefetches;
    slots write_back;      /* of the load-store unit: one result a cycle */
    uint64_t lsu_left;     /* cycle in which the last head left the dispatch register */
    uint64_t last_reply;   /* replies are taken one a cycle */
    uint32_t lsu_requests; /* in the queue */
    uint32_t lsu_waits;    /* instructions in pipeline registers, of common collectors: the last ones */
    uint32_t live_blocks;
    uint32_t listens; /* events that policies want to be told of: bits of sm_event (events.h) */
    uint32_t last_fetched;
    uint64_t answered;       /* hardware warps whose atomic_done is known */
    uint64_t next_begin;     /* cycle from which another block may begin */
    const sm_kernel *kernel; /* what it runs, NULL = nothing */
    sm_warp *warp;
    sm_load *load, *load_more; /* the first of them, and seldom touched, all (sm_load_of()) */
    number_pool loads;         /* their numbers */
    uint32_t index, number;    /* in the machine; in its program, to whose policy it is known by that */
    uint32_t n, p;             /* warp-tuple in force */
    sched_counters hook;
    sm_scheduler scheduler[SM_MAX_SCHEDULERS];
    sm_hold hold[SM_MAX_SCHEDULERS];
    l1_cache l1;
    crossbar_port port;
    operand_collector operands;
    sim_counters count;
    uint64_t wake[SM_WAKE_SLOTS]; /* hardware warps to be examined */
    uint64_t wake_any[SM_WAKE_SLOTS / 64];
    icache icache;

    const page_tables *pages;
    uint32_t *registers; /* [warp][register] ready times */
    size_t registers_size;
    uint8_t *mark; /* [warp][register] of long operations (long_operand.c), NULL = nobody asks */
    uint32_t marked_registers;
    sm_block *block;
    sched_rights rights; /* in force, for hardware warps */
    uint64_t *goes_around;
    uint32_t load_words, load_words_size;
    sm_freed *freed; /* since the last exchange */
    uint32_t n_freed;
    uint64_t sched_tick_at, l1_tick_at;
    uint64_t active_since, last_warp_end;
    uint64_t flits_before;     /* that the port had sent when the launch began */
    policy_fault fault;        /* how a policy first broke its contract here (contract.h) */
    uint32_t fault_n, fault_p; /* POLICY_TUPLE: the tuple that it wanted; POLICY_PREFETCH: n = warp */
} sim_sm;

/* What SMs are connected to. */
typedef struct sm_surroundings {
    const policy_choice *l1; /* its cache policy */
    translation *translation;
} sm_surroundings;

/* SM `index`. Its port of the crossbar is connected by the owner. False: no memory, or the policy's error. */
bool sm_init(sim_sm *sm, sim_base *base, uint32_t index, const sm_surroundings *around, poise_error *err);
void sm_free(sim_sm *sm);
/* Prepares for a launch that begins in core cycle `now` and whose program uses `registers` virtual registers
 * and has `insts` instructions.
 * The port is left as it is: what lies below goes on. */
int sm_begin(sim_sm *sm, uint32_t registers, uint32_t insts, uint64_t now, poise_error *err);
/* Whether nothing runs here and nothing that it has asked for is on its way. */
bool sm_is_quiet(const sim_sm *sm);

/* The policies that tick do so from core cycle `now` on, in which a launch begins. */
void sm_begin_ticks(sim_sm *sm, uint64_t now);

/* Runs the SM from core cycle `from` until `end` (exclusive); replies and credits of the last exchange window
 * are taken first. */
void sm_advance(sim_sm *sm, uint64_t from, uint64_t end);
/* The same in a window that is open. */
void sm_advance_open(sim_sm *sm, uint64_t from, uint64_t end);
/* The same in a longer window; not beyond the exchange after which a block slot that
 * it frees takes another block. Returns where it has stopped. */
uint64_t sm_advance_to_exchange(sim_sm *sm, uint64_t from, uint64_t end);
/* The same in pieces, for SMs that are simulated in step: the begin of the window, a cycle, the end. */
void sm_open_window(sim_sm *sm, uint64_t from);
void sm_run_cycle(sim_sm *sm, uint64_t now);
void sm_close_window(sim_sm *sm);
/* Whether it need not be advanced in the window before core cycle `end`: it sleeps, and nothing has come. */
static inline bool sm_sleeps(const sim_sm *sm, uint64_t end)
{
    return sm->next >= end && !sm->translation && !sm->is_blocked && !base_wakes_all(sm->base) &&
           !port_has_delivered(&sm->port, sm->base->window_number - 1);
}

/* A scheduler or tlb policy has broken its contract here; n and p as in sim_sm. */
void sm_break_contract(sim_sm *sm, policy_fault fault, uint32_t n, uint32_t p);

/* ---- block.c: thread blocks, warps, barriers ---- */
/* Puts thread block `number` of the launch into block slot `slot`. */
void sm_start_block(sim_sm *sm, uint32_t slot, uint32_t number, uint64_t now);
/* Ends all warps in core cycle `now`, at an exchange; what they have in flight goes on. */
void sm_cut(sim_sm *sm, uint64_t now);
void sm_barrier(sim_sm *sm, sm_warp *w, uint64_t now);
/* The warp has issued its last instruction: it leaves its scheduler, and later the SM. */
void sm_warp_exhausted(sim_sm *sm, sm_warp *w, uint64_t now);
/* Ends an exhausted warp that has nothing in flight. */
void sm_end_warp(sim_sm *sm, sm_warp *w, uint64_t now);
/* Publishes whether the warp waits at a barrier or for an atomic. */
void sm_set_eligible(sim_sm *sm, const sm_warp *w);
/* Tuple or rights have changed: who may issue is found anew before the next issue. */
static inline void sm_reconsider(sim_sm *sm)
{
    for (uint32_t i = 0; i < SM_MAX_SCHEDULERS; i++)
        sm->scheduler[i].stale = true;
    sm->issue_at = 0;
}

/* ---- events.c: what policies are told ---- */
/* The events that the policies of the SM have a function for, as in sim_sm.listens. */
uint32_t sm_events_of(const sim_sm *sm);

/* ---- warp.c: streams and operands ---- */
/* Enters the next basic block of the stream, or marks the warp exhausted. */
void sm_warp_enter_block(sim_sm *sm, sm_warp *w, uint64_t now);
/* The warp has another next instruction, which is decoded. */
void sm_warp_prepare(sim_sm *sm, sm_warp *w, uint64_t now);
/* Examines the next instruction anew: something that it waited for may have come. An exhausted warp ends, if
 * nothing that it has issued is under way. */
void sm_warp_examine(sim_sm *sm, sm_warp *w, uint64_t now);
/* The result of `inst`, of fixed latency, can be used from cycle `done` on. */
static inline void sm_result_known(sm_warp *w, const program_inst *inst, uint32_t done)
{
    if (inst->destination != TRACE_NO_REGISTER)
        w->ready_at[inst->destination] = done;
    w->drained_at = done > w->drained_at ? done : w->drained_at;
}
/* Examines the warp at `when`. */
void sm_wake_at(sim_sm *sm, const sm_warp *w, uint64_t when, uint64_t now);
/* Warps to be examined up to `now`. */
void sm_wake_warps(sim_sm *sm, uint64_t now);
/* The last request of `load` has returned. */
void sm_load_ended(sim_sm *sm, uint16_t load, uint64_t now, uint64_t when);
/* Load number `load`. */
static inline sm_load *sm_load_of(const sim_sm *sm, uint32_t load)
{
    return load < SM_FIRST_LOADS ? &sm->load[load] : &sm->load_more[load];
}
/* One request of `load` returns; its part of the register can be read from `when` on. */
static inline void sm_load_done(sim_sm *sm, uint16_t load, uint64_t now, uint64_t when)
{
    sm_load *l = sm_load_of(sm, load);
    if (l->destination != TRACE_NO_REGISTER)
        operands_write(&sm->operands, l->destination, l->warp, now, when);
    if (--l->left == 0)
        sm_load_ended(sm, load, now, when);
}

/* ---- fetch.c: instruction buffers ---- */
void sm_fetch(sim_sm *sm, uint64_t now);
/* Sends the request of a line that is missing, at the virtual address. */
void sm_send_code(sim_sm *sm, packet *p, uint64_t now);
/* Line `mshr` of the instruction cache has arrived. */
void sm_fetch_filled(sim_sm *sm, uint16_t mshr);

/* ---- collect.c: common collectors ---- */
void sm_take_turns(sim_sm *sm, uint64_t end, uint64_t now);
/* Takes the turns of the common collectors up to those of cycle `cycle`, in cycle `now`: before anything else
 * happens in it those of the cycles before, and when the load-store unit has moved its own. */
static inline void sm_collect(sim_sm *sm, uint64_t cycle, uint64_t now)
{
    const uint64_t end = operands_end_of(&sm->operands, cycle);
    if (sm->operands.common.next < end)
        sm_take_turns(sm, end, now);
}
/* The cycle by which the next turn is to be taken, UINT64_MAX: nothing can happen in one that is not known. A
 * memory instruction can be in the dispatch register a cycle after its turn and sends its first request in
 * the next; results come later. */
static inline uint64_t sm_collect_by(const sim_sm *sm)
{
    const common_collectors *c = &sm->operands.common;
    if (c->next == COLLECTORS_UNKNOWN || !common_collectors_wait(c))
        return UINT64_MAX;
    const uint64_t cycle = c->next >> sm->operands.turn_shift;
    if (sm->waits_for_unit || sm->listens || sm->stalls)
        return cycle;
    return cycle + (c->memory ? 2 : 3u + sm->kernel->program.least_latency);
}

/* ---- lsu.c: from issue to the L1 pipe ---- */
/* Takes the memory instruction of `w`; moves the warp's cursor past its accesses. */
void sm_lsu_issue(sim_sm *sm, sm_warp *w, const program_inst *inst, bool pollute, uint64_t now);
/* With common collectors: the first memory instructions that wait have entered `collectors`, a mask, in
 * `cycle`; what is in `collector` leaves it in turn `turn` for the register in front of the unit; the oldest
 * that is in such a register goes on in cycle `now` if the dispatch register is free. [GS
 * register_set::get_ready()] */
void sm_lsu_enters_collectors(sim_sm *sm, uint32_t collectors, uint64_t cycle);
void sm_lsu_leaves_collector(sim_sm *sm, uint32_t collector, uint64_t turn);
void sm_lsu_dispatch(sim_sm *sm, uint64_t now);
/* Whether an instruction is in the dispatch register. */
static inline bool sm_lsu_due(const sim_sm *sm, uint64_t now)
{
    return sm->lsu.count && sm->lsu.item[sm->lsu.head].dispatched < now;
}
/* What is there sends requests into the pipes, or one pass of a shared-memory access. */
void sm_lsu_step(sim_sm *sm, uint64_t now);
/* Page of the next request of the head, virtual address >> page_bits. */
uint64_t sm_lsu_page(const sim_sm *sm);
/* Cycle from which `scheduler` can issue another memory instruction, UINT64_MAX when something must leave
 * first. */
uint64_t sm_lsu_issue_at(const sim_sm *sm, uint32_t scheduler);
/* Whether its next request goes past the L1 and the crossbar has no room for it. */
static inline bool sm_lsu_waits_for_credit(const sim_sm *sm)
{
    return sm->lsu.count && sm->lsu.item[sm->lsu.head].past_l1 && !port_has_credit(&sm->port);
}
/* Next cycle in which the dispatch register can move. */
uint64_t sm_lsu_next(const sim_sm *sm, uint64_t now);

/* What lies between the load-store unit and the crossbar: l1_pipe.h. */

/* ---- issue.c ---- */
/* Lets every scheduler issue, and sets issue_at to the next cycle in which one could. */
void sm_issue(sim_sm *sm, uint64_t now);
/* Cycle from which the way to `unit` is open for `scheduler`. */
uint64_t sm_unit_opens_at(const sim_sm *sm, exec_unit unit, uint32_t scheduler);
/* Computes who may do what, after tuple, rights or warps have changed. */
void sm_apply_tuple(const sim_sm *sm, sm_scheduler *s);
/* Of the slots `wanted`, those that tuple and rights let issue their next instruction. */
static inline uint64_t sm_permitted(const sm_scheduler *s, uint64_t wanted)
{
    return wanted & s->monitored & (s->may_load | ~s->next_global_load);
}

/* ---- stalls.c ---- */
/* All three: false when there is no memory. Nothing is made when the machine does not measure. */
bool sm_stalls_make(sim_sm *sm);
void sm_stalls_begin(sim_sm *sm);
/* Around the run of a cycle. */
MEASURING void sm_stalls_settle(sim_sm *sm, uint64_t now);
MEASURING void sm_stalls_examine(sim_sm *sm, uint64_t now);
/* A look-up of the L1's head: the causes that now refuse it (0 = accepted), after refusal before. */
MEASURING void sm_stalls_looked_up(sim_sm *sm, uint32_t set, bool was_refused, uint64_t now);
/* The refusal has lasted for `cycles`. */
MEASURING void sm_stalls_refused(sim_sm *sm, uint64_t cycles);
/* A miss has returned, so many cycles after its look-up. */
MEASURING void sm_stalls_filled(sim_sm *sm, uint64_t cycles, bool l2_hit);
/* One of the requests that `load` has under way returns with `reply`. */
MEASURING void sm_stalls_answered(sim_sm *sm, uint16_t load, const packet *reply, uint64_t now);

#endif
