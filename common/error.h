/* Errors are values: a code (which is also the exit code of the command) and one sentence that names
 * the file or option, the place, the reason and, where there is one, what to do.
 *
 * Every function that can fail returns 0 or a poise_code and takes a `poise_error *` last; the caller
 * may pass NULL when only the code matters. A library never prints, exits or aborts on input. */
#ifndef POISE_COMMON_ERROR_H
#define POISE_COMMON_ERROR_H

typedef enum poise_code {
    POISE_OK = 0,
    POISE_FAILED = 1,     /* the work could not be done: no memory, disk full, program failed */
    POISE_USAGE = 2,      /* the caller asked for something that does not exist or is out of range */
    POISE_DAMAGED = 3,    /* a file is truncated, corrupt, foreign or of another version */
    POISE_INCOMPLETE = 4, /* a sweep or evaluation has points missing */
} poise_code;

enum { POISE_ERROR_TEXT = 1024 };

typedef struct poise_error {
    poise_code code;
    char text[POISE_ERROR_TEXT]; /* one sentence, no trailing newline */
} poise_error;

/* What external policies may call as well. */
#define POISE_PUBLIC __attribute__((visibility("default")))

/* Records `code` and the formatted sentence in `err` (when not NULL) and returns `code`. */
POISE_PUBLIC int poise_fail(poise_error *err, poise_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* As poise_fail, with ": " and the text of errno appended. Reads errno before anything else. */
POISE_PUBLIC int poise_fail_errno(poise_error *err, poise_code code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Puts "PREFIX: " in front of the sentence already in `err`; returns err's code (POISE_FAILED if NULL). */
POISE_PUBLIC int poise_error_prefix(poise_error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
