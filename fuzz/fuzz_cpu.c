/* The readers of CPU programs' traces on hostile input: each input is tried as a .cpu file, as the content of
 * a section of requests in a file around it (random bytes never get past a checksum), and as lackey's text,
 * whose .cpu file must be readable. */
#include "trace/cpu/lackey.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const cpu_caches caches = {
    .line_bytes = 64, .l1_bytes = 64, .l1_ways = 1, .llc_bytes = 128, .llc_ways = 2};

static int read_memory(const void *data, size_t size, cpu_totals *totals)
{
    cpu_header header;
    FILE *stream = size == 0 ? NULL : fmemopen((void *)data, size, "rb");
    if (stream == NULL)
        return POISE_FAILED;
    const int code = cpu_trace_read(stream, "input", &header, totals, NULL, NULL, NULL);
    fclose(stream);
    return code;
}

static int add(void *user, const cpu_request *request, poise_error *err)
{
    return cpu_output_add(user, request, err);
}

static void read_as_section(const uint8_t *data, size_t size)
{
    char *file = NULL;
    size_t file_size = 0;
    FILE *stream = open_memstream(&file, &file_size);
    if (stream == NULL)
        return;
    cpu_output output;
    const cpu_header header = {.caches = caches};
    cpu_totals totals = {0};
    if (cpu_output_begin(&output, stream, "input", &header, NULL) == 0 &&
        trace_bytes_append(&output.content, data, size, NULL) == 0)
        cpu_output_end(&output, &totals, NULL);
    cpu_output_free(&output);
    fclose(stream);
    read_memory(file, file_size, &totals);
    free(file);
}

/* Writes what the text makes to `stream`. */
static int convert(const uint8_t *data, size_t size, FILE *stream, cpu_totals *totals)
{
    FILE *text = fmemopen((void *)data, size, "rb");
    if (text == NULL)
        return POISE_FAILED;
    const lackey_plan plan = {.caches = caches, .skip = 2};
    cpu_header header = {.caches = caches};
    cpu_output output;
    int code = cpu_output_begin(&output, stream, "input", &header, NULL);
    if (code == 0)
        code = lackey_record(text, "input", &plan, &header, totals, add, &output, NULL);
    if (code == 0)
        code = cpu_output_end(&output, totals, NULL);
    cpu_output_free(&output);
    fclose(text);
    return code;
}

static void read_as_text(const uint8_t *data, size_t size)
{
    char *file = NULL;
    size_t file_size = 0;
    FILE *stream = open_memstream(&file, &file_size);
    if (stream == NULL)
        return;
    cpu_totals made, read;
    const int code = convert(data, size, stream, &made);
    fclose(stream);
    if (code == 0 && (read_memory(file, file_size, &read) != 0 || read.misses != made.misses))
        abort();
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cpu_totals totals;
    read_memory(data, size, &totals);
    if (size == 0)
        return 0;
    read_as_section(data, size);
    read_as_text(data, size);
    return 0;
}

#include "fuzz/replay.h"
