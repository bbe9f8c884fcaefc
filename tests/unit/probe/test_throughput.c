/* What random machines deliver, of which the inference knows nothing but times of launches. What it says must
 * be so; what a machine of this kind always shows must be found. POISE_MACHINES=300 asks for more than fit
 * into `make test`, POISE_SEED=2 for others, POISE_SHOW=1 prints all that was found. */
/* test: slow */
#include "common/random.h"
#include "probe/infer/throughput.h"
#include "probe/simulated/runner.h"
#include "sim_hooks/sched/order.h"
#include "tests/test.h"
#include "tests/unit/probe/recorder.h"

#include <math.h>

enum { MACHINES = 2, LINE = 128, LANES = 32 };

static uint32_t one_of(poise_random *random, const uint32_t *values, uint32_t n)
{
    return values[poise_random_below(random, n)];
}
#define ONE_OF(random, ...)                         \
    one_of(random, (const uint32_t[]){__VA_ARGS__}, \
           sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void draw_sm(poise_random *r, sim_config *c)
{
    c->sms = ONE_OF(r, 1, 2, 3, 4, 6);
    c->schedulers = ONE_OF(r, 1, 2, 4);
    c->warps = ONE_OF(r, 8, 16, 20, 24, 32, 40, 48, 64);
    c->thread_blocks = ONE_OF(r, 4, 6, 8, 16, 32);
    c->registers = ONE_OF(r, 16384, 32768, 65536);
    c->sp_units = ONE_OF(r, 1, 2, 4);
    c->sfu_units = ONE_OF(r, 1, 2, 4);
    c->sfu_interval = ONE_OF(r, 2, 4, 8);
    c->int_latency = ONE_OF(r, 2, 4, 9);
    c->shared_latency = ONE_OF(r, 12, 26, 40);
    c->operand_collector = ONE_OF(r, 0, 1);
}

static void draw_memory(poise_random *r, sim_config *c)
{
    c->l1_sets = ONE_OF(r, 8, 16, 32, 64);
    c->l1_ways = ONE_OF(r, 2, 4, 8);
    c->l1_index = (c->l1_sets == 32 || c->l1_sets == 64) && poise_random_below(r, 2) ? 1 : 0;
    c->l1_mshrs = ONE_OF(r, 1, 2, 3, 4, 8, 12, 16, 24, 32, 48, 64, 128);
    c->l1_miss_queue = ONE_OF(r, 2, 8, 16);
    c->l1_latency = ONE_OF(r, 0, 13, 28);
    c->l2_sector_bytes = ONE_OF(r, 32, LINE);
    c->l1_sector_bytes = c->l2_sector_bytes == LINE ? LINE : ONE_OF(r, 32, LINE);
    c->channels = ONE_OF(r, 1, 2, 3);
    c->l2_banks = c->channels * ONE_OF(r, 1, 2, 4);
    c->l2_sets = ONE_OF(r, 64, 86, 128);
    c->l2_latency = ONE_OF(r, 40, 120, 200);
    c->l2_port_bytes = ONE_OF(r, 16, 32, 64);
    c->flit_reply_bytes = ONE_OF(r, 16, 32, 64);
    c->dram_latency = ONE_OF(r, 50, 100, 200);
    c->icnt_mhz = ONE_OF(r, 500, 700, 1400);
    c->l2_mhz = ONE_OF(r, 500, 700, 1400);
    c->dram_mhz = ONE_OF(r, 600, 924, 1750);
    c->t_ccdl = ONE_OF(r, 2, 3, 4);
}

static void draw(poise_random *random, sim_config *config)
{
    poise_error err;
    sim_config_default(config);
    do {
        draw_sm(random, config);
        draw_memory(random, config);
    } while (sim_config_check(config, &err) != POISE_OK);
}

static void describe(const sim_config *c)
{
    print_message(
        "%u SMs, %u schedulers, %u warps, %u blocks, %u registers, %u sp, %u sfu / %u, int %u, shared %u, "
        "collector %d; l1 %u x %u index %d mshrs %u queue %u latency %u sector %u; l2 %u x %u latency %u "
        "sector "
        "%u port %u, flit %u, %u channels, dram %u, %g %g %g MHz, ccdl %u\n",
        c->sms, c->schedulers, c->warps, c->thread_blocks, c->registers, c->sp_units, c->sfu_units,
        c->sfu_interval, c->int_latency, c->shared_latency, (int)c->operand_collector, c->l1_sets, c->l1_ways,
        (int)c->l1_index, c->l1_mshrs, c->l1_miss_queue, c->l1_latency, c->l1_sector_bytes, c->l2_banks,
        c->l2_sets, c->l2_latency, c->l2_sector_bytes, c->l2_port_bytes, c->flit_reply_bytes, c->channels,
        c->dram_latency, c->icnt_mhz, c->l2_mhz, c->dram_mhz, c->t_ccdl);
}

static void show(const probe_findings *found)
{
    for (uint32_t i = 0; i < found->n; i++) {
        const probe_finding *f = &found->list[i];
        print_message("  %-26s %10.5g .. %-10.5g %s: %s\n", f->name, f->least, f->most, f->unit, f->why);
    }
}

/* A value that a machine has, and what has been found of it. */
typedef struct judged {
    const probe_findings *found;
    uint32_t wrong;
} judged;

static void fault(judged *j, const probe_finding *f, const char *wanted, double value)
{
    j->wrong++;
    print_message("  %s is %g .. %g, %s %g\n", f->name, f->least, f->most, wanted, value);
}

/* Nothing that is false: the value lies in the range, or the range is not known. */
static void contains(judged *j, const char *name, double value)
{
    const probe_finding *f = probe_find(j->found, name);
    assert_non_null(f);
    if (!isnan(f->least) && !(f->least <= value && value <= f->most))
        fault(j, f, "the machine has", value);
}

static void is_exactly(judged *j, const char *name, double value)
{
    const probe_finding *f = probe_find(j->found, name);
    assert_non_null(f);
    if (!(f->least == value && f->most == value))
        fault(j, f, "the machine has", value);
}

/* At most what the parts can do, and not much less than a share of it. */
static void is_below(judged *j, const char *name, double bound, double share)
{
    const probe_finding *f = probe_find(j->found, name);
    assert_non_null(f);
    if (f->least > bound * 1.001)
        fault(j, f, "no more is possible than", bound);
    if (f->most < share * bound)
        fault(j, f, "at least so much is expected:", share * bound);
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static void judge_sm(judged *j, const sim_config *c)
{
    is_exactly(j, "sm.lanes", LANES);
    contains(j, "sm.count", c->sms);
    contains(j, "sm.warps", c->warps);
    contains(j, "sm.groups", c->thread_blocks);
    /* One warp a cycle is fetched for, two instructions (fetch in config.def). */
    const double alu = smaller(2, smaller(c->schedulers, c->sp_units));
    is_below(j, "issue.int", alu, 0.6);
    is_below(j, "issue.float", alu, 0.6);
    is_below(j, "issue.special", smaller(c->schedulers, (double)c->sfu_units / c->sfu_interval), 0.6);
    is_below(j, "issue.shared", 1, 0.2);
    contains(j, "shared.banks", 32); /* of the platform: docs/CAPTURE.md */
    contains(j, "shared.conflict", 1);
    contains(j, "constant.capacity", INFINITY); /* always hits: const_latency in config.def */
}

/* Bytes of all channels in a core cycle, none of which waits for a row. */
static double dram_peak(const sim_config *c)
{
    return c->channels * (double)c->dram_burst_bytes / c->t_ccd * c->dram_mhz / c->core_mhz;
}

static double l2_peak(const sim_config *c)
{
    const double flits = ceil((c->l2_sector_bytes + c->header_bytes) / (double)c->flit_reply_bytes);
    const double crossbar = c->sms * c->l2_sector_bytes / flits * c->icnt_mhz / c->core_mhz;
    /* A sector an L2 cycle, or a line through the port (l2_sector_bytes in config.def). */
    const double port = c->l2_sector_bytes == LINE ? c->l2_port_bytes : c->l2_sector_bytes;
    return smaller(crossbar, c->l2_banks * port * c->l2_mhz / c->core_mhz);
}

static void judge_memory(judged *j, const sim_config *c)
{
    contains(j, "l1.mshrs", c->l1_mshrs);
    is_below(j, "l1.bandwidth", LINE, 0.4);
    is_below(j, "l2.bandwidth", l2_peak(c), 0.1);
    /* What memory delivers passes the L2. */
    is_below(j, "memory.bandwidth", dram_peak(c), 0.1 * fmin(1, l2_peak(c) / dram_peak(c)));
    is_below(j, "memory.copy", dram_peak(c), 0);
    is_below(j, "atomics.rate", c->l2_mhz / c->core_mhz, 0.05);
    const probe_finding *alone = probe_find(j->found, "memory.latency"),
                        *loaded = probe_find(j->found, "memory.latency_under_load");
    assert_true(alone->least >= c->l2_latency + c->dram_latency);
    if (loaded->most < alone->least)
        fault(j, loaded, "alone it is", alone->least);
}

/* An instrument in the place of the scheduler: when the first warp of the first SM loads, and when all others
 * do so for the last time. */
typedef struct watch {
    double first, last; /* cycles of the loads in the middle of what the others stream */
    uint32_t loads;
    uint64_t until;
} watch;

static int watch_create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    (void)host;
    (void)err;
    *state = *(watch *const *)options;
    return POISE_OK;
}

static void watch_destroy(void *state)
{
    (void)state;
}

static unsigned watch_pick(void *state, const sched_view *view)
{
    (void)state;
    return sched_gto_pick(view);
}

static void watch_issue(void *state, const sched_inst *inst)
{
    watch *w = state;
    if (inst->op != SCHED_LOAD_GLOBAL)
        return;
    const double cycle = (double)inst->at.cycle;
    if (inst->at.sm != 0 || inst->at.warp != 0 || inst->at.cycle < w->until / 4 ||
        inst->at.cycle > w->until / 4 * 3)
        return;
    if (w->loads++ == 0)
        w->first = cycle;
    w->last = cycle;
}

static const sched_policy watching = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "watch",
             .summary = "notes when a warp loads",
             .source = "test",
             .options_size = sizeof(watch *)},
    .create = watch_create,
    .life.destroy = watch_destroy,
    .pick = watch_pick,
    .issue = watch_issue,
};

