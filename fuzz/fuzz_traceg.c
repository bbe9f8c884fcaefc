/* The importer of Accel-Sim traces on hostile input: each input is a traceg file, plain or xz. What it lets
 * through must be a trace that the reader of warp traces accepts. */
#include "fuzz/folder.h"
#include "trace/accelsim/import.h"
#include "trace/files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_and_remove(const char *path)
{
    warp_trace trace;
    if (warp_trace_read(path, &trace, NULL) != 0)
        abort();
    warp_trace_free(&trace);
    remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *folder = fuzz_folder(), path[FUZZ_PATH];
    const bool written = fuzz_write(path, "input.traceg", data, size, "");
    traceg_import_report report;
    trace_files made;
    if (written && traceg_import(path, folder, 0, false, &report, NULL) == 0 &&
        trace_files_list(&made, 1, &folder, NULL) == 0) {
        read_and_remove(made.path[0]);
        trace_files_free(&made);
    }
    remove(path);
    return 0;
}

#include "fuzz/replay.h"
