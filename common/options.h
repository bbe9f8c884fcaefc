/* One table declares an option: its name, type, range, default, help and where its value is stored.
 * The same table drives the command line, `key = value` files, policy strings, --help, the man page
 * and "did you mean". */
#ifndef POISE_COMMON_OPTIONS_H
#define POISE_COMMON_OPTIONS_H

#include "common/error.h"
#include "common/option.h"

#include <stdio.h>

/* Sets every field of `target` to its default. A default that does not parse is a programming error and
 * is reported as POISE_FAILED. */
int poise_options_defaults(const poise_option *table, size_t n, void *target, poise_error *err);

/* Sets one option by name from text; an unknown name yields POISE_USAGE with the nearest known name.
 * STRING and LIST fields keep the pointer `value`: it must outlive `target`. `what` names the owner of the
 * table in messages ("option", "policy swl", "machine option"). */
int poise_options_set(const poise_option *table, size_t n, void *target, const char *what, const char *name,
                      const char *value, poise_error *err);

/* Parses argv[1..] by the table. Options may stand anywhere before `--`; the other words are moved to the
 * front of argv[1..] in order and their number stored in *n_words. `--` itself and everything after it stay
 * words. Accepts --name VALUE, --name=VALUE, -x VALUE, -xVALUE, --flag, --no-flag and clusters of one-letter
 * flags; a word "-" is no option. `--help` is the caller's business and must be a FLAG in the table. */
int poise_options_parse(const poise_option *table, size_t n, void *target, int argc, char **argv,
                        int *n_words, poise_error *err);

/* Parses "arg:arg:..." of a policy string: an argument `name=value` sets that option, the first bare argument
 * the first option of the table, the second the second and so on. An option other than a LIST is given once,
 * POISE_USAGE otherwise; blanks around name and value of `name=value` do not count (common/text.h). NULL and
 * "" are no arguments. `text` is modified in place and must outlive `target`. */
int poise_options_parse_colons(const poise_option *table, size_t n, void *target, const char *what,
                               char *text, poise_error *err);

/* Prints the table as aligned help lines, two spaces indented, with ranges and defaults. */
void poise_options_help(const poise_option *table, size_t n, FILE *out);

/* What such a line says of one option, for manual pages and completion. The value: its metavar, the choices
 * or what its type has; "" for a flag. The text: "help (0 to 9, default 3)", cut when `size` bytes do not
 * suffice. */
const char *poise_option_metavar(const poise_option *option);
void poise_option_text(const poise_option *option, char *out, size_t size);

/* Writes "name = value" of one option as it stands in `target`; the value is in the form poise_options_set
 * reads and a real number has the fewest digits that read back as itself. POISE_FAILED when `size` bytes do
 * not suffice or the field is damaged. */
int poise_option_format(const poise_option *option, const void *target, char *out, size_t size);

/* The entry of `names` (NULL-terminated) nearest to `word` by edit distance, upper and lower case being
 * equal, or NULL when none is near: more than a third of the word, or all of it, would have to change. */
const char *poise_nearest(const char *word, const char *const *names);

#endif
