/* The course of a launch for those who want to see it (sim_observe_course): what policies say of themselves,
 * and what the machine does. Of programs side by side, what each of them and each CPU core does. Nobody waits
 * for it, and without an observer nothing is done. */
#ifndef POISE_SIM_COURSE_H
#define POISE_SIM_COURSE_H

#include "sim/policy_group.h"

/* What the machine has done since the launch began. */
typedef struct course_counts {
    uint64_t cycle, insts, l2_reads, l2_hits, l2_served, l2_wait, dram_requests, row_hits;
} course_counts;

typedef struct gpu_course {
    sim_course_observer *observer; /* NULL = nobody watches */
    void *user;
    uint64_t every, at; /* core cycles: between two samples of the machine, of the next; UINT64_MAX = none */
    course_counts before;   /* when it was sampled last */
    policy_place place;     /* of the policy that has */
    const char *fault;      /* told samples that have this; NULL = none */
    struct mix_course *mix; /* of programs side by side, NULL = none is watched */
} gpu_course;

/* A launch begins in core cycle 0. */
void course_begin(struct gpu *gpu);
/* The policy of a place is asked, in core cycle `now`. */
void course_ask(struct gpu *gpu, policy_place place, const policy_states *states, uint64_t now);
/* The machine stands as after core cycle `now`, and nothing happens before core cycle `next`: samples it if
 * its time comes before that. */
void course_exchange(struct gpu *gpu, uint64_t now, uint64_t next);
/* The launch has ended in core cycle `now`: the machine is sampled for the last time. */
void course_end(struct gpu *gpu, uint64_t now);
/* ---- observe_mix.c ---- */

/* Programs side by side and CPU cores have begun, in core cycle 0. Errors: no memory. */
int mix_course_begin(struct gpu *gpu, poise_error *err);
/* They stand as after core cycle `now`. */
void mix_course_sample(struct gpu *gpu, uint64_t now);
/* They have ended in core cycle `now`: sampled for the last time. */
void mix_course_end(struct gpu *gpu, uint64_t now);

/* What a policy has told and may not, as an error; POISE_OK if none has. */
int course_error(const struct gpu *gpu, poise_error *err);

#endif
