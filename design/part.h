/* A run that is done, as a file of the store. */
#ifndef POISE_DESIGN_PART_H
#define POISE_DESIGN_PART_H

#include "evaluate/policy_list.h"
#include "evaluate/program.h"
#include "runs/store.h"

typedef struct design_run_key {
    char text[POISE_HASH_TEXT];
} design_run_key;

int design_run_key_make(design_run_key *key, const sim_config *machine, const evaluate_policy *policy,
                        const evaluate_program *program, poise_error *err);

int design_part_write(const runs_store *store, const design_run_key *key, uint64_t cycles, poise_error *err);
/* False when it is not there. A damaged part, or one of another run, is reported with a warning and counts as
 * absent. */
bool design_part_read(const runs_store *store, const design_run_key *key, uint64_t *cycles);

#endif
