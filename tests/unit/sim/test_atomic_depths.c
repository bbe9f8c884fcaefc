/* Does an atomic whose depths are known send what GPGPU-Sim sends: for every sector as many requests of 32
 * bytes as its depth? */
#include "common/random.h"
#include "sim/config/config.h"
#include "sim/sim.h"
#include "tests/micro.h"
#include "tests/test.h"

static micro m;

static sim_counters simulate(const char *machine, const char *tlb)
{
    sim_config config;
    simulator *sim = NULL;
    sim_counters counters = {0};
    poise_error err;
    if (sim_config_load(&config, machine, &err) ||
        sim_create(&sim, &config, &(sim_policies){.tlb = tlb}, &err) ||
        sim_launch(sim, &m.trace, &counters, NULL, &err))
        fail_msg("%s", err.text);
    sim_destroy(sim);
    return counters;
}

/* One warp; between begin() and end() its atomics. */
static uint32_t begin(void)
{
    micro_begin(&m, 1, 1);
    uint32_t atomic = micro_inst(&m, TRACE_OP_ATOMIC_GLOBAL, 3, -1);
    (void)micro_inst(&m, TRACE_OP_EXIT, -1, -1);
    micro_warp(&m);
    return atomic;
}

static sim_counters end(uint32_t atomic)
{
    micro_run(&m, atomic + 1);
    return simulate("accelsim-mini", "none");
}

/* `more` words behind those of the atomic of n lines that was executed last. */
static void set_depths(uint32_t n, const uint32_t *depths)
{
    micro_depth(&m, n, 1);
    for (uint32_t i = 0; i < n; i++)
        m.words[m.n_words - n + i] = depths[i];
}

/* By hand: 4 + 1 requests of line 0, 3 of line 1, 2 of line 2; 10 of 40 bytes, one flit each, and as many
 * replies. The two others are instruction fetches. */
static void every_sector_has_its_depth(void **state)
{
    (void)state;
    uint32_t atomic = begin();
    sim_counters none = end(atomic);
    atomic = begin();
    micro_atomic(&m, atomic, 0, 3, 4);
    m.words[m.n_words - 3] |= 8;
    set_depths(3, (const uint32_t[]){0x01000004, 3, 2});
    sim_counters ten = end(atomic);
    assert_int_equal(ten.l2_reads - none.l2_reads, 10);
    assert_int_equal(ten.request_flits - none.request_flits, 10);
    assert_int_equal(ten.reply_flits - none.reply_flits, 10);
    assert_int_equal(ten.warp_insts - none.warp_insts, 1);
}

/* The requests of a line, whatever their number, are followed by those of the next: both lines are fetched.
 */
static void every_line_has_its_turn(void **state)
{
    (void)state;
    for (uint32_t depth = 1; depth <= 6; depth++) {
        const uint32_t atomic = begin();
        micro_atomic(&m, atomic, 0, 2, 4);
        set_depths(2, (const uint32_t[]){depth, 1});
        const sim_counters both = end(atomic);
        (void)begin();
        micro_atomic(&m, atomic, 0, 1, 4);
        set_depths(1, (const uint32_t[]){depth});
        const sim_counters one = end(atomic);
        assert_int_equal(both.l2_reads - one.l2_reads, 1);
        assert_int_equal(both.dram_reads - one.dram_reads, 1);
    }
}

/* Many atomics with random depths, under translation as well as without. */
static void random_depths_are_sent(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 3);
    const uint32_t atomic = begin();
    uint32_t expected = 0;
    for (uint32_t i = 0; i < 40; i++) {
        const uint32_t n = 1 + (uint32_t)poise_random_below(&random, 8);
        micro_atomic(&m, atomic, (uint32_t)poise_random_below(&random, 64), n, 1);
        uint32_t depths[8] = {0};
        for (uint32_t line = 0; line < n; line++) {
            uint32_t *word = &m.words[m.n_words - n + line];
            *word |= (uint32_t)poise_random_below(&random, 16);
            for (uint32_t s = 0; s < LINE_SECTORS; s++) {
                const uint32_t depth = 1 + (uint32_t)poise_random_below(&random, 5);
                if (*word >> s & 1) {
                    depths[line] |= depth << 8 * s;
                    expected += depth;
                }
            }
        }
        set_depths(n, depths);
    }
    const sim_counters with = end(atomic);
    assert_in_range(with.request_flits, expected, expected + 4); /* and instruction fetches */
    const sim_counters translated = simulate("accelsim-mini", "shared_tlb");
    assert_true(translated.tlb_look_ups > 0);
    assert_in_range(translated.request_flits, expected, expected + 4);
}

/* A trace without depths is simulated as it was: each line with all its sectors, as often as the guess says.
 */
static void without_depths_requests_are_guessed(void **state)
{
    (void)state;
    uint32_t atomic = begin();
    const sim_counters none = end(atomic);
    atomic = begin();
    micro_atomic(&m, atomic, 0, 3, 4);
    const sim_counters guessed = end(atomic);
    assert_int_equal(guessed.l2_reads - none.l2_reads, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sector_has_its_depth),
        cmocka_unit_test(every_line_has_its_turn),
        cmocka_unit_test(random_depths_are_sent),
        cmocka_unit_test(without_depths_requests_are_guessed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
