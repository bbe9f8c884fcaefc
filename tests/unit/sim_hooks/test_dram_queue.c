/* The queue of centralised schedulers, half of which [RA] 5.2.1 keeps for CPU cores, and the schedulers that
 * put requests of CPU cores first ([RA] 5.5.4). */
#include "tests/unit/sim_hooks/dram_script.h"

enum { ENTRIES = 12 };

static const char *const centralised[] = {"frfcfs", "fcfs", "cfrfcfs", "atlas",
                                          "bliss",  "tcm",  "ctcm",    "parbs"};
enum { CENTRALISED = sizeof centralised / sizeof *centralised };

static void open_with_share(const char *policy, const char *share, uint32_t entries)
{
    char string[64];
    assert_in_range(snprintf(string, sizeof string, "%s:cpu_share=%s", policy, share), 1, sizeof string - 1);
    script_open(string, entries);
}

/* How many more requests of a source are taken. */
static uint32_t fill(uint32_t source)
{
    uint32_t n = 0;
    for (; script_takes(0, source); n++)
        (void)script_ask(0, source, n % SCRIPT_BANKS, n, 0);
    return n;
}

/* The GPU has half of the entries at most, CPU cores may have all. */
static void half_is_kept_for_cpus(void **state)
{
    (void)state;
    for (size_t p = 0; p < CENTRALISED; p++) {
        open_with_share(centralised[p], "0.5", ENTRIES);
        assert_int_equal(fill(GPU0), ENTRIES / 2);
        assert_int_equal(fill(GPU1), 0);
        assert_int_equal(fill(CPU1), ENTRIES / 2);
        assert_int_equal(fill(CPU3), 0);
        script_close();
        open_with_share(centralised[p], "0.5", ENTRIES);
        assert_int_equal(fill(CPU2), ENTRIES);
        assert_int_equal(fill(GPU1), 0);
        script_close();
    }
}

/* Each place that a request of the GPU leaves may be taken by another, and no other place. */
static void a_place_that_is_left_is_free(void **state)
{
    (void)state;
    for (size_t p = 0; p < CENTRALISED; p++) {
        open_with_share(centralised[p], "0.5", ENTRIES);
        (void)fill(GPU0);
        for (uint32_t i = 0; i < 4 * ENTRIES; i++) {
            const uint32_t handle = script_next(0, 0xf, 10 + i);
            assert_int_not_equal(handle, DRAM_NO_REQUEST);
            script_done(0, handle, 10 + i);
            assert_int_equal(fill(GPU1), 1);
        }
        assert_int_equal(fill(CPU0), ENTRIES / 2);
        script_close();
    }
}

static void without_a_share_all_is_for_all(void **state)
{
    (void)state;
    for (size_t p = 0; p < CENTRALISED; p++) {
        script_open(centralised[p], ENTRIES);
        assert_int_equal(fill(GPU0), ENTRIES);
        script_close();
    }
}

/* At least one entry is left to the GPU, and a request that is larger than its part finds room. */
static void the_gpu_always_has_a_part(void **state)
{
    (void)state;
    open_with_share("frfcfs", "1", ENTRIES);
    assert_int_equal(fill(GPU0), 1);
    assert_int_equal(fill(CPU0), ENTRIES - 1);
    script_close();
    open_with_share("frfcfs", "0.8", 10);
    (void)script_ask(0, CPU0, 0, 0, 0);
    script.units = 4;
    assert_int_equal(fill(GPU0), 1);
    script_close();
}

/* ---- requests of CPU cores first ---- */

/* While one is stored for an idle bank none of the GPU is given out, whatever row is open. */
static void cpus_go_first(void **state)
{
    (void)state;
    static const char *const cpu_first[] = {"cfrfcfs", "ctcm"};
    for (size_t p = 0; p < 2; p++) {
        script_open(cpu_first[p], ENTRIES);
        script.open_row[0] = 7;
        uint32_t gpu_hit = script_ask(0, GPU0, 0, 7, 0), gpu = script_ask(0, GPU1, 2, 1, 0);
        uint32_t cpu = script_ask(0, CPU0, 0, 8, 5), other = script_ask(0, CPU3, 1, 8, 6);
        expect_next(0xf, 8, cpu);
        expect_next(0x4, 9, gpu); /* no idle bank has a request of a CPU core */
        expect_next(0xf, 10, other);
        expect_next(0xf, 11, gpu_hit);
        script_close();
    }
}

