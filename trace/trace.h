/* A warp trace: what every warp of one kernel launch executed, block by block, with the cache lines it
 * touched.
 *
 * Static side: an instruction table grouped into basic blocks. Dynamic side: per warp a stream of executed
 * basic blocks, active masks and, for each memory instruction of the block, its coalesced accesses. One
 * decoded trace is read-only and shared by all simulations and threads. The file format is in docs/TRACE.md.
 */
#ifndef POISE_TRACE_TRACE_H
#define POISE_TRACE_TRACE_H

#include "common/error.h"
#include "common/hash.h"
#include "common/line.h"
#include "trace/op_class.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TRACE_FORMAT_VERSION = 1, /* and what is added to it: */
    TRACE_WITH_EVENTS = 1,    /*   files with buffer events, see trace_header.events */
    TRACE_WITH_DEPTHS = 2,    /*   files with depths of atomics, see trace_header.has_depths */
    TRACE_LAST_VERSION = TRACE_FORMAT_VERSION + TRACE_WITH_EVENTS + TRACE_WITH_DEPTHS,
    TRACE_WARP_SIZE = 32,          /* lanes of a warp */
    TRACE_LINE_BYTES = LINE_BYTES, /* coalescing granularity; 4 sectors of 32 bytes */
    TRACE_LINE_SHIFT = LINE_SHIFT,
    TRACE_MAX_BLOCK_THREADS = 1024, /* threads of a thread block, as in CUDA since compute capability 2.0 */
    TRACE_MAX_INSTS = 1 << 20,      /* static instructions of a kernel */
    TRACE_MAX_SOURCES = 8,          /* register operands read by one instruction */
    TRACE_NO_REGISTER = 0xffff,     /* absent operand */
    TRACE_MAX_LINES = 64,           /* lines of one warp instruction: 32 lanes, each may straddle two */
    TRACE_MAX_ENTRIES = 2 * TRACE_MAX_LINES, /* of trace_access.lines: lines, and depths of an atomic */
    TRACE_DEPTHS_SHIFT = 16, /* the bit of a count word that says whether depth words follow */
    TRACE_PAGE_SHIFT = 21,   /* address space is renumbered in pages of 2 MiB, see trace_line_address */
    TRACE_PAGE_LINES_SHIFT = TRACE_PAGE_SHIFT - TRACE_LINE_SHIFT,
    TRACE_MAX_PAGES = 1 << 14,  /* 32 GiB of touched pages */
    TRACE_MAX_EVENTS = 1 << 18, /* buffer events before one launch: 8 MiB in memory. Our choice */
};

/* Registers are virtual: one per SSA value, a phi shares its register with its inputs, free casts with their
 * operand. Numbers are 0 .. n_registers-1. source[] beyond n_sources reads TRACE_NO_REGISTER in traces that
 * were read and is ignored in headers that are written. */
typedef struct trace_inst {
    uint8_t op;           /* trace_op */
    uint8_t access_bytes; /* per lane: 1..128 for memory instructions, 0 for others */
    uint8_t n_sources;
    uint8_t reserved;     /* 0 */
    uint16_t destination; /* register written, TRACE_NO_REGISTER if none */
    uint16_t source[TRACE_MAX_SOURCES];
    uint32_t source_line; /* line in the kernel source, 0 = unknown */
} trace_inst;

/* Basic blocks share no instructions: together they have at most n_inst. */
typedef struct trace_basic_block {
    uint32_t first_inst; /* index into inst[] */
    uint32_t n_inst;     /* >= 1 */
} trace_basic_block;

/* Key and value of free text: program, command line, source file, creator. */
typedef struct trace_note {
    char *key, *value;
} trace_note;

/* What the host program does with device memory between two launches. The range of a transfer reaches from
 * its first to its last byte in device memory, whatever lies between the rows of a box. Numbers are checked
 * one by one; that a buffer exists is not, as traces of launches before may be absent. */
