/* SMS of one channel, asked, ticked and emptied by a test that stands in for the simulator. Sources: two SMs,
 * which are the GPU, and CPU cores. */
#ifndef POISE_TESTS_SMS_SCRIPT_H
#define POISE_TESTS_SMS_SCRIPT_H

#include "sim_hooks/builtin.h"
#include "sim_hooks/dram/sms.h"
#include "sim_hooks/registry.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

enum { SMS_SMS = 2, SMS_CPUS = 4, SMS_REQUESTS = 1 << 13, GPU = -1 };

typedef struct sms_script {
    policy_choice choice;
    void *state;
    uint32_t banks;
    mem_request request[SMS_REQUESTS];
    uint32_t bank[SMS_REQUESTS];
    uint32_t n;
    uint64_t cycle;
    uint8_t units; /* of the next requests */
    uint32_t open_row[DRAM_QUEUE_BANKS];
} sms_script;

static sms_script t;

static inline void *sms_make(uint32_t channel, uint32_t channels, uint32_t cpus, uint32_t banks)
{
    void *state = NULL;
    poise_error err;
    const dram_host host = {.instance = {channel, channels},
                            .banks = banks,
                            .queue_entries = 300,
                            .sources = SMS_SMS + cpus,
                            .cpus = cpus,
                            .cpu_cycles = 1};
    if (dram_sms.create(&host, t.choice.options, &state, &err))
        fail_msg("%s", err.text);
    dram_sms.life.launch_begin(state, &(policy_launch){.cycle = 0});
    return state;
}

static inline void sms_choose(const char *string)
{
    poise_error err;
    memset(&t, 0, sizeof t);
    t.units = 1;
    if (policy_choose(POLICY_DRAM, string, &t.choice, &err))
        fail_msg("%s", err.text);
    for (uint32_t i = 0; i < DRAM_QUEUE_BANKS; i++)
        t.open_row[i] = DRAM_NO_ROW;
}

static inline void sms_open(const char *string)
{
    sms_choose(string);
    t.banks = 4;
    t.state = sms_make(0, 1, SMS_CPUS, t.banks);
}

static inline void sms_close(void)
{
    dram_sms.life.destroy(t.state);
    policy_choice_free(&t.choice);
}

/* What stage 3 of a bank has. */
static inline uint32_t commanded(uint32_t bank)
{
    return ((const sms_state *)t.state)->dcs[bank].n;
}

/* Of a CPU core, or of the GPU. */
static inline dram_request sms_request(int source, uint32_t bank, uint32_t row)
{
    assert_true(t.n < SMS_REQUESTS);
    t.request[t.n] =
        (mem_request){.source = (uint16_t)(source == GPU ? t.n % SMS_SMS : SMS_SMS + (uint32_t)source)};
    t.bank[t.n] = bank;
    return (dram_request){.handle = t.n,
                          .bank = bank,
                          .row = row,
                          .units = t.units,
                          .arrival = t.cycle,
                          .request = &t.request[t.n]};
}

static inline bool accepts(int source, uint32_t bank, uint32_t row)
{
    const dram_request asked = sms_request(source, bank, row);
    return dram_sms.can_accept(t.state, &asked);
}

/* In the present cycle; returns its handle. */
static inline uint32_t ask(int source, uint32_t bank, uint32_t row)
{
    const dram_request asked = sms_request(source, bank, row);
    assert_true(dram_sms.can_accept(t.state, &asked));
    dram_sms.accept(t.state, &asked);
    return t.n++;
}

/* Ends the present cycle, and all up to `cycle`. */
static inline void tick(void)
{
    (void)dram_sms.tick(t.state, t.cycle++);
}

static inline void tick_until(uint64_t cycle)
{
    while (t.cycle < cycle)
        tick();
}

static inline uint32_t next(uint64_t idle)
{
    const dram_view view = {.cycle = t.cycle, .idle = idle, .open_row = t.open_row};
    return dram_sms.next(t.state, &view);
}

static inline void done(uint32_t handle)
{
    dram_sms.done(t.state, handle, t.cycle);
}

/* Gives the next request to one of the banks, of which it is. */
static inline void expect_next(uint64_t idle, uint32_t handle)
{
    assert_int_equal(next(idle), handle);
    done(handle);
}

/* Serves all that stage 3 has; returns how many. */
static inline uint32_t serve_all(void)
{
    uint32_t n = 0;
    for (uint32_t handle; (handle = next(~0ull)) != DRAM_NO_REQUEST; n++)
        done(handle);
    return n;
}

static inline double told(const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    size_t n = dram_sms.life.statistics(&t.state, 1, all, POLICY_STATISTICS);
    return figure_named(all, n, name);
}

#endif
