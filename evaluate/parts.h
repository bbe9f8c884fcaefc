/* Results of tasks, kept in a runs_store until all of them are there: a part is a results file of one task.
 * evaluate/store.h and evaluate/mix/store.h say what a task is and what its part holds.
 *
 * The key of a part is the hash of all that its content depends on: version, machine, and what the kind of
 * task adds. So a run of anything else is never mistaken for it. */
#ifndef POISE_EVALUATE_PARTS_H
#define POISE_EVALUATE_PARTS_H

#include "evaluate/results/results.h"
#include "runs/store.h"

#include <stdio.h>

/* What the store asks of a kind of task. */
typedef struct evaluate_part_kind {
    size_t key_offset; /* in a task, of the char[POISE_HASH_TEXT] for its key */
    const sim_config *(*config)(const void *request, const void *task);
    /* Writes what the result depends on beside version and machine. */
    int (*describe)(const void *request, const void *task, FILE *out, poise_error *err);
    /* For the list, without the key. */
    runs_list_row (*row)(const void *task);
    /* Moves the result of a part of this machine to the task. Why the part is not its own; NULL = it is. */
    const char *(*take)(void *task, evaluate_results *part);
    int (*write)(const char *path, const void *request, const void *task, poise_error *err);
} evaluate_part_kind;

typedef struct evaluate_parts {
    const evaluate_part_kind *kind;
    const void *request;
    runs_store runs;
} evaluate_parts;

/* Where the parts are, and of what. */
typedef struct evaluate_parts_place {
    const char *folder; /* is made if it is not there */
    const runs_share *share;
    const void *request; /* for the functions of the kind; outlives the store */
} evaluate_parts_place;

/* Gives n tasks, each somewhere, their keys and lists them. */
int evaluate_parts_open(evaluate_parts *parts, const evaluate_part_kind *kind,
                        const evaluate_parts_place *place, void *const *tasks, size_t n, poise_error *err);
/* A folder in which nobody has done anything is removed. */
void evaluate_parts_close(evaluate_parts *parts);

/* Takes the result of a task; false when it is not there. A damaged part is reported with a warning and
 * counts as absent. */
bool evaluate_parts_load(const evaluate_parts *parts, void *task);
/* Notes what happens to a task; the result of one that is done is stored durably before. */
int evaluate_parts_tell(evaluate_parts *parts, const void *task, runs_event event, const char *detail,
                        poise_error *err);

#endif
