/* Simulations of mixes, kept in a runs_store until all of them are there: a part is a results file of one mix
 * under one policy, or of one program alone. The key of a part is the hash of all that its content depends
 * on: version, machine, policies with the files that they name, programs and their SMs. */
#ifndef POISE_EVALUATE_MIX_STORE_H
#define POISE_EVALUATE_MIX_STORE_H

#include "evaluate/mix/tasks.h"
#include "runs/store.h"

typedef struct evaluate_mix_store {
    const evaluate_mixes_request *request;
    char config_hash[POISE_HASH_TEXT];
    runs_store runs;
} evaluate_mix_store;

/* Gives the tasks their keys, and makes the folder request->store if it is not there. */
int evaluate_mix_store_open(evaluate_mix_store *store, const evaluate_mixes_request *request,
                            evaluate_mix_tasks *tasks, poise_error *err);
/* A folder in which nobody has done anything is removed. */
void evaluate_mix_store_close(evaluate_mix_store *store);

/* Takes the results of a task; false when they are not there. A damaged part is reported with a warning and
 * counts as absent. */
bool evaluate_mix_store_load(const evaluate_mix_store *store, evaluate_mix_task *task);
/* Notes what happens to a task; the results of one that is done are stored durably before. */
int evaluate_mix_store_tell(evaluate_mix_store *store, const evaluate_mix_task *task, runs_event event,
                            const char *detail, poise_error *err);

#endif
