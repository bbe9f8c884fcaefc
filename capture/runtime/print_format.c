#include "capture/runtime/print_format.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A conversion specification, taken apart. */
typedef struct conversion {
    char prefix[32]; /* '%', flags, width, precision */
    unsigned components;
    unsigned bytes; /* of an integer by its length modifier, 0 = as handed over */
    char letter;
} conversion;

typedef struct output {
    char *at, *end;
    bool failed;
} output;

/* snprintf at the end of what is written. */
static void put(output *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(output *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t room = (size_t)(out->end - out->at);
    int n = vsnprintf(out->at, room, format, arguments);
    va_end(arguments);
    if (n < 0 || (size_t)n >= room)
        out->failed = true;
    else
        out->at += n;
}

/* Takes the digits and signs at *format that are in `set`. */
static bool take(const char **format, const char *set, conversion *c)
{
    size_t n = strspn(*format, set), used = strlen(c->prefix);
    if (used + n >= sizeof c->prefix)
        return false;
    memcpy(c->prefix + used, *format, n);
    c->prefix[used + n] = '\0';
    *format += n;
    return true;
}

static bool take_vector(const char **format, conversion *c)
{
    c->components = 1;
    if (**format != 'v')
        return true;
    char *end;
    c->components = (unsigned)strtoul(*format + 1, &end, 10);
    *format = end;
    return c->components == 2 || c->components == 3 || c->components == 4 || c->components == 8 ||
           c->components == 16;
}

static void take_length(const char **format, conversion *c)
{
    static const struct {
        const char *text;
        unsigned bytes;
    } lengths[] = {{"hh", 1}, {"hl", 4}, {"h", 2}, {"l", 8}};
    c->bytes = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        size_t n = strlen(lengths[i].text);
        if (strncmp(*format, lengths[i].text, n) == 0) {
            c->bytes = lengths[i].bytes;
            *format += n;
            return;
        }
    }
}

/* Parses what follows '%'. */
static bool parse(const char **format, conversion *c)
{
    strcpy(c->prefix, "%");
    if (!take(format, "-+ #0", c) || !take(format, "0123456789", c))
        return false;
    if (**format == '.' && (!take(format, ".", c) || !take(format, "0123456789", c)))
        return false;
    if (!take_vector(format, c))
        return false;
    take_length(format, c);
    c->letter = **format;
    if (!c->letter || !strchr("diouxXcspaAeEfFgG", c->letter))
        return false;
    ++*format;
    return true;
}

static long long signed_value(uint64_t bits, unsigned bytes)
{
    unsigned shift = 64 - 8 * bytes;
    return (long long)(bits << shift) >> shift;
}

/* Prints one component. The format of snprintf is put together from parts that parse() has checked. */
static void put_value(output *out, const conversion *c, const print_value *v)
{
    char format[sizeof c->prefix + 8];
    bool is_integer = strchr("diouxX", c->letter) != NULL, is_real = strchr("aAeEfFgG", c->letter) != NULL;
    unsigned bytes = c->bytes ? c->bytes : v->bytes;
    snprintf(format, sizeof format, "%s%s%c", c->prefix, is_integer ? "ll" : "", c->letter);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (is_integer && v->kind == PRINT_INTEGER)
        put(out, format,
            strchr("di", c->letter) ? signed_value(v->bits, bytes)
                                    : (long long)(v->bits & UINT64_MAX >> (64 - 8 * bytes)));
    else if (is_real && v->kind == PRINT_REAL)
        put(out, format, v->real);
    else if (c->letter == 'c' && v->kind == PRINT_INTEGER)
        put(out, format, (int)(unsigned char)v->bits);
    else if (c->letter == 's' && v->kind == PRINT_POINTER)
        put(out, format, v->pointer ? (const char *)v->pointer : "(null)");
    else if (c->letter == 'p' && v->kind == PRINT_POINTER)
        put(out, format, v->pointer);
    else
        put(out, "?");
#pragma GCC diagnostic pop
}

int capture_print_format(const char *format, const print_value *values, size_t n_values, char *out,
                         size_t room)
{
    output o = {.at = out, .end = out + room};
    size_t next = 0;
    while (*format && !o.failed) {
        size_t plain = strcspn(format, "%");
        put(&o, "%.*s", (int)plain, format);
        format += plain;
        if (!*format)
            break;
        conversion c;
        format++;
        if (*format == '%') {
            put(&o, "%%");
            format++;
            continue;
        }
        if (!parse(&format, &c))
            return -1;
        for (unsigned i = 0; i < c.components; i++) {
            if (i > 0)
                put(&o, ",");
            if (next < n_values)
                put_value(&o, &c, &values[next++]);
            else
                put(&o, "?");
        }
    }
    return o.failed ? -1 : (int)(o.at - out);
}
