#include "runs/settings.h"

#include "common/file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SETTINGS = 256 << 10 };

static int put(const char *path, const char *text, poise_error *err)
{
    poise_atomic_file file;
    int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    fputs(text, file.stream);
    return poise_atomic_commit(&file, err);
}

static int length_of_line(const char *at)
{
    return (int)strcspn(at, "\n");
}

/* The first line in which the texts differ; the hash differs with any option, so it says least. */
static int explain(const char *path, const char *theirs, const char *ours, poise_error *err)
{
    while (*theirs != '\0' && *ours != '\0') {
        int a = length_of_line(theirs), b = length_of_line(ours);
        bool is_same = a == b && strncmp(theirs, ours, (size_t)a) == 0;
        if (!is_same && strncmp(ours, "config_hash", sizeof "config_hash" - 1) != 0)
            return poise_fail(err, POISE_FAILED,
                              "%s says that what is measured there has '%.*s', not '%.*s': choose another "
                              "output or remove that folder",
                              path, a, theirs, b, ours);
        theirs += a + (theirs[a] == '\n');
        ours += b + (ours[b] == '\n');
    }
    return poise_fail(err, POISE_FAILED,
                      "%s belongs to work on another machine: choose another output or remove that folder",
                      path);
}

static int compare(const char *path, const char *ours, poise_error *err)
{
    char *theirs;
    size_t size;
    int code = poise_read_file(path, MAX_SETTINGS, &theirs, &size, err);
    if (code != POISE_OK)
        return code;
    if (strcmp(theirs, ours) != 0)
        code = explain(path, theirs, ours, err);
    free(theirs);
    return code;
}

int runs_settings_claim(const char *path, const char *settings, poise_error *err)
{
    int code = access(path, F_OK) == 0 ? POISE_OK : put(path, settings, err);
    return code == POISE_OK ? compare(path, settings, err) : code; /* somebody else may have been faster */
}
