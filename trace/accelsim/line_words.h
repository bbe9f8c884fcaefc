/* Words and numbers of a line of text. Numbers are read whole or refused: never cut, never wrapped. */
#ifndef POISE_TRACE_ACCELSIM_LINE_WORDS_H
#define POISE_TRACE_ACCELSIM_LINE_WORDS_H

#include "common/error.h"

#include <stdbool.h>
#include <stdint.h>

/* Cuts the next word off *line, which moves behind it; NULL at the end of the line. */
char *traceg_word(char **line);
/* The value of a line "KEY = VALUE", in the line; NULL when the line has another key. */
char *traceg_value(char *line, const char *key);

/* A whole text as a number of 0 .. most; base 16 may start with 0x. */
bool traceg_number(const char *text, int base, uint64_t most, uint64_t *number);
/* A whole text as a decimal number with sign, modulo 2^64. */
bool traceg_difference(const char *text, uint64_t *difference);
/* Three decimal numbers with a comma between them, such as 4,1,1. */
bool traceg_triple(char *text, uint32_t triple[3]);

/* The next word as a number; POISE_DAMAGED names `what` when it is missing or no number in range. */
int traceg_word_number(char **line, const char *what, int base, uint64_t most, uint64_t *number,
                       poise_error *err);

/* Text of a file in a message: at most 40 characters, those that are not printable replaced. The result is
 * valid until the next call of the thread. */
const char *traceg_quote(const char *text);

#endif
