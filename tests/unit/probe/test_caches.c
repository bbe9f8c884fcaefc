/* Caches of random machines, of which the inference knows nothing but times. What it says must be so; of
 * linear sets and LRU it must say everything. POISE_MACHINES=300 asks for more than fit into `make test`. */
#include "common/random.h"
#include "probe/infer/caches.h"
#include "probe/simulated/simulated.h"
#include "tests/test.h"
#include "tests/unit/probe/recorder.h"

enum { MACHINES = 6, LINE = 128 };

static uint32_t one_of(poise_random *random, const uint32_t *values, uint32_t n)
{
    return values[poise_random_below(random, n)];
}

/* L1s of 1 to 64 KB, L2s of 96 KB to 2 MB and more than twice their L1. */
static void draw(poise_random *random, sim_config *config)
{
    static const uint32_t l1_sets[] = {8, 16, 32, 64}, l1_ways[] = {1, 2, 4, 6, 8}, sectors[] = {32, 128},
                          banks[] = {6, 12}, l2_sets[] = {32, 43, 64, 86}, l2_ways[] = {4, 6, 8, 16},
                          clocks[] = {500, 700, 933, 1400}, latency[] = {0, 13, 40, 120};
    sim_config_default(config);
    do {
        config->l1_sets = one_of(random, l1_sets, 4);
        config->l1_ways = one_of(random, l1_ways, 5);
        config->l2_banks = one_of(random, banks, 2);
        config->l2_sets = one_of(random, l2_sets, 4);
        config->l2_ways = one_of(random, l2_ways, 4);
    } while (config->l2_banks * config->l2_sets * config->l2_ways <= 4 * config->l1_sets * config->l1_ways);
    const bool may_hash = config->l1_sets == 32 || config->l1_sets == 64;
    config->l1_index = may_hash && poise_random_below(random, 2) ? 1 : 0;
    config->l2_sector_bytes = one_of(random, sectors, 2);
    config->l1_sector_bytes = config->l2_sector_bytes == LINE ? LINE : one_of(random, sectors, 2);
    config->l1_latency = one_of(random, latency, 4);
    config->l2_latency = one_of(random, latency, 4);
    config->icnt_mhz = one_of(random, clocks, 4);
    config->l2_mhz = one_of(random, clocks, 4);
}

static void describe(const sim_config *c, const probe_caches *found)
{
    print_message(
        "l1 %u x %u index %d sector %u latency %u, l2 %u x %u x %u sector %u latency %u, %g %g MHz\n",
        c->l1_sets, c->l1_ways, c->l1_index, c->l1_sector_bytes, c->l1_latency, c->l2_banks, c->l2_sets,
        c->l2_ways, c->l2_sector_bytes, c->l2_latency, c->icnt_mhz, c->l2_mhz);
    for (uint32_t i = 0; i < found->n; i++) {
        const probe_cache *k = &found->cache[i];
        print_message("  %g-%g: %lu bytes, sector %u, line %u, %u x %u, %s\n", k->hit_least, k->hit_most,
                      (unsigned long)k->capacity, k->sector, k->line, k->sets, k->ways,
                      k->unknown != NULL ? k->unknown : "all known");
    }
}

static bool is_cache(const probe_cache *k, uint32_t sector, uint32_t sets, uint32_t ways, bool is_linear)
{
    return k->capacity == (uint64_t)sets * ways * LINE && k->sector == sector && k->line == LINE &&
           k->sets == sets && k->ways == ways && (k->unknown == NULL || !is_linear);
}

/* A line that the L1 fetches whole hides the sectors of the L2. A number of sets that is odd in a bank does
 * not always go round with the banks in lines of two. */
static bool is_right(const sim_config *c, const probe_caches *found)
{
    const uint32_t sector = c->l1_sector_bytes > c->l2_sector_bytes ? c->l1_sector_bytes : c->l2_sector_bytes;
    /* Fermi's hash is never taken for linear. */
    return found->n == 2 && (c->l1_index == 0) == (found->cache[0].unknown == NULL) &&
           found->memory_least > found->cache[1].hit_most &&
           is_cache(&found->cache[0], c->l1_sector_bytes, c->l1_sets, c->l1_ways, c->l1_index == 0) &&
           is_cache(&found->cache[1], sector, c->l2_banks * c->l2_sets, c->l2_ways, c->l2_sets % 2 == 0);
}

static void random_machines_are_recognised(void **state)
{
    poise_random random;
    poise_error err;
    uint32_t wrong = 0;
    const char *more = getenv("POISE_MACHINES");
    const uint32_t machines = more != NULL ? (uint32_t)strtoul(more, NULL, 10) : MACHINES;
    (void)state;
    probe_recorder *const kept = test_recorder();
    poise_random_seed(&random, 1);
    for (uint32_t i = 0; i < machines; i++) {
        static const sim_policies baseline;
        sim_config config;
        probe_bench *bench;
        probe_caches found;
        draw(&random, &config);
        if (sim_config_check(&config, &err) != POISE_OK)
            fail_msg("%s", err.text);
        assert_int_equal(probe_simulated_open(&bench, kept, &config, &baseline, NULL, &err), POISE_OK);
        assert_int_equal(probe_infer_caches(bench, 8 << 20, NULL, &found, &err), POISE_OK);
        bench->close(bench);
        if (!is_right(&config, &found)) {
            describe(&config, &found);
            wrong++;
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_machines_are_recognised)};
    return cmocka_run_group_tests(tests, test_recorder_open, test_recorder_close);
}
