/* Rights of single warps (sim_hooks/sched.h): nobody does what it may not, rights given back count from
 * the next pick on, warps without the right to issue do not count towards N and p. */
#include "sim_hooks/sched/order.h"
#include "tests/unit/sim/hard_cases.h"

enum { PERIOD = 300, MOST_SMS = 4 };
#define EVEN UINT64_C(0x5555555555555555)
#define ALL  (~UINT64_C(0))

/* In turn: some warps may not load, others may not issue. Every fourth warp never allocates. */
static const sched_rights turns[] = {
    {.issue = ALL, .load = EVEN, .pollute = 0x7777777777777777},
    {.issue = ~EVEN, .load = ALL, .pollute = 0x7777777777777777},
    {.issue = ALL, .load = ~EVEN, .pollute = 0x7777777777777777},
    {.issue = EVEN, .load = ALL, .pollute = 0x7777777777777777},
};
enum { TURNS = sizeof turns / sizeof *turns };

static sched_host host;
static uint32_t tuple_n;
static struct sm_record {
    uint64_t issues, loads, hits_of_others, evictions;
    uint32_t turn;
    bool wrong;
} record[MOST_SMS];

static int create(const sched_host *given, const void *options, void **state, poise_error *err)
{
    (void)options, (void)state, (void)err;
    host = *given;
    return 0;
}

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    return sched_gto_pick(view);
}

static void launch_begin(void *state, const policy_launch *launch)
{
    (void)state, (void)launch;
    memset(record, 0, sizeof record);
    for (uint32_t i = 0; i < host.sms; i++) {
        host.set_tuple(host.opaque, i, tuple_n, tuple_n);
        host.set_rights(host.opaque, i, &turns[0]);
    }
}

static uint64_t tick(void *state, uint32_t sm, uint64_t cycle)
{
    (void)state, (void)cycle;
    record[sm].turn = (record[sm].turn + 1) % TURNS;
    host.set_rights(host.opaque, sm, &turns[record[sm].turn]);
    return PERIOD;
}

static void issue(void *state, const sched_inst *inst)
{
    (void)state;
    struct sm_record *r = &record[inst->at.sm];
    const sched_rights *rights = &turns[r->turn];
    bool is_load = inst->op == SCHED_LOAD_GLOBAL;
    r->wrong |= !(rights->issue >> inst->at.warp & 1);
    r->wrong |= is_load && !(rights->load >> inst->at.warp & 1);
    r->issues++;
    r->loads += is_load;
}

static void l1_access(void *state, const sched_access *access)
{
    (void)state;
    struct sm_record *r = &record[access->at.sm];
    bool may_pollute = access->at.warp % 4 != 3;
    r->wrong |= access->pollutes && !may_pollute;
    r->hits_of_others += access->outcome == SCHED_HIT && !may_pollute;
}

static void l1_evict(void *state, const sched_eviction *eviction)
{
    (void)state;
    struct sm_record *r = &record[eviction->at.sm];
    r->wrong |= eviction->at.warp % 4 == 3 && !eviction->by_store;
    r->evictions++;
}

static const sched_policy rotating = {
    .info = {.abi = POISE_POLICY_ABI, .struct_size = sizeof(sched_policy), .name = "rotating"},
    .create = create,
    .pick = pick,
    .life.launch_begin = launch_begin,
    .tick = tick,
    .issue = issue,
    .l1_access = l1_access,
    .l1_evict = l1_evict,
};

static sim_counters run(const warp_trace *trace, const char *const *settings, bool wake_always)
{
    bench b;
    sim_counters counters = {0};
    bench_open(&b, "gto", settings);
    sim_destroy(b.sim);
    b.config.wake_always = wake_always;
    if (sim_create(&b.sim, &b.config, NULL, &b.err) || sim_use_sched(b.sim, &rotating, NULL, &b.err) ||
        sim_launch(b.sim, trace, &counters, NULL, &b.err))
        fail_msg("%s", b.err.text);
    sim_destroy(b.sim);
    return counters;
}

static void check(const warp_trace *trace)
{
    for (size_t i = 0; i < HARD_MACHINES; i++) {
        sim_counters c = run(trace, hard_machines[i], false), always = run(trace, hard_machines[i], true);
        assert_memory_equal(&c, &always, sizeof c); /* whoever has its rights back is woken */
        uint64_t loads = 0;
        for (uint32_t sm = 0; sm < host.sms; sm++) {
            assert_false(record[sm].wrong);
            loads += record[sm].loads;
        }
        assert_int_equal(loads, c.global_loads);
        assert_true(c.l1_bypasses > 0 && c.l1_bypasses < c.l1_read_misses);
    }
}

static void nobody_does_what_it_may_not(void **state)
{
    (void)state;
    tuple_n = POISE_ALL_WARPS;
    warp_trace loads = hard_random_loads();
    check(&loads);
    check(hard_everything());
    warp_trace_free(&loads);
}

/* N = p = 1 and only odd warps may issue: the oldest of those is the one. A kernel of even warps and odd ones
 * ends, because they take turns. */
static void the_held_back_do_not_count(void **state)
{
    (void)state;
    tuple_n = 1;
    warp_trace loads = hard_random_loads();
    check(&loads);
    check(hard_everything());
    warp_trace_free(&loads);
}

/* Lines that others have fetched serve those that may not allocate. */
static void who_may_not_allocate_hits(void **state)
{
    (void)state;
    static micro m;
    micro_begin(&m, 1, 8);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1), use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    for (uint32_t w = 0; w < 8; w++) {
        micro_warp(&m);
        for (uint32_t i = 0; i < 400; i++) {
            micro_access(&m, load, i % 150, 1, 1);
            micro_run(&m, use);
        }
    }
    tuple_n = POISE_ALL_WARPS;
    (void)run(&m.trace, NULL, false);
    assert_false(record[0].wrong);
    assert_true(record[0].hits_of_others > 0 && record[0].evictions > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_does_what_it_may_not),
        cmocka_unit_test(the_held_back_do_not_count),
        cmocka_unit_test(who_may_not_allocate_hits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
