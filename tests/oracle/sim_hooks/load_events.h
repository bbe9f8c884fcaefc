/* One SM's loads through windows and launches, by poise_sm_loads.c and poise_load_counter.c, as lines for
 * loads_bench.v. */
#ifndef TESTS_ORACLE_SIM_HOOKS_LOAD_EVENTS_H
#define TESTS_ORACLE_SIM_HOOKS_LOAD_EVENTS_H

#include "common/random.h"
#include "sim_hooks/sched/poise_sm_loads.h"

#include <inttypes.h>
#include <stdio.h>

enum { EVENT_LINES = 16, EVENT_SHARE = 50 };

/* What a kernel asks for. */
typedef struct event_loads {
    uint32_t loads;      /* how many ask, ... */
    uint32_t hot;        /* ... of these the first `hot` most of the time */
    uint32_t pc_stride;  /* from load to load */
    uint32_t per_window; /* events */
    bool fills;          /* counters again and again */
    uint32_t epochs;
} event_loads;

typedef struct event_course {
    FILE *out;
    poise_random random;
    poise_load_weights weights;
    poise_sm_loads loads;
    poise_hie engine;
    const event_loads *kernel;
    unsigned choices, chosen; /* made; of these with loads that go around */
} event_course;

enum { EVENT_LAUNCH = 1, EVENT_EPOCH = 2, EVENT_WINDOW = 4, EVENT_SAMPLED_MAX = 8, EVENT_SAMPLED_ONE = 16 };

static inline bool event_allocates(const event_course *course, uint32_t pc)
{
    for (uint32_t i = 0; i < course->loads.list.count; i++)
        if (course->loads.list.pc[i] == pc)
            return (course->loads.around >> i & 1) == 0;
    return true;
}

static inline void print_cycle(event_course *course, unsigned control, uint32_t pc, uint32_t line,
                               unsigned bits)
{
    fprintf(course->out, "0 %x %x %" PRIx32 " %" PRIx32 " %x %d\n", control, course->engine.state, pc, line,
            bits, event_allocates(course, pc));
}

/* As long as it is counted. */
static inline void print_table(const event_course *course)
{
    const poise_load_table *table = &course->loads.counter.table;
    if (!course->loads.counter.counts)
        return;
    fprintf(course->out, "1 %" PRIx32, table->count);
    for (uint32_t i = 0; i < table->count; i++) {
        const poise_load_sample *s = &table->load[i].sample;
        fprintf(course->out,
                " %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32,
                table->load[i].pc, s->executions, s->lookups, s->hits, s->merges, s->unused, s->used);
    }
    fputc('\n', course->out);
}

/* A line leaves before another takes its place. */
static inline void evict_line(event_course *course, uint32_t line)
{
    print_cycle(course, 0, 0, line, 32);
    poise_load_counter_evict(&course->loads.counter, &(sched_eviction){.address = 128 * line});
}

/* A load is looked up in a line that is there, comes, or is not to come. Loads with odd numbers hit
 * more often. With `control` the window ends with this cycle. */
static inline void look_up(event_course *course, unsigned control)
{
    static const sched_outcome outcomes[] = {SCHED_HIT, SCHED_MISS, SCHED_MERGED, SCHED_HIT};
    const event_loads *kernel = course->kernel;
    const bool is_hot = poise_random_below(&course->random, 8) > 0;
    const uint32_t load = (uint32_t)poise_random_below(&course->random, is_hot ? kernel->hot : kernel->loads);
    const uint32_t line = (uint32_t)poise_random_below(&course->random, EVENT_LINES);
    const sched_outcome outcome = outcomes[poise_random_below(&course->random, load % 2 ? 4 : 3)];
    const sched_access access = {
        .pc = load * kernel->pc_stride,
        .address = 128 * line,
        .outcome = outcome,
        .first = poise_random_below(&course->random, 4) == 0,
        .reserves = outcome != SCHED_HIT && poise_random_below(&course->random, 2) == 0,
    };
    if (access.reserves)
        evict_line(course, line);
    print_cycle(course, control, access.pc, line,
                1u | (unsigned)access.first << 1 | (outcome == SCHED_HIT) * 4u |
                    (outcome == SCHED_MERGED) * 8u | access.reserves * 16u);
    poise_load_counter_access(&course->loads.counter, &access);
}

