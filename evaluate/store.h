/* What an evaluation has run, kept in a runs_store until all of it is there: a part is a results file of one
 * program under one policy.
 *
 * The key of a part is the hash of all that its content depends on: version, machine, policies with the files
 * that they name, or tuples, and traces. So a run of anything else is never mistaken for it. */
#ifndef POISE_EVALUATE_STORE_H
#define POISE_EVALUATE_STORE_H

#include "evaluate/tasks.h"
#include "runs/store.h"

typedef struct evaluate_store {
    const evaluate_request *request;
    char config_hash[POISE_HASH_TEXT];
    runs_store runs;
} evaluate_store;

/* Gives the tasks their keys, and makes the folder request->store if it is not there. */
int evaluate_store_open(evaluate_store *store, const evaluate_request *request, evaluate_tasks *tasks,
                        poise_error *err);
/* A folder in which nobody has done anything is removed. */
void evaluate_store_close(evaluate_store *store);

/* Takes the result of a task; false when it is not there. A damaged part is reported with a warning and
 * counts as absent. */
bool evaluate_store_load(const evaluate_store *store, evaluate_task *task);
/* Notes what happens to a task, see evaluate_effort; the result of one that is done is stored durably before.
 */
int evaluate_store_tell(evaluate_store *store, const evaluate_task *task, runs_event event,
                        const char *detail, poise_error *err);

#endif
