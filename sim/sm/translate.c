#include "sim/sm/translate.h"

#include "sim/sm/l1_pipe.h"
#include "trace/line_list.h"

#include <string.h>

static bool init(const sim_sm *sm, sm_translation *t, const translation *shared)
{
    const sim_config *config = &sm->base->config;
    storage *from = &sm->base->storage;
    uint32_t mshrs = tlb_port_handles(config), places = config->tlb_waiting;
    /* An SM looks up twice a cycle at most, data and code. */
    uint32_t sent =
        port_most_requests(&sm->base->config, true) * (uint32_t)sm->base->window + mshrs; /* and ask again */
    *t = (sm_translation){.tlb = shared->tlb,
                          .tlb_state = shared->tlb_state,
                          .page_bits = shared->pages.page_bits,
                          .latency = config->tlb_latency,
                          .port.first_handle = sm->index * mshrs,
                          .data_mshrs = config->tlb_mshrs,
                          .mshr = storage_take(from, mshrs, sizeof *t->mshr),
                          .parked = storage_take(from, places, sizeof *t->parked),
                          .next = storage_take(from, places, sizeof *t->next)};
    bool ok = t->mshr && t->parked && t->next && pool_init(&t->mshrs, from, mshrs) &&
              pool_init(&t->places, from, places);
    ok = ok && l1_request_fifo_init(&t->replays, from, places) &&
         tlb_answer_fifo_init(&t->answers, from, mshrs);
    for (uint32_t i = 0; i < 2; i++)
        ok = ok && tlb_miss_fifo_init(&t->port.boxes[i].asked, from, sent) &&
             tlb_answer_fifo_init(&t->port.boxes[i].answered, from, mshrs);
    return ok;
}

bool sm_translation_make(sim_sm *sm, const translation *shared)
{
    if (!shared->tlb->look_up)
        return true;
    sm->translation = storage_take(&sm->base->storage, 1, sizeof *sm->translation);
    return sm->translation && init(sm, sm->translation, shared);
}

void sm_translation_begin(sim_sm *sm)
{
    sm_translation *t = sm->translation;
    if (!t)
        return;
    for (uint32_t i = 0; i < t->mshrs.total;
         i++) { /* what a launch before still waits for waits for nobody */
        t->mshr[i].first = TLB_NOBODY;
        t->mshr[i].code = 0;
    }
    pool_clear(&t->places);
    l1_request_fifo_clear(&t->replays);
    t->head_missed = t->head_refused = false;
    t->forgetful = UINT64_MAX;
}

void sm_translation_reset(sim_sm *sm)
{
    sm_translation *t = sm->translation;
    if (!t)
        return;
    pool_clear(&t->mshrs);
    memset(t->mshr, 0, t->mshrs.total * sizeof *t->mshr);
    t->code_used = 0;
    tlb_answer_fifo_clear(&t->answers);
    for (uint32_t i = 0; i < 2; i++) {
        tlb_miss_fifo_clear(&t->port.boxes[i].asked);
        tlb_answer_fifo_clear(&t->port.boxes[i].answered);
    }
}

/* ---- misses ---- */

static tlb_mshr *find(const sm_translation *t, uint16_t app, uint64_t page)
{
    for (uint32_t i = 0, left = t->mshrs.used; left; i++) {
        tlb_mshr *m = &t->mshr[i];
        if (m->is_used && m->page == page && m->app == app)
            return m;
        left -= m->is_used;
    }
    return NULL;
}

/* Asks the shared side for the page of `request`; the caller has checked for an MSHR. */
static tlb_mshr *ask(sim_sm *sm, const mem_request *request, uint64_t now)
{
    sm_translation *t = sm->translation;
    uint16_t mshr = pool_take(&t->mshrs);
    t->mshr[mshr] = (tlb_mshr){.page = request->virtual_address >> t->page_bits,
                               .app = request->app,
                               .first = TLB_NOBODY,
                               .is_used = true,
                               .is_of_code = request->kind == MEM_CODE};
    t->code_used += t->mshr[mshr].is_of_code;
    sm->count.tlb_asked++;
    *tlb_miss_fifo_push(tlb_port_outbox(&t->port, sm->port.window)) = (tlb_miss){
        .when = now + sm->base->window, .handle = t->port.first_handle + mshr, .request = *request};
    return &t->mshr[mshr];
}

static void park(sm_translation *t, tlb_mshr *m, const l1_request *request)
{
    uint16_t place = pool_take(&t->places);
    t->parked[place] = *request;
    t->next[place] = TLB_NOBODY;
    if (m->first == TLB_NOBODY)
        m->first = place;
    else
        t->next[m->last] = place;
    m->last = place;
}

/* Whether the page of the next line of an instruction is that of a line before, for which it has been looked
 * up. */
