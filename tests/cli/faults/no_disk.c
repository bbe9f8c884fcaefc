/* Lets the FAIL_AT-th call of FAIL_CALL fail: fsync or rename with EIO, or write with ENOSPC, which stands
 * for write, pwrite, and the fflush and fclose of files that have something to write. Writes to the file
 * FAIL_TOTAL how many there were. Loaded by LD_PRELOAD (no_disk.sh). */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long n;

static bool fails(const char *call, int reason)
{
    const char *which = getenv("FAIL_CALL"), *at = getenv("FAIL_AT");
    if (which == NULL || strcmp(which, call) != 0)
        return false;
    if (++n != (at != NULL ? atol(at) : 0))
        return false;
    errno = reason;
    return true;
}

static void *real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

int fsync(int file)
{
    int (*call)(int);
    *(void **)&call = real("fsync");
    return fails("fsync", EIO) ? -1 : call(file);
}

int rename(const char *from, const char *to)
{
    int (*call)(const char *, const char *);
    *(void **)&call = real("rename");
    return fails("rename", EIO) ? -1 : call(from, to);
}

/* Messages are no output. */
static bool is_full(int file)
{
    return file > STDERR_FILENO && fails("write", ENOSPC);
}

ssize_t write(int file, const void *data, size_t size)
{
    ssize_t (*call)(int, const void *, size_t);
    *(void **)&call = real("write");
    return is_full(file) ? -1 : call(file, data, size);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at)
{
    ssize_t (*call)(int, const void *, size_t, off_t);
    *(void **)&call = real("pwrite");
    return is_full(file) ? -1 : call(file, data, size, at);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at)
{
    ssize_t (*call)(int, const void *, size_t, off64_t);
    *(void **)&call = real("pwrite64");
    return is_full(file) ? -1 : call(file, data, size, at);
}

static bool is_flush_full(FILE *stream)
{
    return stream != NULL && __fpending(stream) > 0 && is_full(fileno(stream));
}

int fflush(FILE *stream)
{
    int (*call)(FILE *);
    *(void **)&call = real("fflush");
    return is_flush_full(stream) ? EOF : call(stream);
}

int fclose(FILE *stream)
{
    int (*call)(FILE *);
    *(void **)&call = real("fclose");
    if (!is_flush_full(stream))
        return call(stream);
    __fpurge(stream);
    call(stream);
    errno = ENOSPC;
    return EOF;
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("FAIL_TOTAL");
    char text[32];
    const int length = snprintf(text, sizeof text, "%ld\n", n);
    FILE *out = path != NULL ? fopen(path, "w") : NULL;
    n = -1000000;
    if (out == NULL)
        return;
    (void)fwrite(text, 1, (size_t)length, out);
    (void)fclose(out);
}
