/* Who watches programs side by side is told what each of them and each CPU core does: it adds up to what they
 * are counted for in the end, it is the same whatever sleeps and however many threads run, and nothing
 * changes by it. (sim/sim.h) */
/* test: slow */
#include "sim/mix.h"
#include "tests/cpu_memory.h"
#include "tests/test.h"
#include "tests/unit/sim/cpu_results.h"
#include "tests/unit/sim/hard_cases.h"

#include <math.h>

enum { CORES = 2, ROUNDS = 4000, MOST = 1 << 15, EVERY = 700, UNTIL = 20000 };

static hand_program hand[CORES];
static const cpu_program *const cores[CORES] = {&hand[0].program, &hand[1].program};

static int make_programs(void **state)
{
    (void)state;
    for (size_t p = 0; p < CORES; p++)
        hand_begin(&hand[p], ROUNDS);
    for (uint64_t i = 0; i < ROUNDS; i += 5)
        hand_request(&hand[0], i, i, i % 3 == 2);
    for (uint64_t i = 0; i < ROUNDS; i += 300)
        hand_request(&hand[1], i, i * 7919 % 100000, false);
    return 0;
}

static const sim_mix_program beside[2] = {{.first_sm = 0, .n_sms = 1, .n_launches = 2},
                                          {.first_sm = 1, .n_sms = 1, .n_launches = 1}};

static int give(void *user, size_t program, size_t launch, const warp_trace **trace, poise_error *err)
{
    (void)user, (void)program, (void)launch, (void)err;
    *trace = hard_everything();
    return POISE_OK;
}

/* ---- what was told ---- */

typedef struct told {
    char place[16], name[32];
    uint64_t cycle;
    double value;
} told;

typedef struct outcome {
    sim_counters machine;
    sim_mix_result programs[2];
    sim_cpu_result cpus[CORES];
    size_t n;
    told all[MOST];
} outcome;

static void note(void *user, const char *place, uint64_t cycle, const policy_sample *samples, size_t n)
{
    outcome *o = user;
    for (size_t i = 0; i < n; i++) {
        assert_true(o->n < MOST && isfinite(samples[i].value));
        told *t = &o->all[o->n++];
        *t = (told){.cycle = cycle, .value = samples[i].value};
        snprintf(t->place, sizeof t->place, "%s", place);
        snprintf(t->name, sizeof t->name, "%s", samples[i].name);
    }
}

static const char *tlb_name;

static void simulate(outcome *o, const sim_config *config, uint64_t every, uint32_t threads)
{
    const sim_mix mix = {.programs = beside, .n = 2, .read = give};
    const sim_policies policies = {.dram = "sms", .tlb = tlb_name};
    simulator *sim;
    poise_error err;
    memset(o, 0, sizeof *o);
    if (sim_create_with_cpus(&sim, config, &policies, cores, CORES, &err) ||
        sim_set_threads(sim, threads, &err))
        fail_msg("%s", err.text);
    if (every)
        sim_observe_course(sim, every, note, o);
    if (sim_run_mix(sim, &mix, o->programs, &o->machine, &err))
        fail_msg("%s", err.text);
    for (uint32_t i = 0; i < CORES; i++)
        o->cpus[i] = sim_cpu_result_of(sim, i);
    sim_destroy(sim);
}

static size_t points(const outcome *o, const char *place, const char *name)
{
    size_t n = 0;
    for (size_t i = 0; i < o->n; i++)
        n += strcmp(o->all[i].place, place) == 0 && strcmp(o->all[i].name, name) == 0;
    return n;
}

/* Value x time. */
static double sum_of(const outcome *o, const char *place, const char *name)
{
    double sum = 0;
    uint64_t before = 0;
    for (size_t i = 0; i < o->n; i++) {
        const told *t = &o->all[i];
        if (strcmp(t->place, place) != 0 || strcmp(t->name, name) != 0)
            continue;
        assert_true(t->cycle > before);
        sum += t->value * (double)(t->cycle - before);
        before = t->cycle;
    }
    return sum;
}

static sim_config machine(size_t m, const char *setting)
{
    sim_config config;
    poise_error err;
    sim_config_default(&config);
    for (const char *const *s = hard_machines[m]; *s; s++)
        assert_int_equal(sim_config_set(&config, *s, &err), 0);
    if (setting)
        assert_int_equal(sim_config_set(&config, setting, &err), 0);
    return config;
}

/* ---- tests ---- */

static outcome base, other;

static void same_results(void)
{
    assert_memory_equal(&base.machine, &other.machine, sizeof base.machine);
    assert_true(are_same_cpu_results(base.cpus, other.cpus, CORES));
    for (size_t i = 0; i < 2; i++)
        assert_memory_equal(&base.programs[i].counters, &other.programs[i].counters, sizeof(sim_counters));
}

static void nothing_changes_by_it(void **state)
{
    (void)state;
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        const sim_config config = machine(m, NULL);
        simulate(&base, &config, 0, 1);
        assert_int_equal(base.n, 0);
        simulate(&other, &config, EVERY, 1);
        same_results();
        assert_true(points(&other, "app1", "ipc") > 2 && points(&other, "cpus", "ipc") > 2);
    }
}