typedef enum trace_event_kind {
    TRACE_EVENT_CREATE,  /* a buffer is allocated: [address, address + bytes) is live from here on */
    TRACE_EVENT_RELEASE, /* the same range is free again */
    TRACE_EVENT_WRITE,   /* host to device */
    TRACE_EVENT_READ,    /* device to host */
    TRACE_EVENT_COPY,    /* device to device, from `source` */
    TRACE_EVENT_FILL,    /* a pattern, written by the device */
    TRACE_EVENT_KINDS,
} trace_event_kind;

typedef struct trace_event {
    trace_event_kind kind;
    uint32_t buffer; /* number from its creation on, unique in a program; of a copy that of the target */
    uint64_t address, bytes; /* first byte; 1 to TRACE_MAX_PAGES pages, no wrap around 2^64 */
    uint64_t source;         /* of a copy: address of the first byte that is read; otherwise 0 */
} trace_event;

/* Everything known before the first warp. */
typedef struct trace_header {
    char *kernel;          /* function name */
    uint32_t launch_index; /* 0-based number of the launch in its program */
    uint32_t grid[3];      /* thread blocks (work-groups), all >= 1, product < 2^31 */
    uint32_t block[3];     /* threads (work-items) of a thread block, product <= TRACE_MAX_BLOCK_THREADS */
    uint32_t registers_per_thread;   /* 32-bit registers, for occupancy */
    uint32_t shared_bytes_per_block; /* local memory of a group, for occupancy */
    uint32_t n_registers;            /* virtual registers used by inst[], at most 65535 */
    uint32_t n_inst, n_basic_blocks; /* 1 .. TRACE_MAX_INSTS; a basic block has at least one instruction */
    trace_inst *inst;
    trace_basic_block *basic_blocks;
    uint32_t n_notes;
    trace_note *notes;
    /* Atomics of global memory are recorded with the depth of each sector, see trace_sector_depths. False for
     * traces made before there were depths; without such atomics it says nothing. */
    bool has_depths;
    /* Buffer events since the launch before that has a trace (first launch: since the program began), in
     * order; none unless the capture was asked for them. No part of the identity of the trace. */
    uint32_t n_events;
    trace_event *events;
} trace_header;

/* Whether depth words follow the line words of an access. */
static inline bool trace_has_depths(uint32_t count_word)
{
    return count_word >> TRACE_DEPTHS_SHIFT & 1;
}

/* Dynamic stream of a warp as 32-bit words:
 *     block word   bit 0: a mask word follows (always set in a warp's first record); bits 1..31: basic block
 *     mask word    active lanes, not 0
 *     then for each memory instruction of the block, in order:
 *         shared memory      one word: passes needed by bank conflicts (1..32; conflict-free = 1)
 *         all other spaces   one word: number of lines n (1..64) in bits 0..7, largest number of lanes on one
 *                            address in bits 8..15 (atomics; otherwise 0); then n line words, or what stands
 *                            for them (line_list.h); then, for atomics of global memory if
 *                            header.has_depths, n depth words, which bit 16 of the first word says again
 *     line word    bits 0..3 the 32-byte sectors touched, bits 4..31 the line number (see trace_line_address,
 *                  common/line.h)
 *     depth word   of a line: requests of its sector s in bits 8s..8s+7, 1..32 for sectors that are touched
 * Lines stand in order of first touch by lane. The last instruction of the last block of every warp is the
 * end of that warp, whatever its class. */
typedef struct warp_trace {
    trace_header header;
    uint32_t n_thread_blocks; /* product of grid[] */
    uint32_t warps_per_block; /* ceil(product of block[] / 32) */
    uint64_t
        n_warps; /* n_thread_blocks * warps_per_block; warp w belongs to thread block w / warps_per_block */
    uint64_t *first_word; /* n_warps + 1 offsets into words[] */
    uint32_t *words;
    uint32_t n_pages;
    uint64_t *page_address;     /* byte address of each renumbered 2 MiB page */
    uint64_t warp_insts;        /* executed warp instructions */
    uint64_t thread_insts;      /* the same times active lanes */
    uint64_t line_accesses;     /* line words in the stream */
    char hash[POISE_HASH_TEXT]; /* identity of the content, from the file */
} warp_trace;

