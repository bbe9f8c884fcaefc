/* vm:gpuswap step by step: who waits for what, and for how long (docs/PAGING.md; acceptance checks of GPUswap
 * where they are about the policy). */
#include "tests/folder.h"
#include "tests/unit/sim_hooks/gpuswap_drive.h"

#include <stdio.h>
#include <unistd.h>

enum { HALF = MB_PAGES / 2 };

static void memory_enough_moves_nothing(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=2:chunk=128");
    script_allocate(0, 0, MB_PAGES);
    script_launch(0);
    script_allocate(1, 0, MB_PAGES);
    script_launch(1);
    for (uint32_t i = 0; i < MB_PAGES; i++) {
        assert_int_equal(script_place(0, i), FIRST + i);
        assert_int_equal(script_place(1, i), (FIRST + i) ^ UINT64_C(1) << (40 - VM_BASE_BITS));
    }
    script_finish(0);
    assert_true(script_admits(0));
    assert_false(script.must_settle);
    assert_int_equal(script.transfers, 0);
    assert_true(script_figure("waited") == 0 && script_figure("suspensions") == 0);
    script_end();
}

/* The whole course, with its times: a chunk of 128 KB is set up in 50 cycles, on the link for 131072, and the
 * flush takes 7. */
static void a_victim_is_suspended_and_drained(void **state)
{
    (void)state;
    enum { CHUNK = 128 << 10, CHUNKS = 4, SETUP = 50, FLUSH = 7, DRAIN = 1000 };
    script_begin("gpuswap:memory=1:chunk=128:setup_us=50:flush=7:return_us=0");
    script_allocate(0, 0, MB_PAGES);
    script_launch(0);
    assert_int_equal(script_at_host(0, 0, MB_PAGES), 0);
    script_allocate(1, 0, HALF); /* four chunks of the other, its own are more than half of nothing */
    assert_false(script_admits(1));
    script_act();
    assert_false(script_admits(1));
    script_pass(DRAIN);
    assert_int_equal(script.transfers, 0); /* its launch goes on */
    script_finish(0);
    assert_false(script_admits(0)); /* its next one does not begin */
    script_act();
    assert_int_equal(script.transfers, 0);
    script_pass(SETUP);
    assert_int_equal(script.transfers, 1);
    assert_int_equal(script.moves, 0);
    script_pass(CHUNK);
    assert_int_equal(script.moves, CHUNK / PAGE);
    assert_false(script_admits(0));
    assert_false(script_admits(1));
    script_come_to_rest();
    assert_true(script_admits(0) && script_admits(1));
    assert_int_equal(script.sent[false], CHUNKS * CHUNK);
    assert_int_equal(script.sent[true], 0);
    assert_int_equal(script_at_host(0, 0, MB_PAGES), CHUNKS * CHUNK / PAGE);
    assert_int_equal(script_at_host(1, 0, HALF), 0);
    assert_true(script_figure("setup") == CHUNKS * SETUP);
    assert_true(script_figure("copy") == CHUNKS * CHUNK);
    assert_true(script_figure("flush") == FLUSH);
    assert_true(script_figure("drain") == DRAIN); /* no part of the pause [KE 3.3.3] */
    assert_true(script_figure("pause") == CHUNKS * (SETUP + CHUNK) + FLUSH);
    assert_true(script_figure("wait") == DRAIN + CHUNKS * (SETUP + CHUNK) + FLUSH);
    assert_true(script_figure("evicted") == CHUNKS * CHUNK);
    assert_true(script_figure("least_of_program") == script_figure("most_of_program"));
    script_end();
}

/* A change of the channel takes its time before the first copy, beside a launch that comes to its end, and
 * again before the program goes on; the part that the launch does not hide is a cost of the program. */
static void channels_are_changed(void **state)
{
    (void)state;
    enum { CHUNK = 128 << 10, CHANNEL = 300, FLUSH = 7, SHORT = 100, LONG = 1000 };
    static const uint64_t drains[] = {SHORT, LONG};
    for (size_t i = 0; i < 2; i++) {
        const uint64_t hidden = drains[i] < CHANNEL ? drains[i] : CHANNEL;
        script_begin("gpuswap:memory=1:chunk=128:setup_us=0:flush=7:return_us=0:channel_us=300");
        script_allocate(0, 0, MB_PAGES);
        script_launch(0);
        script_allocate(1, 0, 32);
        script_act();
        script_pass(drains[i]);
        script_finish(0);
        script_act();
        script_pass(CHANNEL - hidden);
        script_pass(0);
        assert_int_equal(script.transfers, 1);
        script_come_to_rest();
        assert_true(script_admits(0) && script_admits(1));
        assert_true(script_figure("drain") == (double)drains[i]);
        assert_true(script_figure("flush") == FLUSH);
        assert_true(script_figure("pause") == (double)(CHANNEL - hidden + CHUNK + FLUSH + CHANNEL));
        script_end();
    }
}

