/* Policies that ask for, or tell, what they may not: one thing each, chosen by their option. */
#include "sim_hooks/dram.h"
#include "sim_hooks/sched.h"
#include "sim_hooks/tlb.h"
#include "sim_hooks/vm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct asking_options {
    const char *what;
} asking_options;

static const poise_option options[] = {{.name = "what",
                                        .type = POISE_OPT_STRING,
                                        .default_text = "nothing",
                                        .offset = offsetof(asking_options, what),
                                        .help = "what it does"}};

#define INFO(type, policy)                                                                             \
    {                                                                                                  \
        .abi = POISE_POLICY_ABI, .struct_size = sizeof(type), .name = policy, .summary = "",           \
        .source = "a test", .options = options, .n_options = 1, .options_size = sizeof(asking_options) \
    }

static char what[32];

static bool does(const char *name)
{
    return strcmp(what, name) == 0;
}

static void choose(const void *given)
{
    snprintf(what, sizeof what, "%s", ((const asking_options *)given)->what);
}

/* ---- sched ---- */

static const sched_host *host;

static int create(const sched_host *offered, const void *given, void **state, poise_error *err)
{
    (void)err;
    choose(given);
    host = offered;
    *state = what;
    if (does("early_tuple"))
        host->set_tuple(host->opaque, 0, 1, 1);
    if (does("early_kernel"))
        host->kernel(host->opaque);
    return POISE_OK;
}

static void destroy(void *state)
{
    (void)state;
    if (does("late_tuple"))
        host->set_tuple(host->opaque, 0, 1, 1);
}

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    return (unsigned)__builtin_ctzll(view->ready);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)state, (void)launch;
    sched_memory use;
    if (does("tuple_sm"))
        host->set_tuple(host->opaque, host->sms, 1, 1);
    if (does("rights_sm"))
        host->set_rights(host->opaque, UINT32_MAX, &(sched_rights){~0ull, ~0ull, ~0ull});
    if (does("no_rights"))
        host->set_rights(host->opaque, 0, NULL);
    if (does("loads_sm"))
        host->set_loads(host->opaque, host->sms, &(uint64_t){1}, 1);
    if (does("no_loads"))
        host->set_loads(host->opaque, 0, NULL, 1);
    if (does("early_memory"))
        host->memory(host->opaque, &use);
}

static uint64_t tick(void *state, uint32_t sm, uint64_t cycle)
{
    (void)state, (void)sm, (void)cycle;
    if (does("counters_sm") && host->counters(host->opaque, host->sms)->warp_insts != 0)
        abort();
    if (does("prefetch_sm"))
        host->prefetch(host->opaque, host->sms, 0, 0);
    if (does("prefetch_warp"))
        host->prefetch(host->opaque, 0, host->warps, 0);
    return UINT64_MAX; /* never again */
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)states, (void)count, (void)cycle;
    if (does("no_memory"))
        host->memory(host->opaque, NULL);
    return UINT64_MAX - 1;
}

static size_t statistics(void *const *states, uint32_t count, policy_statistic *all, size_t room)
{
    (void)states, (void)count;
    static const policy_statistic some[] = {{"a", "1", 1}, {"b", "1", 0}, {"c", "1", 3}};
    memcpy(all, some, sizeof some);
    if (does("figure_null"))
        all[1].name = NULL;
    if (does("figure_name"))
        all[1].name = "b = 2\n";
    if (does("figure_unit"))
        all[1].unit = NULL;
    if (does("figure_twice"))
        all[2].name = "b";
    if (does("figure_undefined"))
        all[1].value = (double)NAN;
    if (does("figure_counters"))
        all[1].value = (double)host->counters(host->opaque, host->sms)->warp_insts;
    return does("figures") ? room + 1 : 3;
}

