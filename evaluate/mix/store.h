/* Simulations of mixes, kept in a store of parts: each is of one mix under one policy, or of one program
 * alone, and depends on policies with the files that they name, programs and their SMs. */
#ifndef POISE_EVALUATE_MIX_STORE_H
#define POISE_EVALUATE_MIX_STORE_H

#include "evaluate/mix/tasks.h"
#include "evaluate/parts.h"

/* Gives the tasks their keys, and makes the folder request->store if it is not there. Tasks are loaded and
 * told of by evaluate_parts. */
int evaluate_mix_store_open(evaluate_parts *store, const evaluate_mixes_request *request,
                            evaluate_mix_tasks *tasks, poise_error *err);

#endif