static void simulate(const sim_config *config, const warp_trace *trace, watch *w, sim_counters *counters)
{
    static const sim_policies baseline;
    poise_error err;
    simulator *sim;
    assert_int_equal(sim_create(&sim, config, &baseline, &err), POISE_OK);
    assert_int_equal(sim_use_sched(sim, &watching, &w, &err), POISE_OK);
    assert_int_equal(sim_launch(sim, trace, counters, NULL, &err), POISE_OK);
    sim_destroy(sim);
}

/* Latency of a chase beside streams as a clock before each load would show it; NAN: an SM does not hold two
 * groups of eight warps. */
static double clock_of(probe_recorder *kept, const sim_config *config)
{
    enum { STREAMED = 1 << 28, SHARE = STREAMED / 16 };
    poise_error err;
    probe_chain ring = {0};
    const warp_trace *trace;
    sim_counters counters;
    watch w = {.until = 0};
    const uint32_t by_warps = config->warps / 8,
                   held = by_warps < config->thread_blocks ? by_warps : config->thread_blocks;
    if (held < 2)
        return NAN;
    assert_int_equal(
        probe_chain_walk(&ring, (probe_walk){.base = STREAMED, .stride = 4224, .n = 1 << 14}, &err),
        POISE_OK);
    probe_chain_shuffle(&ring, 2);
    probe_launch launch = {.kernel = "stream_beside",
                           .groups = 1 + 6 * held * config->sms,
                           .group = 256,
                           .number = {SHARE - 1, 4, SHARE / (256 * config->sms) / 128 * 128, 0},
                           .chain = &ring};
    assert_int_equal(probe_record_launch(kept, &launch, &trace, &err), POISE_OK);
    simulate(config, trace, &w, &counters);
    w = (watch){.until = counters.cycles};
    launch.number[3] = (uint32_t)(counters.cycles / 256);
    assert_int_equal(probe_record_launch(kept, &launch, &trace, &err), POISE_OK);
    simulate(config, trace, &w, &counters);
    probe_chain_free(&ring);
    return (w.last - w.first) / (w.loads - 1);
}

