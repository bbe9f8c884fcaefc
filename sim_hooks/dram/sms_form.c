/* SMS, stage 1: batch formation, and the ways around it. [RA] 5.3.1, 5.3.2 */
#include "sim_hooks/dram/sms.h"

enum { MOST_ARRIVALS = 1023 /* a counter of ten bits, [RA] table 5.1 */ };

/* ---- intensity ---- */

static bool is_cpu(const sms_state *s, const sms_source *source)
{
    return source != &s->source[s->host.cpus];
}

static sms_class intensity_of(const sms_state *s, uint32_t arrivals)
{
    double mpkc = 1000.0 * arrivals * s->host.instance.count / ((double)s->period * s->host.cpu_cycles);
    if (mpkc < s->options.low_mpkc)
        return SMS_LOW;
    return mpkc <= s->options.high_mpkc ? SMS_MEDIUM : SMS_HIGH;
}

void sms_begin_run(sms_state *s)
{
    s->now = 0;
    s->period_end = s->period;
    s->seen = (sms_seen){0};
    for (uint32_t i = 0; i < s->n_sources; i++)
        s->source[i].arrivals = 0;
}

/* The period that ends has the arrivals; those that have passed since then have none. */
static void end_period(sms_state *s, bool is_long_ago)
{
    for (uint32_t i = 0; i < s->host.cpus; i++) {
        s->source[i].intensity = intensity_of(s, is_long_ago ? 0 : s->source[i].arrivals);
        s->source[i].arrivals = 0;
    }
}

void sms_pass(sms_state *s, uint64_t cycle)
{
    s->now = cycle;
    if (cycle < s->period_end)
        return;
    end_period(s, cycle - s->period_end >= s->period);
    s->period_end += (1 + (cycle - s->period_end) / s->period) * s->period;
}

/* ---- batches ---- */

/* The youngest batch of the source grows no more. */
static void close_batch(sms_state *s, sms_source *source, sms_ready why)
{
    bool of_gpu = !is_cpu(s, source);
    s->entry[source->fifo.youngest].ends_batch = true;
    source->is_open = false;
    source->ready++;
    s->open--;
    s->ready++;
    s->count.ready[why]++;
    s->count.batches[of_gpu]++;
    s->count.batched[of_gpu] += source->open_length;
    s->count.long_batches += !of_gpu && source->open_length >= s->options.cpu_fifo;
}

static void open_batch(sms_state *s, sms_source *source)
{
    source->is_open = true;
    source->open_length = 0;
    source->opened = s->now;
    s->open++;
}

/* Whether the open batch has a full FIFO, no room for one more request whatever its size, for itself. */
static bool is_stuck(const sms_state *s, const sms_source *source)
{
    return source->is_open && !source->ready && !sms_has_room(&source->fifo, s->units);
}

static uint32_t batch_limit(const sms_state *s)
{
    return s->options.max_batch ? (uint32_t)s->options.max_batch : UINT32_MAX;
}

/* At the end of the FIFO of its source, which has room for it. */
static void form(sms_state *s, sms_source *source, uint16_t place)
{
    const dram_request *request = &s->entry[place].request;
    bool same_row = request->row == source->row && request->bank == source->bank;
    if (source->is_open && !same_row)
        close_batch(s, source, SMS_OTHER_ROW);
    if (!source->is_open)
        open_batch(s, source);
    source->row = request->row;
    source->bank = request->bank;
    source->open_length++;
    source->in_flight++;
    s->in_flight++;
    sms_push(s, &source->fifo, place);
    if (source->intensity == SMS_LOW)
        close_batch(s, source, SMS_ALONE);
    else if (source->open_length >= batch_limit(s) || is_stuck(s, source))
        close_batch(s, source, SMS_FULL);
}

void sms_release(sms_state *s, sms_source *source)
{
    while (source->held.n && sms_has_room(&source->fifo, s->entry[source->held.oldest].request.units)) {
        uint16_t place = sms_pop(s, &source->held);
        s->held--;
        s->count.released++;
        s->count.holding += s->now - s->entry[place].since;
        form(s, source, place);
    }
    if (is_stuck(s, source))
        close_batch(s, source, SMS_FULL);
}

