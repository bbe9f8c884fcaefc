/* `poise policies`: what is built in; `poise policies NAME`: its options, source and storage cost. */
#include "cli/policy_storage.h"
#include "cli/verb.h"
#include "evaluate/policy_list.h"
#include "sim_hooks/scheme.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MAX_POLICY_NAMES = 256 /* only for "did you mean" */, NAME_TEXT = 128 };

static void list_interface(policy_interface interface)
{
    printf("%s\n", policy_interface_name(interface));
    const policy_info *info;
    for (size_t i = 0; (info = policy_builtin(interface, i)) != NULL; i++)
        printf("  %-16s %s\n", info->name, info->summary);
}

static void list_all(void)
{
    for (int interface = 0; interface < POLICY_INTERFACES; interface++)
        list_interface((policy_interface)interface);
    printf("\n'poise policies NAME' shows options, source and storage of one; a whole policy string may "
           "stand for NAME.\n'poise evaluate --help' has those that a profile makes: static_best, and swl "
           "without its N.\n");
}

/* Whether the name part of the policy string is this policy. */
static bool is_named(const char *string, const policy_info *info)
{
    size_t length = strcspn(string, ":");
    return strlen(info->name) == length && strncmp(info->name, string, length) == 0;
}

/* The policy of that name of an interface, NULL = none. */
static const policy_info *find_policy(const char *string, policy_interface interface)
{
    const policy_info *info;
    for (size_t k = 0; (info = policy_builtin(interface, k)) != NULL; k++)
        if (is_named(string, info))
            return info;
    return NULL;
}

static int refuse(const char *string, poise_error *err)
{
    if (evaluate_policy_refuse_own(string, err) != POISE_OK)
        return POISE_USAGE;
    const char *names[MAX_POLICY_NAMES + 1] = {0};
    size_t n = 0;
    for (int i = 0; i < POLICY_INTERFACES; i++) {
        const policy_info *info;
        for (size_t k = 0; n < MAX_POLICY_NAMES && (info = policy_builtin((policy_interface)i, k)) != NULL;
             k++)
            names[n++] = info->name;
    }
    int length = (int)strcspn(string, ":");
    char name[NAME_TEXT];
    snprintf(name, sizeof name, "%.*s", length, string);
    const char *nearest = poise_nearest(name, names);
    if (nearest != NULL)
        return poise_fail(err, POISE_USAGE, "unknown policy '%s': did you mean '%s'?", name, nearest);
    return poise_fail(err, POISE_USAGE, "unknown policy '%s': 'poise policies' lists what is built in", name);
}

static int show_one(policy_interface interface, const policy_info *info, const char *string, poise_error *err)
{
    uint64_t bits = 0;
    int code = cli_policy_storage(interface, string, &bits, err);
    if (code != POISE_OK)
        return code;
    printf("%s: %s\ninterface: %s\nsource:    %s\n", info->name, info->summary,
           policy_interface_name(interface), info->source);
    printf("storage:   %llu bits (%.1f bytes) in the GPU of the thesis machine\n", (unsigned long long)bits,
           (double)bits / 8);
    if (info->storage)
        printf("           %s\n", info->storage);
    if (info->n_options > 0) {
        printf("arguments, in this order or as name=value, separated by colons:\n");
        poise_options_help(info->options, info->n_options, stdout);
    }
    return POISE_OK;
}

/* "PLACE:" before the policy, as in schemes: which interface is meant; *string becomes what follows. */
static bool names_place(const char **string, policy_interface *interface)
{
    const size_t length = strcspn(*string, ":");
    for (int i = 0; i < POLICY_PLACES; i++) {
        const char *place = policy_places[i].name;
        if ((*string)[length] == '\0' || strlen(place) != length || strncmp(place, *string, length) != 0)
            continue;
        *interface = policy_places[i].interface;
        *string += length + 1;
        return true;
    }
    return false;
}

/* All of that name: the parts of MASK have one. */
static int show(const char *string, poise_error *err)
{
    policy_interface only = POLICY_INTERFACES;
    const bool is_one = names_place(&string, &only);
    int code = POISE_OK, n = 0;
    for (int i = 0; i < POLICY_INTERFACES && code == POISE_OK; i++) {
        const policy_info *info = is_one && i != (int)only ? NULL : find_policy(string, (policy_interface)i);
        if (info && n++)
            printf("\n");
        if (info)
            code = show_one((policy_interface)i, info, string, err);
    }
    return n ? code : refuse(string, err);
}

/* "FILE.so": what is in it; "FILE.so/NAME": one of these. */
static int show_of_file(const char *string, size_t file_length, poise_error *err)
{
    char file[POISE_ERROR_TEXT];
    snprintf(file, sizeof file, "%.*s", (int)file_length, string);
    const policy_library *library;
    int code = policy_load(file, &library, err);
    if (code != POISE_OK)
        return code;
    const char *name = string + file_length + (string[file_length] == '/');
    for (size_t i = 0; i < library->n_entries; i++) {
        const policy_entry *entry = &library->entries[i];
        if (string[file_length] == '\0')
            printf("%-6s %-14s %s\n", policy_interface_name(entry->interface), entry->policy->name,
                   entry->policy->summary);
        else if (is_named(name, entry->policy) || *name == ':')
            return show_one(entry->interface, entry->policy, string, err);
    }
    if (string[file_length] == '\0')
        return POISE_OK;
    return poise_fail(err, POISE_USAGE, "%s has no policy '%s'; 'poise policies %s' lists them", file, name,
                      file);
}

static int run(const void *options, int n_words, char **words, poise_error *err)
{
    (void)options;
    if (n_words > 1)
        return poise_fail(err, POISE_USAGE, "one policy at a time, not %d", n_words);
    if (n_words == 1 && policy_file_length(words[0]) > 0)
        return show_of_file(words[0], policy_file_length(words[0]), err);
    if (n_words == 1)
        return show(words[0], err);
    list_all();
    return POISE_OK;
}

const cli_verb verb_policies = {
    .name = "policies",
    .summary = "list the policies, or show options, source and storage cost of one",
    .synopsis = "[POLICY | FILE.so]",
    .run = run,
};
