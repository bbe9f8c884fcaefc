/* Memory of a GPU that is shared by applications which want more of it than there is: the allocator of
 * GPUswap (Kehne, Transparent Memory Extension for Shared GPUs, dissertation, Karlsruhe 2019; sections are
 * [KE 3.2.4]). Buffers are cut into chunks; when an allocation does not fit into VRAM, chunks of the
 * application that has most are evicted to host memory (SYSRAM), where the GPU can still reach them; when
 * VRAM is free again they return. Beside the source's policy there are the others that it discusses [KE 5.2].
 *
 * A library that knows no time, copies nothing and touches no page table: it decides, and the caller (a
 * simulator, a driver) moves the data. What is to be moved is a plan; there is one at a time.
 * swap_allocate(), swap_return(), swap_reverse() and the two of sampling make one and update all counters and
 * lists at once [KE 5.3.6]; then
 *
 *     while ((step = swap_next(s, &move)) == SWAP_STEP_MOVE)    // suspend move.app before its first
 *         if (the caller copies move.chunk to move.to)
 *             swap_relocated(s, move.chunk);                    // the old place is free only now
 *         else
 *             code = swap_failed(s, move.chunk, SWAP_DMA, &err);
 *
 * Copies may overlap: several moves may be taken with swap_next() before the first has arrived. It answers
 * SWAP_STEP_WAIT when an earlier copy must arrive first. Until swap_is_busy() is false again everything that
 * makes a plan is refused with POISE_USAGE: the caller lets allocations wait, as the source does [KE 5.3.6].
 * Freeing never waits.
 *
 * Sizes are bytes and become multiples of SWAP_PAGE. Virtual pages and places in VRAM are numbers of pages.
 * Where in SYSRAM a chunk lies is the caller's matter. Applications, buffers and chunks are numbers; those of
 * buffers and chunks are used again once they are freed. One caller at a time; the same calls have the same
 * results, on every machine. */
#ifndef POISE_SWAP_SWAP_H
#define POISE_SWAP_SWAP_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SWAP_PAGE_BITS = 12,
    SWAP_PAGE = 1 << SWAP_PAGE_BITS, /* the GPU's small page [KE 2.2.4] */
    SWAP_CHUNK_DEFAULT = 4 << 20,    /* bytes [KE 6.4] */
    SWAP_CHUNK_LEAST = 128 << 10, /* one large page [KE 6.4]; as small as SWAP_PAGE to profile [KE 4.2.3] */
    SWAP_CHUNK_MOST = 128 << 20,  /* the largest of the source's sweep [KE 6.4] */
    SWAP_CHUNKS_MOST = 1 << 28,   /* our choice */
    SWAP_APPS_MOST = 1024,        /* our choice */
    SWAP_WEIGHT_MOST = 65535,     /* our choice */
};
#define SWAP_NONE      UINT32_MAX          /* no chunk, buffer, place, application */
#define SWAP_VRAM_MOST (UINT64_C(1) << 42) /* bytes; our choice */
#define SWAP_PAGES_END (UINT64_C(1) << 52) /* virtual pages are below */
#define SWAP_SIZE_MOST (UINT64_C(1) << 48) /* bytes of a buffer; our choice */

/* Priorities mean something within one application only; the lowest is evicted first and returns last. Their
 * order is that of [KE 5.3.6], the numbers are our choice. */
enum {
    SWAP_PRIORITY_STACK = 0,     /* of threads: mostly never touched */
    SWAP_PRIORITY_LEAST = 1,     /* of profiled buffers, see swap_rank() */
    SWAP_PRIORITY_DEFAULT = 128, /* nothing is known: programs without a profile */
    SWAP_PRIORITY_SPREAD = 254,  /* the highest of up to so many profiled buffers */
};
#define SWAP_PRIORITY_MOST (UINT32_MAX - 1) /* of profiled buffers, however many */
#define SWAP_PRIORITY_SYSTEM \
    UINT32_MAX /* other buffers of the run-time library, which may be evicted all the same */

/* Which application gives up memory. Those without a chunk in VRAM never do; of equals the lowest number (our
 * choice). */
typedef enum swap_victims {
    SWAP_MEMORY,      /* most bytes in VRAM / weight [KE 5.2.1, 5.3.1]; weights are our extension */
    SWAP_ACCESSES,    /* most memory accesses per time: swap_set_rate() [KE 5.2.1] */
    SWAP_PERFORMANCE, /* least slowdown / bytes in VRAM, of those with an equal share or more:
                         swap_set_slowdown() [KE 5.2.1] */
    SWAP_VICTIMS
} swap_victims;