static const sched_policy sched = {
    .info = INFO(sched_policy, "asks"),
    .create = create,
    .life.destroy = destroy,
    .pick = pick,
    .life.launch_begin = launch_begin,
    .tick = tick,
    .life.gather = gather,
    .life.statistics = statistics,
};

/* ---- dram: all requests of a bank in a mask, and one that does not exist ---- */

static int dram_create(const dram_host *channel, const void *given, void **state, poise_error *err)
{
    (void)channel, (void)err;
    choose(given);
    *state = what;
    return POISE_OK;
}

static uint64_t no_bits(const void *state)
{
    (void)state;
    return 0;
}

static bool can_accept(const void *state, const dram_request *request)
{
    (void)state, (void)request;
    return true;
}

static void accept(void *state, const dram_request *request)
{
    (void)state, (void)request;
}

static uint64_t banks_waiting(const void *state)
{
    (void)state;
    return 1ull << 63;
}

static uint32_t next(void *state, const dram_view *view)
{
    (void)state, (void)view;
    return 0;
}

static const dram_policy dram = {
    .info = INFO(dram_policy, "banks"),
    .create = dram_create,
    .life.destroy = destroy,
    .life.storage_bits = no_bits,
    .can_accept = can_accept,
    .accept = accept,
    .banks_waiting = banks_waiting,
    .next = next,
};

/* ---- tlb: an L1 TLB that never hits, and a shared side that answers at once ---- */

static const tlb_host *of_tlb;

static int tlb_create(const tlb_host *offered, const void *given, void **state, poise_error *err)
{
    (void)state, (void)err;
    choose(given);
    of_tlb = offered;
    if (does("early_frame"))
        of_tlb->frame(of_tlb->opaque, 0, 0);
    return POISE_OK;
}

static tlb_answer look_up(void *state, const mem_request *request, uint64_t cycle)
{
    (void)state, (void)request, (void)cycle;
    if (does("sm_translated"))
        of_tlb->translated(of_tlb->opaque, 0);
    if (does("sm_read"))
        of_tlb->read(of_tlb->opaque, &(tlb_read){.depth = 1});
    return does("hits") ? TLB_HIT : TLB_MISS;
}

static void fill(void *state, uint32_t sm, const tlb_page *page, uint64_t cycle)
{
    (void)state, (void)sm, (void)page, (void)cycle;
}

static void ask(void *state, uint32_t handle, const mem_request *request, uint64_t cycle)
{
    (void)state, (void)cycle;
    if (does("unknown"))
        of_tlb->frame(of_tlb->opaque, request->app, UINT64_C(1) << 40);
    if (!does("absent"))
        of_tlb->frame(of_tlb->opaque, request->app, request->virtual_address);
    if (does("reads"))
        for (uint32_t i = 0; i <= TLB_READS; i++)
            of_tlb->read(of_tlb->opaque, &(tlb_read){.address = i, .depth = 1});
    if (does("address"))
        of_tlb->read(of_tlb->opaque, &(tlb_read){.address = UINT64_MAX, .depth = 1});
    if (does("forgets"))
        return;
    of_tlb->translated(of_tlb->opaque, does("handle") ? of_tlb->handles : handle);
    if (does("twice"))
        of_tlb->translated(of_tlb->opaque, handle);
}

static void read_done(void *state, uint32_t token, bool from_dram, uint64_t cycle)
{
    (void)state, (void)token, (void)from_dram, (void)cycle;
}

static void arrived(void *state, uint16_t app, uint64_t address, uint64_t cycle)
{
    (void)state, (void)app, (void)address, (void)cycle;
}

static uint64_t tlb_tick(void *state, uint64_t cycle)
{
    (void)state, (void)cycle;
    return UINT64_MAX;
}

static void restart(void *state)
{
    (void)state;
}

static void flush(void *state, uint16_t app)
{
    (void)state, (void)app;
}

static void invalidate(void *state, const tlb_page *page)
{
    (void)state, (void)page;
}

