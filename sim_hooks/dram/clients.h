/* For schedulers that look at all stored requests and know whom they are for: their clients, the request that
 * goes before all others, service in banks, and quanta over all channels.
 *
 * A client is what the authors call thread, application or source: with by=core the GPU is one and so is each
 * CPU core, as in [RA] 5.1; with by=source each SM is one, with by=app each program. */
#ifndef POISE_SIM_HOOKS_DRAM_CLIENTS_H
#define POISE_SIM_HOOKS_DRAM_CLIENTS_H

#include "sim_hooks/dram/queue.h"

enum { DRAM_BY_SOURCE, DRAM_BY_APP, DRAM_BY_CORE, DRAM_MOST_APPS = 64 };

/* Options of these schedulers, a member of theirs. */
typedef struct dram_client_options {
    double cpu_share;
    int by;
} dram_client_options;

#define DRAM_CPU_SHARE_OPTION(at)                                        \
    {                                                                    \
        "cpu_share", 0, POISE_OPT_REAL, at, "0", 0, 1, NULL, "SHARE",    \
            "Share of the machine's queue that only CPU cores may fill." \
    }
#define DRAM_BY_OPTION(at, otherwise)                                                       \
    {                                                                                       \
        "by", 0, POISE_OPT_CHOICE, at, otherwise, POISE_ANY_RANGE, "source|app|core", NULL, \
            "Who is ranked: SMs and CPU cores, programs, or the GPU as one and CPU cores."  \
    }

/* Clients that a channel tells apart. */
static inline uint32_t dram_clients(const dram_host *host, int by)
{
    if (by == DRAM_BY_APP)
        return DRAM_MOST_APPS;
    return by == DRAM_BY_CORE ? host->cpus + 1 : host->sources;
}

/* Programs and sources beyond those that are known share a number (our choice). */
static inline uint16_t dram_client_of(const dram_host *host, int by, const mem_request *request)
{
    const uint32_t sms = host->sources - host->cpus;
    if (by == DRAM_BY_APP)
        return request->app % DRAM_MOST_APPS;
    if (by == DRAM_BY_CORE)
        return request->source < sms || request->source >= host->sources
                   ? 0
                   : (uint16_t)(request->source - sms + 1);
    return (uint16_t)(request->source % host->sources);
}

/* Stores the request; returns its entry, which knows its client. */
static inline dram_queued *dram_client_accept(dram_queue *queue, const dram_host *host, int by,
                                              const dram_request *request)
{
    dram_queue_accept(queue, request);
    dram_queued *entry = &queue->entry[queue->all.youngest];
    entry->client = dram_client_of(host, by, request->request);
    return entry;
}

/* ---- the request that goes first ---- */

static inline bool dram_queue_hits(const dram_view *view, const dram_queued *entry)
{
    return view->open_row[entry->request.bank] == entry->request.row;
}

/* How urgent a request is: that of the largest key goes first, of equal ones the oldest. */
typedef uint64_t dram_queue_key(const void *state, const dram_view *view, const dram_queued *entry);

/* The place of that request, of those to all idle banks; DRAM_QUEUE_END if there is none. The lists of busy
 * banks are not looked at. */
static inline uint16_t dram_queue_most_urgent(const dram_queue *queue, const dram_view *view,
                                              const void *state, dram_queue_key *key_of)
{
    uint16_t best = DRAM_QUEUE_END;
    uint64_t best_key = 0;
    for (uint64_t banks = queue->waiting & view->idle; banks; banks &= banks - 1) {
        uint16_t place = queue->of_bank[__builtin_ctzll(banks)].oldest;
        for (; place != DRAM_QUEUE_END; place = queue->entry[place].after_in_bank) {
            const dram_queued *entry = &queue->entry[place];
            const uint64_t key = key_of(state, view, entry);
            if (best != DRAM_QUEUE_END && key < best_key)
                continue;
            if (best == DRAM_QUEUE_END || key > best_key || entry->number < queue->entry[best].number) {
                best = place;
                best_key = key;
            }
        }
    }
    return best;
}

/* ---- service: how long banks were busy for a client ---- */

/* What a bank serves. */
typedef struct dram_service {
    uint32_t handle;
    uint64_t since; /* DRAM command cycle */
    uint16_t client;
    bool is_busy;
} dram_service;

/* The request of `entry` is given to its bank. */
static inline void dram_service_begin(dram_service *banks, const dram_queued *entry, uint64_t cycle)
{
    banks[entry->request.bank] = (dram_service){
        .handle = entry->request.handle, .client = entry->client, .since = cycle, .is_busy = true};
}

/* The bank whose service has ended with request `handle`; NULL if none had it. */
static inline const dram_service *dram_service_end(dram_service *banks, uint32_t count, uint32_t handle)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!banks[i].is_busy || banks[i].handle != handle)
            continue;
        banks[i].is_busy = false;
        return &banks[i];
    }
    return NULL;
}

/* ---- quanta, in core cycles ---- */

typedef struct dram_quantum {
    uint64_t elapsed; /* core cycles of the quantum until `last` */
    uint64_t last;    /* core cycle of the run */
} dram_quantum;

/* The run goes on to `cycle`; another run begins with a smaller one. */
static inline void dram_quantum_pass(dram_quantum *quantum, uint64_t cycle)
{
    quantum->elapsed += cycle > quantum->last ? cycle - quantum->last : 0;
    quantum->last = cycle;
}

#endif
