#include "trace/format/encoder.h"

#include "trace/format/header.h"

#include <stdlib.h>
#include <string.h>

int trace_encoder_init(trace_encoder *encoder, const trace_header *header, poise_error *err)
{
    int code = trace_header_copy(header, &encoder->header, err);
    if (code == POISE_OK)
        code = trace_program_make(&encoder->program, header, err);
    if (code == POISE_OK)
        code = trace_page_table_make(&encoder->pages, err);
    uint32_t thread_blocks, warps_per_block;
    if (code == POISE_OK)
        trace_header_warps(header, &thread_blocks, &warps_per_block, &encoder->n_warps);
    return code;
}

void trace_encoder_release(trace_encoder *encoder)
{
    trace_header_free(&encoder->header);
    trace_program_free(&encoder->program);
    trace_page_table_free(&encoder->pages);
    trace_open_warps_free(&encoder->open);
}

int trace_encoder_open(trace_encoder **encoder, const trace_header *header, poise_error *err)
{
    *encoder = NULL;
    int code = trace_header_check(header, err);
    if (code != POISE_OK)
        return code;
    trace_encoder *made = calloc(1, sizeof *made);
    if (made == NULL)
        return poise_fail(err, POISE_FAILED, "no memory to record kernel %s", header->kernel);
    code = trace_encoder_init(made, header, err);
    if (code != POISE_OK)
        trace_encoder_close(made);
    else
        *encoder = made;
    return code;
}

void trace_encoder_close(trace_encoder *encoder)
{
    if (encoder == NULL)
        return;
    trace_encoder_release(encoder);
    free(encoder);
}

void trace_encoder_begin(trace_encoder *encoder, uint64_t warp)
{
    encoder->open.first = warp;
}

/* ---- recording ---- */

static int record(trace_encoder *encoder, uint64_t warp, uint32_t block, uint32_t active_mask,
                  const trace_access *accesses, uint32_t n_accesses, poise_error *err)
{
    trace_fragment *fragment = trace_open_warps_find(&encoder->open, warp);
    const uint32_t lanes = fragment != NULL ? fragment->lanes : trace_warp_lanes(&encoder->header, warp);
    const int code = trace_record_check(&encoder->program, &encoder->pages, lanes, block, active_mask,
                                        accesses, n_accesses, err);
    if (code != POISE_OK)
        return code;
    if (fragment == NULL)
        fragment = trace_open_warps_begin(&encoder->open, warp, &encoder->program, lanes, err);
    if (fragment == NULL)
        return POISE_FAILED;
    return trace_record_encode(fragment, &encoder->program, block, active_mask, accesses, err);
}

int trace_encoder_record(trace_encoder *encoder, uint64_t warp, uint32_t block, uint32_t active_mask,
                         const trace_access *accesses, uint32_t n_accesses, poise_error *err)
{
    if (warp >= encoder->n_warps || warp < encoder->open.first)
        return poise_fail(err, POISE_USAGE, "warp %llu of %llu cannot execute: it %s",
                          (unsigned long long)warp, (unsigned long long)encoder->n_warps,
                          warp >= encoder->n_warps ? "does not exist" : "is finished");
    const int code = record(encoder, warp, block, active_mask, accesses, n_accesses, err);
    if (code != POISE_OK)
        poise_error_prefix(err, "warp %llu, basic block %u", (unsigned long long)warp, block);
    return code;
}

/* ---- finished warps ---- */

const trace_fragment *trace_encoder_first(trace_encoder *encoder, poise_error *err)
{
    const trace_fragment *fragment = trace_open_warps_find(&encoder->open, encoder->open.first);
    if (fragment == NULL)
        poise_fail(err, POISE_USAGE, "warp %llu executed nothing, every warp executes at least its end",
                   (unsigned long long)encoder->open.first);
    return fragment;
}

void trace_encoder_drop(trace_encoder *encoder)
{
    if (trace_open_warps_find(&encoder->open, encoder->open.first) != NULL)
        trace_open_warps_finish(&encoder->open);
    else
        encoder->open.first++;
}

/* Packed form, all varints: body size, number of first lines, three totals; number and line of each first;
 * the body. */
enum { PACKED_HEAD = 5 };

int trace_encoder_finish_warp(trace_encoder *encoder, trace_bytes *out, poise_error *err)
{
    const trace_fragment *f = trace_encoder_first(encoder, err);
    if (f == NULL)
        return POISE_USAGE;
    const int code = trace_bytes_reserve(
        out, (PACKED_HEAD + 2 * (size_t)f->n_firsts) * TRACE_VARINT_BYTES + f->body.n, err);
    if (code != POISE_OK)
        return code;
    const uint64_t head[PACKED_HEAD] = {f->body.n, f->n_firsts, f->totals.warp_insts, f->totals.thread_insts,
                                        f->totals.line_accesses};
    uint8_t *at = out->data + out->n;
    for (int i = 0; i < PACKED_HEAD; i++)
        at = trace_put_varint(at, head[i]);
    for (uint32_t i = 0; i < f->n_firsts; i++)
        at = trace_put_varint(trace_put_varint(at, f->first_access[i]), f->first_line[i]);
    memcpy(at, f->body.data, f->body.n);
    out->n = (size_t)(at - out->data) + f->body.n;
    trace_encoder_drop(encoder);
    return POISE_OK;
}

static int unpack(const trace_encoder *encoder, trace_input *in, trace_fragment *fragment, poise_error *err)
{
    uint64_t head[PACKED_HEAD];
    for (int i = 0; i < PACKED_HEAD; i++)
        head[i] = trace_get_varint(in);
    if (in->bad || head[1] > encoder->program.n_accesses)
        return POISE_DAMAGED;
    fragment->n_firsts = (uint32_t)head[1];
    fragment->totals = (trace_totals){head[2], head[3], head[4]};
    for (uint32_t i = 0; i < fragment->n_firsts; i++) {
        const uint64_t access = trace_get_varint(in);
        if (access >= encoder->program.n_accesses)
            return POISE_DAMAGED;
        fragment->first_access[i] = (uint32_t)access;
        fragment->first_line[i] = trace_get_varint(in);
    }
    if (in->bad || head[0] > (uint64_t)(in->end - in->at))
        return POISE_DAMAGED;
    const int code = trace_bytes_append(&fragment->body, in->at, (size_t)head[0], err);
    in->at += head[0];
    return code;
}

int trace_encoder_unpack(const trace_encoder *encoder, trace_input *in, trace_fragment *fragment,
                         poise_error *err)
{
    int code = trace_fragment_begin(fragment, &encoder->program, 0, err);
    if (code == POISE_OK && encoder->open.first >= encoder->n_warps)
        code = POISE_DAMAGED;
    if (code == POISE_OK)
        code = unpack(encoder, in, fragment, err);
    if (code == POISE_DAMAGED)
        poise_fail(err, POISE_DAMAGED, "what was recorded of warp %llu is damaged",
                   (unsigned long long)encoder->open.first);
    return code;
}
