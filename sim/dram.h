/* One memory channel: admission from its L2 banks, a fixed delay pipe, the scheduling policy's queue, 16
 * banks with open-page row buffers under GDDR5 timing, a return queue. One command per command cycle, columns
 * before rows. A line of an L2 with sectors counts as its sectors. Source: bandwidth_ccn.md
 * sections 1.1, 1.2, 1.4 (9); timing relations as in GPGPU-Sim. */
#ifndef POISE_SIM_DRAM_H
#define POISE_SIM_DRAM_H

#include "common/error.h"
#include "sim/fifo.h"
#include "sim/number_pool.h"
#include "sim/sim.h"
#include "sim/stalls.h"
#include "sim_hooks/dram/dram.h"

struct gpu;

enum { DRAM_NO_JOB = 0xffff, DRAM_MAX_BANK_GROUPS = 16, DRAM_CALENDAR = 64 };

/* A request inside the channel, from admission to its last column. */
typedef struct dram_job {
    uint16_t l2_bank, mshr, sm;
    uint16_t columns_left;
    uint8_t units, sectors; /* queue entries it counts for; what it reads */
    uint32_t bank, row;
    bool is_write;
    bool opened_row; /* needed an activate: not a row hit */
} dram_job;

typedef struct dram_timed {
    uint64_t ready; /* pipe: core cycle; returns: DRAM cycle */
    uint16_t job;
    uint16_t l2_bank, mshr;
    uint8_t sectors;
} dram_timed;
DEFINE_FIFO(dram_timed_fifo, dram_timed)

typedef struct dram_bank {
    uint32_t open_row;
    uint16_t job;
    uint8_t group;
    uint64_t column_at, precharge_at, activate_at; /* earliest command cycles */
} dram_bank;

typedef struct dram_channel {
    const dram_policy *policy;
    void *policy_state;
    dram_bank *bank;
    uint32_t n_banks;
    uint64_t busy_banks; /* banks with a job */
    /* Of these, the ones that are ready for their next command, by its kind; the others wait in a calendar.
     */
    uint64_t ready_columns, ready_activates, ready_precharges;
    uint64_t due[DRAM_CALENDAR], due_any; /* banks by cycle, occupied cycles */
    uint64_t calendar_at;                 /* cycle up to which it has been served */
    dram_job *job;
    number_pool jobs; /* numbers of job[] */
    uint32_t units;   /* sectors or lines in the channel */
    uint32_t waiting; /* of these in the policy's storage */
    dram_timed_fifo pipe, returns;
    uint32_t next_l2_bank; /* round robin of admission */
    uint64_t last_column, last_activate;
    uint64_t command_at;        /* no command can go before this cycle unless a bank gets a request */
    uint64_t read_at, write_at; /* earliest cycle of a column of either kind */
    uint64_t group_at[DRAM_MAX_BANK_GROUPS]; /* of a column in the bank group */
    uint64_t pending_since;
    sim_counters count;
    dram_stalls *stalls; /* NULL = not measured */
} dram_channel;

bool dram_init(struct gpu *gpu, dram_channel *channel, poise_error *err);
void dram_free(dram_channel *channel);
/* Clears times, counters and what a launch that was cut short has left in flight; open rows stay. */
int dram_reset(const struct gpu *gpu, dram_channel *channel, poise_error *err);
void dram_run(struct gpu *gpu, uint32_t index);

/* ---- between dram.c (queues) and dram_command.c (timing) ---- */

/* Round robin over the banks by time, so that it does not depend on how often the channel is woken. */
static inline uint32_t dram_first_bank(const dram_channel *channel, uint64_t cycle)
{
    uint32_t mask = channel->n_banks - 1;
    return (channel->n_banks & mask) == 0 ? (uint32_t)cycle & mask : (uint32_t)(cycle % channel->n_banks);
}

/* Issues at most one command in DRAM cycle `cycle`: a column if any can go, otherwise a row command. Returns
 * the cycle of the next one, UINT64_MAX when no bank has a request. */
uint64_t dram_command(struct gpu *gpu, dram_channel *channel, uint64_t cycle);
/* Bank `b` has another job or another open row in `cycle`: finds out what it needs next, and when. */
void dram_place(dram_channel *channel, uint32_t b, uint64_t cycle);
/* The request has left the channel. */
void dram_release_job(dram_channel *channel, uint16_t job, uint64_t cycle);

#endif
