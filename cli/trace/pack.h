/* `poise trace pack` and `poise trace unpack`. */
#ifndef POISE_CLI_TRACE_PACK_H
#define POISE_CLI_TRACE_PACK_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

/* Puts the traces and sources of a folder into the pack `output`, or those of a pack, complete or not. */
int cli_trace_pack(const char *output, int n_words, char *const *words, poise_error *err);
/* Writes the files of a pack to the folder `output`. */
int cli_trace_unpack(const char *output, int n_words, char *const *words, poise_error *err);

/* Adds the files of a folder whose names begin and end so, in their order, to a pack. */
int cli_pack_folder(const char *pack, uint64_t *end, const char *folder, const char *prefix,
                    const char *suffix, poise_error *err);
/* Whether a path has the suffix of packs. */
bool cli_is_pack_name(const char *path);

#endif
