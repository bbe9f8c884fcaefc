#include "capture/platform/program/include_scan.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

static bool begins_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_in_word(char c)
{
    return begins_word(c) || (c >= '0' && c <= '9');
}

/* A copy in which lines that end with a backslash are joined with the next (clang allows blanks between the
 * two) and NUL is a blank. NULL without memory. */
static char *join_lines(const char *text, size_t bytes)
{
    char *joined = malloc(bytes + 1), *end = joined;
    if (!joined)
        return NULL;
    for (size_t i = 0; i < bytes; i++) {
        size_t next = i + 1;
        while (text[i] == '\\' && next < bytes && is_blank(text[next]))
            next++;
        if (text[i] == '\\' && next < bytes && text[next] == '\n')
            i = next;
        else
            *end++ = text[i] ? text[i] : ' ';
    }
    *end = '\0';
    return joined;
}

static bool word_is(const char *word, size_t length, const char *other)
{
    return strlen(other) == length && strncmp(word, other, length) == 0;
}

/* Words that make the result depend on more than the files that are included by name. */
static bool is_doubtful(const char *word, size_t length)
{
    static const char *const beginnings[] = {"__has_inc", "__has_emb", "__DATE", "__TIME"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        if (strncmp(word, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    }
    return word_is(word, length, "__has_") || word_is(word, length, "incbin");
}

/* Visits the name behind a #include. */
static bool take_name(char *at, capture_include_visitor *visit, void *context)
{
    while (is_blank(*at))
        at++;
    if (*at != '"' && *at != '<')
        return false;
    const char ends[] = {*at == '"' ? '"' : '>', '\n', '\0'};
    char *name = at + 1, *end = name + strcspn(name, ends);
    if (*end != ends[0])
        return false;
    *end = '\0';
    const bool goes_on = visit(context, name);
    *end = ends[0];
    return goes_on;
}

/* `before` is the last character before the word that is no blank. */
static bool take_word(const char *text, const char *before, char *word, size_t length,
                      capture_include_visitor *visit, void *context)
{
    if (is_doubtful(word, length))
        return false;
    const bool is_directive = before >= text && *before == '#';
    if (word_is(word, length, "include")) {
        if (is_directive)
            return take_name(word + length, visit, context);
        /* The digraph, and a comment between # and the word. */
        return before <= text ||
               !((*before == ':' && before[-1] == '%') || (*before == '/' && before[-1] == '*'));
    }
    return !is_directive || !(word_is(word, length, "include_next") || word_is(word, length, "import") ||
                              word_is(word, length, "embed"));
}

static bool scan(char *text, capture_include_visitor *visit, void *context)
{
    const char *before = text - 1;
    for (char *at = text; *at;) {
        size_t length = 0;
        while (begins_word(*at) && is_in_word(at[length]))
            length++;
        if (length && !take_word(text, before, at, length, visit, context))
            return false;
        if (strncmp(at, "?\?=", 3) == 0 || strncmp(at, "?\?/", 3) == 0) /* trigraphs */
            return false;
        at += length ? length : 1;
        before = is_blank(at[-1]) ? before : at - 1;
    }
    return true;
}

bool capture_scan_includes(const char *text, size_t bytes, capture_include_visitor *visit, void *context)
{
    char *joined = join_lines(text, bytes);
    const bool is_known = joined && scan(joined, visit, context);
    free(joined);
    return is_known;
}
