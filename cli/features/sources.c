#include "cli/features/sources.h"

#include "cli/output.h"
#include "common/log.h"
#include "features/load_dataset.h"
#include "profile/sweep/loads.h"
#include "trace/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Gives the loads of a launch their lines as a new profile would. */
static void quote(load_dataset *data, const load_dataset_launch *launch, const char *path,
                  const warp_trace *trace)
{
    load_dataset_load *of = &data->loads[launch->first_load];
    profile_load loads[PROFILE_MOST_LOADS] = {0};
    profile_kernel kernel = {.loads = loads, .n_loads = launch->n_loads};
    for (uint32_t i = 0; i < launch->n_loads; i++)
        loads[i].source_line = of[i].source_line;
    sweep_loads_quote(&kernel, path, &trace->header);
    for (uint32_t i = 0; i < launch->n_loads; i++)
        memcpy(of[i].source, loads[i].source, sizeof of[i].source);
}

static int add_from(load_dataset *data, bool *is_done, const char *path, poise_error *err)
{
    warp_trace trace;
    const int code = warp_trace_read(path, &trace, err);
    if (code != POISE_OK)
        return poise_error_prefix(err, "%s", path);
    for (size_t i = 0; i < data->n_launches; i++) {
        if (is_done[i] || strcmp(data->launches[i].trace_hash, trace.hash) != 0)
            continue;
        quote(data, &data->launches[i], path, &trace);
        is_done[i] = true;
    }
    warp_trace_free(&trace);
    return POISE_OK;
}

static int add_all(load_dataset *data, const char *from, const trace_files *traces, poise_error *err)
{
    bool *is_done = calloc(data->n_launches + 1, sizeof *is_done);
    int code = POISE_OK;
    if (is_done == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu launches", data->n_launches);
    for (size_t i = 0; i < traces->n && code == POISE_OK; i++)
        code = add_from(data, is_done, traces->path[i], err);
    for (size_t i = 0; i < data->n_launches && code == POISE_OK; i++) {
        if (!is_done[i])
            code = poise_fail(err, POISE_USAGE, "%s: the trace of launch %u of %s is not among those named",
                              from, data->launches[i].launch_index, data->launches[i].run);
    }
    free(is_done);
    return code;
}

static size_t with_source(const load_dataset *data)
{
    size_t n = 0;
    for (size_t i = 0; i < data->n_loads; i++)
        n += data->loads[i].source[0] != '\0';
    return n;
}

int cli_features_add_sources(const char *from, const char *to, int n_words, char **words, poise_error *err)
{
    load_dataset data = {0};
    trace_files traces = {0};
    int code = load_dataset_read(from, &data, err);
    if (code == POISE_OK)
        code = trace_files_list(&traces, (size_t)n_words, words, err);
    if (code == POISE_OK)
        code = cli_output_check(to, (int)traces.n, traces.path, err);
    if (code == POISE_OK)
        code = add_all(&data, from, &traces, err);
    if (code == POISE_OK)
        code = load_dataset_write(to, &data, err);
    if (code == POISE_OK)
        poise_say("%zu of %zu loads with their lines of the source, written to %s", with_source(&data),
                  data.n_loads, to);
    trace_files_free(&traces);
    load_dataset_free(&data);
    return code;
}
