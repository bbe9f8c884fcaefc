/* Several programs side by side on one machine, each on SMs of its own, sharing crossbar, L2 and DRAM.
 *
 * A program is a list of launches. Its next launch begins when the one before has ended and nothing of it is
 * on its way, at the exchange of SMs and memory that follows; its L1s are empty then, the L2 keeps its
 * contents. When its last launch has ended the program begins again with its first, until all programs have
 * ended once: what begins again loads the machine, but does not count (docs/MIXES.md, [RA] section 6.5). CPU
 * cores of the machine run beside the programs, and begin theirs again in the same way (docs/CPU.md). */
#ifndef POISE_SIM_MIX_H
#define POISE_SIM_MIX_H

#include "sim/sim.h"

typedef struct sim_mix_program {
    uint32_t first_sm, n_sms; /* SMs first_sm .. first_sm + n_sms - 1; to its scheduler policy, of which it
                               * has an instance of its own, they are 0 .. n_sms - 1 */
    size_t n_launches;
    sim_tuple_observer *observer; /* as sim_observe_tuples, with these numbers of SMs; NULL = none */
    void *observer_user;
} sim_mix_program;

/* A launch that has ended, of the first run of its program. */
typedef struct sim_mix_launch {
    size_t program, launch;
    uint64_t began;        /* core cycle */
    sim_counters counters; /* of the program's own requests below the L1s; dram_pending is left 0 */
    bool cut_short;        /* by max_cycles or max_insts */
} sim_mix_launch;

typedef struct sim_mix {
    const sim_mix_program *programs;
    size_t n;
    /* Gives launch `launch` of a program. The trace stays the caller's; it is used until the next call for
     * the same program, or the end of sim_run_mix. Called by the thread that has called sim_run_mix. */
    int (*read)(void *user, size_t program, size_t launch, const warp_trace **trace, poise_error *err);
    /* Told of launches as they end; NULL = nobody. */
    void (*ended)(void *user, const sim_mix_launch *launch);
    /* Told now and then how much of it all is done, 0 .. 1: of what has furthest to go by its own measure,
     * launches and their thread blocks, or instructions. NULL = nobody. */
    void (*passed)(void *user, double share);
    void *user;
    bool always_mixed; /* one program on all SMs, too, is run as several are */
    bool without_cpus; /* the run is over when the programs have ended once, whatever CPU cores have */
} sim_mix;

/* What a program has done until it had ended once, with mix_cycles until the end of the mix. */
typedef struct sim_mix_result {
    sim_counters counters; /* sums over its launches; `cycles`: until the end of the last one. What L2 and
                            * DRAM count is of its own requests, and of write-backs of what these replace */
    size_t cut_short;      /* launches that max_cycles or max_insts have ended */
    uint64_t restarts;     /* times that it has begun again until all had ended */
    policy_statistic statistics[POLICY_STATISTICS]; /* of its scheduler policy, after its last launch */
    size_t n_statistics;
} sim_mix_result;

/* Runs the programs; `results` has one place for each. *machine, if it is not NULL, becomes what the whole
 * machine has counted until all had ended, programs that ran again included. With one program on all SMs this
 * is sim_launch for each launch, but with CPU cores or always_mixed. Counters are the same with any number of
 * threads.
 *
 * With mix_cycles the mix ends there, and `results` are of all that has been done by then: sums over all
 * launches, the last as far as it has come.
 *
 * A simulator begins a mix with the L2 as it is, and new instances of its scheduler policy, which are gone
 * afterwards. SMs that overlap or do not exist, a program without launches and a machine that measures stall
 * causes are POISE_USAGE; other errors are those of sim_launch, of which a deadlock or the watchdog ends all
 * programs. max_cycles and max_insts are limits of each launch; more than 4,000,000,000 cycles for all
 * programs is an error. */
int sim_run_mix(simulator *sim, const sim_mix *mix, sim_mix_result *results, sim_counters *machine,
                poise_error *err);

/* The CPU cores of the machine without any program on its SMs. */
int sim_run_cpus(simulator *sim, sim_counters *machine, poise_error *err);

#endif
