/* DRAM policies by their contract alone: requests by hand, banks that are idle when the test says so. */
#ifndef POISE_TESTS_DRAM_SCRIPT_H
#define POISE_TESTS_DRAM_SCRIPT_H

#include "sim_hooks/dram.h"
#include "sim_hooks/registry.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

enum { SCRIPT_CHANNELS = 2, SCRIPT_BANKS = 4, SCRIPT_MOST = 1 << 16 };

/* Sources 0 to 2 are SMs, those from CPU0 on CPU cores. */
enum { GPU0, GPU1, GPU2, CPU0, CPU1, CPU2, CPU3, SCRIPT_SOURCES };

typedef struct dram_script {
    policy_choice choice;
    const dram_policy *policy;
    dram_host host[SCRIPT_CHANNELS];
    void *state[SCRIPT_CHANNELS];
    mem_request request[SCRIPT_MOST]; /* by handle */
    uint32_t bank[SCRIPT_MOST];
    uint32_t n;
    uint32_t open_row[SCRIPT_BANKS];
    bool writes; /* the requests to come */
    uint8_t units;
} dram_script;

static dram_script script;

static inline void script_open(const char *string, uint32_t entries)
{
    poise_error err;
    memset(&script, 0, sizeof script);
    script.units = 1;
    if (policy_choose(POLICY_DRAM, string, &script.choice, &err))
        fail_msg("%s", err.text);
    script.policy = policy_functions(&script.choice);
    for (uint32_t i = 0; i < SCRIPT_CHANNELS; i++) {
        script.host[i] = (dram_host){.instance = {i, SCRIPT_CHANNELS},
                                     .banks = SCRIPT_BANKS,
                                     .queue_entries = entries,
                                     .sources = SCRIPT_SOURCES,
                                     .cpus = SCRIPT_SOURCES - CPU0};
        if (script.policy->create(&script.host[i], script.choice.options, &script.state[i], &err))
            fail_msg("%s", err.text);
        if (script.policy->life.launch_begin)
            script.policy->life.launch_begin(script.state[i], &(policy_launch){.cycle = 0});
    }
    for (uint32_t i = 0; i < SCRIPT_BANKS; i++)
        script.open_row[i] = DRAM_NO_ROW;
}

static inline void script_close(void)
{
    for (uint32_t i = 0; i < SCRIPT_CHANNELS; i++)
        script.policy->life.destroy(script.state[i]);
    policy_choice_free(&script.choice);
}

/* A request of `source`, which is program `source` too. */
static inline dram_request script_request(uint32_t source, uint32_t bank, uint32_t row, uint64_t arrival)
{
    assert_true(script.n < SCRIPT_MOST);
    script.request[script.n] = (mem_request){.source = (uint16_t)source, .app = (uint16_t)source};
    script.bank[script.n] = bank;
    return (dram_request){.handle = script.n,
                          .bank = bank,
                          .row = row,
                          .units = script.units,
                          .is_write = script.writes,
                          .arrival = arrival,
                          .request = &script.request[script.n]};
}

static inline bool script_takes(uint32_t channel, uint32_t source)
{
    const dram_request request = script_request(source, 0, 0, 0);
    return script.policy->can_accept(script.state[channel], &request);
}

/* Returns its handle. */
static inline uint32_t script_ask(uint32_t channel, uint32_t source, uint32_t bank, uint32_t row,
                                  uint64_t arrival)
{
    const dram_request request = script_request(source, bank, row, arrival);
    assert_true(script.policy->can_accept(script.state[channel], &request));
    script.policy->accept(script.state[channel], &request);
    return script.n++;
}

static inline uint32_t script_next(uint32_t channel, uint64_t idle, uint64_t cycle)
{
    const dram_view view = {
        .cycle = cycle, .idle = idle, .open_row = script.open_row, .turn = (uint32_t)(cycle % SCRIPT_BANKS)};
    return script.policy->next(script.state[channel], &view);
}

static inline void script_done(uint32_t channel, uint32_t handle, uint64_t cycle)
{
    if (script.policy->done)
        script.policy->done(script.state[channel], handle, cycle);
}

static inline uint64_t script_gather(uint64_t cycle)
{
    return script.policy->life.gather(script.state, SCRIPT_CHANNELS, cycle);
}

/* `handle` may be a call that asks: it comes first. */
#define expect_next(idle, cycle, handle)                          \
    do {                                                          \
        const uint32_t expected_ = (handle);                      \
        assert_int_equal(script_next(0, idle, cycle), expected_); \
    } while (0)

#endif
