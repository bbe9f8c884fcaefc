#include "common/options.h"

#include "common/member.h"
#include "common/option_value.h"
#include "common/text.h"

#include <stdint.h>
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
        [POISE_OPT_FLAG] = sizeof(bool),       [POISE_OPT_INT] = sizeof(int64_t),
        [POISE_OPT_REAL] = sizeof(double),     [POISE_OPT_STRING] = sizeof(const char *),
        [POISE_OPT_CHOICE] = sizeof(int),      [POISE_OPT_LIST] = sizeof(poise_list),
        [POISE_OPT_UINT32] = sizeof(uint32_t),
    };
    memset(poise_member(target, option->offset), 0, sizes[option->type]);
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
    return POISE_OK;
}

int poise_options_set(const poise_option *table, size_t n, void *target, const char *what, const char *name,
                      const char *value, poise_error *err)
{
    const poise_option *option = option_find(table, n, name, strlen(name));
    if (option == NULL)
        return option_unknown(table, n, what, name, strlen(name), err);
    return option_value_parse(option, target, what, value, err);
}

/* The arguments of a policy string so far: which options have been given, and the next one of a bare
 * argument. */
typedef struct arguments {
    const poise_option *table;
    size_t n, position;
    const char *what;
    bool *is_given; /* of each option */
} arguments;

/* The option called `name`, or for a bare argument (NULL) the one at the position, which moves on. NULL when
 * there is none. */
static const poise_option *option_of(arguments *all, const char *name, const char *value, poise_error *err)
{
    if (name == NULL && all->position < all->n)
        return &all->table[all->position++];
    if (name == NULL) {
        poise_fail(err, POISE_USAGE, "%s takes at most %zu argument%s, '%s' is one too many", all->what,
                   all->n, all->n == 1 ? "" : "s", value);
        return NULL;
    }
    const poise_option *option = option_find(all->table, all->n, name, strlen(name));
    if (option == NULL) {
        char owner[128];
        snprintf(owner, sizeof owner, "%s option", all->what);
        option_unknown(all->table, all->n, owner, name, strlen(name), err);
    }
    return option;
}

static int parse_argument(arguments *all, void *target, char *argument, poise_error *err)
{
    char *name = NULL, *value = argument;
    (void)poise_split_pair(argument, &name, &value);
    const poise_option *option = option_of(all, name, value, err);
    if (option == NULL)
        return POISE_USAGE;
    bool *is_given = &all->is_given[option - all->table];
    if (*is_given && option->type != POISE_OPT_LIST)
        return poise_fail(err, POISE_USAGE, "%s %s is given twice, the second time by '%s%s%s'", all->what,
                          option->name, name ? name : "", name ? "=" : "", value);
    *is_given = true;
    return option_value_parse(option, target, all->what, value, err);
}

int poise_options_parse_colons(const poise_option *table, size_t n, void *target, const char *what,
                               char *text, poise_error *err)
{
    if (text == NULL || *text == '\0')
        return POISE_OK;
    arguments all = {.table = table, .n = n, .what = what, .is_given = calloc(n + 1, sizeof(bool))};
    if (all.is_given == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the arguments of %s", what);
    int code = 0;
    char *rest = text, *argument;
    while (code == POISE_OK && (argument = strsep(&rest, ":")) != NULL)
        code = parse_argument(&all, target, argument, err);
    free(all.is_given);
    return code;
}
