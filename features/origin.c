#include "features/origin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int features_check_machine(const profile *source, const char *name, bool is_empty,
                           const char config_hash[POISE_HASH_TEXT], char machine[POISE_HASH_TEXT],
                           poise_error *err)
{
    profile_machine_hash(source, machine);
    if (!is_empty && strcmp(config_hash, machine) != 0)
        return poise_fail(
            err, POISE_USAGE,
            "%s: it was measured on another machine, or with other policies, than the profiles before it",
            name);
    return POISE_OK;
}

void features_chain_hash(char profile_hash[POISE_HASH_TEXT], const char *next)
{
    char both[2 * POISE_HASH_TEXT];
    snprintf(both, sizeof both, "%s%s", profile_hash, next);
    if (profile_hash[0] == '\0')
        memcpy(profile_hash, next, POISE_HASH_TEXT);
    else
        poise_hash_bytes(both, strlen(both), profile_hash);
}

bool features_is_wanted(const poise_list *programs, const char *program)
{
    for (size_t i = 0; programs != NULL && i < programs->n; i++) {
        if (strcmp(programs->text[i], program) == 0)
            return true;
    }
    return programs == NULL || programs->n == 0;
}

int features_no_program(const char *program, poise_error *err)
{
    return poise_fail(err, POISE_USAGE, "no kernel of program '%s' in what was read", program);
}

int features_read_hash(poise_h5 *file, const char *path, const char *key, char hash[POISE_HASH_TEXT],
                       poise_error *err)
{
    char *text;
    int code = poise_h5_get_text(file, "/", key, POISE_HASH_TEXT - 1, &text, err);
    if (code != POISE_OK)
        return code;
    if (strspn(text, "0123456789abcdef") != POISE_HASH_TEXT - 1)
        code = poise_fail(err, POISE_DAMAGED, "%s: attribute %s is not a hash", path, key);
    else
        memcpy(hash, text, POISE_HASH_TEXT);
    free(text);
    return code;
}
