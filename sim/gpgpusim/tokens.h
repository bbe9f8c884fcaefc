/* The words of a GPGPU-Sim configuration: separated by white space, `#` to the end of the line is a comment
 * anywhere. A word that starts with `"` runs on over blanks and lines to the next word that ends with `"`,
 * joined by single blanks, the quotes removed. Source: ParseFile and ParseStringStream of GPGPU-Sim's
 * option_parser.cc. */
#ifndef POISE_SIM_GPGPUSIM_TOKENS_H
#define POISE_SIM_GPGPUSIM_TOKENS_H

#include "common/error.h"

#include <stdbool.h>

typedef struct gpgpusim_tokens {
    const char *path;
    char *next; /* rest of the text */
    int line;   /* of `next`, from 1 */
} gpgpusim_tokens;

typedef struct gpgpusim_token {
    char *text; /* lies in the text, which is modified */
    int line;   /* where it begins */
} gpgpusim_token;

/* Takes the next word; false at the end of the text or when it is damaged, which *code tells (POISE_OK or
 * POISE_DAMAGED: open quotes, control characters). */
bool gpgpusim_next_token(gpgpusim_tokens *tokens, gpgpusim_token *token, int *code, poise_error *err);

/* Whether the next word looks like an option: `-` and a letter. */
bool gpgpusim_option_follows(const gpgpusim_tokens *tokens);

#endif
