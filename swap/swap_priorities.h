/* Priorities of buffers beside a program: what a profile says once, a driver looks up whenever the program
 * allocates [KE 5.3.2, 5.3.6]. A text file; `poise profile --buffers` writes one, by swap_rank().
 *
 *     # what it was made of
 *     # APP ADDRESS BYTES PRIORITY
 *     * 0x10000 8388608 254
 *     1 0x810000 4096 0
 *
 * A line is a buffer: APP is the number of a program of a mix, from 0, or `*` for any program; ADDRESS, in
 * hexadecimal digits, that of its first byte, as the event of a trace names it; BYTES, as the event says;
 * PRIORITY 0 to 4294967295, see swap.h. Fields are separated by spaces or tabs. `#` begins a comment; empty
 * lines do not count. No two lines are of the same program, address and size. */
#ifndef POISE_SWAP_SWAP_PRIORITIES_H
#define POISE_SWAP_SWAP_PRIORITIES_H

#include "common/error.h"
#include "swap/swap.h"

#include <stddef.h>
#include <stdint.h>

enum {
    SWAP_PRIORITIES_MOST = 1 << 20,        /* lines of a file; our choice */
    SWAP_PRIORITIES_FILE_BYTES = 64 << 20, /* our choice */
};
#define SWAP_ANY_APP UINT32_MAX
/* Files that lie in the folder of a program's traces: of its buffers, and of its chunks. */
#define SWAP_PRIORITIES_NAME   "priorities"
#define SWAP_PRIORITIES_CHUNKS "priorities.chunks"

typedef struct swap_buffer_priority {
    uint64_t address; /* of the first byte */
    uint64_t bytes;   /* 1 .. SWAP_SIZE_MOST; address + bytes < 2^64 */
    uint32_t app;     /* 0 .. SWAP_APPS_MOST-1, or SWAP_ANY_APP */
    uint32_t priority;
} swap_buffer_priority;

typedef struct swap_priorities {
    swap_buffer_priority *buffer; /* [n], in order of app, address, bytes; those of any program last */
    size_t n;
    /* Of each program, the last one any: of buffers without a line, see swap_priority_of(). 0 = the default.
     */
    uint32_t middle[SWAP_APPS_MOST + 1];
} swap_priorities;

/* Reads a file; the caller frees with swap_priorities_free(). POISE_FAILED: there is none, or no memory;
 * POISE_DAMAGED with the number of the line: it is no such file, names a buffer twice, or is too large.
 * Nothing is to be freed then. */
int swap_priorities_read(const char *path, swap_priorities *out, poise_error *err);
/* The same of programs side by side, each with a file of its own, whose lines for any program, and for the
 * first, become those of its number; others do not count. One file is read as it is. `paths`:
 * "FILE;FILE...", names without ';'. POISE_USAGE: more than SWAP_APPS_MOST. */
int swap_priorities_read_each(const char *paths, swap_priorities *out, poise_error *err);
void swap_priorities_free(swap_priorities *priorities);

/* Writes `n` lines in the order given, whole or not at all; `comment` (NULL = none), of any number of lines,
 * goes above them. POISE_USAGE: a value out of range. What it writes is read as the same buffers if none is
 * named twice. */
int swap_priorities_write(const char *path, const char *comment, const swap_buffer_priority *buffer, size_t n,
                          poise_error *err);

/* The priority of a buffer of program `app`: that of its line, or of one for any program. Where there is none
 * a medium one [KE 5.3.6]: the default, or where lines of the program are above 254, as they are of more than
 * 254 profiled buffers, the middle of 1 and the highest (our choice). The address decides; where several
 * sizes are named the same size is preferred, then the first. O(log n). */
uint32_t swap_priority_of(const swap_priorities *priorities, uint32_t app, uint64_t address, uint64_t bytes);
/* The same of a chunk, where chunks have lines of their own [KE 5.2.2]; `of_buffer` where there is none. */
uint32_t swap_chunk_priority_of(const swap_priorities *priorities, uint32_t app, uint64_t address,
                                uint64_t bytes, uint32_t of_buffer);

#endif
