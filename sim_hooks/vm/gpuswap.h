/* GPUswap in the simulator (Kehne, Transparent Memory Extension for Shared GPUs, dissertation, Karlsruhe
 * 2019): what the allocator of swap/swap.h decides is carried out by suspending programs and copying their
 * chunks over the link. Internal to vm:gpuswap.
 *
 * Time of the policy goes on when that of the machine begins again at 0, as it does with each launch of a
 * program that runs alone. */
#ifndef POISE_SIM_HOOKS_VM_GPUSWAP_H
#define POISE_SIM_HOOKS_VM_GPUSWAP_H

#include "sim_hooks/vm.h"
#include "sim_hooks/vm/told_buffers.h"
#include "swap/swap.h"
#include "swap/swap_priorities.h"

/* By priorities of buffers or of chunks, and as the allocator's policies of these names. */
enum {
    GPUSWAP_PRIORITY,
    GPUSWAP_RANDOM,
    GPUSWAP_CHUNKS,
    GPUSWAP_SAMPLING,
    GPUSWAP_REVERSE,
    GPUSWAP_LRU,
    GPUSWAP_NFU
};

typedef struct gpuswap_options {
    uint32_t memory, host;  /* MB */
    uint32_t chunk;         /* KB */
    int pick;               /* GPUSWAP_PRIORITY ... */
    uint64_t seed;          /* of chances */
    const char *priorities; /* file of them, NULL = all buffers have the default */
    double setup_us;        /* of each copy */
    double channel_us;      /* to put a submission channel on shadow pages, and again to put it back */
    uint32_t flush_cycles;  /* before a program goes on */
    double return_us;       /* 0 = nothing returns */
    uint32_t fail;          /* every so many copies fail; 0 = none */
    int victim;             /* a swap_victims */
    double period_us;       /* of what is counted */
    double link_cost;       /* of an access over the link, in accesses of the GPU's memory */
    uint32_t large;         /* 1: large pages that lie in one memory are translated as one */
} gpuswap_options;

/* A buffer of the allocator, and those of the program that lie in it: more than one where they share pages.
 */
typedef struct gpuswap_extent {
    uint64_t first_page, pages;
    uint32_t buffer; /* of the allocator */
    uint32_t users;  /* buffers of the program */
    uint16_t app;
    uint64_t *placed; /* a bit for each page that has a place */
    uint64_t
        *large; /* a bit for each large page from the one around first_page on: it begins here and is one */
} gpuswap_extent;

/* What a program has asked for and not got yet, in order. */
typedef struct gpuswap_request {
    uint64_t address, bytes;
    uint64_t asked_at, begun_at; /* begun: the first of its plans */
    uint64_t next_page;          /* the pages before have memory */
    uint16_t app;
    bool is_release, has_begun;
    bool is_again; /* of a buffer that is there: waits its turn as any other, and nothing is done */
    bool is_over;  /* refused, and the run ends; or its program has ended */
} gpuswap_request;

/* Sectors below the L2 that lie in buffers. */
typedef struct gpuswap_traffic {
    uint64_t sectors, over_link; /* all, and those of them at the host */
} gpuswap_traffic;

/* How far the sampling of a program is [KE 5.2.2]. */
typedef enum gpuswap_sample {
    GPUSWAP_UNSAMPLED,
    GPUSWAP_SAMPLE_DUE,
    GPUSWAP_SAMPLE_OUT, /* its chunks are evicted, or about to be */
    GPUSWAP_SAMPLE_COUNTING,
    GPUSWAP_SAMPLE_COUNTED, /* over one launch */
} gpuswap_sample;

/* What is known of the accesses of a program. */
typedef struct gpuswap_usage {
    gpuswap_traffic now, before; /* in this period and the one before it */
    gpuswap_sample sample;
    bool reverse_is_due; /* a launch has ended */
} gpuswap_usage;

/* How far the chunk is that is being moved. Of one program at a time [KE 3.2.2]. */
typedef enum gpuswap_phase {
    GPUSWAP_READY,      /* for the next step of the plan */
    GPUSWAP_DRAINING,   /* launches of the suspended program come to their ends [KE 3.3.3] */
    GPUSWAP_SETTING_UP, /* of a copy [KE 6.3.2] */
    GPUSWAP_COPYING,    /* it is on the link */
    GPUSWAP_ARRIVED,
    GPUSWAP_FLUSHING, /* TLBs, before the program goes on */
} gpuswap_phase;

/* Core cycles, [is it a return]: evictions are waited for, returns are not [KE 6.3]. */
typedef struct gpuswap_times {
    uint64_t setup, copy, drain, flush, pause;
    uint64_t slowest_copy;
} gpuswap_times;

typedef struct gpuswap_counts {
    uint64_t waited;        /* requests for which something had to move */
    uint64_t waited_cycles; /* until they had their memory, without queued_cycles */
    uint64_t queued_cycles; /* until plans before them had ended */
    uint64_t suspensions, returns;
    uint64_t joined, split; /* large pages */
    gpuswap_times times[2];
} gpuswap_counts;

