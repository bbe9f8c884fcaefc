/* One memory channel: admission from the queues of L2 banks and CPU cores (access.h), a fixed delay pipe, the
 * scheduling policy's queue, 16 banks with open-page row buffers under GDDR5 timing, a return queue. One
 * command per command cycle, columns before rows. A line of an L2 with sectors counts as its sectors. Source:
 * [T3.1, S2.2.2, S3.5.1]; timing relations as in GPGPU-Sim.
 *
 * A channel is simulated in two parts. The front end (front_end.c) deals with those above: it admits
 * requests, hands replies back and knows what the channel holds. The scheduler (schedule.c) is what lies
 * between the delay pipe and the last column of a request. A request is in the pipe for `dram_latency`, and
 * the front end learns of a column no earlier than one DRAM cycle after it, so the scheduler can run one
 * window ahead of the front end: in one window front end and scheduler are independent, like an SM and the
 * crossbar (port.h). With a pipe shorter than two windows they run in step. */
#ifndef POISE_SIM_DRAM_DRAM_H
#define POISE_SIM_DRAM_DRAM_H

#include "sim/base/base.h"
#include "sim/base/number_pool.h"
#include "sim/base/units.h"
#include "sim/base/window_queue.h"
#include "sim/dram/access.h"
#include "sim/measure/bottleneck.h"
#include "sim/measure/counters.h"
#include "sim_hooks/dram.h"
#include "sim_hooks/registry.h"

enum { DRAM_NO_JOB = 0xffff, DRAM_MAX_BANKS = 64, DRAM_MAX_BANK_GROUPS = 16, DRAM_CALENDAR = 64 };
/* Requests that a policy may store. */
enum { DRAM_MOST_ENTRIES = 1 << 14 };

/* A request inside the channel, from admission to its last column. */
typedef struct dram_job {
    uint32_t bank, row;
    uint32_t number;     /* in order of arrival at the policy */
    uint64_t entered;    /* DRAM cycle in which it leaves the pipe before the scheduler */
    uint16_t input, tag; /* where it comes from */
    uint16_t columns_left;
    uint8_t unit_columns;   /* of a unit that is read: with its last column it is on its way back */
    uint8_t sectors_left;   /* that have not been */
    uint16_t before, after; /* in the list of its bank: waiting.c, overtake.c */
    uint8_t units;          /* queue entries it counts for */
    bool is_write;
    bool is_stored;  /* the policy has it */
    bool opened_row; /* needed an activate: not a row hit */
    bool has_row;    /* dram_service = queue: its row has been opened for it, or it has had a column */
    mem_request request;
} dram_job;

typedef struct dram_timed {
    uint64_t ready; /* DRAM cycle; core cycle with memory = ideal-dram */
    uint16_t job;
    uint16_t input, tag;
    uint8_t sectors;
    bool is_last; /* of the job */
} dram_timed;
DEFINE_WINDOW_QUEUE(timed_queue, dram_timed)

typedef enum dram_row_kind { DRAM_ROW_ACTIVATE, DRAM_ROW_PRECHARGE, DRAM_ROW_KINDS } dram_row_kind;

/* Earliest cycles that a bank group allows. */
typedef struct dram_bank_group {
    uint64_t banks;
    uint64_t column_at, read_at, write_at;
    uint64_t row_at[DRAM_ROW_KINDS];
} dram_bank_group;

typedef struct dram_bank {
    uint16_t job;
    uint8_t group;
    uint64_t column_at, precharge_at, activate_at; /* earliest command cycles */
} dram_bank;

/* The requests for a bank that the policy has, in order of arrival, and how many of them are for the row that
 * is open: reads, writes. */
typedef struct dram_waiting {
    uint16_t oldest, youngest;
    uint32_t hits[2];
} dram_waiting;

/* How a policy breaks its contract: a bank that the channel has not, a request that the policy has not, one
 * to a bank that has a request in service. */
typedef enum dram_fault { DRAM_FAULTLESS, DRAM_FAULT_BANK, DRAM_FAULT_REQUEST, DRAM_FAULT_BUSY } dram_fault;

