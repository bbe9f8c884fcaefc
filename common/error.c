#include "common/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int poise_fail(poise_error *err, poise_code code, const char *format, ...)
{
    if (err != NULL) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
        err->code = code;
    }
    return (int)code;
}

int poise_fail_errno(poise_error *err, poise_code code, const char *format, ...)
{
    const int saved = errno;
    if (err != NULL) {
        va_list args;
        va_start(args, format);
        vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
        const size_t used = strlen(err->text);
        char reason[128];
        /* The GNU form of strerror_r: thread-safe, and may return a constant instead of filling `reason`. */
        snprintf(err->text + used, sizeof err->text - used, ": %s", strerror_r(saved, reason, sizeof reason));
        err->code = code;
    }
    return (int)code;
}

int poise_error_prefix(poise_error *err, const char *format, ...)
{
    if (err == NULL)
        return POISE_FAILED;
    char old[POISE_ERROR_TEXT];
    memcpy(old, err->text, sizeof old);
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    const size_t used = strlen(err->text);
    snprintf(err->text + used, sizeof err->text - used, ": %s", old);
    return (int)err->code;
}
