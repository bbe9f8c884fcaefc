#include "trace/accelsim/lines.h"

#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_BYTES = 1 << 16,     /* read and decompressed at a time */
    MOST_LINE_BYTES = 1 << 16, /* names of C++ kernels are the longest lines, some KiB */
};

/* Bounds the dictionary that a damaged file asks for; `xz -9` needs 65 MiB. */
static const uint64_t decoder_memory = UINT64_C(128) << 20;

static const uint8_t xz_magic[] = {0xfd, '7', 'z', 'X', 'Z', 0};

struct traceg_lines {
    FILE *file;
    char *path;
    uint64_t number;
    lzma_stream xz;
    bool compressed, ended;
    size_t at, end; /* of the text not yet given out */
    uint8_t packed[CHUNK_BYTES];
    char text[CHUNK_BYTES];
    char line[MOST_LINE_BYTES + 1];
};

static int fail_reading(const traceg_lines *source, poise_error *err)
{
    return poise_fail_errno(err, POISE_FAILED, "cannot read %s", source->path);
}

static int no_memory_to_decompress(const traceg_lines *source, poise_error *err)
{
    return poise_fail(err, POISE_FAILED, "no memory to decompress %s", source->path);
}

/* Looks at the first bytes, which stay in `packed`. */
static int begin(traceg_lines *source, poise_error *err)
{
    const size_t n = fread(source->packed, 1, CHUNK_BYTES, source->file);
    if (ferror(source->file))
        return fail_reading(source, err);
    source->compressed = n >= sizeof xz_magic && memcmp(source->packed, xz_magic, sizeof xz_magic) == 0;
    if (!source->compressed) {
        memcpy(source->text, source->packed, n);
        source->end = n;
        return POISE_OK;
    }
    source->xz.next_in = source->packed;
    source->xz.avail_in = n;
    if (lzma_stream_decoder(&source->xz, decoder_memory, LZMA_CONCATENATED) != LZMA_OK)
        return no_memory_to_decompress(source, err);
    return POISE_OK;
}

int traceg_lines_open(traceg_lines **source, const char *path, poise_error *err)
{
    *source = NULL;
    traceg_lines *made = calloc(1, sizeof *made);
    if (made == NULL || (made->path = strdup(path)) == NULL) {
        free(made);
        return poise_fail(err, POISE_FAILED, "no memory to read %s", path);
    }
    made->file = fopen(path, "rb");
    const int code =
        made->file == NULL ? poise_fail_errno(err, POISE_FAILED, "cannot open %s", path) : begin(made, err);
    if (code != POISE_OK)
        traceg_lines_close(made);
    else
        *source = made;
    return code;
}

static int refuse_xz(const traceg_lines *source, lzma_ret reason, poise_error *err)
{
    if (reason == LZMA_MEM_ERROR)
        return no_memory_to_decompress(source, err);
    const char *text = reason == LZMA_MEMLIMIT_ERROR ? "needs more than 128 MiB to decompress"
                       : reason == LZMA_BUF_ERROR    ? "ends within its xz stream"
                                                     : "is no whole and correct xz stream";
    return poise_fail(err, POISE_DAMAGED, "the file %s", text);
}

/* Decompresses until some text is there or the stream ends. */
static int refill_compressed(traceg_lines *source, poise_error *err)
{
    source->xz.next_out = (uint8_t *)source->text;
    source->xz.avail_out = CHUNK_BYTES;
    while (source->xz.avail_out == CHUNK_BYTES && !source->ended) {
        if (source->xz.avail_in == 0 && !feof(source->file)) {
            source->xz.next_in = source->packed;
            source->xz.avail_in = fread(source->packed, 1, CHUNK_BYTES, source->file);
            if (ferror(source->file))
                return fail_reading(source, err);
        }
        const lzma_ret result = lzma_code(&source->xz, feof(source->file) ? LZMA_FINISH : LZMA_RUN);
        if (result != LZMA_OK && result != LZMA_STREAM_END)
            return refuse_xz(source, result, err);
        source->ended = result == LZMA_STREAM_END;
    }
    source->end = CHUNK_BYTES - source->xz.avail_out;
    return POISE_OK;
}

static int refill(traceg_lines *source, poise_error *err)
{
    source->at = source->end = 0;
    if (source->compressed)
        return source->ended ? 0 : refill_compressed(source, err);
    source->end = fread(source->text, 1, CHUNK_BYTES, source->file);
    return ferror(source->file) ? fail_reading(source, err) : POISE_OK;
}

/* Moves text up to the end of the line or of the buffer to the line; *whole when the line has ended. */
static int take_text(traceg_lines *source, size_t *length, bool *whole, poise_error *err)
{
    const char *text = source->text + source->at;
    const size_t available = source->end - source->at;
    const char *newline = memchr(text, '\n', available);
    const size_t n = newline == NULL ? available : (size_t)(newline - text);
    if (n > MOST_LINE_BYTES - *length)
        return poise_fail(err, POISE_DAMAGED, "the next line is longer than %d bytes", MOST_LINE_BYTES);
    memcpy(source->line + *length, text, n);
    *length += n;
    *whole = newline != NULL;
    source->at += n + *whole;
    return POISE_OK;
}

int traceg_lines_next(traceg_lines *source, char **line, poise_error *err)
{
    size_t length = 0;
    bool whole = false, any = false;
    *line = NULL;
    while (!whole) {
        int code = source->at == source->end ? refill(source, err) : POISE_OK;
        if (code == POISE_OK && source->at == source->end)
            break;
        any = true;
        if (code == POISE_OK)
            code = take_text(source, &length, &whole, err);
        if (code != POISE_OK)
            return code;
    }
    if (!any)
        return POISE_OK;
    source->number++;
    if (memchr(source->line, 0, length) != NULL)
        return poise_fail(err, POISE_DAMAGED, "has a byte 0: this is no text");
    source->line[length] = 0;
    *line = source->line;
    return POISE_OK;
}

uint64_t traceg_lines_number(const traceg_lines *source)
{
    return source->number == 0 ? 1 : source->number;
}

void traceg_lines_close(traceg_lines *source)
{
    if (source == NULL)
        return;
    if (source->file != NULL)
        fclose(source->file);
    lzma_end(&source->xz);
    free(source->path);
    free(source);
}
