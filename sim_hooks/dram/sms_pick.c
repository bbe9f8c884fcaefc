/* SMS, stage 2: the batch scheduler, and how p is adapted. [RA] 5.3.1, 5.3.2 */
#include "sim_hooks/dram/sms.h"

/* ---- PICK ---- */

/* A source whose oldest batch is ready, for a bank whose FIFO has room. */
static bool is_candidate(const sms_state *s, const sms_source *source)
{
    if (!source->ready)
        return false;
    const dram_request *request = &s->entry[source->fifo.oldest].request;
    return sms_has_room(&s->dcs[request->bank], request->units);
}

/* The first in turn of those with the fewest requests in flight, or simply the first; n_sources = none. */
static uint32_t best_candidate(const sms_state *s, bool shortest_job)
{
    uint32_t best = s->n_sources;
    for (uint32_t k = 1; k <= s->n_sources; k++) {
        uint32_t i = (s->last_turn + k) % s->n_sources;
        if (!is_candidate(s, &s->source[i]))
            continue;
        if (!shortest_job)
            return i;
        if (best == s->n_sources || s->source[i].in_flight < s->source[best].in_flight)
            best = i;
    }
    return best;
}

/* Marsaglia's xorshift (2003) on 64 bits; in [0, 1). */
static double draw(sms_state *s)
{
    s->random ^= s->random << 13;
    s->random ^= s->random >> 7;
    s->random ^= s->random << 17;
    return (double)(s->random >> 11) / 9007199254740992.0;
}

static uint32_t candidates(const sms_state *s)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->n_sources; i++)
        n += is_candidate(s, &s->source[i]);
    return n;
}

static void pick(sms_state *s)
{
    if (!s->ready || best_candidate(s, false) == s->n_sources)
        return;
    if (s->window_cycles)
        sms_window_pick(s, candidates(s));
    bool shortest_job = draw(s) < s->p;
    s->drained = (uint16_t)best_candidate(s, shortest_job);
    s->is_draining = true;
    s->count.picks[shortest_job]++;
    if (!shortest_job)
        s->last_turn = s->drained;
}

/* ---- DRAIN ---- */

static void drain(sms_state *s)
{
    sms_source *source = &s->source[s->drained];
    const sms_entry *oldest = &s->entry[source->fifo.oldest];
    if (!sms_has_room(&s->dcs[oldest->request.bank], oldest->request.units)) {
        s->count.drain_stalls++;
        return;
    }
    s->count.formed++;
    s->count.forming += s->now - oldest->since;
    if (oldest->ends_batch) {
        s->is_draining = false;
        source->ready--;
        s->ready--;
    }
    sms_command(s, sms_pop(s, &source->fifo));
    sms_release(s, source);
}

void sms_schedule(sms_state *s)
{
    if (!s->is_draining)
        pick(s);
    if (s->is_draining)
        drain(s);
}

/* ---- p ----
 *
 * ISCA 2012 leaves p to system software: lower where the GPU misses its frame rate, higher where CPU cores
 * matter more. A memory controller knows no frames; that the GPU's best interval stands for what it could
 * have, the steps and the target are our choice: while the GPU is served less than `gpu_target` of its best
 * rate, p goes down by a tenth at the end of each interval, otherwise up, to the value that the option `p`
 * gives. */

static const double STEP = 0.1;

static void end_interval(sms_state *const *all, uint32_t count)
{
    sms_state *first = all[0];
    uint64_t served = 0, waiting = 0;
    for (uint32_t i = 0; i < count; i++) {
        served += all[i]->gpu_served;
        waiting += all[i]->source[all[i]->host.cpus].in_flight;
    }
    double rate = (double)served / (double)first->interval.elapsed, p = first->p;
    double best = rate > first->best_rate ? rate : first->best_rate;
    bool lags = (served || waiting) && rate < first->options.gpu_target * best;
    p = lags ? p - STEP : p + STEP;
    p = p < 0 ? 0 : p > first->options.p ? first->options.p : p;
    for (uint32_t i = 0; i < count; i++) {
        all[i]->p = p;
        all[i]->best_rate = best;
        all[i]->gpu_served = all[i]->interval.elapsed = 0;
    }
}

uint64_t sms_adapt(sms_state *const *all, uint32_t count, uint64_t cycle)
{
    uint64_t interval = (uint64_t)all[0]->options.interval;
    if (!interval)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        dram_quantum_pass(&all[i]->interval, cycle);
    if (all[0]->interval.elapsed >= interval)
        end_interval(all, count);
    return interval - all[0]->interval.elapsed;
}
