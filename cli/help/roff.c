#include "cli/help/roff.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* Characters that troff would take for a request or show as typographic ones. */
static void put(char c, bool literal, FILE *out)
{
    switch (c) {
    case '\\': fputs("\\e", out); break;
    case '\'': fputs("\\(aq", out); break;
    case '`': fputs("\\(ga", out); break;
    case '^': fputs("\\(ha", out); break;
    case '~': fputs("\\(ti", out); break;
    case '-': fputs(literal ? "\\-" : "-", out); break;
    default: fputc(c, out);
    }
}

/* A '-' before which no word ends is part of an option. */
static void put_text(const char *text, size_t length, FILE *out)
{
    if (length > 0 && text[0] == '.')
        fputs("\\&", out);
    for (size_t i = 0; i < length; i++)
        put(text[i], i == 0 || !isalnum((unsigned char)text[i - 1]), out);
}

void roff_text(const char *text, FILE *out)
{
    put_text(text, strlen(text), out);
}

static void put_literal(const char *text, FILE *out)
{
    for (const char *c = text; *c != '\0'; c++)
        put(*c, true, out);
}

void roff_literal(const char *text, FILE *out)
{
    fputs("\\fB", out);
    put_literal(text, out);
    fputs("\\fR", out);
}

void roff_synopsis(const char *text, FILE *out)
{
    bool italic = false;
    for (const char *c = text; *c != '\0'; c++) {
        const bool capital = isupper((unsigned char)*c) || (italic && *c == '_');
        if (capital != italic)
            fputs(capital ? "\\fI" : "\\fR", out);
        italic = capital;
        put(*c, true, out);
    }
    fputs(italic ? "\\fR\n" : "\n", out);
}

void roff_section(const char *title, FILE *out)
{
    fprintf(out, ".SH %s\n", title);
}

void roff_item(FILE *out)
{
    fputs(".TP\n", out);
}

/* The end of the term of an item: before two spaces, or before ": "; NULL in other lines. */
static const char *end_of_term(const char *term, const char *end)
{
    for (const char *c = term; c + 1 < end; c++) {
        if ((c[0] == ' ' || c[0] == ':') && c[1] == ' ')
            return c;
    }
    return NULL;
}

static const char *skip_spaces(const char *text)
{
    return text + strspn(text, " ");
}

static void put_line(const char *text, const char *end, FILE *out)
{
    put_text(text, (size_t)(end - text), out);
    fputc('\n', out);
}

static bool put_item(const char *line, const char *end, FILE *out)
{
    const char *term = skip_spaces(line), *after = end_of_term(term, end);
    if (term - line != 2 || after == NULL)
        return false;
    roff_item(out);
    fputs("\\fB", out);
    put_text(term, (size_t)(after - term), out);
    fputs("\\fR\n", out);
    put_line(skip_spaces(after + 1), end, out);
    return true;
}

void roff_prose(const char *text, FILE *out)
{
    bool in_item = false;
    for (const char *line = text, *end; *line != '\0'; line = *end == '\0' ? end : end + 1) {
        end = line + strcspn(line, "\n");
        if (end == line) {
            if (!in_item)
                fputs(".PP\n", out);
        } else if (put_item(line, end, out)) {
            in_item = true;
        } else {
            if (in_item && *line != ' ')
                fputs(".PP\n", out);
            in_item = in_item && *line == ' ';
            put_line(skip_spaces(line), end, out);
        }
    }
}

void roff_command(const char *command, FILE *out)
{
    fputs(".PP\n.RS 4\n.EX\n", out);
    put_literal(command, out);
    fputs("\n.EE\n.RE\n", out);
}
