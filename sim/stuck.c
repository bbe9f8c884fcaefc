/* The report of a launch that does not go on. */
#include "sim/gpu.h"
#include "sim/sm/l1_pipe.h"
#include "sim/sm/translate.h"
#include "sim/stuck_warp.h"

#include <stdio.h>
#include <stdlib.h>

/* Lines of each section: together about 60. */
enum { WARP_LINES = 30, SM_LINES = 8, BANK_LINES = 12, CHANNEL_LINES = 6 };

/* Counts a line of a section of `most`; false when it must be left out. */
static bool room(uint32_t *n, uint32_t most)
{
    return (*n)++ < most;
}

static void print_rest(FILE *out, uint32_t n, uint32_t most, const char *what)
{
    if (n > most)
        fprintf(out, "... and %u more %s\n", n - most, what);
}

static void print_instruction(FILE *out, const sim_app *app, const sm_warp *w)
{
    if (w->exhausted)
        return;
    uint32_t index = (uint32_t)(w->inst - app->kernel.program.inst);
    fprintf(out, " at instruction %u %s", index, trace_op_name((trace_op)w->inst->op));
    uint32_t line = app->kernel.trace->header.inst[index].source_line;
    if (line)
        fprintf(out, " of line %u", line);
}

static void print_warps(FILE *out, const sim_app *app, uint64_t now)
{
    const gpu *g = app->gpu;
    uint32_t n = 0;
    for (uint32_t i = app->first_sm; i < app->first_sm + app->n_sms; i++) {
        const sim_sm *sm = &g->sms[i];
        for (uint32_t warp = 0; warp < g->base.config.warps; warp++) {
            const sm_warp *w = &sm->warp[warp];
            char reason[STUCK_TEXT];
            if (!w->live || !room(&n, WARP_LINES))
                continue;
            stuck_reason(sm, w, now, reason);
            fprintf(out, "SM %u warp %u (block %u, warp %u of the launch)", i, warp,
                    sm->block[w->block].number, w->launch_warp);
            print_instruction(out, app, w);
            fprintf(out, " waits for %s\n", reason);
        }
    }
    print_rest(out, n, WARP_LINES, "warps");
}

static const char *refusal(l1_outcome outcome)
{
    switch (outcome) {
    case L1_STALL_LINE: return ", its head waits for a line of its set";
    case L1_STALL_MSHR: return ", its head waits for an MSHR";
    case L1_STALL_MERGE: return ", its head waits for a full merge list";
    case L1_STALL_QUEUE: return ", its head waits for the miss queue";
    default: return "";
    }
}

/* Of the first bank of the L1 whose head is refused. */
static l1_outcome first_refusal(const sim_sm *sm)
{
    for (uint32_t i = 0; i < sm->n_pipes; i++)
        if (sm->pipe[i].stalled != L1_HIT)
            return sm->pipe[i].stalled;
    return L1_HIT;
}

static void print_sms(FILE *out, const sim_app *app)
{
    uint32_t n = 0;
    for (uint32_t i = app->first_sm; i < app->first_sm + app->n_sms; i++) {
        const sim_sm *sm = &app->gpu->sms[i];
        const crossbar_port *port = &sm->port;
        uint32_t queued = port->waiting.count + port->leaving.count;
        if (!(sm->lsu.count + sm_requests_piped(sm) + sm->l1.mshrs.used + queued + sm->replies.count) ||
            !room(&n, SM_LINES))
            continue;
        fprintf(
            out,
            "SM %u: %u instructions in the load-store unit, %u requests in the L1 pipe%s; %u of %u MSHRs; ",
            i, sm->lsu.count, sm_requests_piped(sm), refusal(first_refusal(sm)), sm->l1.mshrs.used,
            sm->l1.mshrs.total);
        fprintf(out, "%u of %u in the miss queue, %u of %u crossbar credits; %u replies\n", queued,
                port->queue_limit, port->credits, port->most_credits, sm->replies.count);
    }
    print_rest(out, n, SM_LINES, "SMs");
}

