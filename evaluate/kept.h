/* What is said of runs that are kept when not all of them are there. */
#ifndef POISE_EVALUATE_KEPT_H
#define POISE_EVALUATE_KEPT_H

#include "common/error.h"

#include <stddef.h>

/* Adds to an error what is kept in `store`, of `all` runs, and how to go on; returns `code`. */
int evaluate_explain_kept(int code, size_t done, size_t all, const char *store, poise_error *err);
/* POISE_INCOMPLETE when runs are missing that are to be collected. */
int evaluate_check_all_done(size_t done, size_t all, poise_error *err);

#endif
