/* What a report says of a profile: what each kernel launch shows, and means over all. */
#ifndef POISE_REPORT_PROFILE_LAUNCHES_H
#define POISE_REPORT_PROFILE_LAUNCHES_H

#include "common/member.h"
#include "features/surface.h"
#include "profile/profile.h"
#include "report/table/column.h"

#include <stddef.h>
#include <stdint.h>

typedef struct profile_launch {
    const profile_kernel *source;
    uint64_t number; /* place in the profile, from 1 */
    const char *program, *run, *kernel, *split;
    uint64_t launch, warps, cycles, measured;
    double hit_rate; /* 0..1; NaN without accesses */
    double lines;    /* L1 load accesses per global load; NaN without loads */
    report_tuple best, target, diagonal, one, none;
    surface speedup, score;
} profile_launch;

/* All launches of a program. */
typedef struct profile_program {
    const char *name;
    uint64_t launches, cycles; /* at {W,W} */
} profile_program;

typedef struct profile_report {
    const profile *source;
    const char *name; /* of the file, for people */
    size_t n;
    profile_launch *launches;
    size_t n_programs;
    profile_program *programs; /* in order of their first launches */
} profile_report;

/* Keeps pointers to `source` and `name`. Speedups are ratios of instructions per cycle (features/surface.h),
 * targets those of features/target.h; among equally fast tuples the higher N, then the higher p. */
int profile_report_make(profile_report *report, const profile *source, const char *name, poise_error *err);
void profile_report_free(profile_report *report);

/* Keeps only the launches that `wanted` names: KERNEL, RUN/KERNEL, RUN/KERNEL/LAUNCH or the number in the
 * table, which alone is never ambiguous; a program is as good as a run. None is
 * POISE_USAGE, with the nearest name. */
int profile_report_choose(profile_report *report, const char *wanted, poise_error *err);

/* Sets the programs to those of the launches. POISE_FAILED when out of memory. */
int profile_report_group(profile_report *report, poise_error *err);

/* One of the tuples of a launch, by its place in the struct. */
static inline const report_tuple *profile_tuple_at(const profile_launch *launch, size_t offset)
{
    return poise_const_member(launch, offset);
}

/* Harmonic mean over all launches of the speedups of the tuple at `offset`; undefined ones are left out, NaN
 * when all are. */
double profile_report_mean(const profile_report *report, size_t offset);

/* Speedup of all launches of a program together, each under its own tuple at `offset`: the harmonic mean
 * weighted by the cycles at {W,W}. Launches without the tuple are left out; NaN when all are. */
double profile_program_speedup(const profile_report *report, const profile_program *program, size_t offset);

#endif
