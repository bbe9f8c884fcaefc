#include "trace/accelsim/export.h"
#include "cli/trace/convert.h"
#include "common/file.h"
#include "common/log.h"
#include "trace/files.h"

#include <stdio.h>

static void tell_count(const char *path, uint64_t count, const char *what)
{
    if (count > 0)
        poise_say("%s: %llu %s", path, (unsigned long long)count, what);
}

static void tell(const char *path, const traceg_export_report *report)
{
    tell_count(path, report->folded_registers,
               "registers above R255 share numbers with lower ones, which may add dependences");
    tell_count(path, report->dropped_sources, "operands beyond the four that Accel-Sim takes are left out");
    tell_count(path, report->resized,
               "accesses of a width without an opcode are named by the next smaller one");
    tell_count(path, report->split, "executed instructions touch more sectors than lanes and are split");
    tell_count(path, report->eased, "shared accesses with more passes than lanes get one pass per lane");
    tell_count(path, report->ended, "warps get an EXIT for threads that had none");
}

static int export_trace(const char *folder, const char *from, uint32_t kernel_id, poise_error *err)
{
    char path[4096];
    if ((size_t)snprintf(path, sizeof path, "%s/kernel-%u.traceg", folder, kernel_id) >= sizeof path)
        return poise_fail(err, POISE_USAGE, "the name of folder %s is too long", folder);
    warp_trace trace;
    int code = warp_trace_read(from, &trace, err);
    if (code != POISE_OK)
        return code;
    traceg_export_report report;
    code = traceg_export(&trace, kernel_id, path, &report, err);
    warp_trace_free(&trace);
    if (code == POISE_OK)
        tell(from, &report);
    return code;
}

static int export_all(const char *folder, const trace_files *files, poise_error *err)
{
    for (size_t i = 0; i < files->n; i++) {
        const int code = export_trace(folder, files->path[i], (uint32_t)i + 1, err);
        if (code != POISE_OK)
            return code;
    }
    const int code = traceg_export_list(folder, (uint32_t)files->n, err);
    if (code == POISE_OK)
        poise_say("%zu %s exported to %s/kernelslist.g", files->n, files->n == 1 ? "kernel" : "kernels",
                  folder);
    return code;
}

int cli_trace_export(const char *folder, int n_words, char **words, poise_error *err)
{
    if (folder == NULL)
        return poise_fail(err, POISE_USAGE, "no folder for the traces: give -o DIR");
    trace_files files;
    int code = trace_files_list(&files, (size_t)n_words, words, err);
    if (code != POISE_OK)
        return code;
    code = poise_make_folders(folder, err);
    if (code == POISE_OK)
        code = export_all(folder, &files, err);
    trace_files_free(&files);
    return code;
}
