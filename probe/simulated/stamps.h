/* An instrument in the place of the warp scheduler: notes when each global load of the launch issues, which
 * is what a program would see that reads its clock before each. */
#ifndef POISE_PROBE_SIMULATED_STAMPS_H
#define POISE_PROBE_SIMULATED_STAMPS_H

#include "sim_hooks/sched.h"

/* The last `room` of them, in a ring: load i lies at i % room. */
typedef struct probe_stamps {
    uint64_t *cycle;
    uint64_t room, n;
} probe_stamps;

/* Its option is a pointer to a probe_stamps, which must outlive the simulator. */
extern const sched_policy probe_stamping;

#endif
