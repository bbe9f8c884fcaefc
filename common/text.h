/* `key = value` text: one reader for lines of machine files, --set, --scale, arguments of policies. Blanks
 * around keys and values do not count. */
#ifndef POISE_COMMON_TEXT_H
#define POISE_COMMON_TEXT_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Cuts the white space around `text` off, in place. */
char *poise_trim(char *text);

/* Splits "key = value" at the first `=`, in place. False when there is none; the text is then as it was. */
bool poise_split_pair(char *text, char **key, char **value);

/* Calls `take` for the items of a comma-separated list in order, until one fails; empty items are skipped.
 * `item` may be changed and ends with the call. */
typedef int (*poise_take_item)(void *context, char *item, poise_error *err);
int poise_take_items(const char *list, poise_take_item take, void *context, poise_error *err);

/* The same for "key=value,key=value". An item without `=` is POISE_USAGE; `form`, such as "key=value", says
 * in the sentence what it should be. */
typedef int (*poise_take_pair)(void *context, const char *key, const char *value, poise_error *err);
int poise_take_pairs(const char *list, const char *form, poise_take_pair take, void *context,
                     poise_error *err);

/* Whether a control character other than white space is among the first `length` bytes; sentences may not
 * quote it. */
bool poise_has_control(const char *text, size_t length);

#endif
