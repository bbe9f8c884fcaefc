/* How far a sweep is, from the folder of its parts alone. */
#ifndef POISE_PROFILE_SWEEP_STATUS_H
#define POISE_PROFILE_SWEEP_STATUS_H

#include "profile/sweep/list.h"

typedef enum sweep_kernel_state {
    KERNEL_MISSING, /* nobody has begun */
    KERNEL_RUNNING, /* begun; or its process was killed */
    KERNEL_FAILED,
    KERNEL_DONE,
    KERNEL_STATES
} sweep_kernel_state;

extern const char *const sweep_state_names[KERNEL_STATES];

typedef struct sweep_status_row {
    sweep_list_row kernel;
    sweep_kernel_state state;
    char detail[512]; /* why it failed */
} sweep_status_row;

/* Whether the folder is one that a sweep keeps its parts in. */
bool sweep_is_in(const char *folder);

/* One row per distinct kernel in the order of the sweep; *rows is malloc'ed. A folder that is none of a sweep
 * is POISE_FAILED. */
int sweep_status(const char *folder, sweep_status_row **rows, size_t *n, poise_error *err);

#endif
