/* An SM between its load-store unit and what lies below: the L1 pipe, other L1s, prefetches, replies. */
#ifndef POISE_SIM_SM_L1_PIPE_H
#define POISE_SIM_SM_L1_PIPE_H

#include "sim/sm/sm.h"

/* ---- miss.c: the L1 pipe ---- */
/* An atomic goes from the dispatch register to the crossbar when that has room, past the L1 and its miss
 * queue. [GS ldst_unit::memory_cycle()] */
static inline bool sm_bypass_room(const sim_sm *sm)
{
    return port_has_credit(&sm->port);
}
void sm_bypass_l1(sim_sm *sm, const mem_request *request, uint16_t load, uint64_t now);
/* The pipe of a request for `sectors` of line number `line`: banks take turns by l1_bank_bytes. Pages are
 * larger, so that the number of the trace says as much as the address. [GS l1d_cache_config::set_bank()] */
static inline l1_pipe *sm_pipe_of(const sim_sm *sm, uint32_t line, uint32_t sectors)
{
    if (sm->n_pipes == 1)
        return sm->pipe;
    const uint32_t byte = line << LINE_SHIFT | (uint32_t)__builtin_ctz(sectors) << SECTOR_SHIFT;
    return &sm->pipe[byte / sm->base->config.l1_bank_bytes & (sm->n_pipes - 1)];
}
/* The place of a request that enters a pipe, to be written. */
static inline l1_request *sm_pipe_push(sim_sm *sm, l1_pipe *pipe)
{
    sm->piped |= 1u << (pipe - sm->pipe);
    return l1_request_fifo_push(&pipe->fifo);
}
/* Requests in all pipes. */
uint32_t sm_requests_piped(const sim_sm *sm);
/* Whether nothing has happened that can change the refusal of the head of a pipe. */
bool sm_l1_still_refuses(sim_sm *sm, const l1_pipe *pipe, uint64_t now);
/* Whether the L1 serves another SM in this cycle. [S4.4.3] */
static inline bool sm_l1_is_taken(const sim_sm *sm, uint64_t now)
{
    return sm->ccn && sm->ccn->l1_taken_until > now;
}
/* The tags of the L1 are written, and the shadow tags with them. */
static inline void sm_tags_written(sim_sm *sm, uint64_t now)
{
    if (sm->ccn)
        sm->ccn->tags_written = now;
}
/* Whether the head of a pipe has arrived, and is not refused or may not be any more. */
static inline bool sm_l1_due(sim_sm *sm, const l1_pipe *pipe, uint64_t now)
{
    return pipe->fifo.count && l1_request_fifo_front(&pipe->fifo)->ready <= now &&
           (pipe->stalled == L1_HIT || !sm_l1_still_refuses(sm, pipe, now)) && !sm_l1_is_taken(sm, now);
}
/* Looks up the head of a pipe, which is due; returns whether it has left. */
bool sm_l1_step(sim_sm *sm, l1_pipe *pipe, uint64_t now);
uint64_t sm_l1_next(const sim_sm *sm, uint64_t now);

/* Sends the request of a miss, as l1_load or l1_prefetch has answered it. */
void sm_send_miss(sim_sm *sm, const l1_load_access *access, const l1_answer *answer, uint64_t now);
/* A miss goes to the L2: to where its line lives. */
void sm_send_below(sim_sm *sm, packet *p, uint64_t now);
/* Whether a load that misses has a place in the miss queue. */
bool sm_load_room(sim_sm *sm, uint64_t now);

/* ---- cooperate.c: L1s of other SMs ---- */
/* Whether a miss may ask other L1s: it reserves a line, for a load of global memory. */
bool sm_may_ask(const sim_sm *sm, const packet *miss, const l1_answer *answer);
/* As ccn_has_place, for the load at the head of a pipe. */
bool sm_ccn_has_place(sim_sm *sm, const l1_request *e);
/* As ccn_takes. */
bool sm_ccn_takes(sim_sm *sm, const packet *miss, const l1_load_access *access, uint64_t now);
/* Whether the L1 holds the sectors of a miss of another SM, valid. */
bool sm_holds(const sim_sm *sm, const packet *miss, uint32_t line);
/* A miss that went around in vain goes to the L2, when there is room. */
bool sm_return_below(sim_sm *sm, const packet *miss, uint64_t now);

/* ---- prefetch.c ---- */
/* Looks up the oldest request, when the L1 is free in this cycle. */
void sm_prefetch_step(sim_sm *sm, uint64_t now);

/* ---- reply.c: what leaves and comes back ---- */
/* Sends a request of the SM to what lies below. */
void sm_send(sim_sm *sm, const packet *p, uint64_t now);
/* The same past the L1's miss queue, and a cycle earlier. */
void sm_send_past(sim_sm *sm, const packet *p, uint64_t now);
/* Takes what the crossbar has delivered since the last exchange. */
void sm_take_delivered(sim_sm *sm, uint64_t from);
void sm_replies_step(sim_sm *sm, uint64_t now);
/* The line of an MSHR arrives. */
void sm_fill(sim_sm *sm, const packet *reply, uint64_t now);
uint64_t sm_replies_next(const sim_sm *sm, uint64_t now);

#endif
