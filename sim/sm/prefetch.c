/* Prefetches that a scheduler policy asks for. They use the look-up port of the L1 in cycles in which no
 * demand does, and are dropped rather than held up: the abstract of APRES leaves it open, this
 * is our choice. */
#include "sim/sm/events.h"
#include "sim/sm/l1_pipe.h"
#include "sim/sm/translate.h"

/* The trace's number of the line at `address`; false when the kernel never touches its page. */
static bool find_line(const warp_trace *trace, uint64_t address, uint32_t *line)
{
    uint64_t page = address >> TRACE_PAGE_SHIFT << TRACE_PAGE_SHIFT;
    for (uint32_t i = 0; i < trace->n_pages; i++) {
        if (trace->page_address[i] != page)
            continue;
        *line = i << TRACE_PAGE_LINES_SHIFT | (uint32_t)line_of(address - page);
        return true;
    }
    return false;
}

static sched_prefetch look_up(sim_sm *sm, const prefetch_request *wanted, uint64_t now)
{
    mem_request request = {.virtual_address = line_begin(wanted->address),
                           .pc = MEM_NO_PC,
                           .born = (uint32_t)now,
                           .app = (uint16_t)sm->kernel->index,
                           .source = (uint16_t)sm->index,
                           .warp = wanted->warp,
                           .kind = MEM_PREFETCH,
                           .sectors = ALL_SECTORS};
    l1_load_access access = {
        .request = &request,
        .warp = sm->warp[wanted->warp].launch_warp,
        .load = L1_NOBODY,
        .pollute = true,
        .queue_room = sm_load_room(sm, now),
    };
    if (!find_line(sm->kernel->trace, wanted->address, &access.line))
        return SCHED_PREFETCH_DROPPED;
    if (sm->translation && !sm_translation_prefetch(sm, &request, now))
        return SCHED_PREFETCH_DROPPED; /* not worth a walk (our choice) */
    request.address = pages_line_address(&sm->kernel->pages, access.line);
    l1_answer answer = {0};
    l1_outcome outcome = l1_prefetch(&sm->l1, &access, &answer);
    if (outcome == L1_HIT || outcome == L1_MERGED)
        return SCHED_PREFETCH_PRESENT;
    if (outcome != L1_MISS)
        return SCHED_PREFETCH_DROPPED;
    sm_on_eviction(sm, wanted->warp, false, now);
    sm_send_miss(sm, &access, &answer, now);
    return SCHED_PREFETCH_SENT;
}

void sm_prefetch_step(sim_sm *sm, uint64_t now)
{
    prefetch_request wanted = *prefetch_fifo_front(&sm->prefetches);
    prefetch_fifo_pop(&sm->prefetches);
    sched_prefetch how = look_up(sm, &wanted, now);
    sm_on_prefetch_done(sm, &wanted, how, now);
}
