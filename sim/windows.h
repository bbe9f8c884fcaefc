/* What the windows of a launch (windows.c) and those of a machine that one thread simulates (alone.c) share.
 * Internal to the simulator. */
#ifndef POISE_SIM_WINDOWS_H
#define POISE_SIM_WINDOWS_H

#include "sim/base/team.h"
#include "sim/gpu.h"

#include <stdalign.h>

/* SMs are bits in words of 64. */
enum { SENDER_WORDS = (SIM_MOST_sms + 63) / 64 };

/* What the tasks that one member did in a window leave behind, for the choice of the next window. */
typedef struct window_report {
    alignas(64) uint64_t window; /* number; of an older one: it did none since */
    uint64_t
        next; /* core cycle in which an SM or a DRAM channel goes on by itself, UINT64_MAX = none known */
    uint64_t senders[SENDER_WORDS]; /* SMs with packets for the memory side */
    bool sent;                      /* these, or what is to be translated */
    bool blocked;                   /* packets that wait for a credit */
    bool freed;                     /* block slots */
} window_report;

struct window_team {
    team *team;
    uint32_t members, sms_per_group, n_dram_tasks, n_tasks;
    uint64_t limit;                 /* the last cycle in which a window may begin */
    bool over;                      /* nothing can happen any more */
    uint64_t senders[SENDER_WORDS]; /* SMs that have sent packets in the last window */
    uint64_t length;                /* core cycles of the present window */
    bool fills_pipes;               /* pipes of L2 banks may have no room */
    bool is_alone;                  /* one thread simulates this run as alone.c says */
    uint64_t longest;               /* then: of its windows */
    uint32_t short_ones;            /* then: so many are of base.window, whatever may be */
    uint64_t stopped[SIM_MOST_sms]; /* then: where each SM waits for a thread block, UINT64_MAX = nowhere */
    window_report report[];         /* of each member */
};

/* ---- windows.c ---- */

/* Hands what SMs have sent in the window before to the crossbar. */
void window_take_requests(gpu *g);
/* The memory side from core cycle `from` until `end`. It takes requests first, unless one thread is alone. */
void window_advance_memory(gpu *g, uint64_t from, uint64_t end);
/* Window of the SM that is over: what it leaves behind. */
void window_report_sm(const gpu *g, sim_sm *sm, window_report *report);
/* Block slots that were freed before core cycle `now`, in order of time, then of SM, take new blocks; these
 * start with the window that begins then. */
void window_hand_out_blocks(gpu *g, uint64_t now);
/* The exchange from `end` on in which something that is due in core cycle `at` is done. */
static inline uint64_t window_exchange_at(const gpu *g, uint64_t at, uint64_t end)
{
    return at == UINT64_MAX ? at : later(end, (at + g->base.window - 1) / g->base.window * g->base.window);
}
/* Core cycle from which policies want to look at all their states, UINT64_MAX = none. */
uint64_t window_gather_at(const gpu *g);

/* ---- alone.c ---- */

/* Before a run: whether and how far it may go so. */
void alone_begin(gpu *g);
/* A window from core cycle `now` on, of w->length, which it chooses. */
void alone_run(gpu *g, uint64_t now);

#endif
