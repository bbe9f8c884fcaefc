#include "profile/capture/platform/workshop.h"

#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int capture_workshop_open(capture_workshop *w, poise_error *err)
{
    const char *base = getenv("TMPDIR");
    base = base && *base ? base : "/tmp";
    int length = snprintf(w->folder, sizeof w->folder, "%s/poise-build-XXXXXX", base);
    if (length < 0 || (size_t)length >= sizeof w->folder || !mkdtemp(w->folder))
        return poise_fail_errno(err, POISE_FAILED, "cannot make a folder for the build in %s", base);
    return 0;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    return remove(path);
}

void capture_workshop_close(const capture_workshop *w)
{
    const int open_folders = 8;
    nftw(w->folder, remove_one, open_folders, FTW_DEPTH | FTW_PHYS);
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
        int failed = mkdir(path, S_IRWXU) && errno != EEXIST
                         ? poise_fail_errno(err, POISE_FAILED, "cannot make the folder %s", path)
                         : 0;
        *slash = '/';
        if (failed)
            return failed;
    }
    return 0;
}

int capture_workshop_write(const capture_workshop *w, const char *name, const void *data, size_t bytes,
                           poise_error *err)
{
    char path[PATH_MAX];
    if (leads_out(name) || strlen(name) >= sizeof path - sizeof w->folder - 1)
        return poise_fail(err, POISE_USAGE, "the file name %.200s is not allowed", name);
    capture_workshop_path(w, name, path);
    int failed = make_folders(path, strlen(w->folder) + 1, err);
    if (failed)
        return failed;
    FILE *file = fopen(path, "wb");
    if (!file)
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
    bool is_written = fwrite(data, 1, bytes, file) == bytes;
    if (fclose(file) || !is_written)
        return poise_fail_errno(err, POISE_FAILED, "cannot write %s", path);
    return 0;
}
