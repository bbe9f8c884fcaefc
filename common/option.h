/* What one option is: its name, type, range, default and where its value is stored. Tables of them are read
 * by common/options.h. */
#ifndef POISE_COMMON_OPTION_H
#define POISE_COMMON_OPTION_H

#include <stddef.h>

typedef enum poise_option_type {
    POISE_OPT_FLAG,   /* bool; no value on the command line, 0|1|true|false|yes|no in a file */
    POISE_OPT_INT,    /* int64_t, or uint64_t with a range from 0 on; decimal or 0x hexadecimal */
    POISE_OPT_REAL,   /* double */
    POISE_OPT_STRING, /* const char *, points into the argument or a copy owned by the caller's arena */
    POISE_OPT_CHOICE, /* int, index into `choices`, a "a|b|c" list */
    POISE_OPT_LIST,   /* poise_list: every time the option is given adds a text, kept as STRING keeps it */
    POISE_OPT_UINT32, /* uint32_t, written as an INT is; a range is within its own */
} poise_option_type;

enum { POISE_LIST_ENTRIES = 16 };
typedef struct poise_list {
    const char *text[POISE_LIST_ENTRIES];
    size_t n;
} poise_list;

typedef struct poise_option {
    const char *name; /* long name without dashes; `_` and `-` are equal when matched */
    char letter;      /* short form, 0 = none */
    poise_option_type type;
    size_t offset;            /* offsetof() the field in the target struct */
    const char *default_text; /* parsed like user input; NULL = zero / NULL */
    double min, max;          /* inclusive range of a number; min > max = unchecked */
    const char *choices;      /* CHOICE: "lru|fifo" */
    const char *metavar;      /* shown in help: "N", "FILE"; NULL = from the type */
    const char *help;         /* one sentence with the unit and, for a rule, its source */
} poise_option;

/* Range that accepts every value. */
#define POISE_ANY_RANGE 1.0, 0.0

#endif
