/* What every policy of every interface has in common. A policy is a constant struct of functions whose first
 * member is this one. The simulator owns time and resources; a policy owns its own storage. A policy never
 * allocates after create(), but for what vm policies are told of buffers, and never blocks.
 *
 * A shared object with policies of its own defines one function, poise_policies(), which names them:
 *
 *     static const policy_entry entries[] = {{POLICY_SCHED, &my_policy.info}};
 *     const policy_library *poise_policies(void)
 *     {
 *         static const policy_library library = POLICY_LIBRARY(entries);
 *         return &library;
 *     }
 *
 * It is loaded by policy strings such as "./mine.so/my_policy:8", or by its name alone when it lies in the
 * folder of installed policies (pkg-config --variable=policydir poise). examples/policy_skeleton is one. */
#ifndef POISE_SIM_HOOKS_POLICY_H
#define POISE_SIM_HOOKS_POLICY_H

#include "common/error.h"
#include "common/options.h"

#include <stddef.h>
#include <stdint.h>

/* Counted up with every change of a struct or of a contract in sim_hooks/: a policy that was built against
 * another version is refused. */
enum { POISE_POLICY_ABI = 16 };

/* Programs that counters of a policy tell apart, as many as MASK's have (thesis 6.6.4 of Ausavarungnirun). */
enum { POLICY_PROGRAMS = 64 };

typedef enum policy_interface {
    POLICY_SCHED,
    POLICY_CACHE,
    POLICY_DRAM,
    POLICY_TLB,
    POLICY_VM,
    POLICY_INTERFACES
} policy_interface;

typedef struct policy_info {
    uint32_t abi;                /* POISE_POLICY_ABI */
    uint32_t struct_size;        /* sizeof the whole policy struct: a mismatch is refused */
    const char *name;            /* as in policy strings, e.g. "gto": letters, digits, '_' and '-' */
    const char *summary;         /* one line for `poise policies` */
    const char *source;          /* where the rule comes from */
    const char *storage;         /* how its authors count storage, for `poise policies`; NULL = not told */
    const poise_option *options; /* arguments of the policy string, in order */
    size_t n_options;
    size_t options_size; /* sizeof the struct the options are stored in; 0 when there are none */
} policy_info;

/* ---- the life of a policy, the same for all interfaces ----
 *
 * A policy has one state, or several that the simulator makes with create(): of a scheduler one for each
 * program, of a cache policy one for each L1 and one for each L2 bank, of a DRAM policy one for each channel,
 * of tlb and vm one. Its host tells create() which of how many it is. The other functions of a life are the
 * same everywhere, and optional (NULL) unless the interface says otherwise:
 *
 *     create - app_begin - (launch_begin ... launch_end) ... - app_end - destroy
 *
 * All states are told of all programs and launches that they may serve. What concerns several states is done
 * in gather(), which is called for all of them together while the machine stands still. */

/* Which state of how many. */
typedef struct policy_instance {
    uint32_t index, count;
} policy_instance;

typedef struct policy_launch {
    uint64_t cycle;  /* core cycle in which it begins */
    uint64_t kernel; /* identity of the kernel, not 0: the address of its code */
    uint32_t warps;  /* per scheduler, that occupancy allows */
    uint16_t app;    /* program that launches; 0 while one runs */
} policy_launch;

/* A number that a policy tells about itself after a launch. */
enum { POLICY_STATISTICS = 24, POLICY_STATISTIC_TEXT = 64 /* of a text, with its end */ };
typedef struct policy_statistic {
    const char *name; /* as a policy's, and none twice; static */
    const char *unit; /* printable ASCII characters; static */
    double value;     /* one that is not finite, such as a mean over nothing, is left out */
} policy_statistic;

/* A number of a policy in the course of a launch. Those of one group are parts of a whole, such as how many
 * warps are of each type, and are drawn on top of each other; what is no part of anything is a group alone.
 */
enum { POLICY_SAMPLES = 32 };
typedef struct policy_sample {
    const char *group; /* as a policy's name; static */
    const char *name;  /* the same, and none twice in a group */
    const char *unit;  /* as that of a statistic */
    double value;      /* one that is not finite is left out */
} policy_sample;

typedef struct policy_life {
    void (*destroy)(void *state);
    /* Storage that the state would need in hardware beyond the baseline, bits. */
    uint64_t (*storage_bits)(const void *state);
    /* A program begins before its first launch, in core cycle `cycle`, and ends after its last. */
    void (*app_begin)(void *state, uint16_t app, uint64_t cycle);
    void (*app_end)(void *state, uint16_t app, uint64_t cycle);
    /* No warp of the launch has begun; all have ended. */
    void (*launch_begin)(void *state, const policy_launch *launch);
    void (*launch_end)(void *state, uint16_t app, uint64_t cycle);
    /* Called with all states of one host (of a scheduler: those of one program, which is one) at an exchange
     * of SMs and memory: nothing runs meanwhile, SMs and L2 banks have run up to core cycle `cycle`, DRAM
     * channels up to one window later where they run ahead. First at the first exchange of a launch, then at
     * the first one after the returned number of cycles, at most one crossbar traversal late; 0 = no more
     * until the next launch. */
    uint64_t (*gather)(void *const *states, uint32_t count, uint64_t cycle);
    /* Writes at most `room` (POLICY_STATISTICS) statistics of the launch that has ended, returns how many. */
    size_t (*statistics)(void *const *states, uint32_t count, policy_statistic *statistics, size_t room);
    /* Writes at most `room` (POLICY_SAMPLES) numbers of the time since the last gather(), or since the launch
     * began, returns how many; 0 = nothing has happened. Called right before each gather(), and before
     * launch_end() when all warps have ended, but only while somebody watches: it must not change what the
     * policy does. */
    size_t (*sample)(void *const *states, uint32_t count, policy_sample *samples, size_t room);
} policy_life;

/* What all policies begin with. */
typedef struct policy_head {
    policy_info info;
    policy_life life;
} policy_head;

typedef struct policy_entry {
    policy_interface interface;
    const policy_info *policy;
} policy_entry;

/* What a shared object offers. */
typedef struct policy_library {
    uint32_t abi;         /* POISE_POLICY_ABI */
    uint32_t struct_size; /* sizeof(policy_library) */
    const policy_entry *entries;
    size_t n_entries;
} policy_library;

#define POLICY_LIBRARY(entry_array)                                                             \
    {                                                                                           \
        .abi = POISE_POLICY_ABI, .struct_size = sizeof(policy_library), .entries = entry_array, \
        .n_entries = sizeof(entry_array) / sizeof(entry_array)[0]                               \
    }

/* The entry symbol of a shared object; the library must live as long as the program. */
POISE_PUBLIC const policy_library *poise_policies(void);

#endif
