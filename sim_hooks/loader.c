/* Policies of shared objects. What can be checked without running them is: version, sizes, names, option
 * tables, mandatory functions. */
#include "common/member.h"
#include "sim_hooks/builtin.h"
#include "sim_hooks/guard.h"
#include "sim_hooks/registry.h"

#include <ctype.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- what a policy must have ---- */

typedef struct mandatory_function {
    const char *name;
    size_t offset;
} mandatory_function;

#define FUNCTION(type, member)          \
    {                                   \
#member, offsetof(type, member) \
    }
#define LIFE(type, member)                   \
    {                                        \
#member, offsetof(type, life.member) \
    }
static const mandatory_function of_sched[] = {FUNCTION(sched_policy, pick), {NULL, 0}};
static const mandatory_function of_cache[] = {FUNCTION(cache_policy, create),
                                              LIFE(cache_policy, destroy),
                                              LIFE(cache_policy, storage_bits),
                                              FUNCTION(cache_policy, access),
                                              FUNCTION(cache_policy, victim),
                                              FUNCTION(cache_policy, fill),
                                              {NULL, 0}};
static const mandatory_function of_dram[] = {
    FUNCTION(dram_policy, create),   LIFE(dram_policy, destroy),
    LIFE(dram_policy, storage_bits), FUNCTION(dram_policy, can_accept),
    FUNCTION(dram_policy, accept),   FUNCTION(dram_policy, banks_waiting),
    FUNCTION(dram_policy, next),     {NULL, 0}};
static const mandatory_function of_tlb[] = {{NULL, 0}};
static const mandatory_function of_vm[] = {{NULL, 0}};
#undef FUNCTION
#undef LIFE

static const struct {
    size_t struct_size;
    const mandatory_function *functions;
} rules[POLICY_INTERFACES] = {
    [POLICY_SCHED] = {sizeof(sched_policy), of_sched}, [POLICY_CACHE] = {sizeof(cache_policy), of_cache},
    [POLICY_DRAM] = {sizeof(dram_policy), of_dram},    [POLICY_TLB] = {sizeof(tlb_policy), of_tlb},
    [POLICY_VM] = {sizeof(vm_policy), of_vm},
};

bool policy_is_name(const char *name)
{
    size_t length = name == NULL ? 0 : strlen(name);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)name[i]) && name[i] != '_' && name[i] != '-')
            return false;
    return length > 0 && length < 64;
}

/* What every file and terminal takes. */
static bool is_unit(const char *unit)
{
    size_t length = 0;
    while (unit != NULL && unit[length] >= ' ' && unit[length] <= '~' && length < POLICY_STATISTIC_TEXT)
        length++;
    return unit != NULL && length < POLICY_STATISTIC_TEXT && unit[length] == '\0';
}

const char *policy_statistic_fault(const char *name, const char *unit)
{
    if (!policy_is_name(name))
        return "a name that is not 1 to 63 letters, digits, '_' and '-'";
    return is_unit(unit) ? NULL : "a unit that is not at most 63 printable ASCII characters";
}

static int check_functions(const char *path, policy_interface interface, const policy_info *policy,
                           poise_error *err)
{
    for (const mandatory_function *f = rules[interface].functions; f->name != NULL; f++) {
        void (*function)(void);
        memcpy(&function, poise_const_member(policy, f->offset), sizeof function);
        if (function == NULL)
            return poise_fail(err, POISE_FAILED, "%s: %s policy %s has no function %s()", path,
                              policy_interface_name(interface), policy->name, f->name);
    }
    return POISE_OK;
}

