/* vm:gpuswap without a machine: a host that keeps page tables and a link of a byte a cycle, and programs that
 * tests take through their launches. */
#ifndef POISE_TESTS_GPUSWAP_SCRIPT_H
#define POISE_TESTS_GPUSWAP_SCRIPT_H

#include "sim_hooks/registry.h"
#include "sim_hooks/vm/gpuswap.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

#include <stdlib.h>

enum { PAGE = 1 << VM_BASE_BITS, MB = 1 << 20, MB_PAGES = 256, SCRIPT_APPS = 4, SCRIPT_PAGES = 4096 };
enum { LARGE_PAGES = 1 << (VM_LARGE_BITS - VM_BASE_BITS) };

/* Page p of a program is virtual page FIRST + p. */
enum { FIRST = 4096 };

typedef struct gpuswap_script {
    policy_choice choice;
    const vm_policy *policy;
    void *state;
    uint64_t now;
    bool must_settle;
    uint64_t tick_at;    /* UINT64_MAX = no more */
    uint64_t arrives_at; /* UINT64_MAX = the link is free */
    uint64_t sent[2];    /* bytes, [to the GPU] */
    uint32_t transfers, moves, unmapped, refused;
    bool runs[SCRIPT_APPS];
    uint64_t frame[SCRIPT_APPS][SCRIPT_PAGES];          /* 0 = no place */
    bool is_used[SCRIPT_APPS][SCRIPT_PAGES / MB_PAGES]; /* a page of this MB had a place */
    bool is_large[SCRIPT_APPS][SCRIPT_PAGES / LARGE_PAGES];
} gpuswap_script;

static gpuswap_script script;

static inline gpuswap *script_state(void)
{
    return script.state;
}

/* ---- the host ---- */

static inline void script_transfer(void *opaque, uint32_t token, uint64_t bytes, bool to_gpu)
{
    (void)opaque, (void)token;
    assert_int_equal(script.arrives_at, UINT64_MAX); /* one at a time [KE 3.3.2] */
    script.arrives_at = script.now + bytes;
    script.sent[to_gpu] += bytes;
    script.transfers++;
}

static inline uint64_t *script_entry(uint16_t app, uint64_t page)
{
    assert_true(app < SCRIPT_APPS && page >= FIRST && page < FIRST + SCRIPT_PAGES);
    script.is_used[app][(page - FIRST) / MB_PAGES] = true;
    return &script.frame[app][page - FIRST];
}

/* Of the large page around a page, all of whose pages of FIRST on are. */
static inline bool *script_large(uint16_t app, uint64_t page)
{
    assert_true(app < SCRIPT_APPS && page >= FIRST && page < FIRST + SCRIPT_PAGES);
    return &script.is_large[app][(page - FIRST) / LARGE_PAGES];
}

static inline void script_move(void *opaque, uint16_t app, uint64_t page, uint64_t frame)
{
    (void)opaque;
    uint64_t *entry = script_entry(app, page);
    assert_false(script.runs[app]);
    assert_true(*entry != 0 && *entry != frame && !*script_large(app, page));
    *entry = frame;
    script.moves++;
}

static inline void script_unmap(void *opaque, uint16_t app, uint64_t page)
{
    (void)opaque;
    uint64_t *entry = script_entry(app, page);
    assert_true(*entry != 0 && !*script_large(app, page));
    *entry = 0;
    script.unmapped++;
}

static inline void script_settle(void *opaque)
{
    (void)opaque;
    script.must_settle = true;
}

static inline void script_refuse(void *opaque, uint16_t app, uint64_t address, uint64_t bytes)
{
    (void)opaque, (void)app, (void)address, (void)bytes;
    script.refused++;
}

static inline uint64_t script_place(uint16_t app, uint64_t page);

/* In a large frame in order, in either memory. */
static inline void script_coalesce(void *opaque, uint16_t app, uint64_t large)
{
    (void)opaque;
    const uint64_t page = large * LARGE_PAGES;
    bool *is_large = script_large(app, page);
    assert_false(*is_large);
    *is_large = true;
    const uint64_t frame = script_place(app, page - FIRST);
    assert_int_equal(frame % LARGE_PAGES, 0);
    for (uint32_t i = 0; i < LARGE_PAGES; i++)
        assert_int_equal(script_place(app, page - FIRST + i), frame + i);
}

static inline void script_splinter(void *opaque, uint16_t app, uint64_t large)
{
    (void)opaque;
    bool *is_large = script_large(app, large * LARGE_PAGES);
    assert_true(*is_large);
    *is_large = false;
}

static const vm_host script_host = {.core_mhz = 1,
                                    .coalesce = script_coalesce,
                                    .splinter = script_splinter,
                                    .transfer = script_transfer,
                                    .move = script_move,
                                    .unmap = script_unmap,
                                    .settle = script_settle,
                                    .refuse = script_refuse};

