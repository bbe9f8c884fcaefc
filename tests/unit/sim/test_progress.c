/* U16: does everything go on and come back, however small the queues and however odd the clocks? Random
 * loads, stores, atomics, shared-memory accesses and barriers on random machines, from a seed. A deadlock is
 * an error of sim_launch; what is not given back is found afterwards. */
/* test: slow */
#include "tests/test.h"
#include "tests/timing/sim/bench.h"
#include "tests/unit/sim/idle_check.h"

#include <stdio.h>

static micro m;
static uint64_t random_state;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((random_state >> 33) % n);
}

static uint64_t stores, loads, atomics;

static void random_instruction(const uint32_t *inst)
{
    uint32_t hot = random_below(3), line = hot ? random_below(40) : random_below(20000);
    uint32_t n = random_below(4) ? 1 + random_below(3) : 1 + random_below(32), stride = 1 + random_below(70);
    uint32_t kind = random_below(6);
    switch (kind) {
    case 0:
    case 1: loads += n; break;
    case 2: stores += n; break;
    case 3: atomics += n; break;
    case 4: micro_shared(&m, inst[kind], 1 + random_below(32)); return;
    default: micro_run(&m, inst[kind]); return;
    }
    micro_access(&m, inst[kind], line, n, stride);
    micro_sectors(&m, 1 + random_below(15));
}

/* Some thread blocks; the warps of a block meet at the same number of barriers. */
static void write_random(void)
{
    uint32_t blocks = 1 + random_below(12), warps = 1 + random_below(8);
    micro_begin(&m, blocks, warps);
    uint32_t inst[] = {
        micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 2),   micro_inst(&m, TRACE_OP_LOAD_PRIVATE, -1, 3),
        micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, 1), micro_inst(&m, TRACE_OP_ATOMIC_GLOBAL, 2, 1),
        micro_inst(&m, TRACE_OP_LOAD_SHARED, 3, 2),   micro_inst(&m, TRACE_OP_FP, 2, 1)};
    uint32_t barrier = micro_inst(&m, TRACE_OP_BARRIER, -1, -1);
    stores = loads = atomics = 0;
    for (uint32_t w = 0; w < blocks * warps; w++) {
        micro_warp(&m);
        for (uint32_t part = 0; part < 3; part++) {
            for (uint32_t k = random_below(5) + (part == 0); k; k--)
                random_instruction(inst);
            micro_run(&m, barrier);
        }
    }
}

/* Values from nothing to plenty for every queue and clock. */
static const struct {
    const char *name;
    int value[4];
} choices[] = {
    {"sms", {1, 2, 3, 5}},
    {"schedulers", {1, 2, 3, 4}},
    {"fetch", {0, 1, 1, 1}},
    {"icache_sets", {0, 1, 1, 4}},
    {"icache_mshrs", {1, 1, 2, 2}},
    {"icache_merge", {1, 2, 5, 64}},
    {"operand_collector", {0, 1, 1, 1}},
    {"sp_collectors", {1, 2, 6, 6}},
    {"mem_collectors", {1, 2, 2, 5}},
    {"lsu_queue", {1, 2, 10, 1024}},
    {"fetch_warps", {1, 1, 2, 8}},
    {"issue_width", {1, 1, 2, 2}},
    {"issue_different", {0, 0, 1, 1}},
    {"int_units", {0, 0, 4, 4}},
    {"int_interval", {1, 1, 2, 3}},
    {"branch_units", {0, 0, 4, 4}},
    {"texture_units", {0, 0, 4, 4}},
    {"tensor_units", {0, 0, 4, 4}},
    {"tensor_interval", {1, 2, 16, 32}},
    {"uniform_units", {0, 0, 4, 4}},
    {"l1_latency", {0, 0, 1, 35}},
    {"l1_ways", {1, 2, 4, 4}},
    {"l1_mshrs", {1, 2, 8, 32}},
    {"l1_merge", {1, 2, 8, 8}},
    {"l1_miss_queue", {1, 2, 3, 8}},
    {"flit_request_bytes", {8, 16, 32, 136}},
    {"flit_reply_bytes", {8, 16, 40, 136}},
    {"icnt_latency", {2, 3, 4, 7}},
    {"icnt_buffer", {1, 2, 8, 64}},
    {"icnt_out_buffer", {0, 0, 1, 16}},
    {"l2_sets", {1, 2, 16, 64}},
    {"l2_ways", {1, 2, 8, 8}},
    {"l2_latency", {0, 1, 120, 121}},
    {"l2_access_queue", {1, 2, 8, 8}},
    {"l2_miss_queue", {8, 8, 9, 64}},
    {"l2_response_queue", {1, 4, 8, 64}},
    {"l2_fill_queue", {1, 1, 2, 8}},
    {"l2_mshrs", {4, 4, 8, 32}},
    {"l2_merge", {1, 2, 4, 4}},
    {"l2_sector_bytes", {128, 128, 32, 32}},
    {"l2_write_alloc", {0, 0, 1, 1}},
    {"l2_fill_port", {0, 0, 1, 1}},
    {"dram_banks", {2, 4, 16, 64}},
    {"dram_queue", {1, 2, 16, 64}},
    {"dram_return_queue", {1, 2, 116, 116}},
    {"dram_latency", {0, 1, 100, 101}},
    {"dram_burst_bytes", {32, 32, 64, 128}},
    {"l2_write", {0, 0, 1, 1}},
    {"l1_allocate", {0, 0, 1, 1}},
};

