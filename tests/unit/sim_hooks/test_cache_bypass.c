/* Those that MeDiC is compared with: random bypass, bypass by instruction, PCAL at the L2 ([RA] 4.4). */
#include "tests/unit/sim_hooks/medic_script.h"

static bool load(uint16_t source, uint16_t warp, uint32_t pc, int64_t line)
{
    const mem_request request = {
        .address = line_address((uint64_t)line), .pc = pc, .source = source, .warp = warp, .kind = MEM_LOAD};
    return cache_ask(&c, &request);
}

/* ---- random bypass ---- */

/* Which of the 8 warps go around, a mask. */
static uint32_t chosen(void)
{
    uint32_t warps = 0;
    for (uint16_t i = 0; i < 8; i++) {
        c.around = 0;
        load(i / 4, i % 4, 1, fresh++);
        warps |= c.around << i;
    }
    return warps;
}

/* A share of all warps, others in the next period, and the same ones with the same seed. */
static void a_share_of_the_warps_goes_around(void **state)
{
    (void)state;
    static const int shares[] = {0, 25, 50, 100};
    for (size_t i = 0; i < 4; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "rand_byp:share=%d:period=1000:seed=3", shares[i]);
        uint32_t before[20], changes = 0;
        for (int again = 0; again < 2; again++) {
            open_policy(text, 4, 4);
            for (uint32_t period = 0; period < 20; period++) {
                uint32_t warps = chosen();
                assert_int_equal(__builtin_popcount(warps), 8 * shares[i] / 100);
                assert_int_equal(chosen(), warps);
                if (again)
                    assert_int_equal(warps, before[period]);
                changes += period && warps != before[period - 1];
                before[period] = warps;
                assert_int_equal(gather(1000 * (period + 1) - 1), 1);
                assert_int_equal(gather(1000 * (period + 1)), 1000);
            }
            cache_close(&c);
        }
        assert_true(shares[i] % 100 == 0 ? changes == 0 : changes > 20);
    }
}

static void only_their_loads_go_around(void **state)
{
    (void)state;
    open_policy("rand_byp:share=100", 4, 4);
    ask(1, MEM_STORE, fresh++);
    ask(1, MEM_ATOMIC, fresh++);
    ask(1, MEM_CODE, fresh);
    assert_int_equal(c.around, 0);
    assert_int_equal(c.fills, 1); /* the code */
    cache_close(&c);
}

/* ---- by instruction ---- */

static void instructions_that_miss_go_around(void **state)
{
    (void)state;
    open_policy("pc_byp", 4, 4);
    for (uint16_t i = 0; i < 30; i++) {
        load(0, i % 4, 5, fresh++); /* whoever asks */
        load(0, i % 4, 6, 1);
    }
    c.around = 0;
    load(1, 3, 5, fresh++);
    assert_int_equal(c.around, 1);
    load(1, 3, 6, fresh++);
    load(1, 3, 7, fresh++);
    assert_int_equal(c.around, 1);
    load(1, 3, 5 + 256, fresh++); /* shares the entry */
    assert_int_equal(c.around, 2);
    (void)gather(100000);
    load(1, 3, 5, fresh++); /* profiled anew */
    assert_int_equal(c.around, 2);
    assert_int_equal((int)c.policy->life.storage_bits(c.state), 16 * 2 + 256 * 22);
    cache_close(&c);
}

/* ---- PCAL ---- */

/* Whether a line that the warp misses comes in. */
static bool takes_a_line(uint16_t source, uint16_t warp)
{
    int64_t line = fresh++;
    load(source, warp, 1, line);
    return cache_has(&c, line);
}

static void tokens_go_to_those_who_come_first(void **state)
{
    (void)state;
    open_policy("pcal_l2:tokens=2", 4, 4);
    assert_true(takes_a_line(1, 2));
    assert_true(takes_a_line(0, 3));
    assert_false(takes_a_line(0, 1));
    assert_true(takes_a_line(1, 2));
    int64_t line = fresh++;
    load(0, 3, 1, line);
    assert_true(load(0, 1, 1, line)); /* who has none may hit */
    assert_true(cache_figure(&c, "bypass_share") == 1 / 5.0);
    const mem_request code = request_of(1, MEM_CODE, fresh);
    cache_ask(&c, &code);
    assert_true(cache_has(&c, fresh));
    cache_close(&c);
}

/* In the next epoch those have them who used the cache last, and then who comes. */
static void tokens_go_to_the_latest_users(void **state)
{
    (void)state;
    open_policy("pcal_l2:tokens=2", 4, 4);
    for (uint16_t warp = 0; warp < 4; warp++)
        (void)takes_a_line(0, warp);
    (void)takes_a_line(0, 1);
    (void)gather(100000);
    assert_false(takes_a_line(1, 0));
    assert_false(takes_a_line(0, 0));
    assert_false(takes_a_line(0, 2));
    assert_true(takes_a_line(0, 3));
    assert_true(takes_a_line(0, 1));
    cache_close(&c);
    open_policy("pcal_l2:tokens=3", 4, 4);
    (void)takes_a_line(0, 1);
    (void)gather(100000);
    assert_true(takes_a_line(1, 0));
    assert_true(takes_a_line(1, 1));
    assert_false(takes_a_line(1, 2)); /* one is kept for warp 1 */
    assert_true(takes_a_line(0, 1));
    cache_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_share_of_the_warps_goes_around),
        cmocka_unit_test(only_their_loads_go_around),
        cmocka_unit_test(instructions_that_miss_go_around),
        cmocka_unit_test(tokens_go_to_those_who_come_first),
        cmocka_unit_test(tokens_go_to_the_latest_users),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
