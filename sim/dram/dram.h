/* One memory channel: admission from its L2 banks, a fixed delay pipe, the scheduling policy's queue, 16
 * banks with open-page row buffers under GDDR5 timing, a return queue. One command per command cycle, columns
 * before rows. A line of an L2 with sectors counts as its sectors. Source: [T3.1,
 * S2.2.2, S3.5.1]; timing relations as in GPGPU-Sim.
 *
 * A channel is simulated in two parts. The front end (dram.c) deals with the L2 banks: it admits requests,
 * hands replies back and knows what the channel holds. The scheduler (dram_schedule.c) is what lies between
 * the delay pipe and the last column of a request. A request is in the pipe for `dram_latency`, and the front
 * end learns of a column no earlier than one DRAM cycle after it, so the scheduler can run one window ahead
 * of the front end: in one window front end and scheduler are independent, like an SM and the crossbar
 * (port.h). With a pipe shorter than two windows they run in step. */
#ifndef POISE_SIM_DRAM_DRAM_H
#define POISE_SIM_DRAM_DRAM_H

#include "common/error.h"
#include "sim/base/number_pool.h"
#include "sim/base/window_queue.h"
#include "sim/l2/l2.h"
#include "sim/measure/stalls.h"
#include "sim/sim.h"
#include "sim_hooks/dram.h"

struct gpu;

enum { DRAM_NO_JOB = 0xffff, DRAM_MAX_BANKS = 64, DRAM_MAX_BANK_GROUPS = 16, DRAM_CALENDAR = 64 };
enum { DRAM_FOR_CPU = 0xffff }; /* instead of an L2 bank */
/* Requests that a policy may store. */
enum { DRAM_MOST_ENTRIES = 1 << 14 };

/* A request inside the channel, from admission to its last column. */
typedef struct dram_job {
    mem_request request;
    uint16_t l2_bank, mshr;
    uint16_t columns_left;
    uint8_t units; /* queue entries it counts for */
    uint32_t bank, row;
    bool is_write;
    bool is_stored;  /* the policy has it */
    bool opened_row; /* needed an activate: not a row hit */
} dram_job;

typedef struct dram_timed {
    uint64_t ready; /* DRAM cycle; core cycle with memory = ideal-dram */
    uint16_t job;
    uint16_t l2_bank, mshr;
    uint8_t sectors;
} dram_timed;
DEFINE_WINDOW_QUEUE(timed_queue, dram_timed)

typedef struct dram_bank {
    uint16_t job;
    uint8_t group;
    uint64_t column_at, precharge_at, activate_at; /* earliest command cycles */
} dram_bank;

/* How a policy breaks its contract: a bank that the channel has not, a request that the policy has not, one
 * to a bank that has a request in service. */
typedef enum dram_fault { DRAM_FAULTLESS, DRAM_FAULT_BANK, DRAM_FAULT_REQUEST, DRAM_FAULT_BUSY } dram_fault;

/* Between the L2 banks and the scheduler. */
typedef struct dram_front_end {
    alignas(64) number_pool jobs; /* numbers of job[] */
    uint32_t units;               /* sectors or lines in the channel */
    uint32_t next_l2_bank;        /* round robin of admission; behind the last bank the CPU cores */
    uint64_t pending_since;
    uint64_t pending; /* DRAM cycles with a request in the channel, until pending_since */
    /* CPU cores at the memory controllers (sim/cpu/cores.h) */
    l2_miss_fifo cpu_requests; /* .mshr is that of the core which request.source names */
    uint32_t cpu_jobs;         /* in the channel */
} dram_front_end;

typedef struct dram_channel {
    dram_front_end front;
    timed_queue pipe; /* to the scheduler */
    timed_queue returns,
        written;   /* to the front end: reads, at the end of their data; writes, at their last column
                    */
    dram_job *job; /* the front end's while it is free, then the scheduler's */

    /* the scheduler */
    alignas(64) const dram_policy *policy;
    dram_host host;
    void *policy_state;
    uint64_t from; /* DRAM cycle up to which it has run */
    uint64_t next; /* in which it goes on, UINT64_MAX = none known */
    uint64_t
        first_done;   /* in which the front end can take note of what has been done in the present window */
    uint32_t entries; /* sectors or lines that its storage holds */
    dram_bank *bank;
    uint32_t open_row[DRAM_MAX_BANKS]; /* DRAM_NO_ROW = none */
    uint32_t n_banks;
    uint64_t busy_banks; /* banks with a job */
    uint64_t writing;    /* of these, the ones whose job writes */
    uint64_t group_banks[DRAM_MAX_BANK_GROUPS];
    /* Of these, the ones that are ready for their next command, by its kind; the others wait in a calendar.
     */
    uint64_t ready_columns, ready_activates, ready_precharges;
    uint64_t due[DRAM_CALENDAR], due_any; /* banks by cycle, occupied cycles */
    uint64_t calendar_at;                 /* cycle up to which it has been served */
    uint32_t waiting;                     /* sectors or lines in the policy's storage */
    uint64_t last_column, last_activate;
    uint64_t command_at;        /* no command can go before this cycle unless a bank gets a request */
    uint64_t read_at, write_at; /* earliest cycle of a column of either kind */
    uint64_t group_at[DRAM_MAX_BANK_GROUPS]; /* of a column in the bank group */
    sim_counters *count;                     /* of each address space (gpu.n_spaces) */
    dram_fault fault;                        /* how the policy broke its contract here (contract.h) */
    uint32_t fault_bank;                     /* DRAM_FAULT_BANK, DRAM_FAULT_BUSY: which it named */
    dram_stalls *stalls;                     /* NULL = not measured */

    /* As pipe and returns, of CPU cores: neither side waits behind the other. */
    timed_queue cpu_pipe, cpu_returns;
    bool cpu_turn; /* the next place in the scheduler queue is offered to the CPUs' pipe first */
} dram_channel;

bool dram_init(struct gpu *gpu, dram_channel *channel, poise_error *err);
void dram_free(dram_channel *channel);
/* Clears times, counters and what a launch that was cut short has left in flight; open rows stay. */
int dram_reset(const struct gpu *gpu, dram_channel *channel, poise_error *err);
/* Runs the front end of channel `index`, with the scheduler if they run in step, in the current core cycle.
 */
void dram_run(struct gpu *gpu, uint32_t index);
/* The front end, before a window that begins in core cycle `from` and after it. */
void dram_open_front_end(struct gpu *gpu, uint32_t index, uint64_t from);
void dram_close_front_end(struct gpu *gpu, uint32_t index);

/* ---- dram_schedule.c ---- */
/* Runs the scheduler of channel `index` up to core cycle `end` (exclusive), a window later than that of the
 * front end. Returns the core cycle of the first window in which front end or scheduler must run again. */
uint64_t dram_advance(struct gpu *gpu, uint32_t index, uint64_t end);
/* One command cycle of the scheduler. Returns the next with something to do, UINT64_MAX if none is known. */
uint64_t dram_schedule(struct gpu *gpu, dram_channel *channel, uint64_t cycle);

/* ---- dram_command.c: timing ---- */

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

#endif
