/* One memory channel by itself, with a log of its commands: the test stands in for the L2 banks, queues
 * misses and takes what returns. A DRAM cycle is a core cycle. Commands are read off the state of the banks
 * before and after each cycle, so that the simulator needs no hook. */
#ifndef POISE_TESTS_DRAM_BENCH_H
#define POISE_TESTS_DRAM_BENCH_H

#include "sim/dram/dram.h"
#include "tests/dram_rules.h"
#include "tests/unit/sim/part.h"

enum { DRAM_LOG = 1 << 16 };

enum { DRAM_BENCH_QUEUES = 2, DRAM_BENCH_QUEUE = 8 };

typedef struct dram_bench {
    sim_base base;
    policy_choice choice;
    dram_channel channel;
    dram_access_fifo queue[DRAM_BENCH_QUEUES]; /* as of two L2 banks */
    uint64_t now;
    dram_logged log[DRAM_LOG];
    uint32_t logged;
    uint32_t taken, returned;  /* requests queued; reads that came back */
    uint64_t last_returned_at; /* cycle */
    uint8_t last_sectors;      /* of what came back then */
    bool refuses;              /* what has been read */
} dram_bench;

static inline void dram_bench_taken(void *owner, dram_access_fifo *queue)
{
    (void)owner;
    dram_access_fifo_pop(queue);
}

static inline bool dram_bench_give(void *owner, const dram_reply *reply)
{
    dram_bench *b = owner;
    if (b->refuses)
        return false;
    b->returned++;
    b->last_sectors = reply->sectors;
    b->last_returned_at = b->now;
    return true;
}

/* Makes the channel with the chosen policy; the error code of dram_init. */
static inline int dram_bench_make(dram_bench *b, poise_error *err)
{
    int code = dram_init(&b->channel, &b->base, 0, &b->choice, err);
    if (code != POISE_OK)
        return code;
    for (uint32_t i = 0; i < DRAM_BENCH_QUEUES; i++)
        dram_connect_bank(
            &b->channel, i,
            &(dram_input){
                .queue = &b->queue[i], .owner = b, .taken = dram_bench_taken, .give = dram_bench_give});
    b->channel.count = calloc(1, sizeof *b->channel.count);
    assert_non_null(b->channel.count);
    return dram_reset(&b->channel, err);
}

/* The thesis machine with one channel at the core clock and no delay pipe, and `settings` on top. */
static inline void dram_bench_prepare(dram_bench *b, const char *policy, const char *const *settings)
{
    static const char *const own[] = {"sms=1",        "channels=1",    "l2_banks=2",      "core_mhz=924",
                                      "icnt_mhz=462", "l2_mhz=462",    "dram_mhz=924",    "dram_latency=0",
                                      "l2_sets=64",   "dram_queue=32", "l2_miss_queue=8", NULL};
    poise_error err;
    b->now = 0;
    b->logged = b->taken = b->returned = 0;
    b->refuses = false;
    part_base(&b->base, own, settings);
    if (policy_choose(POLICY_DRAM, policy, &b->choice, &err))
        fail_msg("%s", err.text);
    for (uint32_t i = 0; i < DRAM_BENCH_QUEUES; i++)
        assert_true(dram_access_fifo_init(&b->queue[i], &b->base.storage, DRAM_BENCH_QUEUE));
}

static inline void dram_bench_open(dram_bench *b, const char *policy, const char *const *settings)
{
    poise_error err;
    dram_bench_prepare(b, policy, settings);
    if (dram_bench_make(b, &err))
        fail_msg("%s", err.text);
}

static inline void dram_bench_close(dram_bench *b)
{
    dram_free(&b->channel);
    policy_choice_free(&b->choice);
    base_free(&b->base);
}

/* Queues an access to a whole line; false when the queue of its L2 bank is full. */
static inline bool dram_bench_request(dram_bench *b, uint64_t address, bool is_write)
{
    address_place place;
    address_locate(b->base.map, address, &place);
    dram_access_fifo *queue = &b->queue[place.l2_bank];
    if (dram_access_fifo_full(queue))
        return false;
    *dram_access_fifo_push(queue) = (dram_access){
        .request = {.address = address, .kind = is_write ? MEM_WRITE_BACK : MEM_LOAD, .sectors = ALL_SECTORS},
        .ready = b->now,
        .is_write = is_write};
    b->taken++;
    base_wake_channel(&b->base, 0, b->now);
    return true;
}

typedef struct dram_bench_state {
    uint64_t busy;
    uint32_t open_row[DRAM_MAX_BANKS];
    uint16_t job[DRAM_MAX_BANKS], columns_left[DRAM_MAX_BANKS];
} dram_bench_state;

static inline void dram_bench_look(const dram_bench *b, dram_bench_state *s)
{
    s->busy = b->channel.count->dram_busy;
    for (uint32_t i = 0; i < b->channel.n_banks; i++) {
        const dram_bank *bank = &b->channel.bank[i];
        s->open_row[i] = b->channel.open_row[i];
        s->job[i] = bank->job;
        s->columns_left[i] = bank->job == DRAM_NO_JOB ? 0 : b->channel.job[bank->job].columns_left;
    }
}

static inline void dram_bench_log(dram_bench *b, const dram_logged *command)
{
    assert_true(b->logged < DRAM_LOG);
    b->log[b->logged] = *command;
    b->log[b->logged++].cycle = b->now;
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
    wheel_skip(&b->base.wheel, b->now);
    dram_bench_look(b, &before);
    dram_run(&b->channel);
    dram_bench_look(b, &after);
    for (uint32_t i = 0; i < b->channel.n_banks; i++) {
        const uint32_t row = after.open_row[i];
        const dram_command_kind kind = row == DRAM_NO_ROW ? DRAM_PRECHARGE : DRAM_ACTIVATE;
        const bool column = after.busy != before.busy && dram_bench_had_column(&before, &after, i);
        if (column) {
            const uint16_t job = before.job[i] == DRAM_NO_JOB ? after.job[i] : before.job[i];
            const dram_job *j = &b->channel.job[job];
            dram_bench_log(b, &(dram_logged){.kind = j->is_write ? DRAM_WRITE : DRAM_READ,
                                             .bank = i,
                                             .row = j->row,
                                             .closes = row == DRAM_NO_ROW});
        } else if (before.open_row[i] != row) {
            dram_bench_log(b, &(dram_logged){.kind = kind, .bank = i, .row = row});
        }
    }
    b->now++;
}

/* Runs until nothing has happened for longer than any timing rule lasts. */
static inline void dram_bench_drain(dram_bench *b)
{
    for (int i = 0; i < 4000; i++)
        dram_bench_step(b);
    assert_int_equal(b->channel.front.jobs.used, 0);
}

#endif
