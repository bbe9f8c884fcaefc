/* Are requests of CPU cores timed as stated, at the memory controllers and at the L2? */
#include "sim/mix.h"
#include "tests/cpu_memory.h"
#include "tests/test.h"

enum { PIPE = 100, RCD = 12, CL = 12, CCD = 2 };

static hand_program program;
static const cpu_program *const same[8] = {&program.program, &program.program, &program.program,
                                           &program.program, &program.program, &program.program,
                                           &program.program, &program.program};

/* One channel, all clocks alike: a cycle is a cycle. */
static const char *const one_clock[] = {"sms=1",         "channels=1",  "l2_banks=2",    "core_mhz=1000",
                                        "icnt_mhz=1000", "l2_mhz=1000", "dram_mhz=1000", "cpu_mhz=1000",
                                        "l2_sets=64",    NULL};

static simulator *make(uint32_t cores, const char *const *settings, sim_counters *below)
{
    sim_config config;
    simulator *sim;
    poise_error err;
    sim_config_default(&config);
    const char *const *both[] = {one_clock, settings};
    for (int i = 0; i < 2; i++)
        for (const char *const *s = both[i]; s && *s; s++)
            if (sim_config_set(&config, *s, &err))
                fail_msg("%s", err.text);
    sim_policies policies = {0};
    if (sim_create_with_cpus(&sim, &config, &policies, same, cores, &err) || sim_run_cpus(sim, below, &err))
        fail_msg("%s", err.text);
    return sim;
}

static cpu_counts run(uint32_t cores, const char *const *settings, sim_counters *below)
{
    simulator *sim = make(cores, settings, below);
    cpu_counts counts = sim_cpu_result_of(sim, 0).counts;
    sim_destroy(sim);
    return counts;
}

/* In the middle of a long program: the next round does not come to it. */
enum { LONG = 10000 };

static void one_read(uint64_t address)
{
    hand_begin(&program, LONG);
    hand_request(&program, LONG / 2, address / 64, false);
}

/* Admitted in the cycle after it was sent, through the delay pipe, activate, one column of 64 bytes, its
 * data. */
static void a_read_takes_the_pipe_and_a_closed_row(void **state)
{
    (void)state;
    one_read(4096);
    sim_counters below;
    cpu_counts c = run(1, NULL, &below);
    assert_int_equal(c.reads_returned, 1);
    assert_int_equal(below.dram_reads, 1);
    assert_int_equal(below.dram_busy, CCD);
    assert_int_equal(c.read_latency, 1 + PIPE + RCD + CL + CCD);
}

/* There and back. */
static void the_way_is_gone_twice(void **state)
{
    (void)state;
    one_read(4096);
    uint64_t near = run(1, NULL, NULL).read_latency;
    uint64_t far = run(1, (const char *const[]){"cpu_latency=23", NULL}, NULL).read_latency;
    assert_int_equal(far,
                     near - 1 + 2 * 23); /* what is on its way is seen in the cycle in which it arrives */
}

/* A line of 64 bytes has as many columns as it fills. */
static void columns_are_those_of_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *burst;
        uint64_t columns;
    } cases[] = {{"dram_burst_bytes=128", 1}, {"dram_burst_bytes=64", 1}, {"dram_burst_bytes=16", 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        one_read(4096);
        sim_counters below;
        (void)run(1, (const char *const[]){cases[i].burst, NULL}, &below);
        assert_int_equal(below.dram_busy, cases[i].columns * CCD);
    }
}

/* A memory of fixed latency answers after that, and a cycle that the core needs to take note. */
static void ideal_memories_have_their_latency(void **state)
{
    (void)state;
    one_read(4096);
    assert_int_equal(
        run(1, (const char *const[]){"memory=fixed", "memory_latency=220", NULL}, NULL).read_latency, 220);
    assert_int_equal(run(1, (const char *const[]){"memory=ideal-dram", NULL}, NULL).read_latency, PIPE);
    assert_int_equal(run(1, (const char *const[]){"memory=perfect", NULL}, NULL).read_latency, 1);
}

/* At the L2 the other half of the GPU's line is there when the first has come. */
static void the_l2_keeps_lines(void **state)
{
    (void)state;
    static const char *const at_l2[] = {"cpu_at=l2", "cpu_window=1", NULL};
    hand_begin(&program, LONG);
    hand_request(&program, LONG / 2, 64, false);
    sim_counters below;
    cpu_counts once = run(1, at_l2, &below);
    assert_int_equal(below.l2_reads, 1);
    assert_int_equal(below.l2_read_hits, 0);
    hand_request(&program, LONG / 2 + 1, 65, false);
    cpu_counts twice = run(1, at_l2, &below);
    assert_int_equal(below.l2_reads, 2);
    assert_int_equal(below.l2_read_hits, 1);
    assert_int_equal(below.dram_reads, 1);
    uint64_t hit = twice.read_latency - once.read_latency;
    assert_true(hit >= 120 && hit + PIPE < once.read_latency);
    hand_begin(&program, LONG);
    hand_request(&program, LONG / 2, 65, true);
    (void)run(1, at_l2, &below);
    assert_int_equal(below.l2_writes, 1);
}

/* A stream of lines that hit open rows takes a burst each; eight cores have no more bandwidth, and as they
 * walk the same banks in rows of their own they have less. Who asks alike is served alike. */
static void cores_share_the_bandwidth(void **state)
{
    (void)state;
    enum { LINES = 2000 };
    hand_begin(&program, LINES * 3);
    for (uint64_t i = 0; i < LINES; i++)
        hand_request(&program, 3 * i, i, false);
    sim_counters below;
    static const char *const many[] = {"cpu_mshrs=128", "cpu_window=1024", NULL};
    uint64_t alone = run(1, many, &below).cycles;
    assert_true(below.dram_row_hits * 10 > below.dram_reads * 9);
    assert_true(alone >= (uint64_t)LINES * CCD && alone < (uint64_t)LINES * CCD * 3 / 2);
    simulator *sim = make(8, many, NULL);
    uint64_t first = UINT64_MAX, last = 0;
    for (uint32_t i = 0; i < 8; i++) {
        first = earlier(first, sim_cpu_result_of(sim, i).counts.cycles);
        last = later(last, sim_cpu_result_of(sim, i).counts.cycles);
    }
    assert_true(last >= 8 * (uint64_t)LINES * CCD);
    assert_true(last - first < last / 20);
    sim_destroy(sim);
}

/* Each core is a program of its own: nobody's row is the row of another. */
static void cores_have_memory_of_their_own(void **state)
{
    (void)state;
    one_read(4096);
    simulator *sim = make(4, NULL, NULL);
    for (uint32_t i = 0; i < 4; i++) {
        sim_counters own = sim_cpu_result_of(sim, i).below;
        assert_int_equal(own.dram_reads, 1);
        assert_int_equal(own.dram_row_hits, 0);
    }
    sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_takes_the_pipe_and_a_closed_row),
        cmocka_unit_test(the_way_is_gone_twice),
        cmocka_unit_test(columns_are_those_of_the_line),
        cmocka_unit_test(ideal_memories_have_their_latency),
        cmocka_unit_test(the_l2_keeps_lines),
        cmocka_unit_test(cores_share_the_bandwidth),
        cmocka_unit_test(cores_have_memory_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
