/* The runs of some work as a text file in the folder of its parts, for those who ask how far it is. */
#ifndef POISE_RUNS_LIST_H
#define POISE_RUNS_LIST_H

#include "common/error.h"
#include "common/hash.h"

#include <stddef.h>
#include <stdint.h>

enum { RUNS_NAME_TEXT = 256 };

typedef struct runs_list_row {
    char key[POISE_HASH_TEXT]; /* of its part (store.h) */
    uint64_t steps;            /* how much it is, in what the work counts: simulations, launches; at most */
    char name[RUNS_NAME_TEXT]; /* for people, cut to length; line ends become blanks */
} runs_list_row;

/* In order; what stands twice is written once. */
int runs_list_write(const char *path, const runs_list_row *rows, size_t n, poise_error *err);
/* Hostile input. *rows is malloc'ed; the caller frees. `name` is for messages. */
int runs_list_parse(const char *text, const char *name, runs_list_row **rows, size_t *n, poise_error *err);
int runs_list_read(const char *path, runs_list_row **rows, size_t *n, poise_error *err);

#endif
