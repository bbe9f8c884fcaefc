/* Numbers and lists of numbers. */
#include "sim/gpgpusim/convert.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const long long largest = 1ll << 53;

static long long whole(const char *text, size_t length, int base)
{
    char digits[32], *end;
    if (length == 0 || length >= sizeof digits || text[0] == '-' || text[0] == '+')
        return -1;
    memcpy(digits, text, length);
    digits[length] = '\0';
    errno = 0;
    const long long value = strtoll(digits, &end, base);
    return *end || errno || value < 0 || value > largest ? -1 : value;
}

long long gpgpusim_decimal(const char *text, size_t length)
{
    return whole(text, length, 10);
}

long long gpgpusim_whole(const char *text)
{
    return whole(text, strlen(text), 0);
}

long long gpgpusim_whole_value(const gpgpusim_reader *reader, const char *name, const char *missing)
{
    return gpgpusim_whole(gpgpusim_value(reader, name, missing));
}

int gpgpusim_set_whole(gpgpusim_reader *reader, const gpgpusim_option *option, const char *ours,
                       long long value, poise_error *err)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", value);
    return gpgpusim_set(reader, option, ours, text, err);
}

int gpgpusim_convert_number(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const long long value = gpgpusim_whole(gpgpusim_setting_of(reader, option)->value);
    if (value < 0)
        return gpgpusim_wrong(reader, option, err, "is not a whole number");
    int code = 0;
    for (const char *word = option->detail; *word && code == POISE_OK; word += strspn(word, " ")) {
        char ours[64];
        const size_t length = strcspn(word, " ");
        snprintf(ours, sizeof ours, "%.*s", (int)length, word);
        code = gpgpusim_set_whole(reader, option, ours, value, err);
        word += length;
    }
    return code;
}

static bool is_real(const char *text)
{
    char *end;
    return isfinite(strtod(text, &end)) && end != text && !*end;
}

/* One field that `word` says what to do with. */
static int convert_field(gpgpusim_reader *reader, const gpgpusim_option *option, const char *word,
                         const char *field, poise_error *err)
{
    if (word[0] == '.')
        return POISE_OK;
    const long long value = gpgpusim_decimal(field, strlen(field));
    if (word[0] == '=') {
        if (value != atoll(word + 1))
            gpgpusim_refuse(reader, option, "%s instead of %s", *field ? field : "nothing", word + 1);
        return POISE_OK;
    }
    char ours[64];
    const size_t length = strcspn(word, "/");
    snprintf(ours, sizeof ours, "%.*s", (int)length, word);
    if (sim_config_option(ours)->type == POISE_OPT_REAL)
        return is_real(field) ? gpgpusim_set(reader, option, ours, field, err)
                              : gpgpusim_wrong(reader, option, err, "holds a field that is not a number");
    if (value < 0)
        return gpgpusim_wrong(reader, option, err, "holds a field that is not a whole number");
    const long long divisor = word[length] ? atoll(word + length + 1) : 1;
    if (value % divisor != 0)
        return gpgpusim_wrong(reader, option, err, "holds a field that is not a multiple of the warp size");
    return gpgpusim_set_whole(reader, option, ours, value / divisor, err);
}

/* Copies the text up to one of `ends` to `out` and moves *at behind it; false when there was nothing left. */
static bool next_part(const char **at, const char *ends, char *out, size_t size)
{
    if (!*at)
        return false;
    const size_t length = strcspn(*at, ends);
    snprintf(out, size, "%.*s", length < size ? (int)length : (int)size - 1, *at);
    *at = (*at)[length] ? *at + length + 1 : NULL;
    return true;
}

/* `option=V`: what the option says about ours without giving its value. */
static int set_implied(gpgpusim_reader *reader, const gpgpusim_option *option, const char *word,
                       poise_error *err)
{
    char ours[64];
    const char *value = strchr(word, '=') + 1;
    snprintf(ours, sizeof ours, "%.*s", (int)(value - 1 - word), word);
    return gpgpusim_set(reader, option, ours, value, err);
}

int gpgpusim_convert_fields(gpgpusim_reader *reader, const gpgpusim_option *option, poise_error *err)
{
    const char *fields = gpgpusim_setting_of(reader, option)->value, *words = option->detail;
    char word[64], field[64];
    int code = 0;
    while (code == POISE_OK && next_part(&words, " ", word, sizeof word)) {
        if (strcmp(word, "...") == 0)
            return POISE_OK;
        if (strchr(word + 1, '=')) {
            code = set_implied(reader, option, word, err);
            continue;
        }
        if (!next_part(&fields, ":,", field, sizeof field))
            return gpgpusim_wrong(reader, option, err, "has too few fields");
        code = convert_field(reader, option, word, field, err);
    }
    if (code == POISE_OK && fields)
        return gpgpusim_wrong(reader, option, err, "has too many fields");
    return code;
}
