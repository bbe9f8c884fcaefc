/* One L2 bank: access queue behind a fixed delay pipe, tags, MSHRs, data port, miss queue towards DRAM,
 * response queue towards the crossbar.
 *
 * A line has four sectors of 32 bytes. With l2_sector_bytes = 128 the line is looked up, fetched and answered
 * as one; with 32 each sector is, one an L2 cycle: a request for several is taken apart into requests for one
 * each, and has been answered when all of them have (split.c). MSHRs are of lines, and cost as many entries
 * as sectors are fetched. Write-back, write-allocate. Stores of whole lines or sectors allocate without
 * fetching, with l2_write_alloc = lazy all do. With l2_write = through no line is ever dirty: a store goes to
 * DRAM whether its line is here or not, and is acknowledged at once; the store of an atomic follows its
 * look-up or its fetch into the miss queue. Source: [T3.1, S2.2.2, S3.4.2], memory_sub_partition [GS].
 *
 * Lines in memory of the host (sim_hooks/vm.h) are read into the L2 like others and written as with
 * l2_write = through ([KE 3.4.2, 4.4.2]); they wait in the same miss queue, which the link empties of them
 * beside the channel.
 *
 * A policy may keep a request from allocating, or send it around the bank (sim_hooks/cache.h; [RA]
 * chapter 4). What GPGPU-Sim's L2 never does is our choice where the literature is silent: a load that does
 * not allocate holds an MSHR without a line, and loads of the same line join it until the fetch is answered;
 * a store goes through to DRAM with the sectors that it writes; an atomic is fetched, and its store follows
 * the fetch into the miss queue. What goes around leaves the delay pipe for the miss queue and holds neither
 * MSHR nor place in the access and fill queues; those behind it wait while the miss queue has no room. */
#ifndef POISE_SIM_L2_L2_H
#define POISE_SIM_L2_L2_H

#include "sim/base/base.h"
#include "sim/base/number_pool.h"
#include "sim/base/question.h"
#include "sim/base/units.h"
#include "sim/dram/access.h"
#include "sim/l2/page_counts.h"
#include "sim/measure/bottleneck.h"
#include "sim/measure/counters.h"
#include "sim/network/crossbar.h"
#include "sim_hooks/cache.h"
#include "sim_hooks/registry.h"

/* The choices of l2_fill_port and l2_write_alloc. */
enum { L2_FILL_PORT_SHARED, L2_FILL_PORT_SEPARATE };
enum { L2_WRITE_ALLOC_FETCH, L2_WRITE_ALLOC_LAZY };
enum { L2_WRITE_BACK, L2_WRITE_THROUGH };

typedef struct l2_fill {
    uint16_t mshr;
    uint8_t sectors;
} l2_fill;
DEFINE_FIFO(l2_fill_fifo, l2_fill)

/* Ways of a set, as masks. */
typedef struct l2_set {
    uint32_t valid, pending; /* some sector is */
} l2_set;

enum { L2_NO_WAY = 0xffff };

typedef struct l2_mshr {
    uint32_t set, way;    /* of the line that is fetched; way = L2_NO_WAY: a line that will not be kept */
    uint64_t address;     /* of that line, with L2_NO_WAY */
    uint32_t first, last; /* of the requests that wait, by their numbers (l2_merged()) */
    uint16_t n_merged;    /* how many these are */
    uint8_t sectors;      /* fetched: entries it counts for */
    uint8_t pending;      /* with L2_NO_WAY: of these, the ones that are on their way */
} l2_mshr;

/* A request that waits for an MSHR, or a place without one. */
typedef struct l2_waiting {
    packet request;
    uint32_t next; /* the request behind it, or of the places given back the one before it */
} l2_waiting;

/* A request for several sectors whose parts are in the bank. */
typedef struct l2_split {
    uint32_t next;         /* of those given back, the one before it */
    uint8_t sectors, left; /* a mask; how many have not left the bank */
    bool is_hit;           /* those that have were */
} l2_split;

/* Sector masks; a line without any is free. With l2_written = bytes a dirty sector is not valid as long as
 * stores have written a part of it. */