/* Defaults that do not parse would stop every use. */
static int check_options(const char *path, const policy_info *policy, poise_error *err)
{
    if (policy->n_options == 0)
        return POISE_OK;
    if (policy->options == NULL || policy->options_size == 0)
        return poise_fail(err, POISE_FAILED,
                          "%s: policy %s has %zu options, but no table or no struct for them", path,
                          policy->name, policy->n_options);
    void *target = calloc(1, policy->options_size);
    if (target == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for the options of policy %s", policy->name);
    int code = poise_options_defaults(policy->options, policy->n_options, target, err);
    free(target);
    return code == POISE_OK ? code : poise_error_prefix(err, "%s: policy %s", path, policy->name);
}

static int check_entry(const char *path, const policy_entry *entry, poise_error *err)
{
    const policy_info *policy = entry->policy;
    if ((int)entry->interface < 0 || entry->interface >= POLICY_INTERFACES || policy == NULL)
        return poise_fail(err, POISE_FAILED, "%s: an entry without policy, or of an unknown interface", path);
    if (policy->abi != POISE_POLICY_ABI)
        return poise_fail(err, POISE_DAMAGED, "%s: a policy of ABI version %u; this simulator has version %d",
                          path, policy->abi, POISE_POLICY_ABI);
    if (!policy_is_name(policy->name))
        return poise_fail(err, POISE_FAILED, "%s: a policy without a name of letters, digits, '_' and '-'",
                          path);
    if (policy->struct_size != rules[entry->interface].struct_size)
        return poise_fail(err, POISE_DAMAGED,
                          "%s: policy %s has %u bytes, a %s policy of this simulator %zu: build it again",
                          path, policy->name, policy->struct_size, policy_interface_name(entry->interface),
                          rules[entry->interface].struct_size);
    int code = check_functions(path, entry->interface, policy, err);
    return code != POISE_OK ? code : check_options(path, policy, err);
}

static int check_library(const char *path, const policy_library *library, poise_error *err)
{
    if (library == NULL)
        return poise_fail(err, POISE_FAILED, "%s: poise_policies() names no policies", path);
    if (library->abi != POISE_POLICY_ABI || library->struct_size != sizeof *library)
        return poise_fail(err, POISE_DAMAGED,
                          "%s: built for policy ABI version %u; this simulator has version %d", path,
                          library->abi, POISE_POLICY_ABI);
    if (library->entries == NULL || library->n_entries == 0)
        return poise_fail(err, POISE_FAILED, "%s: poise_policies() names no policies", path);
    for (size_t i = 0; i < library->n_entries; i++) {
        int code = check_entry(path, &library->entries[i], err);
        if (code != POISE_OK)
            return code;
    }
    return POISE_OK;
}

/* ---- loading ---- */

enum { MOST_LIBRARIES = 64 };
static struct {
    pthread_mutex_t lock;
    size_t n;
    char *path[MOST_LIBRARIES];
    const policy_library *library[MOST_LIBRARIES];
} loaded = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int check_object(const char *path, void *object, const policy_library **library, poise_error *err)
{
    if (object == NULL)
        return poise_fail(err, POISE_FAILED, "cannot load policies: %s", dlerror());
    void *symbol = dlsym(object, "poise_policies");
    const policy_library *(*entry)(void);
    memcpy(&entry, &symbol, sizeof entry);
    int code = entry == NULL ? poise_fail(err, POISE_FAILED,
                                          "%s: no function poise_policies(): not a policy library", path)
                             : check_library(path, *library = entry(), err);
    if (code != POISE_OK)
        dlclose(object);
    return code;
}

static int open_library(const char *path, const policy_library **library, poise_error *err)
{
    int code = policy_guard_begin_loading(path, err);
    if (code != POISE_OK)
        return code;
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    code = check_object(path, object, library, err);
    policy_guard_end_loading(path, object, code == POISE_OK ? *library : NULL);
    return code;
}

static int load(const char *path, const policy_library **library, poise_error *err)
{
    for (size_t i = 0; i < loaded.n; i++) {
        if (strcmp(loaded.path[i], path) == 0) {
            *library = loaded.library[i];
            return POISE_OK;
        }
    }
    if (loaded.n == MOST_LIBRARIES)
        return poise_fail(err, POISE_FAILED, "more than %d policy libraries", (int)MOST_LIBRARIES);
    char *copy = strdup(path);
    if (copy == NULL)
        return poise_fail(err, POISE_FAILED, "no memory for policy library %s", path);
    int code = open_library(path, library, err);
    if (code != POISE_OK) {
        free(copy);
        return code;
    }
    loaded.path[loaded.n] = copy;
    loaded.library[loaded.n++] = *library;
    return POISE_OK;
}

int policy_load(const char *path, const policy_library **library, poise_error *err)
{
    char in_folder[4096]; /* dlopen searches the system for names without a slash */
    snprintf(in_folder, sizeof in_folder, "%s%s", strchr(path, '/') ? "" : "./", path);
    pthread_mutex_lock(&loaded.lock);
    int code = load(in_folder, library, err);
    pthread_mutex_unlock(&loaded.lock);
    return code;
}

size_t policy_file_length(const char *string)
{
    size_t before_arguments = strcspn(string, ":");
    for (size_t i = before_arguments; i >= 3; i--) {
        bool ends = i == before_arguments || string[i] == '/';
        if (ends && memcmp(string + i - 3, ".so", 3) == 0)
            return i;
    }
    return 0;
}
