/* What a compared policy does in each launch of one program. A dynamic policy is one policy string for the
 * whole program; the static ones [S5.7.3] are a warp-tuple for each launch. */
#ifndef POISE_EVALUATE_SCHEDULE_H
#define POISE_EVALUATE_SCHEDULE_H

#include "evaluate/program.h"
#include "profile/profile.h"

typedef struct evaluate_tuple {
    uint32_t n, p;
} evaluate_tuple;

typedef struct evaluate_schedule {
    const char *policy;     /* policy string of the whole program, borrowed; unused when tuples are given */
    char *own_policy;       /* the same where it was made for this program, or NULL */
    evaluate_tuple *tuples; /* one for each launch, or NULL */
    char **strings; /* beyond them: the policy string of each launch, "tuple:2:2:loads=14,19", or NULL */
    size_t n;       /* launches */
} evaluate_schedule;

/* The scheduler of a launch as a policy string. One that is made of a tuple is written to `text`. */
enum { EVALUATE_TUPLE_TEXT = 40 };
const char *evaluate_schedule_string(const evaluate_schedule *schedule, size_t launch,
                                     char text[EVALUATE_TUPLE_TEXT]);

/* The same diagonal point N = p = n in all launches, at most the W of each. */
int evaluate_schedule_diagonal(evaluate_schedule *schedule, const evaluate_program *program, uint32_t n,
                               poise_error *err);

/* SWL from a profile: the diagonal point whose cycles, summed over the launches of the program, are fewest;
 * ties to the higher N, which throttles less (our choice). Source: [S5.7.3]. */
int evaluate_schedule_swl(evaluate_schedule *schedule, const evaluate_program *program,
                          const profile *surface, poise_error *err);

/* Makes of the diagonal schedule of a program the policy string `label`, "pcal_swl" or
 * "pcal_swl:argument...", with the limit of that schedule as its N. A launch of fewer warps starts from all
 * of them. */
int evaluate_schedule_start_from(evaluate_schedule *schedule, const evaluate_program *program,
                                 const char *label, poise_error *err);

/* Static-Best from a profile: for each launch the measured point of fewest cycles; ties to the higher N, then
 * the higher p. Source: [S5.7.3]. */
int evaluate_schedule_static_best(evaluate_schedule *schedule, const evaluate_program *program,
                                  const profile *surface, poise_error *err);

/* Static-Best with, for each launch, a set of loads that allocate nothing, where one was measured that is
 * faster than every tuple (profile/sweep/loads.h). POISE_INCOMPLETE when none was measured. */
int evaluate_schedule_static_best_plus(evaluate_schedule *schedule, const evaluate_program *program,
                                       const profile *surface, poise_error *err);

/* A zeroed one is fine. */
void evaluate_schedule_free(evaluate_schedule *schedule);

#endif
