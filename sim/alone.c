/* Windows of a machine that one thread simulates: its parts come one after the other, so each may use what
 * the one before it has just done, and a window may be many times as long as a traversal of the crossbar. The
 * state of an SM is then brought into the processor's cache once for all the cycles of a window.
 *
 * 1. DRAM schedulers run ahead of those who ask them, as in other windows.
 * 2. L2 banks and all behind them. What reaches a bank in the window does not leave its delay pipe before the
 *    end, if the window is no longer than the pipe: replies do not depend on it.
 * 3. SMs, with the replies of the whole window. One that frees a block slot stops at the exchange at which it
 *    takes another block. Those that have stopped first go on first: blocks are handed out in order of time.
 * 4. What the SMs have sent goes through the crossbar into the delay pipes. When a bank had no room is known
 *    from step 2; that the SMs had room in the crossbar must be known before: a window is so short that they
 *    have credits for whatever they can send in it.
 *
 * All happens in the same core cycles as in windows of base.window (windows.c), so results are the same.
 * Where more passes between the parts (page walks, CPU cores, L1s that cooperate), or somebody looks at all
 * of them between two windows, windows are as there. */
#include "sim/windows.h"

#include <string.h>

/* ---- how long a window may be ---- */

static bool l2_policies_tick(const gpu *g)
{
    bool tick = false;
    for (uint32_t i = 0; i < g->n_banks; i++)
        tick |= g->banks[i].policy->tick != NULL;
    return tick;
}

/* Whether nothing but packets and credits passes between SMs and memory. */
static bool is_plain(const gpu *g)
{
    const sim_config *c = &g->base.config;
    return c->memory == MEMORY_REAL && c->icnt_port_sms == 1 && !c->stalls && !c->wake_always &&
           !g->base.n_cpus && !g->cooperation && !g->translation.runs && !g->mix && g->n_apps == 1;
}

/* Whether somebody looks at the machine after every window. */
static bool is_watched(const gpu *g)
{
    return g->base.config.max_insts || g->course.every || g->apps->observer || l2_policies_tick(g);
}

static uint64_t whole_windows(const gpu *g, uint64_t cycles)
{
    return later(cycles - cycles % g->base.window, g->base.window);
}

void alone_begin(gpu *g)
{
    const sim_config *c = &g->base.config;
    window_team *w = g->windows;
    uint64_t longest = earlier(SIM_LONGEST_WINDOW, c->l2_latency);
    w->is_alone = w->members == 1 && is_plain(g) && g->base.window <= longest;
    if (g->dram_apart)
        longest = earlier(longest, c->dram_latency - g->base.window);
    w->short_ones = 0;
    w->fills_pipes = !l2_pipe_never_fills(c);
    w->longest = is_watched(g) ? g->base.window : whole_windows(g, longest);
    g->crossbar.requests.wheel = w->is_alone ? &g->arrivals : &g->base.wheel;
    g->crossbar.requests.first_component = w->is_alone ? 0 : g->base.first_bank;
    for (uint32_t i = 0; i < g->n_banks; i++)
        g->banks[i].arrivals = w->is_alone ? &g->arrivals : NULL;
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        w->stopped[i] = UINT64_MAX;
    wheel_reset(&g->arrivals);
}

/* Core cycles for which no SM can be short of credits, and no pipe of room. */
static uint64_t roomy_cycles(const gpu *g)
{
    uint64_t credits = UINT64_MAX, filled = UINT64_MAX;
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        credits = earlier(credits, g->sms[i].port.credits);
    for (uint32_t i = 0; g->windows->fills_pipes && i < g->n_banks; i++)
        filled = earlier(filled,
                         (g->banks[i].pipe.limit - g->banks[i].pipe.count) / l2_most_arrivals(&g->banks[i]));
    const uint32_t most = port_most_requests(&g->base.config, g->apps->kernel.program.goes_past_l1);
    const uint64_t spared = g->base.window; /* l2_open_window() */
    return earlier(credits / most, filled > spared ? filled - spared : 0);
}