typedef struct gpuswap {
    const vm_host *host;
    gpuswap_options options;
    swap *memory;
    swap_priorities priorities;

    gpuswap_extent **extent; /* [buffer of the allocator]; NULL = none */
    uint32_t extents;
    told_buffers buffers;     /* that programs have asked for and not given back */
    gpuswap_request *request; /* waiting: from `first` on */
    uint32_t first_request, n_requests, requests_capacity;
    uint32_t pending[POLICY_PROGRAMS];  /* requests of each program */
    bool runs[POLICY_PROGRAMS];         /* a launch of it */
    uint64_t ended_at[POLICY_PROGRAMS]; /* its last launch */

    /* the plan that is carried out */
    gpuswap_phase phase;
    bool is_return;
    bool has_move, is_suspended;
    bool has_moved; /* a chunk of the suspended program */
    uint16_t app;   /* suspended */
    swap_move move;
    uint64_t until; /* set-up, flush, and the change of the submission channel end */
    uint64_t suspended_at, drained_at, copied_at;
    uint64_t copies;

    uint64_t epoch, last; /* time of the machine when it has begun last; latest time known */
    uint64_t return_at;   /* UINT64_MAX = never */
    bool return_is_due;
    uint64_t period_began, period_ends; /* ends: UINT64_MAX = nothing is counted by periods */
    uint64_t before_cycles;             /* of the period before; 0 = there is none */
    gpuswap_usage usage[POLICY_PROGRAMS];
    gpuswap_counts counts;
} gpuswap;

/* Time of the policy in core cycle `cycle`. */
uint64_t gpuswap_now(gpuswap *s, uint64_t cycle);

/* ---- gpuswap_buffers.c ---- */

/* A program asks for memory of a buffer, or gives it back; carried out at once if nothing is before it. For a
 * buffer that is there nothing is done when its turn comes; one of another size is given back first. */
void gpuswap_ask(gpuswap *s, uint16_t app, uint64_t address, uint64_t bytes, uint64_t now);
void gpuswap_give_back(gpuswap *s, uint16_t app, uint64_t address, uint64_t bytes, uint64_t now);
/* The copy that a request needs has failed, and with it the buffer that the allocator knew by this number. */
void gpuswap_refuse(gpuswap *s, uint32_t buffer);
/* Goes on with requests until a plan must be carried out first. */
void gpuswap_serve(gpuswap *s, uint64_t now);
/* The extent of a page; NULL = it lies in no buffer. */
gpuswap_extent *gpuswap_extent_of(const gpuswap *s, uint16_t app, uint64_t page);
/* Where a page lies that is in this memory: where its address says, with the number of the program in bits 40
 * and up, as with vm:fcfs (our choice). */
uint64_t gpuswap_frame(uint16_t app, uint64_t page, swap_where where);
/* The program has ended. */
void gpuswap_forget(gpuswap *s, uint16_t app);
void gpuswap_free_buffers(gpuswap *s);

/* ---- gpuswap_large.c; nothing without the option ---- */

/* At an exchange: large pages with a part in these pages become one where they lie in one memory, or are no
 * more, as pages of them are about to move or go. */
void gpuswap_join(gpuswap *s, uint16_t app, uint64_t page, uint64_t pages);
void gpuswap_split(gpuswap *s, uint16_t app, uint64_t page, uint64_t pages);

/* ---- gpuswap_usage.c ---- */

/* Whether anything that is chosen depends on accesses. */
bool gpuswap_watches(const gpuswap *s);
void gpuswap_begin_periods(gpuswap *s);
/* Sectors at a physical address have been read or written below the L2, for program `app`. */
void gpuswap_accessed(gpuswap *s, uint16_t app, uint64_t address, uint32_t sectors);
/* A launch begins, or has ended; true: something is to be done at an exchange. */
void gpuswap_usage_begin(gpuswap *s, uint16_t app);
bool gpuswap_usage_end(gpuswap *s, uint16_t app);
/* At an exchange: what is due when a period has ended. */
void gpuswap_end_period(gpuswap *s, uint64_t now);
/* Tells the allocator what victims are chosen by. */
void gpuswap_tell_victims(gpuswap *s, uint64_t now);
/* Samples and reverse swapping: whether any is due; begins those that are, until there is a plan, and says
 * whether there is one. */
bool gpuswap_is_due(const gpuswap *s);
bool gpuswap_begin_due(gpuswap *s);

/* ---- gpuswap_course.c ---- */

/* At an exchange: goes on with plans and requests as far as time allows. */
void gpuswap_go_on(gpuswap *s, uint64_t now);
/* Time in which set-up or flush ends; UINT64_MAX = neither is under way. */
uint64_t gpuswap_wakes_at(const gpuswap *s);

#endif
