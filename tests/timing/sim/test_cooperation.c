/* A load that finds its line in the L1 of another SM: how long it takes, whose copies may be found, what it
 * costs the one who answers. A thread block runs on each SM. Source: [S4.4.2 to S4.4.4]. */
#include "tests/timing/sim/bench.h"

#include <math.h>
#include <string.h>

enum { SMS = 15, LATER = 400 /* instructions that take longer than any miss */ };

#define RING "sms=15", "ccn=ring", "fetch=0", "operand_collector=0", "l1_index=linear"

static micro m;
static uint32_t load, store, use, step_;

/* A program of a block of one warp for each SM; those that are not written do nothing. */
static void begin(void)
{
    micro_begin(&m, SMS, 1);
    load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    store = micro_inst(&m, TRACE_OP_STORE_GLOBAL, -1, 1);
    use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    step_ = micro_inst(&m, TRACE_OP_INT, 2, 2); /* each waits for the one before */
}

static void wait_long(void)
{
    for (int i = 0; i < LATER; i++)
        micro_run(&m, step_);
}

static void load_line(uint32_t line)
{
    micro_access(&m, load, line, 1, 1);
    micro_run(&m, use);
}

typedef struct told {
    policy_statistic all[SIM_CCN_STATISTICS];
    size_t n;
    sim_counters counters;
} told;

static double told_of(const told *t, const char *name)
{
    for (size_t i = 0; i < t->n; i++)
        if (strcmp(t->all[i].name, name) == 0)
            return t->all[i].value;
    fail_msg("%s is not told", name);
    return 0;
}

static uint32_t found(const told *t)
{
    return (uint32_t)(told_of(t, "misses") * told_of(t, "found_share") + 0.5);
}

static told run(const char *sched, const char *const *settings)
{
    bench b;
    told t;
    bench_open(&b, sched, settings);
    t.counters = bench_run(&b, &m);
    t.n = sim_ccn_statistics(b.sim, t.all, SIM_CCN_STATISTICS);
    sim_destroy(b.sim);
    return t;
}

/* SM `holder` loads line 0 at once; SM `asker` long after. */
static void write_asker(uint32_t holder, uint32_t asker)
{
    begin();
    for (uint32_t sm = 0; sm < SMS; sm++) {
        micro_warp(&m);
        micro_run(&m, step_);
        if (sm == asker)
            wait_long();
        if (sm == asker || sm == holder)
            load_line(0);
    }
}

/* There and back over d nodes, and six cycles (sim/ccn/ring.h); around, and two, for the first, which nobody
 * has. */
static void a_line_of_another_sm_is_hops_away(void **state)
{
    (void)state;
    static const char *const plain[] = {RING, NULL}, *const slow[] = {RING, "ccn_hop=5", NULL};
    for (uint32_t d = 1; d < SMS; d++) {
        write_asker((3 + d) % SMS, 3);
        told t = run("gto", plain);
        assert_int_equal(found(&t), 1);
        assert_int_equal(told_of(&t, "misses"), 2);
        assert_int_equal(told_of(&t, "found_latency"), 2 * d + 6);
        assert_int_equal(told_of(&t, "around_latency"), SMS + 2);
        assert_int_equal(t.counters.l2_reads, 1);
        t = run("gto", slow);
        assert_int_equal(told_of(&t, "found_latency"), 2 * 5 * d + 6);
        assert_int_equal(told_of(&t, "around_latency"), 5 * SMS + 2);
    }
}

/* F4.3: an oracle answers after so many cycles, one at least, within its cluster. */
static void an_oracle_answers_when_it_is_told(void **state)
{
    (void)state;
    static const char *const at_once[] = {RING, "ccn=oracle", NULL},
                             *const later[] = {RING, "ccn=oracle", "ccn_oracle_latency=80", NULL},
                             *const clusters[] = {RING, "ccn=oracle", "ccn_cluster=5", NULL};
    write_asker(9, 3);
    told t = run("gto", at_once);
    assert_int_equal(told_of(&t, "found_latency"), 1);
    t = run("gto", later);
    assert_int_equal(told_of(&t, "found_latency"), 80);
    t = run("gto", clusters);
    assert_int_equal(found(&t), 0);
    write_asker(9, 5);
    t = run("gto", clusters);
    assert_int_equal(found(&t), 1);
}

/* C1: counted and not used; SM 9 lies 6 places after SM 3. */
static void a_watcher_changes_nothing(void **state)
{
    (void)state;
    static const char *const off[] = {RING, "ccn=off", NULL}, *const watch[] = {RING, "ccn=watch", NULL};
    write_asker(9, 3);
    bench b;
    bench_open(&b, "gto", watch);
    const sim_counters seen = bench_run(&b, &m), plain = bench_once(&m, "gto", off);
    assert_memory_equal(&seen, &plain, sizeof seen);
    uint32_t n;
    const uint64_t *reuse = sim_ccn_reuse(b.sim, &n);
    assert_int_equal(n, SMS);
    for (uint32_t distance = 1; distance < n; distance++)
        assert_int_equal(reuse[distance], distance == 6);
    sim_destroy(b.sim);
}

/* U15: what is on its way to an L1 is not there: both go to the L2. */
static void a_line_in_flight_is_not_found(void **state)
{
    (void)state;
    static const char *const plain[] = {RING, NULL};
    begin();
    for (uint32_t sm = 0; sm < SMS; sm++) {
        micro_warp(&m);
        micro_run(&m, step_);
        if (sm < 2)
            load_line(0);
    }
    const told t = run("gto", plain);
    assert_int_equal(told_of(&t, "misses"), 2);
    assert_int_equal(found(&t), 0);
    assert_int_equal(t.counters.l2_reads, 2);
}

