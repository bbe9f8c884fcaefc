/* MeDiC, memory divergence correction: an L2 that knows which warps hit. Warps that mostly miss gain nothing
 * from the few accesses that hit, so their loads go around the bank (wbyp.c); warps that mostly hit are held
 * up by a single miss, so their lines stay longer (wip.c), and what they miss is served first by DRAM
 * (sim_hooks/dram/wms.c), which sees it by the mark of the request. Each part is a policy of its own, and
 * all are made of what stands here. Source: [RA] chapter 4. */
#ifndef POISE_SIM_HOOKS_CACHE_MEDIC_H
#define POISE_SIM_HOOKS_CACHE_MEDIC_H

#include "sim_hooks/builtin.h"
#include "sim_hooks/cache/bloom.h"
#include "sim_hooks/cache/warp_types.h"

/* The mark of requests of warps that mostly or always hit: one bit ([RA] 4.3.4). */
enum { WARP_MARK_HITS = 1 };

/* What a policy is made of, beside types and marks; with the last the types are those of instructions. */
enum { MEDIC_BYPASS = 1, MEDIC_INSERT = 2, MEDIC_REUSE = 4, MEDIC_BY_PC = 8 };

enum { WIP_STACK, WIP_CLASS };

typedef struct medic_options {
    warp_types_options types;
    int64_t step, bypass_stores; /* percentage points */
    int64_t least_miss;          /* percent */
    int64_t bits, hashes;        /* of the filter */
    int64_t entries;             /* of the table of instructions */
    int mode;
} medic_options;

#define MEDIC_AT(member)       offsetof(medic_options, member)
#define MEDIC_AT_TYPES(member) offsetof(medic_options, types.member)
#define WBYP_ROWS                                                                                          \
    {"step",                                                                                               \
     0,                                                                                                    \
     POISE_OPT_INT,                                                                                        \
     MEDIC_AT(step),                                                                                       \
     "5",                                                                                                  \
     0,                                                                                                    \
     100,                                                                                                  \
     NULL,                                                                                                 \
     "POINTS",                                                                                             \
     "The bound of mostly-miss falls by so many points for each as many that the miss rate rises; 0 = "    \
     "never."},                                                                                            \
        {"least_miss",                                                                                     \
         0,                                                                                                \
         POISE_OPT_INT,                                                                                    \
         MEDIC_AT(least_miss),                                                                             \
         "0",                                                                                              \
         0,                                                                                                \
         100,                                                                                              \
         NULL,                                                                                             \
         "PERCENT",                                                                                        \
         "Nobody goes around but after an epoch, or what a launch has had of one, of whose loads as many " \
         "missed; 0 = without condition, as the source."},                                                 \
    {                                                                                                      \
        "bypass_stores", 0, POISE_OPT_INT, MEDIC_AT(bypass_stores), "0", 0, 1, NULL, "0|1",                \
            "Whether stores go around as well; otherwise they are looked up, and take no line."            \
    }
#define WIP_ROWS                                                                                           \
    {                                                                                                      \
        "mode", 0, POISE_OPT_CHOICE, MEDIC_AT(mode), "stack", POISE_ANY_RANGE, "stack|class", NULL,        \
            "Types decide where a line comes into the order of use, or which class of lines leaves first." \
    }

/* What the banks have in common. */
typedef struct medic_shared {
    warp_types types;
    uint64_t epoch_at;                                        /* core cycle in which counters begin anew */
    uint64_t looked_up, missed, bypassed;                     /* in this epoch */
    uint64_t profiled, profiled_missed;                       /* of these, in profiling phases */
    uint64_t loads, loads_missed;                             /* in this epoch, what went around among both */
    bool enough_misses;                                       /* the last epoch had least_miss of them */
    uint64_t all_looked_up, all_missed, all_bypassed, epochs; /* of the launch before this epoch */
    double thresholds;                                        /* sum over them, percent */
} medic_shared;

typedef struct medic_state {
    cache_shape shape;
    uint32_t parts, sms, warps, banks;
    bool tells_shared; /* storage of what is shared */
    medic_options options;
    medic_shared own, *shared; /* of the first bank, from the first exchange on */
    uint8_t *stack;            /* [set * ways + position]: ways, the most recently used first */
    uint8_t *evict_class;      /* [set * ways + way]: 2 leave first; mode class */
    uint16_t *survived;        /* lines of the set that left since it came, was used or got its class */
    bloom_filter filter;       /* lines that were lost of late */
    uint64_t lost;             /* in it */
} medic_state;

/* ---- medic.c ---- */
int medic_create(const cache_host *host, const medic_options *options, uint32_t parts, const char *name,
                 medic_state **state, poise_error *err);
void medic_destroy(void *state);
uint64_t medic_storage_bits(const void *state);
void medic_launch_begin(void *state, const policy_launch *launch);
uint64_t medic_gather(void *const *states, uint32_t count, uint64_t cycle);
size_t medic_statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room);
/* Of the epoch that runs. */
size_t medic_sample(void *const *states, uint32_t count, policy_sample *out, size_t room);
void medic_result(void *state, const mem_request *request, bool hit);
uint8_t medic_mark(void *state, const mem_request *request);
/* The record of the warp, or instruction, of a request; MEDIC_NO_RECORD: code, page walks, CPU cores. */
#define MEDIC_NO_RECORD UINT32_MAX
uint32_t medic_record(const medic_state *state, const mem_request *request);

/* ---- wbyp.c ---- */
cache_route wbyp_route(void *state, const mem_request *request);
bool wbyp_allocate(void *state, uint32_t set, const mem_request *request);
/* The bound of mostly-miss after the miss rate has risen by `rise`, all in hundredths of a percent. */
int64_t wbyp_threshold(int64_t nominal, int64_t step, int64_t rise);

/* ---- wip.c ---- */
void wip_access(void *state, uint32_t set, uint32_t way, const mem_request *request);
uint32_t wip_victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request);
void wip_fill(void *state, uint32_t set, uint32_t way, const mem_request *request);
void wip_evicted(void *state, uint32_t set, uint32_t way, uint64_t line, bool by_store);

/* A policy of these parts; `reads` are option rows in `table`. */
#define MEDIC_LIFE                                                                                        \
    {                                                                                                     \
        .destroy = medic_destroy, .storage_bits = medic_storage_bits, .launch_begin = medic_launch_begin, \
        .gather = medic_gather, .statistics = medic_statistics, .sample = medic_sample                    \
    }
#define MEDIC_INFO(name_text, summary_text, source_text, table)                             \
    {                                                                                       \
        .abi = POISE_POLICY_ABI, .struct_size = sizeof(cache_policy), .name = name_text,    \
        .summary = summary_text, .source = source_text, .options = table,                   \
        .n_options = sizeof(table) / sizeof *(table), .options_size = sizeof(medic_options) \
    }

#endif