/* Between the queues above and the scheduler. */
typedef struct dram_front_end {
    alignas(64) number_pool jobs; /* numbers of job[] */
    uint32_t units;               /* sectors or lines in the channel */
    uint32_t next_input;          /* round robin of admission */
    uint64_t entry_at;            /* DRAM cycle from which the next request may enter */
    uint64_t admitted; /* earliest core cycle in which a request of this window leaves the delay pipe */
    uint64_t pending_since;
    uint64_t pending;              /* DRAM cycles with a request in the channel, until pending_since */
    dram_access_fifo cpu_requests; /* of CPU cores at the memory controllers, all in one queue */
    uint32_t cpu_jobs;             /* of these, in the channel */
    bool is_full;                  /* the scheduler queue, as far as is known */
} dram_front_end;

/* What a channel measures of stall causes; it settles before anything changes: the cycles since the last time
 * count for the state as it was left then. */
typedef struct dram_stalls {
    sim_bottleneck statistics;
    uint64_t since; /* first DRAM cycle that is not counted */
} dram_stalls;

/* What the policy has said of a request at the end of a delay pipe. */
typedef enum dram_admission { DRAM_NOT_ASKED, DRAM_ACCEPTED, DRAM_REFUSED } dram_admission;

/* Timing rules of the machine in command cycles, one after the other for who looks at them all the time. */
typedef struct dram_times {
    uint32_t ccd, ccdl, rrd, rcd, rcd_write, ras, rp, rc, rtpl;
    uint32_t write_to_read, write_to_precharge, read_to_write; /* from column to column or precharge */
    uint32_t faw, ppd;
    uint32_t longer; /* cycles by which activates and columns are longer than other commands */
    uint32_t rrdl, ccdl_write, write_to_readl; /* in one bank group; 0 = no rule of its own */
    uint32_t refi, rfc;                        /* refi 0 = no refresh */
    uint32_t read;                             /* from the last column of what is read to its answer */
} dram_times;

/* Entries of the policy's storage that one address space has, kept where somebody watches; as of DRAM cycle
 * `since`. */
typedef struct dram_held {
    uint32_t entries;
    uint64_t since;
    uint64_t sum; /* entries x DRAM cycles before `since` */
} dram_held;

typedef struct dram_channel {
    sim_base *base;
    uint32_t index;         /* in the machine */
    uint32_t n_inputs;      /* its L2 banks and, behind them, the CPU cores and who copies pages, if any */
    uint32_t n_bank_inputs; /* of these, the L2 banks */
    uint32_t cpu_input;     /* that of the CPU cores; UINT32_MAX = none */
    dram_input *input;
    line_units units;
    uint32_t line_columns; /* of a line that counts as one */
    bool is_apart;         /* the scheduler runs a window ahead */
    const policy_choice *choice;

    dram_front_end front;
    timed_queue pipe; /* to the scheduler */
    timed_queue returns,
        written;          /* to the front end: reads, at the end of their data; writes, at their last column
                           */
    timed_queue fullness; /* likewise: when the scheduler queue has become full (is_last) or is no longer */
    dram_job *job;        /* the front end's while it is free, then the scheduler's */

    /* the scheduler: what every command cycle looks at stands together */
    alignas(64) const dram_policy *policy;
    void *policy_state;
    dram_stalls *stalls;    /* NULL = not measured */
    uint64_t banks_waiting; /* what the policy said when it was asked last */
    dram_admission head[2]; /* what it has said since then of the head of the pipe, of cpu_pipe */
    bool cpu_turn;          /* the next place in the scheduler queue is offered to the CPUs' pipe first */
    uint32_t n_banks;
    uint64_t busy_banks; /* banks with a job */
    uint64_t writing;    /* of these, the ones whose job writes */
    /* Of these, the ones that are ready for their next command, by its kind; the others wait in a calendar.
     */
    uint64_t ready_columns, ready_activates, ready_precharges;
    uint64_t due_any;     /* occupied cycles of the calendar */
    uint64_t calendar_at; /* cycle up to which it has been served */
    uint64_t last_column;
    uint64_t activate_at;                  /* earliest cycle of an activate */
    uint64_t precharge_at;                 /* of a precharge */
    uint64_t command_bus_at;               /* of any command */
    uint64_t group_row_at[DRAM_ROW_KINDS]; /* the latest of what the groups say of them */
    uint64_t command_at;        /* no command can go before this cycle unless a bank gets a request */
    uint64_t read_at, write_at; /* earliest cycle of a column of either kind */
    uint64_t groups_at;         /* the latest of what the groups say of columns */
    uint32_t scan;              /* dram_first = scan: the bank with which it begins */
    uint64_t refresh_due; /* from this cycle on nothing but what leads to a refresh; UINT64_MAX = never */
    uint64_t refreshes;
    dram_bank *bank;
    dram_times times;
    dram_waiting *waits; /* of each bank; NULL = nobody asks */
    bool overtakes;      /* dram_service = queue: banks have lists of requests, the first is bank.job */
    uint32_t given;      /* of these, units of requests without a row: they have places of the queue still */
    uint32_t waiting;    /* sectors or lines in the policy's storage */
    bool tells_fullness; /* dram_entry = room */
    bool is_full;        /* what it has told last */
    uint32_t arrivals;   /* of requests at the policy */
    uint64_t from;       /* DRAM cycle up to which it has run */
    uint64_t next;       /* in which it goes on, UINT64_MAX = none known */
    uint64_t
        first_done; /* in which the front end can take note of what has been done in the present window */
    sim_counters *count; /* of each address space */
    dram_held *held;     /* likewise; NULL = nobody watches */
    dram_bank_group group[DRAM_MAX_BANK_GROUPS];
    uint64_t window_at[4];             /* when the window of each of the last four activates ends */
    uint32_t window_next;              /* the oldest of them */
    uint32_t open_row[DRAM_MAX_BANKS]; /* DRAM_NO_ROW = none */
    uint64_t due[DRAM_CALENDAR];       /* banks by cycle */
    dram_host host;
    uint32_t entries;    /* sectors or lines that the policy's storage holds */
    dram_fault fault;    /* how the policy broke its contract here */
    uint32_t fault_bank; /* DRAM_FAULT_BANK, DRAM_FAULT_BUSY: which it named */

    /* As pipe and returns, of CPU cores: neither side waits behind the other. */
    timed_queue cpu_pipe, cpu_returns;
} dram_channel;

