/* The importer of Accel-Sim traces on hostile input: each input is a traceg file, plain or xz. What it lets
 * through must be a trace that the reader of warp traces accepts. */
#include "trace/accelsim/import.h"
#include "trace/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_and_remove(const char *path)
{
    warp_trace trace;
    if (warp_trace_read(path, &trace, NULL) != 0)
        abort();
    warp_trace_free(&trace);
    remove(path);
}

static void import_input(char *folder, const uint8_t *data, size_t size)
{
    char path[64];
    snprintf(path, sizeof path, "%s/input.traceg", folder);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return;
    const bool written = fwrite(data, 1, size, file) == size;
    fclose(file);
    traceg_import_report report;
    trace_files made;
    if (written && traceg_import(path, folder, 0, false, &report, NULL) == 0 &&
        trace_files_list(&made, 1, &folder, NULL) == 0) {
        read_and_remove(made.path[0]);
        trace_files_free(&made);
    }
    remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[] = "/tmp/poise-fuzz-XXXXXX";
    if (mkdtemp(folder) == NULL)
        return 0;
    import_input(folder, data, size);
    rmdir(folder);
    return 0;
}

#include "fuzz/replay.h"
