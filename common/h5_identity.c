/* What a file says it is. */
#include "common/h5_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FORMAT_TEXT = 64 };

int poise_h5_put_identity(poise_h5 *file, const char *format, uint64_t version, poise_error *err)
{
    int code = poise_h5_put_text(file, "/", "format", format, err);
    if (code == POISE_OK)
        code = poise_h5_put_u64(file, "/", "format_version", version, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "creator", "poise " POISE_VERSION, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "git_commit", POISE_COMMIT, err);
    if (code == POISE_OK)
        code = poise_h5_put_text(file, "/", "hdf5_version", H5_VERS_INFO, err);
    return code;
}

static int check_format(poise_h5 *file, const char *format, poise_error *err)
{
    char *found;
    int code = poise_h5_get_text(file, "/", "format", MAX_FORMAT_TEXT, &found, err);
    if (code != POISE_OK)
        return code;
    if (strcmp(found, format) != 0)
        code = poise_fail(err, POISE_DAMAGED, "%s: this is a '%s' file, not a '%s' file", file->path, found,
                          format);
    free(found);
    return code;
}

int poise_h5_check_identity(poise_h5 *file, const char *format, uint64_t version, poise_error *err)
{
    return poise_h5_check_versions(file, format, version, version, err);
}

int poise_h5_check_versions(poise_h5 *file, const char *format, uint64_t oldest, uint64_t version,
                            poise_error *err)
{
    uint64_t found;
    int code = check_format(file, format, err);
    if (code == POISE_OK)
        code = poise_h5_get_u64(file, "/", "format_version", &found, err);
    if (code == POISE_OK && (found < oldest || found > version))
        code = poise_fail(err, POISE_DAMAGED,
                          "%s: it has version %llu of the format '%s', this program reads version %llu",
                          file->path, (unsigned long long)found, format, (unsigned long long)version);
    return code;
}
