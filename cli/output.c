#include "cli/output.h"

#include "common/file.h"
#include "trace/files.h"

#include <string.h>
#include <sys/stat.h>

int cli_output_check(const char *output, int n, char *const *inputs, poise_error *err)
{
    if (output == NULL)
        return POISE_OK;
    if (strcmp(output, "-") == 0)
        return poise_fail(
            err, POISE_USAGE,
            "'-' is no file name here: what is not a file goes to the standard output by itself "
            "(./- is a file of that name)");
    struct stat out, in;
    const int exists = stat(output, &out) == 0;
    for (int i = 0; i < n && exists; i++) {
        if (trace_file_stat(inputs[i], &in) == 0 && in.st_dev == out.st_dev && in.st_ino == out.st_ino)
            return poise_fail(err, POISE_USAGE, "%s is an input: writing it would lose what it holds",
                              output);
    }
    return poise_atomic_check(output, err);
}

int cli_output_traces(const char *folder, poise_error *err)
{
    const int code = poise_make_folders(folder, err);
    if (code != POISE_OK)
        return code;
    trace_files earlier;
    char *word = (char *)folder;
    if (trace_files_list(&earlier, 1, &word, NULL) != POISE_OK)
        return POISE_OK;
    trace_files_free(&earlier);
    return poise_fail(err, POISE_FAILED, "folder %s already holds traces: remove them or name another folder",
                      folder);
}
