#include "cli/policy_storage.h"

#include "sim/config/config.h"
#include "sim_hooks/builtin.h"
#include "sim_hooks/guard.h"
#include "sim_hooks/policy_calls.h"

static void ignore_tuple(void *opaque, uint32_t sm, uint32_t n, uint32_t p)
{
    (void)opaque, (void)sm, (void)n, (void)p;
}

static const sched_counters *no_counters(void *opaque, uint32_t sm)
{
    static const sched_counters zero;
    (void)opaque, (void)sm;
    return &zero;
}

/* Of a policy that create() has made with `code`; tables stand in the machine `copies` times. Policies
 * without state may leave functions out; one that could not be made whole may have left a state. */
static int measure(int code, void *state, uint64_t (*storage_bits)(const void *), void (*destroy)(void *),
                   int64_t copies, uint64_t *bits)
{
    if (code == POISE_OK)
        *bits = storage_bits == NULL ? 0 : storage_bits(state) * (uint64_t)copies;
    if (destroy != NULL && (code == POISE_OK || state != NULL))
        destroy(state);
    return code;
}

static int sched_storage(const policy_choice *choice, const sim_config *machine, uint64_t *bits,
                         poise_error *err)
{
    const sched_policy *policy = policy_functions(choice);
    const sched_host host = {
        .sms = machine->sms,
        .schedulers = machine->schedulers,
        .warps_per_scheduler = sim_warps_of_scheduler(machine, machine->warps),
        .warps = machine->warps,
        .l1 = {.sets = machine->l1_sets, .ways = machine->l1_ways},
        .set_tuple = ignore_tuple,
        .counters = no_counters,
    };
    void *state = NULL;
    int code = policy->create == NULL ? POISE_OK : policy->create(&host, choice->options, &state, err);
    return measure(code, state, policy->life.storage_bits, policy->life.destroy, 1, bits);
}

static int l1_storage(const policy_choice *choice, const sim_config *machine, uint64_t *bits,
                      poise_error *err)
{
    const cache_policy *policy = policy_functions(choice);
    const cache_host l1 = {.instance = {0, machine->sms},
                           .shape = {machine->l1_sets, machine->l1_ways},
                           .level = 1,
                           .sms = machine->sms,
                           .warps = machine->warps,
                           .writes_through = true};
    void *state = NULL;
    int code = policy->create(&l1, choice->options, &state, err);
    return measure(code, state, policy->life.storage_bits, policy->life.destroy, machine->sms, bits);
}

/* What all banks share is told by one of them. */
static int l2_storage(const policy_choice *choice, const sim_config *machine, uint64_t *bits,
                      poise_error *err)
{
    const cache_policy *policy = policy_functions(choice);
    int code = POISE_OK;
    *bits = 0;
    for (uint32_t i = 0; i < machine->l2_banks && code == POISE_OK; i++) {
        const cache_host bank = {.instance = {i, machine->l2_banks},
                                 .shape = {machine->l2_sets, machine->l2_ways},
                                 .level = 2,
                                 .sms = machine->sms,
                                 .warps = machine->warps,
                                 .writes_through = true};
        void *state = NULL;
        uint64_t of_bank = 0;
        code = policy->create(&bank, choice->options, &state, err);
        code = measure(code, state, policy->life.storage_bits, policy->life.destroy, 1, &of_bank);
        *bits += of_bank;
    }
    return code;
}

/* In all L1s; of a policy that no L1 may have in all L2 banks. */
static int cache_storage(const policy_choice *choice, const sim_config *machine, uint64_t *bits,
                         poise_error *err)
{
    const cache_policy *policy = policy_functions(choice);
    if (policy->route == NULL && l1_storage(choice, machine, bits, err) == POISE_OK)
        return POISE_OK;
    return l2_storage(choice, machine, bits, err);
}

static int dram_storage(const policy_choice *choice, const sim_config *machine, uint64_t *bits,
                        poise_error *err)
{
    const dram_policy *policy = policy_functions(choice);
    const dram_host channel = {.instance = {0, machine->channels},
                               .banks = machine->dram_banks,
                               .queue_entries = machine->dram_queue,
                               .sources = machine->sms,
                               .cpu_cycles = machine->cpu_mhz / machine->dram_mhz};
    void *state = NULL;
    int code = policy->create(&channel, choice->options, &state, err);
    return measure(code, state, policy->life.storage_bits, policy->life.destroy, machine->channels, bits);
}

static int tlb_storage(const policy_choice *choice, const sim_config *machine, uint64_t *bits,
                       poise_error *err)
{
    const tlb_policy *policy = policy_functions(choice);
    const tlb_host host = {.sms = machine->sms,
                           .page_bits = VM_BASE_BITS,
                           .handles = machine->sms * (machine->tlb_mshrs + machine->icache_mshrs)};
    void *state = NULL;
    int code = policy->create == NULL ? POISE_OK : policy->create(&host, choice->options, &state, err);
    return measure(code, state, policy->life.storage_bits, policy->life.destroy, 1, bits);
}

static int vm_storage(const policy_choice *choice, const sim_config *machine, uint64_t *bits,
                      poise_error *err)
{
    const vm_policy *policy = policy_functions(choice);
    const vm_host host = {.pages = machine->sms * (machine->tlb_mshrs + machine->icache_mshrs)};
    void *state = NULL;
    int code = policy->create == NULL ? POISE_OK : policy->create(&host, choice->options, &state, err);
    return measure(code, state, policy->life.storage_bits, policy->life.destroy, 1, bits);
}

int cli_policy_storage(policy_interface interface, const char *string, uint64_t *bits, poise_error *err)
{
    sim_config machine;
    sim_config_default(&machine);
    policy_choice choice = {0};
    int code = policy_choose(interface, string, &choice, err);
    if (code != POISE_OK)
        return code;
    policy_calls_begin();
    switch (interface) {
    case POLICY_SCHED: code = sched_storage(&choice, &machine, bits, err); break;
    case POLICY_CACHE: code = cache_storage(&choice, &machine, bits, err); break;
    case POLICY_DRAM: code = dram_storage(&choice, &machine, bits, err); break;
    case POLICY_TLB: code = tlb_storage(&choice, &machine, bits, err); break;
    case POLICY_VM: code = vm_storage(&choice, &machine, bits, err); break;
    default: code = poise_fail(err, POISE_FAILED, "no storage rule for interface %d", (int)interface); break;
    }
    policy_calls_end();
    code = policy_created(&choice, code, err);
    policy_choice_free(&choice);
    return code;
}
