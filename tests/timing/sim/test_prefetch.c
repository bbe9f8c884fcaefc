/* Prefetches of a scheduler policy: when they are looked up, when the line can be used, what a demand for it
 * sees, what is dropped. Memory answers after exactly `latency` cycles. (sim/sm/prefetch.c) */
#include "sim_hooks/sched/order.h"
#include "tests/timing/sim/bench.h"

enum { MOST = 256, LATENCY = 300 };

/* A policy that asks for `lines` when the instruction `trigger` issues, or when it looks at all SMs, and
 * records what it is told. */
static struct script {
    uint32_t trigger, warp, n;
    uint64_t lines[MOST];
    bool by_gather;
} script;

typedef struct event {
    uint64_t cycle, line;
    int how; /* outcome, or what became of a prefetch */
    bool prefetched;
} event;

static struct record {
    sched_host host;
    uint64_t asked_at, first_issue;
    uint32_t taken, n_done, n_access, n_evicted;
    event done[MOST], access[MOST], evicted[MOST];
} record;

static int create(const sched_host *host, const void *options, void **state, poise_error *err)
{
    (void)options, (void)err;
    record = (struct record){.host = *host};
    *state = &record;
    return 0;
}

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    return sched_gto_pick(view);
}

static void ask(uint64_t cycle)
{
    record.asked_at = cycle;
    for (uint32_t i = 0; i < script.n; i++)
        record.taken +=
            record.host.prefetch(record.host.opaque, 0, script.warp, script.lines[i] << TRACE_LINE_SHIFT);
}

static void issue(void *state, const sched_inst *inst)
{
    (void)state;
    if (inst->pc == script.trigger && !script.by_gather)
        ask(inst->at.cycle);
}

static uint64_t gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)states, (void)count;
    if (!script.by_gather)
        return 0;
    if (cycle < 100)
        return 100 - cycle;
    ask(cycle);
    return 0;
}

static event *add(event *events, uint32_t *n)
{
    assert_true(*n < MOST);
    return &events[(*n)++];
}

static void prefetch_done(void *state, const sched_place *at, uint64_t address, sched_prefetch how)
{
    (void)state;
    *add(record.done, &record.n_done) =
        (event){.cycle = at->cycle, .line = address >> TRACE_LINE_SHIFT, .how = (int)how};
}

static void l1_access(void *state, const sched_access *access)
{
    (void)state;
    *add(record.access, &record.n_access) = (event){.cycle = access->at.cycle,
                                                    .line = access->address >> TRACE_LINE_SHIFT,
                                                    .how = (int)access->outcome,
                                                    .prefetched = access->prefetched};
}

static void l1_evict(void *state, const sched_eviction *eviction)
{
    (void)state;
    *add(record.evicted, &record.n_evicted) = (event){.cycle = eviction->at.cycle,
                                                      .line = eviction->address >> TRACE_LINE_SHIFT,
                                                      .prefetched = eviction->unused};
}

static const sched_policy scripted = {
    .info = {.abi = POISE_POLICY_ABI, .struct_size = sizeof(sched_policy), .name = "scripted"},
    .create = create,
    .pick = pick,
    .issue = issue,
    .life.gather = gather,
    .prefetch_done = prefetch_done,
    .l1_access = l1_access,
    .l1_evict = l1_evict,
};

static micro m;

/* Where addresses are translated, by which policy. */
static const char *translation = "none";

/* One launch with memory of that latency; settings end with NULL. */
static sim_counters run(uint64_t latency, const char *const *settings)
{
    char text[40];
    snprintf(text, sizeof text, "memory_latency=%llu", (unsigned long long)latency);
    const char *const fixed[] = {"memory=fixed", "fetch=0", text, NULL};
    bench b;
    bench_open(&b, "gto", fixed);
    sim_destroy(b.sim);
    bench_set(&b, settings);
    if (sim_create(&b.sim, &b.config, &(sim_policies){.tlb = translation}, &b.err) ||
        sim_use_sched(b.sim, &scripted, NULL, &b.err))
        fail_msg("%s", b.err.text);
    sim_counters counters = bench_run(&b, &m);
    sim_destroy(b.sim);
    return counters;
}

static void want(uint32_t n, uint64_t first, uint64_t stride)
{
    script = (struct script){.n = n};
    for (uint32_t i = 0; i < n; i++)
        script.lines[i] = first + i * stride;
}

/* The trigger, a chain of `delay` additions, a load of `n` lines from `line` on, its use, a tail that
 * outlasts everything else. */
static void delayed_load(uint32_t delay, uint32_t line, uint32_t n)
{
    micro_begin(&m, 1, 1);
    uint32_t trigger = micro_inst(&m, TRACE_OP_INT, 5, -1), wait = micro_inst(&m, TRACE_OP_INT, 5, 5);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, 5), use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    micro_run(&m, trigger);
    for (uint32_t i = 0; i < delay; i++)
        micro_run(&m, wait);
    micro_access(&m, load, line, n, 1);
    micro_run(&m, use);
}

/* ---- when ---- */

/* A request is looked up in the cycle after it was made, and its line is there `latency` cycles later, not
 * one earlier; a demand that comes before merges and is answered with it. */
