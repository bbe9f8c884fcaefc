/* A vm policy and a host that a test plays: what the policy asks of it, and buffers in pages. */
#ifndef POISE_TESTS_VM_SCRIPT_H
#define POISE_TESTS_VM_SCRIPT_H

#include "sim_hooks/registry.h"
#include "sim_hooks/vm.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

#include <string.h>

enum { MB_PAGES = 256, PAGE = 4096, MOST_ASKED = 64 };

static struct {
    uint32_t moved, unmapped, presented, refused;
    bool wants_settle;
    uint16_t refused_app;
    uint64_t moved_page, moved_frame, unmapped_page; /* the last */
    uint64_t dirty_page;                             /* the L2 holds lines of that page, of any program */
    /* Transfers in their order, the first `n_arrived` of which have arrived. */
    uint32_t n_transfers, n_arrived;
    struct {
        uint32_t token;
        uint64_t bytes;
        bool to_gpu;
    } transfer[MOST_ASKED];
} asked;

static policy_choice choice;
static const vm_policy *policy;
static void *policy_state;

static inline void script_unmap(void *opaque, uint16_t app, uint64_t page)
{
    (void)opaque, (void)app;
    asked.unmapped++;
    asked.unmapped_page = page;
}
static inline void script_move(void *opaque, uint16_t app, uint64_t page, uint64_t frame)
{
    (void)opaque, (void)app;
    asked.moved++;
    asked.moved_page = page;
    asked.moved_frame = frame;
}
static inline void script_transfer(void *opaque, uint32_t token, uint64_t bytes, bool to_gpu)
{
    (void)opaque;
    assert_true(asked.n_transfers < MOST_ASKED);
    asked.transfer[asked.n_transfers].token = token;
    asked.transfer[asked.n_transfers].bytes = bytes;
    asked.transfer[asked.n_transfers++].to_gpu = to_gpu;
}
static inline void script_settle(void *opaque)
{
    (void)opaque;
    asked.wants_settle = true;
}
static inline void script_refuse(void *opaque, uint16_t app, uint64_t address, uint64_t bytes)
{
    (void)opaque, (void)address, (void)bytes;
    asked.refused++;
    asked.refused_app = app;
}
static inline bool script_is_dirty(void *opaque, uint16_t app, uint64_t page)
{
    (void)opaque, (void)app;
    return page == asked.dirty_page;
}
static inline void script_present(void *opaque, uint16_t app, uint64_t page)
{
    (void)opaque, (void)app, (void)page;
    asked.presented++;
}

static const vm_host script_host = {.core_mhz = 1000,
                                    .pages = 64,
                                    .unmap = script_unmap,
                                    .move = script_move,
                                    .transfer = script_transfer,
                                    .present = script_present,
                                    .settle = script_settle,
                                    .refuse = script_refuse,
                                    .is_dirty = script_is_dirty};

static inline void begin(const char *label)
{
    poise_error err;
    memset(&asked, 0, sizeof asked);
    assert_int_equal(policy_choose(POLICY_VM, label, &choice, &err), 0);
    policy = policy_functions(&choice);
    assert_int_equal(policy->create(&script_host, choice.options, &policy_state, &err), 0);
}

static inline void end(void)
{
    policy->life.destroy(policy_state);
    policy_choice_free(&choice);
}

static inline vm_answer place(uint16_t app, uint64_t page, uint64_t cycle, uint64_t *frame)
{
    vm_place at = {.page_bits = VM_BASE_BITS};
    const vm_answer answer = policy->place(policy_state, app, page, &at, cycle);
    assert_int_equal(at.page_bits, VM_BASE_BITS);
    assert_true(answer == VM_FAULT || vm_is_place(at.frame << VM_BASE_BITS));
    *frame = at.frame;
    return answer;
}

static inline uint64_t frame_of(uint16_t app, uint64_t page)
{
    uint64_t frame;
    assert_int_equal(place(app, page, 0, &frame), VM_PRESENT);
    return frame;
}

static inline bool is_host(uint16_t app, uint64_t page)
{
    return vm_is_host(frame_of(app, page) << VM_BASE_BITS);
}

static inline void allocate(uint16_t app, uint64_t page, uint64_t pages)
{
    policy->allocate(policy_state, app, page * PAGE, pages * PAGE, 0);
}
static inline void release(uint16_t app, uint64_t page, uint64_t pages)
{
    policy->release(policy_state, app, page * PAGE, pages * PAGE, 0);
}

/* The next transfer arrives. */
static inline void arrive(uint64_t cycle)
{
    assert_true(asked.n_arrived < asked.n_transfers);
    policy->transferred(policy_state, asked.transfer[asked.n_arrived++].token, cycle);
}

/* An exchange, at which settle() comes if it has been asked for, and tick() after it. Returns what tick()
 * says. */
static inline uint64_t exchange(uint64_t cycle)
{
    assert_true(asked.wants_settle);
    asked.wants_settle = false;
    policy->settle(policy_state, cycle);
    return policy->tick(policy_state, cycle);
}

static inline double figure(const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    return figure_named(all, policy->life.statistics(&policy_state, 1, all, POLICY_STATISTICS), name);
}

#endif
