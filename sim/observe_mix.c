/* The course of programs side by side: what each program and each CPU core does (course.h). */
#include "sim/gpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What a source of requests has done since the run began, and the time that it has had for it. */
typedef struct source_counts {
    uint64_t insts, queued, requests, row_hits, busy, tlb_misses, walk_reads;
    uint64_t cycles;                  /* core cycles; of CPU cores their own */
    uint64_t dram_cycles, bus_cycles; /* of one channel; of all */
    bool of_cpu;
} source_counts;

/* A series: what a source has done of `part` / of `whole` since the point before. */
typedef struct source_series {
    const char *name, *unit;
    size_t part, whole;
    bool of_translation; /* told of programs where a tlb policy looks up */
} source_series;

#define OF(member) offsetof(source_counts, member)
static const source_series table[] = {
    {"ipc", "instruction/cycle", OF(insts), OF(cycles), false},
    {"dram_queue", "entry", OF(queued), OF(dram_cycles), false},
    {"row_hits", "1", OF(row_hits), OF(requests), false},
    {"bus_share", "1", OF(busy), OF(bus_cycles), false},
    {"tlb_misses", "miss/cycle", OF(tlb_misses), OF(cycles), true},
    {"walk_reads", "read/cycle", OF(walk_reads), OF(cycles), true},
};
#undef OF
enum { N_SERIES = sizeof table / sizeof *table };

/* Programs, CPU cores, then the programs together and the cores together, where there are any. */
typedef struct mix_course {
    uint32_t n; /* programs and cores */
    source_counts before[];
} mix_course;

/* ---- what they have done ---- */

static uint64_t insts_of_app(const sim_app *app)
{
    uint64_t insts = app->insts_before;
    for (uint32_t i = 0; i < app->n_sms; i++)
        insts += app->gpu->sms[app->first_sm + i].count.thread_insts;
    return insts;
}

static void count_below(const gpu *g, uint32_t space, uint64_t now, source_counts *count)
{
    const sim_counters below = gpu_counted_for(g, space);
    count->requests = below.dram_reads + below.dram_writes;
    count->row_hits = below.dram_row_hits;
    count->busy = below.dram_busy;
    for (uint32_t i = 0; i < g->n_channels; i++) {
        count->queued += dram_held_until(&g->channels[i], space, now, &count->dram_cycles);
        count->bus_cycles += count->dram_cycles;
    }
    count->tlb_misses = g->translation.watched[space].misses;
    count->walk_reads = g->translation.watched[space].reads;
}

/* A CPU core is the address space of its program. */
static source_counts count_source(const gpu *g, uint32_t space, uint64_t now)
{
    source_counts count = {.cycles = now};
    if (space < g->n_apps) {
        count.insts = insts_of_app(&g->apps[space]);
    } else {
        count.of_cpu = true;
        count.cycles = clock_first(&g->base.cpu_clock, now);
        count.insts = cpu_core_retired_by(&g->cpus.cpu[space - g->n_apps].core, count.cycles);
    }
    count_below(g, space, now, &count);
    return count;
}

/* They have had the same time. */
static void add(source_counts *sum, const source_counts *count)
{
    const source_counts before = *sum;
    *sum = *count;
    sum->insts += before.insts;
    sum->queued += before.queued;
    sum->requests += before.requests;
    sum->row_hits += before.row_hits;
    sum->busy += before.busy;
    sum->tlb_misses += before.tlb_misses;
    sum->walk_reads += before.walk_reads;
}

/* ---- telling it ---- */

static uint64_t member(const source_counts *count, size_t offset)
{
    return *(const uint64_t *)(const void *)((const char *)count + offset);
}

/* Nothing of nothing is left out. */
static void tell(gpu *g, const char *place, source_counts *before, const source_counts *count, uint64_t now)
{
    const bool translates = g->translation.tlb->look_up && !count->of_cpu;
    policy_sample samples[N_SERIES];
    size_t n = 0;
    for (size_t i = 0; i < N_SERIES; i++) {
        const source_series *s = &table[i];
        const uint64_t part = member(count, s->part) - member(before, s->part),
                       whole = member(count, s->whole) - member(before, s->whole);
        if (whole && (translates || !s->of_translation))
            samples[n++] = (policy_sample){s->name, s->name, s->unit, (double)part / (double)whole};
    }
    *before = *count;
    if (n)
        g->course.observer(g->course.user, place, now, samples, n);
}

void mix_course_sample(gpu *g, uint64_t now)
{
    mix_course *course = g->course.mix;
    const uint64_t most = g->base.config.mix_cycles;
    source_counts all[2] = {{0}, {0}};
    if (most && now >= most + g->base.window) /* what sleeps longer is not simulated */
        return;
    for (uint32_t i = 0; i < course->n; i++) {
        const bool of_cpu = i >= g->n_apps;
        const source_counts count = count_source(g, i, now);
        char place[POLICY_STATISTIC_TEXT];
        snprintf(place, sizeof place, of_cpu ? "cpu%u" : "app%u", of_cpu ? i - g->n_apps : i);
        tell(g, place, &course->before[i], &count, now);
        add(&all[of_cpu], &count);
    }
    if (g->n_apps)
        tell(g, "gpu", &course->before[course->n], &all[0], now);
    if (g->cpus.n)
        tell(g, "cpus", &course->before[course->n + 1], &all[1], now);
    g->course.before.cycle = now;
}

/* ---- the run ---- */

static bool begin_watching(gpu *g)
{
    const uint32_t n = g->n_apps + g->cpus.n;
    g->course.mix = calloc(1, sizeof *g->course.mix + (n + 2) * sizeof *g->course.mix->before);
    g->translation.watched = calloc(n, sizeof *g->translation.watched);
    bool ok = g->course.mix && g->translation.watched;
    for (uint32_t i = 0; i < g->n_channels; i++) {
        g->channels[i].held = calloc(n, sizeof *g->channels[i].held);
        ok &= g->channels[i].held != NULL;
    }
    if (ok)
        g->course.mix->n = n;
    return ok;
}

/* What ran on the SMs before is in what they have counted. */
static void set_beginning(gpu *g)
{
    source_counts *before = g->course.mix->before;
    for (uint32_t i = 0; i < g->n_apps; i++) {
        before[i].insts = insts_of_app(&g->apps[i]);
        before[g->course.mix->n].insts += before[i].insts;
    }
}

int mix_course_begin(gpu *g, poise_error *err)
{
    gpu_course *course = &g->course;
    course->at = UINT64_MAX;
    course->before = (course_counts){0};
    if (!course->observer || !course->every)
        return POISE_OK;
    if (!begin_watching(g))
        return poise_fail(err, POISE_FAILED, "no memory for the course of %u programs",
                          g->n_apps + g->cpus.n);
    set_beginning(g);
    course->at = course->every;
    return POISE_OK;
}

void mix_course_end(gpu *g, uint64_t now)
{
    gpu_course *course = &g->course;
    if (course->mix && now > course->before.cycle)
        mix_course_sample(g, now);
    course->at = UINT64_MAX;
    free(course->mix);
    course->mix = NULL;
    free(g->translation.watched);
    g->translation.watched = NULL;
    for (uint32_t i = 0; i < g->n_channels; i++) {
        free(g->channels[i].held);
        g->channels[i].held = NULL;
    }
}
