#include "capture/server/settings.h"

#include "capture/capture_environment.h"
#include "capture/runtime/shadow.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static double number(const char *name, double otherwise)
{
    const char *text = getenv(name);
    char *end;
    double value = text ? strtod(text, &end) : otherwise;
    return text && (end == text || *end || !(value >= 0)) ? otherwise : value;
}

static unsigned cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

capture_settings capture_settings_read(void)
{
    double threads = number(CAPTURE_ENV_THREADS, 0);
    const char *bounds = getenv(CAPTURE_ENV_BOUNDS);
    capture_settings settings = {
        .threads = threads >= 1 && threads <= CAPTURE_MOST_WORKERS ? (unsigned)threads : cores(),
        .time_limit = number(CAPTURE_ENV_TIME_LIMIT, CAPTURE_TIME_LIMIT),
        .only_warns = bounds && strcmp(bounds, CAPTURE_BOUNDS_WARN) == 0,
        .shows_progress = getenv(CAPTURE_ENV_PROGRESS) != NULL,
        .confinement = capture_confinement_read(),
    };
    if (settings.threads > CAPTURE_MOST_WORKERS)
        settings.threads = CAPTURE_MOST_WORKERS;
    return settings;
}
