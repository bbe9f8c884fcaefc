/* The reader of warp traces on hostile input.
 *
 * Each input is tried three times: as a file, and, because random bytes never get past a checksum, as the
 * contents of sections around which the frame of a file is built: a header (4 bytes with its size, then the
 * content) and a warp section, once with buffer events between them (in the form of the header). Of these one
 * is scanned as well, as a scan decodes by the same functions. */
#include "fuzz/share.h"
#include "trace/format/container.h"
#include "trace/info/info.h"
#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A scan must come to the same result, with the same streams. */
static int add_words(void *user, const warp_trace *view, uint64_t first_warp, uint32_t n_warps,
                     poise_error *err)
{
    (void)err;
    (void)first_warp;
    *(uint64_t *)user += view->first_word[n_warps];
    return 0;
}

static void scan_too(const void *data, size_t size, const warp_trace *whole)
{
    warp_trace end;
    uint64_t words = 0;
    const int code = warp_trace_scan_memory(data, size, "input", add_words, &words, &end, NULL);
    if ((code == 0) != (whole != NULL) || (whole != NULL && words != whole->first_word[whole->n_warps]))
        abort();
    warp_trace_free(&end);
}

static void read_and_use(const void *data, size_t size, bool scans)
{
    warp_trace trace;
    poise_error err;
    const bool is_read = warp_trace_read_memory(data, size, "input", &trace, &err) == 0;
    if (scans)
        scan_too(data, size, is_read ? &trace : NULL);
    if (!is_read)
        return;
    trace_summary summary;
    trace_summarize(&trace, &summary, NULL); /* walks over every word */
    trace_summary_free(&summary);
    warp_trace_free(&trace);
}

/* Cuts the next part off the input: its size in 4 bytes, then as many of its bytes as there are. */
static trace_input next_part(trace_input *in)
{
    const uint32_t wanted = trace_get_u32(in);
    const size_t left = (size_t)(in->end - in->at);
    const trace_input part = {.at = in->at, .end = in->at + (wanted < left ? wanted : left)};
    in->at = part.end;
    return part;
}

static int write_section(trace_output *out, uint32_t kind, const trace_input *part)
{
    trace_bytes content = {0};
    int code = trace_bytes_append(&content, part->at, (size_t)(part->end - part->at), NULL);
    if (code == 0)
        code = trace_output_section(out, kind, &content, NULL);
    trace_bytes_free(&content);
    return code;
}

static void write_frame(FILE *stream, const uint8_t *data, size_t size, uint32_t version)
{
    static trace_output out; /* keeps what compresses for the next input */
    out.stream = stream;
    out.path = "input";
    out.offset = 0;
    trace_input in = {.at = data, .end = data + size};
    const trace_input head = next_part(&in);
    int code = trace_output_preamble(&out, version, NULL);
    if (code == 0)
        code = write_section(&out, TRACE_SECTION_HEAD, &head);
    if (code == 0 && ((version - TRACE_FORMAT_VERSION) & TRACE_WITH_EVENTS) != 0) {
        const trace_input events = next_part(&in);
        code = write_section(&out, TRACE_SECTION_EVENTS, &events);
    }
    if (code == 0)
        write_section(&out, TRACE_SECTION_WARP, &in);
}

static void read_framed(const uint8_t *data, size_t size, uint32_t version)
{
    char *file = NULL;
    size_t file_size = 0;
    FILE *stream = open_memstream(&file, &file_size);
    if (stream == NULL)
        return;
    write_frame(stream, data, size, version);
    fclose(stream);
    const uint32_t part = version - TRACE_FORMAT_VERSION;
    read_and_use(file, file_size,
                 fuzz_is_turn(data, size, part, 1 + TRACE_LAST_VERSION - TRACE_FORMAT_VERSION));
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_and_use(data, size, true);
    if (size < 4)
        return 0;
    for (uint32_t version = TRACE_FORMAT_VERSION; version <= TRACE_LAST_VERSION; version++)
        read_framed(data, size, version);
    return 0;
}

#include "fuzz/replay.h"
