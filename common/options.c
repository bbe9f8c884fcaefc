#include "common/options.h"

#include "common/option_value.h"

#include <stdlib.h>
#include <string.h>

static char with_dashes(char c)
{
    return c == '_' ? '-' : c;
}

bool option_name_equal(const char *name, size_t length, const char *known)
{
    for (size_t i = 0; i < length; i++)
        if (known[i] == '\0' || with_dashes(name[i]) != with_dashes(known[i]))
            return false;
    return known[length] == '\0';
}

const poise_option *option_find(const poise_option *table, size_t n, const char *name, size_t length)
{
    for (size_t i = 0; i < n; i++)
        if (option_name_equal(name, length, table[i].name))
            return &table[i];
    return NULL;
}

/* The nearest name of the table, NULL when none is near (or there is no memory to look). */
static const char *nearest_option(const poise_option *table, size_t n, const char *name, size_t length)
{
    const char *nearest = NULL;
    const char **names = calloc(n + 1, sizeof *names);
    char *word = strndup(name, length);
    if (names != NULL && word != NULL) {
        for (size_t i = 0; i < n; i++)
            names[i] = table[i].name;
        nearest = poise_nearest(word, names);
    }
    free(names);
    free(word);
    return nearest;
}

int option_unknown(const poise_option *table, size_t n, const char *what, const char *name, size_t length,
                   poise_error *err)
{
    const char *nearest = nearest_option(table, n, name, length);
    if (nearest == NULL)
        return poise_fail(err, POISE_USAGE, "%s '%.*s' is unknown", what, (int)length, name);
    return poise_fail(err, POISE_USAGE, "%s '%.*s' is unknown; did you mean '%s'?", what, (int)length, name,
                      nearest);
}

static void set_zero(const poise_option *option, void *target)
{
    static const size_t sizes[] = {
        [POISE_OPT_FLAG] = sizeof(bool),   [POISE_OPT_INT] = sizeof(int64_t),
        [POISE_OPT_REAL] = sizeof(double), [POISE_OPT_STRING] = sizeof(const char *),
        [POISE_OPT_CHOICE] = sizeof(int),  [POISE_OPT_LIST] = sizeof(poise_list),
    };
    memset((char *)target + option->offset, 0, sizes[option->type]);
}

int poise_options_defaults(const poise_option *table, size_t n, void *target, poise_error *err)
{
    for (size_t i = 0; i < n; i++) {
        set_zero(&table[i], target);
        if (table[i].default_text != NULL &&
            option_value_parse(&table[i], target, "default of", table[i].default_text, err) != 0) {
            if (err != NULL)
                err->code = POISE_FAILED;
            return POISE_FAILED;
        }
    }
    return 0;
}

int poise_options_set(const poise_option *table, size_t n, void *target, const char *what, const char *name,
                      const char *value, poise_error *err)
{
    const poise_option *option = option_find(table, n, name, strlen(name));
    if (option == NULL)
        return option_unknown(table, n, what, name, strlen(name), err);
    return option_value_parse(option, target, what, value, err);
}

/* One argument of a policy string: NAME=VALUE, or the value of the option at *position, which moves on. */
static int parse_argument(const poise_option *table, size_t n, void *target, const char *what,
                          const char *argument, size_t *position, poise_error *err)
{
    const char *equals = strchr(argument, '=');
    if (equals != NULL) {
        const size_t length = (size_t)(equals - argument);
        const poise_option *option = option_find(table, n, argument, length);
        if (option == NULL)
            return option_unknown(table, n, what, argument, length, err);
        return option_value_parse(option, target, what, equals + 1, err);
    }
    if (*position >= n)
        return poise_fail(err, POISE_USAGE, "%s takes at most %zu argument%s, '%s' is one too many", what, n,
                          n == 1 ? "" : "s", argument);
    return option_value_parse(&table[(*position)++], target, what, argument, err);
}

int poise_options_parse_colons(const poise_option *table, size_t n, void *target, const char *what,
                               char *text, poise_error *err)
{
    if (text == NULL || *text == '\0')
        return 0;
    size_t position = 0;
    for (char *argument = text; argument != NULL;) {
        char *colon = strchr(argument, ':');
        if (colon != NULL)
            *colon = '\0';
        const int code = parse_argument(table, n, target, what, argument, &position, err);
        if (code != 0)
            return code;
        argument = colon == NULL ? NULL : colon + 1;
    }
    return 0;
}
