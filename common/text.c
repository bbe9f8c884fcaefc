#include "common/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

char *poise_trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

bool poise_split_pair(char *text, char **key, char **value)
{
    char *equals = strchr(text, '=');
    if (equals == NULL)
        return false;
    *equals = '\0';
    *key = poise_trim(text);
    *value = poise_trim(equals + 1);
    return true;
}

int poise_take_items(const char *list, poise_take_item take, void *context, poise_error *err)
{
    char *copy = strdup(list), *rest = NULL;
    if (copy == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the list '%.40s'", list);
    int code = POISE_OK;
    for (char *item = strtok_r(copy, ",", &rest); item != NULL && code == POISE_OK;
         item = strtok_r(NULL, ",", &rest))
        code = take(context, item, err);
    free(copy);
    return code;
}

typedef struct pair_taker {
    const char *form;
    poise_take_pair take;
    void *context;
} pair_taker;

static int take_pair(void *context, char *item, poise_error *err)
{
    const pair_taker *taker = context;
    char *key, *value;
    if (!poise_split_pair(item, &key, &value))
        return poise_fail(err, POISE_USAGE, "'%.80s' is not of the form %s", item, taker->form);
    return taker->take(taker->context, key, value, err);
}

int poise_take_pairs(const char *list, const char *form, poise_take_pair take, void *context,
                     poise_error *err)
{
    pair_taker taker = {form, take, context};
    return poise_take_items(list, take_pair, &taker, err);
}

bool poise_has_control(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)text[i]) && !isspace((unsigned char)text[i]))
            return true;
    return false;
}
