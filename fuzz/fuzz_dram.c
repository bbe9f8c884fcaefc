/* DRAM schedulers under streams that the input chooses: the first bytes name a scheduler, a machine
 * and what the requests are like, all others are choices of the stream, which goes on at random. Commands
 * must keep the timing rules, and every request must be served once (tests/dram_drive.h). */
#include "fuzz/steps.h"
#include "tests/dram_drive.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const refreshed[] = {"t_faw=40", "t_refi=700", "t_rfc=90", "dram_queue=8", NULL};
static const struct {
    const char *preset;
    const char *const *settings;
} machines[] = {{"thesis-ch5", NULL}, {"thesis-ch5", refreshed}, {"sms", NULL}, {"ddr5", NULL}};

enum { SCHEDULER, MACHINE, REQUESTS, OF_CPUS, WRITES, NEXT, ONE_BANK, LINES, BURST, PAUSE, SEED, HEADER };

/* Cycles in which nothing is asked for cost as much as others: the longer a stream, the shorter its pauses.
 */
enum {
    PAUSE_CYCLES = 1 << 9,       /* of a stream at most, on average */
    LONG_PAUSE_CYCLES = 1 << 13, /* of a long one; longer than two refreshes are apart */
};

static uint32_t longest_pause(const uint8_t *header, bool is_long, uint32_t requests)
{
    const uint32_t burst = 1u + header[BURST], pauses = 1 + requests / burst;
    const uint32_t cycles = is_long ? LONG_PAUSE_CYCLES : PAUSE_CYCLES;
    const uint32_t longest = 4u * header[PAUSE], affordable = 2u * cycles / pauses;
    return longest < affordable ? longest : affordable;
}

/* Made once. */
static const sim_config *config_of(uint32_t machine)
{
    static sim_config config[sizeof machines / sizeof *machines];
    static bool is_made[sizeof machines / sizeof *machines];
    poise_error err;
    if (!is_made[machine] &&
        drive_config(&config[machine], machines[machine].preset, machines[machine].settings, &err))
        abort();
    is_made[machine] = true;
    return &config[machine];
}

static drive_stream stream_of(const uint8_t *header, bool is_long, uint32_t requests)
{
    return (drive_stream){.of_cpus = header[OF_CPUS] % 101,
                          .writes = header[WRITES] % 101,
                          .next = header[NEXT] % 101,
                          .one_bank = header[ONE_BANK] % 101,
                          .lines = 1u << header[LINES] % 20,
                          .burst = 1u + header[BURST],
                          .pause = longest_pause(header, is_long, requests)};
}

static void run(const char *policy, const uint8_t *data, size_t size)
{
    static dram_drive d;
    poise_error err;
    const uint32_t requests = fuzz_steps(data, size, data[REQUESTS], 2);
    const drive_stream stream = stream_of(data, fuzz_is_long(data, size), requests);
    const uint32_t machine = data[MACHINE] % (sizeof machines / sizeof *machines);
    if (drive_open(&d, policy, config_of(machine), &err))
        abort();
    poise_random_seed(&d.random, data[SEED]);
    d.input = data + HEADER;
    d.n_input = size - HEADER;
    if (!drive_run(&d, &stream, requests)) {
        fprintf(stderr, "%s\n", d.broken);
        abort();
    }
    drive_close(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t n = 1; /* there is at least one */
    if (size < HEADER)
        return 0;
    while (policy_builtin(POLICY_DRAM, n))
        n++;
    run(policy_builtin(POLICY_DRAM, data[SCHEDULER] % n)->name, data, size);
    return 0;
}

#include "fuzz/replay.h"
