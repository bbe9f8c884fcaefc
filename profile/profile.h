/* A profile in memory: the counters of every measured warp-tuple {N, p} of every kernel launch on one
 * machine. Made by the sweep (profile/sweep), kept in profile.h5 (profile_file.h), used by features/. */
#ifndef POISE_PROFILE_PROFILE_H
#define POISE_PROFILE_PROFILE_H

#include "common/error.h"
#include "common/hash.h"
#include "sim/sim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROFILE_MAX_WARPS = 64, /* warps per scheduler; sim_hooks masks have 64 bits */
    PROFILE_MOST_POINTS = PROFILE_MAX_WARPS * (PROFILE_MAX_WARPS + 3) / 2, /* of a kernel */
    PROFILE_MAX_SMS = 1024,          /* our choice, above what the simulator takes */
    PROFILE_MAX_POLICIES = 16 << 10, /* bytes of the text */
    PROFILE_MOST_LOADS = 16,         /* of a kernel; our choice */
    PROFILE_MOST_SETS = 1 << 14,     /* of a kernel */
    PROFILE_SOURCE_TEXT = 120,       /* bytes of a line of source; our choice */
};

/* What a load instruction did in a launch, on all SMs (profile/sweep/load_sampler.h). */
typedef struct profile_load_counts {
#define LOAD_COUNT(member, unit, meaning) uint64_t member;
#include "profile/load_counts.def"
#undef LOAD_COUNT
} profile_load_counts;

/* The same in windows as the engine that chooses loads has them, sums over the launch
 * (profile/sweep/load_windows.h). */
typedef struct profile_load_window {
#define LOAD_WINDOW_COUNT(member, meaning) uint64_t member;
#include "profile/load_window_counts.def"
#undef LOAD_WINDOW_COUNT
} profile_load_window;

/* A load instruction that the search for loads which need not allocate has looked at. */
typedef struct profile_load {
    uint32_t pc, source_line;           /* number in the kernel; line in its source, 0 = unknown */
    char source[PROFILE_SOURCE_TEXT];   /* that line without its indentation, cut where it is longer; "" =
                                           unknown */
    double share;                       /* of the lines that all loads of the launch ask the L1 for */
    profile_load_counts at_max, at_one; /* at {W, W} and {1, 1} */
    profile_load_window window_at_max, window_at_one; /* all PROFILE_UNKNOWN: not measured */
} profile_load;

/* A point beyond the plane: {N, p} with some loads that allocate nothing. */
typedef struct profile_set {
    uint32_t n, p;
    uint32_t around; /* of the kernel's loads, a mask: those that allocate nothing; not 0 */
    uint32_t cycles; /* 0 = not measured yet */
} profile_set;

/* Value of a counter that the program which measured the profile did not have. */
#define PROFILE_UNKNOWN SIM_UNKNOWN

typedef enum profile_split { PROFILE_TRAINING, PROFILE_EVALUATION, PROFILE_SPLITS } profile_split;

/* "training", "evaluation", NULL: the names by number. */
extern const char *const profile_splits[PROFILE_SPLITS + 1];

/* Counters of one SM as the hardware inference engine samples them (profile/sweep/sampler.h). */
typedef struct profile_sample {
    uint64_t windows;              /* epochs with a whole window at both tuples and loads in the first */
    sched_counters at_max, at_one; /* sums over the windows at (max, max) and at (1, 1) */
} profile_sample;

typedef struct profile_kernel {
    char *program;         /* workload it belongs to: the group of cross-validation */
    char *run;             /* which run of the program: the folder of the trace */
    char *kernel;          /* function name */
    uint32_t launch_index; /* 0-based launch of the program */
    char trace_hash[POISE_HASH_TEXT];
    profile_split split;
    uint32_t warps;           /* W: warps per scheduler that occupancy allows, 1..PROFILE_MAX_WARPS */
    sim_counters *points;     /* profile_points(W) of them, see profile_point; cycles == 0 = not measured */
    profile_sample *samples;  /* of each SM */
    uint32_t n_loads, n_sets; /* 0 where loads were not looked at */
    profile_load *loads;      /* by their numbers */
    profile_set *sets;        /* none twice */
} profile_kernel;

typedef struct profile {
    size_t n_kernels;
    profile_kernel *kernels;
    uint32_t n_sms;                    /* SMs of the machine, 1..PROFILE_MAX_SMS */
    char *config_text;                 /* effective machine configuration, "key = value" lines */
    char config_hash[POISE_HASH_TEXT]; /* of exactly that text */
    /* What stood beside the scheduler, as policy_scheme_describe() says it, "l2:./mine.so+dram:fcfs"; "" =
     * the baselines. */
    char *policies;
    char policies_hash[POISE_HASH_TEXT]; /* of the files that these name; "" = none */
    char *options;                       /* of the sweep that change what is in it, "key = value" lines */
    uint64_t seed; /* of the random numbers drawn while measuring; the exhaustive sweep draws none: 0 */
    char hash[POISE_HASH_TEXT]; /* of the file it was read from; empty when it was measured */
} profile;

/* Points of the plane 0 <= p <= N, 1 <= N <= warps. p = 0: nobody allocates. */
static inline size_t profile_points(uint32_t warps)
{
    return (size_t)warps * (warps + 3) / 2;
}

/* Place of {N, p} in the plane: (1,0) (1,1) (2,0) (2,1) (2,2) (3,0) ... */
static inline size_t profile_point(uint32_t n, uint32_t p)
{
    return profile_points(n - 1) + p;
}

/* Whether {n, p} lies in the plane. */
static inline bool profile_has(uint32_t warps, uint32_t n, uint32_t p)
{
    return n >= 1 && p <= n && n <= warps;
}

/* Counters at {N, p}; NULL outside the plane or where nothing was measured. */
const sim_counters *profile_at(const profile_kernel *kernel, uint32_t n, uint32_t p);

/* One hash for the machine with its policies: config_hash where these are the baselines. */
void profile_machine_hash(const profile *data, char hash[POISE_HASH_TEXT]);

/* A point of the plane, or one beyond it with `around`, a mask over the kernel's loads; its cycles. */
typedef struct profile_schedule {
    uint32_t n, p, around;
    uint64_t cycles;
} profile_schedule;

/* The fewest cycles of the plane; ties to the higher N, then the higher p. 1 <= N always has one. [S5.7.3] */
profile_schedule profile_best_tuple(const profile_kernel *kernel);
/* The same of N = p alone. */
profile_schedule profile_best_diagonal(const profile_kernel *kernel);
/* The same of plane and sets; ties to the plane, then to the set measured first. */
profile_schedule profile_best_schedule(const profile_kernel *kernel);

/* The policy string of a schedule: "tuple:2:2:loads=14,19". malloc'ed; NULL without memory. */
char *profile_schedule_policy(const profile_kernel *kernel, profile_schedule schedule);

/* How many of the kernel's points were measured. */
uint64_t profile_measured(const profile_kernel *kernel);

/* Points, samples and sets of `from`, a kernel of the same trace on the same machine, to a kernel of `data`
 * that has the same loads and room for as many sets. */
void profile_copy_counters(const profile *data, profile_kernel *to, const profile_kernel *from);

/* Frees everything inside and zeroes it; a zeroed one is fine. */
void profile_kernel_free(profile_kernel *kernel);
void profile_free(profile *data);

#endif