/* ---- programs ---- */

static inline void script_begin(const char *label)
{
    poise_error err;
    memset(&script, 0, sizeof script);
    script.arrives_at = UINT64_MAX;
    assert_int_equal(policy_choose(POLICY_VM, label, &script.choice, &err), 0);
    script.policy = policy_functions(&script.choice);
    if (script.policy->create(&script_host, script.choice.options, &script.state, &err))
        fail_msg("%s", err.text);
}

static inline void script_end(void)
{
    script.policy->life.destroy(script.state);
    policy_choice_free(&script.choice);
}

static inline void script_allocate(uint16_t app, uint64_t page, uint64_t pages)
{
    script.policy->allocate(script.state, app, (FIRST + page) * PAGE, pages * PAGE, script.now);
}
static inline void script_release(uint16_t app, uint64_t page, uint64_t pages)
{
    script.policy->release(script.state, app, (FIRST + page) * PAGE, pages * PAGE, script.now);
}

static inline uint64_t script_place(uint16_t app, uint64_t page)
{
    uint64_t *entry = script_entry(app, FIRST + page);
    if (!*entry) {
        vm_place at = {.page_bits = VM_BASE_BITS};
        assert_int_equal(script.policy->place(script.state, app, FIRST + page, &at, script.now), VM_PRESENT);
        *entry = at.frame;
    }
    return *entry;
}

/* Sectors of a page are read below the L2. */
static inline void script_access(uint16_t app, uint64_t page, uint32_t sectors)
{
    const uint64_t address = script_place(app, page) << VM_BASE_BITS;
    if (script.policy->watches(script.state))
        script.policy->accessed(script.state, app, address, sectors, false);
}

static inline bool script_is_host(uint16_t app, uint64_t page)
{
    return vm_is_host(script_place(app, page) << VM_BASE_BITS);
}

/* Pages of a range that lie at the host. */
static inline uint32_t script_at_host(uint16_t app, uint64_t page, uint32_t pages)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < pages; i++)
        n += script_is_host(app, page + i);
    return n;
}

static inline bool script_admits(uint16_t app)
{
    return script.policy->admit(script.state, app, script.now);
}

static inline void script_launch(uint16_t app)
{
    const policy_launch launch = {.cycle = script.now, .kernel = 1, .warps = 1, .app = app};
    assert_true(script_admits(app));
    script.policy->life.launch_begin(script.state, &launch);
    script.runs[app] = true;
}

static inline void script_finish(uint16_t app)
{
    script.runs[app] = false;
    script.policy->life.launch_end(script.state, app, script.now);
}

static inline void script_leave(uint16_t app)
{
    script.policy->life.app_end(script.state, app, script.now);
    memset(script.frame[app], 0, sizeof script.frame[app]);
    memset(script.is_used[app], 0, sizeof script.is_used[app]);
    memset(script.is_large[app], 0, sizeof script.is_large[app]);
}

/* ---- time ---- */

/* What a machine does at an exchange and until the next. */
static inline void script_exchange(void)
{
    if (!script.must_settle)
        return;
    script.must_settle = false;
    script.policy->settle(script.state, script.now);
    script.tick_at = script.now;
}

/* Settles, and does what is due. */
static inline void script_act(void)
{
    script_exchange();
    if (script.arrives_at <= script.now) {
        script.arrives_at = UINT64_MAX;
        script.policy->transferred(script.state, 0, script.now);
        script_exchange();
    }
    while (script.tick_at <= script.now) { /* once more after each exchange */
        const uint64_t next = script.policy->tick(script.state, script.now);
        script.tick_at = next ? script.now + next : UINT64_MAX;
        script_exchange();
    }
}

/* Core cycle in which something is due, but for returns; UINT64_MAX = nothing. */
static inline uint64_t script_due(void)
{
    const uint64_t wakes_at = gpuswap_wakes_at(script.state);
    if (script.must_settle)
        return script.now;
    return wakes_at < script.arrives_at ? wakes_at : script.arrives_at;
}

static inline void script_pass(uint64_t cycles)
{
    const uint64_t end = script.now + cycles;
    for (;;) {
        script_act();
        const uint64_t due = script_due();
        if (due > end && script.tick_at > end)
            break;
        const uint64_t next = due < script.tick_at ? due : script.tick_at;
        script.now = next > script.now ? next : script.now + (due != script.now);
    }
    assert_true(script.now <= end);
    script.now = end;
    script_act();
}

/* Until nothing is due. */
static inline void script_come_to_rest(void)
{
    for (script_act(); script_due() != UINT64_MAX; script_act())
        script.now = script_due();
}

static inline double script_figure(const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    const size_t n = script.policy->life.statistics(&script.state, 1, all, POLICY_STATISTICS);
    return figure_named(all, n, name);
}

#endif
