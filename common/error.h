/* Errors are values: a code (which is also the exit code of the command) and one sentence that names
 * the file or option, the place, the reason and, where there is one, what to do.
 *
 * One convention, for all functions, by what they return:
 *
 * int: what can fail. POISE_OK or another poise_code, with `poise_error *err` last, which a caller that needs
 * only the code passes as NULL. The variable is called `code` and is compared with POISE_OK.
 *
 * A pointer: what makes or finds something. NULL = no, with the reason in `err` where it takes one.
 *
 * bool: a question, or an attempt that fails in one way only, which its caller puts into words: a list of
 * allocations, the next token of a text.
 *
 * const char *: what is wrong with a value, as the part of a sentence that the caller begins. NULL = nothing.
 *
 * An int that is no code (a file descriptor, a position, -1 = none) says so in its comment. A library never
 * prints, exits or aborts on input. */
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
