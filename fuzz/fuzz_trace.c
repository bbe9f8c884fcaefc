/* The reader of warp traces on hostile input.
 *
 * Each input is tried twice: as a file, and, because random bytes never get past a checksum, as the content
 * of a header and a warp section (4 bytes with the size of the header content, then both contents), around
 * which the frame of a file is built. */
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

static void read_and_use(const void *data, size_t size)
{
    warp_trace trace;
    poise_error err;
    if (warp_trace_read_memory(data, size, "input", &trace, &err) != 0) {
        scan_too(data, size, NULL);
        return;
    }
    scan_too(data, size, &trace);
    trace_summary summary;
    trace_summarize(&trace, &summary, NULL); /* walks over every word */
    trace_summary_free(&summary);
    warp_trace_free(&trace);
}

static void write_frame(FILE *stream, const uint8_t *data, size_t size)
{
    trace_output out = {.stream = stream, .path = "input"};
    const size_t head_size = trace_load_u32(data) < size - 4 ? trace_load_u32(data) : size - 4;
    trace_bytes head = {0}, warps = {0};
    if (trace_bytes_append(&head, data + 4, head_size, NULL) == 0 &&
        trace_bytes_append(&warps, data + 4 + head_size, size - 4 - head_size, NULL) == 0 &&
        trace_output_preamble(&out, NULL) == 0 &&
        trace_output_section(&out, TRACE_SECTION_HEAD, &head, NULL) == 0)
        trace_output_section(&out, TRACE_SECTION_WARP, &warps, NULL);
    trace_bytes_free(&head);
    trace_bytes_free(&warps);
    trace_output_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_and_use(data, size);
    if (size < 4)
        return 0;
    char *file = NULL;
    size_t file_size = 0;
    FILE *stream = open_memstream(&file, &file_size);
    if (stream == NULL)
        return 0;
    write_frame(stream, data, size);
    fclose(stream);
    read_and_use(file, file_size);
    free(file);
    return 0;
}

#include "fuzz/replay.h"
