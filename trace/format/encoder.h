/* The recording half of the trace writer: checks and encodes the warps under way. A writer has one inside;
 * on its own it packs finished warps, to be appended to a writer in another process. */
#ifndef POISE_TRACE_FORMAT_ENCODER_H
#define POISE_TRACE_FORMAT_ENCODER_H

#include "trace/format/open_warps.h"

struct trace_encoder {
    trace_header header;
    trace_program program;
    trace_page_table pages;
    uint64_t n_warps;
    trace_open_warps open;
};

/* From a checked header, which is copied. After a failure, trace_encoder_release. */
int trace_encoder_init(trace_encoder *encoder, const trace_header *header, poise_error *err);
void trace_encoder_release(trace_encoder *encoder);

/* The finished warp that is next in order; NULL, POISE_USAGE, when nothing is recorded of it. */
const trace_fragment *trace_encoder_first(trace_encoder *encoder, poise_error *err);
/* The next warp is done with, whether it was recorded here or elsewhere. */
void trace_encoder_drop(trace_encoder *encoder);

/* Takes the next warp from what trace_encoder_finish_warp of another encoder has packed. `fragment` is used
 * again from call to call. POISE_DAMAGED when it is not of this launch. */
int trace_encoder_unpack(const trace_encoder *encoder, trace_input *in, trace_fragment *fragment,
                         poise_error *err);

#endif