/* Whether the request is of a CPU core. */
static inline bool dram_is_of_cpu(const dram_channel *channel, const dram_job *job)
{
    return job->input == channel->cpu_input;
}

/* Requests of the L2 banks that the channel holds at a time, and as many of CPU cores [GS has_credits()]. */
static inline uint32_t dram_most_units(const dram_channel *channel)
{
    return channel->entries + channel->base->config.dram_return_queue;
}

/* Whether schedulers run a window ahead. */
static inline bool dram_runs_apart(const sim_base *base)
{
    return base->config.memory == MEMORY_REAL && base->config.dram_latency >= 2 * base->window;
}

/* Channel `index` with a dram policy, whose choice must live as long as the channel. Its counters are the
 * owner's to make; dram_free frees them. */
int dram_init(dram_channel *channel, sim_base *base, uint32_t index, const policy_choice *choice,
              poise_error *err);
void dram_free(dram_channel *channel);
/* Connects the queue of L2 bank `bank` of the channel (0 is its first); the owner of requests of CPU cores,
 * whose queue is that of the channel. */
void dram_connect_bank(dram_channel *channel, uint32_t bank, const dram_input *input);
void dram_connect_cpus(dram_channel *channel, const dram_input *input);
/* Whether there is somebody who copies pages. */
static inline bool dram_has_copier(const sim_config *config)
{
    return config->page_copies == PAGE_COPIES_TRAFFIC || config->host_copies == HOST_COPIES_TRAFFIC;
}
void dram_connect_copier(dram_channel *channel, const dram_input *input);
/* Requests of L2 banks that it can hold. */
uint32_t dram_most_requests(const dram_channel *channel);
/* Clears times, counters and what a launch that was cut short has left in flight; open rows stay. */
int dram_reset(dram_channel *channel, poise_error *err);
/* How the policy has broken its contract here, as an error; POISE_OK if it has not. */
int dram_policy_fault(const dram_channel *channel, poise_error *err);

/* ---- front_end.c ---- */
/* Runs the front end, with the scheduler if they run in step, in the current core cycle. */
void dram_run(dram_channel *channel);
/* The front end, before a window that begins in core cycle `from` and after it. The second returns the
 * earliest core cycle in which a request that came in the window leaves the delay pipe, UINT64_MAX if none
 * did. */
void dram_open_front_end(dram_channel *channel, uint64_t from);
uint64_t dram_close_front_end(dram_channel *channel);

