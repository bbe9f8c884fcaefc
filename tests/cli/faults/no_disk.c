/* Lets the FAIL_AT-th call of FAIL_CALL, fsync or rename, fail. Loaded by LD_PRELOAD (no_disk.sh). */
#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool fails(const char *call)
{
    static long n;
    const char *which = getenv("FAIL_CALL"), *at = getenv("FAIL_AT");
    if (which == NULL || at == NULL || strcmp(which, call) != 0 || ++n != atol(at))
        return false;
    errno = EIO;
    return true;
}

int fsync(int file)
{
    int (*real)(int);
    *(void **)&real = dlsym(RTLD_NEXT, "fsync");
    return fails("fsync") ? -1 : real(file);
}

int rename(const char *from, const char *to)
{
    int (*real)(const char *, const char *);
    *(void **)&real = dlsym(RTLD_NEXT, "rename");
    return fails("rename") ? -1 : real(from, to);
}
