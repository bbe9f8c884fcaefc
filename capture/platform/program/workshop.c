#include "capture/platform/program/workshop.h"

#include "capture/capture_environment.h"
#include "common/file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int capture_workshop_open(capture_workshop *w, poise_error *err)
{
    /* Under `poise capture`, what a program leaves that is killed during a build is removed. */
    const char *scratch = getenv(CAPTURE_ENV_SCRATCH);
    if (scratch && !poise_make_scratch(scratch, "build", w->folder, sizeof w->folder, NULL))
        return POISE_OK;
    return poise_make_scratch(NULL, "poise-build", w->folder, sizeof w->folder, err);
}

void capture_workshop_close(const capture_workshop *w)
{
    poise_remove_folder(w->folder);
}

void capture_workshop_path(const capture_workshop *w, const char *name, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", w->folder, name);
}

static bool leads_out(const char *name)
{
    if (*name == '/')
        return true;
    while (true) {
        size_t length = strcspn(name, "/");
        if (length == 2 && name[0] == '.' && name[1] == '.')
            return true;
        if (!name[length])
            return false;
        name += length + 1;
    }
}

/* Makes the folders on the way to `path`, which begins with `skip` bytes that exist. */
static int make_folders(char *path, size_t skip, poise_error *err)
{
    for (char *slash = strchr(path + skip, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int code = mkdir(path, S_IRWXU) && errno != EEXIST
                       ? poise_fail_errno(err, POISE_FAILED, "cannot make the folder %s", path)
                       : POISE_OK;
        *slash = '/';
        if (code != POISE_OK)
            return code;
    }
    return POISE_OK;
}

int capture_workshop_write(const capture_workshop *w, const char *name, const void *data, size_t bytes,
                           poise_error *err)
{
    char path[PATH_MAX];
    if (leads_out(name) || strlen(name) >= sizeof path - sizeof w->folder - 1)
        return poise_fail(err, POISE_USAGE, "the file name %.200s is not allowed", name);
    capture_workshop_path(w, name, path);
    int code = make_folders(path, strlen(w->folder) + 1, err);
    if (code != POISE_OK)
        return code;
    FILE *file = fopen(path, "wb");
    if (!file)
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
    bool is_written = fwrite(data, 1, bytes, file) == bytes;
    if (fclose(file) || !is_written)
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
    return POISE_OK;
}
