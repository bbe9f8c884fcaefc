/* The files that policies name. */
#include "common/file.h"
#include "common/member.h"
#include "sim_hooks/scheme.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 64 << 20 };

/* Adds the content of a file; what cannot be read is none, and the policy itself says so when it needs one.
 */
static bool add_file(poise_hash *hash, const char *path)
{
    char *content;
    size_t size;
    if (path == NULL || path[0] == '\0' || poise_read_file(path, MAX_FILE, &content, &size, NULL) != POISE_OK)
        return false;
    poise_hash_add(hash, content, size);
    free(content);
    return true;
}

static bool add_library(poise_hash *hash, const char *policy)
{
    char *path = strndup(policy, policy_file_length(policy));
    const bool is_added = add_file(hash, path);
    free(path);
    return is_added;
}

static bool add_files(poise_hash *hash, const policy_choice *choice)
{
    bool has_files = add_library(hash, choice->label);
    for (size_t i = 0; i < choice->policy->n_options; i++) {
        const poise_option *option = &choice->policy->options[i];
        const char *const *value = poise_const_member(choice->options, option->offset);
        if (option->type == POISE_OPT_STRING && add_file(hash, *value))
            has_files = true;
    }
    return has_files;
}

int policy_scheme_hash_files(const policy_scheme *scheme, policy_place first, char text[POISE_HASH_TEXT],
                             poise_error *err)
{
    char all[POISE_HASH_TEXT];
    bool has_files = false;
    poise_hash *hash = poise_hash_new();
    text[0] = '\0';
    if (hash == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the files of scheme '%s'", scheme->name);
    int code = POISE_OK;
    for (policy_place place = first; place < POLICY_PLACES && code == POISE_OK; place++) {
        policy_choice choice = {0};
        if (scheme->policy[place] == NULL)
            continue;
        code = policy_scheme_choose(scheme, place, &choice, err);
        if (code == POISE_OK && add_files(hash, &choice))
            has_files = true;
        policy_choice_free(&choice);
    }
    poise_hash_finish(hash, all);
    if (has_files && code == POISE_OK)
        memcpy(text, all, sizeof all);
    return code;
}
