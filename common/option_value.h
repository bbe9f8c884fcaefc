/* One option: its value from text and back. Used by the files that parse tables, command lines and policy
 * strings (options.c, options_parse.c, options_help.c); everyone else includes common/options.h. */
#ifndef POISE_COMMON_OPTION_VALUE_H
#define POISE_COMMON_OPTION_VALUE_H

#include "common/error.h"
#include "common/option.h"

#include <stdbool.h>

/* Parses `text` by the type and range of `option` and stores it in `target`. On failure `target` is
 * unchanged and the sentence names `what` ("option", "policy swl"), the option, the text and what is
 * expected. */
int option_value_parse(const poise_option *option, void *target, const char *what, const char *text,
                       poise_error *err);

/* Position of `word` (of `length` bytes) in an "a|b|c" list, or -1. */
int option_choice_index(const char *choices, const char *word, size_t length);
/* The word at `index` of the list; its length goes to *length; NULL when there is no such word. */
const char *option_choice_word(const char *choices, int index, size_t *length);

/* The range of a number, "1 to 64", or "2" when that is all of it. */
enum { OPTION_RANGE_TEXT = 64 };
void option_range(const poise_option *option, int digits, char *out, size_t size);

/* Equality of option names, of which the first has `length` bytes; `_` equals `-`. */
bool option_name_equal(const char *name, size_t length, const char *known);
/* The option with that name, or NULL. */
const poise_option *option_find(const poise_option *table, size_t n, const char *name, size_t length);
/* POISE_USAGE: "WHAT NAME is unknown; did you mean NEAREST?" */
int option_unknown(const poise_option *table, size_t n, const char *what, const char *name, size_t length,
                   poise_error *err);

#endif
