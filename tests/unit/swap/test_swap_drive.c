/* Random applications on the allocator of GPUswap, with failing copies, and frees while chunks are moved;
 * checked after every operation. That all of it happens is checked as well. */
#include "tests/swap_drive.h"
#include "tests/test.h"

static swap_drive d;

typedef struct totals {
    uint64_t loads, failures, refusals, doomed, waits, overlapped;
    swap_counts counts;
} totals;

static void add(totals *t)
{
    const swap_counts *c = swap_counts_of(d.s);
    t->loads += d.loads;
    t->failures += d.failures;
    t->refusals += d.refusals;
    t->doomed += d.doomed;
    t->waits += d.waits;
    t->overlapped += d.overlapped;
    t->counts.evicted += c->evicted;
    t->counts.returned += c->returned;
    t->counts.direct += c->direct;
    t->counts.refused += c->refused;
    d.loads = d.failures = d.refusals = d.doomed = d.waits = d.overlapped = 0;
}

static void run(swap_options options, bool may_fail, uint64_t seed, totals *t)
{
    poise_error err;
    assert_int_equal(swap_drive_open(&d, &options, may_fail, seed, &err), POISE_OK);
    if (!swap_drive_run(&d, 1000))
        fail_msg("policy %d, victims %d: %s", (int)options.policy, (int)options.victims, d.broken);
    add(t);
    swap_drive_close(&d);
}

static void every_policy_keeps_all_data(void **state)
{
    (void)state;
    totals t = {0};
    for (int policy = 0; policy < SWAP_POLICIES; policy++)
        for (int victims = 0; victims < SWAP_VICTIMS; victims++)
            for (int fails = 0; fails < 2; fails++)
                run((swap_options){.vram_bytes = 500 * SWAP_PAGE,
                                   .host_bytes = victims == 1 ? 300 * SWAP_PAGE : 0,
                                   .chunk_bytes = (uint32_t)SWAP_PAGE << (policy + victims) % 5,
                                   .apps = 4,
                                   .victims = (swap_victims)victims,
                                   .policy = (swap_policy)policy,
                                   .seed = 1},
                    fails != 0, (uint64_t)policy * 10 + (uint64_t)victims + 1, &t);
    assert_true(t.loads > 100000 && t.failures > 1000 && t.refusals > 100 && t.doomed > 100);
    assert_true(t.waits > 100 && t.overlapped > 1000);
    assert_true(t.counts.evicted > 10000 && t.counts.returned > 1000 && t.counts.direct > 1000 &&
                t.counts.refused > 100);
}

/* The same calls have the same results: two runs end with the same chunks in the same places. */
static void the_same_seed_is_the_same_run(void **state)
{
    (void)state;
    const swap_options options = {.vram_bytes = 400 * SWAP_PAGE,
                                  .chunk_bytes = 8 * SWAP_PAGE,
                                  .apps = 4,
                                  .policy = SWAP_RANDOM,
                                  .seed = 5};
    uint64_t sum[3];
    for (int i = 0; i < 3; i++) {
        swap_options o = options;
        o.seed += i == 2;
        totals t = {0};
        poise_error err;
        assert_int_equal(swap_drive_open(&d, &o, true, 3, &err), POISE_OK);
        assert_true(swap_drive_run(&d, 800));
        sum[i] = 0;
        for (uint16_t app = 0; app < 4; app++)
            for (uint64_t page = 0; page < SWAP_DRIVE_PAGES; page++)
                sum[i] = sum[i] * 31 + swap_place(d.s, app, page);
        add(&t);
        swap_drive_close(&d);
    }
    assert_int_equal(sum[0], sum[1]);
    assert_true(sum[0] != sum[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_policy_keeps_all_data),
        cmocka_unit_test(the_same_seed_is_the_same_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
