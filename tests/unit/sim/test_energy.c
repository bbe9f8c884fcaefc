/* Is energy the sum of counted events times the constants of energy.def? By hand. */
#include "sim/measure/energy.h"
#include "tests/test.h"

#include <string.h>

static void near(double value, double expected)
{
    double error = value - expected;
    if (!(error <= 1e-9 * expected && error >= -1e-9 * expected))
        fail_msg("%.17g, not %.17g", value, expected);
}

static sim_config machine(void)
{
    sim_config m;
    sim_config_default(&m);
    m.core_mhz = 1000;
    m.sms = 4;
    m.channels = 2;
    m.l2_ways = 16;
    m.header_bytes = 8;
    m.flit_reply_bytes = 136;
    return m;
}

/* Lines of 128 bytes, rows of 4096, bursts of 64 in two cycles. */
static void parts_equal_the_hand_computation(void **state)
{
    (void)state;
    const sim_config m = machine();
    const sim_counters c = {.cycles = 1000000,
                            .warp_insts = 1000,
                            .thread_insts = 20000,
                            .l1_read_accesses = 100,
                            .l1_writes = 50,
                            .l1_read_misses = 40,
                            .l1_bypasses = 30,
                            .l2_reads = 60,
                            .l2_read_hits = 20,
                            .l2_merges = 10,
                            .l2_writes = 50,
                            .l2_writebacks = 5,
                            .request_flits = 90,
                            .reply_flits = 40,
                            .dram_reads = 30,
                            .dram_writes = 50,
                            .dram_row_hits = 60,
                            .dram_busy = 400};
    const sim_energy e = sim_energy_of(&c, &m);
    near(e.instructions, (70e3 + 50 * 20e3) * 1e-12);
    near(e.l1, 1.75 * 128 * 160 * 1e-12);
    near(e.network, 0.97 * 20 * (90 * 8 + 50 * 128 + 40 * 136) * 1e-12);
    near(e.l2_tags, 5.25 * 16 * 110 * 1e-12);
    near(e.l2_data, 3.5 * 128 * (20 + 50 + 30 + 5) * 1e-12);
    near(e.dram_rows, 2 * 4096 * 20 * 1e-12);
    near(e.dram_data, 35.0 * 8 * 64 * 200 * 1e-12);
    near(e.static_sms, 3 * 4 * 1e-3); /* a million cycles are a millisecond */
    near(e.static_memory, 2.5 * 2 * 1e-3);
    near(sim_energy_total(&e), e.instructions + e.l1 + e.network + e.l2_tags + e.l2_data + e.dram_rows +
                                   e.dram_data + e.static_sms + e.static_memory);
}

/* With sectors of 32 bytes what the L2 counts is sectors. */
static void units_of_the_l2_may_be_sectors(void **state)
{
    (void)state;
    sim_config m = machine();
    m.l2_sector_bytes = 32;
    const sim_counters c = {.l2_reads = 4, .l2_read_hits = 4};
    const sim_energy e = sim_energy_of(&c, &m);
    near(e.l2_data, 3.5 * 32 * 4 * 1e-12);
    near(e.l2_tags, 5.25 * 16 * 4 * 1e-12);
}

/* More merges than misses, more hits of rows than requests: nothing is negative. */
static void nothing_is_negative(void **state)
{
    (void)state;
    const sim_config m = machine();
    const sim_counters c = {.l2_reads = 1, .l2_merges = 5, .dram_row_hits = 3, .l1_bypasses = 7}, none = {0};
    sim_energy e = sim_energy_of(&c, &m);
    size_t n;
    const sim_energy_part *parts = sim_energy_parts(&n);
    assert_int_equal(n * sizeof(double), sizeof e);
    for (size_t i = 0; i < n; i++)
        assert_true(sim_energy_value(&e, &parts[i]) >= 0);
    e = sim_energy_of(&none, &m);
    assert_true(sim_energy_total(&e) == 0);
}

static void every_constant_has_a_source(void **state)
{
    (void)state;
    size_t n;
    const sim_energy_constant *table = sim_energy_constants(&n);
    for (size_t i = 0; i < n; i++) {
        assert_true(table[i].value > 0);
        if (!strstr(table[i].source, "[K") && !strstr(table[i].source, "[H") &&
            !strstr(table[i].source, "[S") && !strstr(table[i].source, "our choice"))
            fail_msg("%s has no source", table[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_equal_the_hand_computation),
        cmocka_unit_test(units_of_the_l2_may_be_sectors),
        cmocka_unit_test(nothing_is_negative),
        cmocka_unit_test(every_constant_has_a_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