/* Full byte address of a line number of this trace. */
static inline uint64_t trace_line_address(const warp_trace *trace, uint32_t line)
{
    return trace->page_address[line >> TRACE_PAGE_LINES_SHIFT] +
           ((uint64_t)(line & ((1u << TRACE_PAGE_LINES_SHIFT) - 1)) << TRACE_LINE_SHIFT);
}

/* A line word of this trace in the form of trace_access.lines. */
static inline uint64_t trace_access_of_word(const warp_trace *trace, uint32_t word)
{
    return trace_line_address(trace, word_line(word)) | word_sectors(word);
}

/* ---- reading ---- */

/* Reads and fully validates a .wtr file: after success every block number, register, line count and offset is
 * in range, so that users need not check again. Input is not trusted. The caller frees with
 * warp_trace_free; on failure there is nothing to free. A file that cannot be opened or read is
 * POISE_FAILED, one that is not a whole and correct trace POISE_DAMAGED. Pages are numbered in the order of
 * first touch by warp and position. */
int warp_trace_read(const char *path, warp_trace *trace, poise_error *err);
/* The same from memory; `name` stands for the path in messages. */
int warp_trace_read_memory(const void *data, size_t size, const char *name, warp_trace *trace,
                           poise_error *err);
/* Frees what belongs to `trace` and zeroes it; harmless on a zeroed struct. */
void warp_trace_free(warp_trace *trace);

/* Reads and validates a trace front to back without holding it: only one thread block is in memory at a time.
 * `visit` is called for each, in order. `view` is the trace with the streams of the block's warps alone: they
 * are numbered from 0 here, the first one is warp `first_warp` of the launch, and totals and hash are not yet
 * known. A visitor returns 0, a poise_code, which ends the scan as a failure, or TRACE_SCAN_STOP, which ends
 * it as a success without a look at the rest. */
enum { TRACE_SCAN_STOP = -1 };
typedef int trace_visitor(void *user, const warp_trace *view, uint64_t first_warp, uint32_t n_warps,
                          poise_error *err);
/* Errors as warp_trace_read. After a success `end` has header, geometry, totals and hash, but no streams; the
 * caller frees it. Without `visit`, only one warp at a time is in memory. */
int warp_trace_scan(const char *path, trace_visitor *visit, void *user, warp_trace *end, poise_error *err);
int warp_trace_scan_memory(const void *data, size_t size, const char *name, trace_visitor *visit, void *user,
                           warp_trace *end, poise_error *err);

/* ---- writing ---- */

/* Writes a whole trace that is in memory, e.g. a synthetic one, through the writer below. */
int warp_trace_write(const warp_trace *trace, const char *path, poise_error *err);

/* Streams warps into a .wtr file; memory is bounded by one chunk and the compact form of the warps that are
 * begun and not finished, whatever the launch. A warp may be given in pieces. The file depends on what each
 * warp executed only, not on how warps are interleaved or when they are finished. Nothing appears under
 * `path` before trace_writer_commit. One writer is used by one thread at a time. */
typedef struct trace_writer trace_writer;

/* Deep-copies `header`. Checks it as the reader would, but a bad header is POISE_USAGE. */
int trace_writer_open(trace_writer **writer, const char *path, const trace_header *header, poise_error *err);

/* One executed basic block of warp `warp` (0-based in the launch). `accesses` describes its memory
 * instructions in order; byte addresses are virtual device addresses. Warps may be interleaved; the file
 * orders them by number. POISE_USAGE, with nothing recorded, when a number is out of range. */
