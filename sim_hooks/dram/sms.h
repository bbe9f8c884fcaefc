/* SMS, the staged memory scheduler of a channel that CPU cores share with a GPU ([RA] chapter 5;
 * Ausavarungnirun et al., ISCA 2012), in three stages of first-in, first-out queues:
 *
 * 1. Batch formation (sms_form.c): one FIFO for each CPU core and one for the GPU, whose SMs and programs are
 *    one source. Requests to the same row of a bank that come one after the other are a batch.
 * 2. Batch scheduling (sms_pick.c): PICK chooses a source whose oldest batch is ready, DRAIN moves that batch
 * to stage 3, a request a cycle.
 * 3. DRAM command scheduling (sms.c): a FIFO for each bank, of which only the head is looked at.
 *
 * How this reads the source where the simulator works differently. A bank here has one request in service,
 * which is no longer in a queue; the source's DCS issues the commands of the request at the head of a FIFO.
 * The head goes into service when its bank is idle, one a cycle, banks in turn; then the channel issues its
 * commands, a column before a row command, banks in turn. What is in service comes on top of the entries of a
 * FIFO, as it does for every scheduler here.
 *
 * All CPU cores come through one pipe. A core whose FIFO is full must not hold up the others: what finds no
 * place is held in order behind its FIFO, as the core's own miss buffers do, where no stage sees it and
 * nothing counts it; the core's buffers bound it. The GPU has a pipe of its own and is refused.
 *
 * Our choices, where the source is silent:
 * - a request goes around the stages 1 and 2 only if its source has nothing in them, which keeps requests of
 *   a source in order, if the bank's FIFO has room, and if no batch is being drained into that bank;
 *   otherwise it is a batch of its own (a source of low intensity) or is batched as usual;
 * - while the global bypass is on, what is in stage 1 does not wait any longer either: its batches are ready;
 * - a full FIFO makes its youngest batch ready only if no other batch is in it: the FIFO of a source that
 *   waits for the memory is full all the time, and each request that comes in would be a batch of its own
 *   (test_dram_sms_streams.c: 1 request a batch where rows have 4);
 * - a batch can be picked if the FIFO of its bank has room; DRAIN waits while it has none;
 * - PICK and the first move are in the same cycle; a tie goes to the first source after the last one that was
 *   picked by round robin, and only such a pick moves that pointer;
 * - ages are in DRAM command cycles, MPKC is in CPU cycles: arrivals in the channel times the number of
 *   channels; cores begin with medium intensity, the GPU has always high (table 5.1 counts cores only);
 * - writes go the way of reads; with sectors, room in a FIFO counts sectors, everything else requests. */
#ifndef POISE_SIM_HOOKS_DRAM_SMS_H
#define POISE_SIM_HOOKS_DRAM_SMS_H

#include "infer/poise_shares.h"
#include "sim_hooks/dram/clients.h"

enum {
    SMS_HELD = 4096, /* requests that may be held behind FIFOs, more than channels let in by default */
    SMS_NONE = UINT16_MAX,
    SMS_P_UNIT = 1000000, /* p is summed in millionths */
};

typedef struct sms_options {
    double p, low_mpkc, high_mpkc, gpu_target;
    int64_t cpu_fifo, gpu_fifo, dcs_fifo, age_med, age_high, global_bypass, mpkc_period, max_batch, seed,
        interval, window;
    const char *model;
} sms_options;

/* A stored request. */
typedef struct sms_entry {
    dram_request request;
    uint64_t since; /* DRAM cycle in which it came into its queue */
    uint16_t source, after;
    bool ends_batch;
} sms_entry;

/* In order of arrival. */
typedef struct sms_fifo {
    uint16_t oldest, youngest;
    uint32_t n, units;
    uint32_t size; /* units that it has room for */
} sms_fifo;

typedef enum sms_class { SMS_LOW, SMS_MEDIUM, SMS_HIGH } sms_class;

/* Why a batch became ready. */
typedef enum sms_ready { SMS_OTHER_ROW, SMS_OLD, SMS_FULL, SMS_ALONE, SMS_READY_REASONS } sms_ready;

/* A CPU core or, the last one, the GPU. */
typedef struct sms_source {
    sms_fifo fifo, held;
    bool is_open;         /* the youngest batch may grow */
    uint32_t open_length; /* requests of it */
    uint64_t opened;      /* DRAM cycle in which its first request came */
    uint32_t row, bank;   /* of the youngest request */
    uint32_t ready;       /* batches */
    uint32_t in_flight;   /* requests in all stages and in service */
    uint32_t arrivals;    /* of this period */
    sms_class intensity;
} sms_source;

