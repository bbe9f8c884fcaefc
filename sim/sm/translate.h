/* The L1 TLB of an SM, as far as it is simulator: requests that wait for a translation, and the boxes through
 * which the SM asks the shared side (translation.h) and gets its answers.
 *
 * Look-ups happen as requests leave the dispatch register of the load-store unit, before the L1 pipe: one for
 * each page of an instruction, at most one a cycle. What hits enters the pipe `tlb_latency` later. What
 * misses is parked, at most tlb_waiting requests for tlb_mshrs pages; the register holds a request for which
 * there is no room. When its page has come, all of it goes on in order, one request a cycle, before what is
 * in the register. Lines that are missing in the instruction cache are looked up beside it, without a cycle
 * of their own; they have MSHRs of their own, so that data cannot hold up the fetch.
 *
 * Like packets (port.h), what is sent in one window is taken in the next: an unloaded crossbar traversal,
 * g->window core cycles, lies between a miss and the shared side, and between its answer and the SM. */
#ifndef POISE_SIM_SM_TRANSLATE_H
#define POISE_SIM_SM_TRANSLATE_H

#include "sim/sm/sm.h"
#include "sim_hooks/mem_request.h"

/* A page that an L1 TLB misses, on its way to the shared side. */
typedef struct tlb_miss {
    uint64_t when; /* core cycle of arrival */
    uint32_t handle;
    mem_request request;
} tlb_miss;
DEFINE_FIFO(tlb_miss_fifo, tlb_miss)

/* Its answer. */
typedef struct tlb_answered {
    uint64_t when;
    uint16_t mshr;
    uint8_t page_bits;
} tlb_answered;
DEFINE_FIFO(tlb_answer_fifo, tlb_answered)

/* In a cache line of their own, as SM and shared side may be simulated by different threads. */
typedef struct tlb_boxes {
    alignas(64) tlb_miss_fifo asked; /* in windows of one parity */
    tlb_answer_fifo answered;        /* in the windows between */
} tlb_boxes;

/* An MSHR: a page that is asked for. */
typedef struct tlb_mshr {
    uint64_t page; /* virtual address >> page_bits */
    uint64_t code; /* MSHRs of the instruction cache that wait, a mask */
    uint16_t app;
    uint16_t first, last; /* of the parked requests that wait */
    bool is_used, is_of_code;
} tlb_mshr;

enum { TLB_NOBODY = 0xffff };

typedef struct sm_translation {
    uint32_t page_bits, latency;
    uint32_t first_handle; /* handle of MSHR 0 */
    uint32_t data_mshrs;   /* most that data may use */
    uint32_t code_used;    /* MSHRs */
    number_pool mshrs, places;
    tlb_mshr *mshr;
    l1_request *parked; /* [place] */
    uint16_t *next;     /* [place]: that waits for the same page */
    packet code[ICACHE_MAX_MSHRS];
    l1_request_fifo replays; /* their pages have come */
    tlb_answer_fifo answers;
    bool head_missed;  /* what is in the dispatch register has been looked up, and found no room */
    bool head_refused; /* and none has come since */
    tlb_boxes boxes[2];
} sm_translation;

/* For machines whose tlb policy looks up; otherwise sm->translation stays NULL. */
bool sm_translation_make(sim_sm *sm);
void sm_translation_free(sim_sm *sm);
/* A launch of the program of the SM begins. */
void sm_translation_begin(sim_sm *sm);
/* Time begins at 0. */
void sm_translation_reset(sim_sm *sm);
/* Handles of one SM. */
uint32_t sm_translation_handles(const sim_config *config);

static inline tlb_miss_fifo *sm_translation_outbox(sm_translation *t, uint64_t window)
{
    return &t->boxes[window & 1].asked;
}
static inline tlb_answer_fifo *sm_translation_inbox(sm_translation *t, uint64_t window)
{
    return &t->boxes[~window & 1].answered;
}

/* Takes the answers of the last window, at the beginning of one in core cycle `from`. */
void sm_translation_take(sim_sm *sm, uint64_t from);
/* Pages that have come by `now`. */
void sm_translation_step(sim_sm *sm, uint64_t now);
/* The next request that waited for a page goes on. False when there is none, and the dispatch register may
 * send. */
bool sm_translation_replay(sim_sm *sm, uint64_t now);

typedef enum tlb_verdict { TLB_PASSES, TLB_PARKED, TLB_REFUSED } tlb_verdict;
/* Looks up the next request of the instruction in the dispatch register, `request`. */
tlb_verdict sm_translation_head(sim_sm *sm, const lsu_entry *e, const l1_request *request, uint64_t now);
/* The same for an instruction fetch, whose packet is sent later when it does not pass. */
bool sm_translation_fetch(sim_sm *sm, const packet *p, uint64_t now);
/* Whether a prefetch can be translated. */
bool sm_translation_prefetch(sim_sm *sm, const mem_request *request, uint64_t now);

/* Next cycle in which a page comes or a request goes on. */
uint64_t sm_translation_next(const sim_sm *sm, uint64_t now);

#endif
