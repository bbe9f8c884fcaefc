/* The L1 TLB of an SM, as far as it is simulator: requests that wait for a translation. Through its boxes the
 * SM asks the shared side (sim/translation/boxes.h) and gets its answers.
 *
 * Look-ups happen as requests leave the dispatch register of the load-store unit, before the L1 pipe: one for
 * each page of an instruction, at most one a cycle. What hits enters the pipe `tlb_latency` later. What
 * misses is parked, at most tlb_waiting requests for tlb_mshrs pages; the register holds a request for which
 * there is no room. When its page has come, all of it goes on in order, one request a cycle, before what is
 * in the register. Lines that are missing in the instruction cache are looked up beside it, without a cycle
 * of their own; they have MSHRs of their own, so that data cannot hold up the fetch.
 */
#ifndef POISE_SIM_SM_TRANSLATE_H
#define POISE_SIM_SM_TRANSLATE_H

#include "sim/sm/sm.h"
#include "sim/translation/translation.h"

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
    const tlb_policy *tlb;
    void *tlb_state;
    uint32_t page_bits, latency;
    uint32_t data_mshrs; /* most that data may use */
    uint32_t code_used;  /* MSHRs */
    number_pool mshrs, places;
    tlb_mshr *mshr;
    l1_request *parked; /* [place] */
    uint16_t *next;     /* [place]: that waits for the same page */
    packet code[ICACHE_MAX_MSHRS];
    l1_request_fifo replays; /* their pages have come */
    tlb_answer_fifo answers;
    uint64_t forgetful; /* core cycle in which the instruction was issued that must look up all its lines,
                         * whatever it knew of their pages; UINT64_MAX = none */
    bool head_missed;   /* what is in the dispatch register has been looked up, and found no room */
    bool head_refused;  /* and none has come since */
    tlb_port port;
} sm_translation;

/* For machines whose tlb policy looks up; otherwise sm->translation stays NULL. False: no memory. */
bool sm_translation_make(sim_sm *sm, const translation *shared);
/* A launch of the program of the SM begins. */
void sm_translation_begin(sim_sm *sm);
/* Time begins at 0. */
void sm_translation_reset(sim_sm *sm);
/* Takes the answers of the last window, at the beginning of one in core cycle `from`. */
void sm_translation_take(sim_sm *sm, uint64_t from);
/* A large page is none any more: answers on their way, at an exchange, are of its base pages. */
void sm_translation_splinter(sim_sm *sm, const tlb_page *large);
/* A base page is about to lose its place, at an exchange: answers on their way ask for it again, and so does
 * the instruction in the dispatch register; what has been translated keeps the place. */
void sm_translation_lose(sim_sm *sm, uint16_t app, uint64_t page);
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
