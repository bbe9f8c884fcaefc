/* Manual pages, from the tables that --help prints: poise(1) and one page for each verb. */
#ifndef POISE_CLI_HELP_MANUAL_H
#define POISE_CLI_HELP_MANUAL_H

#include "cli/verb.h"

#include <stdio.h>

/* poise(1) */
void cli_manual(FILE *out);
/* poise-VERB(1); its examples stand in examples.c. */
void cli_verb_manual(const cli_verb *verb, FILE *out);

/* A command line that a page shows. */
typedef struct cli_example {
    const char *verb, *arguments; /* "poise VERB ARGUMENTS" */
    const char *purpose;          /* one line */
} cli_example;
const cli_example *cli_examples(size_t *n); /* examples.c */

#endif
