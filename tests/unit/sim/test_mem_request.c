/* Does every policy see the same request, as what it is, from the L1 to DRAM? (sim_hooks/mem_request.h) And
 * does the simulator keep what sim_hooks/cache.h promises to policies of the L1? */
#include "sim_hooks/builtin.h"
#include "sim_hooks/sched/order.h"
#include "tests/unit/sim/other_policies.h"
#include "tests/unit/sim/request_trace.h"

enum { MOST = 64 };

/* ---- DRAM: frfcfs, with a record of what it accepts ---- */

static struct {
    uint32_t n;
    mem_request request[MOST];
    bool is_write[MOST];
} accepted;

static void accept(void *state, const dram_request *request)
{
    assert_true(accepted.n < MOST);
    accepted.is_write[accepted.n] = request->is_write;
    accepted.request[accepted.n++] = *request->request;
    dram_frfcfs.accept(state, request);
}

static dram_policy recording_frfcfs(void)
{
    dram_policy policy = dram_frfcfs;
    policy.accept = accept;
    accepted.n = 0;
    return policy;
}

static void assert_request(const mem_request *r, mem_kind kind, uint64_t line, uint32_t pc, uint32_t warp)
{
    assert_int_equal(r->kind, kind);
    assert_int_equal(mem_line(r), first_line + line);
    assert_int_equal(r->virtual_address, kind == MEM_WRITE_BACK ? 0 : r->address);
    assert_int_equal(r->pc, pc);
    assert_int_equal(r->warp, warp);
    assert_int_equal(r->source, 0);
    assert_int_equal(r->app, 0);
}

/* ---- tests ---- */

/* Warp 0 is done, so that warp 1 asks. */
static void requests_arrive_at_dram_as_they_were_made(void **state)
{
    (void)state;
    static const char *const settings[] = {"channels=1", "l2_banks=1",   "l2_sets=1",
                                           "l2_ways=1",  "schedulers=1", NULL};
    begin(1, 2);
    micro_warp(&m);
    micro_run(&m, use_inst);
    micro_warp(&m);
    load(6, 1);
    micro_atomic(&m, atomic_inst, 7, 1, 1);
    load(8, 1);
    bench b;
    bench_open(&b, "gto", settings);
    const dram_policy policy = recording_frfcfs();
    use_dram_policy(&b, &policy);
    use_l1_policy(&b, &l1_recorder);
    sim_counters c = bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_int_equal(accepted.n, 4);
    assert_request(&accepted.request[0], MEM_LOAD, 6, load_inst, 1);
    assert_request(&accepted.request[1], MEM_ATOMIC, 7, atomic_inst, 1);
    assert_request(&accepted.request[2], MEM_WRITE_BACK, 7, load_inst, 1);
    assert_request(&accepted.request[3], MEM_LOAD, 8, load_inst, 1);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(accepted.is_write[i], i == 2);
        assert_true(accepted.request[i].born > (i ? accepted.request[i - 1].born : 0) ||
                    accepted.request[i].kind == MEM_LOAD);
        assert_true(accepted.request[i].born < c.cycles);
    }
    const mem_request *looked_up = &call_of(CALL_RESULT, 0)->request;
    /* Its last member is `sectors`; padding may follow. */
    assert_memory_equal(looked_up, &accepted.request[0], offsetof(mem_request, sectors) + 1);
}

static void code_is_told_as_such(void **state)
{
    (void)state;
    static const char *const settings[] = {"channels=1", "l2_banks=1", "icache_sets=4", NULL};
    begin(1, 1);
    micro_warp(&m);
    micro_run(&m, use_inst);
    bench b;
    bench_open(&b, "gto", settings);
    use_l2_policy(&b, &l2_recorder);
    (void)bench_run(&b, &m);
    sim_destroy(b.sim);
    const mem_request *r = &call_of(CALL_RESULT, 0)->request;
    assert_int_equal(r->kind, MEM_CODE);
    assert_int_equal(r->pc, use_inst);
    assert_int_equal(r->virtual_address, r->address);
}

