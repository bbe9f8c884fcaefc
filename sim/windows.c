/* The course of a launch in windows: within one, every SM and the memory side advance independently; between
 * two, packets, credits and free block slots change hands (port.h). Windows begin at multiples of their
 * length, so it does not matter which of them are skipped because everything sleeps.
 *
 * What is independent is shared out among the members of a team (team.h). Each task has its own state and
 * what passes between two tasks is taken in a later window, so results do not depend on who runs what. */
#include "sim/windows.h"
#include "sim/sm/translate.h"
#include "sim_hooks/policy_calls.h"

#include <stdlib.h>
#include <string.h>

/* ---- the memory side ---- */

/* To an SM or a CPU core, which does not wait for acknowledgements of what it has written. */
static void deliver(gpu *g, uint32_t source, const packet *reply)
{
    if (source < g->base.n_sms) {
        crossbar_deliver(&g->crossbar, source, reply);
    } else if (reply->request.kind == MEM_LOAD) {
        cpus_reply(&g->cpus, source, reply->tag, reply->ready);
    }
}

static void run_reply_port(gpu *g, uint32_t index)
{
    uint64_t now = base_now(&g->base), cycle = clock_last(&g->base.icnt_clock, now);
    uint64_t retry = cycle + 1;
    packet p;
    uint32_t bank;
    if (clock_to_core(&g->base.icnt_clock, cycle) == now &&
        network_grant(&g->crossbar.replies, index, cycle, &p, &bank, &retry)) {
        p.ready = clock_to_core(&g->base.icnt_clock, p.ready);
        if (l2_response_left(&g->banks[bank], &p))
            deliver(g, p.request.source, &p);
    }
    if (retry != UINT64_MAX)
        wheel_wake(&g->base.wheel, g->base.first_reply + index, clock_to_core(&g->base.icnt_clock, retry));
}

static void run_component(void *context, uint32_t component)
{
    gpu *g = context;
    if (component < g->base.host_link)
        dram_run(&g->channels[component]);
    else if (component == g->base.host_link)
        host_link_run(&g->translation.link);
    else if (component < g->base.first_reply)
        l2_run(&g->banks[component - g->base.first_bank]);
    else if (component < g->base.first_cpu)
        run_reply_port(g, component - g->base.first_reply);
    else if (g->translation.runs && component == g->translation.component)
        translation_run(&g->translation);
    else
        cpus_run(&g->cpus, component - g->base.first_cpu);
}

/* memory = infinite: answers the requests that SM `sm` has sent in the last window, and empties the box. A
 * line counts as present from its first miss on (our choice: T3.2 names the two latencies only). The SMs of a
 * window come one after the other, whatever the cycle in which they have sent. */
static void answer_at_once(gpu *g, uint32_t sm, packet_fifo *requests)
{
    const sim_config *config = &g->base.config;
    for (; requests->count; packet_fifo_pop(requests)) {
        packet reply = *packet_fifo_front(requests);
        reply.l2_hit = l2_touch(&g->banks[reply.bank], &reply);
        reply.l2_waited = 0;
        reply.ready += config->l2_latency + (reply.l2_hit ? 0 : config->dram_latency);
        crossbar_deliver(&g->crossbar, sm, &reply);
    }
}

/* Takes what SM `sm` has sent in the last window. */
static void take_requests_of(gpu *g, uint32_t sm)
{
    packet_fifo *outbox = port_outbox(&g->sms[sm].port, g->base.window_number - 1);
    if (g->base.config.memory == MEMORY_INFINITE)
        answer_at_once(g, sm, outbox);
    for (; outbox->count; packet_fifo_pop(outbox))
        crossbar_send(&g->crossbar, packet_fifo_front(outbox));
}

void window_take_requests(gpu *g)
{
    for (uint32_t word = 0; word < SENDER_WORDS; word++)
        for (uint64_t sms = g->windows->senders[word]; sms; sms &= sms - 1)
            take_requests_of(g, word * 64 + (uint32_t)__builtin_ctzll(sms));
}

