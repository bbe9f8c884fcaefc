/* Does tlb:mask hand out tokens and use its bypass cache as the source says ([RA] 6.4.2, 6.6.4), and do TLBs
 * tell DRAM schedulers of the pressure on walks (Eq. 6.1)? The test plays the simulator. */
#include "tests/unit/sim_hooks/mask_script.h"

/* M-17: everyone fills in the first epoch; then four fifths of the warps, the lowest numbers. */
static void first_epoch_and_initial_tokens(void **state)
{
    (void)state;
    open_policy("mask");
    for (uint16_t warp = 0; warp < 64; warp++)
        (void)use(0, warp, 0, warp);
    (void)use(1, 0, 0, 70);
    assert_true(figure("bypass_fills") == 0);
    end_epoch();
    assert_int_equal(holders(0), 26); /* 0.8 * 65 = 52 on two cores */
    close_policy();
}

/* At the end of an epoch with another miss rate: one that rises takes a tenth of the warps, one that falls
 * gives it, one within the band nothing; never beyond the bounds. */
static void tokens_follow_the_miss_rate(void **state)
{
    (void)state;
    open_policy("mask:samples=1");
    work(1, 20, 2, 2);
    end_epoch(); /* 16 of 20 */
    work(1, 20, 4, 0);
    end_epoch(); /* worse: 14 */
    assert_true(figure("tokens") == (16 + 14) / 40.0);
    work(1, 20, 4, 0);
    end_epoch(); /* as it was: 14 */
    assert_true(figure("tokens") == (16 + 14 + 14) / 60.0);
    for (uint32_t i = 0; i < 4; i++) { /* better, better and better: 16, 18, 20, 20 */
        work(1, 20, 1, i + 1);
        end_epoch();
    }
    assert_true(figure("tokens") == (16 + 14 + 14 + 16 + 18 + 20 + 20) / 140.0);
    close_policy();
}

static void at_least_one_for_each_core(void **state)
{
    (void)state;
    open_policy("mask:step=100");
    work(3, 10, 2, 2);
    end_epoch();
    work(3, 10, 4, 0);
    end_epoch();
    assert_true(figure("tokens") == (24 + 3) / 60.0);
    assert_int_equal(holders(2), 1);
    close_policy();
}

/* With hillclimb an improvement repeats the step, and a deterioration turns it round. */
static void hill_climbing(void **state)
{
    (void)state;
    open_policy("mask:hillclimb=1");
    work(1, 20, 2, 2);
    end_epoch(); /* 16 */
    work(1, 20, 1, 3);
    end_epoch(); /* better; the first step is down: 14 */
    work(1, 20, 1, 9);
    end_epoch(); /* better: 12 */
    work(1, 20, 2, 2);
    end_epoch(); /* worse: up, 14 */
    assert_true(figure("tokens") == (16 + 14 + 12 + 14) / 80.0);
    close_policy();
}

/* A program that misses in no more than `guard` percent of its look-ups needs no tokens: here 21 of 80 miss.
 */