static void marks_arrive_at_dram(void **state)
{
    (void)state;
    for (int level = 1; level <= 2; level++) {
        begin(1, 1);
        micro_warp(&m);
        load(6, 2);
        record.mark = (uint8_t)(40 + level);
        bench b;
        bench_open(&b, "gto", NULL);
        const dram_policy policy = recording_frfcfs();
        use_dram_policy(&b, &policy);
        if (level == 1)
            use_l1_policy(&b, &l1_recorder);
        else
            use_l2_policy(&b, &l2_recorder);
        (void)bench_run(&b, &m);
        sim_destroy(b.sim);
        assert_int_equal(calls_of(CALL_MARK), 2);
        assert_int_equal(accepted.n, 2);
        assert_int_equal(accepted.request[0].mark, 40 + level);
        assert_int_equal(accepted.request[1].mark, 40 + level);
    }
}

static void stores_are_told_as_such(void **state)
{
    (void)state;
    begin(1, 1);
    micro_warp(&m);
    load(6, 1);
    micro_access(&m, store_inst, 6, 2, 1);
    bench b;
    bench_open(&b, "gto", NULL);
    use_l1_policy(&b, &l1_recorder);
    (void)bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_int_equal(calls_of(CALL_RESULT), 3);
    for (uint32_t i = 0; i < 3; i++) {
        const recorded_call *result = call_of(CALL_RESULT, i);
        assert_int_equal(result->request.kind, i ? MEM_STORE : MEM_LOAD);
        assert_int_equal(result->hit, i == 1);
    }
    assert_int_equal(calls_of(CALL_EVICTED), 1);
    assert_int_equal(call_of(CALL_EVICTED, 0)->line, first_line + 6);
    assert_true(call_of(CALL_EVICTED, 0)->by_store);
}

static void refused_look_ups_of_the_l1_ask_once(void **state)
{
    (void)state;
    static const char *const settings[] = {"l1_mshrs=1", "l1_miss_queue=2", NULL};
    begin(1, 1);
    micro_warp(&m);
    load(0, 8);
    load(0, 8);
    bench b;
    bench_open(&b, "gto", settings);
    use_l1_policy(&b, &l1_recorder);
    sim_counters c = bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_true(c.l1_stall_mshr > 100);
    assert_int_equal(calls_of(CALL_ALLOCATE), 8);
    assert_int_equal(calls_of(CALL_RESULT), 16);
}

/* Each launch begins with an empty L1, in which lines have the numbers of the launch before, wherever the
 * trace has them. */
static void launches_flush_and_lines_keep_their_numbers(void **state)
{
    (void)state;
    begin(1, 1);
    micro_warp(&m);
    load(6, 1);
    bench b;
    bench_open(&b, "gto", NULL);
    use_l1_policy(&b, &l1_recorder);
    (void)bench_run(&b, &m);
    assert_int_equal(calls_of(CALL_FLUSH), 1);
    micro_begin(&m, 1, 1);
    m.pages[1] = (uint64_t)PAGE << TRACE_PAGE_SHIFT;
    load_inst = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    use_inst = micro_inst(&m, TRACE_OP_INT, 2, 1);
    micro_warp(&m);
    load((1u << TRACE_PAGE_LINES_SHIFT) + 6, 1);
    (void)bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_int_equal(calls_of(CALL_FLUSH), 2);
    assert_int_equal(calls_for(CALL_RESULT, first_line + 6), 2);
    assert_int_equal(calls_for(CALL_FILL, first_line + 6), 2);
    assert_int_equal(calls_of(CALL_EVICTED), 0);
}

static void ticks_of_the_l1_come_on_time(void **state)
{
    (void)state;
    begin(1, 1);
    micro_warp(&m);
    for (uint32_t i = 0; i < 20; i++)
        load(i, 1);
    record.period = 250;
    bench b;
    bench_open(&b, "gto", NULL);
    use_l1_policy(&b, &l1_recorder);
    sim_counters c = bench_run(&b, &m);
    sim_destroy(b.sim);
    assert_true(calls_of(CALL_TICK) >= c.cycles / 250);
    for (uint32_t i = 0; i < calls_of(CALL_TICK); i++)
        assert_int_equal(call_of(CALL_TICK, i)->cycle, 250 * i);
}