static uint32_t judge(probe_recorder *kept, const sim_config *config, const probe_findings *found)
{
    judged j = {.found = found};
    const double clock = clock_of(kept, config);
    if (!isnan(clock))
        contains(&j, "memory.latency_under_load", clock);
    judge_sm(&j, config);
    judge_memory(&j, config);
    return j.wrong;
}

static uint32_t infer_machine(probe_recorder *kept, const sim_config *config, uint32_t *unknown)
{
    static const sim_policies baseline;
    poise_error err;
    probe_runner *runner;
    probe_findings found = {0};
    assert_int_equal(probe_simulated_runner_open(&runner, kept, config, &baseline, NULL, &err), POISE_OK);
    if (probe_infer_throughput(runner, &found, &err) != POISE_OK)
        fail_msg("%s", err.text);
    runner->close(runner);
    const uint32_t wrong = judge(kept, config, &found);
    if (wrong > 0 || getenv("POISE_SHOW") != NULL) {
        describe(config);
        show(&found);
    }
    for (uint32_t i = 0; i < found.n; i++)
        *unknown += isnan(found.list[i].least) || !isfinite(found.list[i].most);
    probe_findings_free(&found);
    return wrong;
}

/* Four SMs of the thesis, with a memory that keeps up with as many. */
static void usual(sim_config *config)
{
    sim_config_default(config);
    config->sms = 4;
    config->channels = 1;
    config->l2_banks = 4;
}