/* Which of its chunks. Of equals any one, at random. */
typedef enum swap_policy {
    SWAP_PRIORITY, /* lowest priority, of the buffer or set for each chunk [KE 5.2.2, 5.3.2] */
    SWAP_RANDOM,   /* any [KE 5.2.2] */
    SWAP_SAMPLING, /* lowest priority; swap_sample_begin() and _end() give priorities [KE 5.2.2] */
    SWAP_REVERSE,  /* any; swap_reverse() takes back what was referenced [KE 5.2.2] */
    SWAP_LRU, /* longest without swap_referenced(). Beyond the source: GPUs have no reference bits [KE 5.4] */
    SWAP_NFU, /* least 8-bit age: swap_referenced(), swap_age(). Beyond the source as well */
    SWAP_POLICIES
} swap_policy;

typedef struct swap_options {
    uint64_t vram_bytes;  /* 1 page .. SWAP_VRAM_MOST, multiple of SWAP_PAGE: the limit of [KE 6.1] */
    uint64_t host_bytes;  /* SYSRAM that evicted chunks may take; 0 = no limit */
    uint32_t chunk_bytes; /* power of two, SWAP_PAGE .. SWAP_CHUNK_MOST; 0 = SWAP_CHUNK_DEFAULT */
    uint16_t apps;        /* applications are 0 .. apps-1; 1 .. SWAP_APPS_MOST */
    swap_victims victims;
    swap_policy policy;
    uint64_t seed;
} swap_options;

typedef enum swap_where { SWAP_VRAM, SWAP_SYSRAM, SWAP_PLACES } swap_where;

typedef enum swap_state {
    SWAP_UNUSED,  /* the number of no chunk */
    SWAP_PENDING, /* of the buffer that the plan makes room for: has no data yet */
    SWAP_SETTLED, /* data are where `where` says */
    SWAP_PLANNED, /* data are still in the other place, and may be used there */
    SWAP_COPYING, /* the same; the application must not write them */
    SWAP_DOOMED,  /* freed while it was copied: exists until the copy has ended */
} swap_state;

typedef struct swap_chunk {
    uint64_t user;       /* the caller's: swap_set_user(); 0 at first */
    uint64_t first_page; /* virtual */
    uint64_t bytes;      /* options.chunk_bytes, less in the remainder chunk, the last one of a buffer; all of
                          * a driver-internal buffer, which is one piece */
    uint64_t accesses;   /* told by swap_count() */
    uint32_t buffer;
    uint32_t place; /* first page of the VRAM that it holds, see swap_segment; SWAP_NONE = none */
    uint32_t move;  /* of the plan, while planned or copied */
    uint32_t slot, next, previous; /* in its list */
    uint32_t priority;
    uint16_t app;
    uint8_t age;      /* of SWAP_NFU */
    swap_where where; /* whose list it is in and who accounts for it */
    swap_state state;
    bool is_system;     /* driver-internal: in VRAM, in no list */
    bool is_referenced; /* since swap_age() or swap_reverse() */
    bool is_sample;     /* counted until swap_sample_end() */
    bool is_lent;       /* and evicted for that */
} swap_chunk;

/* Physically contiguous pages [KE 3.3.4]. */
typedef struct swap_segment {
    uint32_t pages;
    uint32_t next; /* first page of the next segment of the chunk; SWAP_NONE = the last one */
} swap_segment;

typedef struct swap_buffer {
    uint64_t first_page, bytes;
    uint32_t *chunk;      /* [i]: the pages from i * options.chunk_bytes */
    uint32_t n_chunks;    /* 0: the number of no buffer */
    uint32_t left, right; /* tree by first_page */
    uint32_t priority;
    uint16_t app;
    bool is_system;
} swap_buffer;

typedef struct swap_app {
    uint64_t bytes[SWAP_PLACES];        /* of its chunks [KE 3.2.4] */
    uint64_t system_bytes;              /* driver-internal, in VRAM */
    uint32_t weight;                    /* 1 */
    double rate, slowdown;              /* 0, 1 */
    uint64_t evicted, returned, direct; /* chunks so far; direct: placed in SYSRAM when they were allocated */
    uint32_t root;                      /* of its buffers */
    bool is_sampled;                    /* between swap_sample_begin() and _end() */
} swap_app;

typedef struct swap_counts {
    uint64_t allocations, refused, freed; /* buffers; refused for want of memory */
    uint64_t evicted, evicted_bytes;      /* chunks whose copy to SYSRAM has arrived */
    uint64_t returned, returned_bytes;    /* and to VRAM */
    uint64_t direct, direct_bytes;        /* new chunks placed in SYSRAM without a copy [KE 3.2.2] */
    uint64_t failed;                      /* copies */
    uint64_t plans;                       /* with at least one move */
    uint64_t most_vram_bytes, most_host_bytes;
} swap_counts;

