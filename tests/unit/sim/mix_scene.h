/* Programs that run side by side, for tests: what runs where, and what happened to it. */
#ifndef POISE_TESTS_MIX_SCENE_H
#define POISE_TESTS_MIX_SCENE_H

#include "sim/gpu.h"
#include "sim/mix.h"
#include "sim/sm/l1_pipe.h"
#include "tests/test.h"
#include "tests/unit/sim/hard_cases.h"

#include <string.h>

enum { MOST_PROGRAMS = 3, MOST_LAUNCHES = 8 };

/* Programs, and what happened to them. */
typedef struct scene {
    size_t n;
    sim_mix_program program[MOST_PROGRAMS];
    const warp_trace *trace[MOST_PROGRAMS][MOST_LAUNCHES];
    gpu *machine_of;   /* NULL: not looked at */
    const char *wrong; /* with its SMs, when a launch began */
    size_t n_ended;
    sim_mix_launch ended[MOST_PROGRAMS * MOST_LAUNCHES];
    sim_mix_result result[MOST_PROGRAMS];
    sim_counters machine;
    int code;
    poise_error err;
} scene;

/* ---- a scene ---- */

/* What is left of the launch before in the SM, NULL = nothing. */
static inline const char *left_in(const sim_sm *sm)
{
    const crossbar_port *port = &sm->port;
    const port_boxes *boxes = port->boxes;
    if (sm->loads.used || sm->lsu.count || sm->piped || sm->replies.count)
        return "a request is in the SM";
    if (sm->l1.mshrs.used != sm->releases.count)
        return "an L1 MSHR is in use";
    if (port->waiting.count || boxes[0].outbox.count || boxes[1].outbox.count ||
        boxes[0].inbox.packets.count || boxes[1].inbox.packets.count)
        return "a packet is in the port";
    if (port->credits + boxes[0].inbox.credits + boxes[1].inbox.credits != port->most_credits)
        return "a credit is missing";
    return NULL;
}

static inline int give(void *user, size_t program, size_t launch, const warp_trace **trace, poise_error *err)
{
    scene *s = user;
    const sim_mix_program *p = &s->program[program];
    *trace = s->trace[program][launch];
    for (uint32_t i = 0; s->machine_of && s->machine_of->mix && i < p->n_sms && !s->wrong; i++)
        s->wrong = left_in(&s->machine_of->sms[p->first_sm + i]);
    return *trace ? POISE_OK : poise_fail(err, POISE_DAMAGED, "there is no trace");
}

/* Member by member: these are compared as bytes, and what lies between members is anything. */
static inline void ended(void *user, const sim_mix_launch *launch)
{
    scene *s = user;
    sim_mix_launch *kept = &s->ended[s->n_ended++];
    kept->program = launch->program;
    kept->launch = launch->launch;
    kept->began = launch->began;
    kept->counters = launch->counters;
    kept->cut_short = launch->cut_short;
}

static inline void add(scene *s, uint32_t first_sm, uint32_t n_sms, size_t n_launches,
                       const warp_trace *trace)
{
    for (size_t i = 0; i < n_launches; i++)
        s->trace[s->n][i] = trace;
    s->program[s->n++] = (sim_mix_program){.first_sm = first_sm, .n_sms = n_sms, .n_launches = n_launches};
}

static inline void forget(scene *s)
{
    s->code = 0;
    s->wrong = NULL;
    s->n_ended = 0;
    memset(s->ended, 0, sizeof s->ended);
    memset(s->result, 0, sizeof s->result);
    memset(&s->machine, 0, sizeof s->machine);
    memset(&s->err, 0, sizeof s->err);
}

/* By members: what lies between these in memory is whatever the compiler left there. */
static inline void assert_same_launches(const scene *a, const scene *b)
{
    assert_int_equal(a->n_ended, b->n_ended);
    for (size_t i = 0; i < a->n_ended; i++) {
        const sim_mix_launch *one = &a->ended[i], *other = &b->ended[i];
        assert_true(one->program == other->program && one->launch == other->launch);
        assert_true(one->began == other->began && one->cut_short == other->cut_short);
        assert_memory_equal(&one->counters, &other->counters, sizeof one->counters);
    }
}

static inline void run_on(scene *s, simulator *sim)
{
    const sim_mix mix = {.programs = s->program, .n = s->n, .read = give, .ended = ended, .user = s};
    s->machine_of = (gpu *)(void *)sim;
    s->code = sim_run_mix(sim, &mix, s->result, &s->machine, &s->err);
    s->machine_of = NULL;
}

static inline void run(scene *s, const sim_config *config, const char *sched, uint32_t threads)
{
    simulator *sim;
    sim_policies policies = {.sched = sched};
    forget(s);
    if (sim_create(&sim, config, &policies, &s->err) || sim_set_threads(sim, threads, &s->err))
        fail_msg("%s", s->err.text);
    run_on(s, sim);
    sim_destroy(sim);
    if (s->wrong)
        fail_msg("%s", s->wrong);
}

static inline sim_config machine(const char *const *settings, uint32_t sms)
{
    sim_config config;
    poise_error err;
    sim_config_default(&config);
    for (; *settings; settings++)
        if (sim_config_set(&config, *settings, &err))
            fail_msg("%s", err.text);
    config.sms = sms;
    return config;
}

/* A small machine. */
static const char *const plain[] = {"icache_sets=4", "channels=2", "l2_banks=4", NULL};

#endif
