/* The embedded GPU simulator: cycle-level, trace-driven, event-driven where nothing happens.
 *
 * One `simulator` is one machine running one program: launches follow each other, the L2 keeps its contents,
 * L1s are emptied between launches. A simulator is used by one thread at a time, and may use several of its
 * own (sim_set_threads); different simulators share nothing but read-only traces. Same input, same output,
 * whatever else runs. */
#ifndef POISE_SIM_SIM_H
#define POISE_SIM_SIM_H

#include "common/error.h"
#include "sim/config/config.h"
#include "sim/cpu/core.h"
#include "sim/measure/bottleneck.h"
#include "sim/measure/counters.h"
#include "sim_hooks/sched.h"
#include "sim_hooks/scheme.h"
#include "trace/trace.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Policy strings; NULL = the baseline ("gto", "lru", "lru", "frfcfs", "none", "identity"). */
typedef struct sim_policies {
    const char *sched, *l1, *l2, *dram, *tlb, *vm;
} sim_policies;

/* Those of a scheme, which must outlive the result. */
static inline sim_policies sim_policies_of(const policy_scheme *scheme)
{
    return (sim_policies){policy_scheme_at(scheme, POLICY_AT_SCHED), policy_scheme_at(scheme, POLICY_AT_L1),
                          policy_scheme_at(scheme, POLICY_AT_L2),    policy_scheme_at(scheme, POLICY_AT_DRAM),
                          policy_scheme_at(scheme, POLICY_AT_TLB),   policy_scheme_at(scheme, POLICY_AT_VM)};
}

typedef struct simulator simulator;

int sim_create(simulator **sim, const sim_config *config, const sim_policies *policies, poise_error *err);
/* The same with CPU cores beside the SMs (machine options cpu_*), each with one of the programs `cpus`, which
 * must live as long as the simulator and may be the same. */
int sim_create_with_cpus(simulator **sim, const sim_config *config, const sim_policies *policies,
                         const cpu_program *const *cpus, uint32_t n_cpus, poise_error *err);
void sim_destroy(simulator *sim); /* NULL is fine */

/* Simulates the coming launches with up to `threads` threads, the caller's included (0 counts as 1; more than
 * one per SM and one for the memory side are not started). Counters, errors and everything else are the same
 * with any number. On failure (no memory, no thread) the old number stays. */
int sim_set_threads(simulator *sim, uint32_t threads, poise_error *err);

/* While *stop is true launches end at once, with POISE_INCOMPLETE. It must live as long as the simulator;
 * NULL = none. For programs that are interrupted. */
void sim_set_stop(simulator *sim, const atomic_bool *stop);

/* Replaces the scheduler policy between launches. On failure the simulator may only be destroyed. */
int sim_set_sched(simulator *sim, const char *string, poise_error *err);

/* As sim_set_sched, with a policy of the caller's own, such as a measuring instrument; `policy` must outlive
 * the simulator. `options` (policy->info.options_size bytes, NULL when that is 0) is copied. */
int sim_use_sched(simulator *sim, const sched_policy *policy, const void *options, poise_error *err);

/* What the policy of a place has told about itself after the last launch, checked as policy.h demands: copies
 * at most `room` statistics, returns how many. Their texts live as long as the policy. */
size_t sim_policy_statistics(const simulator *sim, policy_place place, policy_statistic *statistics,
                             size_t room);

/* What the machine tells of the cooperation of its L1s (machine option ccn), over all launches: at most
 * `room` statistics, 0 when they do not cooperate. sim_ccn_reuse: of every distance d, 0 < d < *n, the misses
 * whose line the SM d places further on held (ccn = watch), NULL otherwise. */
enum { SIM_CCN_STATISTICS = 20 };
size_t sim_ccn_statistics(const simulator *sim, policy_statistic *statistics, size_t room);
const uint64_t *sim_ccn_reuse(const simulator *sim, uint32_t *n);

/* Told of every warp-tuple {n, p} that the scheduler policy sets for an SM, with the cycle of the launch;
 * what is set when a kernel begins has cycle 0. With several threads (sim_set_threads) it is called for
 * different SMs at the same time. It sees and does not change anything. */
