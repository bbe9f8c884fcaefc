/* The kernels of a sweep as a text file in the folder of its parts, for those who ask how far it is. */
#ifndef POISE_PROFILE_SWEEP_LIST_H
#define POISE_PROFILE_SWEEP_LIST_H

#include "profile/sweep/plan.h"

typedef struct sweep_list_row {
    char trace_hash[POISE_HASH_TEXT];
    uint64_t simulations;           /* of an adaptive sweep at most */
    uint32_t launch_index;          /* in its program */
    char program[128], kernel[128]; /* cut to length */
} sweep_list_row;

/* In the order of the sweep, traces that occur twice once. */
int sweep_list_write(const char *path, const sweep_plan *plan, poise_error *err);
/* Hostile input. *rows is malloc'ed; the caller frees. `name` is for messages. */
int sweep_list_parse(const char *text, const char *name, sweep_list_row **rows, size_t *n, poise_error *err);
int sweep_list_read(const char *path, sweep_list_row **rows, size_t *n, poise_error *err);

#endif
