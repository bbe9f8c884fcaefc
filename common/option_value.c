#include "common/option_value.h"

#include "common/member.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void *field(const poise_option *option, void *target)
{
    return poise_member(target, option->offset);
}

static bool in_range(const poise_option *option, double value)
{
    return option->min > option->max || (value >= option->min && value <= option->max);
}

void option_range(const poise_option *option, int digits, char *out, size_t size)
{
    if (option->min < option->max)
        snprintf(out, size, "%.*g to %.*g", digits, option->min, digits, option->max);
    else
        snprintf(out, size, "%.*g", digits, option->min);
}

static int out_of_range(const poise_option *option, const char *what, const char *text, poise_error *err)
{
    char range[OPTION_RANGE_TEXT];
    option_range(option, 17, range, sizeof range);
    return poise_fail(err, POISE_USAGE, "%s %s: %s is out of range, it must be %s", what, option->name, text,
                      range);
}

static int parse_flag(const poise_option *option, void *target, const char *what, const char *text,
                      poise_error *err)
{
    static const char *const words[][2] = {{"0", "1"}, {"false", "true"}, {"no", "yes"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        for (int value = 0; value < 2; value++)
            if (strcasecmp(text, words[i][value]) == 0) {
                *(bool *)field(option, target) = value;
                return POISE_OK;
            }
    return poise_fail(err, POISE_USAGE, "%s %s: '%s' is not one of 0, 1, true, false, yes, no", what,
                      option->name, text);
}

/* Decimal or 0x hexadecimal; a leading 0 is not octal, as a user who writes 010 does not mean 8. */
static int number_base(const char *text)
{
    if (*text == '-' || *text == '+')
        text++;
    return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10;
}

/* strtoll and strtod skip leading space, which is no part of a number. */
static bool number_ends_well(const char *text, const char *end)
{
    return end != text && *end == '\0' && !isspace((unsigned char)text[0]);
}

static int parse_whole(const poise_option *option, int64_t *value, const char *what, const char *text,
                       poise_error *err)
{
    char *end = NULL;
    errno = 0;
    const long long read = strtoll(text, &end, number_base(text));
    if (!number_ends_well(text, end))
        return poise_fail(err, POISE_USAGE, "%s %s: '%s' is not a whole number", what, option->name, text);
    if (errno == ERANGE && option->min > option->max)
        return poise_fail(err, POISE_USAGE, "%s %s: %s does not fit in 64 bits", what, option->name, text);
    if (errno == ERANGE || !in_range(option, (double)read))
        return out_of_range(option, what, text, err);
    *value = read;
    return POISE_OK;
}

static int parse_int(const poise_option *option, void *target, const char *what, const char *text,
                     poise_error *err)
{
    return parse_whole(option, field(option, target), what, text, err);
}

static int parse_uint32(const poise_option *option, void *target, const char *what, const char *text,
                        poise_error *err)
{
    int64_t value = 0;
    const int code = parse_whole(option, &value, what, text, err);
    if (code != POISE_OK)
        return code;
    if (value < 0 || value > UINT32_MAX)
        return poise_fail(err, POISE_USAGE, "%s %s: %s does not fit in 32 bits", what, option->name, text);
    *(uint32_t *)field(option, target) = (uint32_t)value;
    return POISE_OK;
}

static int parse_real(const poise_option *option, void *target, const char *what, const char *text,
                      poise_error *err)
{
    char *end = NULL;
    const double value = strtod(text, &end);
    if (!number_ends_well(text, end) || !isfinite(value))
        return poise_fail(err, POISE_USAGE, "%s %s: '%s' is not a finite number", what, option->name, text);
    if (!in_range(option, value))
        return out_of_range(option, what, text, err);
    *(double *)field(option, target) = value;
    return POISE_OK;
}

static int parse_choice(const poise_option *option, void *target, const char *what, const char *text,
                        poise_error *err)
{
    const int index = option_choice_index(option->choices, text, strlen(text));
    if (index < 0)
        return poise_fail(err, POISE_USAGE, "%s %s: '%s' is not one of %s", what, option->name, text,
                          option->choices);
    *(int *)field(option, target) = index;
    return POISE_OK;
}

static int add_to_list(const poise_option *option, void *target, const char *what, const char *text,
                       poise_error *err)
{
    poise_list *list = field(option, target);
    if (list->n == POISE_LIST_ENTRIES)
        return poise_fail(err, POISE_USAGE, "%s %s may be given at most %d times", what, option->name,
                          POISE_LIST_ENTRIES);
    list->text[list->n++] = text;
    return POISE_OK;
}

int option_value_parse(const poise_option *option, void *target, const char *what, const char *text,
                       poise_error *err)
{
    switch (option->type) {
    case POISE_OPT_FLAG: return parse_flag(option, target, what, text, err);
    case POISE_OPT_INT: return parse_int(option, target, what, text, err);
    case POISE_OPT_UINT32: return parse_uint32(option, target, what, text, err);
    case POISE_OPT_REAL: return parse_real(option, target, what, text, err);
    case POISE_OPT_STRING: *(const char **)field(option, target) = text; return POISE_OK;
    case POISE_OPT_CHOICE: return parse_choice(option, target, what, text, err);
    case POISE_OPT_LIST: return add_to_list(option, target, what, text, err);
    }
    return poise_fail(err, POISE_FAILED, "%s %s has the unknown type %d", what, option->name,
                      (int)option->type);
}

const char *option_choice_word(const char *choices, int index, size_t *length)
{
    for (const char *word = choices;; index--) {
        *length = strcspn(word, "|");
        if (index == 0)
            return word;
        if (word[*length] == '\0')
            return NULL;
        word += *length + 1;
    }
}

int option_choice_index(const char *choices, const char *word, size_t length)
{
    size_t known_length;
    const char *known;
    for (int i = 0; (known = option_choice_word(choices, i, &known_length)) != NULL; i++)
        if (known_length == length && memcmp(known, word, length) == 0)
            return i;
    return -1;
}
