#include "sim/gpgpusim/tokens.h"

#include "common/text.h"

#include <ctype.h>
#include <string.h>

/* White space and comments from `at` on; lines are counted in *line. */
static char *skip_space(char *at, int *line)
{
    for (;; at++) {
        if (*at == '#')
            at += strcspn(at, "\n");
        if (!isspace((unsigned char)*at))
            return at;
        *line += *at == '\n';
    }
}

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (at[length] && at[length] != '#' && !isspace((unsigned char)at[length]))
        length++;
    return length;
}

/* Appends words to the one in `text`, which has `length` bytes so far and starts with a quote, until one ends
 * with a quote. Words only move towards the front, so the text is rewritten in place. */
static bool join_quoted(gpgpusim_tokens *tokens, char *text, size_t *length)
{
    while (*length < 2 || text[*length - 1] != '"') {
        char *word = skip_space(tokens->next, &tokens->line);
        if (!*word)
            return false;
        const size_t size = word_length(word);
        text[(*length)++] = ' ';
        memmove(text + *length, word, size);
        *length += size;
        tokens->next = word + size;
    }
    return true;
}

/* Ends the word in place; a comment or line end that stood behind it stays visible to the next call. */
static void end_word(gpgpusim_tokens *tokens, char *text, size_t length)
{
    char *after = text + length;
    if (after == tokens->next && *after) {
        if (*after == '#')
            tokens->next = after + strcspn(after, "\n");
        else
            tokens->line += *tokens->next++ == '\n';
    }
    *after = '\0';
}

bool gpgpusim_next_token(gpgpusim_tokens *tokens, gpgpusim_token *token, int *code, poise_error *err)
{
    *code = POISE_OK;
    char *text = skip_space(tokens->next, &tokens->line);
    if (!*text)
        return false;
    token->line = tokens->line;
    size_t length = word_length(text);
    tokens->next = text + length;
    const bool quoted = *text == '"';
    if (quoted && !join_quoted(tokens, text, &length)) {
        *code =
            poise_fail(err, POISE_DAMAGED, "%s:%d: the quotes are never closed", tokens->path, token->line);
        return false;
    }
    if (poise_has_control(text, length)) {
        *code = poise_fail(err, POISE_DAMAGED, "%s:%d: a control character in the text", tokens->path,
                           token->line);
        return false;
    }
    end_word(tokens, text, length);
    token->text = text + quoted;
    if (quoted)
        text[length - 1] = '\0';
    return true;
}

bool gpgpusim_option_follows(const gpgpusim_tokens *tokens)
{
    int line = 0;
    const char *at = skip_space(tokens->next, &line);
    return at[0] == '-' && isalpha((unsigned char)at[1]);
}