/* 3.8 (3): SM `writer` stores to line 0 between the load of SM 5 and that of SM 2. */
static uint32_t found_after_store_by(uint32_t writer)
{
    static const char *const plain[] = {RING, NULL};
    begin();
    for (uint32_t sm = 0; sm < SMS; sm++) {
        micro_warp(&m);
        micro_run(&m, step_);
        if (sm == 5)
            load_line(0);
        if (sm == 2 || sm == writer)
            wait_long();
        if (sm == writer)
            micro_access(&m, store, 0, 1, 1);
        if (sm == 2) {
            wait_long();
            load_line(0);
        }
    }
    const told t = run("gto", plain);
    return found(&t);
}

static void a_store_takes_the_own_copy_only(void **state)
{
    (void)state;
    assert_int_equal(found_after_store_by(5), 0);
    assert_int_equal(found_after_store_by(9), 1); /* old, as a hit in the own L1 would be [S4.4.2] */
}

/* U14, 3.8 (1): a load that reserves no line goes to the L2 past all L1s; atomics do as well. */
static void loads_that_go_around_never_ask(void **state)
{
    (void)state;
    static const char *const plain[] = {RING, NULL};
    write_asker(9, 3);
    told t = run("tuple:1:0", plain);
    assert_int_equal(told_of(&t, "misses"), 0);
    assert_int_equal(t.counters.l2_reads, 2);
}

/* Private memory is nobody else's. */
static void private_memory_never_asks(void **state)
{
    (void)state;
    static const char *const plain[] = {RING, NULL};
    write_asker(9, 3);
    m.inst[load].op = TRACE_OP_LOAD_PRIVATE;
    const told t = run("gto", plain);
    assert_int_equal(told_of(&t, "misses"), 0);
}

/* SM 14 works on 32 lines of its own L1, a look-up in every cycle; `askers` SMs want lines of it meanwhile.
 */
static void write_busy_holder(uint32_t askers)
{
    begin();
    for (uint32_t sm = 0; sm < SMS; sm++) {
        micro_warp(&m);
        micro_run(&m, step_);
        if (sm == SMS - 1) {
            micro_access(&m, load, 0, 32, 1);
            micro_run(&m, use);
            for (int i = 0; i < 200; i++)
                micro_access(&m, load, 0, 32, 1);
        } else if (sm < askers) {
            wait_long();
            load_line(sm);
        }
    }
}

/* S4.4.3: each line that is read for another SM takes one cycle of the L1 from its own. */
static void an_answer_costs_one_cycle(void **state)
{
    (void)state;
    static const char *const ring[] = {RING, NULL}, *const watch[] = {RING, "ccn=watch", NULL};
    for (uint32_t askers = 0; askers < 6; askers += 5) {
        write_busy_holder(askers);
        const told with = run("gto", ring), without = run("gto", watch);
        /* The first fills of the holder itself go around the ring before. */
        static uint64_t nobody;
        if (askers == 0)
            nobody = with.counters.cycles;
        assert_int_equal(found(&with), askers);
        assert_int_equal(told_of(&with, "stolen"), askers);
        assert_int_equal(with.counters.cycles - nobody, askers);
        assert_true(without.counters.cycles < with.counters.cycles);
    }
}

/* C16: an SM whose requests are never answered stops asking, and goes on answering others. */
static void a_throttled_sm_still_answers(void **state)
{
    (void)state;
    static const char *const throttled[] = {RING, "ccn_sample=320", "ccn_epoch=1000000", NULL},
                             *const never[] = {RING, "ccn_throttle=0", NULL};
    begin();
    for (uint32_t sm = 0; sm < SMS; sm++) {
        micro_warp(&m);
        micro_run(&m, step_);
        for (uint32_t line = 0; sm == 4 && line < 30; line++)
            load_line(line);
        if (sm == 0) {
            for (int i = 0; i < 40; i++)
                wait_long();
            load_line(29);
        }
    }
    const told t = run("gto", throttled), all = run("gto", never);
    const double off = told_of(&t, "throttled_share") * told_of(&t, "misses");
    assert_int_equal(told_of(&t, "misses"), 31);
    assert_true(off > 20.5 && off < 27.5); /* the sample is 320 / 32 warp instructions: some 5 loads */
    assert_int_equal(found(&t), 1);
    assert_int_equal(told_of(&all, "throttled_share"), 0);
}

/* C9, E4.1: the mean latency is what its parts make. */
static void the_model_of_the_source_holds(void **state)
{
    (void)state;
    static const char *const plain[] = {RING, NULL};
    write_asker(9, 3);
    const told t = run("gto", plain);
    assert_true(fabs(told_of(&t, "latency") - told_of(&t, "predicted_latency")) < 1e-9);
    assert_true(told_of(&t, "latency") > told_of(&t, "found_latency"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_another_sm_is_hops_away),
        cmocka_unit_test(an_oracle_answers_when_it_is_told),
        cmocka_unit_test(a_watcher_changes_nothing),
        cmocka_unit_test(a_line_in_flight_is_not_found),
        cmocka_unit_test(a_store_takes_the_own_copy_only),
        cmocka_unit_test(loads_that_go_around_never_ask),
        cmocka_unit_test(private_memory_never_asks),
        cmocka_unit_test(an_answer_costs_one_cycle),
        cmocka_unit_test(a_throttled_sm_still_answers),
        cmocka_unit_test(the_model_of_the_source_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
