#include "capture/platform/session/tally.h"

#include "capture/capture_environment.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(sizeof(capture_tally) <= CAPTURE_TALLY_BYTES, "the tally fits its file");

static capture_tally *map_file(const char *path)
{
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return NULL;
    struct stat status;
    void *mapped = MAP_FAILED;
    if (fstat(file, &status) == 0 && status.st_size >= CAPTURE_TALLY_BYTES)
        mapped = mmap(NULL, CAPTURE_TALLY_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return mapped == MAP_FAILED ? NULL : mapped;
}

capture_tally *capture_tally_get(void)
{
    static capture_tally own;
    static capture_tally *shared;
    char path[PATH_MAX];
    const char *scratch = getenv(CAPTURE_ENV_SCRATCH);
    if (!scratch)
        return &own;
    if (snprintf(path, sizeof path, "%s/" CAPTURE_SCRATCH_TALLY, scratch) >= (int)sizeof path ||
        access(path, F_OK))
        return NULL;
    if (!shared)
        shared = map_file(path);
    return shared;
}
