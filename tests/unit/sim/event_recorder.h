/* A scheduler policy that schedules as GTO, listens to everything and checks that events come in the order
 * and with the content that sim_hooks/sched.h promises. Its record is kept per SM, so that it may run
 * in several threads. */
#ifndef POISE_TESTS_EVENT_RECORDER_H
#define POISE_TESTS_EVENT_RECORDER_H

#include "sim/gpu.h"
#include "sim_hooks/sched/order.h"

#include <string.h>

enum { RECORDED_SMS = 8, RECORDED_WARPS = 64, RECORDED_LINES = 1 << 16, NO_OWNER = 0xff };

typedef struct recorded_warp {
    bool live, waits[4]; /* by sched_wait */
    bool long_operand;
    uint64_t began;
    uint32_t block_first, block_last, next_pc;
    bool in_block;
} recorded_warp;

typedef struct recorded_totals {
    uint64_t begins, ends, blocks, issues, loads, stores, cached_loads, load_dones, waits, long_operands;
    uint64_t accesses, hits, intra, merges, misses, firsts, l1_stores, evictions, evictions_by_store;
    uint64_t asked, sent, present, dropped, prefetched, unused, ticks, guest_hits;
} recorded_totals;

typedef enum recorded_stage { STAGE_MEMORY, STAGE_TICK, STAGE_ISSUE } recorded_stage;

typedef struct recorded_sm {
    uint64_t cycle; /* of the last event */
    recorded_stage stage;
    int evicted_by; /* warp that has replaced a line, until it is known whether it may; -1 = none */
    int picked;     /* hardware warp, -1 = its instruction has been reported */
    uint64_t tick_due, block_began;
    recorded_warp warp[RECORDED_WARPS];
    uint8_t owner[RECORDED_LINES]; /* of lines in the L1 or on their way */
    recorded_totals total;
    const char *wrong; /* the first promise that was broken */
} recorded_sm;

static struct recorder {
    sched_host host;
    uint32_t n, p;    /* tuple of all SMs, 0 = as it is */
    bool prefetches;  /* asks for the line behind each that is missed */
    bool has_sectors; /* a line that is there may miss */
    recorded_sm sm[RECORDED_SMS];
    uint64_t gathers, gather_due, gather_period, latest; /* latest = worst delay, cycles */
} recorder;

static inline void promise(recorded_sm *sm, bool kept, const char *what)
{
    if (!kept && !sm->wrong)
        sm->wrong = what;
}

/* An event of the SM: time goes on, and stages of a cycle follow each other. */
static inline recorded_sm *event_of(const sched_place *at, recorded_stage stage)
{
    recorded_sm *sm = &recorder.sm[at->sm];
    promise(sm, at->cycle >= sm->cycle, "time goes on");
    if (at->cycle > sm->cycle)
        sm->stage = STAGE_MEMORY;
    promise(sm, stage >= sm->stage, "order within a cycle");
    sm->stage = stage;
    sm->cycle = at->cycle;
    return sm;
}

/* Something that another event has caused, in its stage. */
static inline recorded_sm *caused(const sched_place *at)
{
    recorded_sm *sm = &recorder.sm[at->sm];
    return event_of(at, at->cycle > sm->cycle ? STAGE_MEMORY : sm->stage);
}

static int recorder_create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    (void)options, (void)err;
    recorder.host = *host;
    *state = &recorder;
    return 0;
}

static void recorder_begin(void *state, const policy_launch *launch)
{
    (void)state, (void)launch;
    memset(recorder.sm, 0, sizeof recorder.sm);
    for (uint32_t i = 0; i < RECORDED_SMS; i++) {
        recorder.sm[i].picked = recorder.sm[i].evicted_by = -1;
        recorder.sm[i].cycle = launch->cycle;
        recorder.sm[i].tick_due = launch->cycle + 1;
        memset(recorder.sm[i].owner, NO_OWNER, sizeof recorder.sm[i].owner);
    }
    for (uint32_t i = 0; recorder.n && i < recorder.host.sms; i++)
        recorder.host.set_tuple(recorder.host.opaque, i, recorder.n, recorder.p);
    recorder.gathers = recorder.latest = recorder.gather_due = 0;
}

static unsigned recorder_pick(void *state, const sched_view *view)
{
    (void)state;
    recorded_sm *sm = event_of(&(sched_place){.sm = view->sm, .cycle = view->cycle}, STAGE_ISSUE);
    promise(sm, view->ready && !(view->ready & ~view->eligible) && !(view->loads & ~view->ready), "masks");
    promise(sm, sm->picked < 0, "every pick issues");
    unsigned slot = sched_gto_pick(view);
    sm->picked = view->warp[slot];
    promise(sm, (uint32_t)sm->picked % recorder.host.schedulers == view->scheduler, "warps are dealt");
    return slot;
}

