#include "sim_hooks/registry.h"

#include "sim_hooks/builtin.h"

#include <stdlib.h>
#include <string.h>

static const policy_info *const sched_policies[] = {
    &sched_gto.info, &sched_lrr.info, &sched_swl.info, &sched_tuple.info, &sched_poise.info, NULL,
};
static const policy_info *const cache_policies[] = {&cache_lru.info, NULL};
static const policy_info *const dram_policies[] = {&dram_frfcfs.info, &dram_fcfs.info, NULL};

static const policy_info *const tlb_policies[] = {&tlb_none.info, NULL};
static const policy_info *const vm_policies[] = {&vm_identity.info, NULL};

static const struct {
    const char *name;
    const policy_info *const *policies;
} interfaces[POLICY_INTERFACES] = {
    [POLICY_SCHED] = {"sched", sched_policies}, [POLICY_CACHE] = {"cache", cache_policies},
    [POLICY_DRAM] = {"dram", dram_policies},    [POLICY_TLB] = {"tlb", tlb_policies},
    [POLICY_VM] = {"vm", vm_policies},
};

const char *policy_interface_name(policy_interface interface)
{
    return interfaces[interface].name;
}

const policy_info *policy_builtin(policy_interface interface, size_t i)
{
    const policy_info *const *list = interfaces[interface].policies;
    for (size_t k = 0; k < i && list[k]; k++) {
        if (!list[k + 1])
            return NULL;
    }
    return list[i];
}

static const policy_info *find(policy_interface interface, const char *name, poise_error *err)
{
    const char *names[64];
    size_t n = 0;
    for (const policy_info *const *p = interfaces[interface].policies; *p; p++) {
        if (!strcmp((*p)->name, name))
            return *p;
        if (n < sizeof names / sizeof *names - 1)
            names[n++] = (*p)->name;
    }
    names[n] = NULL;
    const char *near = poise_nearest(name, names);
    if (near)
        poise_fail(err, POISE_USAGE, "there is no %s policy '%s'; did you mean '%s'?",
                   interfaces[interface].name, name, near);
    else
        poise_fail(err, POISE_USAGE, "there is no %s policy '%s'; 'poise policies' lists them",
                   interfaces[interface].name, name);
    return NULL;
}

static int parse_options(policy_choice *choice, char *arguments, poise_error *err)
{
    const policy_info *p = choice->policy;
    if (p->options_size) {
        choice->options = calloc(1, p->options_size);
        if (!choice->options)
            return poise_fail(err, POISE_FAILED, "no memory for the options of policy %s", p->name);
        int code = poise_options_defaults(p->options, p->n_options, choice->options, err);
        if (code)
            return code;
    }
    if (!arguments || !*arguments)
        return 0;
    if (!p->n_options)
        return poise_fail(err, POISE_USAGE, "policy %s takes no arguments, but '%s' was given", p->name,
                          arguments);
    char what[80];
    snprintf(what, sizeof what, "policy %.40s", p->name);
    return poise_options_parse_colons(p->options, p->n_options, choice->options, what, arguments, err);
}

int policy_choose(policy_interface interface, const char *string, policy_choice *choice, poise_error *err)
{
    *choice = (policy_choice){.text = strdup(string), .label = strdup(string)};
    if (!choice->text || !choice->label) {
        policy_choice_free(choice);
        return poise_fail(err, POISE_FAILED, "no memory for policy '%s'", string);
    }
    char *arguments = strchr(choice->text, ':');
    if (arguments)
        *arguments++ = '\0';
    choice->policy = find(interface, choice->text, err);
    int code = choice->policy ? parse_options(choice, arguments, err) : POISE_USAGE;
    if (code)
        policy_choice_free(choice);
    return code;
}

void policy_choice_free(policy_choice *choice)
{
    free(choice->options);
    free(choice->text);
    free(choice->label);
    *choice = (policy_choice){0};
}
