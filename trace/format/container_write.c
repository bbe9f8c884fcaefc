#include "common/hash.h"
#include "trace/format/container.h"
#include "trace/format/container_layout.h"

#include <string.h>
#include <zstd.h>

/* Measured on captured traces: higher levels gain little and cost much. */
enum { COMPRESSION_LEVEL = 3 };

static int write_bytes(trace_output *out, const void *data, size_t size, poise_error *err)
{
    if (fwrite(data, 1, size, out->stream) != size)
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", out->path);
    out->offset += size;
    return POISE_OK;
}

int trace_output_preamble(trace_output *out, uint32_t version, poise_error *err)
{
    uint8_t bytes[PREAMBLE_BYTES];
    memcpy(bytes, trace_magic, MAGIC_BYTES);
    trace_put_u32(trace_put_u32(bytes + MAGIC_BYTES, version), BYTE_ORDER_MARK);
    return write_bytes(out, bytes, sizeof bytes, err);
}

/* Leaves the whole section in out->packed. */
static int pack_section(trace_output *out, uint32_t kind, const trace_bytes *content, poise_error *err)
{
    trace_bytes *packed = &out->packed;
    const size_t most = ZSTD_compressBound(content->n);
    packed->n = 0;
    const int code = trace_bytes_reserve(packed, SECTION_HEADER_BYTES + most + CHECKSUM_BYTES, err);
    if (code != POISE_OK)
        return code;
    if (out->packer == NULL)
        out->packer = ZSTD_createCCtx();
    if (out->packer == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to compress %s", out->path);
    uint8_t *body = packed->data + SECTION_HEADER_BYTES;
    const size_t size =
        ZSTD_compressCCtx(out->packer, body, most, content->data, content->n, COMPRESSION_LEVEL);
    if (ZSTD_isError(size))
        return poise_fail(err, POISE_FAILED, "cannot compress a section of %s: %s", out->path,
                          ZSTD_getErrorName(size));
    uint8_t *at = trace_put_u32(trace_put_u32(packed->data, kind), 0);
    trace_put_u64(trace_put_u64(at, content->n), size);
    const size_t covered = SECTION_HEADER_BYTES + size;
    trace_put_u64(packed->data + covered, poise_checksum64(packed->data, covered));
    packed->n = covered + CHECKSUM_BYTES;
    return POISE_OK;
}

int trace_output_section(trace_output *out, uint32_t kind, const trace_bytes *content, poise_error *err)
{
    const int code = pack_section(out, kind, content, err);
    return code != POISE_OK ? code : write_bytes(out, out->packed.data, out->packed.n, err);
}

int trace_output_trailer(trace_output *out, uint64_t index_offset, poise_error *err)
{
    uint8_t bytes[TRAILER_BYTES];
    uint8_t *at = trace_put_u64(trace_put_u64(bytes, index_offset), out->offset + TRAILER_BYTES);
    at = trace_put_u64(at, poise_checksum64(bytes, (size_t)(at - bytes)));
    memcpy(at, trace_end_magic, MAGIC_BYTES);
    return write_bytes(out, bytes, sizeof bytes, err);
}

void trace_output_free(trace_output *out)
{
    trace_bytes_free(&out->packed);
    ZSTD_freeCCtx(out->packer); /* NULL is none */
    out->packer = NULL;
}
