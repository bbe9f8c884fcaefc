/* The policies of a machine: for each role the policy that plays it, with all its states (policy.h). */
#ifndef POISE_SIM_POLICY_GROUP_H
#define POISE_SIM_POLICY_GROUP_H

#include "sim/sim.h"
#include "sim_hooks/registry.h"

struct gpu;

typedef struct policy_group {
    policy_choice choice;
    const policy_life *life; /* of choice.policy */
    void **state;            /* of each instance, see gpu_list_states */
    uint32_t count;
    uint64_t gather_at; /* core cycle from which it looks at all states, UINT64_MAX = never */
    policy_statistic statistic[POLICY_STATISTICS]; /* of the last launch */
    size_t n_statistics;
} policy_group;

/* Chooses the policies by their strings, NULL = those of the baseline. */
int gpu_choose_policies(struct gpu *gpu, const sim_policies *policies, poise_error *err);
void gpu_free_policies(struct gpu *gpu);

/* Creates the state of the scheduler policy; frees it. */
int gpu_create_sched(struct gpu *gpu, poise_error *err);
void gpu_destroy_sched(struct gpu *gpu);

/* Notes the states that the components have, which may be others than in the last launch. */
void gpu_list_states(struct gpu *gpu);
/* Tells all states that a launch begins. */
void gpu_begin_policies(struct gpu *gpu);
/* Between windows, in core cycle `now`: lets those policies look at all their states whose time has come. */
void gpu_gather(struct gpu *gpu, uint64_t now);
/* Core cycle from which one of them wants to, UINT64_MAX = none. */
uint64_t gpu_gather_at(const struct gpu *gpu);
/* Tells all states that the launch has ended, with `code`, and takes the statistics if that is POISE_OK.
 * Returns `code`, or how a policy has broken its contract here. */
int gpu_end_policies(struct gpu *gpu, uint64_t end, int code, poise_error *err);
/* Tells all states that the program has ended, if they know of one. */
void gpu_end_app(struct gpu *gpu);

#endif
