/* CPU cores beside the SMs: does neither sleeping nor the number of threads change anything, are wrong cores
 * refused, does a machine without them stay what it was? */
/* test: slow */
#include "sim/mix.h"
#include "tests/cpu_memory.h"
#include "tests/test.h"
#include "tests/unit/sim/cpu_results.h"
#include "tests/unit/sim/hard_cases.h"

#include <math.h>

enum { CORES = 5, ROUNDS = 4000 };

static hand_program programs[3];
static const cpu_program *const cores[CORES] = {&programs[0].program, &programs[1].program,
                                                &programs[2].program, &programs[0].program,
                                                &programs[1].program};

/* A stream with write-backs, one that jumps, one that asks for little. */
static int make_programs(void **state)
{
    (void)state;
    for (size_t p = 0; p < 3; p++)
        hand_begin(&programs[p], ROUNDS);
    for (uint64_t i = 0; i < ROUNDS; i += 5)
        hand_request(&programs[0], i, i, i % 3 == 2);
    for (uint64_t i = 0; i < ROUNDS; i += 11) {
        hand_request(&programs[1], i, i * 7919 % 100000, false);
        hand_request(&programs[1], i, i * 104729 % 100000, true);
    }
    for (uint64_t i = 0; i < ROUNDS; i += 700)
        hand_request(&programs[2], i, i, false);
    return 0;
}

typedef struct outcome {
    sim_counters machine;
    sim_mix_result programs[2];
    sim_cpu_result cpus[CORES];
} outcome;

/* Two programs side by side, of two launches and one. */
static const sim_mix_program beside[2] = {{.first_sm = 0, .n_sms = 1, .n_launches = 2},
                                          {.first_sm = 1, .n_sms = 1, .n_launches = 1}};

static int give(void *user, size_t program, size_t launch, const warp_trace **trace, poise_error *err)
{
    (void)user, (void)program, (void)launch, (void)err;
    *trace = hard_everything();
    return POISE_OK;
}

static const char *dram_policy_name = NULL; /* the baseline */

static outcome simulate(const sim_config *config, const sim_mix *mix, uint32_t threads)
{
    outcome o;
    simulator *sim;
    poise_error err;
    sim_policies policies = {.dram = dram_policy_name};
    memset(&o, 0, sizeof o);
    if (sim_create_with_cpus(&sim, config, &policies, cores, CORES, &err) ||
        sim_set_threads(sim, threads, &err) || sim_run_mix(sim, mix, o.programs, &o.machine, &err))
        fail_msg("%s", err.text);
    for (uint32_t i = 0; i < CORES; i++) {
        o.cpus[i] = sim_cpu_result_of(sim, i);
        assert_true(o.cpus[i].has_ended || o.cpus[i].cut_short || mix->without_cpus || config->mix_cycles);
    }
    sim_destroy(sim);
    return o;
}

static sim_config machine(size_t m, size_t variant)
{
    static const char *const variants[][5] = {
        {"cpu_at=memory", NULL},
        {"cpu_at=l2", "cpu_mhz=1100.5", NULL},
        {"cpu_at=memory", "cpu_latency=17", "cpu_mhz=350", "cpu_write_queue=1", NULL},
        {"cpu_at=l2", "cpu_latency=9", "cpu_mshrs=2", "cpu_window=40", NULL}};
    sim_config config;
    poise_error err;
    sim_config_default(&config);
    for (const char *const *s = hard_machines[m]; *s; s++)
        assert_int_equal(sim_config_set(&config, *s, &err), 0);
    for (const char *const *s = variants[variant]; *s; s++)
        assert_int_equal(sim_config_set(&config, *s, &err), 0);
    return config;
}

static void assert_same_outcome(const outcome *a, const outcome *b)
{
    assert_memory_equal(&a->machine, &b->machine, sizeof a->machine);
    assert_memory_equal(a->programs, b->programs, sizeof a->programs);
    assert_true(are_same_cpu_results(a->cpus, b->cpus, CORES));
}

static outcome same_with_threads(const sim_config *config, const sim_mix *mix)
{
    static outcome base, other;
    static const uint32_t threads[] = {2, 4};
    base = simulate(config, mix, 1);
    assert_true(base.cpus[0].counts.reads > 0 && base.cpus[0].counts.read_latency > 0);
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        other = simulate(config, mix, threads[i]);
        assert_same_outcome(&base, &other);
    }
    return base;
}

/* Awake in every cycle on one thread, and asleep where nothing happens on one, two or four. */
static void same(const sim_config *config, const sim_mix *mix, uint32_t threads)
{
    static outcome base, other;
    base = simulate(config, mix, threads);
    assert_true(base.cpus[0].counts.reads > 0 && base.cpus[0].counts.read_latency > 0);
    sim_config awake = *config;
    awake.wake_always = 1;
    other = simulate(&awake, mix, 1);
    assert_same_outcome(&base, &other);
}

static void beside_programs(void **state)
{
    (void)state;
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = machine(m, m % 4);
        for (size_t n = 1; n <= 2; n++) {
            const sim_mix mix = {.programs = beside, .n = n, .read = give, .without_cpus = m == 0};
            same(&config, &mix, 1u << (m + n) % 3);
        }
    }
}

