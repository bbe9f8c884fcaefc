/* The course of a plan: one program is suspended, what it has launched comes to its end, its chunks are
 * copied one after the other, TLBs are flushed, and it goes on [KE 3.2.2, 3.3.2, 3.3.3]. */
#include "sim_hooks/vm/gpuswap.h"

static gpuswap_times *times_of(gpuswap *s)
{
    return &s->counts.times[s->is_return];
}

static uint64_t after_us(const gpuswap *s, uint64_t now, double us)
{
    return now + (uint64_t)(us * s->host->core_mhz + 0.5);
}

/* ---- steps: whether there is another one to do now ---- */

static void suspend(gpuswap *s, uint64_t now)
{
    s->has_moved = false;
    s->until = after_us(s, now, s->options.channel_us);
    s->app = s->move.app;
    s->is_suspended = true;
    s->suspended_at = now;
    s->counts.suspensions++;
    s->phase = GPUSWAP_DRAINING;
}

/* What has been launched before runs to its end: the time until then is no cost of the program [KE 3.3.3].
 * The channel is put on shadow pages meanwhile; what that takes longer is. */
static bool drain(gpuswap *s, uint64_t now)
{
    if (s->runs[s->app] || now < s->until)
        return false;
    const uint64_t ended = s->ended_at[s->app];
    s->drained_at = ended > s->suspended_at && ended <= now ? ended : s->suspended_at;
    times_of(s)->drain += s->drained_at - s->suspended_at;
    s->phase = GPUSWAP_READY;
    return true;
}

static void resume(gpuswap *s, uint64_t now)
{
    times_of(s)->pause += now - s->drained_at;
    s->is_suspended = false;
    s->phase = GPUSWAP_READY;
}

static void set_up(gpuswap *s, uint64_t now)
{
    s->until = after_us(s, now, s->options.setup_us);
    times_of(s)->setup += s->until - now;
    s->phase = GPUSWAP_SETTING_UP;
}

static void flush(gpuswap *s, uint64_t now)
{
    const uint64_t cycles = s->has_moved ? s->options.flush_cycles : 0;
    s->until = after_us(s, now + cycles, s->options.channel_us); /* and then it gets its channel back */
    times_of(s)->flush += cycles;
    s->phase = GPUSWAP_FLUSHING;
}

static void copy(gpuswap *s, uint64_t now)
{
    const swap_chunk *c = swap_chunk_at(s->memory, s->move.chunk);
    s->copied_at = now;
    s->phase = GPUSWAP_COPYING;
    s->host->transfer(s->host->opaque, 0, c->bytes, s->move.to == SWAP_VRAM);
}

/* Page-table entries of what has been placed; others get theirs when they are. */
static void move_pages(gpuswap *s)
{
    const swap_chunk *c = swap_chunk_at(s->memory, s->move.chunk);
    if (c->state != SWAP_COPYING)
        return; /* it was freed meanwhile */
    const gpuswap_extent *e = s->extent[c->buffer];
    const uint64_t first = c->first_page - e->first_page, n = c->bytes >> SWAP_PAGE_BITS;
    gpuswap_split(s, e->app, c->first_page, n);
    for (uint64_t i = first; i < first + n; i++)
        if (e->placed[i / 64] >> i % 64 & 1)
            s->host->move(s->host->opaque, e->app, e->first_page + i,
                          gpuswap_frame(e->app, e->first_page + i, s->move.to));
}

/* A buffer for which a copy was needed that has failed may have to be refused. */
static void fail_copy(gpuswap *s)
{
    poise_error err;
    const uint32_t buffer = swap_current_plan(s->memory)->buffer;
    if (swap_failed(s->memory, s->move.chunk, SWAP_DMA, &err) != POISE_OK)
        gpuswap_refuse(s, buffer);
}

static void arrive(gpuswap *s, uint64_t now)
{
    gpuswap_times *t = times_of(s);
    const uint64_t took = now - s->copied_at;
    t->copy += took;
    t->slowest_copy = took > t->slowest_copy ? took : t->slowest_copy;
    s->copies++;
    s->has_move = false;
    s->phase = GPUSWAP_READY;
    if (s->options.fail && s->copies % s->options.fail == 0) {
        fail_copy(s);
        return;
    }
    move_pages(s);
    s->has_moved = true;
    const uint64_t page = swap_chunk_at(s->memory, s->move.chunk)->first_page,
                   pages = swap_chunk_at(s->memory, s->move.chunk)->bytes >> SWAP_PAGE_BITS;
    swap_relocated(s->memory, s->move.chunk);
    gpuswap_join(s, s->app, page, pages);
}

/* ---- between plans ---- */

static bool begin_return(gpuswap *s)
{
    poise_error err;
    if (!s->return_is_due)
        return false;
    s->return_is_due = false;
    s->is_return = true;
    (void)swap_return(s->memory, &err); /* without memory for it: another time */
    s->counts.returns += swap_is_busy(s->memory);
    return swap_is_busy(s->memory);
}

/* Nobody waits for these plans either. */
static bool begin_due(gpuswap *s)
{
    const bool has_begun = gpuswap_begin_due(s);
    s->is_return |= has_begun;
    return has_begun;
}

/* It was freed before its copy began. */
static bool pass_over(gpuswap *s)
{
    if (swap_chunk_at(s->memory, s->move.chunk)->state == SWAP_COPYING)
        return false;
    swap_relocated(s->memory, s->move.chunk);
    s->has_move = false;
    return true;
}

/* The next chunk of the suspended program; without one the program goes on, and the next is suspended. */
static bool next_move(gpuswap *s, uint64_t now)
{
    if (!s->has_move)
        s->has_move = swap_next(s->memory, &s->move) == SWAP_STEP_MOVE;
    if (s->has_move && pass_over(s))
        return true;
    if (s->is_suspended && s->has_move && s->move.app == s->app)
        set_up(s, now);
    else if (s->is_suspended)
        flush(s, now);
    else if (s->has_move)
        suspend(s, now);
    else if (s->first_request < s->n_requests)
        gpuswap_serve(s, now);
    else
        return begin_due(s) || begin_return(s);
    return s->phase != GPUSWAP_READY || swap_is_busy(s->memory) || s->return_is_due || gpuswap_is_due(s);
}

/* Whether there is another step to do now. */
static bool step(gpuswap *s, uint64_t now)
{
    const bool is_time = now >= s->until;
    switch (s->phase) {
    case GPUSWAP_READY: return next_move(s, now);
    case GPUSWAP_DRAINING: return drain(s, now);
    case GPUSWAP_SETTING_UP:
        if (is_time)
            copy(s, now);
        return false;
    case GPUSWAP_COPYING: return false;
    case GPUSWAP_ARRIVED: arrive(s, now); return true;
    case GPUSWAP_FLUSHING:
        if (is_time)
            resume(s, now);
        return is_time;
    }
    return false;
}

void gpuswap_go_on(gpuswap *s, uint64_t now)
{
    while (step(s, now))
        ;
}

uint64_t gpuswap_wakes_at(const gpuswap *s)
{
    const bool is_draining = s->phase == GPUSWAP_DRAINING && !s->runs[s->app];
    return is_draining || s->phase == GPUSWAP_SETTING_UP || s->phase == GPUSWAP_FLUSHING ? s->until
                                                                                         : UINT64_MAX;
}
