#include "capture/platform/session/turn.h"

#include "capture/capture_environment.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* False when every launch is to run. */
static bool last_launch(uint32_t *last)
{
    const char *value = getenv(CAPTURE_ENV_STOP_AFTER);
    return value && sscanf(value, "%u", last) == 1;
}

/* A lock of the process: a child does not have it, and it goes with the process. */
int capture_turn_begin(void)
{
    char path[PATH_MAX];
    uint32_t last;
    const char *scratch = getenv(CAPTURE_ENV_SCRATCH);
    if (!last_launch(&last) || !scratch ||
        snprintf(path, sizeof path, "%s/" CAPTURE_SCRATCH_TURNS, scratch) >= (int)sizeof path)
        return -1;
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0)
        fcntl(file, F_SETLK, &lock);
    return file;
}

void capture_turn_end(int turn)
{
    if (turn >= 0)
        close(turn);
}

bool capture_turn_is_last(uint32_t index)
{
    uint32_t last;
    return last_launch(&last) && index == last;
}

bool capture_turn_is_over(uint32_t index)
{
    uint32_t last;
    return last_launch(&last) && index > last;
}

void capture_turn_await_end(void)
{
    fflush(stdout); /* as at the end of a program */
    for (;;)
        pause();
}
