/* Access profiles of buffers [KE 4]: how often each chunk of each buffer of a program is read and written,
 * counted where requests leave the L2 for memory, after coalescing and caches. Made by measure.h, kept in a
 * file of HDF5 that docs/DATA.md describes, used for priorities [KE 5.3.2].
 *
 * A program is a run of traces that lie in one folder, in order; its L2 keeps what it holds from launch to
 * launch. Caches are write-through for the profile (l2_write = through), as the source finds them [KE 4.4.2]
 * and as memory of the host is written whatever the machine's choice. */
#ifndef POISE_PROFILE_BUFFERS_BUFFERS_H
#define POISE_PROFILE_BUFFERS_BUFFERS_H

#include "common/error.h"
#include "common/hash.h"

#include <stddef.h>
#include <stdint.h>

#define BUFFERS_FORMAT "poise buffers"

enum {
    BUFFERS_FORMAT_VERSION = 1,
    BUFFERS_MOST_PROGRAMS = 1 << 16, /* our choice, as the next two */
    BUFFERS_MOST = 1 << 20,
    BUFFERS_MOST_CHUNKS = 1 << 24, /* of all buffers: 64 GiB of pages */
    BUFFERS_PAGE_BITS = 12,
    BUFFERS_PAGE = 1 << BUFFERS_PAGE_BITS,
    BUFFERS_CHUNK_MOST = 128 << 20, /* the largest of the source's sweep [KE 6.4] */
};
#define BUFFERS_WHOLE     0          /* as chunk_bytes: a buffer is one chunk */
#define BUFFERS_UNKNOWN   UINT64_MAX /* a total that was not measured */
#define BUFFERS_SIZE_MOST (UINT64_C(1) << 48)

/* How they are counted; they agree where what the L2 holds does not depend on time (docs/PAGING.md). */
typedef enum buffers_method {
    BUFFERS_DIRECT,   /* counters of pages at the boundary of L2 and memory */
    BUFFERS_FAITHFUL, /* the program once for each chunk, which lies alone at the host: what crosses the link
                         [KE 4.2.1] */
    BUFFERS_METHODS
} buffers_method;
extern const char *const buffers_methods[BUFFERS_METHODS + 1];

typedef enum buffers_source {
    BUFFERS_EVENT,    /* an event of the trace tells of it */
    BUFFERS_INFERRED, /* a run of large pages that are touched and of which no event tells, see docs/PAGING.md
                       */
    BUFFERS_SOURCES
} buffers_source;
extern const char *const buffers_sources[BUFFERS_SOURCES + 1];

typedef struct buffers_program {
    char *program, *run; /* never NULL: its name, and the folder of its traces */
    uint32_t launches;
    /* Sectors that all launches read and wrote below the L2, code and what else lies in no buffer included;
     * BUFFERS_UNKNOWN unless counted directly. */
    uint64_t reads, writes;
} buffers_program;

typedef struct buffers_buffer {
    uint64_t address, bytes;    /* of its first byte; 1 .. BUFFERS_SIZE_MOST, no wrap around 2^64 */
    uint32_t program;           /* index in programs */
    uint32_t first_launch, end; /* launches of the program that may use it, end exclusive, first < end */
    buffers_source source;
    uint32_t priority;          /* 1 .. SWAP_PRIORITY_MOST, buffers_rank() */
    size_t first_chunk, chunks; /* in reads[] and writes[]; not in the file, follow from sizes */
} buffers_buffer;

typedef struct buffers_profile {
    char *config_text, *policies; /* of the machine; of the scheme, may be "" */
    char config_hash[POISE_HASH_TEXT];
    char hash[POISE_HASH_TEXT]; /* identity of a file that was read */
    buffers_method method;
    uint64_t chunk_bytes; /* power of two, BUFFERS_PAGE .. BUFFERS_CHUNK_MOST, or BUFFERS_WHOLE */
    size_t n_programs, n_buffers, n_chunks;
    buffers_program *programs;
    buffers_buffer *buffers;  /* in order of program, then as the program made them */
    uint64_t *reads, *writes; /* [n_chunks] sectors of 32 bytes */
} buffers_profile;

/* Frees what belongs to it; harmless on a zeroed struct. */
void buffers_free(buffers_profile *data);

/* Pages of a buffer: all that it has a byte in. Two buffers may share a page, whose accesses count for both.
 */
static inline uint64_t buffers_pages(const buffers_buffer *buffer)
{
    return ((buffer->address + buffer->bytes - 1) >> BUFFERS_PAGE_BITS) -
           (buffer->address >> BUFFERS_PAGE_BITS) + 1;
}
/* Of chunk i of the buffer: the last one may have fewer. */
uint64_t buffers_chunk_pages(const buffers_profile *data, const buffers_buffer *buffer, size_t i);
/* Reads and writes of all its chunks. */
uint64_t buffers_accesses(const buffers_profile *data, const buffers_buffer *buffer);

/* Gives every buffer its place in reads[] and writes[] and sets n_chunks. POISE_FAILED: more than
 * BUFFERS_MOST_CHUNKS. Allocates nothing. */
int buffers_lay_out(buffers_profile *data, poise_error *err);

/* Priorities within each program, by swap_rank() [KE 5.3.2, 5.3.3]: accesses / pages, reads and writes alike.
 * Buffers of the same address and size are one that is made anew: they share the priority of their mean.
 * POISE_FAILED: no memory. */
int buffers_rank(buffers_profile *data, poise_error *err);
/* Writes them for drivers (swap/swap_priorities.h), buffers of one address and size once: for any program if
 * there is one, otherwise by the number of the program in the profile. */
int buffers_write_priorities(const char *path, const buffers_profile *data, poise_error *err);
/* The same of the chunks of `chunk_bytes` that every buffer is cut into, ranked over all of its program
 * [KE 5.2.2]; those at one address of one size are one. A power of two from the size of what was counted on,
 * else POISE_USAGE. (chunk_priorities.c) */
int buffers_write_chunk_priorities(const char *path, const buffers_profile *data, uint64_t chunk_bytes,
                                   poise_error *err);
/* One program of a profile, as a profile; borrows all from it. */
buffers_profile buffers_only(const buffers_profile *data, size_t program);

/* Atomic; the same profile gives the same bytes. */
int buffers_write(const char *path, const buffers_profile *data, poise_error *err);
/* Hostile input: on success every field is in the range that is stated here, and hash is set. The caller
 * frees with buffers_free. */
int buffers_read(const char *path, buffers_profile *data, poise_error *err);

#endif
