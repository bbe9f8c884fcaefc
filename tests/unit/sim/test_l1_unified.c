/* L1 and shared memory in one: a launch has the L1 that its shared memory leaves. */
#include "tests/shape/sim/kernels.h"
#include "tests/unit/sim/config_reading.h"

/* Counters of a kernel that uses lines again, of which 4 blocks of `shared` bytes each share an SM. */
static sim_counters run(const char *ways, const char *more, const char *sizes, uint32_t shared)
{
    const char *const settings[] = {
        "thread_blocks=4", "shared_bytes=102400", "l1_index=linear", "l1_sets=32", ways, more, sizes, NULL};
    const sim_config machine = shape_machine(settings);
    poise_error err;
    if (sim_config_check(&machine, &err) != POISE_OK)
        fail_msg("%s", err.text);
    warp_trace trace = shape_make(
        trace_make_reuse,
        (trace_synthetic){
            .iterations = 3, .alu_per_load = 2, .lines_per_load = 8, .footprint_lines = 24, .seed = 1});
    trace.header.shared_bytes_per_block = shared;
    const shape_result r = shape_run(&machine, &trace, "gto");
    warp_trace_free(&trace);
    return r.counters;
}

static void expect(const char *sizes, uint32_t shared, const char *ways)
{
    const sim_counters fixed = run(ways, "l1_unified_bytes=0", sizes, shared),
                       unified = run("l1_ways=32", "l1_unified_bytes=131072", sizes, shared);
    assert_memory_equal(&fixed, &unified, sizeof fixed);
}

static void shared_memory_takes_ways(void **state)
{
    (void)state;
    expect("l1_shared_sizes=volta", 0, "l1_ways=32");
    expect("l1_shared_sizes=volta", 1, "l1_ways=30");     /* 8 of 128 KB are enough */
    expect("l1_shared_sizes=volta", 2049, "l1_ways=28");  /* a little more than 8 KB: 16 */
    expect("l1_shared_sizes=volta", 16384, "l1_ways=16"); /* 64 KB */
    expect("l1_shared_sizes=volta", 24576, "l1_ways=8");
    expect("l1_shared_sizes=turing", 0, "l1_ways=24"); /* 32 KB at least */
    expect("l1_shared_sizes=ampere", 25600, "l1_ways=7");
    expect("l1_shared_sizes=hopper", 25600, "l1_ways=7"); /* 100 of 128 KB: its first sizes are Ampere's */
    assert_true(run("l1_ways=32", "l1_unified_bytes=0", "l1_shared_sizes=volta", 0).cycles !=
                run("l1_ways=8", "l1_unified_bytes=0", "l1_shared_sizes=volta", 0).cycles);
}

/* What holds no lines is taken from the L1, whatever shared memory takes. */
static void part_of_it_holds_no_lines(void **state)
{
    (void)state;
    static const struct {
        uint32_t shared;
        const char *ways;
    } left[] = {{0, "l1_ways=28"}, {1, "l1_ways=26"}, {24576, "l1_ways=4"}};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        const sim_counters fixed = run(left[i].ways, "l1_unified_bytes=0", "l1_shared_sizes=volta",
                                       left[i].shared),
                           unified = run("l1_ways=28", "l1_unified_bytes=131072", "l1_shared_sizes=volta",
                                         left[i].shared);
        assert_memory_equal(&fixed, &unified, sizeof fixed);
    }
}

/* Four blocks of no shared memory of their own take 4 KB of it: 8 KB of the L1. */
static void blocks_take_some_besides_their_own(void **state)
{
    (void)state;
    const sim_counters with = run("l1_ways=24", "l1_unified_bytes=131072", "block_shared_bytes=1024", 0),
                       like = run("l1_ways=24", "l1_unified_bytes=131072", "block_shared_bytes=0", 1024);
    assert_memory_equal(&with, &like, sizeof with);
    assert_true(with.cycles !=
                run("l1_ways=24", "l1_unified_bytes=131072", "block_shared_bytes=0", 0).cycles);
    /* and fewer blocks fit: 102400 bytes hold four of 25600 */
    assert_true(run("l1_ways=32", "l1_unified_bytes=0", "block_shared_bytes=0", 25600).cycles !=
                run("l1_ways=32", "l1_unified_bytes=0", "block_shared_bytes=1024", 25600).cycles);
}

static void configurations_name_it(void **state)
{
    (void)state;
    static const char cache[] =
        "-gpgpu_cache:dl1 S:4:128:64,L:L:m:N:L,A:512:8,16:0,32\n-gpgpu_unified_l1d_size 128\n"
        "-gpgpu_shmem_option 0,8,16,32,64,96\n-gpgpu_shmem_size 98304\n";
    char text[512];
    snprintf(text, sizeof text, "%s-gpgpu_adaptive_cache_config 1\n", cache);
    reading r = read_leniently(text);
    assert_read(&r);
    assert_int_equal(r.config.l1_sets * r.config.l1_ways * 128, 131072);
    assert_int_equal(r.config.l1_unified_bytes, 131072);
    reading_free(&r);
    snprintf(text, sizeof text, "%s-gpgpu_adaptive_cache_config 0\n", cache);
    r = read_leniently(text);
    assert_read(&r);
    assert_int_equal(r.config.l1_sets * r.config.l1_ways * 128, 32768);
    assert_int_equal(r.config.l1_unified_bytes, 0);
    reading_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_memory_takes_ways),
        cmocka_unit_test(part_of_it_holds_no_lines),
        cmocka_unit_test(blocks_take_some_besides_their_own),
        cmocka_unit_test(configurations_name_it),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
