/* The folder in which an evaluation keeps the runs that are done until all of them are there: one part, a
 * results file of one program under one policy, per run. A part is either whole or absent, so that an
 * evaluation may be killed at any moment and go on later, and several processes may work on one folder.
 *
 * The name of a part is the hash of all that its content depends on: version, machine, policy with the files
 * that it names, or tuples, and traces. So a run of anything else is never mistaken for it. */
#ifndef POISE_EVALUATE_STORE_H
#define POISE_EVALUATE_STORE_H

#include "evaluate/comparison.h"

typedef struct evaluate_store {
    const evaluate_request *request;
    char config_hash[POISE_HASH_TEXT];
} evaluate_store;

/* Makes the folder request->store if it is not there. */
int evaluate_store_open(evaluate_store *store, const evaluate_request *request, poise_error *err);
/* A folder without parts is removed. */
void evaluate_store_close(const evaluate_store *store);

/* Takes the result of a task; false when it is not there. A damaged part is reported with a warning and
 * counts as absent. */
bool evaluate_store_load(const evaluate_store *store, evaluate_task *task);
/* Stores it durably. */
int evaluate_store_save(const evaluate_store *store, const evaluate_task *task, poise_error *err);

/* Removes all parts and the folder; other files in it stay, and the folder then too. */
void evaluate_store_remove(const char *folder);

#endif
