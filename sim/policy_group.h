/* The policies of a machine: for each place the policy that plays it, with all its states (policy.h). */
#ifndef POISE_SIM_POLICY_GROUP_H
#define POISE_SIM_POLICY_GROUP_H

#include "sim/sim.h"
#include "sim_hooks/registry.h"

struct gpu;

/* States of one policy that look at each other. */
typedef struct policy_states {
    const policy_life *life;
    void **state;
    uint32_t count;
    uint64_t gather_at; /* core cycle from which it looks at all of them, UINT64_MAX = never */
    policy_statistic statistic[POLICY_STATISTICS]; /* of the last launch */
    size_t n_statistics;
} policy_states;

typedef struct policy_group {
    policy_choice choice;
    policy_states states; /* of a scheduler policy none: each program has one (app.h) */
} policy_group;

/* Chooses the policies by their strings, NULL = those of the baseline. */
int gpu_choose_policies(struct gpu *gpu, const sim_policies *policies, poise_error *err);
void gpu_free_policies(struct gpu *gpu);

/* Notes the states that the components have, which may be others than in the last run, before a run begins.
 */
void gpu_list_states(struct gpu *gpu);
/* Between windows, in core cycle `now`: lets those policies look at all their states whose time has come. */
void gpu_gather(struct gpu *gpu, uint64_t now);
/* Core cycle from which one of them wants to, UINT64_MAX = none. */
uint64_t gpu_gather_at(const struct gpu *gpu);

/* CPU cores run without a program, whose launches policies are told of otherwise: those that the cores meet
 * may look at all their states from cycle 0 on, and tell their statistics at the end. */
void gpu_begin_cpu_policies(struct gpu *gpu);
int gpu_end_cpu_policies(struct gpu *gpu, poise_error *err);

#endif
