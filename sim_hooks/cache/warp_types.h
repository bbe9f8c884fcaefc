/* Warp types: how often the accesses of a warp hit in the shared L2 ([RA] 4.2.1, 4.3.1). One record for each
 * hardware warp of the GPU, which all L2 banks share: hits and accesses of 10 bits, a type of 2. Every
 * `resample` cycles both counters begin anew, and the next `profile` accesses of a warp are its profiling
 * phase, at whose end it gets its type. When the accesses need the tenth bit, both counters are halved.
 *
 * The source leaves open, and is our choice: a warp keeps its type while it is profiled and is balanced
 * before it has one; the type stays until the next profiling phase ends (reclassify=latch); a merge with a
 * miss in flight is a miss; warps that follow each other in a place share its record, as the L2 does not see
 * them begin, but for launches, which begin with all records new.
 *
 * The same table finds the type of anything else that has accesses, such as instructions (pc_byp.c). */
#ifndef POISE_SIM_HOOKS_CACHE_WARP_TYPES_H
#define POISE_SIM_HOOKS_CACHE_WARP_TYPES_H

#include "sim_hooks/cache.h"
#include "sim_hooks/policy_statistics.h"

/* In the order of hit ratios. The hardware does not tell the first two apart ([RA] 4.5.5): 2 bits. */
typedef enum warp_type { ALL_MISS, MOSTLY_MISS, BALANCED, MOSTLY_HIT, ALL_HIT, WARP_TYPES } warp_type;

enum {
    WARP_COUNTER_BITS = 10,
    WARP_TYPE_BITS = 2,
    WARP_RECORD_BITS = 2 * WARP_COUNTER_BITS + WARP_TYPE_BITS,
};
enum { RECLASSIFY_LATCH, RECLASSIFY_CONTINUOUS };

typedef struct warp_types_options {
    int64_t resample, profile;       /* cycles, accesses */
    int64_t mostly_hit, mostly_miss; /* percent */
    int64_t stores;                  /* whether they count */
    int reclassify;
} warp_types_options;

/* Rows of an option table; `AT_TYPES(member)` is the place of a member of warp_types_options. */
#define WARP_TYPES_ROWS(AT_TYPES)                                                                            \
    {"resample", 0,   POISE_OPT_INT, AT_TYPES(resample), "100000",                                           \
     1,          4e9, NULL,          "CYCLES",           "Core cycles after which counters begin anew."},    \
        {"profile",     0,                                                                                   \
         POISE_OPT_INT, AT_TYPES(profile),                                                                   \
         "30",          1,                                                                                   \
         255,           NULL,                                                                                \
         "N",           "Accesses of a profiling phase."},                                                   \
        {"mostly_hit",  0,                                                                                   \
         POISE_OPT_INT, AT_TYPES(mostly_hit),                                                                \
         "70",          0,                                                                                   \
         100,           NULL,                                                                                \
         "PERCENT",     "Least hit ratio of mostly-hit; 0 = everything is, before it is profiled as well."}, \
        {"mostly_miss", 0,                                                                                   \
         POISE_OPT_INT, AT_TYPES(mostly_miss),                                                               \
         "20",          0,                                                                                   \
         100,           NULL,                                                                                \
         "PERCENT",     "Greatest hit ratio of mostly-miss."},                                               \
        {"stores", 0, POISE_OPT_INT, AT_TYPES(stores), "1", 0, 1, NULL, "0|1", "Whether stores count."},     \
    {                                                                                                        \
        "reclassify", 0, POISE_OPT_CHOICE, AT_TYPES(reclassify), "latch", POISE_ANY_RANGE,                   \
            "latch|continuous", NULL, "A type changes when profiling ends, or with each access after that."  \
    }

typedef struct warp_record {
    uint16_t hits, accesses;
    uint8_t type;  /* warp_type */
    bool has_type; /* in this launch */
} warp_record;

/* What happened since the launch began. */
typedef struct warp_types_counts {
    uint64_t typed[WARP_TYPES]; /* profiling phases that ended with a type */
    uint64_t again, same;       /* those of a record that had a type, and got the same one of 2 bits */
} warp_types_counts;

typedef struct warp_types {
    warp_types_options options;
    uint32_t n;
    int64_t threshold;                /* greatest hit ratio of mostly-miss now, in hundredths of a percent */
    warp_types_counts counts, before; /* of the launch; before this epoch */
    warp_record *record;              /* the owner frees it */
} warp_types;

/* False without memory. */
bool warp_types_init(warp_types *types, const warp_types_options *options, uint32_t n);
/* A launch begins: all records are new. */
void warp_types_begin(warp_types *types);
/* `resample` cycles have passed. */
void warp_types_resample(warp_types *types);
/* An access of `index` has been looked up. */
void warp_types_seen(warp_types *types, uint32_t index, bool hit);

warp_type warp_types_classify(const warp_types *types, uint32_t hits, uint32_t accesses);

static inline bool warp_types_is_profiling(const warp_types *types, uint32_t index)
{
    return types->record[index].accesses < types->options.profile;
}

static inline warp_type warp_types_of(const warp_types *types, uint32_t index)
{
    return (warp_type)types->record[index].type;
}

/* Whether its accesses had better not use the cache: it mostly or always misses, and is not profiled. */
static inline bool warp_types_bypasses(const warp_types *types, uint32_t index)
{
    return warp_types_of(types, index) <= MOSTLY_MISS && !warp_types_is_profiling(types, index);
}

enum { WARP_TYPES_STATISTICS = WARP_TYPES + 1 };
/* Share of the types among `counts`, and of types that stayed; writes WARP_TYPES_STATISTICS. */
void warp_types_statistics(const warp_types_counts *counts, policy_statistic *out);

/* Records by type, of those that have one; by whether the type that they were given in this epoch is the one
 * that they had; by hit ratio in this epoch, of those that have been profiled in it. */
enum { HIT_RATIOS = 10, WARP_TYPES_SAMPLES = WARP_TYPES + 2 + HIT_RATIOS };
/* Writes WARP_TYPES_SAMPLES; `unit` is what a record stands for: "warp". */
void warp_types_sample(const warp_types *types, const char *unit, policy_sample *out);

#endif