typedef struct swap_move {
    uint32_t chunk; /* SWAP_NONE: nothing any more, it was freed */
    swap_where to;
    uint16_t app;
} swap_move;

/* What is to be moved: applications in order of their numbers, chunks of each in the order of the decision.
 */
typedef struct swap_plan {
    bool is_on;
    uint32_t buffer;        /* room is made for it; SWAP_NONE = no buffer, or it was freed or refused */
    const swap_move *move;  /* [n_moves] */
    uint32_t n_moves, next; /* next: how many swap_next() has given or passed over */
    uint32_t copying;       /* neither relocated nor failed yet */
} swap_plan;

typedef struct swap_request {
    uint64_t first_page; /* virtual; overlaps no other buffer of the application */
    uint64_t bytes;      /* > 0; rounded up to pages */
    uint32_t priority;
    uint16_t app;
    bool is_system; /* driver-internal (command channels ...): in VRAM for good, in one piece [KE 3.3.4] */
    /* Of each of its chunks; NULL: that of the buffer. Copied. As with swap_set_chunk_priority(), but the
     * chunks may be chosen by it when room is made for the buffer itself. */
    const uint32_t *chunk_priority;
} swap_request;

typedef struct swap swap;

/* NULL with the reason: options out of range (POISE_USAGE) or no memory. About 8 bytes for each page of VRAM
 * for all, and what applications use: an array for each of their priorities, found through tables of 1 KiB
 * for 64 neighbouring ones, which stay until the end. */
swap *swap_open(const swap_options *options, poise_error *err);
void swap_close(swap *s);

/* ---- allocating and freeing ---- */

/* The request takes part in the decision like all other memory [KE 5.2, 5.3.4]: parts of it may come to lie
 * in SYSRAM, without a copy, and a buffer larger than VRAM always does so in part [KE 3.2.2]. Number of the
 * buffer in `buffer`. If nothing need be moved it can be used at once; otherwise when the plan has ended:
 * then each of its chunks is SWAP_SETTLED, in VRAM with a place, or in SYSRAM where the caller gives it one.
 * POISE_USAGE: busy, or the request is out of range or overlaps. POISE_FAILED: host memory would be
 * exhausted, driver-internal buffers do not fit into VRAM, or there is no memory for the lists; nothing has
 * changed then. */
int swap_allocate(swap *s, const swap_request *request, uint32_t *buffer, poise_error *err);

/* Moves nothing [KE 3.2.3]. Chunks that are planned are passed over by swap_next(); one that is copied keeps
 * both places until swap_relocated() or swap_failed() is told of it. What was planned for other chunks stays
 * planned (our choice). A buffer that is none: nothing happens. */
void swap_free(swap *s, uint32_t buffer);
/* The same with all buffers of an application, which is as at the beginning then, weight included. */
void swap_end(swap *s, uint16_t app);

/* ---- plans that bring data back ---- */

/* Chunks return into free VRAM, those of the application with the least bytes / weight there first, of its
 * chunks the highest priority [KE 3.2.3, 5.3.5]; nothing is evicted for them. When that chunk does not fit,
 * one of the same priority that does; without one it ends (our choice), and what is free may go to a request
 * of another application: with remainder chunks there is no bound on how far apart two that want memory come
 * to be, with whole chunks it is one chunk in all runs seen. To be called periodically, much less
 * often than a chunk takes to copy; the period is the caller's. Applications that are sampled are left out.
 * POISE_USAGE: busy; POISE_FAILED: no memory; nothing is planned then. The same for the three below. */
int swap_return(swap *s, poise_error *err);

/* Reverse swapping at the end of a kernel [KE 5.2.2]: evicted chunks of `app` that were referenced return,
 * and as many random ones are evicted as they need room (in bytes; none while VRAM is free: our choice). All
 * its reference bits are cleared. With SWAP_REVERSE. */
int swap_reverse(swap *s, uint16_t app, poise_error *err);

/* Sampling [KE 5.2.2]: one chunk of each buffer is evicted, one that is already if there is one (our choice;
 * the source takes a page, which is the same with chunks of one page). The caller counts what is accessed in
 * chunks with `is_sample`: swap_count(). The end gives priorities by those counts and plans the return of
 * what was evicted, as far as it fits; among more than 254 buffers, one that comes later with the default is
 * a low one then (swap_rank()). With SWAP_SAMPLING. */
int swap_sample_begin(swap *s, uint16_t app, poise_error *err);
int swap_sample_end(swap *s, uint16_t app, poise_error *err);