static const tlb_policy tlb = {
    .info = INFO(tlb_policy, "walks"),
    .create = tlb_create,
    .look_up = look_up,
    .fill = fill,
    .ask = ask,
    .read_done = read_done,
    .present = arrived,
    .tick = tlb_tick,
    .restart = restart,
    .flush = flush,
    .invalidate = invalidate,
};

/* ---- vm: pages in reverse order ---- */

static const vm_host *of_vm;
static uint64_t placed;

static int vm_create(const vm_host *offered, const void *given, void **state, poise_error *err)
{
    (void)state, (void)err;
    choose(given);
    of_vm = offered;
    if (does("early_transfer"))
        of_vm->transfer(of_vm->opaque, 0, 0, true);
    return POISE_OK;
}

static uint8_t page_bits(const void *state)
{
    (void)state;
    return does("page_bits") ? 16 : VM_BASE_BITS;
}

static vm_answer place(void *state, uint16_t app, uint64_t page, vm_place *at, uint64_t cycle)
{
    (void)state, (void)cycle;
    at->frame = (UINT64_C(1) << 24) - placed++;
    if (does("present"))
        of_vm->present(of_vm->opaque, app, page);
    if (does("coalesce"))
        of_vm->coalesce(of_vm->opaque, app, page >> 9);
    if (does("splinter"))
        of_vm->splinter(of_vm->opaque, app, page >> 9);
    if (does("move"))
        of_vm->move(of_vm->opaque, app, page, 0);
    if (does("unmap"))
        of_vm->unmap(of_vm->opaque, app, page);
    if (does("stall"))
        of_vm->stall(of_vm->opaque, 1);
    if (does("frame"))
        at->frame = UINT64_MAX;
    if (does("taken"))
        at->frame = 7;
    if (does("size"))
        at->page_bits = 13;
    if (does("overlaps") && placed > 1)
        at->page_bits = VM_LARGE_BITS;
    if (does("transfers"))
        for (uint32_t i = 0; i < 100000; i++)
            of_vm->transfer(of_vm->opaque, 0, 1, true);
    return VM_PRESENT;
}

static void allocate(void *state, uint16_t app, uint64_t address, uint64_t bytes, uint64_t cycle)
{
    (void)state, (void)bytes, (void)cycle;
    if (does("coalesces"))
        of_vm->coalesce(of_vm->opaque, app, address >> VM_LARGE_BITS);
    if (does("splinters"))
        of_vm->splinter(of_vm->opaque, app, address >> VM_LARGE_BITS);
    if (does("moved"))
        of_vm->move(of_vm->opaque, app, address >> VM_BASE_BITS, 0);
    if (does("unmaps"))
        of_vm->unmap(of_vm->opaque, app, address >> VM_BASE_BITS);
}

static const vm_policy vm = {.info = INFO(vm_policy, "moves"),
                             .create = vm_create,
                             .page_bits = page_bits,
                             .place = place,
                             .allocate = allocate};

/* ---- tlb: an L1 TLB alone, which may not miss ---- */

static tlb_answer look_up_alone(void *state, const mem_request *request, uint64_t cycle)
{
    (void)state, (void)request;
    return cycle > 50 ? TLB_MISS : TLB_HIT;
}

static const tlb_policy alone = {.info = {.abi = POISE_POLICY_ABI,
                                          .struct_size = sizeof(tlb_policy),
                                          .name = "alone",
                                          .summary = "has look_up() alone, and misses",
                                          .source = "a test"},
                                 .look_up = look_up_alone};

const policy_library *poise_policies(void)
{
    static const policy_entry entries[] = {{POLICY_SCHED, &sched.info},
                                           {POLICY_DRAM, &dram.info},
                                           {POLICY_TLB, &tlb.info},
                                           {POLICY_TLB, &alone.info},
                                           {POLICY_VM, &vm.info}};
    static const policy_library library = POLICY_LIBRARY(entries);
    return &library;
}