static void assert_same_told(void)
{
    assert_int_equal(base.n, other.n);
    for (size_t i = 0; i < base.n; i++)
        assert_memory_equal(&base.all[i], &other.all[i], sizeof base.all[i]);
}

static void threads_and_sleep_do_not_matter(void **state)
{
    (void)state;
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = machine(m, NULL);
        simulate(&base, &config, EVERY, 1);
        simulate(&other, &config, EVERY, 4);
        assert_same_told();
        config.wake_always = 1;
        simulate(&other, &config, EVERY, 1);
        assert_same_told();
    }
}

static void close_to(double sum, double counted, double share)
{
    if (fabs(sum - counted) > share * counted)
        fail_msg("told %g, counted %g", sum, counted);
}

/* What is told of a run of a given time is all that is counted. Data buses: to the exchange, behind which a
 * scheduler may be. */
static void it_adds_up(void **state)
{
    (void)state;
    static const char *const apps[] = {"app0", "app1"}, *const of_core[] = {"cpu0", "cpu1"};
    const sim_config config = machine(0, "mix_cycles=20000");
    uint64_t insts = 0, busy = 0;
    const double dram_per_core = config.dram_mhz / config.core_mhz;
    simulate(&base, &config, EVERY, 1);
    for (size_t i = 0; i < 2; i++) {
        const sim_counters *count = &base.programs[i].counters;
        close_to(sum_of(&base, apps[i], "ipc"), (double)count->thread_insts, 1e-9);
        close_to(sum_of(&base, apps[i], "bus_share") * dram_per_core * config.channels,
                 (double)count->dram_busy, 0.01);
        insts += count->thread_insts;
        busy += count->dram_busy;
        close_to(sum_of(&base, of_core[i], "ipc") * config.cpu_mhz / config.core_mhz,
                 (double)base.cpus[i].counts.instructions, 0.001);
        assert_true(sum_of(&base, of_core[i], "bus_share") > 0);
    }
    close_to(sum_of(&base, "gpu", "ipc"), (double)insts, 1e-9);
    close_to(sum_of(&base, "gpu", "bus_share") * dram_per_core * config.channels, (double)busy, 0.01);
    close_to(sum_of(&base, "gpu", "dram_queue"),
             sum_of(&base, "app0", "dram_queue") + sum_of(&base, "app1", "dram_queue"), 1e-9);
    assert_true(sum_of(&base, "cpus", "dram_queue") > 0);
    assert_int_equal(points(&base, "app0", "tlb_misses"), 0);
    assert_int_equal(base.all[base.n - 1].cycle, base.programs[0].counters.cycles);
}

/* Rows that are hit lie in 0..1, the queue holds no more than there is room. */
static void values_are_shares(void **state)
{
    (void)state;
    const sim_config config = machine(0, NULL);
    simulate(&base, &config, 100, 1);
    for (size_t i = 0; i < base.n; i++) {
        const told *t = &base.all[i];
        if (strcmp(t->name, "row_hits") == 0 || strcmp(t->name, "bus_share") == 0)
            assert_true(t->value >= 0 && t->value <= 1.2); /* data of a column may count before they move */
        assert_true(t->value >= 0);
    }
}

static void translation_is_told_where_there_is_one(void **state)
{
    (void)state;
    const sim_config config = machine(0, NULL);
    tlb_name = "shared_tlb";
    simulate(&base, &config, EVERY, 1);
    simulate(&other, &config, EVERY, 4);
    tlb_name = NULL;
    assert_same_told();
    assert_true(sum_of(&base, "app0", "tlb_misses") > 0 && sum_of(&base, "app1", "walk_reads") > 0);
    assert_int_equal(points(&base, "cpu0", "tlb_misses"), 0);
}

/* A single program on all SMs is run launch by launch: nobody is told, and the simulator watches again
 * afterwards. */
static void one_program_on_all_sms_is_not_watched(void **state)
{
    (void)state;
    const sim_mix_program all = {.first_sm = 0, .n_sms = 2, .n_launches = 1};
    const sim_mix mix = {.programs = &all, .n = 1, .read = give};
    const sim_config config = machine(1, NULL);
    simulator *sim;
    poise_error err;
    sim_counters count;
    memset(&base, 0, sizeof base);
    assert_int_equal(sim_create(&sim, &config, NULL, &err), 0);
    sim_observe_course(sim, EVERY, note, &base);
    assert_int_equal(sim_run_mix(sim, &mix, base.programs, NULL, &err), 0);
    assert_int_equal(base.n, 0);
    assert_int_equal(sim_launch(sim, hard_everything(), &count, NULL, &err), 0);
    assert_true(points(&base, "machine", "ipc") > 2);
    sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_changes_by_it),
        cmocka_unit_test(threads_and_sleep_do_not_matter),
        cmocka_unit_test(it_adds_up),
        cmocka_unit_test(values_are_shares),
        cmocka_unit_test(translation_is_told_where_there_is_one),
        cmocka_unit_test(one_program_on_all_sms_is_not_watched),
    };
    return cmocka_run_group_tests(tests, make_programs, NULL);
}