static void a_line_is_there_after_its_latency(void **state)
{
    (void)state;
    delayed_load(5, 7, 1);
    bool just_in_time = false;
    for (uint64_t latency = 1; latency < 200; latency++) {
        want(0, 0, 0);
        uint64_t without = run(latency, NULL).cycles;
        want(1, 7, 0);
        sim_counters c = run(latency, NULL);
        assert_int_equal(record.n_done, 1);
        assert_int_equal(record.done[0].how, SCHED_PREFETCH_SENT);
        assert_int_equal(record.done[0].cycle, record.asked_at + 1);
        uint64_t ahead = record.access[0].cycle - record.done[0].cycle;
        assert_int_equal(record.access[0].how, ahead >= latency ? SCHED_HIT : SCHED_MERGED);
        assert_true(record.access[0].prefetched);
        just_in_time |= ahead == latency;
        if (ahead < latency)
            assert_int_equal(without - c.cycles, ahead);
        assert_int_equal(c.l1_read_accesses, 1);
        assert_int_equal(c.l1_read_hits + c.l1_merges, 1);
        assert_int_equal(c.l1_read_misses + c.misses_returned + c.miss_latency, 0);
    }
    assert_true(just_in_time);
}

/* One look-up a cycle, without a gap. */
static void requests_are_looked_up_one_a_cycle(void **state)
{
    (void)state;
    delayed_load(100, 200, 1);
    want(20, 0, 1);
    run(LATENCY, NULL);
    assert_int_equal(record.n_done, 20);
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(record.done[i].cycle, record.asked_at + 1 + i);
}

/* 32 lines of a load and 20 prefetches want the port: never in the same cycle, and the load never waits. */
static void demands_go_first(void **state)
{
    (void)state;
    for (uint32_t delay = 0; delay < 4; delay++) {
        delayed_load(delay, 100, 32);
        want(20, 0, 1);
        static const char *const wide[] = {"l1_mshrs=100", "l1_miss_queue=100", NULL};
        run(LATENCY, wide);
        assert_int_equal(record.n_access, 32);
        assert_int_equal(record.n_done, 20);
        for (uint32_t i = 1; i < 32; i++)
            assert_int_equal(record.access[i].cycle, record.access[0].cycle + i);
        for (uint32_t i = 0; i < 20; i++)
            for (uint32_t k = 0; k < 32; k++)
                assert_true(record.done[i].cycle != record.access[k].cycle);
    }
}

/* The only warp waits for memory: nothing else would wake the SM before the load has come. */
static void a_sleeping_sm_wakes_for_requests(void **state)
{
    (void)state;
    delayed_load(0, 100, 1);
    want(3, 0, 1);
    script.by_gather = true;
    run(5000, NULL);
    assert_int_equal(record.n_done, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(record.done[i].cycle, record.asked_at + i);
    assert_true(record.done[2].cycle < 200);
}

/* An MSHR that nobody waited for is free in the cycle after the fill. */
static void the_mshr_is_given_back(void **state)
{
    (void)state;
    static const char *const one[] = {"l1_mshrs=1", NULL};
    delayed_load(3, 100, 1);
    want(1, 7, 0);
    run(LATENCY, one);
    assert_int_equal(record.access[0].how, SCHED_MISS);
    assert_int_equal(record.access[0].cycle, record.done[0].cycle + LATENCY + 1);
}

/* ---- what is dropped ---- */

/* What becomes of a request for `line` at the use of a load of `n` lines from line 100 on. */
static int prefetch_beside_load(uint64_t line, uint32_t n, bool in_flight, const char *const *settings)
{
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1), use = micro_inst(&m, TRACE_OP_INT, 2, 1);
    uint32_t free = micro_inst(&m, TRACE_OP_INT, 3, -1), wait = micro_inst(&m, TRACE_OP_INT, 3, 3);
    uint32_t trigger = micro_inst(&m, TRACE_OP_INT, 4, 3);
    micro_warp(&m);
    micro_access(&m, load, 100, n, 1);
    if (!in_flight)
        micro_run(&m, use);
    micro_run(&m, free);
    for (int i = 0; i < 20; i++)
        micro_run(&m, wait); /* the load is looked up meanwhile */
    micro_run(&m, trigger);
    micro_run(&m, use);
    want(1, line, 0);
    script.trigger = trigger;
    run(1000, settings);
    assert_int_equal(record.n_done, 1);
    return record.done[0].how;
}

static void what_is_there_is_not_fetched_again(void **state)
{
    (void)state;
    assert_int_equal(prefetch_beside_load(100, 1, false, NULL), SCHED_PREFETCH_PRESENT);
    assert_int_equal(prefetch_beside_load(100, 1, true, NULL), SCHED_PREFETCH_PRESENT);
    assert_int_equal(prefetch_beside_load(101, 1, true, NULL), SCHED_PREFETCH_SENT);
}

