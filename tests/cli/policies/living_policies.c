/* Policies of L1, L2, DRAM, tlb and vm that decide as simple ones do and tell of their own life. */
#include "sim_hooks/cache.h"
#include "sim_hooks/dram.h"
#include "sim_hooks/tlb.h"
#include "sim_hooks/vm.h"

#include <stdlib.h>

#define INFO(type, name_text)                                                                         \
    {                                                                                                 \
        .abi = POISE_POLICY_ABI, .struct_size = sizeof(type), .name = name_text, .summary = "a life", \
        .source = "a test"                                                                            \
    }

enum { PERIOD = 500, MOST_REQUESTS = 64 };

typedef struct life {
    policy_instance instance;
    uint64_t apps, apps_ended, begun, ended, gathers, late, wrong; /* wrong: what may never happen */
    uint64_t due, accesses, latest;
    const cache_host *cache;
    uint32_t n_requests, handle[MOST_REQUESTS], bank[MOST_REQUESTS]; /* of a channel, oldest first */
} life;

static int create(policy_instance instance, const cache_host *cache, void **state, poise_error *err)
{
    life *l = calloc(1, sizeof *l);
    if (!l)
        return poise_fail(err, POISE_FAILED, "no memory");
    l->instance = instance;
    l->cache = cache;
    l->wrong += instance.index >= instance.count;
    *state = l;
    return POISE_OK;
}

static uint64_t storage_bits(const void *state)
{
    (void)state;
    return 0;
}

static void app_begin(void *state, uint16_t app, uint64_t cycle)
{
    life *l = state;
    l->wrong += app || cycle || l->begun;
    l->apps++;
}

static void app_end(void *state, uint16_t app, uint64_t cycle)
{
    life *l = state;
    l->wrong += app || !cycle || l->begun != l->ended;
    l->apps_ended++;
}

static void destroy(void *state)
{
    const life *l = state;
    if (l->apps != l->apps_ended || l->wrong)
        abort();
    free(state);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    life *l = state;
    l->wrong +=
        launch->app || launch->cycle || !launch->kernel || !launch->warps || l->begun != l->ended || !l->apps;
    l->begun++;
    l->gathers = l->due = l->late = l->latest = 0;
}

static void launch_end(void *state, uint16_t app, uint64_t cycle)
{
    life *l = state;
    l->wrong += app || cycle < l->due - PERIOD;
    l->ended++;
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    for (uint32_t i = 0; i < count; i++) {
        life *l = states[i];
        l->wrong += l->instance.index != i || l->instance.count != count || cycle < l->due;
        l->late = cycle - l->due > l->late ? cycle - l->due : l->late;
        l->gathers++;
        l->due = cycle + PERIOD;
    }
    return PERIOD;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *out, size_t room)
{
    life sum = {0};
    for (uint32_t i = 0; i < count; i++) {
        const life *l = states[i];
        sum.apps += l->apps;
        sum.begun += l->begun;
        sum.ended += l->ended;
        sum.wrong += l->wrong;
        sum.accesses += l->accesses;
    }
    const life *first = states[0];
    const policy_statistic all[] = {
        {"states", "state", count},
        {"apps", "call", (double)sum.apps},
        {"begun", "call", (double)sum.begun},
        {"ended", "call", (double)sum.ended},
        {"gathers", "call", (double)first->gathers},
        {"late", "core cycle", (double)first->late},
        {"wrong", "1", (double)sum.wrong},
        {"used", "1", sum.accesses != 0},
    };
    size_t n = sizeof all / sizeof *all;
    for (size_t i = 0; i < n && i < room; i++)
        out[i] = all[i];
    return n;
}

#define LIFE                                                                                                \
    {                                                                                                       \
        .destroy = destroy, .storage_bits = storage_bits, .app_begin = app_begin, .app_end = app_end,       \
        .launch_begin = launch_begin, .launch_end = launch_end, .gather = gather, .statistics = statistics, \
    }

/* ---- cache ---- */

static int cache_create(const cache_host *host, const void *options, void **state, poise_error *err)
{
    (void)options;
    return create(host->instance, host, state, err);
}

static void note_cycle(life *l)
{
    uint64_t now = l->cache->cycle(l->cache->opaque);
    l->wrong += now < l->latest;
    l->latest = now;
    l->accesses++;
}

static void used(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)set, (void)way, (void)request;
    note_cycle(state);
}

static uint32_t victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    (void)set, (void)request;
    note_cycle(state);
    return (uint32_t)__builtin_ctz(candidates);
}

static const cache_policy cache = {.info = INFO(cache_policy, "cache"),
                                   .life = LIFE,
                                   .create = cache_create,
                                   .access = used,
                                   .victim = victim,
                                   .fill = used};

/* ---- dram: in order for each bank ---- */

static int dram_create(const dram_host *host, const void *options, void **state, poise_error *err)
{
    (void)options;
    return create(host->instance, NULL, state, err);
}

static bool can_accept(const void *state, const dram_request *request)
{
    (void)request;
    return ((const life *)state)->n_requests < MOST_REQUESTS;
}

static void accept(void *state, const dram_request *request)
{
    life *l = state;
    l->handle[l->n_requests] = request->handle;
    l->bank[l->n_requests++] = request->bank;
    l->accesses++;
}

static uint64_t banks_waiting(const void *state)
{
    const life *l = state;
    uint64_t banks = 0;
    for (uint32_t i = 0; i < l->n_requests; i++)
        banks |= UINT64_C(1) << l->bank[i];
    return banks;
}

static uint32_t next(void *state, const dram_view *view)
{
    life *l = state;
    uint32_t i = 0;
    while (!(view->idle >> l->bank[i] & 1))
        i++;
    uint32_t handle = l->handle[i];
    for (l->n_requests--; i < l->n_requests; i++) {
        l->handle[i] = l->handle[i + 1];
        l->bank[i] = l->bank[i + 1];
    }
    return handle;
}

static const dram_policy dram = {.info = INFO(dram_policy, "dram"),
                                 .life = LIFE,
                                 .create = dram_create,
                                 .can_accept = can_accept,
                                 .accept = accept,
                                 .banks_waiting = banks_waiting,
                                 .next = next};

/* ---- tlb, vm: one state each ---- */

static int tlb_create(const tlb_host *host, const void *options, void **state, poise_error *err)
{
    (void)host, (void)options;
    return create((policy_instance){0, 1}, NULL, state, err);
}

static const tlb_policy tlb = {.info = INFO(tlb_policy, "tlb"), .life = LIFE, .create = tlb_create};

static int vm_create(const vm_host *host, const void *options, void **state, poise_error *err)
{
    (void)host, (void)options;
    return create((policy_instance){0, 1}, NULL, state, err);
}

static vm_answer place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    (void)app, (void)cycle;
    ((life *)state)->accesses++;
    at->frame = page;
    return VM_PRESENT;
}

static const vm_policy vm = {
    .info = INFO(vm_policy, "vm"), .life = LIFE, .create = vm_create, .place = place};

const policy_library *poise_policies(void)
{
    static const policy_entry entries[] = {{POLICY_CACHE, &cache.info},
                                           {POLICY_DRAM, &dram.info},
                                           {POLICY_TLB, &tlb.info},
                                           {POLICY_VM, &vm.info}};
    static const policy_library library = POLICY_LIBRARY(entries);
    return &library;
}
