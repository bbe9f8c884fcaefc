/* What a word of a command line may become: the one place that the completion of bash, zsh and fish asks
 * (cli/completion). It reads the tables of the verbs, the policies, the machines and the manifest. */
#ifndef POISE_CLI_HELP_COMPLETE_H
#define POISE_CLI_HELP_COMPLETE_H

#include "common/error.h"

#include <stddef.h>
#include <stdio.h>

/* `words` are those behind "poise"; the last one, which may be empty, is being typed. Prints a line for each
 * whole word that it may become, "WORD" or "WORD<TAB>what it is", and lines that leave the rest to the shell,
 * about what follows the first LENGTH characters of the word:
 *   :files LENGTH [ENDING...]   names of files, with one of these endings, and of folders
 *   :folders LENGTH             names of folders
 *   :commands                   programs of the PATH
 * Nothing is printed, and nothing is wrong, where the word may be anything. */
int cli_complete(int n_words, char **words, FILE *out, poise_error *err);

/* ---- between complete.c and complete_values.c ---- */

/* The word that is being typed: what is settled, and the piece behind it that may become something. */
typedef struct cli_typed {
    const char *word;
    size_t settled; /* characters of word */
    FILE *out;
} cli_typed;

/* Prints `word` behind what is settled, with `end` behind it, if the piece begins so; `about` may be NULL. */
void cli_offer(const cli_typed *typed, const char *word, const char *end, const char *about);
/* The same for every word of an "a|b|c" list; those with capitals stand for something, up to which they are
 * offered. */
void cli_offer_choices(const cli_typed *typed, const char *choices);
/* What a word that help texts call `metavar` may be, such as FILE, "POLICY,..." or "TRACE"; `owner` is the
 * name of the option that it belongs to, or "". */
void cli_offer_values(const cli_typed *typed, const char *metavar, const char *owner);

#endif
