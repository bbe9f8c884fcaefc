/* What --help prints, from the verbs' own tables. */
#ifndef POISE_CLI_HELP_H
#define POISE_CLI_HELP_H

#include "cli/verb.h"

#include <stdio.h>

/* `poise --help`: what the command is, the verbs in order, the exit codes. */
void cli_help(const cli_verb *const *verbs, size_t n_verbs, FILE *out);

/* `poise VERB --help`: synopsis, options from the table, details. */
void cli_verb_help(const cli_verb *verb, FILE *out);

#endif
