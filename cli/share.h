/* Work that several processes divide: `--shard I/N`. */
#ifndef POISE_CLI_SHARE_H
#define POISE_CLI_SHARE_H

#include "common/error.h"

#include <stdint.h>

/* Reads "I/N" with 1 <= I <= N; the share is counted from 0. NULL leaves both as they are. */
int cli_share_read(const char *text, uint32_t *share, uint32_t *n_shares, poise_error *err);

#endif