/* The same of an L1 that has no line for a miss in flight; unused ones are known when they come. */
static void misses_that_take_lines_at_the_fill(void **state)
{
    (void)state;
    static const char *const at_fill[] = {"l1_allocate=fill", NULL};
    assert_int_equal(prefetch_beside_load(100, 1, false, at_fill), SCHED_PREFETCH_PRESENT);
    assert_int_equal(prefetch_beside_load(100, 1, true, at_fill), SCHED_PREFETCH_PRESENT);
    assert_int_equal(prefetch_beside_load(101, 1, true, at_fill), SCHED_PREFETCH_SENT);
    delayed_load(200, 100, 1);
    want(1, 100, 0);
    run(100, at_fill);
    assert_int_equal(record.access[0].how, SCHED_HIT);
    assert_true(record.access[0].prefetched);
}

/* A line of a page that the TLB of the SM knows can be fetched; nobody walks for another one. */
static void pages_are_not_walked_for(void **state)
{
    (void)state;
    enum { PAGE_LINES = 32 };
    translation = "shared_tlb";
    assert_int_equal(prefetch_beside_load(101, 1, false, NULL), SCHED_PREFETCH_SENT);
    assert_int_equal(prefetch_beside_load(100 + PAGE_LINES, 1, false, NULL), SCHED_PREFETCH_DROPPED);
    translation = "none";
    assert_int_equal(prefetch_beside_load(100 + PAGE_LINES, 1, false, NULL), SCHED_PREFETCH_SENT);
}

static void requests_are_dropped_rather_than_held_up(void **state)
{
    (void)state;
    static const char *const mshrs[] = {"l1_mshrs=4", NULL};
    assert_int_equal(prefetch_beside_load(7, 3, true, mshrs), SCHED_PREFETCH_SENT);
    assert_int_equal(prefetch_beside_load(7, 4, true, mshrs), SCHED_PREFETCH_DROPPED);
    static const char *const lines[] = {"l1_sets=2", "l1_index=linear", "l1_ways=1", NULL};
    assert_int_equal(prefetch_beside_load(7, 1, true, lines), SCHED_PREFETCH_SENT);
    assert_int_equal(prefetch_beside_load(8, 1, true, lines), SCHED_PREFETCH_DROPPED);
    /* The trace has pages from address 0 on, this is behind them. */
    uint64_t behind = (uint64_t)MICRO_PAGES << TRACE_PAGE_LINES_SHIFT;
    assert_int_equal(prefetch_beside_load(behind - 1, 1, true, NULL), SCHED_PREFETCH_SENT);
    assert_int_equal(prefetch_beside_load(behind, 1, true, NULL), SCHED_PREFETCH_DROPPED);
}

/* Two places in the miss queue, as a load needs them: with real memory two requests in flight fill it. */
static void a_full_miss_queue_drops(void **state)
{
    (void)state;
    static const char *const narrow[] = {"memory=real", "l1_miss_queue=2", "icnt_buffer=1", NULL};
    delayed_load(100, 200, 1);
    want(20, 0, 1);
    sim_counters c = run(LATENCY, narrow);
    uint32_t sent = 0, dropped = 0;
    for (uint32_t i = 0; i < record.n_done; i++) {
        sent += record.done[i].how == SCHED_PREFETCH_SENT;
        dropped += record.done[i].how == SCHED_PREFETCH_DROPPED;
    }
    assert_int_equal(sent + dropped, 20);
    assert_true(sent > 1 && dropped > 1);
    assert_int_equal(c.l2_reads, sent + 1);
    assert_int_equal(c.l1_read_misses, 1);
}

static void the_sm_takes_so_many_requests(void **state)
{
    (void)state;
    delayed_load(100, 200, 1);
    want(SCHED_PREFETCH_QUEUE + 5, 0, 1);
    run(LATENCY, NULL);
    assert_int_equal(record.taken, SCHED_PREFETCH_QUEUE);
}

/* A line that was fetched and replaced before anybody asked for it; the same asked for first. */
static void unused_lines_are_reported(void **state)
{
    (void)state;
    static const char *const one_line[] = {"l1_index=linear", "l1_sets=1", "l1_ways=1", NULL};
    delayed_load(200, 100, 2);
    for (uint64_t line = 99; line <= 100; line++) {
        want(1, line, 0);
        sim_counters c = run(LATENCY, one_line);
        assert_int_equal(record.evicted[0].line, line);
        assert_int_equal(record.evicted[0].prefetched, line == 99);
        assert_int_equal(record.access[0].prefetched, line == 100);
        assert_int_equal(c.l1_evictions, record.n_evicted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_there_after_its_latency),
        cmocka_unit_test(requests_are_looked_up_one_a_cycle),
        cmocka_unit_test(demands_go_first),
        cmocka_unit_test(a_sleeping_sm_wakes_for_requests),
        cmocka_unit_test(the_mshr_is_given_back),
        cmocka_unit_test(what_is_there_is_not_fetched_again),
        cmocka_unit_test(misses_that_take_lines_at_the_fill),
        cmocka_unit_test(pages_are_not_walked_for),
        cmocka_unit_test(requests_are_dropped_rather_than_held_up),
        cmocka_unit_test(a_full_miss_queue_drops),
        cmocka_unit_test(the_sm_takes_so_many_requests),
        cmocka_unit_test(unused_lines_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