/* Others go on meanwhile. */
static void who_is_no_victim_runs(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=1:chunk=128:return_us=0");
    script_allocate(0, 0, MB_PAGES - 64);
    script_launch(0);
    script_allocate(1, 0, 32);
    script_launch(1);
    script_allocate(2, 0, 64); /* 32 pages are left, the first has most */
    assert_false(script_admits(2));
    script_finish(1);
    script_act();
    script_launch(1);
    script_finish(0);
    script_come_to_rest();
    assert_true(script_admits(2));
    assert_int_equal(script_at_host(0, 0, MB_PAGES - 64), 32);
    assert_int_equal(script_at_host(1, 0, 32), 0); /* has less than a third, and keeps it [KE 5.2.1] */
    script_end();
}

/* [KE 3.2.2]: a part of it is placed at the host, nothing is copied. */
static void a_buffer_larger_than_memory(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=1:chunk=128");
    script_allocate(0, 0, 3 * MB_PAGES);
    script_launch(0);
    assert_int_equal(script_at_host(0, 0, 3 * MB_PAGES), 2 * MB_PAGES);
    assert_int_equal(script.transfers, 0);
    assert_true(script_figure("direct") == 2 * MB);
    script_end();
}

/* Not before the period has passed, as much as there is room for, of who has least first [KE 3.2.3, 5.3.5].
 */
static void chunks_return(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=1:chunk=128:setup_us=0:flush=0:return_us=5e6");
    script_allocate(0, 0, MB_PAGES);
    script_allocate(1, 0, MB_PAGES);
    script_come_to_rest();
    script_launch(0);
    script_launch(1);
    assert_int_equal(script_at_host(0, 0, MB_PAGES), HALF);
    assert_int_equal(script_at_host(1, 0, MB_PAGES), HALF);
    script_finish(0);
    script_leave(0);
    script_come_to_rest();
    assert_int_equal(script.sent[true], 0);
    script_pass(5000000 - script.now - 1);
    assert_int_equal(script_figure("at_host"), HALF * PAGE);
    script_pass(1000);
    assert_int_equal(script.sent[true], 0); /* its launch goes on */
    script_finish(1);
    script_pass(4 * 131072);
    assert_int_equal(script.sent[true], HALF * PAGE);
    assert_int_equal(script_at_host(1, 0, MB_PAGES), 0);
    assert_true(script_figure("returned") == HALF * PAGE && script_figure("returns") == 1);
    assert_true(script_admits(1));
    script_end();
}

static void allocations_wait_for_those_before(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=1:chunk=128:setup_us=0:flush=0:return_us=0");
    script_allocate(0, 0, MB_PAGES);
    script_launch(0);
    script_allocate(1, 0, 64);
    script_act();
    script_allocate(2, 0, 64);
    script_release(2, 0, 64); /* behind its own */
    script_allocate(2, 64, 32);
    script_pass(10);
    script_finish(0);
    script_come_to_rest();
    assert_true(script_admits(0) && script_admits(1) && script_admits(2));
    assert_true(script_figure("queued") > 0);
    assert_int_equal(script_at_host(2, 64, 32), 0);
    script_end();
}

/* Data stay where they are; of the new buffer so much lies at the host. */
static void copies_that_fail(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=1:chunk=128:fail=2:return_us=0");
    script_allocate(0, 0, MB_PAGES);
    script_launch(0);
    assert_int_equal(script_at_host(0, 0, MB_PAGES), 0);
    script_finish(0);
    script_allocate(1, 0, HALF);
    script_come_to_rest();
    assert_true(script_admits(1));
    assert_true(script_figure("failed_copies") == 2);
    assert_int_equal(script_at_host(0, 0, MB_PAGES), HALF / 2);
    assert_int_equal(script_at_host(1, 0, HALF), HALF / 2);
    script_end();
}

static void a_program_that_ends_while_it_is_suspended(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=1:chunk=128:return_us=0");
    script_allocate(0, 0, MB_PAGES);
    script_launch(0);
    script_allocate(1, 0, HALF);
    script_act();
    script_finish(0);
    script_leave(0); /* drained, and gone */
    script_come_to_rest();
    assert_true(script_admits(0) && script_admits(1));
    assert_int_equal(script.transfers, 0);
    script_allocate(0, 0, MB_PAGES);
    script_come_to_rest();
    script_launch(0);
    script_allocate(1, 1024, MB_PAGES); /* and one of which a chunk is on the link */
    script_act();
    script_finish(0);
    script_pass(1000);
    assert_true(script.transfers > 0);
    script_leave(0);
    script_come_to_rest();
    assert_true(script_admits(0) && script_admits(1));
    assert_true(script_figure("least_of_program") * 2 == MB); /* what was decided stays [KE 5.3.6] */
    script_end();
}

