#include "common/hash.h"
#include "trace/files.h"
#include "trace/format/container.h"
#include "trace/format/events.h"
#include "trace/format/header.h"
#include "trace/format/record.h"
#include "trace/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* 2^20 instructions of at most 3 + 10 numbers, and notes with the kernel source. */
enum { MOST_HEAD_BYTES = 64 << 20 };

/* What becomes of the warps of a scan; all zero when the trace is kept. */
typedef struct trace_scan {
    bool active;
    trace_visitor *visit;
    void *user;
} trace_scan;

/* One trace being read. */
typedef struct reader {
    trace_scan scan;
    trace_source in;
    warp_trace *trace;
    trace_program program;
    trace_page_table pages;
    trace_words words;
    trace_decoder decoder;
    uint64_t n_read;           /* warps read so far */
    uint64_t n_kept;           /* of these, the last ones whose words are in memory */
    uint64_t first_word_slots; /* allocated in trace->first_word */
    trace_bytes content;       /* of the section under way */
    trace_index index;         /* what we read, in the form of the file's own index */
} reader;

static void free_reader(reader *r)
{
    trace_source_free(&r->in);
    trace_program_free(&r->program);
    trace_page_table_free(&r->pages);
    free(r->words.data);
    free(r->decoder.within);
    free(r->decoder.across);
    free(r->decoder.first_line);
    if (r->decoder.hash != NULL) {
        char unused[POISE_HASH_TEXT];
        poise_hash_finish(r->decoder.hash, unused);
    }
    trace_bytes_free(&r->content);
    trace_index_free(&r->index);
}

/* ---- the header ---- */

