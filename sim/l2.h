/* One L2 bank: access queue behind a fixed delay pipe, tags, MSHRs, data port, miss queue towards DRAM,
 * response queue towards the crossbar.
 *
 * A line has four sectors of 32 bytes. With l2_sector_bytes = 128 the line is looked up, fetched and answered
 * as one; with 32 each sector is, one an L2 cycle: requests are still handled line by line here, but cost as
 * many cycles, MSHRs, queue entries and DRAM columns as they have sectors. Write-back, write-allocate. Stores
 * of whole lines (sectors, with l2_write_alloc = lazy) allocate without fetching; traces know sectors, not
 * bytes (our choice). Source: [T3.1, S2.2.2, S3.4.2], memory_sub_partition [GS]. */
#ifndef POISE_SIM_L2_H
#define POISE_SIM_L2_H

#include "common/error.h"
#include "sim/number_pool.h"
#include "sim/packet.h"
#include "sim/sim.h"
#include "sim/stalls.h"
#include "sim_hooks/cache/cache.h"

struct gpu;

/* The choices of l2_fill_port and l2_write_alloc. */
enum { L2_FILL_PORT_SHARED, L2_FILL_PORT_SEPARATE };
enum { L2_WRITE_ALLOC_FETCH, L2_WRITE_ALLOC_LAZY };

/* A request from a bank to its DRAM channel. */
typedef struct l2_miss {
    mem_request request; /* that of the SM with the sectors to be read, or a write-back */
    uint64_t ready;      /* core cycle from which the channel sees it */
    uint16_t mshr;       /* reads: to be filled */
} l2_miss;
DEFINE_FIFO(l2_miss_fifo, l2_miss)

static inline bool l2_miss_is_write(const l2_miss *miss)
{
    return miss->request.kind == MEM_WRITE_BACK;
}

typedef struct l2_fill {
    uint16_t mshr;
    uint8_t sectors;
} l2_fill;
DEFINE_FIFO(l2_fill_fifo, l2_fill)

/* Ways of a set, as masks. */
typedef struct l2_set {
    uint32_t valid, pending; /* some sector is */
} l2_set;

typedef struct l2_mshr {
    uint32_t set, way;
    uint16_t n_merged;    /* requests that wait */
    uint16_t reply_units; /* sectors or lines that they will be answered with */
    uint8_t sectors;      /* fetched: entries it counts for */
} l2_mshr;

/* Sector masks; a line without valid or pending sectors is free. */
typedef struct l2_line {
    uint64_t address;
    uint16_t mshr; /* when sectors are pending */
    uint8_t valid, dirty, pending;
} l2_line;

typedef struct l2_bank {
    uint32_t index, channel; /* number in the GPU; of the DRAM channel behind it */
    cache_host host;
    const cache_policy *policy;
    void *policy_state;
    uint32_t sets, ways;
    l2_line *line; /* [set * ways + way] */
    l2_set *set;
    l2_mshr *mshr;
    packet *merged;      /* [mshr * merge_limit + i] */
    number_pool mshrs;   /* numbers of mshr[] */
    uint32_t mshr_units; /* sectors or lines being fetched */
    uint32_t merge_limit;
    uint32_t miss_units; /* sectors or lines in the miss queue */
    packet_fifo arrived; /* at the output of the crossbar, with icnt_out_buffer: wait for room in the pipe */
    uint32_t arrived_flits;
    packet_fifo walks; /* reads of page walks that wait for room in the pipe */
    packet_fifo pipe, access;
    uint32_t access_units; /* sectors or lines in the access queue */
    uint64_t drain_at;     /* core cycle from which the pipe hands over another */
    bool drain_blocked;    /* its head found no room */
    l2_miss_fifo misses;
    l2_fill_fifo fills;
    uint64_t port_free, fill_port_free; /* L2 cycles from which the ports can be used */
    uint32_t response_units;            /* sectors or lines in the response queue */
    bool policy_failed;                 /* the policy chose a way that it may not take */
    sim_counters *count;                /* of each address space (gpu.n_spaces) */
    bool fill_waits;   /* the response queue has no room for what the head of the fill queue answers */
    uint32_t refused;  /* why the head of the access queue was not served, bits of l2_cause */
    uint32_t asleep;   /* the head need not be looked at until one of these causes may have gone, 0 = look */
    l2_stalls *stalls; /* NULL = not measured */
} l2_bank;

bool l2_init(struct gpu *gpu, l2_bank *bank, poise_error *err);
void l2_free(l2_bank *bank);
/* Clears times, counters and what a launch that was cut short has left in flight; contents stay. */
void l2_reset(l2_bank *bank);
/* The channel has taken the head of the miss queue. */
void l2_miss_taken(struct gpu *gpu, l2_bank *bank);
/* The last piece of `reply` has left the response queue. */
void l2_response_left(struct gpu *gpu, l2_bank *bank, const packet *reply);
/* Takes a read of a page walk, from the present cycle on. It answers by translation_read_back(). */
void l2_take_read(struct gpu *gpu, const packet *request);
/* With memory = infinite: only the tags see the request. Returns whether it hits. */
bool l2_touch(struct gpu *gpu, const packet *request);
/* Runs the bank in the current core cycle. */
void l2_run(struct gpu *gpu, l2_bank *bank);

/* Fills the tables of the GPU that depend on its machine only. */
void l2_make_tables(struct gpu *gpu);

/* What counts for `sectors`: as many with sectors, one without. */
uint32_t l2_units(const struct gpu *gpu, uint32_t sectors);

/* Sectors or lines that fit the response queue and the buffer of the crossbar behind it. */
uint32_t l2_reply_units(const struct gpu *gpu);

bool l2_replies_are_single_flits(const struct gpu *gpu);

/* ---- between l2.c (queues, ports), l2_access.c (tags, MSHRs) and l2_fill.c ---- */

/* The head of the access queue. Returns whether it was served. */
bool l2_serve(struct gpu *gpu, l2_bank *bank, uint64_t cycle);
/* The head of the fill queue: sectors become valid; when none is missing every merged request is answered. */
bool l2_fill_line(struct gpu *gpu, l2_bank *bank, uint64_t cycle);
/* Room in the response queue for so many sectors or lines. */
bool l2_response_room(const struct gpu *gpu, const l2_bank *bank, uint32_t units);
/* Answers a request `delay` L2 cycles from now: after a hit in the next, after a fetch not before the one
 * after that, through the list of ready MSHRs [GS cache_cycle()]. */
enum { L2_HIT_DELAY = 1, L2_FETCH_DELAY = 2 };
void l2_respond(struct gpu *gpu, l2_bank *bank, const packet *request, uint32_t delay);

#endif
