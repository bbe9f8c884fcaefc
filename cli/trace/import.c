#include "trace/accelsim/import.h"
#include "cli/output.h"
#include "cli/trace/convert.h"
#include "common/log.h"
#include "trace/accelsim/kernels_list.h"

#include <stdio.h>
#include <string.h>

typedef struct import_run {
    const char *folder;
    bool strict;
    uint32_t launches; /* imported so far */
} import_run;

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static void warn_of_unknown(const char *path, const traceg_import_report *report)
{
    char names[TRACEG_MOST_NAMES * (TRACEG_NAME_BYTES + 2) + 8] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < report->n_names; i++)
        used +=
            (size_t)snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ", ", report->name[i]);
    poise_warn("%s: %llu instructions have unknown opcodes and are taken as integer instructions: %s%s", path,
               (unsigned long long)report->unknown, names,
               report->n_names == TRACEG_MOST_NAMES ? " and perhaps others" : "");
}

static void tell(const char *path, const traceg_import_report *report)
{
    if (report->unknown > 0)
        warn_of_unknown(path, report);
    if (report->no_lanes > 0)
        poise_say("%s: %llu instructions without active lanes are left out", path,
                  (unsigned long long)report->no_lanes);
    if (report->bypassing > 0)
        poise_say("%s: %llu loads bypass the L1 in Accel-Sim and are taken as ordinary loads", path,
                  (unsigned long long)report->bypassing);
}

static int import_trace(import_run *run, const char *path, poise_error *err)
{
    traceg_import_report report;
    const int code = traceg_import(path, run->folder, run->launches, run->strict, &report, err);
    if (code != POISE_OK)
        return code;
    run->launches++;
    tell(path, &report);
    return POISE_OK;
}

static int import_list(import_run *run, const char *path, poise_error *err)
{
    traceg_kernels kernels;
    int code = traceg_kernels_read(path, &kernels, err);
    if (code != POISE_OK)
        return code;
    if (kernels.n_copies > 0)
        poise_say("%s: copies to the device are ignored (%llu), the L2 starts cold", path,
                  (unsigned long long)kernels.n_copies);
    for (size_t i = 0; code == POISE_OK && i < kernels.n; i++)
        code = import_trace(run, kernels.path[i], err);
    traceg_kernels_free(&kernels);
    return code;
}

int cli_trace_import(const char *folder, bool strict, int n_words, char **words, poise_error *err)
{
    if (folder == NULL)
        return poise_fail(err, POISE_USAGE, "no folder for the traces: give -o DIR");
    int code = cli_output_traces(folder, err);
    import_run run = {.folder = folder, .strict = strict};
    for (int i = 0; code == POISE_OK && i < n_words; i++) {
        const bool is_trace = ends_with(words[i], ".traceg") || ends_with(words[i], ".traceg.xz");
        code = is_trace ? import_trace(&run, words[i], err) : import_list(&run, words[i], err);
    }
    if (code == POISE_OK)
        poise_say("%u %s imported to %s", run.launches, run.launches == 1 ? "kernel" : "kernels", folder);
    return code;
}