static bool is_known_page(const sm_translation *t, const lsu_entry *e)
{
    uint32_t shift = t->page_bits - LINE_SHIFT, page = word_line(e->line) >> shift;
    if (t->forgetful == e->issued)
        return false;
    if (e->again)
        return true;
    for (uint32_t i = 0; i < e->lines - (uint32_t)e->lines_left; i++)
        if (word_line(line_list_word(e->list, i)) >> shift == page)
            return true;
    return false;
}

static bool hits(sim_sm *sm, const mem_request *request, uint64_t now)
{
    const sm_translation *t = sm->translation;
    sm->count.tlb_look_ups++;
    if (t->tlb->look_up(t->tlb_state, request, now) != TLB_HIT) {
        sm->count.tlb_misses++;
        if (!t->tlb->ask)
            sm_break_contract(sm, POLICY_MISSES, 0, 0);
        return false;
    }
    if (!pages_have_place(sm->pages, request->app, request->virtual_address))
        sm_break_contract(sm, POLICY_KNOWS, 0, 0);
    return true;
}

tlb_verdict sm_translation_head(sim_sm *sm, const lsu_entry *e, const l1_request *request, uint64_t now)
{
    sm_translation *t = sm->translation;
    tlb_mshr *m;
    if (!t->head_missed) {
        bool is_known = is_known_page(t, e);
        if (!is_known && hits(sm, &request->request, now))
            return TLB_PASSES;
        m = find(t, request->request.app, request->request.virtual_address >> t->page_bits);
        if (is_known && !m)
            return TLB_PASSES;
    } else {
        m = find(t, request->request.app, request->request.virtual_address >> t->page_bits);
    }
    bool no_mshr = !m && t->mshrs.used - t->code_used >= t->data_mshrs;
    t->head_missed = t->head_refused = no_mshr || pool_full(&t->places);
    if (t->head_refused)
        return TLB_REFUSED;
    park(t, m ? m : ask(sm, &request->request, now), request);
    return TLB_PARKED;
}

bool sm_translation_fetch(sim_sm *sm, const packet *p, uint64_t now)
{
    sm_translation *t = sm->translation;
    if (hits(sm, &p->request, now))
        return true;
    tlb_mshr *m = find(t, p->request.app, p->request.virtual_address >> t->page_bits);
    m = m ? m : ask(sm, &p->request, now);
    m->code |= 1ull << p->tag;
    t->code[p->tag] = *p;
    return false;
}

bool sm_translation_prefetch(sim_sm *sm, const mem_request *request, uint64_t now)
{
    return hits(sm, request, now);
}

/* ---- answers ---- */

void sm_translation_take(sim_sm *sm, uint64_t from)
{
    sm_translation *t = sm->translation;
    tlb_answer_fifo *inbox = tlb_port_inbox(&t->port, sm->port.window - 1);
    for (; inbox->count; tlb_answer_fifo_pop(inbox))
        *tlb_answer_fifo_push(&t->answers) = *tlb_answer_fifo_front(inbox);
    if (t->answers.count)
        sm->next = earlier(sm->next, later(from, tlb_answer_fifo_front(&t->answers)->when));
}

static void splinter(const sm_translation *t, const tlb_answer_fifo *answers, const tlb_page *large)
{
    for (uint32_t i = 0; i < answers->count; i++) {
        tlb_answered *answer = &answers->item[(answers->head + i) & answers->mask];
        const tlb_mshr *m = &t->mshr[answer->mshr];
        if (m->app == large->app && m->page >> (large->page_bits - t->page_bits) == large->page)
            answer->page_bits = (uint8_t)t->page_bits;
    }
}

void sm_translation_splinter(sim_sm *sm, const tlb_page *large)
{
    const sm_translation *t = sm->translation;
    if (!t)
        return;
    splinter(t, &t->answers, large);
    splinter(t, &t->port.boxes[0].answered, large);
    splinter(t, &t->port.boxes[1].answered, large);
}

/* ---- pages that go ---- */

static void ask_again(const sm_translation *t, const tlb_answer_fifo *answers, uint16_t app, uint64_t page)
{
    for (uint32_t i = 0; i < answers->count; i++) {
        tlb_answered *answer = &answers->item[(answers->head + i) & answers->mask];
        const tlb_mshr *m = &t->mshr[answer->mshr];
        if (m->app == app && m->page == page)
            answer->page_bits = TLB_ASK_AGAIN;
    }
}

/* Whether a line of the instruction in the dispatch register lies in the page. */
static bool head_touches(const sim_sm *sm, uint64_t page)
{
    const lsu_entry *e = lsu_fifo_front(&sm->lsu);
    if (e->kind == LSU_SHARED)
        return false;
    for (uint32_t i = 0; i < e->lines; i++) {
        const uint32_t line = word_line(line_list_word(e->list, i));
        if (trace_line_address(sm->kernel->trace, line) >> sm->translation->page_bits == page)
            return true;
    }
    return false;
}