void window_advance_memory(gpu *g, uint64_t from, uint64_t end)
{
    if (g->base.wheel.now < from)
        wheel_skip(&g->base.wheel, from);
    g->base.window_from = from;
    g->crossbar.delivered = g->crossbar.credited = false;
    g->admitted = UINT64_MAX;
    if (!g->windows->is_alone)
        window_take_requests(g);
    for (uint32_t i = 0; g->windows->fills_pipes && i < g->n_banks; i++)
        l2_open_window(&g->banks[i], g->base.window);
    g->translation.has_answered = false;
    if (g->translation.runs)
        translation_take(&g->translation, from);
    for (uint32_t i = 0; g->dram_apart && i < g->n_channels; i++)
        dram_open_front_end(&g->channels[i], from);
    if (base_wakes_memory(&g->base)) {
        for (uint64_t cycle = from; cycle < end; cycle++) {
            for (uint32_t component = 0; component < g->base.n_components; component++)
                wheel_wake(&g->base.wheel, component, cycle);
            wheel_run(&g->base.wheel, cycle + 1, run_component, g);
        }
    }
    wheel_run(&g->base.wheel, end, run_component, g);
    for (uint32_t i = 0; g->dram_apart && i < g->n_channels; i++)
        g->admitted = earlier(g->admitted, dram_close_front_end(&g->channels[i]));
}

/* ---- tasks of a window ---- */

/* The task of the leader is the memory side, the longest, so that its state stays in one processor's cache.
 * DRAM schedulers follow, if they are tasks of their own, then SMs in groups: the last to be taken are short,
 * so that members are ready at about the same time (our choice). */
enum { TASK_MEMORY, TASK_OTHERS, GROUPS_PER_MEMBER = 8 };

void window_report_sm(const gpu *g, sim_sm *sm, window_report *report)
{
    if (port_outbox(&sm->port, g->base.window_number)->count) {
        report->senders[sm->index / 64] |= 1ull << sm->index % 64;
        report->sent = true;
    }
    if (sm->translation)
        report->sent |= tlb_port_outbox(&sm->translation->port, g->base.window_number)->count != 0;
    report->blocked |= sm->is_blocked;
    report->freed |= sm->n_freed != 0;
}

/* SMs whose L1s cooperate are one task. */
static void advance_in_step(gpu *g, uint64_t now, window_report *report)
{
    report->next = earlier(report->next, cooperation_advance(g, now, now + g->base.window));
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        window_report_sm(g, &g->sms[i], report);
}

static void advance_sms(gpu *g, uint64_t now, uint32_t group, window_report *report)
{
    const window_team *w = g->windows;
    uint32_t first = group * w->sms_per_group, past = first + w->sms_per_group;
    for (uint32_t i = first; i < past && i < g->base.n_sms; i++) {
        sim_sm *sm = &g->sms[i];
        if (!sm_sleeps(sm, now + g->base.window)) {
            sm_advance(sm, now, now + g->base.window);
            window_report_sm(g, sm, report);
        }
        report->next = earlier(report->next, sm->next);
    }
}

static window_report nothing_yet(const gpu *g)
{
    return (window_report){.window = g->base.window_number, .next = UINT64_MAX};
}

/* In the window that begins at `now`. */
static void do_task(void *context, uint64_t now, uint32_t task, uint32_t member)
{
    gpu *g = context;
    window_team *w = g->windows;
    window_report *report = &w->report[member];
    if (report->window != g->base.window_number)
        *report = nothing_yet(g);
    if (w->is_alone)
        alone_run(g, now);
    else if (task == TASK_MEMORY)
        window_advance_memory(g, now, now + g->base.window);
    else if (task - TASK_OTHERS < w->n_dram_tasks)
        report->next =
            earlier(report->next, dram_advance(&g->channels[task - TASK_OTHERS], now + 2 * g->base.window));
    else if (g->cooperation)
        advance_in_step(g, now, report);
    else
        advance_sms(g, now, task - TASK_OTHERS - w->n_dram_tasks, report);
}