/* Among requests of CPU cores for a bank: the open row, then the oldest. */
static void among_cpus_it_is_frfcfs(void **state)
{
    (void)state;
    script_open("cfrfcfs", ENTRIES);
    script.open_row[0] = 7;
    uint32_t oldest = script_ask(0, CPU0, 0, 8, 0), hit = script_ask(0, CPU1, 0, 7, 1);
    uint32_t next = script_ask(0, CPU2, 0, 9, 2);
    expect_next(0xf, 8, hit);
    expect_next(0xf, 12, oldest);
    expect_next(0xf, 16, next);
    expect_next(0xf, 20, DRAM_NO_REQUEST);
    script_close();
}

static uint32_t below(uint64_t *random, uint32_t bound)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*random >> 33) % bound);
}

enum { STEPS = 3000 };

/* Requests of sources from `first` on, in the order in which they are given out. */
static void random_order(const char *policy, uint32_t first, uint32_t sources, uint32_t *order)
{
    uint64_t random = 1;
    script_open(policy, ENTRIES);
    for (uint32_t i = 0; i < STEPS; i++) {
        if (below(&random, 2)) {
            const uint32_t source = first + below(&random, sources), bank = below(&random, SCRIPT_BANKS);
            const dram_request request = script_request(source, bank, below(&random, 3), i);
            if (script.policy->can_accept(script.state[0], &request)) {
                script.policy->accept(script.state[0], &request);
                script.n++;
            }
        }
        script.open_row[below(&random, SCRIPT_BANKS)] = below(&random, 3);
        order[i] = below(&random, 2) ? script_next(0, below(&random, 16), i) : DRAM_NO_REQUEST;
        if (order[i] != DRAM_NO_REQUEST)
            script_done(0, order[i], i + 1);
    }
    script_close();
}

/* The requests of CPU cores alone, or of the GPU alone, are served as without a first. */
static void one_side_alone_is_as_ever(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"frfcfs", "cfrfcfs"}, {"tcm", "ctcm"}};
    static uint32_t plain[STEPS], first[STEPS];
    for (size_t p = 0; p < 2; p++)
        for (uint32_t side = 0; side < 2; side++) {
            const uint32_t source = side ? CPU0 : GPU0, sources = side ? SCRIPT_SOURCES - CPU0 : CPU0;
            random_order(pairs[p][0], source, sources, plain);
            random_order(pairs[p][1], source, sources, first);
            assert_memory_equal(plain, first, sizeof plain);
        }
    random_order("frfcfs", GPU0, SCRIPT_SOURCES, plain);
    random_order("cfrfcfs", GPU0, SCRIPT_SOURCES, first);
    assert_memory_not_equal(plain, first, sizeof plain);
}

/* Before anybody is ranked they choose over all banks: an open row, then the oldest. */
static void without_ranks_it_is_frfcfs_over_all_banks(void **state)
{
    (void)state;
    static const char *const ranked[] = {"atlas", "bliss", "tcm", "parbs"};
    for (size_t p = 0; p < sizeof ranked / sizeof *ranked; p++) {
        script_open(ranked[p], ENTRIES);
        script.open_row[2] = 5;
        uint32_t first = script_ask(0, CPU0, 3, 5, 0), second = script_ask(0, CPU0, 1, 5, 0);
        uint32_t third = script_ask(0, CPU0, 2, 5, 0);
        expect_next(0xf, 10, third);
        expect_next(0x7, 11, second); /* bank 3 is busy */
        expect_next(0xf, 12, first);
        expect_next(0xf, 13, DRAM_NO_REQUEST);
        script_close();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_is_kept_for_cpus),
        cmocka_unit_test(a_place_that_is_left_is_free),
        cmocka_unit_test(without_a_share_all_is_for_all),
        cmocka_unit_test(the_gpu_always_has_a_part),
        cmocka_unit_test(cpus_go_first),
        cmocka_unit_test(among_cpus_it_is_frfcfs),
        cmocka_unit_test(one_side_alone_is_as_ever),
        cmocka_unit_test(without_ranks_it_is_frfcfs_over_all_banks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
