#include "common/hash.h"
#include "trace/format/container.h"
#include "trace/format/container_layout.h"

#include <string.h>
#include <zstd.h>

enum { READ_STEP = 1 << 20 }; /* memory for a section grows by what has arrived, doubling from here */

static int truncated(const trace_source *in, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s is truncated: it ends at byte %llu", in->name,
                      (unsigned long long)in->offset);
}

static int read_bytes(trace_source *in, uint8_t *data, size_t size, poise_error *err)
{
    const size_t got = fread(data, 1, size, in->stream);
    in->offset += got;
    if (got == size)
        return POISE_OK;
    if (ferror(in->stream))
        return poise_fail_errno(err, POISE_FAILED, "cannot read %s", in->name);
    return truncated(in, err);
}

/* Only the first bit, or what follows the letters, differs: as after a transfer as text. */
static bool has_letters_of(const uint8_t *magic, const uint8_t *bytes, size_t got)
{
    return got >= MAGIC_BYTES && (bytes[0] & 0x7f) == (magic[0] & 0x7f) &&
           memcmp(bytes + 1, magic + 1, 3) == 0;
}

int trace_source_begin(trace_source *in, const uint8_t magic[], const char *kind, uint8_t *bytes, size_t size,
                       poise_error *err)
{
    const size_t got = fread(bytes, 1, size, in->stream);
    in->offset += got;
    if (ferror(in->stream))
        return poise_fail_errno(err, POISE_FAILED, "cannot read %s", in->name);
    if (got == 0)
        return poise_fail(err, POISE_DAMAGED, "%s is empty: it is not %s", in->name, kind);
    if (memcmp(bytes, magic, got < MAGIC_BYTES ? got : MAGIC_BYTES) != 0)
        return has_letters_of(magic, bytes, got)
                   ? poise_fail(err, POISE_DAMAGED,
                                "%s is damaged: a transfer as text has changed its first bytes", in->name)
                   : poise_fail(err, POISE_DAMAGED, "%s is not %s", in->name, kind);
    return got < size ? truncated(in, err) : POISE_OK;
}

int trace_source_preamble(trace_source *in, uint32_t *version, poise_error *err)
{
    uint8_t bytes[PREAMBLE_BYTES];
    const int code = trace_source_begin(in, trace_magic, "a warp trace", bytes, sizeof bytes, err);
    if (code != POISE_OK)
        return code;
    *version = trace_load_u32(bytes + MAGIC_BYTES);
    if (*version < TRACE_FORMAT_VERSION || *version > TRACE_LAST_VERSION)
        return poise_fail(err, POISE_DAMAGED,
                          "%s has version %u of the warp-trace format, this program reads versions %d to %d",
                          in->name, *version, TRACE_FORMAT_VERSION, TRACE_LAST_VERSION);
    if (trace_load_u32(bytes + MAGIC_BYTES + 4) != BYTE_ORDER_MARK)
        return poise_fail(err, POISE_DAMAGED, "%s has another byte order", in->name);
    return POISE_OK;
}

/* Appends `size` bytes of the file to in->packed; a size that the file does not have costs no memory. */
static int read_packed(trace_source *in, uint64_t size, poise_error *err)
{
    while (size > 0) {
        const size_t most = in->packed.n > READ_STEP ? in->packed.n : READ_STEP;
        const size_t step = size < most ? (size_t)size : most;
        int code = trace_bytes_reserve(&in->packed, step, err);
        if (code == POISE_OK)
            code = read_bytes(in, in->packed.data + in->packed.n, step, err);
        if (code != POISE_OK)
            return code;
        in->packed.n += step;
        size -= step;
    }
    return POISE_OK;
}

static int damaged(const trace_source *in, uint64_t start, const char *reason, poise_error *err)
{
    return poise_fail(err, POISE_DAMAGED, "%s: the section at byte %llu is damaged: %s", in->name,
                      (unsigned long long)start, reason);
}

