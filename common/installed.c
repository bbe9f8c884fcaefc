#include "common/file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Where a file of the command may stand, relative to the folder of its executable: beside it, as the build
 * folder has it; as installed under a prefix; in the source tree that holds the build folder; and there from
 * a test program in BUILD/tests/SUITE/MODULE. */
static const char *const places[] = {".", "../lib/poise", "../share/poise", "..", "../../..", "../../../.."};

int poise_own_path(char *out, size_t size, poise_error *err)
{
    const ssize_t length = readlink("/proc/self/exe", out, size - 1);
    if (length <= 0 || (size_t)length == size - 1)
        return poise_fail(err, POISE_FAILED, "the path of the command is unknown");
    out[length] = '\0';
    return POISE_OK;
}

/* Folder of the running executable without a trailing slash; its length, or 0 when unknown. */
static size_t executable_folder(char *out, size_t size)
{
    if (poise_own_path(out, size, NULL) != 0)
        return 0;
    char *slash = strrchr(out, '/');
    if (slash == NULL)
        return 0;
    *slash = '\0';
    return (size_t)(slash - out);
}

int poise_find_installed(const char *name, char *out, size_t size, poise_error *err)
{
    char folder[4096];
    if (executable_folder(folder, sizeof folder) == 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot find %s: the folder of the command is unknown",
                                name);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const int length = snprintf(out, size, "%s/%s/%s", folder, places[i], name);
        if (length >= 0 && (size_t)length < size && access(out, R_OK) == 0)
            return POISE_OK;
    }
    return poise_fail(err, POISE_FAILED,
                      "cannot find %s beside the command in %s nor in ../lib/poise and ../share/poise", name,
                      folder);
}
