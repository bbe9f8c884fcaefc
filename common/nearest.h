/* Which of many names can be near to a word, for poise_nearest() (common/options.h): most are told apart by
 * the letters that they have, which their owner keeps. */
#ifndef POISE_COMMON_NEAREST_H
#define POISE_COMMON_NEAREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which letters a word has, one bit for those that are the same modulo 32, as capitals and small letters are;
 * without '-' and '_', which are one character in names. */
uint32_t poise_letters(const char *word, size_t length);

/* Whether no name of `name_letters` is near to a word of `letters` and this length. */
bool poise_is_far(uint32_t letters, size_t length, uint32_t name_letters);

#endif