static void recorder_issue(void *state, const sched_inst *inst)
{
    (void)state;
    recorded_sm *sm = event_of(&inst->at, STAGE_ISSUE);
    recorded_warp *w = &sm->warp[inst->at.warp];
    promise(sm, sm->picked == (int)inst->at.warp, "what is picked issues");
    promise(sm, w->live && w->in_block && inst->pc == w->next_pc, "instructions in order");
    for (size_t i = 0; i < sizeof w->waits; i++)
        promise(sm, !w->waits[i], "who waits does not issue");
    promise(sm, inst->lanes != 0, "somebody is active");
    sm->picked = -1;
    w->in_block = w->next_pc++ != w->block_last;
    sm->total.issues++;
    sm->total.loads += inst->op == SCHED_LOAD_GLOBAL;
    sm->total.stores += inst->op == SCHED_STORE_GLOBAL;
    sm->total.cached_loads += inst->op == SCHED_LOAD_GLOBAL || inst->op == SCHED_LOAD_PRIVATE;
}

static uint64_t recorder_tick(void *state, uint32_t index, uint64_t cycle)
{
    (void)state;
    recorded_sm *sm = event_of(&(sched_place){.sm = index, .cycle = cycle}, STAGE_TICK);
    bool was_empty = cycle > sm->tick_due && cycle == sm->block_began;
    promise(sm, cycle == sm->tick_due || was_empty, "ticks are exact while there are warps");
    sm->tick_due = cycle + 129;
    sm->total.ticks++;
    return 129;
}

static uint64_t recorder_gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)states, (void)count;
    for (uint32_t i = 0; i < recorder.host.sms; i++) {
        recorded_sm *sm = &recorder.sm[i];
        promise(sm, sm->cycle <= cycle, "all SMs have run up to a gather");
        sm->cycle = cycle;
        sm->stage = STAGE_MEMORY;
    }
    if (recorder.gathers++ && cycle - recorder.gather_due > recorder.latest)
        recorder.latest = cycle - recorder.gather_due;
    recorder.gather_due = cycle + recorder.gather_period;
    return recorder.gather_period;
}

static void recorder_warp_begin(void *state, const sched_place *at)
{
    (void)state;
    recorded_sm *sm = caused(at);
    promise(sm, !sm->warp[at->warp].live, "a warp begins once");
    sm->warp[at->warp] = (recorded_warp){.live = true, .began = at->cycle};
    sm->block_began = at->cycle;
    sm->total.begins++;
}

static void recorder_warp_end(void *state, const sched_place *at)
{
    (void)state;
    recorded_sm *sm = event_of(at, STAGE_ISSUE);
    promise(sm, sm->warp[at->warp].live && !sm->warp[at->warp].in_block, "a warp ends after its last block");
    sm->warp[at->warp].live = false;
    sm->total.ends++;
}

static void recorder_block(void *state, const sched_block *block)
{
    (void)state;
    recorded_sm *sm = caused(&block->at);
    recorded_warp *w = &sm->warp[block->at.warp];
    promise(sm, w->live && !w->in_block && block->first_pc <= block->last_pc, "blocks follow each other");
    w->in_block = true;
    w->next_pc = block->first_pc;
    w->block_last = block->last_pc;
    sm->total.blocks++;
}

static void recorder_wait(void *state, const sched_place *at, sched_wait what, bool begins)
{
    (void)state;
    recorded_sm *sm = caused(at);
    promise(sm, sm->warp[at->warp].live && sm->warp[at->warp].waits[what] != begins, "waits begin and end");
    sm->warp[at->warp].waits[what] = begins;
    sm->total.waits++;
}

static void recorder_long_operand(void *state, const sched_place *at, uint64_t from, uint64_t until)
{
    (void)state;
    recorded_sm *sm = caused(at);
    recorded_warp *w = &sm->warp[at->warp];
    promise(sm, w->live && until >= from, "a long operand is read in the future");
    promise(sm, from > at->cycle || (from == w->began && until > from), "or by a warp that begins later");
    promise(sm, until > from || w->long_operand, "an end has a beginning");
    w->long_operand = until > from;
    sm->total.long_operands += until > from;
}

static void recorder_load_done(void *state, const sched_place *at, uint32_t pc, uint64_t latency)
{
    (void)state, (void)pc;
    recorded_sm *sm = event_of(at, STAGE_MEMORY);
    promise(sm, latency > 0, "latency");
    sm->total.load_dones++;
}

static uint8_t *owner_of(recorded_sm *sm, uint64_t address)
{
    return &sm->owner[address >> TRACE_LINE_SHIFT & (RECORDED_LINES - 1)];
}