static void memory_of_the_host_ends(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=1:chunk=128:host=1");
    script_allocate(0, 0, 2 * MB_PAGES);
    assert_int_equal(script.refused, 0);
    script_allocate(1, 0, 32);
    assert_int_equal(script.refused, 1);
    script_end();
    script_begin("gpuswap");
    script.policy->allocate(script.state, POLICY_PROGRAMS, FIRST * PAGE, 1, 0);
    assert_int_equal(script.refused, 1);
    script_end();
}

static void buffers_share_pages(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=2:chunk=128");
    const uint64_t at = FIRST * PAGE + 256;
    script.policy->allocate(script.state, 0, at, 2 * PAGE, 0); /* three pages */
    script.policy->allocate(script.state, 0, at + 2 * PAGE, PAGE, 0);
    assert_true(script_figure("vram") == 4 * PAGE);
    script.policy->allocate(script.state, 0, at - 128, 10 * PAGE, 0); /* around both */
    assert_true(script_figure("vram") == 11 * PAGE);
    for (uint32_t i = 0; i < 11; i++)
        (void)script_place(0, i);
    script.policy->release(script.state, 0, at, 2 * PAGE, 0);
    script.policy->release(script.state, 0, at + 2 * PAGE, PAGE, 0);
    assert_int_equal(script.unmapped, 0);
    script.policy->release(script.state, 0, at - 128, 10 * PAGE, 0);
    assert_int_equal(script.unmapped, 11);
    assert_true(script_figure("vram") == 0);
    script.policy->release(script.state, 0, at - 128, 10 * PAGE, 0); /* of nothing */
    script_end();
}

/* A trace that is launched again tells of its buffers again; what comes at another size takes the place of
 * what was there. */
static void a_buffer_that_is_made_again_is_one(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=2:chunk=128");
    script_allocate(0, 0, 20);
    script_allocate(1, 0, 5);
    script_allocate(0, 0, 20);
    (void)script_place(0, 0);
    assert_true(script_figure("vram") == 25 * PAGE);
    script_release(0, 0, 20);
    assert_int_equal(script.unmapped, 1);
    assert_true(script_figure("vram") == 5 * PAGE);
    script_allocate(0, 0, HALF);
    script_allocate(0, 0, 30);
    assert_true(script_figure("vram") == 35 * PAGE);
    script_leave(0);
    script_allocate(0, 0, 30);
    assert_true(script_figure("vram") == 35 * PAGE);
    script_end();
}

static void priorities_of_a_file(void **state)
{
    (void)state;
    char label[256];
    const char *path = test_path("priorities");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "* 0x%llx %d 9\n0 0x%llx %d 3\n", (unsigned long long)FIRST * PAGE, HALF * PAGE,
            (unsigned long long)(FIRST + HALF) * PAGE, HALF * PAGE);
    assert_int_equal(fclose(file), 0);
    snprintf(label, sizeof label, "gpuswap:memory=1:chunk=128:return_us=0:priorities=%s", path);
    script_begin(label);
    script_allocate(0, 0, HALF);
    script_allocate(0, HALF, HALF);
    script_allocate(1, 2048, HALF); /* of the default */
    script_come_to_rest();
    assert_int_equal(script_at_host(0, 0, HALF), 0);
    assert_int_equal(script_at_host(0, HALF, HALF), HALF);
    script_end();
    unlink(path);
    poise_error err;
    assert_int_equal(policy_choose(POLICY_VM, label, &script.choice, &err), 0);
    script.policy = policy_functions(&script.choice);
    assert_int_not_equal(script.policy->create(&script_host, script.choice.options, &script.state, &err), 0);
    assert_contains(err.text, path);
    policy_choice_free(&script.choice);
}

static void a_chunk_is_a_power_of_two(void **state)
{
    (void)state;
    poise_error err;
    memset(&script, 0, sizeof script);
    assert_int_equal(policy_choose(POLICY_VM, "gpuswap:chunk=129", &script.choice, &err), 0);
    script.policy = policy_functions(&script.choice);
    assert_int_equal(script.policy->create(&script_host, script.choice.options, &script.state, &err),
                     POISE_USAGE);
    assert_contains(err.text, "vm:gpuswap: ");
    policy_choice_free(&script.choice);
}

/* The time of the machine begins again with each launch of a program that runs alone. */
static void time_begins_again(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=1:chunk=128:return_us=1e6");
    script_allocate(0, 0, MB_PAGES);
    script_launch(0);
    script_pass(900000);
    script_finish(0);
    script.now = 0;
    script.must_settle = true;
    script_launch(0);
    script_pass(10);
    assert_int_equal(script.tick_at - script.now, 1000000 - 900000 - 10);
    script_end();
}

/* ---- anything ---- */

