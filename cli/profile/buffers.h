/* `poise profile --buffers`: how often every chunk of every buffer is read and written. */
#ifndef POISE_CLI_PROFILE_BUFFERS_H
#define POISE_CLI_PROFILE_BUFFERS_H

#include "cli/machine.h"
#include "cli/work.h"

/* The choices of --chunk; those from the third on are 4 KiB, 8 KiB, ... */
#define BUFFERS_CHUNK_CHOICES "auto|buffer|4K|8K|16K|32K|64K|128K|256K|512K|1M|2M|4M|8M|16M|32M|64M|128M"
/* The same of --evict. */
#define BUFFERS_EVICT_CHOICES "auto|none|4K|8K|16K|32K|64K|128K|256K|512K|1M|2M|4M|8M|16M|32M|64M|128M"

typedef struct profile_buffers_options {
    const cli_machine *machine;
    const cli_work *work;
    const char *output, *priorities; /* priorities: NULL = none */
    const char *group, *scheme;      /* NULL = none */
    bool is_faithful;
    int chunk; /* of BUFFERS_CHUNK_CHOICES */
    int evict; /* of BUFFERS_EVICT_CHOICES */
} profile_buffers_options;

int profile_buffers(const profile_buffers_options *options, size_t n_words, char **words, poise_error *err);

#endif