/* Decompresses one whole frame of exactly `size` bytes. */
static int unpack(const trace_source *in, uint64_t start, ZSTD_inBuffer *frame, trace_bytes *content,
                  uint64_t size, poise_error *err)
{
    content->n = 0;
    for (;;) {
        const uint64_t left = size - content->n;
        const size_t most = content->n > READ_STEP ? content->n : READ_STEP;
        const int code = trace_bytes_reserve(content, left < most ? (size_t)left + 1 : most, err);
        if (code != POISE_OK)
            return code;
        /* At most one byte more than expected, which shows a frame that is too long. */
        const size_t room = content->capacity - content->n;
        ZSTD_outBuffer out = {content->data + content->n, left < room ? (size_t)left + 1 : room, 0};
        const size_t state = ZSTD_decompressStream(in->unpacker, &out, frame);
        content->n += out.pos;
        if (ZSTD_isError(state))
            return damaged(in, start, ZSTD_getErrorName(state), err);
        if (content->n > size)
            return damaged(in, start, "it is longer than it says", err);
        if (state == 0)
            break;
        if (frame->pos == frame->size && out.pos < out.size)
            return damaged(in, start, "its compressed data end too early", err);
    }
    if (content->n != size || frame->pos != frame->size)
        return damaged(in, start, "its size is not what it says", err);
    return POISE_OK;
}

static int unpack_section(trace_source *in, uint64_t start, trace_bytes *content, uint64_t size,
                          poise_error *err)
{
    if (in->unpacker == NULL)
        in->unpacker = ZSTD_createDCtx();
    if (in->unpacker == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to decompress %s", in->name);
    ZSTD_DCtx_reset(in->unpacker, ZSTD_reset_session_only);
    ZSTD_inBuffer frame = {in->packed.data + SECTION_HEADER_BYTES,
                           in->packed.n - SECTION_HEADER_BYTES - CHECKSUM_BYTES, 0};
    return unpack(in, start, &frame, content, size, err);
}

int trace_source_section(trace_source *in, uint32_t *kind, trace_bytes *content, uint64_t limit,
                         poise_error *err)
{
    const uint64_t start = in->offset;
    in->packed.n = 0;
    int code = read_packed(in, SECTION_HEADER_BYTES, err);
    if (code != POISE_OK)
        return code;
    *kind = trace_load_u32(in->packed.data);
    const uint64_t content_bytes = trace_load_u64(in->packed.data + 8);
    const uint64_t packed_bytes = trace_load_u64(in->packed.data + 16);
    if (content_bytes > limit || packed_bytes > INT64_MAX)
        return damaged(in, start, "its size is out of range", err);
    code = read_packed(in, packed_bytes, err);
    if (code == POISE_OK)
        code = read_packed(in, CHECKSUM_BYTES, err);
    if (code != POISE_OK)
        return code;
    const size_t covered = in->packed.n - CHECKSUM_BYTES;
    if (poise_checksum64(in->packed.data, covered) != trace_load_u64(in->packed.data + covered))
        return damaged(in, start, "its checksum is wrong", err);
    return unpack_section(in, start, content, content_bytes, err);
}

int trace_source_trailer(trace_source *in, uint64_t index_offset, poise_error *err)
{
    uint8_t bytes[TRAILER_BYTES];
    const int code = read_bytes(in, bytes, sizeof bytes, err);
    if (code != POISE_OK)
        return code;
    const bool right = trace_load_u64(bytes) == index_offset && trace_load_u64(bytes + 8) == in->offset &&
                       trace_load_u64(bytes + 16) == poise_checksum64(bytes, 16) &&
                       memcmp(bytes + 24, trace_end_magic, MAGIC_BYTES) == 0;
    if (!right)
        return poise_fail(err, POISE_DAMAGED, "%s: the trailer at byte %llu is damaged", in->name,
                          (unsigned long long)(in->offset - TRAILER_BYTES));
    if (fgetc(in->stream) != EOF)
        return poise_fail(err, POISE_DAMAGED, "%s goes on behind its trailer at byte %llu", in->name,
                          (unsigned long long)in->offset);
    return POISE_OK;
}

void trace_source_free(trace_source *in)
{
    trace_bytes_free(&in->packed);
    ZSTD_freeDCtx(in->unpacker); /* NULL is none */
    in->unpacker = NULL;
}
