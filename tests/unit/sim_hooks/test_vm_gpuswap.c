/* vm:gpuswap step by step: who waits for what, and for how long (docs/PAGING.md; acceptance checks of GPUswap
 * where they are about the policy). */
#include "tests/unit/sim_hooks/gpuswap_script.h"

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
    script.policy->allocate(script.state, 0, at, 10 * PAGE, 0); /* around both */
    assert_true(script_figure("vram") == 11 * PAGE);
    for (uint32_t i = 0; i < 11; i++)
        (void)script_place(0, i);
    script.policy->release(script.state, 0, at, 2 * PAGE, 0);
    script.policy->release(script.state, 0, at + 2 * PAGE, PAGE, 0);
    assert_int_equal(script.unmapped, 0);
    script.policy->release(script.state, 0, at, 10 * PAGE, 0);
    assert_int_equal(script.unmapped, 11);
    assert_true(script_figure("vram") == 0);
    script.policy->release(script.state, 0, at, 10 * PAGE, 0); /* of nothing */
    script_end();
}

static void priorities_of_a_file(void **state)
{
    (void)state;
    char path[] = "/tmp/gpuswap-XXXXXX", label[128];
    const int fd = mkstemp(path);
    FILE *file = fdopen(fd, "w");
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

/* What page-table entries say is where the allocator has the data; nothing is held twice. */
static void check_entries(void)
{
    const gpuswap *s = script_state();
    uint64_t near = 0;
    for (uint32_t i = 0; i < SCRIPT_APPS; i++)
        for (uint32_t page = 0; page < SCRIPT_PAGES; page++) {
            const uint16_t app = (uint16_t)i;
            const uint64_t frame = script.frame[app][page];
            const uint32_t chunk = swap_find(s->memory, app, FIRST + page);
            if (!frame || chunk == SWAP_NONE)
                continue;
            const swap_where where = swap_data_of(s->memory, chunk);
            assert_true(where != SWAP_PLACES);
            assert_int_equal(frame, gpuswap_frame(app, FIRST + page, where));
            near += where == SWAP_VRAM;
        }
    assert_true(near <= (uint64_t)s->options.memory * MB_PAGES);
    assert_false(s->is_suspended && script.runs[s->app] && s->phase != GPUSWAP_DRAINING);
}

static uint64_t chance(uint64_t *x, uint64_t n)
{
    *x = *x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*x >> 33) % n;
}

/* Buffers of a program that live: slots of 256 pages. */
typedef struct slot {
    uint32_t pages;
} slot;

static void change_buffers(slot *slots, uint16_t app, uint64_t *x)
{
    enum { SLOTS = SCRIPT_PAGES / MB_PAGES };
    for (uint32_t n = (uint32_t)chance(x, 4); n; n--) {
        const uint32_t i = (uint32_t)chance(x, SLOTS);
        if (slots[i].pages) {
            script_release(app, i * MB_PAGES, slots[i].pages);
            slots[i].pages = 0;
        } else {
            slots[i].pages = 1 + (uint32_t)chance(x, MB_PAGES);
            script_allocate(app, i * MB_PAGES, slots[i].pages);
        }
    }
}

static void touch(const slot *slots, uint16_t app, uint64_t *x)
{
    enum { SLOTS = SCRIPT_PAGES / MB_PAGES };
    for (uint32_t i = 0; i < SLOTS; i++)
        for (uint32_t n = 0; slots[i].pages && n < 20; n++)
            (void)script_place(app, i * MB_PAGES + chance(x, slots[i].pages));
}

static void programs_come_and_go(void **state)
{
    (void)state;
    static slot slots[SCRIPT_APPS][SCRIPT_PAGES / MB_PAGES];
    static const char *const labels[] = {"gpuswap:memory=3:chunk=128:return_us=200000",
                                         "gpuswap:memory=2:chunk=64:pick=random:return_us=90000",
                                         "gpuswap:memory=3:chunk=4:setup_us=0:flush=0:return_us=50000",
                                         "gpuswap:memory=2:chunk=256:fail=3"};
    for (uint32_t run = 0; run < 40; run++) {
        uint64_t x = 77 + run;
        bool waits[SCRIPT_APPS] = {false};
        memset(slots, 0, sizeof slots);
        script_begin(labels[run % 4]);
        for (uint32_t step = 0; step < 400; step++) {
            const uint16_t app = (uint16_t)chance(&x, SCRIPT_APPS);
            if (script.runs[app] && chance(&x, 2)) {
                script_finish(app);
                if (chance(&x, 12) == 0) {
                    script_leave(app);
                    memset(slots[app], 0, sizeof slots[app]);
                }
            } else if (script.runs[app]) {
                touch(slots[app], app, &x);
            } else if (!waits[app]) {
                change_buffers(slots[app], app, &x);
                waits[app] = true;
            }
            if (waits[app] && script_admits(app)) {
                script_launch(app);
                waits[app] = false;
                touch(slots[app], app, &x);
            }
            script_pass(chance(&x, 60000));
            check_entries();
        }
        for (uint32_t app = 0; app < SCRIPT_APPS; app++)
            if (script.runs[app])
                script_finish((uint16_t)app);
        script_come_to_rest();
        for (uint32_t app = 0; app < SCRIPT_APPS; app++)
            assert_true(script_admits((uint16_t)app)); /* nobody waits for ever */
        assert_int_equal(script.refused, 0);
        assert_true(script.transfers > 20);
        script_end();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_enough_moves_nothing),
        cmocka_unit_test(a_victim_is_suspended_and_drained),
        cmocka_unit_test(who_is_no_victim_runs),
        cmocka_unit_test(a_buffer_larger_than_memory),
        cmocka_unit_test(chunks_return),
        cmocka_unit_test(allocations_wait_for_those_before),
        cmocka_unit_test(copies_that_fail),
        cmocka_unit_test(a_program_that_ends_while_it_is_suspended),
        cmocka_unit_test(memory_of_the_host_ends),
        cmocka_unit_test(buffers_share_pages),
        cmocka_unit_test(priorities_of_a_file),
        cmocka_unit_test(a_chunk_is_a_power_of_two),
        cmocka_unit_test(time_begins_again),
        cmocka_unit_test(programs_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
