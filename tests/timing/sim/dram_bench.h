/* One memory channel by itself, with a log of its commands: the test stands in for the L2 banks, queues
 * misses and takes what returns. A DRAM cycle is a core cycle. Commands are read off the state of the banks
 * before and after each cycle, so that the simulator needs no hook. */
#ifndef POISE_TESTS_DRAM_BENCH_H
#define POISE_TESTS_DRAM_BENCH_H

#include "sim/gpu.h"
#include "tests/test.h"

typedef enum dram_command_kind { DRAM_ACTIVATE, DRAM_PRECHARGE, DRAM_READ, DRAM_WRITE } dram_command_kind;

typedef struct dram_logged {
    uint64_t cycle;
    dram_command_kind kind;
    uint32_t bank, row;
} dram_logged;

enum { DRAM_LOG = 1 << 16 };

typedef struct dram_bench {
    gpu *g;
    dram_channel *channel;
    uint64_t now;
    dram_logged log[DRAM_LOG];
    uint32_t logged;
    uint32_t taken, returned;  /* requests queued; reads that came back */
    uint64_t last_returned_at; /* cycle */
} dram_bench;

/* The thesis machine with one channel at the core clock and no delay pipe, and `settings` on top. */
static inline void dram_bench_open(dram_bench *b, const char *policy, const char *const *settings)
{
    static const char *const own[] = {"sms=1",        "channels=1",    "l2_banks=2",      "core_mhz=924",
                                      "icnt_mhz=462", "l2_mhz=462",    "dram_mhz=924",    "dram_latency=0",
                                      "l2_sets=64",   "dram_queue=32", "l2_miss_queue=8", NULL};
    sim_config config;
    simulator *sim;
    poise_error err;
    sim_config_default(&config);
    const char *const *both[] = {own, settings};
    for (int i = 0; i < 2; i++)
        for (const char *const *s = both[i]; s && *s; s++)
            if (sim_config_set(&config, *s, &err))
                fail_msg("%s", err.text);
    sim_policies policies = {.dram = policy};
    if (sim_create(&sim, &config, &policies, &err))
        fail_msg("%s", err.text);
    b->g = (gpu *)(void *)sim;
    b->channel = &b->g->channels[0];
    b->now = 0;
    b->logged = b->taken = b->returned = 0;
    assert_int_equal(dram_reset(b->g, b->channel, &err), 0);
}

static inline void dram_bench_close(dram_bench *b)
{
    sim_destroy((simulator *)(void *)b->g);
}

/* Queues an access to a whole line; false when the miss queue of its L2 bank is full. */
static inline bool dram_bench_request(dram_bench *b, uint64_t address, bool is_write)
{
    address_place place;
    address_locate(&b->g->map, address, &place);
    l2_bank *bank = &b->g->banks[place.l2_bank];
    if (l2_miss_fifo_full(&bank->misses))
        return false;
    *l2_miss_fifo_push(&bank->misses) = (l2_miss){
        .request = {.address = address, .kind = is_write ? MEM_WRITE_BACK : MEM_LOAD, .sectors = ALL_SECTORS},
        .ready = b->now,
        .is_write = is_write};
    bank->miss_units += l2_units(b->g, ALL_SECTORS);
    b->taken++;
    gpu_wake_channel(b->g, 0, b->now);
    return true;
}

typedef struct dram_bench_state {
    uint64_t busy;
    uint32_t open_row[DRAM_MAX_BANKS];
    uint16_t job[DRAM_MAX_BANKS], columns_left[DRAM_MAX_BANKS];
} dram_bench_state;

static inline void dram_bench_look(const dram_bench *b, dram_bench_state *s)
{
    s->busy = b->channel->count->dram_busy;
    for (uint32_t i = 0; i < b->channel->n_banks; i++) {
        const dram_bank *bank = &b->channel->bank[i];
        s->open_row[i] = b->channel->open_row[i];
        s->job[i] = bank->job;
        s->columns_left[i] = bank->job == DRAM_NO_JOB ? 0 : b->channel->job[bank->job].columns_left;
    }
}

static inline void dram_bench_log(dram_bench *b, dram_command_kind kind, uint32_t bank, uint32_t row)
{
    assert_true(b->logged < DRAM_LOG);
    b->log[b->logged++] = (dram_logged){b->now, kind, bank, row};
}

/* Whether bank `i` had a column between two looks. A request has two bursts, so one that was given to the
 * bank in this cycle has one left. */
static inline bool dram_bench_had_column(const dram_bench_state *before, const dram_bench_state *after,
                                         uint32_t i)
{
    if (before->job[i] == DRAM_NO_JOB)
        return after->job[i] != DRAM_NO_JOB && after->columns_left[i] == 1;
    return after->job[i] == DRAM_NO_JOB || after->columns_left[i] < before->columns_left[i];
}

/* Runs one DRAM cycle. */
static inline void dram_bench_step(dram_bench *b)
{
    dram_bench_state before = {0}, after = {0};
    wheel_skip(&b->g->wheel, b->now);
    dram_bench_look(b, &before);
    dram_run(b->g, 0);
    dram_bench_look(b, &after);
    for (uint32_t i = 0; i < b->channel->n_banks; i++) {
        if (before.open_row[i] != after.open_row[i])
            dram_bench_log(b, after.open_row[i] == DRAM_NO_ROW ? DRAM_PRECHARGE : DRAM_ACTIVATE, i,
                           after.open_row[i]);
        if (after.busy != before.busy && dram_bench_had_column(&before, &after, i)) {
            uint16_t job = before.job[i] == DRAM_NO_JOB ? after.job[i] : before.job[i];
            dram_bench_log(b, b->channel->job[job].is_write ? DRAM_WRITE : DRAM_READ, i, after.open_row[i]);
        }
    }
    for (int i = 0; i < 2; i++) {
        for (l2_fill_fifo *fills = &b->g->banks[i].fills; fills->count; l2_fill_fifo_pop(fills)) {
            b->returned++;
            b->last_returned_at = b->now;
        }
    }
    b->now++;
}

/* Runs until nothing has happened for longer than any timing rule lasts. */
static inline void dram_bench_drain(dram_bench *b)
{
    for (int i = 0; i < 4000; i++)
        dram_bench_step(b);
    assert_int_equal(b->channel->front.jobs.used, 0);
}

#endif