/* At most until the exchange at which something is due in core cycle `at`. */
static uint64_t until(const gpu *g, uint64_t at, uint64_t now)
{
    return window_exchange_at(g, at, now + g->base.window) - now;
}

/* Windows before it is asked again who is short of something (our choice): it takes a look at all. */
enum { SHORT_WINDOWS = 16 };

static uint64_t choose_length(gpu *g, uint64_t now)
{
    window_team *w = g->windows;
    w->short_ones -= w->short_ones != 0;
    if (w->longest == g->base.window || w->short_ones)
        return g->base.window;
    uint64_t length = earlier(w->longest, roomy_cycles(g));
    if (length < 2 * g->base.window) {
        w->short_ones = SHORT_WINDOWS;
        return g->base.window;
    }
    length = earlier(length, until(g, window_gather_at(g), now));
    length = earlier(length, until(g, g->apps->watchdog.look_at, now));
    length = earlier(length, until(g, w->limit + 1, now));
    return whole_windows(g, length);
}

/* ---- the steps of a window ---- */

static void run_dram(gpu *g, uint64_t end, window_report *report)
{
    for (uint32_t i = 0; g->dram_apart && i < g->n_channels; i++)
        report->next = earlier(report->next, dram_advance(&g->channels[i], end + g->base.window));
}

/* The SM goes on until `end`, or until the exchange at which it wants a thread block that there is. */
static void run_sm(gpu *g, uint32_t index, uint64_t from, uint64_t end, window_report *report)
{
    const sim_app *app = g->apps;
    sim_sm *sm = &g->sms[index];
    uint64_t at = end;
    if (app->next_block < app->kernel.trace->n_thread_blocks)
        at = sm_advance_to_exchange(sm, from, end);
    else
        sm_advance_open(sm, from, end);
    g->windows->stopped[index] = at < end ? at : UINT64_MAX;
    window_report_sm(g, sm, report);
}

/* Where the first of those that have stopped wait, UINT64_MAX if all have come to the end. */
static uint64_t first_stopped(const gpu *g)
{
    uint64_t first = UINT64_MAX;
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        first = earlier(first, g->windows->stopped[i]);
    return first;
}

static void run_sms(gpu *g, uint64_t from, uint64_t end, window_report *report)
{
    uint64_t some_stop = UINT64_MAX;
    for (uint32_t i = 0; i < g->base.n_sms; i++) {
        if (!sm_sleeps(&g->sms[i], end)) {
            sm_open_window(&g->sms[i], from);
            run_sm(g, i, from, end, report);
            some_stop = earlier(some_stop, g->windows->stopped[i]);
        }
        report->next = earlier(report->next, g->sms[i].next);
    }
    for (uint64_t at = some_stop; at != UINT64_MAX; at = first_stopped(g)) {
        window_hand_out_blocks(g, at);
        for (uint32_t i = 0; i < g->base.n_sms; i++)
            if (g->windows->stopped[i] == at) {
                run_sm(g, i, at, end, report);
                report->next = earlier(report->next, g->sms[i].next);
            }
    }
}

static void arrive(void *context, uint32_t bank)
{
    gpu *g = context;
    l2_arrive(&g->banks[bank], g->base.wheel.now);
}

static void run_arrivals(gpu *g, uint64_t from, uint64_t end)
{
    memcpy(g->windows->senders, g->windows->report->senders, sizeof g->windows->senders);
    if (g->arrivals.now < from)
        wheel_skip(&g->arrivals, from);
    window_take_requests(g);
    wheel_run(&g->arrivals, end, arrive, g);
}

void alone_run(gpu *g, uint64_t now)
{
    window_team *w = g->windows;
    window_report *report = w->report;
    w->length = choose_length(g, now);
    const uint64_t end = now + w->length;
    /* Each step takes what was left in the window before its own, by number. */
    run_dram(g, end, report);
    g->base.window_number++;
    window_advance_memory(g, now, end);
    g->base.window_number++;
    run_sms(g, now, end, report);
    g->base.window_number++;
    run_arrivals(g, now, end);
    report->window = g->base.window_number;
}
