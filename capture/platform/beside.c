#include "capture/platform/beside.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int capture_find_beside(const char *name, char *out, size_t size, poise_error *err)
{
    static const char marker[] = "";
    Dl_info info;
    if (!dladdr(marker, &info) || !info.dli_fname)
        return poise_fail(err, POISE_FAILED, "the platform cannot find its own shared object");
    const char *slash = strrchr(info.dli_fname, '/');
    int folder = slash ? (int)(slash - info.dli_fname) : 1;
    int length = snprintf(out, size, "%.*s/%s", folder, slash ? info.dli_fname : ".", name);
    if (length < 0 || (size_t)length >= size || access(out, X_OK))
        return poise_fail(err, POISE_FAILED, "cannot find %s beside %s", name, info.dli_fname);
    return POISE_OK;
}