typedef void sim_tuple_observer(void *user, uint32_t sm, uint64_t cycle, uint32_t n, uint32_t p);
/* From the next launch on; NULL = nobody is told. */
void sim_observe_tuples(simulator *sim, sim_tuple_observer *observer, void *user);

/* Told of what a policy says of the course of the launch, with the cycle of the launch up to which it says so
 * (policy_life.sample, checked as policy.h demands; `place` as in policy_places), and every so many cycles
 * of the same of the machine itself, whose place is "machine". Texts live as long as the simulator. It is
 * called while the machine stands still, and sees and does not change anything. */
typedef void sim_course_observer(void *user, const char *place, uint64_t cycle, const policy_sample *samples,
                                 size_t n);
/* From the next launch on; NULL = nobody is told. The machine tells something every `every` core cycles, at
 * the first exchange from then on, and at the end of the launch; 0 = never.
 *
 * Of programs side by side (sim/mix.h) policies tell nothing, and instead of the machine as a whole each
 * source of requests does: its place is "app0" and so on for a program, "cpu0" for a CPU core, "gpu" and
 * "cpus" for all of these together. Cycles are those of the mix. A single program on all SMs is run launch by
 * launch and not watched. These texts live during the call. */
void sim_observe_course(simulator *sim, uint64_t every, sim_course_observer *observer, void *user);

/* What leaves the L2 for a page of memory: sectors of 32 bytes that are fetched, and that are written. */
typedef struct sim_page {
    uint64_t page; /* physical address >> 12, in whichever memory: without VM_HOST_MEMORY */
    uint64_t reads, writes;
} sim_page;
/* From the next launch on counts the accesses of every page of 4 KB at the boundary of L2 and memory, from
 * zero, over launches, until it is called again; with `is_on` false nothing is counted, as at the beginning.
 * Everything that crosses there counts, code and page tables included. Without a vm policy that places pages
 * a physical address is the virtual one + (number of the program << 48). With l2_write = through these are
 * the accesses that would cross the link if the page lay in memory of the host: stores go through the L2 one
 * by one there [KE 4.4.2]. With l2_write = back writes are write-backs of lines. It changes nothing else.
 * POISE_USAGE: a model of memory without L2 banks; POISE_FAILED: no memory. Nothing is counted then. */
int sim_watch_pages(simulator *sim, bool is_on, poise_error *err);
/* What has been counted so far, in order of pages, those without an access left out; between launches. The
 * caller frees *pages. POISE_FAILED: no memory, now or while it was counted. */
int sim_page_accesses(const simulator *sim, sim_page **pages, size_t *n, poise_error *err);

/* Runs one launch to completion (or to config->max_cycles, then *cut_short is set; may be NULL) and stores
 * its counters. The trace must stay alive during the call only. A deadlock, no progress for
 * config->watchdog cycles, or a block that can never fit is an error. */
int sim_launch(simulator *sim, const warp_trace *trace, sim_counters *counters, int *cut_short,
               poise_error *err);

/* Stall causes, occupancies and latencies of the last launch, NULL when the machine does not measure them.
 * Valid until the next launch. */
const sim_bottleneck *sim_bottleneck_of(const simulator *sim);

/* What a CPU core has done by the first end of its program in the last run (sim/mix.h), or by the end of the
 * run when that has not come. */
typedef struct sim_cpu_result {
    bool has_ended;
    bool cut_short; /* max_cycles came before its end, and what it had done by then counts */
    cpu_counts counts;
    sim_counters below; /* of its requests, as L2 and DRAM count */
    uint64_t restarts;  /* of its program until the end of the run */
    uint64_t requests;  /* reads and write-backs until then */
} sim_cpu_result;
sim_cpu_result sim_cpu_result_of(const simulator *sim, uint32_t cpu);

/* After a launch that was stopped by the watchdog or could not move: what every warp waits for, lines of
 * text; otherwise NULL. Valid until the next launch. */
const char *sim_stuck_report(const simulator *sim);

/* Warps per scheduler that occupancy allows for this kernel on this machine (0 = a block does not fit). */
uint32_t sim_warps_per_scheduler(const sim_config *config, const warp_trace *trace);

#endif