/* Counters of both become any numbers, most of them nearly full. */
static inline void fill_counters(event_course *course)
{
    poise_load_table *table = &course->loads.counter.table;
    fputc('3', course->out);
    for (uint32_t i = 0; i < POISE_TABLE_LOADS; i++) {
        uint32_t value[6];
        for (int c = 0; c < 6; c++) {
            const bool is_small = poise_random_below(&course->random, 4) == 0;
            value[c] = (uint32_t)poise_random_below(&course->random, is_small ? 4 : 40);
            value[c] = is_small ? value[c] : UINT16_MAX - value[c];
            fprintf(course->out, " %" PRIx32, value[c]);
        }
        if (i < table->count)
            table->load[i].sample =
                (poise_load_sample){value[0], value[1], value[2], value[3], value[4], value[5]};
    }
    fputc('\n', course->out);
}

static inline void see_loads(event_course *course)
{
    for (uint32_t i = 0; i < course->kernel->per_window; i++) {
        if (course->kernel->fills && i % 50 == 49)
            fill_counters(course);
        look_up(course, 0);
        if (poise_random_below(&course->random, 64) == 0)
            evict_line(course, (uint32_t)poise_random_below(&course->random, EVENT_LINES));
    }
    print_table(course);
}

/* The engine steps with the last cycle of its window, which has a look-up as well. */
static inline void step_to(event_course *course, poise_hie_state state, bool warming, unsigned control)
{
    const poise_hie before = course->engine;
    look_up(course, control);
    course->engine = (poise_hie){.state = (uint8_t)state, .warming = warming, .warps = 24, .n = 2, .p = 1};
    poise_sm_loads_step(&course->loads, &course->weights, EVENT_SHARE, &before, &course->engine);
    if ((control & EVENT_SAMPLED_ONE) != 0) {
        course->choices++;
        course->chosen += course->loads.chosen != 0;
        fputs("2\n", course->out);
    }
    see_loads(course);
}

/* An epoch that goes on to the state that its number says. */
static inline void run_epoch(event_course *course, unsigned last)
{
    step_to(course, POISE_HIE_SAMPLE_MAX, false, EVENT_WINDOW);
    if (last == 0)
        return;
    if (last == 1) {
        step_to(course, POISE_HIE_COMPUTE, false, 0);
        return;
    }
    step_to(course, POISE_HIE_SAMPLE_ONE, true, EVENT_SAMPLED_MAX);
    step_to(course, POISE_HIE_SAMPLE_ONE, false, EVENT_WINDOW);
    if (last == 2)
        return;
    step_to(course, POISE_HIE_PREDICT, false, EVENT_SAMPLED_ONE);
    for (unsigned state = POISE_HIE_CORRECT_N; last > 3 && state <= POISE_HIE_RUN; state++)
        step_to(course, (poise_hie_state)state, false, 0);
}

/* A launch of a few epochs, every one of which but the first may end anywhere. */
static inline void print_launch(event_course *course)
{
    course->engine = (poise_hie){.state = POISE_HIE_RUN};
    print_cycle(course, EVENT_LAUNCH, UINT32_C(1) << 20, 0, 0);
    course->engine =
        (poise_hie){.state = POISE_HIE_SAMPLE_MAX, .warming = true, .warps = 24, .n = 24, .p = 24};
    poise_sm_loads_begin(&course->loads, NULL);
    see_loads(course);
    for (unsigned epoch = 0; epoch < course->kernel->epochs; epoch++) {
        run_epoch(course, epoch == 0 ? 4 : (unsigned)poise_random_below(&course->random, 8));
        step_to(course, POISE_HIE_SAMPLE_MAX, true, EVENT_EPOCH);
    }
}

#endif