/* One member does all tasks of a window. */
static void do_tasks(void *context, uint64_t now, uint32_t task, uint32_t member)
{
    const gpu *g = context;
    const uint32_t n = g->windows->is_alone ? 1 : g->windows->n_tasks;
    for (; task < n; task++)
        do_task(context, now, task, member);
}

/* ---- between windows ---- */

void window_hand_out_blocks(gpu *g, uint64_t now)
{
    for (;;) {
        sim_sm *first = NULL;
        for (uint32_t i = 0; i < g->base.n_sms; i++) {
            sim_sm *sm = &g->sms[i];
            if (sm->n_freed && sm->freed[0].when < now &&
                (!first || sm->freed[0].when < first->freed[0].when))
                first = sm;
        }
        if (!first)
            return;
        uint32_t slot = first->freed[0].slot;
        sim_app *app = &g->apps[first->kernel->index];
        first->n_freed--;
        for (uint32_t i = 0; i < first->n_freed; i++)
            first->freed[i] = first->freed[i + 1];
        g->base.blocks_left--;
        app->blocks_left--;
        if (app->next_block < app->kernel.trace->n_thread_blocks)
            sm_start_block(first, slot, app->next_block++, now);
    }
}

/* Core cycle of the window after `end` in which something can happen, UINT64_MAX if none. */
static uint64_t next_window(const gpu *g, const window_report *all, uint64_t end)
{
    uint64_t next = earlier(all->next, wheel_peek(&g->base.wheel));
    if (g->windows->is_alone)
        next = earlier(next, wheel_peek(&g->arrivals));
    if (g->dram_apart && g->admitted != UINT64_MAX)
        next = earlier(next, g->admitted - g->base.window);
    if (base_wakes_memory(&g->base) || g->translation.must_settle || all->freed || all->sent ||
        g->crossbar.delivered || g->translation.has_answered || (g->crossbar.credited && all->blocked) ||
        next <= end)
        return end;
    return next == UINT64_MAX ? next : next - next % g->base.window;
}

static window_report all_reports(const gpu *g)
{
    const window_team *w = g->windows;
    window_report all = nothing_yet(g);
    for (uint32_t i = 0; i < w->members; i++) {
        const window_report *one = &w->report[i];
        if (one->window != g->base.window_number)
            continue;
        all.next = earlier(all.next, one->next);
        all.sent |= one->sent;
        for (uint32_t word = 0; word < SENDER_WORDS; word++)
            all.senders[word] |= one->senders[word];
        all.blocked |= one->blocked;
        all.freed |= one->freed;
    }
    return all;
}

static uint64_t gather_of(const sim_app *app)
{
    return app->blocks_left ? app->sched_states.gather_at : UINT64_MAX;
}

uint64_t window_gather_at(const gpu *g)
{
    uint64_t wanted = gpu_gather_at(g);
    for (uint32_t i = 0; i < g->n_apps; i++)
        wanted = earlier(wanted, gather_of(&g->apps[i]));
    return wanted;
}

/* Lets policies look at all their states at the first exchange from their time on, even if everything sleeps
 * until
 * `*now`: a scheduler may let warps go on. */
static void look_at_all(gpu *g, uint64_t end, uint64_t *now)
{
    const uint64_t exchange = window_exchange_at(g, window_gather_at(g), end);
    if (exchange == UINT64_MAX || exchange > *now)
        return;
    *now = exchange;
    for (uint32_t i = 0; i < g->n_apps; i++)
        if (gather_of(&g->apps[i]) <= exchange)
            app_gather(&g->apps[i], exchange);
    gpu_gather(g, exchange);
}

/* Whether the watchdog of a program fires. It looks at exchanges, those that nothing happens around included:
 * the machine stands as after core cycle `end`, until `next`. */
static bool is_stuck(gpu *g, uint64_t end, uint64_t next)
{
    bool fires = false;
    for (uint32_t i = 0; i < g->n_apps; i++) {
        const uint64_t look = window_exchange_at(g, g->apps[i].watchdog.look_at, end);
        if (look <= (next == UINT64_MAX ? end : next))
            fires |= watchdog_looks(&g->apps[i], look);
    }
    return fires;
}

