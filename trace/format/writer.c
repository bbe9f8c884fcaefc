#include "common/file.h"
#include "trace/format/container.h"
#include "trace/format/encoder.h"
#include "trace/format/events.h"
#include "trace/format/header.h"
#include "trace/trace.h"

#include <stdlib.h>

/* A chunk is closed by the warp that brings it to this size. Large enough for zstd to find the repetitions
 * between warps, small enough to decode as a unit. Our choice. */
enum { CHUNK_BYTES = 1 << 20 };

struct trace_writer {
    poise_atomic_file file;
    trace_output out;
    trace_encoder encoder;
    trace_fragment received; /* the warp that trace_writer_append is at */
    trace_bytes chunk;       /* fragments of finished warps, not yet compressed */
    uint64_t chunk_number;   /* from 1 */
    uint64_t chunk_warps;    /* in it so far */
    trace_predictor *across; /* per access: from warp to warp of a chunk */
    trace_index index;
    poise_hash *hash;
    bool failed; /* something could not be written: the file cannot be completed */
};

static void free_writer(trace_writer *writer)
{
    poise_atomic_abort(&writer->file);
    trace_output_free(&writer->out);
    trace_encoder_release(&writer->encoder);
    trace_fragment_free(&writer->received);
    trace_bytes_free(&writer->chunk);
    free(writer->across);
    trace_index_free(&writer->index);
    if (writer->hash != NULL) {
        char unused[POISE_HASH_TEXT];
        poise_hash_finish(writer->hash, unused);
    }
    free(writer);
}

/* ---- opening ---- */