static void guard(void **state)
{
    (void)state;
    static const struct {
        const char *policy;
        bool needs;
    } cases[] = {
        {"mask", true}, {"mask:guard=50", false}, {"mask:guard=26.25", false}, {"mask:guard=26.2", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_policy(cases[i].policy);
        work(1, 20, 1, 3);
        end_epoch();
        (void)use(0, 19, 0, fresh++);
        assert_true(figure("bypass_fills") == cases[i].needs);
        close_policy();
    }
}

/* Too few look-ups say nothing. */
static void few_look_ups_say_nothing(void **state)
{
    (void)state;
    open_policy("mask:samples=100");
    work(1, 20, 4, 4);
    end_epoch();
    work(1, 20, 4, 0); /* 80 */
    end_epoch();
    assert_true(figure("tokens") == (16 + 16) / 40.0);
    close_policy();
}

/* The bypass cache: hits as the L2 TLB does, 32 entries, LRU, of each program by itself; filled without a
 * token only. */
static void bypass_cache(void **state)
{
    (void)state;
    open_policy("mask");
    work(1, 20, 2, 2);
    end_epoch();
    for (uint64_t page = 1000; page < 1032; page++)
        assert_false(use(0, 19, 0, page));
    for (uint64_t page = 1000; page < 1032; page++)
        assert_true(use(0, 3, 0, page));
    assert_true(use(0, 3, 0, 1000));
    assert_false(use(0, 19, 0, 1032));
    assert_true(use(0, 3, 0, 1000));
    assert_false(use(0, 3, 0, 1001)); /* the least recently used has gone; this warp has a token */
    assert_true(use(0, 3, 0, 1001));
    assert_true(figure("bypass_fills") == 33);
    assert_false(use(1, 0, 1, 1002));
    t.policy->flush(t.state, 0);
    assert_false(use(0, 3, 0, 1002));
    assert_true(use(1, 0, 1, 1002));
    close_policy();
}

/* Counters of a core are halved when one of 16 bits is full: 1000 misses and 70000 hits are a miss rate of 1
 * percent, so that none at all in the next epoch is no great change. */
static void saturation(void **state)
{
    (void)state;
    open_policy("mask:latency=1:epoch=1000000");
    work(1, 20, 50, 1);
    for (uint32_t i = 0; i < 70000; i++) {
        const mem_request request = request_of(0, 0, 0, 1);
        t.policy->ask(t.state, t.handle++ % HANDLES, &request, t.now);
        run(1);
    }
    run(10);
    assert_true(t.now < 1000000 && figure("l2_look_ups") == 71020);
    t.now = 1000000;
    (void)t.policy->life.gather(&t.state, 1, t.now);
    work(1, 20, 0, 5);
    t.now = 2000000;
    (void)t.policy->life.gather(&t.state, 1, t.now);
    assert_true(figure("tokens") == (16 + 16) / 40.0);
    close_policy();
}

/* M-22: 706 bytes with 30 cores, 13 for each core and 316 at the L2 TLB. */
static void storage(void **state)
{
    (void)state;
    uint64_t bits[2];
    for (int i = 0; i < 2; i++) {
        open_policy(i ? "mask" : "shared_tlb");
        bits[i] = t.policy->life.storage_bits(t.state);
        close_policy();
    }
    assert_int_equal((int)(bits[1] - bits[0]), 706 * 8);
    assert_int_equal(30 * 13 + 316, 706);
    open_policy("mask:bypass=0");
    assert_int_equal((int)(bits[1] - t.policy->life.storage_bits(t.state)), 32 * 8 * 8);
    close_policy();
    open_policy("shared_tlb:l1=1:l1_large=0:l2_large=0");
    const uint64_t l2 = t.policy->life.storage_bits(t.state) - SMS * 119ull; /* L1 entries have no space */
    assert_int_equal((int)l2, 512 * 128);
    assert_int_equal(9 * 100 / 128, 7); /* percent of an entry that the address space takes */
    close_policy();
}

/* Walks under way times warps that wait; the most walks of an epoch count until it ends. */
static void pressure(void **state)
{
    (void)state;
    static const char *const policies[] = {"shared_tlb", "mask"};
    for (size_t i = 0; i < 2; i++) {
        open_policy(policies[i]);
        assert_int_equal((int)t.policy->life.gather(&t.state, 1, 0), 1000);
        for (uint16_t page = 0; page < 6; page++)
            miss(0, 0, 3, page);
        for (uint16_t warp = 1; warp < 5; warp++) /* four more wait for each of five pages */
            for (uint16_t page = 0; page < 5; page++) {
                const mem_request request = request_of(0, warp, 3, page);
                assert_int_equal(t.policy->look_up(t.state, &request, t.now), TLB_MISS);
            }
        miss(1, 0, 7, 9);
        run(14); /* look-ups have ended, walks have begun */
        (void)t.policy->life.gather(&t.state, 1, 1000);
        assert_int_equal((int)t.pressure[3], 6 * 4); /* 26 warps for 6 pages */
        assert_int_equal((int)t.pressure[7], 1);
        assert_int_equal((int)t.pressure[0], 0);
        run(100);
        for (uint16_t page = 0; page < 6; page++)
            t.policy->fill(t.state, 0, &(tlb_page){.page = page, .app = 3, .page_bits = PAGE_BITS}, t.now);
        (void)t.policy->life.gather(&t.state, 1, 2000);
        assert_int_equal((int)t.pressure[3], 6 * 4); /* the most of the epoch */
        (void)t.policy->life.gather(&t.state, 1, EPOCH);
        assert_int_equal((int)t.pressure[3], 0);
        close_policy();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_epoch_and_initial_tokens),
        cmocka_unit_test(tokens_follow_the_miss_rate),
        cmocka_unit_test(at_least_one_for_each_core),
        cmocka_unit_test(hill_climbing),
        cmocka_unit_test(guard),
        cmocka_unit_test(few_look_ups_say_nothing),
        cmocka_unit_test(bypass_cache),
        cmocka_unit_test(saturation),
        cmocka_unit_test(storage),
        cmocka_unit_test(pressure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
