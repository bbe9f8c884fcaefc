/* The option table as people read it: help lines and "name = value". */
#include "common/member.h"
#include "common/option_value.h"
#include "common/options.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    HELP_WIDTH = 100, /* columns of a help line */
    HELP_MAX_TAB = 34 /* the texts start at the longest option, but not further right than this */
};

const char *poise_option_metavar(const poise_option *option)
{
    if (option->metavar != NULL && option->type != POISE_OPT_FLAG)
        return option->metavar;
    switch (option->type) {
    case POISE_OPT_FLAG: return "";
    case POISE_OPT_INT:
    case POISE_OPT_UINT32: return "N";
    case POISE_OPT_REAL: return "X";
    case POISE_OPT_STRING:
    case POISE_OPT_LIST: return "TEXT";
    case POISE_OPT_CHOICE: return option->choices;
    }
    return "";
}

/* "  -j, --jobs N"; returns the length that snprintf reports. */
static int write_head(const poise_option *option, char *out, size_t size)
{
    char name[64];
    snprintf(name, sizeof name, "%s", option->name);
    for (char *c = name; *c != '\0'; c++)
        if (*c == '_')
            *c = '-';
    char letter[8] = "    ";
    if (option->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    const char *value = poise_option_metavar(option);
    return snprintf(out, size, "  %s--%s%s%s", letter, name, *value == '\0' ? "" : " ", value);
}

void poise_option_text(const poise_option *option, char *out, size_t size)
{
    const bool numeric =
        option->type == POISE_OPT_INT || option->type == POISE_OPT_UINT32 || option->type == POISE_OPT_REAL;
    const bool ranged = numeric && option->min <= option->max;
    const bool with_default = option->default_text != NULL && option->type != POISE_OPT_FLAG;
    char range[OPTION_RANGE_TEXT] = "", standard[128] = "";
    if (ranged)
        option_range(option, 9, range, sizeof range);
    if (with_default)
        snprintf(standard, sizeof standard, "default %s", option->default_text);
    if (ranged || with_default)
        snprintf(out, size, "%s (%s%s%s)", option->help, range, ranged && with_default ? ", " : "", standard);
    else
        snprintf(out, size, "%s", option->help);
}

/* Prints `text` broken at spaces, every line but the first indented by `tab`. */
static void print_wrapped(const char *text, int tab, FILE *out)
{
    const size_t room = (size_t)(HELP_WIDTH - tab);
    for (;;) {
        size_t length = strlen(text);
        if (length > room) {
            length = room;
            while (length > 0 && text[length] != ' ')
                length--;
            if (length == 0) /* a word longer than the line stands alone */
                length = strcspn(text, " ");
        }
        fprintf(out, "%.*s\n", (int)length, text);
        text += length;
        if (*text == '\0')
            return;
        text++;
        fprintf(out, "%*s", tab, "");
    }
}

void poise_options_help(const poise_option *table, size_t n, FILE *out)
{
    char head[256], text[1024];
    int tab = 0;
    for (size_t i = 0; i < n; i++) {
        const int length = write_head(&table[i], head, sizeof head) + 2;
        if (length > tab && length <= HELP_MAX_TAB)
            tab = length;
    }
    for (size_t i = 0; i < n; i++) {
        const int length = write_head(&table[i], head, sizeof head);
        fputs(head, out);
        if (length + 2 > tab)
            fprintf(out, "\n%*s", tab, "");
        else
            fprintf(out, "%*s", tab - length, "");
        poise_option_text(&table[i], text, sizeof text);
        print_wrapped(text, tab, out);
    }
}

/* Fewest digits that read back as the same number. */
static int write_real(double value, char *out, size_t size)
{
    for (int digits = 15; digits < 17; digits++) {
        const int length = snprintf(out, size, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            return length;
    }
    return snprintf(out, size, "%.17g", value);
}

static int write_value(const poise_option *option, const void *target, char *out, size_t size)
{
    const void *field = poise_const_member(target, option->offset);
    switch (option->type) {
    case POISE_OPT_FLAG: return snprintf(out, size, "%d", *(const bool *)field ? 1 : 0);
    case POISE_OPT_INT: return snprintf(out, size, "%" PRId64, *(const int64_t *)field);
    case POISE_OPT_UINT32: return snprintf(out, size, "%" PRIu32, *(const uint32_t *)field);
    case POISE_OPT_REAL: return write_real(*(const double *)field, out, size);
    case POISE_OPT_STRING: {
        const char *text = *(const char *const *)field;
        return snprintf(out, size, "%s", text == NULL ? "" : text);
    }
    case POISE_OPT_CHOICE: {
        size_t length;
        const char *word = option_choice_word(option->choices, *(const int *)field, &length);
        return word == NULL ? -1 : snprintf(out, size, "%.*s", (int)length, word);
    }
    case POISE_OPT_LIST: return -1; /* several values are no single assignment */
    }
    return -1;
}

int poise_option_format(const poise_option *option, const void *target, char *out, size_t size)
{
    const int name_length = snprintf(out, size, "%s = ", option->name);
    if (name_length < 0 || (size_t)name_length >= size)
        return POISE_FAILED;
    const size_t room = size - (size_t)name_length;
    const int value_length = write_value(option, target, out + name_length, room);
    return value_length < 0 || (size_t)value_length >= room ? POISE_FAILED : POISE_OK;
}
