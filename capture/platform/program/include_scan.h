/* What a source may include, found in its text. A cache of compilations has to know all
 * files that it depends on, those included that are not there yet but would be found before one that is. */
#ifndef POISE_CAPTURE_PLATFORM_PROGRAM_INCLUDE_SCAN_H
#define POISE_CAPTURE_PLATFORM_PROGRAM_INCLUDE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* `name` is what stands between the quotes or brackets. Returns false to give up. */
typedef bool capture_include_visitor(void *context, const char *name);

/* Calls `visit` for every #include in the text. Those in comments and in branches that are not taken count
 * too: one too many does no harm. False when it gives up, and when the text alone does not say what is
 * included or the result depends on more than files: names made by macros, __has_include, __TIME__ and the
 * like, and whatever is written in a way that is not looked through here. */
bool capture_scan_includes(const char *text, size_t bytes, capture_include_visitor *visit, void *context);

#endif