/* All that a machine shows that is no odd one: four SMs of the thesis, with a memory that keeps up with as
 * many. */
static void a_usual_machine_is_recognised(void **state)
{
    static const sim_policies baseline;
    sim_config config;
    poise_error err;
    probe_runner *runner;
    probe_findings found = {0};
    judged j = {.found = &found};
    (void)state;
    probe_recorder *const kept = test_recorder();
    usual(&config);
    assert_int_equal(probe_simulated_runner_open(&runner, kept, &config, &baseline, NULL, &err), POISE_OK);
    assert_int_equal(probe_infer_throughput(runner, &found, &err), POISE_OK);
    runner->close(runner);
    contains(&j, "memory.latency_under_load", clock_of(kept, &config));
    is_exactly(&j, "sm.count", 4);
    is_exactly(&j, "sm.warps", config.warps);
    is_exactly(&j, "sm.groups", config.thread_blocks);
    is_exactly(&j, "shared.banks", 32);
    is_exactly(&j, "l1.mshrs", config.l1_mshrs);
    is_below(&j, "issue.int", 2, 0.9);
    is_below(&j, "issue.special", 0.25, 0.95);
    is_below(&j, "l1.bandwidth", LINE, 0.8);
    is_below(&j, "memory.bandwidth", dram_peak(&config), 0.5);
    is_below(&j, "l2.bandwidth", l2_peak(&config), 0.5);
    if (j.wrong > 0)
        show(&found);
    probe_findings_free(&found);
    assert_int_equal(j.wrong, 0);
}

static void random_machines_are_recognised(void **state)
{
    poise_random random;
    uint32_t wrong = 0, unknown = 0;
    const char *more = getenv("POISE_MACHINES");
    const uint32_t machines = more != NULL ? (uint32_t)strtoul(more, NULL, 10) : MACHINES;
    (void)state;
    probe_recorder *const kept = test_recorder();
    const char *seed = getenv("POISE_SEED");
    poise_random_seed(&random, seed != NULL ? strtoul(seed, NULL, 10) : 1);
    for (uint32_t i = 0; i < machines; i++) {
        sim_config config;
        draw(&random, &config);
        wrong += infer_machine(kept, &config, &unknown);
    }
    if (more != NULL)
        print_message("%u machines: %u values or upper ends are unknown\n", machines, unknown);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_usual_machine_is_recognised),
        cmocka_unit_test(random_machines_are_recognised),
    };
    return cmocka_run_group_tests(tests, test_recorder_open, test_recorder_close);
}