typedef struct l2_line {
    uint64_t address;
    uint16_t mshr; /* when sectors are pending */
    uint8_t valid, dirty, pending;
} l2_line;

/* What a number of sectors costs, by the machine. */
typedef struct l2_costs {
    line_units units;
    bool has_sectors;
    uint16_t reply_flits[LINE_SECTORS + 1];
    uint16_t port_cycles[LINE_SECTORS + 1]; /* L2 cycles for which so many keep a port busy */
} l2_costs;

/* Who takes answers to reads of page walks, which do not go through the crossbar: the sectors of `reply` are
 * there in core cycle `when`. */
typedef struct l2_walker {
    void *owner;
    void (*answer)(void *owner, const packet *reply, uint64_t when);
} l2_walker;

/* Who is told of what a bank sends below. */
typedef struct l2_watcher {
    void *owner;
    /* Sectors of a line that are read or written there; NULL = nobody. */
    void (*accessed)(void *owner, uint16_t app, uint64_t address, uint32_t sectors, bool is_write);
} l2_watcher;

/* What a bank measures of stall causes; it settles before anything changes: the cycles since the last time
 * count for the state as it was left then. */
typedef struct l2_stalls {
    sim_bottleneck statistics;
    uint64_t since;         /* first L2 cycle that is not counted */
    uint32_t units;         /* in the access queue from then on; it changes at edges of the L2 clock only */
    uint32_t set;           /* why they are not served */
    uint64_t replies_since; /* the same of the response queue, in core cycles: it changes at any time */
    uint32_t replies;
} l2_stalls;

typedef struct l2_bank {
    /* What nearly every run looks at stands first. */
    sim_base *base;
    uint64_t step_at;    /* core cycle of the next L2 cycle with something to do, as far as known */
    uint64_t tick_at;    /* core cycle of the policy's next tick, UINT64_MAX = none */
    uint64_t drain_at;   /* core cycle from which the pipe hands over another */
    uint64_t drained_at; /* of the L2 cycle after that in which it hands over its head, UINT64_MAX = empty */
    uint64_t port_free, fill_port_free; /* L2 cycles from which the ports can be used */
    uint64_t answers_free;              /* the one in which the next answer of a fill can go */
    packet_fifo pipe, access;
    l2_fill_fifo fills;
    bool drain_blocked; /* the head of the pipe found no room */
    bool fill_waits;    /* the response queue has no room for what the head of the fill queue answers */
    bool around_waits;  /* the same for a load that went around: the channel holds it */
    bool route_waits;   /* the head of the pipe goes around and finds no room */
    uint32_t refused;   /* why the head of the access queue was not served, bits of l2_cause */
    uint32_t asleep;    /* the head need not be looked at until one of these causes may have gone, 0 = look */
    l2_stalls *stalls;  /* NULL = not measured */
    uint32_t index, channel; /* number in the GPU; of the DRAM channel behind it */
    event_wheel
        *arrivals;       /* arrival.c: NULL = they come while the bank runs, else with a time of their own */
    uint64_t shut;       /* with `arrivals`: cycles after which the access queue has no room, as bits .. */
    uint64_t shut_since; /* .. from this one on, the begin of the last window in which somebody asked */
    bool is_full;        /* the pipe, in the present window */
    packet_fifo arrived; /* at the output of the crossbar, with icnt_out_buffer: wait for room in the pipe */
    uint32_t arrived_flits;
    uint32_t response_limit; /* room of the response queue */
    uint32_t fill_limit;     /* the same, with what waits in MSHRs for room: for what fills answer */
    packet_fifo walks;       /* reads of page walks that wait for room in the pipe */
    dram_access_fifo misses; /* to the channel */
    dram_access_fifo remote; /* to memory of the host: the part of the miss queue that the link empties */
    bool has_remote;         /* there may be some */
    uint32_t miss_units;     /* sectors or lines in the miss queue, of both */
    uint32_t mshr_units;     /* sectors or lines being fetched */
    const cache_policy *policy;
    void *policy_state;
    uint32_t sets, ways;
    l2_line *line;                    /* [set * ways + way] */
    uint8_t (*written)[LINE_SECTORS]; /* of lines: bytes of dirty sectors that are not valid */
    l2_set *set;
    l2_mshr *mshr;
    number_pool mshrs;                        /* numbers of mshr[] */
    uint32_t no_allocate_used;                /* MSHRs of lines that will not be kept */
    uint32_t merge_limit;                     /* of a line in flight; with sectors of each of its sectors */
    uint32_t merge_room;                      /* of an MSHR */
    l2_split *split;                          /* by number */
    uint32_t split_new;                       /* the first number that has never been used */
    uint32_t split_given;                     /* the last one given back, L2_NO_PLACE: none */
    l2_waiting *merged, *merged_more;         /* l2_merged() */
    uint32_t merged_new;                      /* the first place of these that has never been used */
    uint32_t merged_given;                    /* the last one given back, L2_NO_PLACE: none */
    cache_question may_allocate, goes_around; /* of the heads of the access queue and of the pipe */
    bool policy_failed;                       /* the policy chose a way that it may not take */
    l2_costs cost;
    sim_counters *count; /* of each address space */
    page_counts *pages;  /* sim_watch_pages(); NULL = nobody counts */
    l2_watcher watcher;
    crossbar *crossbar;
    packet *around;      /* loads that go around the bank */
    number_pool arounds; /* numbers of around[]; none unless the policy has route() */
    l2_walker walker;
    cache_host host;
} l2_bank;