/* ---- prefetches: a scheduler that asks for line 20 when a load issues ---- */

static sched_host host;

static int create(const sched_host *offered, const void *options, void **state, poise_error *err)
{
    (void)options, (void)err;
    host = *offered;
    *state = &host;
    return POISE_OK;
}

static void destroy(void *state)
{
    (void)state;
}

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    return sched_gto_pick(view);
}

static void issue(void *state, const sched_inst *inst)
{
    (void)state;
    if (inst->op == SCHED_LOAD_GLOBAL)
        host.prefetch(host.opaque, 0, inst->at.warp, line_address(first_line + 20) + 40);
}

static void prefetches_are_told_as_such(void **state)
{
    (void)state;
    static const sched_policy prefetcher = {.info = {.name = "prefetcher"},
                                            .life.destroy = destroy,
                                            .create = create,
                                            .pick = pick,
                                            .issue = issue};
    static const char *const one_bank[] = {"channels=1", "l2_banks=1", NULL};
    begin(1, 1);
    micro_warp(&m);
    load(6, 1);
    bench b;
    bench_open(&b, "gto", one_bank);
    assert_int_equal(sim_use_sched(b.sim, &prefetcher, NULL, &b.err), 0);
    const dram_policy policy = recording_frfcfs();
    use_dram_policy(&b, &policy);
    use_l1_policy(&b, &l1_recorder);
    (void)bench_run(&b, &m);
    sim_destroy(b.sim);
    const recorded_call *result = call_of(CALL_RESULT, 0);
    assert_request(&result->request, MEM_PREFETCH, 20, MEM_NO_PC, 0);
    assert_false(result->hit);
    assert_int_equal(call_of(CALL_FILL, 0)->request.kind, MEM_PREFETCH);
    assert_int_equal(accepted.n, 2);
    assert_request(&accepted.request[0], MEM_PREFETCH, 20, MEM_NO_PC, 0);
}

/* A store hits where a sector that it writes is there, not where another one of its line is. */
static void stores_hit_sectors(void **state)
{
    static const char *const sectors[] = {"l1_sector_bytes=32", NULL};
    static const struct {
        uint32_t line, sectors;
        bool hit;
    } stores[] = {{6, 0x2, false}, {6, 0x3, true}, {6, 0x1, false}, {7, 0x1, false}};
    (void)state;
    begin(1, 1);
    micro_warp(&m);
    micro_access(&m, load_inst, 6, 1, 1);
    micro_sectors(&m, 0x5);
    micro_run(&m, use_inst);
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
        micro_access(&m, store_inst, stores[i].line, 1, 1);
        micro_sectors(&m, stores[i].sectors);
    }
    bench b;
    bench_open(&b, "gto", sectors);
    use_l1_policy(&b, &l1_recorder);
    (void)bench_run(&b, &m);
    sim_destroy(b.sim);
    for (uint32_t i = 0; i < sizeof stores / sizeof *stores; i++) {
        const recorded_call *result = call_of(CALL_RESULT, 1 + i);
        assert_int_equal(result->request.kind, MEM_STORE);
        assert_int_equal(result->hit, stores[i].hit);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_arrive_at_dram_as_they_were_made),
        cmocka_unit_test(code_is_told_as_such),
        cmocka_unit_test(marks_arrive_at_dram),
        cmocka_unit_test(stores_are_told_as_such),
        cmocka_unit_test(stores_hit_sectors),
        cmocka_unit_test(refused_look_ups_of_the_l1_ask_once),
        cmocka_unit_test(launches_flush_and_lines_keep_their_numbers),
        cmocka_unit_test(ticks_of_the_l1_come_on_time),
        cmocka_unit_test(prefetches_are_told_as_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
