/* No tlb policy answers from another address space, whatever programs do (MASK 6.4.1): every policy under
 * hostile streams (tests/tlb_drive.h), and policies that break each rule, which the drive must notice. */
#include "sim_hooks/builtin.h"
#include "tests/test.h"
#include "tests/tlb_drive.h"

static const tlb_stream streams[] = {{"shared pages", 40, 20, 0, 0, 20, 60, 0},
                                     {"many pages", TLB_DRIVE_PAGES, 5, 0, 0, 5, 200, 0},
                                     {"missing pages", 600, 30, 40, 0, 10, 100, 0},
                                     {"large pages", TLB_DRIVE_PAGES, 10, 20, 50, 20, 100, 0},
                                     {"changing hands", 200, 10, 10, 25, 300, 20, 0},
                                     {"changing pages", TLB_DRIVE_PAGES, 20, 10, 25, 10, 60, 30},
                                     {"changing sizes", 100, 20, 0, 0, 5, 40, 60}};
enum { STREAMS = sizeof streams / sizeof *streams, CYCLES = 3000 };

static tlb_drive drive;

static bool runs(const char *string, const tlb_policy *policy, const tlb_stream *stream, uint64_t seed)
{
    poise_error err;
    if (tlb_drive_open(&drive, string, policy, seed, stream, &err))
        fail_msg("%s", err.text);
    bool right = tlb_drive_run(&drive, CYCLES);
    tlb_drive_close(&drive);
    return right;
}

static void assert_right(const char *string)
{
    uint64_t hits = 0;
    for (size_t i = 0; i < STREAMS; i++) {
        for (uint64_t seed = 0; seed < 2; seed++)
            if (!runs(string, NULL, &streams[i], seed))
                fail_msg("%s: %s", streams[i].name, drive.broken);
        hits += drive.hits;
        assert_true(!streams[i].turns || !drive.policy->invalidate ||
                    (drive.coalesced > 5 && drive.splintered > 5 && drive.lost > 5));
        assert_true(!drive.policy->ask || (drive.walks > 0 && drive.answers > 0));
    }
    assert_true(!drive.policy->look_up || hits > 0);
}

static void every_policy(void **state)
{
    (void)state;
    for (size_t i = 0; policy_builtin(POLICY_TLB, i); i++)
        assert_right(policy_builtin(POLICY_TLB, i)->name);
}

static void small_and_odd_ones(void **state)
{
    (void)state;
    static const char *const odd[] = {
        "shared_tlb:l1=1:l1_large=0:l2=4:ways=4:l2_large=0:ports=1:latency=1:mshrs=2:walks=1",
        "shared_tlb:l2=48:ways=16:latency=133:level1=5:level2=5:level3=5:level4=5",
        "pwcache:l1=1:l1_large=0:bytes=64:ways=2:ports=1:latency=1:mshrs=3:walks=2",
        "shared_tlb:l1=4:serial=1:latency=3",
        "mask:serial=1:epoch=1000",
        "pwcache:latency=133:level1=5:level2=5:level3=5:level4=5:entry=64"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        assert_right(odd[i]);
}

/* ---- policies that are wrong, made of shared_tlb ---- */

static tlb_answer look_up_without_space(void *state, const mem_request *request, uint64_t cycle)
{
    mem_request r = *request;
    r.app = 0;
    return tlb_shared_tlb.look_up(state, &r, cycle);
}
static void fill_without_space(void *state, uint32_t sm, const tlb_page *page, uint64_t cycle)
{
    tlb_page p = *page;
    p.app = 0;
    tlb_shared_tlb.fill(state, sm, &p, cycle);
}
static void ask_without_space(void *state, uint32_t handle, const mem_request *request, uint64_t cycle)
{
    mem_request r = *request;
    r.app = 0;
    tlb_shared_tlb.ask(state, handle, &r, cycle);
}
static void flush_nothing(void *state, uint16_t app)
{
    (void)state, (void)app;
}
static void flush_another(void *state, uint16_t app)
{
    tlb_shared_tlb.flush(state, (uint16_t)((app + 1) % TLB_DRIVE_APPS));
}
static void ask_twice(void *state, uint32_t handle, const mem_request *request, uint64_t cycle)
{
    (void)state, (void)request, (void)cycle;
    tlb_drive_translated(&drive, handle);
}
static void ask_never(void *state, uint32_t handle, const mem_request *request, uint64_t cycle)
{
    (void)state, (void)handle, (void)request, (void)cycle;
}
static void ask_of_leaf(void *state, uint32_t handle, const mem_request *request, uint64_t cycle)
{
    (void)state, (void)cycle;
    tlb_drive_read_memory(&drive, &(tlb_read){.address = page_table_entry(&drive.table, request->app,
                                                                          request->virtual_address, 4),
                                              .token = handle,
                                              .app = request->app,
                                              .depth = 4});
}

static void invalidate_nothing(void *state, const tlb_page *page)
{
    (void)state, (void)page;
}
static void invalidate_base_alone(void *state, const tlb_page *page)
{
    if (page->page_bits == VM_BASE_BITS)
        tlb_shared_tlb.invalidate(state, page);
}
static void invalidate_large_alone(void *state, const tlb_page *page)
{
    if (page->page_bits == VM_LARGE_BITS)
        tlb_shared_tlb.invalidate(state, page);
}
static void invalidate_another(void *state, const tlb_page *page)
{
    const tlb_page other = {page->page, (uint16_t)((page->app + 1) % TLB_DRIVE_APPS), page->page_bits};
    tlb_shared_tlb.invalidate(state, &other);
}

static void pages_that_are_none_any_more(void **state)
{
    (void)state;
    static void (*const wrong[])(void *, const tlb_page *) = {invalidate_nothing, invalidate_base_alone,
                                                              invalidate_large_alone, invalidate_another};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        tlb_policy policy = tlb_shared_tlb;
        policy.invalidate = wrong[i];
        assert_false(runs("shared_tlb", &policy, &streams[STREAMS - 1], 1));
    }
}

static void wrong_ones_are_noticed(void **state)
{
    (void)state;
    tlb_policy l1 = tlb_shared_tlb, l2 = tlb_shared_tlb, kept = tlb_shared_tlb, other = tlb_shared_tlb,
               unread = tlb_shared_tlb, silent = tlb_shared_tlb, leaf = tlb_shared_tlb;
    l1.look_up = look_up_without_space;
    l1.fill = fill_without_space;
    l2.ask = ask_without_space;
    kept.flush = flush_nothing;
    other.flush = flush_another;
    unread.ask = ask_twice;
    silent.ask = ask_never;
    leaf.ask = ask_of_leaf;
    const tlb_policy *wrong[] = {&l1, &l2, &kept, &other, &unread, &silent, &leaf, NULL};
    for (size_t i = 0; wrong[i]; i++)
        assert_false(runs("shared_tlb", wrong[i], &streams[4], 1));
    assert_false(runs("shared_tlb:walks=65", NULL, &streams[1], 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_policy),
        cmocka_unit_test(small_and_odd_ones),
        cmocka_unit_test(wrong_ones_are_noticed),
        cmocka_unit_test(pages_that_are_none_any_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
