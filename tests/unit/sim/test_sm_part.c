/* An SM by itself, with the test in the place of crossbar and memory: when a load that misses returns, how
 * many lines are asked for at a time, what happens when nothing leaves. */
#include "sim/sm/sm.h"
#include "tests/micro.h"
#include "tests/unit/sim/part.h"

enum { MSHRS = 3, MISS_QUEUE = 4, FOREVER = 20000 };

static sim_base base;
static translation shared;
static policy_choice lru, none, identity, gto;
static sim_sm sm;
static sm_kernel kernel;
static micro m;

static struct {
    uint64_t latency;     /* core cycles from a request's coming to the crossbar to its reply */
    bool takes;           /* what the port sends */
    uint32_t asked, held; /* requests; those on their way */
    uint32_t most;
    uint64_t last; /* cycle of the last reply */
    packet on_way[64];
} memory;

static void choose(policy_interface interface, const char *name, policy_choice *choice)
{
    poise_error err;
    if (policy_choose(interface, name, choice, &err))
        fail_msg("%s", err.text);
}

/* One SM for the program in `m`, one thread block of which runs. */
static void begin(const char *const *settings)
{
    static const char *const own[] = {"sms=1",         "core_mhz=700",    "icnt_mhz=700", "icnt_latency=4",
                                      "l1_mshrs=3",    "l1_miss_queue=4", "l1_sets=32",   "l1_ways=4",
                                      "l1_latency=10", "l1_index=linear", "fetch=0",      NULL};
    poise_error err;
    part_base(&base, own, settings);
    choose(POLICY_CACHE, "lru", &lru);
    choose(POLICY_TLB, "none", &none);
    choose(POLICY_VM, "identity", &identity);
    choose(POLICY_SCHED, "gto", &gto);
    assert_int_equal(translation_make(&shared, &base, &none, &identity, &err), 0);
    const sm_surroundings around = {.l1 = &lru, .translation = &shared};
    assert_true(sm_init(&sm, &base, 0, &around, &err));
    kernel = (sm_kernel){.trace = &m.trace, .sched = (const sched_policy *)(const void *)gto.policy};
    assert_int_equal(program_make(&kernel.program, &m.trace.header, &base.config, &err), 0);
    assert_int_equal(translation_place_pages(&shared, &kernel.pages, &m.trace, kernel.program.code_address,
                                             false, 0, &err),
                     0);
    sm.kernel = &kernel;
    port_reset(&sm.port);
    assert_int_equal(sm_begin(&sm, MICRO_REGISTERS, m.trace.header.n_inst, 0, &err), 0);
    sm_begin_ticks(&sm, 0);
    memset(&memory, 0, sizeof memory);
    memory.takes = true;
    sm_start_block(&sm, 0, 0, 0);
}

static void end(void)
{
    sm_free(&sm);
    program_free(&kernel.program);
    launch_pages_free(&kernel.pages);
    translation_free(&shared);
    policy_choice_free(&lru);
    policy_choice_free(&none);
    policy_choice_free(&identity);
    policy_choice_free(&gto);
    base_free(&base);
}

/* Between windows: takes what has been sent, and delivers what comes before cycle `until`. */
static void exchange(uint64_t until)
{
    packet_fifo *outbox = port_outbox(&sm.port, base.window_number);
    for (; memory.takes && outbox->count; packet_fifo_pop(outbox)) {
        assert_true(memory.held < 64);
        memory.on_way[memory.held] = *packet_fifo_front(outbox);
        packet *reply = &memory.on_way[memory.held++];
        uint64_t soonest = later(until - base.window, memory.last + 1); /* one a cycle comes back */
        memory.last = reply->ready = later(reply->ready + memory.latency, soonest);
        memory.asked++;
        port_inbox(&sm.port, base.window_number)->credits++;
    }
    memory.most = memory.held > memory.most ? memory.held : memory.most;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < memory.held; i++) {
        if (memory.on_way[i].ready < until)
            *packet_fifo_push(&port_inbox(&sm.port, base.window_number)->packets) = memory.on_way[i];
        else
            memory.on_way[kept++] = memory.on_way[i];
    }
    memory.held = kept;
}

