#include "evaluate/policy_list.h"

#include "common/file.h"
#include "sim_hooks/registry.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 64 << 20 };

/* "poise:models/a.model:stride_n=2" -> "poise:a.model:stride_n=2", in place. */
static void drop_folders(char *label)
{
    char *out = label, *start = label;
    for (const char *in = label; *in != '\0'; in++) {
        *out++ = *in;
        if (*in == ':' || *in == '=')
            start = out;
        else if (*in == '/')
            out = start;
    }
    *out = '\0';
}

/* N of a policy that lets N warps issue from the first cycle to the last; 0 of others. */
static uint32_t fixed_n(const policy_choice *choice)
{
    static const char *const limiting[] = {"swl", "tuple", "warp_limiting"};
    const policy_info *policy = choice->policy;
    bool is_limiting = false;
    for (size_t i = 0; i < sizeof limiting / sizeof limiting[0]; i++)
        is_limiting = is_limiting || strcmp(policy->name, limiting[i]) == 0;
    for (size_t i = 0; is_limiting && i < policy->n_options; i++) {
        const poise_option *option = &policy->options[i];
        const void *value = (const char *)choice->options + option->offset;
        if (strcmp(option->name, "n") == 0 && option->type == POISE_OPT_INT)
            return (uint32_t)(*(const int64_t *)value);
    }
    return 0;
}

/* Whether "pcal_swl" or "pcal_swl:argument..." leaves the limit open that it starts from. */
static bool leaves_limit_open(const char *label)
{
    static const char name[] = "pcal_swl";
    size_t length = strcspn(label, ":");
    if (length != sizeof name - 1 || strncmp(label, name, length) != 0)
        return false;
    for (const char *argument = label + length; *argument == ':'; argument += length) {
        argument++;
        length = strcspn(argument, ":");
        if (memchr(argument, '=', length) == NULL || strncmp(argument, "n=", 2) == 0)
            return false;
    }
    return true;
}

static const char static_best[] = "static_best";

int evaluate_policy_refuse_own(const char *string, poise_error *err)
{
    const size_t length = strcspn(string, ":");
    if (length != sizeof static_best - 1 || strncmp(string, static_best, length) != 0)
        return POISE_OK;
    return poise_fail(
        err, POISE_USAGE,
        "%s is a policy of 'poise evaluate --profile FILE' only, the best {N, p} of each launch in "
        "that profile, and takes no arguments",
        static_best);
}

static evaluate_policy_kind kind_of(const char *label)
{
    if (strcmp(label, "swl") == 0)
        return EVALUATE_SWL;
    if (strcmp(label, static_best) == 0)
        return EVALUATE_STATIC_BEST;
    return leaves_limit_open(label) ? EVALUATE_PCAL_SWL : EVALUATE_POLICY;
}

/* Whether the label is a policy string of sim_hooks. */
static bool is_string(evaluate_policy_kind kind)
{
    return kind == EVALUATE_POLICY || kind == EVALUATE_PCAL_SWL;
}

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

static bool add_library(poise_hash *hash, const char *label)
{
    char *path = strndup(label, policy_file_length(label));
    const bool is_added = add_file(hash, path);
    free(path);
    return is_added;
}

/* Shared object and files named by options are part of the policy: the result changes with them. One hash of
 * all. */
static int hash_files(evaluate_policy *policy, const char *label, const policy_choice *choice,
                      poise_error *err)
{
    poise_hash *hash = poise_hash_new();
    char text[POISE_HASH_TEXT];
    if (hash == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for policy '%s'", label);
    bool has_files = add_library(hash, label);
    for (size_t i = 0; i < choice->policy->n_options; i++) {
        const poise_option *option = &choice->policy->options[i];
        const char *value = (const char *)choice->options + option->offset;
        if (option->type == POISE_OPT_STRING && add_file(hash, *(const char *const *)(const void *)value))
            has_files = true;
    }
    poise_hash_finish(hash, text);
    if (has_files)
        memcpy(policy->file_hash, text, sizeof text);
    return POISE_OK;
}

static int check(evaluate_policy *policy, const char *label, poise_error *err)
{
    policy_choice choice = {0};
    int code = evaluate_policy_refuse_own(label, err);
    if (code == POISE_OK)
        code = policy_choose(POLICY_SCHED, label, &choice, err);
    if (code == POISE_OK)
        code = hash_files(policy, label, &choice, err);
    if (code == POISE_OK)
        policy->fixed_n = fixed_n(&choice);
    policy_choice_free(&choice);
    return code;
}

static int put(evaluate_policy_list *list, const char *label, evaluate_policy **policy, poise_error *err)
{
    for (size_t i = 0; i < list->n; i++) {
        if (strcmp(list->policies[i].label, label) == 0)
            return poise_fail(err, POISE_USAGE, "policy '%s' is listed twice", label);
    }
    if (list->n == EVALUATE_MAX_POLICIES)
        return poise_fail(err, POISE_USAGE, "more than %d policies", (int)EVALUATE_MAX_POLICIES);
    *policy = &list->policies[list->n++];
    (*policy)->kind = kind_of(label);
    (*policy)->label = strdup(label);
    (*policy)->short_name = strdup(label);
    if ((*policy)->label == NULL || (*policy)->short_name == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for policy '%s'", label);
    drop_folders((*policy)->short_name);
    return POISE_OK;
}

static int add(evaluate_policy_list *list, const char *label, poise_error *err)
{
    evaluate_policy *policy;
    int code = put(list, label, &policy, err);
    return code == POISE_OK && is_string(policy->kind) ? check(policy, label, err) : code;
}

static int add_all(evaluate_policy_list *list, char *text, poise_error *err)
{
    char *rest = text, *label;
    while ((label = strsep(&rest, ",")) != NULL) {
        if (*label == '\0')
            return poise_fail(err, POISE_USAGE, "an empty name in the list of policies");
        int code = add(list, label, err);
        if (code != POISE_OK)
            return code;
    }
    return POISE_OK;
}

static size_t find_baseline(const evaluate_policy_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        if (strcmp(list->policies[i].label, "gto") == 0)
            return i;
    }
    return 0;
}

int evaluate_policy_list_parse(evaluate_policy_list *list, const char *text, poise_error *err)
{
    *list = (evaluate_policy_list){0};
    char *copy = strdup(text);
    if (copy == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for the policies");
    int code = add_all(list, copy, err);
    free(copy);
    if (code == POISE_OK)
        list->baseline = find_baseline(list);
    else
        evaluate_policy_list_free(list);
    return code;
}

int evaluate_policy_list_of(evaluate_policy_list *list, const char *const *labels, size_t n, poise_error *err)
{
    evaluate_policy *policy;
    *list = (evaluate_policy_list){0};
    int code = POISE_OK;
    for (size_t i = 0; i < n && code == POISE_OK; i++)
        code = put(list, labels[i], &policy, err);
    if (code == POISE_OK)
        list->baseline = find_baseline(list);
    else
        evaluate_policy_list_free(list);
    return code;
}

void evaluate_policy_list_free(evaluate_policy_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->policies[i].label);
        free(list->policies[i].short_name);
    }
    *list = (evaluate_policy_list){0};
}
