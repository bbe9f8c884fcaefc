/* For tests of tlb:mask: the test plays the simulator. */
#ifndef POISE_TESTS_MASK_SCRIPT_H
#define POISE_TESTS_MASK_SCRIPT_H

#include "sim_hooks/builtin.h"
#include "sim_hooks/registry.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

enum { SMS = 30, HANDLES = SMS * 64, PAGE_BITS = 12, EPOCH = 100000 };

static struct {
    policy_choice choice;
    const tlb_policy *policy;
    tlb_host host;
    void *state;
    uint64_t now, pressure[POLICY_PROGRAMS];
    tlb_read read[TLB_READS];
    uint32_t n_reads, answers, handle;
} t;

static inline uint8_t frame(void *opaque, uint16_t app, uint64_t address)
{
    (void)opaque, (void)app, (void)address;
    return PAGE_BITS;
}
static inline void translated(void *opaque, uint32_t handle)
{
    (void)opaque, (void)handle;
    t.answers++;
}
static inline void read_memory(void *opaque, const tlb_read *read)
{
    (void)opaque;
    t.read[t.n_reads++] = *read;
}

static inline void open_policy(const char *string)
{
    poise_error err;
    memset(&t, 0, sizeof t);
    t.host = (tlb_host){.sms = SMS,
                        .page_bits = PAGE_BITS,
                        .handles = HANDLES,
                        .pressure = t.pressure,
                        .frame = frame,
                        .mapped = frame,
                        .translated = translated,
                        .read = read_memory};
    if (policy_choose(POLICY_TLB, string, &t.choice, &err))
        fail_msg("%s", err.text);
    t.policy = policy_functions(&t.choice);
    if (t.policy->create(&t.host, t.choice.options, &t.state, &err))
        fail_msg("%s", err.text);
    t.policy->restart(t.state);
}

static inline void close_policy(void)
{
    t.policy->life.destroy(t.state);
    policy_choice_free(&t.choice);
}

static inline mem_request request_of(uint16_t sm, uint16_t warp, uint16_t app, uint64_t page)
{
    return (mem_request){.virtual_address = page << PAGE_BITS, .source = sm, .warp = warp, .app = app};
}

/* A warp uses a page that its L1 TLB does not have. */
static inline void miss(uint16_t sm, uint16_t warp, uint16_t app, uint64_t page)
{
    const mem_request request = request_of(sm, warp, app, page);
    assert_int_equal(t.policy->look_up(t.state, &request, t.now), TLB_MISS);
    t.policy->ask(t.state, t.handle++ % HANDLES, &request, t.now);
}

static inline void run(uint64_t cycles)
{
    for (uint64_t end = t.now + cycles; t.now < end; t.now++) {
        const uint32_t n = t.n_reads;
        tlb_read reads[TLB_READS];
        memcpy(reads, t.read, sizeof reads);
        t.n_reads = 0;
        for (uint32_t i = 0; i < n; i++)
            t.policy->read_done(t.state, reads[i].token, true, t.now);
        (void)t.policy->tick(t.state, t.now);
    }
}

/* The same, until it is answered. Returns whether it hit in the L2 TLB or beside it. */
static inline bool use(uint16_t sm, uint16_t warp, uint16_t app, uint64_t page)
{
    const uint32_t answers = t.answers;
    miss(sm, warp, app, page);
    run(11);
    const bool hit = t.answers > answers;
    run(20);
    assert_int_equal(t.answers, answers + 1);
    return hit;
}

static inline double figure(const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    size_t n = t.policy->life.statistics(&t.state, 1, all, POLICY_STATISTICS);
    return figure_named(all, n, name);
}

static inline void end_epoch(void)
{
    t.now = t.now - t.now % EPOCH + EPOCH;
    (void)t.policy->life.gather(&t.state, 1, t.now);
}

static uint64_t fresh = 1 << 20;

/* All of `warps` warps on `sms` SMs use a page of their own, `misses` times, and one that all use, `hits`
 * times. */
static inline void work(uint16_t sms, uint16_t warps, uint32_t misses, uint32_t hits)
{
    for (uint16_t sm = 0; sm < sms; sm++) {
        for (uint16_t warp = 0; warp < warps; warp++) {
            for (uint32_t i = 0; i < misses; i++)
                (void)use(sm, warp, 0, fresh++);
            for (uint32_t i = 0; i < hits; i++)
                (void)use(sm, warp, 0, 1);
        }
    }
}

/* How many of the first 64 warps of an SM may fill the L2 TLB, which must be the lowest ones. */
static inline uint32_t holders(uint16_t sm)
{
    uint32_t n = 0;
    bool bypassed = false;
    for (uint16_t warp = 0; warp < 64; warp++) {
        const double before = figure("bypass_fills");
        (void)use(sm, warp, 0, fresh++);
        bypassed |= figure("bypass_fills") > before;
        n += !bypassed;
        assert_true(bypassed == (figure("bypass_fills") > before));
    }
    return n;
}

#endif