static void recorder_access(void *state, const sched_access *access)
{
    (void)state;
    recorded_sm *sm = event_of(&access->at, STAGE_MEMORY);
    uint8_t *owner = owner_of(sm, access->address);
    recorded_totals *t = &sm->total;
    t->accesses++;
    t->firsts += access->first;
    t->hits += access->outcome == SCHED_HIT;
    t->intra += access->intra;
    t->merges += access->outcome == SCHED_MERGED;
    t->misses += access->outcome == SCHED_MISS;
    t->prefetched += access->prefetched;
    t->guest_hits += access->outcome == SCHED_HIT && !access->pollutes;
    promise(sm, access->outcome == SCHED_HIT || !access->intra, "only hits are intra-warp");
    bool held = *owner != NO_OWNER;
    promise(sm, held || access->outcome != SCHED_HIT, "a hit is in the L1");
    promise(sm, !held || access->outcome == SCHED_MISS || *owner == access->owner, "owner of a line");
    promise(sm, (held && access->outcome != SCHED_MISS) || access->owner == access->at.warp,
            "owner of a miss, or of what is on its way and no line is reserved for");
    promise(sm, sm->evicted_by < 0 || (access->reserves && sm->evicted_by == (int)access->at.warp),
            "who evicts reserves");
    promise(sm, !access->reserves || (access->pollutes && !held), "who reserves may, and had no line");
    promise(sm, access->outcome != SCHED_MISS || !held || recorder.has_sectors, "a miss was not in the L1");
    promise(sm, access->outcome != SCHED_MISS || held || access->reserves == access->pollutes,
            "who may reserve does");
    sm->evicted_by = -1;
    if (access->reserves)
        *owner = (uint8_t)access->at.warp;
    if (recorder.prefetches && access->outcome == SCHED_MISS)
        t->asked += recorder.host.prefetch(recorder.host.opaque, access->at.sm, access->at.warp,
                                           access->address + (1u << TRACE_LINE_SHIFT));
}

static void recorder_evict(void *state, const sched_eviction *eviction)
{
    (void)state;
    recorded_sm *sm = event_of(&eviction->at, STAGE_MEMORY);
    uint8_t *owner = owner_of(sm, eviction->address);
    promise(sm, *owner == eviction->owner, "what leaves was there");
    *owner = NO_OWNER;
    if (!eviction->by_store)
        sm->evicted_by = (int)eviction->at.warp;
    sm->total.evictions += !eviction->by_store;
    sm->total.evictions_by_store += eviction->by_store;
    sm->total.unused += eviction->unused;
}

static void recorder_store(void *state, const sched_place *at, uint64_t address)
{
    (void)state;
    recorded_sm *sm = event_of(at, STAGE_MEMORY);
    (void)address;
    sm->total.l1_stores++;
}

static void recorder_prefetch(void *state, const sched_place *at, uint64_t address, sched_prefetch how)
{
    (void)state;
    recorded_sm *sm = event_of(at, STAGE_MEMORY);
    promise(sm, sm->evicted_by < 0 || (how == SCHED_PREFETCH_SENT && sm->evicted_by == (int)at->warp),
            "a prefetch evicts for its warp");
    sm->evicted_by = -1;
    sm->total.sent += how == SCHED_PREFETCH_SENT;
    sm->total.present += how == SCHED_PREFETCH_PRESENT;
    sm->total.dropped += how == SCHED_PREFETCH_DROPPED;
    if (how == SCHED_PREFETCH_SENT)
        *owner_of(sm, address) = (uint8_t)at->warp;
}

static const sched_policy recording_policy = {
    .info = {.abi = POISE_POLICY_ABI, .struct_size = sizeof(sched_policy), .name = "recorder"},
    .create = recorder_create,
    .pick = recorder_pick,
    .life.launch_begin = recorder_begin,
    .tick = recorder_tick,
    .life.gather = recorder_gather,
    .warp_begin = recorder_warp_begin,
    .warp_end = recorder_warp_end,
    .warp_block = recorder_block,
    .issue = recorder_issue,
    .wait = recorder_wait,
    .long_operand = recorder_long_operand,
    .load_done = recorder_load_done,
    .l1_access = recorder_access,
    .l1_evict = recorder_evict,
    .l1_store = recorder_store,
    .prefetch_done = recorder_prefetch,
};

/* The first broken promise of any SM, NULL = none. */
static inline const char *recorder_complains(void)
{
    for (uint32_t i = 0; i < recorder.host.sms; i++)
        if (recorder.sm[i].wrong)
            return recorder.sm[i].wrong;
    return NULL;
}

static inline recorded_totals recorder_total(void)
{
    recorded_totals total = {0};
    for (uint32_t i = 0; i < recorder.host.sms; i++)
        for (size_t k = 0; k < sizeof total / sizeof(uint64_t); k++)
            ((uint64_t *)(void *)&total)[k] += ((uint64_t *)(void *)&recorder.sm[i].total)[k];
    return total;
}

#endif