/* Place `number` of requests that wait for an MSHR. So many are mostly enough for a bank (our choice): the
 * others are seldom touched. */
enum { L2_FIRST_MERGED = 128 };
#define L2_NO_PLACE UINT32_MAX
static inline l2_waiting *l2_merged(const l2_bank *bank, uint32_t number)
{
    return number < L2_FIRST_MERGED ? &bank->merged[number] : &bank->merged_more[number];
}

/* What a bank is connected to. */
typedef struct l2_surroundings {
    crossbar *crossbar;
    uint32_t most_below; /* requests that its DRAM channel can hold, and the link to the host */
    bool has_remote;     /* lines may lie in memory of the host */
    l2_walker walker;    /* `owner` NULL: no page walk reads through the L2 */
    l2_watcher watcher;
} l2_surroundings;

/* Bank `index` with the cache policy of `choice`. Its counters are the owner's to make; l2_free frees them.
 */
int l2_init(l2_bank *bank, sim_base *base, uint32_t index, const policy_choice *choice,
            const l2_surroundings *around, poise_error *err);
void l2_free(l2_bank *bank);
/* Clears times, counters and what a launch that was cut short has left in flight; contents stay. */
void l2_reset(l2_bank *bank);
/* A launch begins in core cycle `now`: the policy ticks from then on, if it does and has stopped. */
void l2_begin_ticks(l2_bank *bank, uint64_t now);
/* The beginning of a window of `cycles` core cycles: whether the pipe has room for what can come in it. */
void l2_open_window(l2_bank *bank, uint64_t cycles);
/* What can enter it in a cycle. */
uint32_t l2_most_arrivals(const l2_bank *bank);
/* Whether it has room in every window, however long it is: what comes in a cycle leaves in one. */
bool l2_pipe_never_fills(const sim_config *config);
/* Runs the bank in the current core cycle. With `arrivals` requests come afterwards: l2_arrive(), in each
 * cycle of the window that `arrivals` says, up to `end`, that of the window. */
void l2_run(l2_bank *bank);
void l2_arrive(l2_bank *bank, uint64_t end);

/* The bank as one whose misses a channel admits, or the link to the host. */
dram_input l2_input(l2_bank *bank);
dram_input l2_remote_input(l2_bank *bank);
/* A reply has left the response queue. Whether the request has been answered with it; then it brings all of
 * its sectors. */
bool l2_response_left(l2_bank *bank, packet *reply);
/* Takes a read of a page walk, from the present cycle on, which it gives to its walker; or a write of a
 * page-table entry, a store that has a depth, which nobody waits for, when there is room for it. */
