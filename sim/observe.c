/* The course of a launch (course.h). */
#include "sim/gpu.h"

#include <math.h>
#include <string.h>

void sim_observe_course(simulator *sim, uint64_t every, sim_course_observer *observer, void *user)
{
    gpu *g = (gpu *)sim;
    g->course = (gpu_course){.observer = observer, .user = user, .every = every, .at = UINT64_MAX};
}

void course_begin(gpu *g)
{
    gpu_course *course = &g->course;
    course->fault = NULL;
    course->before = (course_counts){0};
    course->at = course->observer && course->every ? course->every : UINT64_MAX;
}

/* ---- policies ---- */

static const char *fault_of_sample(const policy_sample *given, size_t i)
{
    const char *fault = policy_statistic_fault(given[i].name, given[i].unit);
    if (!fault)
        fault = policy_statistic_fault(given[i].group, "");
    for (size_t k = 0; k < i && !fault; k++)
        if (strcmp(given[k].name, given[i].name) == 0 && strcmp(given[k].group, given[i].group) == 0)
            fault = "a name twice";
    return fault;
}

void course_ask(gpu *g, policy_place place, const policy_states *states, uint64_t now)
{
    gpu_course *course = &g->course;
    if (!course->observer || !states->life->sample || course->fault || g->mix)
        return;
    policy_sample given[POLICY_SAMPLES] = {0};
    size_t n = states->life->sample(states->state, states->count, given, POLICY_SAMPLES), kept = 0;
    course->place = place;
    course->fault = n > POLICY_SAMPLES ? "more than there is room for" : NULL;
    for (size_t i = 0; i < n && !course->fault; i++)
        course->fault = fault_of_sample(given, i);
    if (course->fault)
        return;
    for (size_t i = 0; i < n; i++)
        if (isfinite(given[i].value))
            given[kept++] = given[i];
    if (kept)
        course->observer(course->user, policy_places[place].name, now, given, kept);
}

int course_error(const gpu *g, poise_error *err)
{
    const gpu_course *course = &g->course;
    if (!course->fault)
        return POISE_OK;
    return poise_fail(err, POISE_FAILED, "%s policy %s tells samples that have %s",
                      policy_places[course->place].name, g->policy[course->place].choice.label,
                      course->fault);
}

/* ---- the machine ---- */

static course_counts count_all(const gpu *g, uint64_t now)
{
    const sim_counters below = gpu_counted_below(g);
    course_counts all = {.cycle = now,
                         .l2_reads = below.l2_reads,
                         .l2_hits = below.l2_read_hits,
                         .dram_requests = below.dram_reads + below.dram_writes,
                         .row_hits = below.dram_row_hits};
    for (uint32_t i = 0; i < g->base.n_sms; i++)
        all.insts += g->sms[i].count.thread_insts;
    for (uint32_t i = 0; i < g->n_banks && g->base.config.stalls; i++) {
        all.l2_served += g->banks[i].stalls->statistics.l2_served;
        all.l2_wait += g->banks[i].stalls->statistics.l2_wait;
    }
    return all;
}

/* Not a number when there was nothing: left out. */
static double ratio(uint64_t part, uint64_t before, uint64_t whole, uint64_t whole_before)
{
    return (double)(part - before) / (double)(whole - whole_before);
}

static void sample_machine(gpu *g, uint64_t now)
{
    gpu_course *course = &g->course;
    const course_counts a = course->before, b = count_all(g, now);
    const policy_sample all[] = {
        {"ipc", "ipc", "instruction/cycle", ratio(b.insts, a.insts, b.cycle, a.cycle)},
        {"l2_miss_rate", "l2_miss_rate", "1", 1 - ratio(b.l2_hits, a.l2_hits, b.l2_reads, a.l2_reads)},
        {"l2_wait", "l2_wait", "cycle", ratio(b.l2_wait, a.l2_wait, b.l2_served, a.l2_served)},
        {"row_hits", "row_hits", "1", ratio(b.row_hits, a.row_hits, b.dram_requests, a.dram_requests)}};
    policy_sample finite[sizeof all / sizeof *all];
    size_t n = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (isfinite(all[i].value))
            finite[n++] = all[i];
    course->before = b;
    if (n)
        course->observer(course->user, "machine", now, finite, n);
}

/* Programs side by side are sampled then, also where windows are skipped. */
static uint64_t exchange_after(const gpu *g, uint64_t at)
{
    return (at / g->base.window + 1) * g->base.window;
}

void course_exchange(gpu *g, uint64_t now, uint64_t next)
{
    gpu_course *course = &g->course;
    if (next == UINT64_MAX) /* over */
        return;
    for (; course->at < next; course->at += course->every)
        if (g->mix)
            mix_course_sample(g, later(now, exchange_after(g, course->at)));
        else
            sample_machine(g, later(now, course->at));
}

void course_end(gpu *g, uint64_t now)
{
    gpu_course *course = &g->course;
    if (course->at != UINT64_MAX && now > course->before.cycle)
        sample_machine(g, now);
    course->at = UINT64_MAX;
}
