/* The options of GPGPU-Sim and BookSim that the reader knows: gpgpusim.def and booksim.def as one array. */
#ifndef POISE_SIM_GPGPUSIM_TABLE_H
#define POISE_SIM_GPGPUSIM_TABLE_H

#include "sim/gpgpusim/reader.h"

typedef enum gpgpusim_kind {
    GPGPUSIM_KIND_MAPPED,     /* sets options of ours */
    GPGPUSIM_KIND_CHECKED,    /* accepted with the values that we model */
    GPGPUSIM_KIND_IGNORED,    /* has no effect on results */
    GPGPUSIM_KIND_UNMODELLED, /* would change results */
    GPGPUSIM_KIND_RETIRED,    /* old name of another option */
    GPGPUSIM_KIND_FILE,       /* names a further file */
} gpgpusim_kind;

typedef struct gpgpusim_option gpgpusim_option;

/* Applies a setting of `option`. What is not modelled goes to gpgpusim_refuse; an error is for what nobody
 * could understand or what our options cannot hold. */
typedef int gpgpusim_convert(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err);

struct gpgpusim_option {
    const char *name; /* BookSim keys have no dash. A `*` at the end stands for anything (IGNORED only) */
    gpgpusim_kind kind;
    bool flag;                 /* may stand without a value, which then is 1 */
    gpgpusim_convert *convert; /* MAPPED */
    const char *detail;        /* MAPPED: our options; CHECKED: "value|value"; RETIRED: the new name */
    const char *text;          /* what it means here, or why not */
};

const gpgpusim_option *gpgpusim_options(size_t *n);
/* NULL when there is none. */
const gpgpusim_option *gpgpusim_find(const char *name);
/* The nearest known name that starts with the same character, or NULL. */
const char *gpgpusim_nearest(const char *name);

/* The setting of an option of the table. */
gpgpusim_setting *gpgpusim_setting_of(const gpgpusim_reader *reader, const gpgpusim_option *option);
/* Value of the option of that name, or `missing` when it is not set. */
const char *gpgpusim_value(const gpgpusim_reader *reader, const char *name, const char *missing);

/* Refuses a value that is none of "value|value"; numbers are compared as numbers. */
void gpgpusim_check(gpgpusim_reader *reader, const gpgpusim_option *option, const char *values);

/* Notes "FILE:LINE: OPTION VALUE is not modelled: REASON", as a warning when lenient. */
void gpgpusim_refuse(gpgpusim_reader *reader, const gpgpusim_option *option, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* POISE_USAGE, "FILE:LINE: OPTION 'VALUE' REASON". */
int gpgpusim_wrong(const gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err,
                   const char *reason);
/* Sets one of our options from a value of `option`, which has the right form. One that is out of the range of
 * ours is refused. */
int gpgpusim_set(gpgpusim_reader *reader, const gpgpusim_option *option, const char *ours, const char *value,
                 poise_error *err);

#endif