void l2_take_read(l2_bank *bank, const packet *request);
bool l2_walk_room(const l2_bank *bank);
/* The line at physical `address` is no longer valid, unless it is being fetched. Whether it was dirty. */
bool l2_lose(l2_bank *bank, uint32_t set, uint64_t address);
bool l2_is_dirty(l2_bank *bank, uint32_t set, uint64_t address);
/* With memory = infinite: only the tags see the request. Returns whether it hits. */
bool l2_touch(l2_bank *bank, const packet *request);

l2_costs l2_costs_make(const sim_config *config);
/* What the crossbar must hold of the replies of a bank: its response queue, and the buffer behind it. */
crossbar_replies l2_replies(const sim_config *config);

/* What counts for `sectors`: as many with sectors, one without. */
static inline uint32_t l2_units(const l2_bank *bank, uint32_t sectors)
{
    return units_of(bank->cost.units, sectors);
}
/* L2 cycles for which `bytes`, whole sectors, keep a port busy. */
static inline uint32_t l2_port_cycles(const l2_bank *bank, uint32_t bytes)
{
    return bank->cost.port_cycles[bytes / SECTOR_BYTES];
}

/* ---- arrival.c: from the crossbar to the access queue ---- */
/* Hands over from the delay pipe what is due by `now`, in L2 cycle `cycle`. */
void l2_drain_pipe(l2_bank *bank, uint64_t now, uint64_t cycle);
/* A crossbar cycle: a packet leaves the buffer, another comes. Returns the core cycle of the next. */
uint64_t l2_receive(l2_bank *bank);
/* With `arrivals`, after the bank has run in core cycle `now`. */
void l2_note_room(l2_bank *bank, uint64_t now);
/* Reads of walks do not cross the crossbar: one an L2 cycle enters the pipe. Returns whether more wait. */
bool l2_take_walk(l2_bank *bank, uint64_t now);

/* ---- split.c: requests for several sectors ---- */
/* Room for all that can be in the bank at once. False when there is no memory. */
bool l2_split_init(l2_bank *bank, uint32_t most);
void l2_split_clear(l2_bank *bank);
/* Puts the request into the delay pipe, sector by sector if the bank has any, to leave it in core cycle
 * `ready`. */
void l2_split_enter(l2_bank *bank, const packet *request, uint64_t ready);
/* A reply leaves, as above. */
bool l2_split_left(l2_bank *bank, packet *reply);

/* ---- access.c: tags ---- */
/* The head of the access queue. Returns whether it was served. */
bool l2_serve(l2_bank *bank, uint64_t cycle);

/* ---- fill.c: what comes from DRAM ---- */
/* The head of the fill queue: sectors become valid. Each is answered when it is there; without sectors every
 * merged request is when none is missing. */
bool l2_fill_line(l2_bank *bank, uint64_t cycle);

/* ---- answer.c: replies, and what they make room for ---- */
/* Replies in the response queue, which is the input of the crossbar, and whether it has room for another. */
static inline uint32_t l2_responses(const l2_bank *bank)
{
    return bank->crossbar->replies.input[bank->index].queue.count;
}
static inline bool l2_response_room(const l2_bank *bank)
{
    return l2_responses(bank) < bank->response_limit;
}
/* Answers a request `delay` L2 cycles from now: after a hit, or around the bank, in the next, after a fetch
 * not before the one after that, through the list of ready MSHRs [GS cache_cycle()]. */
enum { L2_HIT_DELAY = 1, L2_AROUND_DELAY = 1, L2_FETCH_DELAY = 2 };
void l2_respond(l2_bank *bank, const packet *request, uint32_t delay, bool is_hit);
/* What `cause`, a l2_cause, stands for has got better: the bank looks at its queues at core cycle `when`, if
 * something waits for it or `concerns`. */
void l2_improve(l2_bank *bank, uint32_t cause, bool concerns, uint64_t when);