/* Runs the windows that begin in cycles `from` .. `until` - 1, or until the block has ended. */
static void run(uint64_t from, uint64_t until)
{
    for (uint64_t now = from; now < until && sm.live_blocks; now += base.window) {
        base.window_number++;
        sm_advance(&sm, now, now + base.window);
        exchange(now + 2 * base.window);
    }
}

/* A warp that loads `n` lines, one instruction each. */
static void loads(uint32_t n)
{
    micro_begin(&m, 1, 1);
    uint32_t load[16];
    for (uint32_t i = 0; i < n; i++)
        load[i] = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, (int)i, -1);
    micro_warp(&m);
    for (uint32_t i = 0; i < n; i++)
        micro_access(&m, load[i], i, 1, 1);
}

/* A load is looked up `l1_latency` after it was sent; its request leaves in the next cycle and comes to its
 * output `icnt_latency` later. When the reply is there the load ends. */
static void a_miss_takes_pipe_crossbar_and_memory(void **state)
{
    (void)state;
    for (uint32_t latency = 50; latency < 53; latency++) {
        loads(1);
        begin(NULL);
        memory.latency = latency;
        run(0, FOREVER);
        assert_int_equal(sm.live_blocks, 0);
        assert_int_equal(memory.asked, 1);
        assert_int_equal(sm.hook.misses_returned, 1);
        assert_int_equal(sm.hook.miss_latency, 10 + 1 + 4 + latency);
        end();
    }
}

/* Lines that miss at a time are bounded by MSHRs, whatever the memory can do. */
static void mshrs_bound_what_is_asked_for(void **state)
{
    (void)state;
    loads(12);
    begin(NULL);
    memory.latency = 100;
    run(0, FOREVER);
    assert_int_equal(sm.live_blocks, 0);
    assert_int_equal(memory.asked, 12);
    assert_int_equal(memory.most, MSHRS);
    assert_true(sm.count.l1_stall_mshr > 0);
    assert_int_equal(sm.l1.mshrs.used, sm.releases.count);
    end();
}

/* A crossbar from which nothing leaves: the credits are used up, the miss queue fills, the L1 refuses the
 * head of its pipe. When the crossbar moves all of it comes to an end. */
static void a_crossbar_that_stands_fills_the_miss_queue(void **state)
{
    (void)state;
    static const char *const many[] = {"l1_mshrs=64", "icnt_buffer=1", "l1_miss_queue=4", NULL};
    micro_begin(&m, 1, 1);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1);
    micro_warp(&m);
    micro_access(&m, load, 0, 32, 1);
    begin(many);
    memory.takes = false;
    memory.latency = 10;
    base.window_number++;
    sm_advance(&sm, 0, 400); /* all in one window: no credit comes back */
    const uint32_t credits = port_credits(&base.config);
    assert_int_equal(credits, 1 + 2 * 4);
    assert_int_equal(port_outbox(&sm.port, base.window_number)->count, credits);
    /* A load that misses needs two places, so that the last one stays free. */
    assert_int_equal(port_queued(&sm.port, 400), MISS_QUEUE - 1);
    assert_int_equal(sm.pipe[0].stalled, L1_STALL_QUEUE);
    assert_true(sm.live_blocks);
    memory.takes = true;
    exchange(400 + base.window);
    run(400, FOREVER);
    assert_int_equal(sm.live_blocks, 0);
    assert_int_equal(memory.asked, 32);
    assert_int_equal(sm.hook.misses_returned, 32);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_miss_takes_pipe_crossbar_and_memory),
        cmocka_unit_test(mshrs_bound_what_is_asked_for),
        cmocka_unit_test(a_crossbar_that_stands_fills_the_miss_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