static int make_decoder(reader *r, size_t identity_size, poise_error *err)
{
    int code = trace_program_make(&r->program, &r->trace->header, err);
    if (code == POISE_OK)
        code = trace_page_table_make(&r->pages, err);
    if (code != POISE_OK)
        return code;
    const size_t n = r->program.n_accesses + (size_t)1;
    trace_decoder *decoder = &r->decoder;
    decoder->program = &r->program;
    decoder->pages = &r->pages;
    decoder->words = &r->words;
    decoder->within = calloc(n, sizeof *decoder->within);
    decoder->across = calloc(n, sizeof *decoder->across);
    decoder->first_line = calloc(n, sizeof *decoder->first_line);
    decoder->hash = poise_hash_new();
    if (decoder->within == NULL || decoder->across == NULL || decoder->first_line == NULL ||
        decoder->hash == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to decode %s", r->in.name);
    poise_hash_add(decoder->hash, r->content.data, identity_size);
    return POISE_OK;
}

static int read_events(reader *r, poise_error *err)
{
    const uint64_t start = r->in.offset;
    trace_header *header = &r->trace->header;
    uint32_t kind = 0;
    int code = trace_source_section(&r->in, &kind, &r->content, TRACE_EVENTS_BYTES, err);
    if (code != POISE_OK)
        return code;
    if (kind != TRACE_SECTION_EVENTS)
        return poise_fail(err, POISE_DAMAGED, "%s has no EVNT section behind its HEAD section", r->in.name);
    code = trace_events_decode(r->content.data, r->content.n, &header->events, &header->n_events, err);
    if (code != POISE_OK)
        poise_error_prefix(err, "%s: the section at byte %llu", r->in.name, (unsigned long long)start);
    return code;
}

static int read_head(reader *r, poise_error *err)
{
    uint32_t kind = 0, version = 0;
    int code = trace_source_preamble(&r->in, &version, err);
    if (code == POISE_OK)
        code = trace_source_section(&r->in, &kind, &r->content, MOST_HEAD_BYTES, err);
    if (code != POISE_OK)
        return code;
    if (kind != TRACE_SECTION_HEAD)
        return poise_fail(err, POISE_DAMAGED, "%s does not begin with a HEAD section", r->in.name);
    warp_trace *trace = r->trace;
    size_t identity_size = 0;
    code = trace_header_decode(r->content.data, r->content.n, &trace->header, &identity_size, err);
    if (code != POISE_OK) {
        poise_error_prefix(err, "%s", r->in.name);
        return code;
    }
    const uint32_t additions = version - TRACE_FORMAT_VERSION;
    trace->header.has_depths = (additions & TRACE_WITH_DEPTHS) != 0;
    trace_header_warps(&trace->header, &trace->n_thread_blocks, &trace->warps_per_block, &trace->n_warps);
    code = make_decoder(r, identity_size, err);
    return code == POISE_OK && (additions & TRACE_WITH_EVENTS) != 0 ? read_events(r, err) : code;
}

/* ---- the warps ---- */

/* Notes where the next warp begins. Grows with the warps that there are, not with those that the header
 * promises. */
static int add_first_word(reader *r, poise_error *err)
{
    if (r->n_kept == r->first_word_slots) {
        const uint64_t slots = r->first_word_slots > 0 ? 2 * r->first_word_slots : 1024;
        uint64_t *grown = reallocarray(r->trace->first_word, slots, sizeof *grown);
        if (grown == NULL)
            return poise_fail(err, POISE_FAILED, "no memory for %llu warps of %s", (unsigned long long)slots,
                              r->in.name);
        r->trace->first_word = grown;
        r->first_word_slots = slots;
    }
    r->trace->first_word[r->n_kept] = r->words.n;
    return POISE_OK;
}

/* Page addresses as far as they are known. */
static int list_pages(reader *r, poise_error *err)
{
    warp_trace *trace = r->trace;
    if (trace->page_address == NULL)
        trace->page_address =
            calloc(r->scan.active ? TRACE_MAX_PAGES : r->pages.n + (size_t)1, sizeof *trace->page_address);
    if (trace->page_address == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the pages of %s", r->in.name);
    for (uint32_t i = trace->n_pages; i < r->pages.n; i++)
        trace->page_address[i] = r->pages.page[i] << TRACE_PAGE_SHIFT;
    trace->n_pages = r->pages.n;
    return POISE_OK;
}

/* Shows what a scan has kept to the visitor and forgets it. */
static int pass_on(reader *r, poise_error *err)
{
    const uint32_t unit = r->scan.visit != NULL ? r->trace->warps_per_block : 1;
    if (r->n_kept < unit)
        return POISE_OK;
    int code = add_first_word(r, err); /* the end of the last warp */
    if (code == POISE_OK)
        code = list_pages(r, err);
    if (code == POISE_OK && r->scan.visit != NULL) {
        r->trace->words = r->words.data;
        code = r->scan.visit(r->scan.user, r->trace, r->n_read - unit, unit, err);
        r->trace->words = NULL;
    }
    r->words.n = 0;
    r->n_kept = 0;
    return code;
}

static int decode_warp(reader *r, uint64_t section_start, trace_input *in, poise_error *err)
{
    if (r->n_read == r->trace->n_warps)
        return poise_fail(err, POISE_DAMAGED, "%s has more warps than the %llu of its launch", r->in.name,
                          (unsigned long long)r->trace->n_warps);
    int code = add_first_word(r, err);
    if (code != POISE_OK)
        return code;
    code = trace_fragment_decode(&r->decoder, in, trace_warp_lanes(&r->trace->header, r->n_read), err);
    if (code != POISE_OK) {
        poise_error_prefix(err, "%s: warp %llu in the section at byte %llu", r->in.name,
                           (unsigned long long)r->n_read, (unsigned long long)section_start);
        return code;
    }
    r->n_read++;
    r->n_kept++;
    return r->scan.active ? pass_on(r, err) : POISE_OK;
}

static int decode_chunk(reader *r, uint64_t section_start, poise_error *err)
{
    const uint64_t first = r->n_read;
    trace_input in = trace_input_of(&r->content);
    int code = 0;
    r->decoder.chunk++;
    while (code == POISE_OK && in.at < in.end)
        code = decode_warp(r, section_start, &in, err);
    if (code != POISE_OK)
        return code;
    return trace_index_add(&r->index, r->n_read - first, r->in.offset - section_start, err);
}

/* ---- the end ---- */

/* r->content is the index of the file; it must be the one that its chunks call for. */
static int check_index(reader *r, uint64_t index_start, poise_error *err)
{
    if (r->n_read != r->trace->n_warps)
        return poise_fail(err, POISE_DAMAGED, "%s has %llu of the %llu warps of its launch", r->in.name,
                          (unsigned long long)r->n_read, (unsigned long long)r->trace->n_warps);
    r->index.n_warps = r->n_read;
    r->index.totals = r->decoder.totals;
    poise_hash_finish(r->decoder.hash, r->index.hash);
    r->decoder.hash = NULL;
    trace_bytes expected = {0};
    const int code = trace_index_encode(&r->index, &expected, err);
    const bool equal = code == POISE_OK && expected.n == r->content.n &&
                       memcmp(expected.data, r->content.data, expected.n) == 0;
    trace_bytes_free(&expected);
    if (code != POISE_OK)
        return code;
    if (!equal)
        return poise_fail(err, POISE_DAMAGED, "%s: the index at byte %llu does not describe the file",
                          r->in.name, (unsigned long long)index_start);
    return trace_source_trailer(&r->in, index_start, err);
}

/* Moves what was read to the trace. */
static int deliver(reader *r, poise_error *err)
{
    warp_trace *trace = r->trace;
    int code = add_first_word(r, err); /* the end of the last warp */
    if (code == POISE_OK)
        code = list_pages(r, err);
    if (code != POISE_OK)
        return code;
    trace->warp_insts = r->decoder.totals.warp_insts;
    trace->thread_insts = r->decoder.totals.thread_insts;
    trace->line_accesses = r->decoder.totals.line_accesses;
    memcpy(trace->hash, r->index.hash, sizeof trace->hash);
    if (!r->scan.active)
        trace->words = trace_words_take(&r->words);
    return POISE_OK;
}

static int read_sections(reader *r, poise_error *err)
{
    int code = read_head(r, err);
    while (code == POISE_OK) {
        const uint64_t start = r->in.offset;
        uint32_t kind = 0;
        code = trace_source_section(&r->in, &kind, &r->content, UINT64_MAX, err);
        if (code != POISE_OK)
            return code;
        if (kind == TRACE_SECTION_INDEX) {
            code = check_index(r, start, err);
            return code != POISE_OK ? code : deliver(r, err);
        }
        if (kind != TRACE_SECTION_WARP)
            return poise_fail(err, POISE_DAMAGED, "%s: the section at byte %llu is of an unknown kind",
                              r->in.name, (unsigned long long)start);
        code = decode_chunk(r, start, err);
    }
    return code;
}

/* Takes the stream. */
static int read_stream(FILE *stream, const char *name, trace_scan scan, warp_trace *trace, poise_error *err)
{
    reader r = {.scan = scan, .in = {.stream = stream, .name = name}, .trace = trace};
    const int code = read_sections(&r, err);
    free_reader(&r);
    fclose(stream);
    if (code != POISE_OK && code != TRACE_SCAN_STOP)
        warp_trace_free(trace);
    return code == TRACE_SCAN_STOP ? 0 : code;
}

static int read_file(const char *path, trace_scan scan, warp_trace *trace, poise_error *err)
{
    memset(trace, 0, sizeof *trace);
    poise_error reason;
    FILE *stream = trace_file_open(path, &reason);
    if (stream == NULL)
        return poise_fail(err, reason.code, "%s", reason.text);
    return read_stream(stream, path, scan, trace, err);
}

static int read_memory(const void *data, size_t size, const char *name, trace_scan scan, warp_trace *trace,
                       poise_error *err)
{
    memset(trace, 0, sizeof *trace);
    /* fmemopen takes a pointer to non-const, but "r" never writes. */
    FILE *stream = fmemopen((void *)data, size, "rb");
    if (stream == NULL)
        return poise_fail_errno(err, POISE_FAILED, "cannot read %s from memory", name);
    return read_stream(stream, name, scan, trace, err);
}

int warp_trace_read(const char *path, warp_trace *trace, poise_error *err)
{
    return read_file(path, (trace_scan){0}, trace, err);
}

int warp_trace_read_memory(const void *data, size_t size, const char *name, warp_trace *trace,
                           poise_error *err)
{
    return read_memory(data, size, name, (trace_scan){0}, trace, err);
}

int warp_trace_scan(const char *path, trace_visitor *visit, void *user, warp_trace *end, poise_error *err)
{
    return read_file(path, (trace_scan){true, visit, user}, end, err);
}

int warp_trace_scan_memory(const void *data, size_t size, const char *name, trace_visitor *visit, void *user,
                           warp_trace *end, poise_error *err)
{
    return read_memory(data, size, name, (trace_scan){true, visit, user}, end, err);
}
