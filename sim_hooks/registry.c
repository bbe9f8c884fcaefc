#include "sim_hooks/registry.h"

#include "common/file.h"
#include "sim_hooks/builtin.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const policy_info *const sched_policies[] = {
    &sched_gto.info,           &sched_lrr.info,       &sched_swl.info,
    &sched_tuple.info,         &sched_poise.info,     &sched_ccws.info,
    &sched_daws.info,          &sched_two_level.info, &sched_two_level_active.info,
    &sched_warp_limiting.info, &sched_pcal.info,      &sched_pcal_swl.info,
    &sched_apres.info,         &sched_pc_bypass.info, NULL,
};
static const policy_info *const cache_policies[] = {&cache_lru.info,
                                                    &cache_eaf.info,
                                                    &cache_apcm.info,
                                                    &cache_adaptive_bypass.info,
                                                    &cache_locality_filter.info,
                                                    &cache_dip.info,
                                                    &cache_srrip.info,
                                                    &cache_drrip.info,
                                                    &cache_ship.info,
                                                    &cache_pcal_l2.info,
                                                    &cache_pc_byp.info,
                                                    &cache_rand_byp.info,
                                                    &cache_oracle_byp.info,
                                                    &cache_warp_types.info,
                                                    &cache_wbyp.info,
                                                    &cache_wip.info,
                                                    &cache_medic.info,
                                                    &cache_medic_reuse.info,
                                                    &cache_mask.info,
                                                    NULL};
static const policy_info *const dram_policies[] = {&dram_frfcfs.info, &dram_fcfs.info,
                                                   &dram_atlas.info,  &dram_wms.info,
                                                   &dram_bliss.info,  &dram_cfrfcfs.info,
                                                   &dram_ctcm.info,   &dram_parbs.info,
                                                   &dram_tcm.info,    &dram_sms.info,
                                                   &dram_wg.info,     &dram_drain.info,
                                                   &dram_mask.info,   NULL};
static const policy_info *const tlb_policies[] = {&tlb_none.info,  &tlb_shared_tlb.info, &tlb_pwcache.info,
                                                  &tlb_ideal.info, &tlb_mask.info,       NULL};
static const policy_info *const vm_policies[] = {
    &vm_identity.info, &vm_demand.info, &vm_gpu_mmu.info, &vm_mosaic.info, &vm_fcfs.info,
    &vm_gpuswap.info,  &vm_gdev.info,   &vm_managed.info, &vm_out.info,    NULL};

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

enum { MOST_NAMES = 64 }; /* for "did you mean" */

static int no_such(policy_interface interface, const char *where, const char *name, const char *const *names,
                   poise_error *err)
{
    const char *near = poise_nearest(name, names);
    if (near)
        return poise_fail(err, POISE_USAGE, "there is no %s policy '%s'%s; did you mean '%s'?",
                          interfaces[interface].name, name, where, near);
    return poise_fail(err, POISE_USAGE, "there is no %s policy '%s'%s; 'poise policies%s%s' lists them",
                      interfaces[interface].name, name, where, *where ? " " : "", *where ? where + 4 : "");
}

/* In a shared object; without a name its only policy of the interface. */
static int find_in(const char *path, policy_interface interface, const char *name, const policy_info **found,
                   poise_error *err)
{
    const policy_library *library;
    int code = policy_load(path, &library, err);
    if (code != POISE_OK)
        return code;
    const char *names[MOST_NAMES + 1];
    size_t n = 0;
    for (size_t i = 0; i < library->n_entries && n < MOST_NAMES; i++) {
        const policy_entry *entry = &library->entries[i];
        if (entry->interface != interface)
            continue;
        if (!*name || !strcmp(entry->policy->name, name))
            *found = entry->policy;
        names[n++] = entry->policy->name;
    }
    names[n] = NULL;
    if (n == 0)
        return poise_fail(err, POISE_USAGE, "%s has no %s policy", path, interfaces[interface].name);
    if (!*name && n > 1)
        return poise_fail(err, POISE_USAGE, "%s has %zu %s policies: write %s/NAME", path, n,
                          interfaces[interface].name, path);
    if (*found)
        return POISE_OK;
    char where[4096];
    snprintf(where, sizeof where, " in %s", path);
    return no_such(interface, where, name, names, err);
}

/* Among the built-in ones, then among those that are installed. */
static int find(policy_interface interface, const char *name, const policy_info **found, poise_error *err)
{
    const char *names[MOST_NAMES + 1];
    size_t n = 0;
    for (const policy_info *const *p = interfaces[interface].policies; *p; p++) {
        if (!strcmp((*p)->name, name)) {
            *found = *p;
            return POISE_OK;
        }
        if (n < MOST_NAMES)
            names[n++] = (*p)->name;
    }
    names[n] = NULL;
    char installed[64 + PATH_MAX], file[128];
    snprintf(file, sizeof file, "policies/%.64s.so", name);
    if (policy_is_name(name) && poise_find_installed(file, installed, sizeof installed, NULL) == POISE_OK)
        return find_in(installed, interface, name, found, err);
    return no_such(interface, "", name, names, err);
}

static int parse_options(policy_choice *choice, char *arguments, poise_error *err)
{
    const policy_info *p = choice->policy;
    if (p->options_size) {
        choice->options = calloc(1, p->options_size);
        if (!choice->options)
            return poise_fail(err, POISE_FAILED, "no memory for the options of policy %s", p->name);
        int code = poise_options_defaults(p->options, p->n_options, choice->options, err);
        if (code != POISE_OK)
            return code;
    }
    if (!arguments || !*arguments)
        return POISE_OK;
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
    size_t file = policy_file_length(choice->text);
    char *name = choice->text + file, *arguments = strchr(name, ':');
    if (arguments)
        *arguments++ = '\0';
    if (file && *name == '/')
        *name++ = '\0';
    int code = file ? find_in(choice->text, interface, name, &choice->policy, err)
                    : find(interface, name, &choice->policy, err);
    code = code != POISE_OK ? code : parse_options(choice, arguments, err);
    if (code != POISE_OK)
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