static uint64_t oldest_allowed(const sms_state *s, const sms_source *source)
{
    return (uint64_t)(source->intensity == SMS_HIGH ? s->options.age_high : s->options.age_med);
}

static bool is_lightly_loaded(const sms_state *s)
{
    return s->in_flight < s->options.global_bypass;
}

void sms_form(sms_state *s)
{
    for (uint32_t i = 0; s->open && i < s->n_sources; i++) {
        sms_source *source = &s->source[i];
        if (!source->is_open)
            continue;
        if (source->intensity == SMS_LOW || is_lightly_loaded(s))
            close_batch(s, source, SMS_ALONE);
        else if (s->now - source->opened > oldest_allowed(s, source))
            close_batch(s, source, SMS_OLD);
    }
}

/* One request at most is done in a cycle, so that the global bypass cannot come on unseen. */
uint64_t sms_next_ready(const sms_state *s)
{
    if (!s->open)
        return UINT64_MAX;
    if (s->in_flight <= s->options.global_bypass)
        return s->now + 1;
    uint64_t next = s->period_end;
    for (uint32_t i = 0; i < s->n_sources; i++) {
        uint64_t old = s->source[i].opened + oldest_allowed(s, &s->source[i]) + 1;
        if (s->source[i].is_open && old < next)
            next = old;
    }
    return next;
}

/* ---- arrivals ---- */

static sms_source *source_of(const sms_state *s, const dram_request *request)
{
    uint32_t sms = s->host.sources - s->host.cpus, of = request->request->source;
    return &s->source[of >= sms && of < s->host.sources ? of - sms : s->host.cpus];
}

static bool may_bypass(const sms_state *s, const sms_source *source)
{
    return source->intensity == SMS_LOW || is_lightly_loaded(s);
}

/* Whether it may go around the stages 1 and 2, as far as others are concerned. */
static bool finds_way(const sms_state *s, const sms_source *source, const dram_request *request)
{
    bool is_drained_into = s->is_draining && s->source[s->drained].fifo.n &&
                           s->entry[s->source[s->drained].fifo.oldest].request.bank == request->bank;
    return !source->fifo.n && !source->held.n && !is_drained_into &&
           sms_has_room(&s->dcs[request->bank], request->units);
}

bool sms_can_accept(const void *state, const dram_request *request)
{
    const sms_state *s = state;
    const sms_source *source = source_of(s, request);
    if (is_cpu(s, source))
        return s->held < SMS_HELD;
    return sms_has_room(&source->fifo, request->units);
}

static uint16_t store(sms_state *s, const dram_request *request, const sms_source *source)
{
    uint16_t place = s->free;
    s->free = s->entry[place].after;
    s->entry[place] =
        (sms_entry){.request = *request, .since = s->now, .source = (uint16_t)(source - s->source)};
    return place;
}

static void bypass(sms_state *s, sms_source *source, uint16_t place)
{
    *(source->intensity == SMS_LOW ? &s->count.low_bypasses : &s->count.global_bypasses) += 1;
    source->in_flight++;
    s->in_flight++;
    sms_command(s, place);
}

void sms_accept(void *state, const dram_request *request)
{
    sms_state *s = state;
    sms_source *source = source_of(s, request);
    sms_pass(s, request->arrival);
    s->units = request->units > s->units ? request->units : s->units;
    s->count.arrivals++;
    s->window.requests++;
    s->window.gpu_requests += !is_cpu(s, source);
    source->arrivals += source->arrivals < MOST_ARRIVALS;
    bool is_direct = may_bypass(s, source) && finds_way(s, source, request);
    uint16_t place = store(s, request, source);
    if (is_direct) {
        bypass(s, source, place);
    } else if (!source->held.n && sms_has_room(&source->fifo, request->units)) {
        form(s, source, place);
    } else {
        sms_push(s, &source->held, place);
        s->held++;
    }
}