/* ---- ideal.c ---- */
/* memory = ideal-dram: runs the channel in the current core cycle. Requests are answered after
 * `dram_latency`, any number at a time [S3.3, T3.2]. */
__attribute__((cold)) void dram_run_ideal(dram_channel *channel);

/* ---- schedule.c ---- */
/* Runs the scheduler up to core cycle `end` (exclusive), a window later than that of the front end. Returns
 * the core cycle of the first window in which front end or scheduler must run again. */
uint64_t dram_advance(dram_channel *channel, uint64_t end);
/* Asks the policy anew what it has, after something that may have changed its mind. */
void dram_ask_policy(dram_channel *channel);
/* One command cycle of the scheduler. Returns the next with something to do, UINT64_MAX if none is known. */
uint64_t dram_schedule(dram_channel *channel, uint64_t cycle);
/* Asks the policy for a request for one of the `idle` banks, from bank `turn` on if it goes round, and
 * removes it from its storage. Its number, DRAM_NO_JOB if there is none. */
uint16_t dram_take_request(dram_channel *channel, uint64_t idle, uint32_t turn, uint64_t cycle);

/* Sum of the entries that an address space had in each DRAM cycle up to that in which core cycle `now`, an
 * exchange, finds the scheduler; stores that cycle. Only where somebody watches. */
uint64_t dram_held_until(const dram_channel *channel, uint32_t space, uint64_t now, uint64_t *cycle);

/* ---- command.c: timing ---- */

/* The bank with which a round over the banks begins: by time, so that it does not depend on how often the
 * channel is woken; or by what has been done (dram_first = scan). */
static inline uint32_t dram_first_bank(const dram_channel *channel, uint64_t cycle)
{
    if (channel->base->config.dram_first == FIRST_SCAN)
        return channel->scan;
    uint32_t mask = channel->n_banks - 1;
    return (channel->n_banks & mask) == 0 ? (uint32_t)cycle & mask : (uint32_t)(cycle % channel->n_banks);
}

/* Issues at most one command in DRAM cycle `cycle`: a column if any can go, otherwise a row command. Returns
 * the cycle of the next one, UINT64_MAX when no bank has a request. */
uint64_t dram_command(dram_channel *channel, uint64_t cycle);
/* Issues one command of the request of bank `b` in `cycle`, which must be allowed: a column; otherwise what
 * leads to its row (without a request, a precharge). */
void dram_column(dram_channel *channel, uint32_t b, uint64_t cycle);
void dram_row_command(dram_channel *channel, uint32_t b, uint64_t cycle);
/* Of `banks`, whose rows are closed and may be opened, those in which the others allow it. */
uint64_t dram_activates_allowed(const dram_channel *channel, uint64_t banks, uint64_t cycle);
/* Bank `b` has another job or another open row in `cycle`: finds out what it needs next, and when. */
void dram_place(dram_channel *channel, uint32_t b, uint64_t cycle);

/* ---- waiting.c ---- */
/* The policy has got the request, has given it out; bank `b` has another open row. Nothing where nobody
 * asks. */
void dram_waiting_add(dram_channel *channel, uint16_t job);
void dram_waiting_remove(dram_channel *channel, uint16_t job);
void dram_waiting_count(dram_channel *channel, uint32_t b);
/* Forgets all. */
void dram_waiting_clear(dram_channel *channel);

/* ---- overtake.c: dram_service = queue ---- */
/* In the place of dram_command: asks the policy for requests as late as it can. */
uint64_t dram_command_overtaking(dram_channel *channel, uint64_t cycle);
/* Whether a request of bank `b`, the first apart, is for the open row. */
bool dram_others_hit(const dram_channel *channel, uint32_t b);

/* ---- refresh.c ---- */
/* A refresh is due: issues the command towards it that can go in `cycle`, if any. Returns the cycle of the
 * next one. */
uint64_t dram_refresh(dram_channel *channel, uint64_t cycle);
/* A channel without a request in service is not called: what refreshes it did before `cycle`. */
void dram_refresh_idle(dram_channel *channel, uint64_t cycle);

/* ---- stalls.c ---- */
/* End of the data of the last column, counted from its command as dram_busy does. */
uint64_t dram_data_end(const dram_channel *channel);
MEASURING void dram_stalls_settle(dram_channel *channel, uint64_t end);

#endif
