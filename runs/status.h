/* How far some work is, from the folder of its parts alone. */
#ifndef POISE_RUNS_STATUS_H
#define POISE_RUNS_STATUS_H

#include "runs/list.h"

#include <stdbool.h>

typedef enum runs_state {
    RUNS_STATE_MISSING, /* nobody has begun */
    RUNS_STATE_RUNNING, /* begun; or its process was killed */
    RUNS_STATE_FAILED,
    RUNS_STATE_DONE,
    RUNS_STATES
} runs_state;

extern const char *const runs_state_names[RUNS_STATES];

typedef struct runs_status_row {
    runs_list_row run;
    runs_state state;
    char detail[512]; /* why it failed */
} runs_status_row;

/* Whether the folder is one of runs. */
bool runs_are_in(const char *folder);

/* One row per run of the list; *rows is malloc'ed. A folder that is none of runs is POISE_FAILED. */
int runs_status(const char *folder, runs_status_row **rows, size_t *n, poise_error *err);

#endif