/* Collectors for all kinds of instruction, and sub-cores where there can be such. */
static void random_core(sim_config *config)
{
    if (!config->operand_collector || random_below(2))
        return;
    config->register_ports = 1u << random_below(3);
    config->common_collectors = config->schedulers * (1 + random_below(3));
    config->sub_cores = config->schedulers != 3;
    if (config->sub_cores)
        config->sp_units = config->sfu_units = 4;
}

static void random_machine(sim_config *config)
{
    static const char *const choice_names[][2] = {{"l2_write_alloc=fetch", "l2_write_alloc=lazy"},
                                                  {"l2_fill_port=shared", "l2_fill_port=separate"},
                                                  {"l2_write=back", "l2_write=through"},
                                                  {"l1_allocate=miss", "l1_allocate=fill"}};
    poise_error err;
    char text[64];
    sim_config_default(config);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        int value = choices[i].value[random_below(4)];
        (void)snprintf(text, sizeof text, "%s=%d", choices[i].name, value);
        const char *setting = text;
        if (!strcmp(choices[i].name, "l2_write_alloc"))
            setting = choice_names[0][value];
        if (!strcmp(choices[i].name, "l2_fill_port"))
            setting = choice_names[1][value];
        if (!strcmp(choices[i].name, "l2_write"))
            setting = choice_names[2][value];
        if (!strcmp(choices[i].name, "l1_allocate"))
            setting = choice_names[3][value];
        if (sim_config_set(config, setting, &err))
            fail_msg("%s", err.text);
    }
    random_core(config);
    config->icnt_input_grants = (int)random_below(2);
    config->icnt_first = random_below(2);
    config->fetch_order = (int)random_below(2);
    config->block_interval = random_below(3);
    config->coalesce_narrow = random_below(2);
    config->coalesce_order = (int)random_below(2);
    config->dram_entry = (int)random_below(2);
    config->channels = 1 + random_below(3);
    config->l2_banks = config->channels * (1 + random_below(3));
    config->core_mhz = 700 + random_below(800);
    config->icnt_mhz = random_below(2) ? config->core_mhz : 300 + random_below(400) + 0.5;
    config->l2_mhz = random_below(2) ? config->icnt_mhz : 300 + random_below(400);
    config->dram_mhz = 200 + random_below(1800);
    if (config->l2_response_queue < config->l2_merge)
        config->l2_response_queue = config->l2_merge;
    if (config->l2_sets == 1 && config->l2_ways < 2)
        config->l2_ways = 2;
}

/* What went out came back, once. */
static void assert_conserved(const sim_config *config, const sim_counters *c)
{
    uint64_t read_accesses = c->l1_read_hits + c->l1_merges + c->l1_read_misses;
    assert_int_equal(c->warp_insts > 0, 1);
    assert_int_equal(read_accesses, loads);
    assert_int_equal(c->misses_returned, c->l1_read_misses);
    assert_int_equal(c->l1_writes, stores);
    if (config->l2_sector_bytes < 128)
        return; /* L2 counts sectors */
    assert_int_equal(c->l2_writes, stores);
    assert_true(c->l2_reads >= c->l1_read_misses + atomics); /* and code */
    assert_int_equal(c->l2_writebacks == 0 || config->l2_write == 0, 1);
    assert_int_equal(c->dram_writes, config->l2_write ? stores + atomics : c->l2_writebacks);
    assert_true(c->dram_reads <= c->l2_reads + c->l2_writes);
    assert_true(c->dram_row_hits <= c->dram_reads + c->dram_writes);
    assert_true(c->dram_busy <= c->dram_pending);
}

/* With one thread, with several, and with all parts awake in every cycle, side by side. */
static void launch_thrice(const sim_config *config, const char *sched, uint64_t seed)
{
    simulator *sim = NULL, *threaded = NULL, *awake = NULL;
    poise_error err;
    sim_policies policies = {.sched = sched, .dram = random_below(2) ? "frfcfs" : "fcfs"};
    sim_config wakes = *config;
    wakes.wake_always = 1;
    if (sim_create(&sim, config, &policies, &err) || sim_create(&threaded, config, &policies, &err) ||
        sim_create(&awake, &wakes, &policies, &err) ||
        sim_set_threads(threaded, (uint32_t)(2 + seed % 3), &err))
        fail_msg("seed %lu: %s", (unsigned long)seed, err.text);
    for (int launch = 0; launch < 2; launch++) {
        sim_counters c, same, of_awake;
        write_random();
        if (sim_launch(sim, &m.trace, &c, NULL, &err) || sim_launch(threaded, &m.trace, &same, NULL, &err) ||
            sim_launch(awake, &m.trace, &of_awake, NULL, &err))
            fail_msg("seed %lu: %s", (unsigned long)seed, err.text);
        assert_memory_equal(&c, &same, sizeof c);
        assert_memory_equal(&c, &of_awake, sizeof c);
        const char *what = gpu_not_idle((const gpu *)(const void *)sim);
        if (what)
            fail_msg("seed %lu, launch %d: %s", (unsigned long)seed, launch, what);
        assert_conserved(config, &c);
    }
    sim_destroy(sim);
    sim_destroy(threaded);
    sim_destroy(awake);
}

static void everything_comes_back_from_random_machines(void **state)
{
    (void)state;
    static const char *const policies[] = {"gto", "lrr", "tuple:3:1", "swl:1"};
    for (uint64_t seed = 0; seed < (THREAD_SANITIZER ? 30 : 300); seed++) {
        sim_config config;
        random_state = seed;
        random_machine(&config);
        launch_thrice(&config, policies[seed % 4], seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_comes_back_from_random_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
