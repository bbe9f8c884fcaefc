/* Windows of a machine that one thread simulates (sim/alone.c), which are longer than those of several: does
 * anything change? Blocks that end in the middle of a window, launches that are cut short or watched in it,
 * banks whose pipe is full. */
#include "sim/gpu.h"
#include "tests/test.h"
#include "tests/unit/sim/hard_cases.h"

#include <string.h>

typedef void change_gpu(gpu *g);

typedef struct outcome {
    sim_counters counters[2]; /* of two launches */
    int code, cut_short;
    char error[sizeof((poise_error){0}.text)];
} outcome;

static sim_config machine(const char *const *settings, const char *more)
{
    sim_config config = hard_machine(settings);
    poise_error err;
    if (more && sim_config_set(&config, more, &err))
        fail_msg("%s", err.text);
    return config;
}

static void launch(outcome *o, const sim_config *config, const warp_trace *trace, uint32_t threads,
                   change_gpu *change)
{
    simulator *sim;
    poise_error err = {0};
    memset(o, 0, sizeof *o);
    if (sim_create(&sim, config, &(sim_policies){.sched = "gto"}, &err) ||
        sim_set_threads(sim, threads, &err))
        fail_msg("%s", err.text);
    if (change)
        change((gpu *)(void *)sim);
    for (int i = 0; i < 2 && !o->code; i++)
        o->code = sim_launch(sim, trace, &o->counters[i], &o->cut_short, &err);
    memcpy(o->error, err.text, sizeof o->error);
    sim_destroy(sim);
}

/* The outcome with one thread, which that with two must equal. */
static outcome same_with_two(const sim_config *config, const warp_trace *trace, change_gpu *change)
{
    static outcome one, two;
    launch(&one, config, trace, 1, change);
    launch(&two, config, trace, 2, change);
    assert_memory_equal(&one, &two, sizeof one);
    return one;
}

/* Windows are as long as the pipe of a bank, or of a channel, allows; or the credits of SMs. */
static const char *const shortest[] = {"l2_latency=51", "l2_latency=13", "l2_latency=1", "dram_latency=23",
                                       "icache_sets=0"};
enum { PIPES = sizeof shortest / sizeof *shortest };

static void pipes(void **state)
{
    (void)state;
    for (size_t i = 0; i < PIPES; i++) {
        const sim_config config = machine(long_windows, shortest[i]);
        assert_int_equal(same_with_two(&config, hard_everything(), NULL).code, 0);
    }
}

/* Several in each window, which end in another order than they began. */
static void short_blocks(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 4; seed++) {
        const trace_synthetic shape = {.thread_blocks = 500,
                                       .threads_per_block = 32 * seed,
                                       .iterations = 2,
                                       .alu_per_load = seed,
                                       .lines_per_load = 1 + seed % 3,
                                       .footprint_lines = 12,
                                       .seed = seed};
        warp_trace trace;
        assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
        const sim_config config = machine(long_windows, NULL);
        const outcome o = same_with_two(&config, &trace, NULL);
        assert_true(o.counters[1].cycles < 500 * 25); /* an SM begins at least two in a window */
        warp_trace_free(&trace);
    }
}

/* The limit falls into every window of them, and into each of its cycles. */
static void cut_short(void **state)
{
    (void)state;
    sim_config config = machine(long_windows, NULL);
    for (config.max_cycles = 500; config.max_cycles < 560; config.max_cycles += 7)
        assert_true(same_with_two(&config, hard_everything(), NULL).cut_short);
}

static void so_many_instructions(void **state)
{
    (void)state;
    sim_config config = machine(long_windows, NULL);
    for (config.max_insts = 3000; config.max_insts < 3600; config.max_insts += 111)
        assert_true(same_with_two(&config, hard_everything(), NULL).cut_short);
}

static unsigned pick_none(void *policy_state, const sched_view *view)
{
    (void)policy_state;
    return view->cycle < 700 ? (unsigned)__builtin_ctzll(view->ready) : SCHED_NOBODY;
}

static void stop_issuing(gpu *g)
{
    static sched_policy stopping;
    stopping = *g->apps->kernel.sched;
    stopping.pick = pick_none;
    g->apps->kernel.sched = &stopping;
}

/* The watchdog looks at the same times. */
static void watched(void **state)
{
    (void)state;
    sim_config config = machine(long_windows, NULL);
    for (config.watchdog = 1000; config.watchdog < 1100; config.watchdog += 19) {
        const outcome o = same_with_two(&config, hard_everything(), stop_issuing);
        assert_int_equal(o.code, POISE_FAILED);
        assert_non_null(strstr(o.error, "no instruction has retired"));
    }
}

static bool was_full;

static void note_full(void *owner, uint16_t app, uint64_t address, uint32_t sectors, bool is_write)
{
    const gpu *g = owner;
    (void)app, (void)address, (void)sectors, (void)is_write;
    was_full |= g->banks[0].is_full;
}

static void watch_pipe(gpu *g)
{
    g->banks[0].watcher = (l2_watcher){.owner = g, .accessed = note_full};
}

/* Stores of four sectors come faster than a bank looks them up: more than a thousand wait in its pipe. */
static void full_pipe(void **state)
{
    (void)state;
    static const char *const one_bank[] = {"sms=3",
                                           "channels=1",
                                           "l2_banks=1",
                                           "l2_sets=16",
                                           "icnt_mhz=1400",
                                           "l2_mhz=1400",
                                           "icnt_latency=2",
                                           "icnt_buffer=1000",
                                           "icnt_input_grants=many",
                                           "flit_request_bytes=1024",
                                           "l1_miss_queue=64",
                                           "l2_sector_bytes=32",
                                           "l2_write_alloc=lazy",
                                           "l2_access_queue=64",
                                           "l2_miss_queue=64",
                                           NULL};
    const trace_synthetic shape = {.thread_blocks = 24,
                                   .threads_per_block = 256,
                                   .iterations = 4,
                                   .stores_per_load = 64,
                                   .lines_per_load = 1,
                                   .footprint_lines = 64,
                                   .seed = 3};
    warp_trace trace;
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    const sim_config config = machine(one_bank, NULL);
    was_full = false;
    assert_int_equal(same_with_two(&config, &trace, watch_pipe).code, 0);
    assert_true(was_full);
    warp_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pipes),     cmocka_unit_test(short_blocks),
        cmocka_unit_test(cut_short), cmocka_unit_test(so_many_instructions),
        cmocka_unit_test(watched),   cmocka_unit_test(full_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
