/* Does tlb:mask hand out tokens and use its bypass cache as the source says ([RA] 6.4.2, 6.6.4), and do TLBs
 * tell DRAM schedulers of the pressure on walks (Eq. 6.1)? The test plays the simulator. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/registry.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

enum { SMS = 30, HANDLES = SMS * 64, PAGE_BITS = 12, EPOCH = 100000 };

static struct {
    policy_choice choice;
    const tlb_policy *policy;
    tlb_host host;
    void *state;
    uint64_t now, pressure[POLICY_PROGRAMS];
    tlb_read read[TLB_READS];
    uint32_t n_reads, answers, handle;
} t;

static uint8_t frame(void *opaque, uint16_t app, uint64_t address)
{
    (void)opaque, (void)app, (void)address;
    return PAGE_BITS;
}
static void translated(void *opaque, uint32_t handle)
{
    (void)opaque, (void)handle;
    t.answers++;
}
static void read_memory(void *opaque, const tlb_read *read)
{
    (void)opaque;
    t.read[t.n_reads++] = *read;
}

static void open_policy(const char *string)
{
    poise_error err;
    memset(&t, 0, sizeof t);
    t.host = (tlb_host){.sms = SMS,
                        .page_bits = PAGE_BITS,
                        .handles = HANDLES,
                        .pressure = t.pressure,
                        .frame = frame,
                        .mapped = frame,
                        .translated = translated,
                        .read = read_memory};
    if (policy_choose(POLICY_TLB, string, &t.choice, &err))
        fail_msg("%s", err.text);
    t.policy = policy_functions(&t.choice);
    if (t.policy->create(&t.host, t.choice.options, &t.state, &err))
        fail_msg("%s", err.text);
    t.policy->restart(t.state);
}

static void close_policy(void)
{
    t.policy->life.destroy(t.state);
    policy_choice_free(&t.choice);
}

static mem_request request_of(uint16_t sm, uint16_t warp, uint16_t app, uint64_t page)
{
    return (mem_request){.virtual_address = page << PAGE_BITS, .source = sm, .warp = warp, .app = app};
}

/* A warp uses a page that its L1 TLB does not have. */
static void miss(uint16_t sm, uint16_t warp, uint16_t app, uint64_t page)
{
    const mem_request request = request_of(sm, warp, app, page);
    assert_int_equal(t.policy->look_up(t.state, &request, t.now), TLB_MISS);
    t.policy->ask(t.state, t.handle++ % HANDLES, &request, t.now);
}

static void run(uint64_t cycles)
{
    for (uint64_t end = t.now + cycles; t.now < end; t.now++) {
        const uint32_t n = t.n_reads;
        tlb_read reads[TLB_READS];
        memcpy(reads, t.read, sizeof reads);
        t.n_reads = 0;
        for (uint32_t i = 0; i < n; i++)
            t.policy->read_done(t.state, reads[i].token, true, t.now);
        (void)t.policy->tick(t.state, t.now);
    }
}

/* The same, until it is answered. Returns whether it hit in the L2 TLB or beside it. */
static bool use(uint16_t sm, uint16_t warp, uint16_t app, uint64_t page)
{
    const uint32_t answers = t.answers;
    miss(sm, warp, app, page);
    run(11);
    const bool hit = t.answers > answers;
    run(20);
    assert_int_equal(t.answers, answers + 1);
    return hit;
}

static double figure(const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    size_t n = t.policy->life.statistics(&t.state, 1, all, POLICY_STATISTICS);
    return figure_named(all, n, name);
}

static void end_epoch(void)
{
    t.now = t.now - t.now % EPOCH + EPOCH;
    (void)t.policy->life.gather(&t.state, 1, t.now);
}

static uint64_t fresh = 1 << 20;

/* All of `warps` warps on `sms` SMs use a page of their own, `misses` times, and one that all use, `hits`
 * times. */
static void work(uint16_t sms, uint16_t warps, uint32_t misses, uint32_t hits)
{
    for (uint16_t sm = 0; sm < sms; sm++) {
        for (uint16_t warp = 0; warp < warps; warp++) {
            for (uint32_t i = 0; i < misses; i++)
                (void)use(sm, warp, 0, fresh++);
            for (uint32_t i = 0; i < hits; i++)
                (void)use(sm, warp, 0, 1);
        }
    }
}

/* How many of the first 64 warps of an SM may fill the L2 TLB, which must be the lowest ones. */
static uint32_t holders(uint16_t sm)
{
    uint32_t n = 0;
    bool bypassed = false;
    for (uint16_t warp = 0; warp < 64; warp++) {
        const double before = figure("bypass_fills");
        (void)use(sm, warp, 0, fresh++);
        bypassed |= figure("bypass_fills") > before;
        n += !bypassed;
        assert_true(bypassed == (figure("bypass_fills") > before));
    }
    return n;
}

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

/* A program that misses seldom needs no tokens with `guard`. */
static void guard(void **state)
{
    (void)state;
    for (int on = 0; on < 2; on++) {
        open_policy(on ? "mask:guard=50" : "mask");
        work(1, 20, 1, 3);
        end_epoch();
        (void)use(0, 19, 0, fresh++);
        assert_true(figure("bypass_fills") == !on);
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
