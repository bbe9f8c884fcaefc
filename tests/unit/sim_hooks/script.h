/* A scheduler policy driven by hand: a host that remembers what the policy asks for, and events in short. */
#ifndef POISE_TESTS_SIM_HOOKS_SCRIPT_H
#define POISE_TESTS_SIM_HOOKS_SCRIPT_H

#include "sim_hooks/registry.h"
#include "sim_hooks/sched.h"
#include "tests/policy_figure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { SCRIPT_SMS = 2 };

typedef struct script {
    sched_host host;
    sched_rights rights[SCRIPT_SMS];
    uint64_t around[SCRIPT_SMS]; /* the first 64 instructions */
    uint32_t n[SCRIPT_SMS], p[SCRIPT_SMS];
    policy_choice choice;
    const sched_policy *policy;
    void *state;
} script;

static inline void script_set_rights(void *opaque, uint32_t sm, const sched_rights *rights)
{
    ((script *)opaque)->rights[sm] = *rights;
}

static inline void script_set_tuple(void *opaque, uint32_t sm, uint32_t n, uint32_t p)
{
    ((script *)opaque)->n[sm] = n;
    ((script *)opaque)->p[sm] = p;
}

static inline void script_set_loads(void *opaque, uint32_t sm, const uint64_t *around, uint32_t words)
{
    ((script *)opaque)->around[sm] = words > 0 ? around[0] : 0;
}

/* A policy by its string for 2 SMs of 2 schedulers and 48 warps; a kernel begins in cycle 0. */
static inline void script_open(script *s, const char *policy)
{
    poise_error err;
    *s = (script){.host = {.sms = SCRIPT_SMS,
                           .schedulers = 2,
                           .warps_per_scheduler = 24,
                           .warps = 48,
                           .l1 = {.sets = 32, .ways = 4},
                           .opaque = s,
                           .set_tuple = script_set_tuple,
                           .set_rights = script_set_rights,
                           .set_loads = script_set_loads}};
    for (uint32_t i = 0; i < SCRIPT_SMS; i++)
        s->rights[i] = (sched_rights){~0ull, ~0ull, ~0ull};
    if (policy_choose(POLICY_SCHED, policy, &s->choice, &err))
        fail_msg("%s", err.text);
    s->policy = (const sched_policy *)(const void *)s->choice.policy;
    if (s->policy->create && s->policy->create(&s->host, s->choice.options, &s->state, &err))
        fail_msg("%s", err.text);
    if (s->policy->life.launch_begin)
        s->policy->life.launch_begin(s->state, &(policy_launch){.cycle = 0, .warps = 24});
}

static inline void script_close(script *s)
{
    if (s->policy->life.destroy)
        s->policy->life.destroy(s->state);
    policy_choice_free(&s->choice);
}

static inline sched_place script_place(uint32_t warp, uint64_t cycle)
{
    return (sched_place){.sm = 0, .warp = warp, .cycle = cycle};
}

static inline void script_begin_warps(script *s, uint32_t n)
{
    for (uint32_t w = 0; w < n; w++) {
        sched_place at = script_place(w, 0);
        s->policy->warp_begin(s->state, &at);
    }
}

static inline void script_end_warp(script *s, uint32_t warp, uint64_t cycle)
{
    sched_place at = script_place(warp, cycle);
    s->policy->warp_end(s->state, &at);
}

static inline void script_issue(script *s, uint32_t warp, uint64_t cycle, uint32_t pc, sched_op op,
                                uint32_t lanes)
{
    const sched_inst inst = {.at = script_place(warp, cycle), .pc = pc, .lanes = lanes, .op = op};
    s->policy->issue(s->state, &inst);
}

static inline void script_block(script *s, uint32_t warp, uint64_t cycle, uint32_t first_pc, uint32_t last_pc,
                                uint32_t lanes)
{
    const sched_block block = {
        .at = script_place(warp, cycle), .first_pc = first_pc, .last_pc = last_pc, .lanes = lanes};
    s->policy->warp_block(s->state, &block);
}

static inline void script_wait(script *s, uint32_t warp, uint64_t cycle, sched_wait what, bool begins)
{
    sched_place at = script_place(warp, cycle);
    s->policy->wait(s->state, &at, what, begins);
}

/* The next instruction of the warp reads a loaded register in the cycles `from` to before `until`. */
static inline void script_long_operand(script *s, uint32_t warp, uint64_t cycle, uint64_t from,
                                       uint64_t until)
{
    sched_place at = script_place(warp, cycle);
    s->policy->long_operand(s->state, &at, from, until);
}

/* Line number `line` of load `pc`. */
static inline void script_access(script *s, uint32_t warp, uint64_t cycle, uint32_t pc, uint64_t line,
                                 sched_outcome outcome, uint32_t owner, bool first)
{
    const sched_access access = {.at = script_place(warp, cycle),
                                 .pc = pc,
                                 .address = line * 128,
                                 .outcome = outcome,
                                 .owner = owner,
                                 .intra = owner == warp,
                                 .first = first,
                                 .pollutes = true};
    s->policy->l1_access(s->state, &access);
}

/* Line number `line`, brought in by `owner`, is replaced. */
static inline void script_evict(script *s, uint32_t owner, uint64_t cycle, uint64_t line)
{
    const sched_eviction eviction = {.at = script_place(owner, cycle), .address = line * 128, .owner = owner};
    s->policy->l1_evict(s->state, &eviction);
}

static inline void script_store(script *s, uint32_t warp, uint64_t cycle, uint64_t line)
{
    sched_place at = script_place(warp, cycle);
    s->policy->l1_store(s->state, &at, line * 128);
}

static inline double script_figure(const script *s, const char *name)
{
    return figure_of(s->policy, s->state, name);
}

#endif
