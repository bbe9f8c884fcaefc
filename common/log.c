#include "common/log.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int quiet;

static void print_message(const char *prefix, const char *format, va_list args)
{
    /* One call per message keeps lines of several threads whole: stdio locks the stream per call. */
    char text[2048];
    vsnprintf(text, sizeof text, format, args);
    fprintf(stderr, "%s%s\n", prefix, text);
}

void poise_warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    print_message("poise: warning: ", format, args);
    va_end(args);
}

void poise_say(const char *format, ...)
{
    if (atomic_load(&quiet))
        return;
    va_list args;
    va_start(args, format);
    print_message("poise: ", format, args);
    va_end(args);
}

void poise_set_quiet(int value)
{
    atomic_store(&quiet, value);
}
