/* Machines whose L1s cooperate (sim/ccn/ccn.h). An L1 may look into another one, or hear from the ring, in
 * any cycle, so SMs cannot run through a window one after the other: they run in step. In a core cycle all
 * SMs that have something to do come in order of their numbers, then the ring. The SMs together are one task
 * of the window; what they exchange with the memory side goes through the boxes as ever, so threads share out
 * the memory side, and neither their number nor the length of a window changes anything. */
#include "sim/gpu.h"
#include "sim/sm/l1_pipe.h"

struct cooperation {
    ccn ccn;
    ring_counts before; /* at the begin of the run */
    uint64_t
        next[]; /* cycle of each SM in which it goes on, kept together: they are looked at in every cycle */
};

/* ---- what the ring asks of the SMs ---- */

static bool holds(void *context, uint32_t sm, const packet *miss, uint32_t line)
{
    const gpu *g = context;
    return sm_holds(&g->sms[sm], miss, line);
}

static void wake(void *context, uint32_t sm, uint64_t when)
{
    const gpu *g = context;
    uint64_t *next = &g->cooperation->next[sm];
    *next = earlier(*next, when);
}

static bool send_below(void *context, const packet *miss, uint64_t now)
{
    const gpu *g = context;
    sim_sm *sm = &g->sms[miss->request.source];
    if (!sm_return_below(sm, miss, now))
        return false;
    wake(context, miss->request.source, sm_replies_next(sm, now)); /* memory without queues answers at once */
    return true;
}

/* ---- construction ---- */

int cooperation_make(gpu *g, poise_error *err)
{
    if (g->base.config.ccn == CCN_OFF)
        return POISE_OK;
    const ccn_sms sms = {.context = g, .holds = holds, .send_below = send_below, .wake = wake};
    g->cooperation = storage_take(&g->base.storage, 1,
                                  sizeof *g->cooperation + g->base.n_sms * sizeof *g->cooperation->next);
    if (!g->cooperation || !ccn_init(&g->cooperation->ccn, &g->base, &sms))
        return poise_fail(err, POISE_FAILED, "no memory for the cooperation of %u L1 caches", g->base.n_sms);
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        g->sms[i].ccn = &g->cooperation->ccn.node[i];
    return POISE_OK;
}

void cooperation_begin(gpu *g)
{
    if (!g->cooperation)
        return;
    ccn_clear(&g->cooperation->ccn);
    g->cooperation->before = g->cooperation->ccn.ring.count;
}

/* ---- windows ---- */

/* The first cycle from `now` on in which an SM or the ring has something to do. */
static uint64_t first_cycle(const gpu *g, uint64_t now)
{
    const struct cooperation *c = g->cooperation;
    if (base_wakes_all(&g->base) || !ring_is_empty(&c->ccn.ring))
        return now;
    uint64_t first = UINT64_MAX;
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        first = earlier(first, c->next[i]);
    return later(first, now);
}

static void run_cycle(gpu *g, uint64_t now)
{
    struct cooperation *c = g->cooperation;
    const bool all = base_wakes_all(&g->base);
    for (uint32_t i = 0; i < g->base.n_sms; i++) {
        if (c->next[i] > now && !all)
            continue;
        sm_run_cycle(&g->sms[i], now);
        c->next[i] = g->sms[i].next;
    }
    if (!ring_is_empty(&c->ccn.ring))
        ccn_run(&c->ccn, now);
}

uint64_t cooperation_advance(gpu *g, uint64_t from, uint64_t end)
{
    struct cooperation *c = g->cooperation;
    for (uint32_t i = 0; i < g->base.n_sms; i++) {
        sm_open_window(&g->sms[i], from);
        c->next[i] = g->sms[i].next;
    }
    for (uint64_t now = first_cycle(g, from); now < end; now = first_cycle(g, now + 1))
        run_cycle(g, now);
    uint64_t next = ring_is_empty(&c->ccn.ring) ? UINT64_MAX : end;
    for (uint32_t i = 0; i < g->base.n_sms; i++) {
        g->sms[i].next = c->next[i];
        sm_close_window(&g->sms[i]);
        next = earlier(next, c->next[i]);
    }
    return next;
}

/* ---- results ---- */

void cooperation_collect(const gpu *g, sim_counters *out)
{
    if (!g->cooperation)
        return;
    const ring_counts *now = &g->cooperation->ccn.ring.count, *before = &g->cooperation->before;
    out->ccn_lookups += now->lookups - before->lookups;
    out->ccn_reads += now->hits - before->hits;
    out->ccn_hops += now->all_hops - before->all_hops;
    out->ccn_beats += now->beats - before->beats;
}

size_t sim_ccn_statistics(const simulator *sim, policy_statistic *statistics, size_t room)
{
    const gpu *g = (const gpu *)(const void *)sim;
    return g->cooperation ? ccn_statistics(&g->cooperation->ccn, statistics, room) : 0;
}

const uint64_t *sim_ccn_reuse(const simulator *sim, uint32_t *n)
{
    const gpu *g = (const gpu *)(const void *)sim;
    *n = g->base.n_sms;
    return g->base.config.ccn == CCN_WATCH ? g->cooperation->ccn.reuse : NULL;
}