/* ---- carrying out a plan ---- */

typedef enum swap_step {
    SWAP_STEP_MOVE, /* copy this chunk; one that goes to VRAM has got its place */
    SWAP_STEP_WAIT, /* a copy must end first */
    SWAP_STEP_DONE, /* there is no plan */
} swap_step;

typedef enum swap_failure {
    SWAP_DMA,       /* the copy failed */
    SWAP_HOST_FULL, /* there was no host memory to pin */
} swap_failure;

bool swap_is_busy(const swap *s);
const swap_plan *swap_current_plan(const swap *s);
swap_step swap_next(swap *s, swap_move *move);
/* The copy has arrived. Of a chunk that is not being copied: nothing happens. */
void swap_relocated(swap *s, uint32_t chunk);
/* It has not: the chunk stays where it was, and its data are valid there. If that leaves too little VRAM, the
 * buffer being allocated is placed in SYSRAM in part, from its end (our choice); where that cannot be
 * (SWAP_HOST_FULL, host_bytes, driver-internal) the buffer is refused: it is freed, what was still planned
 * for it is not done, and the answer is POISE_FAILED. A caller that wants to try again does so before it
 * calls. */
int swap_failed(swap *s, uint32_t chunk, swap_failure why, poise_error *err);

/* ---- what policies are told ---- */

/* POISE_USAGE: no such application, buffer or chunk, or a value out of range. */
int swap_set_weight(swap *s, uint16_t app, uint32_t weight, poise_error *err); /* 1 .. SWAP_WEIGHT_MOST */
int swap_set_rate(swap *s, uint16_t app, double accesses_per_time, poise_error *err);
int swap_set_slowdown(swap *s, uint16_t app, double slowdown, poise_error *err); /* to all in VRAM */
/* Also POISE_FAILED: no memory; nothing has changed then. Of a buffer: also of chunks that had one of their
 * own. */
int swap_set_priority(swap *s, uint32_t buffer, uint32_t priority, poise_error *err);
int swap_set_chunk_priority(swap *s, uint32_t chunk, uint32_t priority, poise_error *err);
/* Of chunks that are none: nothing happens. */
void swap_referenced(swap *s, uint32_t chunk);
void swap_count(swap *s, uint32_t chunk, uint64_t accesses);
void swap_set_user(swap *s, uint32_t chunk, uint64_t user);
/* A period of SWAP_NFU has ended: all ages are halved, those referenced gain 128 (our choice). POISE_FAILED:
 * no memory; some ages are old. */
int swap_age(swap *s, poise_error *err);

/* Priorities from a profile [KE 5.3.2, 5.3.3]: by accesses / pages, reads and writes alike, the highest the
 * highest; equal ones get different priorities next to each other, in order of their index. Up to
 * 254 buffers are spread over 1 to 254, `n` that are more have 1 to n, one alone gets the default (our
 * choice). pages[i] > 0. POISE_USAGE: more than SWAP_PRIORITY_MOST; POISE_FAILED: no memory. */
int swap_rank(const uint64_t *accesses, const uint64_t *pages, size_t n, uint32_t *priority,
              poise_error *err);

/* ---- what can be asked ---- */

/* Pointers are good until the next call that changes something. NULL: no such chunk ... */
const swap_options *swap_options_of(const swap *s);
const swap_chunk *swap_chunk_at(const swap *s, uint32_t chunk);
const swap_buffer *swap_buffer_at(const swap *s, uint32_t buffer);
const swap_app *swap_app_at(const swap *s, uint16_t app);
const swap_counts *swap_counts_of(const swap *s);
/* Segment of a chunk that begins at `place`, which is the chunk's or `next` of another segment. */
swap_segment swap_segment_at(const swap *s, uint32_t place);
/* The chunk of a virtual page, in O(log buffers); SWAP_NONE = no buffer is there. */
uint32_t swap_find(const swap *s, uint16_t app, uint64_t page);
/* Where the data of a chunk are now, whatever is planned; SWAP_PLACES = it has none yet. */
swap_where swap_data_of(const swap *s, uint32_t chunk);
/* Where in VRAM the data of a virtual page are now; SWAP_NONE = not in VRAM. */
uint32_t swap_place(const swap *s, uint16_t app, uint64_t page);
/* Accounted bytes: in VRAM, with driver-internal ones and what is planned to be there; held in SYSRAM, with
 * what is on its way; number of applications that have chunks. */
uint64_t swap_vram_bytes(const swap *s);
uint64_t swap_host_bytes(const swap *s);
uint32_t swap_active_apps(const swap *s);

#endif
