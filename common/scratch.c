#include "common/file.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

int poise_make_scratch(const char *base, const char *name, char *path, size_t size, poise_error *err)
{
    if (base == NULL)
        base = getenv("TMPDIR");
    if (base == NULL || *base == '\0')
        base = "/tmp";
    const int length = snprintf(path, size, "%s/%s-XXXXXX", base, name);
    if (length < 0 || (size_t)length >= size || mkdtemp(path) == NULL)
        return poise_fail_errno(err, POISE_FAILED, "cannot make a folder for temporary files in %s", base);
    return POISE_OK;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    return remove(path);
}

void poise_remove_folder(const char *path)
{
    const int open_folders = 8;
    nftw(path, remove_one, open_folders, FTW_DEPTH | FTW_PHYS);
}
