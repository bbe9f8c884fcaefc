#include "trace/format/container.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 };

int trace_index_add(trace_index *index, uint64_t n_warps, uint64_t file_bytes, poise_error *err)
{
    if (index->n_chunks == index->capacity) {
        const size_t capacity = index->capacity > 0 ? 2 * index->capacity : FIRST_CAPACITY;
        trace_index_chunk *chunks = reallocarray(index->chunks, capacity, sizeof *chunks);
        if (chunks == NULL)
            return poise_fail(err, POISE_FAILED, "no memory for an index of %zu chunks", capacity);
        index->chunks = chunks;
        index->capacity = capacity;
    }
    index->chunks[index->n_chunks++] = (trace_index_chunk){n_warps, file_bytes};
    return POISE_OK;
}

int trace_index_encode(const trace_index *index, trace_bytes *out, poise_error *err)
{
    const size_t numbers = 5 + 2 * index->n_chunks;
    const int code = trace_bytes_reserve(out, numbers * TRACE_VARINT_BYTES + POISE_HASH_TEXT - 1, err);
    if (code != POISE_OK)
        return code;
    uint8_t *at = out->data + out->n;
    at = trace_put_varint(at, index->n_warps);
    at = trace_put_varint(at, index->totals.warp_insts);
    at = trace_put_varint(at, index->totals.thread_insts);
    at = trace_put_varint(at, index->totals.line_accesses);
    memcpy(at, index->hash, POISE_HASH_TEXT - 1);
    at = trace_put_varint(at + POISE_HASH_TEXT - 1, index->n_chunks);
    for (size_t i = 0; i < index->n_chunks; i++) {
        at = trace_put_varint(at, index->chunks[i].n_warps);
        at = trace_put_varint(at, index->chunks[i].file_bytes);
    }
    out->n = (size_t)(at - out->data);
    return POISE_OK;
}

void trace_index_free(trace_index *index)
{
    free(index->chunks);
    memset(index, 0, sizeof *index);
}