/* Of a launch. Of two: CPU cores, the GPU. */
typedef struct sms_counts {
    uint64_t batches[2], batched[2], long_batches; /* the last: of CPU cores, as long as their FIFO */
    uint64_t ready[SMS_READY_REASONS];
    uint64_t low_bypasses, global_bypasses, arrivals;
    uint64_t picks[2]; /* round robin, shortest job first */
    uint64_t drain_stalls;
    uint64_t formed, forming, commanded, commanding, served, serving; /* requests, DRAM cycles in a stage */
    uint64_t released, holding;
} sms_counts;

/* Of all windows of a run, whose launches may be many, in channel 0: sums of p and of the features. */
typedef struct sms_seen {
    uint64_t windows, p, feature[POISE_SHARES];
} sms_seen;

/* Of a window, while there are such: requests that came, those that banks have begun to serve, and at each
 * pick sources that could be picked and requests in flight, summed. */
typedef struct sms_window {
    uint64_t requests, gpu_requests, begun, row_hits;
    uint64_t picks, candidates, in_flight, gpu_in_flight;
} sms_window;

typedef struct sms_state {
    dram_host host;
    sms_options options;
    uint32_t n_sources; /* CPU cores and the GPU */
    sms_source *source;
    sms_entry *entry;
    uint16_t free;  /* list of entries */
    uint32_t held;  /* requests */
    uint32_t units; /* of the largest request so far */

    uint32_t in_flight, ready, open; /* of all sources: requests, batches */
    bool is_draining;
    uint16_t drained;   /* source */
    uint16_t last_turn; /* source that was picked last by round robin */
    uint64_t random;
    double p; /* now */

    sms_fifo dcs[DRAM_QUEUE_BANKS];
    uint64_t waiting; /* banks whose FIFO is not empty */
    dram_service service[DRAM_QUEUE_BANKS];

    uint64_t now; /* DRAM cycle */
    uint64_t period, period_end;

    dram_quantum interval; /* since p was looked at last */
    uint64_t gpu_served;   /* requests, in it */
    double best_rate;      /* of the GPU, requests a core cycle in all channels */

    uint64_t window_cycles; /* 0 = there are no windows */
    dram_quantum window_passed;
    sms_window window;
    poise_weights weights; /* where a model sets p */
    sms_seen seen;

    sms_counts count;
} sms_state;

/* ---- sms.c ---- */
/* Whether the FIFO has room for a request of so many units; an empty one takes any. */
static inline bool sms_has_room(const sms_fifo *fifo, uint32_t units)
{
    return !fifo->n || fifo->units + units <= fifo->size;
}
void sms_push(sms_state *s, sms_fifo *fifo, uint16_t place);
/* Takes out the oldest, which there is. */
uint16_t sms_pop(sms_state *s, sms_fifo *fifo);
/* To the FIFO of its bank. */
void sms_command(sms_state *s, uint16_t place);

/* ---- sms_form.c: stage 1 ---- */
bool sms_can_accept(const void *state, const dram_request *request);
void sms_accept(void *state, const dram_request *request);
/* DRAM cycles begin at 0 again. */
void sms_begin_run(sms_state *s);
/* Looks at the intensity of sources if a period has ended until `cycle`. */
void sms_pass(sms_state *s, uint64_t cycle);
/* Batches that need not wait any longer become ready. */
void sms_form(sms_state *s);
/* After a request has left the FIFO of a source: what is held behind it comes in, as much as fits. */
void sms_release(sms_state *s, sms_source *source);
/* The next cycle in which a batch may become ready without an arrival. */
uint64_t sms_next_ready(const sms_state *s);

/* ---- sms_pick.c: stage 2 ---- */
/* One cycle of the batch scheduler. */
void sms_schedule(sms_state *s);
/* Adapts p at the end of an interval; for all channels together. Returns core cycles until the next, 0 =
 * never. */
uint64_t sms_adapt(sms_state *const *all, uint32_t count, uint64_t cycle);

/* ---- sms_window.c: counters of windows, p by a model ---- */
/* Reads the model if there is one. */
int sms_window_open(sms_state *s, poise_error *err);
void sms_window_close(sms_state *s);
/* A batch is picked. */
void sms_window_pick(sms_state *s, uint32_t candidates);
/* The features of a window of `cycles` core cycles until now, of all channels. */
void sms_window_shares(sms_state *const *all, uint32_t count, uint64_t cycles,
                       poise_share shares[POISE_SHARES]);
/* As sms_adapt(). */
uint64_t sms_window_gather(sms_state *const *all, uint32_t count, uint64_t cycle);
/* With windows: their means take the place of what else is told of stages. */
size_t sms_window_statistics(const sms_state *first, const sms_counts *count, policy_statistic *out,
                             size_t room);

#endif
