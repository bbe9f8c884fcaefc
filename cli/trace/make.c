#include "cli/trace/make.h"

#include "common/options.h"
#include "trace/synthetic.h"

#include <string.h>

typedef int maker(warp_trace *trace, const trace_synthetic *shape, poise_error *err);

static const struct {
    const char *name;
    maker *make;
} kinds[] = {
    {"reuse", trace_make_reuse},   {"stream", trace_make_stream}, {"compute", trace_make_compute},
    {"random", trace_make_random}, {"ll", trace_make_ll},         {"lh", trace_make_lh},
    {"hl", trace_make_hl},         {"hh", trace_make_hh},
};

static maker *find_kind(const char *name, poise_error *err)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, name) == 0)
            return kinds[i].make;
    }
    poise_fail(err, POISE_USAGE, "'%s' is not one of reuse, stream, compute, random, ll, lh, hl, hh", name);
    return NULL;
}

int cli_trace_make(const cli_synthetic *shape, const char *path, int n_words, char **words, poise_error *err)
{
    if (path == NULL)
        return poise_fail(err, POISE_USAGE, "no file for the trace: give -o FILE.wtr");
    if (n_words != 1)
        return poise_fail(err, POISE_USAGE, "give one kind of kernel, not %d", n_words);
    maker *make = find_kind(words[0], err);
    if (make == NULL)
        return POISE_USAGE;
    const trace_synthetic numbers = {
        .thread_blocks = (uint32_t)shape->blocks,
        .threads_per_block = (uint32_t)shape->threads,
        .iterations = (uint32_t)shape->iterations,
        .alu_per_load = (uint32_t)shape->alu,
        .stores_per_load = (uint32_t)shape->stores,
        .lines_per_load = (uint32_t)shape->lines,
        .footprint_lines = (uint32_t)shape->footprint,
        .pages = (uint32_t)shape->pages,
        .visit = (uint32_t)shape->visit,
        .seed = (uint64_t)shape->seed,
    };
    warp_trace trace;
    int code = make(&trace, &numbers, err);
    if (code != POISE_OK)
        return code;
    code = shape->buffers ? trace_add_buffers(&trace, err) : POISE_OK;
    if (code == POISE_OK)
        code = warp_trace_write(&trace, path, err);
    warp_trace_free(&trace);
    return code;
}
