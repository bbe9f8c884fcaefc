/* The format string of printf in OpenCL C (1.2, section 6.12.13): C's, with vectors (%v4f, %v4hld). */
#ifndef POISE_CAPTURE_PRINT_FORMAT_H
#define POISE_CAPTURE_PRINT_FORMAT_H

#include <stddef.h>
#include <stdint.h>

typedef enum print_kind { PRINT_INTEGER, PRINT_REAL, PRINT_POINTER } print_kind;

/* One component of an argument. */
typedef struct print_value {
    print_kind kind;
    unsigned bytes; /* of an integer */
    uint64_t bits;  /* integer, sign not extended */
    double real;
    const void *pointer;
} print_value;

/* Writes the text to `out`, at most `room` bytes with the NUL. Returns its length, or -1 when it does not fit
 * or a conversion is not one of OpenCL C. Components that are missing print as "?". */
int capture_print_format(const char *format, const print_value *values, size_t n_values, char *out,
                         size_t room);

#endif