/* Whether the launch of one program that waits may begin in core cycle `now`. */
static bool is_admitted(gpu *g, uint64_t now)
{
    sim_app *app = g->apps;
    if (g->mix || !app->waits || !translation_admits(&g->translation, app->kernel.pages.space, now))
        return false;
    app->began = now;
    return true;
}

static bool prepare_window(void *context, uint64_t *now)
{
    gpu *g = context;
    uint64_t end = *now + g->windows->length;
    window_report all = all_reports(g);
    memcpy(g->windows->senders, all.senders, sizeof all.senders);
    if (all.freed)
        window_hand_out_blocks(g, end);
    translation_settle(&g->translation, end);
    if (is_admitted(g, end))
        return false;
    if (g->mix && mix_exchange(g, end))
        all.freed = true; /* blocks have been started */
    *now = next_window(g, &all, end);
    if (g->base.blocks_left || (g->base.n_cpus && *now != UINT64_MAX))
        look_at_all(g, end, now);
    if (g->course.every)
        course_exchange(g, end, *now);
    if (g->mix) {
        gpu_limit_cpus(g, end, *now);
        mix_limit(g, end, *now);
    }
    g->windows->over = *now == UINT64_MAX;
    gpu_hold_for_copies(g, *now);
    g->base.window_number++;
    policy_calls_go_on();
    if (is_stuck(g, end, *now))
        return false;
    if (g->stop && atomic_load_explicit(g->stop, memory_order_relaxed)) {
        g->is_stopped = true;
        return false;
    }
    if (*now > g->windows->limit || contract_is_broken(&g->base.contract))
        return false;
    return g->mix ? !mix_is_over(g) : !app_runs_out(g->apps, end);
}

bool gpu_run_windows(gpu *g, uint64_t from, uint64_t limit)
{
    window_team *w = g->windows;
    w->limit = limit;
    memset(w->senders, 0, sizeof w->senders);
    memset(w->report, 0, w->members * sizeof *w->report);
    g->base.window_number = 1; /* none of the reports */
    w->length = g->base.window;
    alone_begin(g);
    gpu_hold_for_copies(g, from);
    team_run(w->team, from);
    bool fired = false;
    for (uint32_t i = 0; i < g->n_apps; i++)
        fired |= g->apps[i].watchdog.fired_at != 0;
    return !w->over && !fired && !g->is_stopped && !contract_is_broken(&g->base.contract);
}

/* ---- construction ---- */

void window_team_free(window_team *w)
{
    if (!w)
        return;
    team_destroy(w->team);
    free(w);
}

int window_team_create(window_team **created, gpu *g, uint32_t threads, poise_error *err)
{
    uint32_t members = threads < g->base.n_sms + 1 ? threads : g->base.n_sms + 1;
    uint32_t groups = members > 1 && !g->cooperation ? members * GROUPS_PER_MEMBER : 1;
    window_team *w = aligned_alloc(alignof(window_team), sizeof *w + members * sizeof *w->report);
    *created = NULL;
    if (!w)
        return poise_fail(err, POISE_FAILED, "no memory for %u threads", threads);
    *w = (window_team){.members = members,
                       .sms_per_group = (g->base.n_sms + groups - 1) / groups,
                       .n_dram_tasks = g->dram_apart ? g->n_channels : 0};
    uint32_t sm_tasks = (g->base.n_sms + w->sms_per_group - 1) / w->sms_per_group;
    w->n_tasks = TASK_OTHERS + w->n_dram_tasks + sm_tasks;
    int code = team_create(&w->team, members,
                           &(team_plan){.n_tasks = members > 1 ? w->n_tasks : 1,
                                        .work = members > 1 ? do_task : do_tasks,
                                        .between = prepare_window,
                                        .context = g},
                           err);
    if (code != POISE_OK)
        window_team_free(w);
    else
        *created = w;
    return code;
}
