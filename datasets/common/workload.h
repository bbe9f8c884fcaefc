/* What every workload program shares: options, help, errors and the one line that says what was run.
 *
 * These are programs, not libraries: an error ends the program with one sentence on stderr (exit code 1, 2
 * for a wrong command line, 3 for a damaged input file). */
#ifndef POISE_DATASETS_WORKLOAD_H
#define POISE_DATASETS_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>

typedef struct workload_option {
    const char *name;    /* long name without dashes */
    uint32_t *value;     /* where the value goes; for `choices` the index of the word; unused for a path */
    uint32_t initial;    /* default */
    uint32_t min, max;   /* inclusive; unused with `choices` */
    const char *choices; /* "rmat|uniform", NULL for a number or workload_path */
    const char *help;    /* one line, with the unit */
} workload_option;

typedef struct workload {
    const char *name;    /* "atax" */
    const char *summary; /* one line for --help */
    const workload_option *options;
    size_t n_options;
} workload;

/* `choices` of the option that takes a file's path. A program has at most one; workload_file returns it. */
extern const char workload_path[];
/* The path that the command line gave, NULL when it gave none. Owned by argv. */
const char *workload_file(void);

/* Sets the defaults and parses --name VALUE and --name=VALUE. --help prints the table and exits with 0; a
 * wrong command line exits with 2. Keeps `work`'s name for workload_fail: it must live until the end. */
void workload_begin(const workload *work, int argc, char **argv);

/* "NAME: sentence" on stderr, then exit(1). */
_Noreturn void workload_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same for an input file that is not what it should be, then exit(3). */
_Noreturn void workload_damaged(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints the line that says what was run: name, every option with its value, device, launches and what was
 * compared, ending in "verified". Fails when standard output cannot be written. */
void workload_verified(const workload *work, const char *device_name, unsigned launches, const char *format,
                       ...) __attribute__((format(printf, 4, 5)));

#endif
