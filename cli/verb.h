/* One verb of the command: `poise NAME ...`. Each verb is one file verb_NAME.c that defines one of these; the
 * table is in verbs.c. main.c parses the options by the verb's table, prints help (--help is understood
 * everywhere, from the same table), calls run() and turns the error into "poise NAME: sentence" on stderr and
 * the exit code. */
#ifndef POISE_CLI_VERB_H
#define POISE_CLI_VERB_H

#include "common/error.h"
#include "common/options.h"

#include <stdbool.h>

typedef struct cli_verb {
    const char *name;     /* "profile" */
    const char *summary;  /* one line for `poise --help` */
    const char *synopsis; /* "[options] -o DIR TRACE..." */
    const char *details;  /* paragraphs below the option list; may be NULL */
    const poise_option *options;
    size_t n_options;
    size_t options_size; /* sizeof the struct the options are stored in */
    bool takes_traces;   /* words are traces: @SET stands for some of the workloads (sets.h) */
    bool runs_program;   /* whose options stand behind -- */
    /* `options` is that struct, parsed; words are the non-option arguments. For verbs that take a command
     * line after `--`, it follows in words after the marker "--". Returns a poise_code. */
    int (*run)(const void *options, int n_words, char **words, poise_error *err);
} cli_verb;

extern const cli_verb verb_capture, verb_trace, verb_sim, verb_profile, verb_features, verb_train,
    verb_regress, verb_predict, verb_model, verb_compile, verb_evaluate, verb_design, verb_probe, verb_report,
    verb_policies, verb_bench, verb_help;

/* All verbs in the order of the data line. */
const cli_verb *const *cli_verbs(size_t *n);
/* The verb of that name, or NULL. */
const cli_verb *cli_verb_find(const char *name);
/* The name that is nearest to a wrong one, or NULL. */
const char *cli_verb_nearest(const char *name);

#endif