static void alone(void **state)
{
    (void)state;
    for (size_t m = 0; m < HARD_MACHINES; m++)
        for (size_t variant = 0; variant < 4; variant++) {
            sim_config config = machine(m, variant);
            same(&config, &(sim_mix){0}, 1u << (m + variant) % 3);
        }
}

/* DRAM schedulers that know CPU cores. */
static void with_dram_policies(void **state)
{
    (void)state;
    static const char *const policies[] = {"frfcfs:cpu_share=0.5",
                                           "atlas:quantum=700:by=core:cpu_share=0.5",
                                           "bliss:threshold=2:interval=300:cpu_share=0.5",
                                           "cfrfcfs:cpu_share=0.25",
                                           "ctcm:quantum=900:shuffle=20:cpu_share=0.5",
                                           "parbs:cap=1:cpu_share=0.75",
                                           "tcm:quantum=600:shuffle=50:distance=0:by=app",
                                           "sms",
                                           "sms:interval=500:dcs_fifo=2:cpu_fifo=2:mpkc_period=500"};
    for (size_t p = 0; p < sizeof policies / sizeof *policies; p++) {
        const size_t m = p % 3 == 2 ? 6 : p % 3; /* with short and long DRAM pipes */
        sim_config config = machine(m, p % 2 * 2);
        const sim_mix mix = {.programs = beside, .n = 1 + p % 2, .read = give};
        dram_policy_name = policies[p];
        same(&config, &mix, 2u << p % 2);
    }
    dram_policy_name = NULL;
}

/* SU12: cycles of one core with nobody beside it, within 5 % of those with FR-FCFS and as many entries. */
static void sms_costs_a_core_alone_little(void **state)
{
    (void)state;
    static const char *const settings[] = {"sms=1", "dram_queue=300"};
    for (size_t p = 0; p < 3; p++) {
        uint64_t cycles[2];
        for (int with_sms = 0; with_sms < 2; with_sms++) {
            const sim_policies policies = {.dram = with_sms ? "sms" : "frfcfs"};
            const cpu_program *const core = &programs[p].program;
            sim_config config;
            simulator *sim;
            poise_error err;
            sim_counters counters;
            sim_config_default(&config);
            for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
                assert_int_equal(sim_config_set(&config, settings[i], &err), 0);
            if (sim_create_with_cpus(&sim, &config, &policies, &core, 1, &err) ||
                sim_run_cpus(sim, &counters, &err))
                fail_msg("%s", err.text);
            cycles[with_sms] = sim_cpu_result_of(sim, 0).counts.cycles;
            sim_destroy(sim);
        }
        assert_true(cycles[0] > 0 && cycles[1] * 100 <= cycles[0] * 105);
    }
}

/* Without a program, too, DRAM policies look at all channels in the course of a run and tell their
 * statistics. */
static void dram_policies_of_cores_alone(void **state)
{
    (void)state;
    const sim_config config = machine(0, 0);
    dram_policy_name = "atlas:quantum=300:threshold=100000";
    same(&config, &(sim_mix){0}, 4);
    const outcome ranked = simulate(&config, &(sim_mix){0}, 1);
    dram_policy_name = "atlas:quantum=4000000000:threshold=100000";
    const outcome never = simulate(&config, &(sim_mix){0}, 1);
    assert_false(are_same_cpu_results(ranked.cpus, never.cpus, CORES));

    const sim_policies policies = {.dram = dram_policy_name};
    policy_statistic told[POLICY_STATISTICS];
    simulator *sim;
    poise_error err;
    if (sim_create_with_cpus(&sim, &config, &policies, cores, CORES, &err) || sim_run_cpus(sim, NULL, &err))
        fail_msg("%s", err.text);
    assert_int_equal(sim_policy_statistics(sim, POLICY_AT_DRAM, told, POLICY_STATISTICS), 2);
    assert_true(told[1].value >= 1);
    sim_destroy(sim);
    dram_policy_name = NULL;
}

/* A program is measured to its first end and runs again beside those that have not ended; the machine counts
 * all. */
static void programs_go_on_until_all_have_ended(void **state)
{
    (void)state;
    sim_config config = machine(0, 0);
    config.cpu_mhz = 5; /* so that the GPU program ends first */
    sim_mix mix = {.programs = beside, .n = 1, .read = give};
    outcome all = simulate(&config, &mix, 1);
    uint64_t reads = 0;
    for (uint32_t i = 0; i < CORES; i++) {
        assert_int_equal(all.cpus[i].counts.instructions, ROUNDS);
        assert_int_equal(all.cpus[i].counts.reads, cores[i]->totals.misses);
        assert_true(all.cpus[i].below.dram_reads >= cores[i]->totals.misses);
        reads += all.cpus[i].below.dram_reads;
    }
    assert_true(all.machine.dram_reads >= reads + all.programs[0].counters.dram_reads);
    mix.without_cpus = true;
    outcome gpu = simulate(&config, &mix, 1);
    assert_int_equal(gpu.programs[0].restarts, 0);
    assert_int_equal(gpu.programs[0].counters.cycles, all.programs[0].counters.cycles);
    uint32_t n_ended = 0;
    for (uint32_t i = 0; i < CORES; i++) {
        n_ended += gpu.cpus[i].has_ended;
        if (gpu.cpus[i].has_ended)
            assert_true(is_same_cpu_result(&gpu.cpus[i], &all.cpus[i]));
        else
            assert_true(gpu.cpus[i].counts.instructions < ROUNDS);
    }
    assert_true(n_ended < CORES);
}

