#include "evaluate/policy_list.h"

#include "common/member.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

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
        const void *value = poise_const_member(choice->options, option->offset);
        if (strcmp(option->name, "n") == 0 && option->type == POISE_OPT_INT)
            return (uint32_t)(*(const int64_t *)value);
    }
    return 0;
}

/* Whether "pcal_swl" or "pcal_swl:argument..." leaves the limit open that it starts from. */
static bool leaves_limit_open(const char *sched)
{
    static const char name[] = "pcal_swl";
    size_t length = strcspn(sched, ":");
    if (length != sizeof name - 1 || strncmp(sched, name, length) != 0)
        return false;
    for (const char *argument = sched + length; *argument == ':'; argument += length) {
        argument++;
        length = strcspn(argument, ":");
        if (memchr(argument, '=', length) == NULL || strncmp(argument, "n=", 2) == 0)
            return false;
    }
    return true;
}

/* Policies that only evaluations know: they come from a profile. */
static const struct {
    const char *name, *what;
    evaluate_policy_kind kind;
} own[] = {
    {"static_best", "the best {N, p} of each launch", EVALUATE_STATIC_BEST},
    {"static_best_plus", "the best {N, p} and set of loads that allocate nothing of each launch",
     EVALUATE_STATIC_BEST_PLUS},
};
enum { N_OWN = sizeof own / sizeof own[0] };

/* Place of a policy string, with arguments or without; -1 when it is none of them. */
static int find_own(const char *string)
{
    const size_t length = strcspn(string, ":");
    for (int i = 0; i < N_OWN; i++)
        if (strlen(own[i].name) == length && strncmp(string, own[i].name, length) == 0)
            return i;
    return -1;
}

int evaluate_policy_refuse_own(const char *string, poise_error *err)
{
    const int i = find_own(string);
    return i < 0
               ? POISE_OK
               : poise_fail(
                     err, POISE_USAGE,
                     "%s is a policy of 'poise evaluate --profile FILE' only, %s in that profile, and takes "
                     "no arguments",
                     own[i].name, own[i].what);
}

/* Of the policy string of the scheduler. */
static evaluate_policy_kind kind_of(const char *sched)
{
    if (strcmp(sched, "swl") == 0)
        return EVALUATE_SWL;
    const int i = find_own(sched);
    if (i >= 0 && strchr(sched, ':') == NULL)
        return own[i].kind;
    return leaves_limit_open(sched) ? EVALUATE_PCAL_SWL : EVALUATE_POLICY;
}

/* Whether the scheduler's is a policy string of sim_hooks. */
static bool has_string(evaluate_policy_kind kind)
{
    return kind == EVALUATE_POLICY || kind == EVALUATE_PCAL_SWL;
}

static int check_scheduler(evaluate_policy *policy, poise_error *err)
{
    policy_choice choice = {0};
    int code = evaluate_policy_refuse_own(policy_scheme_at(&policy->scheme, POLICY_AT_SCHED), err);
    if (code == POISE_OK)
        code = policy_scheme_choose(&policy->scheme, POLICY_AT_SCHED, &choice, err);
    if (code == POISE_OK)
        policy->fixed_n = fixed_n(&choice);
    policy_choice_free(&choice);
    return code;
}

static int check(evaluate_policy *policy, poise_error *err)
{
    int code = has_string(policy->kind) ? check_scheduler(policy, err) : POISE_OK;
    if (code == POISE_OK)
        code = policy_scheme_check(&policy->scheme, POLICY_AT_L1, err);
    const policy_place first = has_string(policy->kind) ? POLICY_AT_SCHED : POLICY_AT_L1;
    if (code == POISE_OK)
        code = policy_scheme_hash_files(&policy->scheme, first, policy->file_hash, err);
    if (code == POISE_OK)
        code = policy_scheme_hash_files(&policy->scheme, POLICY_AT_L1, policy->memory_file_hash, err);
    return code;
}

/* Takes the scheme over, also when it fails. */
static int put(evaluate_policy_list *list, policy_scheme *scheme, evaluate_policy **policy, poise_error *err)
{
    *policy = &list->policies[list->n++];
    **policy = (evaluate_policy){.scheme = *scheme,
                                 .kind = kind_of(policy_scheme_at(scheme, POLICY_AT_SCHED)),
                                 .label = scheme->name,
                                 .short_name = strdup(scheme->name)};
    *scheme = (policy_scheme){0};
    if ((*policy)->short_name == NULL)
        return poise_fail(err, POISE_FAILED, "out of memory for policy '%s'", (*policy)->label);
    drop_folders((*policy)->short_name);
    return POISE_OK;
}

/* All of whose places have the baseline. */
static bool is_plain_gto(const policy_scheme *scheme)
{
    for (policy_place place = 0; place < POLICY_PLACES; place++)
        if (strcmp(policy_scheme_at(scheme, place), policy_places[place].baseline) != 0)
            return false;
    return true;
}

static size_t find_baseline(const evaluate_policy_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        if (is_plain_gto(&list->policies[i].scheme))
            return i;
    return 0;
}

static int take(evaluate_policy_list *list, policy_scheme_list *schemes, bool checks, poise_error *err)
{
    int code = POISE_OK;
    *list = (evaluate_policy_list){0};
    for (size_t i = 0; i < schemes->n && code == POISE_OK; i++) {
        evaluate_policy *policy;
        code = put(list, &schemes->scheme[i], &policy, err);
        if (code == POISE_OK && checks)
            code = check(policy, err);
    }
    policy_schemes_free(schemes);
    list->baseline = find_baseline(list);
    if (code != POISE_OK)
        evaluate_policy_list_free(list);
    return code;
}

int evaluate_policy_list_make(evaluate_policy_list *list, policy_scheme_list *schemes, poise_error *err)
{
    return take(list, schemes, true, err);
}

int evaluate_policy_list_of(evaluate_policy_list *list, policy_scheme_list *schemes, poise_error *err)
{
    return take(list, schemes, false, err);
}

int evaluate_policy_list_parse(evaluate_policy_list *list, const char *text, poise_error *err)
{
    policy_scheme_list schemes = {0};
    *list = (evaluate_policy_list){0};
    int code = policy_schemes_add(&schemes, text, err);
    if (code == POISE_OK)
        code = evaluate_policy_list_make(list, &schemes, err);
    policy_schemes_free(&schemes);
    return code;
}

void evaluate_policy_list_free(evaluate_policy_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        policy_scheme_free(&list->policies[i].scheme);
        free(list->policies[i].short_name);
    }
    *list = (evaluate_policy_list){0};
}
