/* Policies that break the contract in one way each, chosen by -DFAULT=NUMBER. */
#include "sim_hooks/cache.h"
#include "sim_hooks/dram.h"
#include "sim_hooks/sched.h"
#include "sim_hooks/tlb.h"
#include "sim_hooks/vm.h"

#include <stdlib.h>

#ifndef FAULT
#define FAULT 0
#endif
enum {
    OLD_VERSION,
    OLD_LIBRARY,
    OTHER_SIZE,
    NO_NAME,
    NO_FUNCTION,
    BAD_DEFAULT,
    NOTHING,
    ILLEGAL_PICK,
    ILLEGAL_TUPLE,
    HOLDS_ALL_BACK,
    ILLEGAL_WAY,
    ILLEGAL_REQUEST,
    TRANSLATION_WAITS,
    PAGE_WAITS,
    ROUTE_OF_L1,
    fault = FAULT,
};

static sched_host host;

static int create(const sched_host *offered, const void *options, void **state, poise_error *err)
{
    (void)options, (void)err;
    host = *offered;
    *state = &host;
    return POISE_OK;
}

static void destroy(void *state)
{
    (void)state;
}

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    return fault == ILLEGAL_PICK ? 63 : (unsigned)__builtin_ctzll(view->ready);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)state;
    if (fault == ILLEGAL_TUPLE)
        host.set_tuple(host.opaque, 0, launch->warps, launch->warps + 1);
    if (fault == HOLDS_ALL_BACK)
        host.set_rights(host.opaque, 0, &(sched_rights){.load = ~0ull, .pollute = ~0ull});
}

static const poise_option options[] = {{.name = "n",
                                        .type = POISE_OPT_INT,
                                        .default_text = fault == BAD_DEFAULT ? "many" : "1",
                                        .min = 0,
                                        .max = 9,
                                        .help = "nothing"}};

static const sched_policy sched = {
    .info = {.abi = fault == OLD_VERSION ? 0 : POISE_POLICY_ABI,
             .struct_size = fault == OTHER_SIZE ? 8 : sizeof(sched_policy),
             .name = fault == NO_NAME ? "a b" : "bad",
             .summary = "bad",
             .source = "a test",
             .options = options,
             .n_options = 1,
             .options_size = sizeof(int64_t)},
    .create = create,
    .life.destroy = destroy,
    .pick = fault == NO_FUNCTION ? NULL : pick,
    .life.launch_begin = launch_begin,
};

static int cache_create(const cache_host *cache, const void *option, void **state, poise_error *err)
{
    (void)cache, (void)option, (void)err;
    *state = &host;
    return POISE_OK;
}

static uint64_t no_bits(const void *state)
{
    return (uint64_t)(state == NULL);
}

static void note(void *state, uint32_t set, uint32_t way, const mem_request *request)
{
    (void)state, (void)set, (void)way, (void)request;
}

static uint32_t victim(void *state, uint32_t set, uint32_t candidates, const mem_request *request)
{
    (void)state, (void)set, (void)request;
    return fault == ILLEGAL_WAY ? 31 : (uint32_t)__builtin_ctz(candidates);
}

static cache_route route(void *state, const mem_request *request)
{
    (void)state, (void)request;
    return CACHE_LOOK_UP;
}

#define INFO(type)                                                                             \
    {                                                                                          \
        .abi = POISE_POLICY_ABI, .struct_size = sizeof(type), .name = "bad", .summary = "bad", \
        .source = "a test"                                                                     \
    }
static const cache_policy cache = {
    .info = INFO(cache_policy),
    .create = cache_create,
    .life.destroy = destroy,
    .life.storage_bits = no_bits,
    .access = note,
    .victim = victim,
    .fill = note,
    .route = fault == ROUTE_OF_L1 ? route : NULL,
};

static int dram_create(const dram_host *channel, const void *option, void **state, poise_error *err)
{
    (void)channel, (void)option;
    *state = calloc(1, sizeof(uint64_t));
    return *state == NULL ? poise_fail(err, POISE_FAILED, "no memory") : POISE_OK;
}

static bool can_accept(const void *state, const dram_request *request)
{
    (void)state, (void)request;
    return true;
}

static void accept(void *state, const dram_request *request)
{
    *(uint64_t *)state |= 1ull << request->bank;
}

static uint64_t banks_waiting(const void *state)
{
    return *(const uint64_t *)state;
}

static uint32_t next(void *state, const dram_view *view)
{
    (void)state, (void)view;
    return 1u << 30;
}

static const dram_policy dram = {
    .info = INFO(dram_policy),
    .create = dram_create,
    .life.destroy = free,
    .life.storage_bits = no_bits,
    .can_accept = can_accept,
    .accept = accept,
    .banks_waiting = banks_waiting,
    .next = next,
};

static tlb_answer look_up(void *state, const mem_request *request, uint64_t cycle)
{
    (void)state, (void)request, (void)cycle;
    return TLB_MISS;
}
static uint64_t tlb_tick(void *state, uint64_t cycle)
{
    (void)state, (void)cycle;
    return UINT64_MAX;
}
static const tlb_policy tlb = {.info = INFO(tlb_policy), .look_up = look_up, .tick = tlb_tick};

static vm_answer place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    (void)state, (void)app, (void)page, (void)at, (void)cycle;
    return VM_FAULT;
}
static const vm_policy vm = {.info = INFO(vm_policy), .place = place};

const policy_library *poise_policies(void)
{
    static const policy_entry entries[] = {{POLICY_SCHED, &sched.info},
                                           {POLICY_CACHE, &cache.info},
                                           {POLICY_DRAM, &dram.info},
                                           {POLICY_TLB, &tlb.info},
                                           {POLICY_VM, &vm.info}};
    static policy_library library = POLICY_LIBRARY(entries);
    library.abi = fault == OLD_LIBRARY ? 999 : POISE_POLICY_ABI;
    library.n_entries = fault == NOTHING ? 0 : sizeof entries / sizeof entries[0];
    return &library;
}