/* ---- below.c: MSHRs, and what goes to DRAM ---- */
/* The sectors that must be valid to serve a request. */
uint32_t l2_needed_sectors(const l2_bank *bank, const mem_request *request);
/* What is fetched with `sectors` of a line that miss: the pieces of l2_fetch_bytes that they lie in, without
 * the sectors `present`, which are there or on their way. */
uint32_t l2_fetched_sectors(const l2_bank *bank, uint32_t sectors, uint32_t present);
/* Tells the policy of a look-up, and counts an access, which keeps the bank busy: a cycle per sector, or as
 * long as the port carries `bytes`. */
void l2_looked_up(l2_bank *bank, const mem_request *request, bool is_hit);
void l2_account(l2_bank *bank, const mem_request *request, bool is_hit, uint32_t bytes, uint64_t cycle);
/* Remembers why the head of the access queue is not served, bits of l2_cause; false. */
bool l2_refuse(l2_bank *bank, uint32_t causes);
/* Room in the miss queue for so many sectors or lines, or an empty queue. */
bool l2_miss_room(const l2_bank *bank, uint32_t units);
/* Bits of l2_cause that keep `sectors` from being fetched, and `written` units from following; 0 = none. */
uint32_t l2_fetch_stall_causes(const l2_bank *bank, uint32_t sectors, uint32_t written);
/* Whether no further request may wait for an MSHR. */
bool l2_merged_full(const l2_bank *bank, uint16_t mshr, const mem_request *request);
/* These have room. A request waits for an MSHR; sectors are fetched for it; a dirty line leaves. */
void l2_join(l2_bank *bank, uint16_t mshr, const packet *request);
void l2_fetch(l2_bank *bank, uint16_t mshr, const packet *request, uint32_t sectors, uint64_t cycle);
void l2_write_back(l2_bank *bank, const l2_line *line, const mem_request *cause, uint64_t cycle);
/* A line is never dirty: with l2_write = through, and in memory of the host. */
static inline bool l2_is_remote(const l2_bank *bank, uint64_t address)
{
    return bank->has_remote && vm_is_host(address);
}
static inline bool l2_writes_through(const l2_bank *bank, uint64_t address)
{
    return bank->base->config.l2_write == L2_WRITE_THROUGH || l2_is_remote(bank, address);
}
/* Then: the units that a request writes at once, and the write. */
uint32_t l2_through_units(const l2_bank *bank, const mem_request *request);
void l2_write_through(l2_bank *bank, const mem_request *request, uint64_t cycle);
/* A store that goes to DRAM and leaves lines as they are; its line is here with all sectors, or not. Returns
 * whether it was served. */
bool l2_store_through(l2_bank *bank, const packet *request, bool is_hit, uint64_t cycle);
/* A miss that may not allocate. Returns whether it was served. */
bool l2_miss_no_allocate(l2_bank *bank, const packet *request, uint64_t cycle);
/* A load that misses joins the fetch of its line that will not be kept, if there is one: *served as above. */
bool l2_join_no_allocate(l2_bank *bank, const packet *request, uint64_t cycle, bool *served);
/* The head of the pipe goes around the bank, if there is room for it; called in L2 cycle `cycle`. */
bool l2_send_around(l2_bank *bank, const packet *request, uint64_t cycle);

/* ---- stalls.c ---- */
/* Counts the cycles up to `end` (exclusive) for the state as it is. */
MEASURING void l2_stalls_settle(l2_bank *bank, uint64_t end);
/* The edge of L2 cycle `cycle` with a queue of `units` > 0 before it: whether its head was served. */
MEASURING void l2_stalls_edge(l2_bank *bank, uint64_t cycle, uint32_t units, bool served);
/* A packet has left the port of the bank at core cycle `when`. */
MEASURING void l2_stalls_left_port(l2_bank *bank, packet *p, uint64_t when);
/* Core cycles for which a request that is looked up now has waited for the bank, those at its port included;
 * 0: it has not been a hit, and its look-up was earlier. */
MEASURING uint32_t l2_stalls_waited(const l2_bank *bank, const packet *request, bool is_hit);
/* The response queue has changed. */
MEASURING void l2_stalls_replies(l2_bank *bank);

#endif