/* max_cycles ends what counts of a core, in the cycle of the limit whether the machine sleeps there or not.
 */
static void max_cycles_limits_cores(void **state)
{
    (void)state;
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = machine(m, m % 4);
        for (config.max_cycles = 2000; config.max_cycles < 4000; config.max_cycles += 777) {
            same(&config, &(sim_mix){0}, 4);
            const sim_mix mix = {.programs = beside, .n = 1, .read = give};
            (void)same_with_threads(&config, &mix); /* launches are cut at a window that is simulated */
        }
    }
    sim_config config = machine(0, 0);
    config.cpu_mhz = 5;
    config.max_cycles = 400;
    outcome o = simulate(&config, &(sim_mix){0}, 1);
    assert_true(o.machine.cycles >= 400 && o.machine.cycles < 600);
    for (uint32_t i = 0; i < CORES; i++) {
        assert_true(o.cpus[i].cut_short && !o.cpus[i].has_ended);
        assert_true(o.cpus[i].counts.instructions < ROUNDS);
    }
}

/* mix_cycles ends a mix in the window of the limit, whether the machine sleeps there or not, and all that has
 * been done by then counts: what a program has done again is in its results, so that those of all make up the
 * machine's. */
static void mix_cycles_ends_all(void **state)
{
    (void)state;
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = machine(m, m % 4);
        for (config.mix_cycles = 1000; config.mix_cycles < 9000; config.mix_cycles += 2777) {
            const sim_mix mix = {.programs = beside, .n = 2, .read = give};
            outcome o = same_with_threads(&config, &mix);
            assert_true(o.machine.cycles >= config.mix_cycles && o.machine.cycles < config.mix_cycles + 200);
            uint64_t insts = 0;
            for (size_t i = 0; i < 2; i++) {
                assert_int_equal(o.programs[i].counters.cycles, o.machine.cycles);
                assert_int_equal(o.programs[i].cut_short, 0);
                insts += o.programs[i].counters.thread_insts;
            }
            assert_int_equal(insts, o.machine.thread_insts);
            same(&config, &(sim_mix){0}, 4);
        }
    }
    sim_config config = machine(0, 0);
    config.mix_cycles = 200000;
    const sim_mix mix = {.programs = beside, .n = 1, .read = give};
    outcome o = simulate(&config, &mix, 1);
    assert_true(o.programs[0].restarts > 0 && o.cpus[0].restarts > 0);
    assert_true(o.cpus[0].has_ended && o.cpus[0].counts.instructions / ROUNDS == o.cpus[0].restarts);
    const double cpu_cycles = (double)o.machine.cycles * config.cpu_mhz / config.core_mhz;
    assert_true(fabs((double)o.cpus[0].counts.cycles - cpu_cycles) < 3);
    config.mix_cycles = 0;
    outcome once = simulate(&config, &mix, 1);
    assert_true(once.programs[0].counters.thread_insts < o.programs[0].counters.thread_insts);
}

static void wrong_cores_are_refused(void **state)
{
    (void)state;
    sim_config config;
    simulator *sim;
    poise_error err;
    sim_policies policies = {0};
    const cpu_program *many[SIM_MOST_CPUS + 1];
    sim_config_default(&config);
    for (size_t i = 0; i <= SIM_MOST_CPUS; i++)
        many[i] = cores[0];
    assert_int_equal(sim_create_with_cpus(&sim, &config, &policies, many, SIM_MOST_CPUS + 1, &err),
                     POISE_USAGE);
    assert_contains(err.text, "at most 64");
    assert_int_equal(sim_create_with_cpus(&sim, &config, &policies, many, SIM_MOST_CPUS, &err), 0);
    sim_destroy(sim);
    cpu_program wide = programs[0].program;
    wide.header.caches.line_bytes = 256;
    many[0] = &wide;
    assert_int_equal(sim_create_with_cpus(&sim, &config, &policies, many, 1, &err), POISE_USAGE);
    assert_contains(err.text, "lines of 256 bytes");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beside_programs),
        cmocka_unit_test(with_dram_policies),
        cmocka_unit_test(alone),
        cmocka_unit_test(sms_costs_a_core_alone_little),
        cmocka_unit_test(dram_policies_of_cores_alone),
        cmocka_unit_test(programs_go_on_until_all_have_ended),
        cmocka_unit_test(max_cycles_limits_cores),
        cmocka_unit_test(mix_cycles_ends_all),
        cmocka_unit_test(wrong_cores_are_refused),
    };
    return cmocka_run_group_tests(tests, make_programs, NULL);
}
