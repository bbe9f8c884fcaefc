/* What an evaluation has run, kept in a store of parts: each is of one program under one policy, and depends
 * on policies with the files that they name, or tuples, and on traces. */
#ifndef POISE_EVALUATE_STORE_H
#define POISE_EVALUATE_STORE_H

#include "evaluate/parts.h"
#include "evaluate/tasks.h"

/* Gives n tasks, of any machines, their keys, and makes the folder request->store if it is not there. Tasks
 * are loaded and told of by evaluate_parts. */
int evaluate_store_open(evaluate_parts *store, const evaluate_request *request, evaluate_task *const *tasks,
                        size_t n, poise_error *err);

#endif