static int make_tables(trace_writer *writer, const trace_header *header, poise_error *err)
{
    const int code = trace_encoder_init(&writer->encoder, header, err);
    if (code != POISE_OK)
        return code;
    writer->index.n_warps = writer->encoder.n_warps;
    writer->chunk_number = 1;
    writer->across = calloc(writer->encoder.program.n_accesses + (size_t)1, sizeof *writer->across);
    writer->hash = poise_hash_new();
    if (writer->across == NULL || writer->hash == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to write a trace of kernel %s", header->kernel);
    return POISE_OK;
}

static bool has_atomics(const trace_header *header)
{
    for (uint32_t i = 0; i < header->n_inst; i++)
        if (header->inst[i].op == TRACE_OP_ATOMIC_GLOBAL)
            return true;
    return false;
}

/* Files without buffer events or depths are of the version that has none: readers of that version know them.
 */
static int write_preamble(trace_writer *writer, poise_error *err)
{
    const trace_header *header = &writer->encoder.header;
    uint32_t version = TRACE_FORMAT_VERSION;
    if (header->n_events > 0)
        version += TRACE_WITH_EVENTS;
    if (header->has_depths && has_atomics(header))
        version += TRACE_WITH_DEPTHS;
    return trace_output_preamble(&writer->out, version, err);
}

static int write_events(trace_writer *writer, poise_error *err)
{
    const trace_header *header = &writer->encoder.header;
    trace_bytes content = {0};
    int code = trace_events_encode(header->events, header->n_events, &content, err);
    if (code == POISE_OK)
        code = trace_output_section(&writer->out, TRACE_SECTION_EVENTS, &content, err);
    trace_bytes_free(&content);
    return code;
}

static int write_head(trace_writer *writer, poise_error *err)
{
    trace_bytes content = {0};
    size_t identity_size = 0;
    int code = trace_header_encode(&writer->encoder.header, &content, &identity_size, err);
    if (code == POISE_OK)
        code = write_preamble(writer, err);
    if (code == POISE_OK)
        code = trace_output_section(&writer->out, TRACE_SECTION_HEAD, &content, err);
    if (code == POISE_OK)
        poise_hash_add(writer->hash, content.data, identity_size);
    trace_bytes_free(&content);
    return code == POISE_OK && writer->encoder.header.n_events > 0 ? write_events(writer, err) : code;
}

static int open_writer(trace_writer *writer, const char *path, const trace_header *header, poise_error *err)
{
    int code = make_tables(writer, header, err);
    if (code == POISE_OK)
        code = poise_atomic_open(&writer->file, path, err);
    if (code != POISE_OK)
        return code;
    writer->out.stream = writer->file.stream;
    writer->out.path = writer->file.path;
    return write_head(writer, err);
}

int trace_writer_open(trace_writer **writer, const char *path, const trace_header *header, poise_error *err)
{
    *writer = NULL;
    if (trace_header_check(header, err) != 0) {
        poise_error_prefix(err, "cannot write a trace of kernel %s", header->kernel);
        if (err != NULL)
            err->code = POISE_USAGE;
        return POISE_USAGE;
    }
    trace_writer *made = calloc(1, sizeof *made);
    if (made == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to write %s", path);
    const int code = open_writer(made, path, header, err);
    if (code != POISE_OK)
        free_writer(made);
    else
        *writer = made;
    return code;
}

/* ---- recording ---- */

int trace_writer_record(trace_writer *writer, uint64_t warp, uint32_t block, uint32_t active_mask,
                        const trace_access *accesses, uint32_t n_accesses, poise_error *err)
{
    return trace_encoder_record(&writer->encoder, warp, block, active_mask, accesses, n_accesses, err);
}

/* ---- finishing ---- */

static int close_chunk(trace_writer *writer, poise_error *err)
{
    const uint64_t start = writer->out.offset;
    int code = trace_output_section(&writer->out, TRACE_SECTION_WARP, &writer->chunk, err);
    if (code == POISE_OK)
        code = trace_index_add(&writer->index, writer->chunk_warps, writer->out.offset - start, err);
    writer->chunk.n = 0;
    writer->chunk_warps = 0;
    writer->chunk_number++;
    return code;
}

static void add_totals(trace_totals *sum, const trace_totals *one)
{
    sum->warp_insts += one->warp_insts;
    sum->thread_insts += one->thread_insts;
    sum->line_accesses += one->line_accesses;
}

/* Adds the next warp to the chunk. */
static int add_warp(trace_writer *writer, const trace_fragment *fragment, poise_error *err)
{
    const int code =
        trace_fragment_append(fragment, writer->across, writer->chunk_number, &writer->chunk, err);
    if (code != POISE_OK)
        return code;
    trace_identity_add(writer->hash, fragment->body.data, fragment->body.n, fragment->first_line,
                       fragment->n_firsts);
    add_totals(&writer->index.totals, &fragment->totals);
    trace_encoder_drop(&writer->encoder);
    writer->chunk_warps++;
    return writer->chunk.n >= CHUNK_BYTES ? close_chunk(writer, err) : POISE_OK;
}

int trace_writer_finish_warps(trace_writer *writer, uint64_t warps, poise_error *err)
{
    if (warps > writer->encoder.n_warps)
        return poise_fail(err, POISE_USAGE, "warp %llu of %llu cannot be finished", (unsigned long long)warps,
                          (unsigned long long)writer->encoder.n_warps);
    int code = 0;
    while (code == POISE_OK && writer->encoder.open.first < warps) {
        const trace_fragment *fragment = trace_encoder_first(&writer->encoder, err);
        code = fragment != NULL ? add_warp(writer, fragment, err) : POISE_USAGE;
    }
    writer->failed |= code != POISE_OK;
    return code;
}

int trace_writer_append(trace_writer *writer, const void *data, size_t size, poise_error *err)
{
    trace_input in = {.at = data, .end = (const uint8_t *)data + size};
    trace_fragment *fragment = &writer->received;
    int code = 0;
    while (code == POISE_OK && in.at < in.end) {
        code = trace_encoder_unpack(&writer->encoder, &in, fragment, err);
        if (code == POISE_OK)
            code = add_warp(writer, fragment, err);
    }
    writer->failed |= code != POISE_OK;
    return code;
}

static int write_index(trace_writer *writer, poise_error *err)
{
    poise_hash_finish(writer->hash, writer->index.hash);
    writer->hash = NULL;
    const uint64_t start = writer->out.offset;
    writer->chunk.n = 0;
    int code = trace_index_encode(&writer->index, &writer->chunk, err);
    if (code == POISE_OK)
        code = trace_output_section(&writer->out, TRACE_SECTION_INDEX, &writer->chunk, err);
    if (code == POISE_OK)
        code = trace_output_trailer(&writer->out, start, err);
    return code;
}

static int finish(trace_writer *writer, int (*place)(poise_atomic_file *file, poise_error *err),
                  poise_error *err)
{
    int code = writer->failed
                   ? poise_fail(err, POISE_FAILED, "cannot complete %s after a failure", writer->out.path)
                   : trace_writer_finish_warps(writer, writer->encoder.n_warps, err);
    if (code == POISE_OK && writer->chunk_warps > 0)
        code = close_chunk(writer, err);
    if (code == POISE_OK)
        code = write_index(writer, err);
    if (code == POISE_OK)
        code = place(&writer->file, err);
    free_writer(writer);
    return code;
}

int trace_writer_commit(trace_writer *writer, poise_error *err)
{
    return finish(writer, poise_atomic_commit, err);
}

int trace_writer_publish(trace_writer *writer, poise_error *err)
{
    return finish(writer, poise_atomic_publish, err);
}

void trace_writer_abort(trace_writer *writer)
{
    if (writer != NULL)
        free_writer(writer);
}
