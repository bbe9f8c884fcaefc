#include "common/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Reads until end of file or `room` bytes; a file that grows meanwhile is noticed by the caller. */
static int read_stream(FILE *stream, const char *path, char *data, size_t room, size_t *size,
                       poise_error *err)
{
    *size = fread(data, 1, room, stream);
    if (ferror(stream))
        return poise_fail_errno(err, POISE_FAILED, "cannot read %s", path);
    return POISE_OK;
}

static int read_opened(FILE *stream, const char *path, size_t limit, char **data, size_t *size,
                       poise_error *err)
{
    struct stat info;
    if (fstat(fileno(stream), &info) != 0)
        return poise_fail_errno(err, POISE_FAILED, "cannot read %s", path);
    if (!S_ISREG(info.st_mode))
        return poise_fail(err, POISE_FAILED, "cannot read %s: not a regular file", path);
    if (info.st_size < 0 || (uintmax_t)info.st_size > limit)
        return poise_fail(err, POISE_DAMAGED,
                          "%s has %jd bytes, more than the limit of %zu for this kind of file", path,
                          (intmax_t)info.st_size, limit);
    const size_t expected = (size_t)info.st_size;
    char *buffer = malloc(expected + 1);
    if (buffer == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for %zu bytes of %s", expected, path);
    const int code = read_stream(stream, path, buffer, expected, size, err);
    if (code != POISE_OK) {
        free(buffer);
        return code;
    }
    buffer[*size] = '\0';
    *data = buffer;
    return POISE_OK;
}

int poise_read_file(const char *path, size_t limit, char **data, size_t *size, poise_error *err)
{
    *data = NULL;
    *size = 0;
    FILE *stream = fopen(path, "rbe");
    if (stream == NULL)
        return poise_fail_errno(err, POISE_FAILED, "cannot open %s", path);
    const int code = read_opened(stream, path, limit, data, size, err);
    fclose(stream); /* opened for reading: nothing can be lost */
    return code;
}

static int make_folder(const char *path, poise_error *err)
{
    if (mkdir(path, 0777) == 0)
        return POISE_OK;
    const int reason = errno;
    struct stat info;
    if (reason == EEXIST && stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return POISE_OK;
    errno = reason;
    return poise_fail_errno(err, POISE_FAILED, "cannot make folder %s", path);
}

int poise_make_folders(const char *path, poise_error *err)
{
    char *partial = strdup(path);
    if (partial == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the path of folder %s", path);
    int code = 0;
    for (char *slash = partial; code == POISE_OK && slash != NULL;) {
        slash = *slash == '\0' ? NULL : strchr(slash + 1, '/');
        if (slash != NULL)
            *slash = '\0';
        code = make_folder(partial, err);
        if (slash != NULL)
            *slash = '/';
    }
    free(partial);
    return code;
}