void sm_translation_lose(sim_sm *sm, uint16_t app, uint64_t page)
{
    sm_translation *t = sm->translation;
    if (!t || !sm->kernel || sm->kernel->index != app)
        return;
    ask_again(t, &t->answers, app, page);
    ask_again(t, &t->port.boxes[0].answered, app, page);
    ask_again(t, &t->port.boxes[1].answered, app, page);
    for (uint32_t i = 0; i < t->replays.count; i++) {
        l1_request *r = &t->replays.item[(t->replays.head + i) & t->replays.mask];
        if (r->has_place || r->request.virtual_address >> t->page_bits != page)
            continue;
        r->request.address = pages_line_address(&sm->kernel->pages, r->line);
        r->has_place = true;
    }
    if (sm->lsu.count && head_touches(sm, page))
        t->forgetful = lsu_fifo_front(&sm->lsu)->issued;
}

/* What waits for the page of an answer that has come too late is asked for once more. False: nobody waits. */
static bool asked_again(sim_sm *sm, uint16_t mshr, uint64_t now)
{
    sm_translation *t = sm->translation;
    const tlb_mshr *m = &t->mshr[mshr];
    if (m->first == TLB_NOBODY && !m->code)
        return false;
    const mem_request *request =
        m->first != TLB_NOBODY ? &t->parked[m->first].request : &t->code[__builtin_ctzll(m->code)].request;
    sm->count.tlb_asked++;
    *tlb_miss_fifo_push(tlb_port_outbox(&t->port, sm->port.window)) = (tlb_miss){
        .when = now + sm->base->window, .handle = t->port.first_handle + mshr, .request = *request};
    return true;
}

/* Everything that waits for the page goes on. */
static void release(sim_sm *sm, uint16_t mshr, uint64_t now)
{
    sm_translation *t = sm->translation;
    tlb_mshr *m = &t->mshr[mshr];
    for (uint16_t place = m->first; place != TLB_NOBODY; place = t->next[place]) {
        *l1_request_fifo_push(&t->replays) = t->parked[place];
        pool_give(&t->places, place);
    }
    for (uint64_t code = m->code; code; code &= code - 1)
        sm_send_code(sm, &t->code[__builtin_ctzll(code)], now);
    t->code_used -= m->is_of_code;
    m->is_used = false;
    pool_give(&t->mshrs, mshr);
}

void sm_translation_step(sim_sm *sm, uint64_t now)
{
    sm_translation *t = sm->translation;
    while (t->answers.count && tlb_answer_fifo_front(&t->answers)->when <= now) {
        tlb_answered answer = *tlb_answer_fifo_front(&t->answers);
        tlb_answer_fifo_pop(&t->answers);
        const tlb_mshr *m = &t->mshr[answer.mshr];
        if (answer.page_bits == TLB_ASK_AGAIN) {
            if (!asked_again(sm, answer.mshr, now))
                release(sm, answer.mshr, now);
            continue;
        }
        tlb_page page = {.page = m->page >> (answer.page_bits - t->page_bits),
                         .app = m->app,
                         .page_bits = answer.page_bits};
        t->tlb->fill(t->tlb_state, sm->index, &page, now);
        if (t->head_missed && sm_lsu_page(sm) == m->page)
            t->head_missed = false; /* to be looked up again */
        t->head_refused = false;
        release(sm, answer.mshr, now);
    }
}

bool sm_translation_replay(sim_sm *sm, uint64_t now)
{
    sm_translation *t = sm->translation;
    if (!t->replays.count)
        return false;
    l1_request *r = l1_request_fifo_front(&t->replays);
    l1_pipe *pipe = sm_pipe_of(sm, r->line, r->request.sectors);
    if (r->past_l1 ? !sm_bypass_room(sm) : l1_request_fifo_full(&pipe->fifo))
        return true;
    if (!r->has_place)
        r->request.address = pages_line_address(&sm->kernel->pages, r->line);
    r->request.born = (uint32_t)now;
    r->ready = now + sm->base->config.l1_latency;
    if (!r->past_l1)
        *sm_pipe_push(sm, pipe) = *r;
    else
        sm_bypass_l1(sm, &r->request, r->load, now);
    l1_request_fifo_pop(&t->replays);
    return true;
}

uint64_t sm_translation_next(const sim_sm *sm, uint64_t now)
{
    const sm_translation *t = sm->translation;
    uint64_t next = t->answers.count ? tlb_answer_fifo_front(&t->answers)->when : UINT64_MAX;
    if (!t->replays.count)
        return next;
    const l1_request *r = l1_request_fifo_front(&t->replays);
    bool waits = !r->past_l1 && l1_request_fifo_full(&sm_pipe_of(sm, r->line, r->request.sectors)->fifo);
    return waits ? next : now + 1; /* the pipe wakes us */
}
