#include "trace/format/record.h"

#include <stdlib.h>
#include <string.h>

static int make_arrays(trace_fragment *fragment, uint32_t n_accesses, poise_error *err)
{
    const size_t n = n_accesses + (size_t)1; /* a kernel may have no memory instruction */
    fragment->first_access = calloc(n, sizeof *fragment->first_access);
    fragment->first_line = calloc(n, sizeof *fragment->first_line);
    fragment->within = calloc(n, sizeof *fragment->within);
    if (fragment->first_access != NULL && fragment->first_line != NULL && fragment->within != NULL)
        return POISE_OK;
    trace_fragment_free(fragment);
    return poise_fail(err, POISE_FAILED, "no memory for a warp with %u memory instructions", n_accesses);
}

int trace_fragment_begin(trace_fragment *fragment, const trace_program *program, uint32_t lanes,
                         poise_error *err)
{
    if (fragment->within == NULL) {
        const int code = make_arrays(fragment, program->n_accesses, err);
        if (code != POISE_OK)
            return code;
    }
    fragment->body.n = 0;
    fragment->lanes = lanes;
    fragment->n_firsts = 0;
    fragment->owner++;
    fragment->expected_block = 0;
    fragment->last_mask = 0; /* no warp has it: the first record always brings its mask */
    fragment->totals = (trace_totals){0};
    return POISE_OK;
}

void trace_fragment_free(trace_fragment *fragment)
{
    trace_bytes_free(&fragment->body);
    free(fragment->first_access);
    free(fragment->first_line);
    free(fragment->within);
    memset(fragment, 0, sizeof *fragment);
}
