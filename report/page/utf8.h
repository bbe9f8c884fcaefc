/* Texts of unknown origin, character by character. */
#ifndef POISE_REPORT_PAGE_UTF8_H
#define POISE_REPORT_PAGE_UTF8_H

#include <stddef.h>

#define UTF8_REPLACEMENT "\xef\xbf\xbd" /* U+FFFD, in place of what is no character */

/* Bytes of the character at `characters`, 1..4; 0 when they are not UTF-8, or a character that XML does not
 * allow or that are not meant to be seen: controls other than tab and line feed. */
size_t utf8_length(const char *characters);

#endif
