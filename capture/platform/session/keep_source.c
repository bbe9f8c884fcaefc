#include "capture/platform/session/keep_source.h"

#include "capture/capture_environment.h"
#include "common/file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void capture_keep_source(const char *source, const char *hash)
{
    const char *folder = getenv(CAPTURE_ENV_FOLDER);
    char path[PATH_MAX];
    if (!folder || snprintf(path, sizeof path, "%s/source-%s.cl", folder, hash) >= (int)sizeof path ||
        access(path, F_OK) == 0)
        return;
    poise_atomic_file file;
    if (poise_atomic_open(&file, path, NULL))
        return;
    fwrite(source, 1, strlen(source), file.stream);
    (void)poise_atomic_publish(&file, NULL); /* which checks for write errors */
}