static void come_and_go(const char *label, uint64_t seed, uint32_t steps)
{
    script_begin(label);
    drive_begin(NULL, 0, seed);
    if (!drive_run(steps))
        fail_msg("%s: a buffer was refused", label);
}

/* Every pick beside every victim, with chunks of two sizes of four. */
/* Chunks of half a large page: it is one as long as both are in one memory, and with the next buffer's. */
static void large_pages_come_and_go(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=8:chunk=1024:large=1:pick=lru:return_us=0:setup_us=0");
    script_allocate(0, 0, 3 * MB_PAGES);
    assert_true(script_figure("joined") == 1);
    assert_true(script.is_large[0][0] && !script.is_large[0][1]);
    script_allocate(0, 3 * MB_PAGES, 3 * MB_PAGES + 1); /* the second one lies in both */
    assert_true(script.is_large[0][1] && script.is_large[0][2] && !script.is_large[0][3]);
    script_launch(0);
    script_finish(0);
    script_allocate(1, 0, 2 * MB_PAGES); /* takes a chunk of the other, for a page */
    script_come_to_rest();
    assert_int_equal(script.transfers, 1);
    assert_true(script_figure("split") == 1 && !script.is_large[0][0]);
    script_allocate(1, 2 * MB_PAGES, MB_PAGES); /* and the rest of it */
    script_come_to_rest();
    assert_int_equal(script.transfers, 2);
    assert_true(script.is_large[0][0] && script_is_host(0, 0));
    assert_true(script_figure("split") == 1);
    script_release(0, 0, 3 * MB_PAGES);
    assert_true(!script.is_large[0][0] && !script.is_large[0][1] && script.is_large[0][2]);
    assert_true(script_figure("split") == 3);
    script_leave(0);
    script_end();
}

static void programs_come_and_go(void **state)
{
    (void)state;
    static const char *const picks[] = {"priority", "random", "chunks", "sampling", "reverse", "lru", "nfu"};
    static const char *const victims[] = {"memory", "accesses", "performance"};
    static const char *const sizes[] = {
        "memory=3:chunk=128:return_us=200000", "memory=2:chunk=64:return_us=90000",
        "memory=3:chunk=4:setup_us=0:flush=0:return_us=50000", "memory=2:chunk=256:fail=3"};
    enum { PICKS = sizeof picks / sizeof *picks, SIZES = sizeof sizes / sizeof *sizes };
    uint64_t transfers = 0;
    for (uint32_t run = 0; run < 2 * PICKS * SWAP_VICTIMS; run++) {
        char label[192];
        snprintf(label, sizeof label, "gpuswap:%s:pick=%s:victim=%s:period_us=%u", sizes[run % SIZES],
                 picks[run % PICKS], victims[run / PICKS % SWAP_VICTIMS], run % 3 ? 30000 : 250000);
        come_and_go(label, 77 + run, 120);
        transfers += script.transfers;
        script_end();
    }
    assert_true(transfers > 5000);
}

/* The same with large pages, and chunks of about their size, so that there are some. */
static void large_pages_of_programs_that_come_and_go(void **state)
{
    (void)state;
    static const char *const sizes[] = {"memory=8:chunk=1024:return_us=3000000", "memory=6:chunk=2048:fail=3",
                                        "memory=8:chunk=512:pick=random", "memory=6:chunk=4096:pick=reverse"};
    double split = 0, evicted = 0;
    for (uint32_t run = 0; run < 24; run++) {
        char label[192];
        snprintf(label, sizeof label, "gpuswap:%s:large=1", sizes[run % 4]);
        come_and_go(label, 177 + run, 1000);
        split += script_figure("split");
        evicted += script_figure("evicted");
        script_end();
    }
    assert_true(split > 60 && evicted > 400.0 * MB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_enough_moves_nothing),
        cmocka_unit_test(a_victim_is_suspended_and_drained),
        cmocka_unit_test(channels_are_changed),
        cmocka_unit_test(who_is_no_victim_runs),
        cmocka_unit_test(a_buffer_larger_than_memory),
        cmocka_unit_test(chunks_return),
        cmocka_unit_test(allocations_wait_for_those_before),
        cmocka_unit_test(copies_that_fail),
        cmocka_unit_test(a_program_that_ends_while_it_is_suspended),
        cmocka_unit_test(memory_of_the_host_ends),
        cmocka_unit_test(buffers_share_pages),
        cmocka_unit_test(a_buffer_that_is_made_again_is_one),
        cmocka_unit_test(priorities_of_a_file),
        cmocka_unit_test(a_chunk_is_a_power_of_two),
        cmocka_unit_test(time_begins_again),
        cmocka_unit_test(large_pages_come_and_go),
        cmocka_unit_test(programs_come_and_go),
        cmocka_unit_test(large_pages_of_programs_that_come_and_go),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
