/* What --help prints, from the verbs' own tables. */
#ifndef POISE_CLI_HELP_HELP_H
#define POISE_CLI_HELP_HELP_H

#include "cli/verb.h"

#include <stdio.h>

/* `poise --help`: what the command is, the verbs in order, the exit codes. */
void cli_help(FILE *out);

/* `poise VERB --help`: synopsis, options from the table, details. */
void cli_verb_help(const cli_verb *verb, FILE *out);

/* ---- what manual pages say in the same words ---- */

/* What @SET is, for verbs that take traces. */
extern const char cli_sets_help[];

typedef struct cli_exit_status {
    poise_code code;
    const char *meaning;
} cli_exit_status;

enum { CLI_EXIT_STATUSES = 5 };
extern const cli_exit_status cli_exit_statuses[CLI_EXIT_STATUSES];

#endif