static void print_translations(FILE *out, const sim_app *app)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < app->n_sms; i++) {
        const sim_sm *sm = &app->gpu->sms[app->first_sm + i];
        const sm_translation *t = sm->translation;
        if (t && t->mshrs.used && room(&n, SM_LINES))
            fprintf(out,
                    "SM %u: %u of %u pages are missing in the L1 TLB, %u of %u requests wait for them%s\n",
                    sm->index, t->mshrs.used, t->mshrs.total, t->places.used, t->places.total,
                    t->head_refused ? ", and one in the load-store unit for room" : "");
    }
    print_rest(out, n, SM_LINES, "SMs that wait for pages");
    if (n)
        fprintf(out, "page walks: %u reads under way\n", app->gpu->translation.reads.used);
}

static const char *kind_name(const packet *p)
{
    static const char *const names[] = {[MEM_LOAD] = "read",
                                        [MEM_STORE] = "write",
                                        [MEM_ATOMIC] = "atomic",
                                        [MEM_CODE] = "code read",
                                        [MEM_PREFETCH] = "prefetch",
                                        [MEM_WRITE_BACK] = "write-back",
                                        [MEM_TRANSLATION] = "read of a page walk"};
    return p->is_around ? "read around the L1" : names[p->request.kind];
}

static void print_bank(FILE *out, const gpu *g, uint32_t index)
{
    const l2_bank *bank = &g->banks[index];
    fprintf(
        out,
        "L2 bank %u: %u on the way, %u in the access queue, %u of %u MSHRs, %u misses, %u fills, %u replies",
        index, bank->arrived.count + bank->pipe.count, bank->access.count, bank->mshrs.used,
        bank->mshrs.total, bank->misses.count, bank->fills.count,
        g->crossbar.replies.input[index].queue.count);
    if (bank->arounds.used)
        fprintf(out, ", %u around it", bank->arounds.used);
    const packet_fifo *queue = bank->access.count ? &bank->access : &bank->pipe;
    if (queue->count) {
        const packet *head = packet_fifo_front(queue);
        fprintf(out, "; oldest: %s of %#llx for SM %u", kind_name(head),
                (unsigned long long)head->request.address, head->request.source);
    }
    fprintf(out, "\n");
}

static void print_banks(FILE *out, const gpu *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_banks; i++) {
        const l2_bank *bank = &g->banks[i];
        uint32_t held = bank->arrived.count + bank->pipe.count + bank->access.count + bank->mshrs.used +
                        bank->arounds.used + bank->misses.count + bank->fills.count +
                        g->crossbar.replies.input[i].queue.count;
        if (held && room(&n, BANK_LINES))
            print_bank(out, g, i);
    }
    print_rest(out, n, BANK_LINES, "L2 banks");
}

static void print_channels(FILE *out, const gpu *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->n_channels; i++) {
        const dram_channel *channel = &g->channels[i];
        if (!channel->front.jobs.used || !room(&n, CHANNEL_LINES))
            continue;
        fprintf(out,
                "DRAM channel %u: %u requests: %u in the delay pipe, %u in the scheduler queue, %d banks in "
                "service, ",
                i, channel->front.jobs.used, timed_queue_count(&channel->pipe), channel->waiting,
                __builtin_popcountll(channel->busy_banks));
        fprintf(out, "%u in the return queue\n", timed_queue_count(&channel->returns));
    }
    print_rest(out, n, CHANNEL_LINES, "DRAM channels");
}

char *stuck_report(const sim_app *app, uint64_t now)
{
    const gpu *g = app->gpu;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    print_warps(out, app, now);
    print_sms(out, app);
    print_translations(out, app);
    print_banks(out, g);
    print_channels(out, g);
    if (fclose(out)) {
        free(text);
        return NULL;
    }
    return text;
}