typedef struct trace_access {
    uint32_t n_lines;      /* global spaces: number of entries in `lines`; shared memory: passes */
    uint32_t multiplicity; /* atomics: most lanes on one address, otherwise 0 */
    bool has_depths; /* atomics: as in the header; the depths (trace_sector_depths) stand behind the lines */
    const uint64_t *lines; /* line address | sectors (access_sectors); NULL for shared memory */
} trace_access;
int trace_writer_record(trace_writer *writer, uint64_t warp, uint32_t block, uint32_t active_mask,
                        const trace_access *accesses, uint32_t n_accesses, poise_error *err);
/* All warps below `warps` are complete: their data may be compressed and written. Non-decreasing. A warp
 * without a record is POISE_USAGE, since every warp executes at least its end. */
int trace_writer_finish_warps(trace_writer *writer, uint64_t warps, poise_error *err);
/* All warps are complete: writes index and totals, renames into place and frees the writer (also on
 * failure, which leaves no file). */
int trace_writer_commit(trace_writer *writer, poise_error *err);
/* The same without waiting for the disk, see poise_atomic_publish. */
int trace_writer_publish(trace_writer *writer, poise_error *err);
/* Drops the file and frees the writer; NULL is fine. */
void trace_writer_abort(trace_writer *writer);

/* ---- recording in several processes, writing in one ---- */

/* The recording half of a writer. Several of them record different warps of one launch; what they give is
 * appended to one writer in the order of warps, and the file is the same as if one writer had recorded all.
 */
typedef struct trace_encoder trace_encoder;

int trace_encoder_open(trace_encoder **encoder, const trace_header *header, poise_error *err);
void trace_encoder_close(trace_encoder *encoder);

/* The next warp that will be complete is `warp`; no warp may be under way. */
void trace_encoder_begin(trace_encoder *encoder, uint64_t warp);
/* As trace_writer_record. */
int trace_encoder_record(trace_encoder *encoder, uint64_t warp, uint32_t block, uint32_t active_mask,
                         const trace_access *accesses, uint32_t n_accesses, poise_error *err);
/* The next warp is complete: appends its packed form to `out` (trace/format/bytes.h). A warp without a record
 * is POISE_USAGE. */
struct trace_bytes;
int trace_encoder_finish_warp(trace_encoder *encoder, struct trace_bytes *out, poise_error *err);

/* Appends whole warps that an encoder of the same launch has packed: the next ones in order. POISE_DAMAGED,
 * and the writer cannot be completed, when they are not what an encoder gives. */
int trace_writer_append(trace_writer *writer, const void *data, size_t size, poise_error *err);

/* ---- coalescing, shared by every producer ---- */

/* Distinct 128-byte lines of `n` lane accesses of `bytes` each, in order of first touch, with sector masks,
 * in the form of trace_access.lines. `lines` has room for TRACE_MAX_LINES entries; `bytes` is at most 128.
 * Returns the number of lines. Source: [S2.2.3]. */
uint32_t trace_coalesce(const uint64_t *address, uint32_t n, uint32_t bytes, uint64_t *lines);
/* Passes needed by 32 banks of 4 bytes: the most distinct words in one bank; lanes on the same word share one
 * pass; at most 32, as the format holds (only unaligned accesses of 128 bytes would need more). Source:
 * capture section 2. */
uint32_t trace_bank_passes(const uint64_t *address, uint32_t n, uint32_t bytes);
/* Most lanes on one address. */
uint32_t trace_multiplicity(const uint64_t *address, uint32_t n);
/* Requests that an atomic makes of each sector of its lines, which trace_coalesce has given: each lane joins
 * the first request of its sector in which its bytes are not taken, so that a sector needs as many as lanes
 * want the same bytes. Source: warp_inst_t::memory_coalescing_arch_atomic() [GS], with the segments of 32
 * bytes that atomics have there since they go around the L1. It has no lanes across sectors; here they join a
 * request of each (our choice). depths[i] has those of sector s of lines[i] in bits 8s..8s+7. */
void trace_sector_depths(const uint64_t *address, uint32_t n, uint32_t bytes, const uint64_t *lines,
                         uint32_t n_lines, uint64_t *depths);

#endif
