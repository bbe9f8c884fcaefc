/* vm:gdev: who is launched when, what is copied for it. */
#include "sim_hooks/vm/whole_buffers.h"
#include "tests/unit/sim_hooks/vm_script.h"

enum { A, B, C, FIRST = 1000, SECOND = 3000, THIRD = 5000 };

static bool admit(uint16_t app, uint64_t cycle)
{
    return policy->admit(policy_state, app, cycle);
}

static void launch_end(uint16_t app)
{
    policy->life.launch_end(policy_state, app, 0);
}

static void launch(uint16_t app)
{
    assert_true(admit(app, 0));
    launch_end(app);
}

/* A copy that begins in cycle 0, of so many pages: 10 us, then the link. */
static void copy(uint64_t pages, bool to_gpu)
{
    const uint32_t n = asked.n_transfers;
    assert_int_equal(exchange(0), 10000);
    assert_int_equal(policy->tick(policy_state, 9999), 1);
    assert_int_equal(asked.n_transfers, n);
    assert_int_equal(policy->tick(policy_state, 10000), 0);
    assert_int_equal(asked.n_transfers, n + 1);
    assert_int_equal(asked.transfer[n].bytes, pages * PAGE);
    assert_int_equal(asked.transfer[n].to_gpu, to_gpu);
    arrive(20000);
    asked.wants_settle = false;
    policy->settle(policy_state, 20000);
}

static void one_launch_at_a_time(void **state)
{
    (void)state;
    begin("gdev:memory=2");
    allocate(A, FIRST, 10);
    allocate(B, FIRST, 10);
    allocate(C, FIRST, 10);
    assert_true(admit(B, 0));
    assert_false(admit(C, 0));
    assert_false(admit(A, 0));
    launch_end(B);
    assert_true(asked.wants_settle); /* or nobody would be asked again */
    assert_false(admit(A, 0));       /* C was first */
    assert_true(admit(C, 0));
    assert_false(admit(B, 0));
    launch_end(C);
    assert_true(admit(A, 0));
    launch_end(A);
    assert_true(admit(B, 0));
    assert_true(figure("waited") == 3 && figure("launches") == 4);
    assert_int_equal(asked.n_transfers, 0);
    end();
}

static void several_while_nothing_is_copied(void **state)
{
    (void)state;
    begin("gdev:memory=1:serial=0:setup_us=10");
    allocate(A, FIRST, 100);
    allocate(B, FIRST, 100);
    allocate(C, FIRST, 100);
    assert_true(admit(A, 0));
    assert_true(admit(B, 0));
    assert_false(admit(C, 0)); /* needs what others have */
    assert_false(asked.wants_settle);
    launch_end(A);
    assert_false(admit(A, 0)); /* behind C */
    assert_false(admit(C, 0));
    launch_end(B);
    assert_false(admit(C, 0));
    copy(100, false);
    assert_true(admit(C, 0));
    end();
}

/* Of the program that was launched longest ago, its largest buffer first. */
static void victims_in_their_order(void **state)
{
    (void)state;
    begin("gdev:memory=1:setup_us=10");
    allocate(A, FIRST, 40);
    allocate(A, SECOND, 60);
    allocate(B, FIRST, 100);
    allocate(C, FIRST, 140);
    launch(B);
    launch(A);
    assert_false(is_host(A, SECOND));
    assert_false(is_host(B, FIRST + 7));
    assert_false(admit(C, 0)); /* 56 pages are left: B goes, that is enough */
    copy(100, false);
    assert_int_equal(asked.moved, 1); /* one page had a place */
    assert_int_equal(asked.moved_page, FIRST + 7);
    assert_true(vm_is_host(asked.moved_frame << VM_BASE_BITS));
    assert_true(admit(C, 0));
    launch_end(C);
    assert_false(admit(B, 0)); /* A was launched before C: 60 pages of it, with 16 that are left too few */
    copy(60, false);
    assert_int_equal(asked.moved_page, SECOND);
    assert_false(admit(B, 0));
    copy(40, false);
    assert_false(admit(B, 0));
    copy(100, true);
    assert_int_equal(asked.moved, 3);
    assert_int_equal(asked.moved_page, FIRST + 7);
    assert_int_equal(asked.moved_frame, frame_of(B, FIRST + 7));
    assert_true(admit(B, 0));
    assert_false(is_host(B, FIRST + 7));
    assert_true(figure("copied_out") == 3 && figure("copied_in") == 1);
    assert_true(figure("bytes_out") == 200 * PAGE && figure("bytes_in") == 100 * PAGE);
    assert_true(figure("copying") == 4 * 20000);
    launch_end(B);
    assert_false(admit(A, 0)); /* for which 16 pages are left */
    copy(140, false);
    end();
}

static void a_program_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    begin("gdev:memory=1");
    allocate(A, FIRST, MB_PAGES - 1);
    allocate(B, FIRST, MB_PAGES);
    allocate(A, FIRST, MB_PAGES - 1); /* the same again */
    assert_int_equal(asked.refused, 0);
    release(A, FIRST, MB_PAGES - 1);
    allocate(A, FIRST, MB_PAGES);
    assert_int_equal(asked.refused, 0);
    allocate(A, SECOND, 1);
    assert_int_equal(asked.refused, 1);
    assert_int_equal(asked.refused_app, A);
    end();
}

/* A program releases what is being copied out, and makes a buffer in the same place. */
static void buffers_that_go_while_they_are_copied(void **state)
{
    (void)state;
    begin("gdev:memory=1:setup_us=10");
    allocate(A, FIRST, 200);
    allocate(B, FIRST, 100);
    launch(A);
    (void)frame_of(A, FIRST);
    assert_false(admit(B, 0));
    release(A, FIRST, 200);
    assert_int_equal(asked.unmapped, 1);
    allocate(A, FIRST, 150);
    copy(200, false); /* it goes on for nothing */
    assert_int_equal(asked.moved, 0);
    assert_true(admit(B, 0));
    launch_end(B);
    launch(A); /* 250 pages */
    assert_false(is_host(A, FIRST));
    policy->life.app_end(policy_state, A, 0);
    allocate(C, FIRST, 156);
    launch(C);
    assert_true(figure("copied_out") == 1);
    end();
}

/* The program ends while its buffer is copied in; what was taken for it is there for others. */
static void programs_that_go_while_they_are_copied(void **state)
{
    (void)state;
    begin("gdev:memory=1:setup_us=10");
    allocate(A, FIRST, 200);
    allocate(B, FIRST, 200);
    launch(A);
    assert_false(admit(B, 0));
    copy(200, false);
    launch(B);
    assert_false(admit(A, 0));
    copy(200, false);
    assert_false(admit(A, 0));
    assert_false(admit(B, 0));
    policy->life.app_end(policy_state, A, 0);
    copy(200, true);
    assert_false(admit(B, 0));
    copy(200, true);
    assert_true(admit(B, 0));
    end();
}

static void pages_of_several_buffers(void **state)
{
    (void)state;
    begin("gdev:memory=1:setup_us=10");
    policy->allocate(policy_state, A, FIRST * PAGE, 100, 0);
    policy->allocate(policy_state, A, FIRST * PAGE + 100, PAGE, 0); /* two pages */
    allocate(B, FIRST, 254);
    launch(A);
    (void)frame_of(A, FIRST);
    assert_false(admit(B, 0)); /* 253 are left */
    copy(2, false);
    assert_int_equal(asked.moved, 0); /* the other buffer has a part of it */
    launch(B);
    policy->release(policy_state, A, FIRST * PAGE, 100, 0);
    assert_int_equal(asked.moved, 1); /* now it is away */
    assert_int_equal(asked.unmapped, 0);
    policy->release(policy_state, A, FIRST * PAGE + 100, PAGE, 0);
    assert_int_equal(asked.unmapped, 1);
    assert_int_equal(asked.unmapped_page, FIRST);
    assert_false(is_host(A, FIRST)); /* of no buffer */
    end();
}

/* ---- GDM's clean blocks ---- */

static void touch(uint16_t by, uint16_t app, uint64_t page, bool is_write)
{
    policy->accessed(policy_state, by, frame_of(app, page) << VM_BASE_BITS, 4, is_write);
}

/* The program is launched after as many pages of another one's buffer as are copied out for it. */
static void launch_after(uint16_t app, uint64_t pages_out)
{
    assert_false(admit(app, 0));
    copy(pages_out, false);
}

/* Two buffers of 200 pages, memory for one, blocks of 16 pages; both are there once. */
static void begin_blocks(void)
{
    begin("gdev:memory=1:setup_us=10:block=64");
    assert_true(policy->watches(policy_state));
    allocate(A, FIRST, 200);
    allocate(B, SECOND, 200);
    launch(A);
    for (uint64_t page = FIRST; page < FIRST + 200; page++)
        (void)frame_of(A, page);
}

static void what_is_not_written_is_not_copied_back(void **state)
{
    (void)state;
    begin_blocks();
    touch(A, A, FIRST + 40, false);
    launch(B); /* at once: the other one was new, and has been read only */
    assert_int_equal(asked.n_transfers, 0);
    assert_true(figure("bytes_unwritten") == 200 * PAGE);
    assert_true(is_host(A, FIRST));
    assert_false(admit(A, 0));
    copy(200, true); /* comes back whole, as what is on the GPU is overwritten */
    launch(A);
    assert_true(figure("copied_in") == 1 && figure("copied_out") == 0);
    end();
}

static void blocks_that_are_written_are_copied_back(void **state)
{
    (void)state;
    begin_blocks();
    touch(A, A, FIRST + 16, true);
    touch(A, A, FIRST + 17, true); /* the same block */
    touch(A, A, FIRST + 47, true);
    touch(B, A, FIRST + 199, true); /* written back for another one; the last block has 8 pages */
    launch_after(B, 16 + 16 + 8);
    launch(B);
    assert_true(figure("bytes_unwritten") == 160 * PAGE);
    assert_false(admit(A, 0));
    copy(200, true);
    launch(A);
    assert_false(admit(B, 0)); /* A leaves at once, as the host has it */
    copy(200, true);
    launch(B);
    assert_true(figure("copied_out") == 1);
    end();
}

/* A block may have been written of which memory knows nothing yet. */
static void what_the_l2_has_is_copied_back(void **state)
{
    (void)state;
    begin_blocks();
    asked.dirty_page = FIRST + 100;
    launch_after(B, 16);
    launch(B);
    end();
}

/* The other buffer of a page may need what this one's copy has taken along. */
static void pages_of_several_stay_written(void **state)
{
    (void)state;
    begin("gdev:memory=1:setup_us=10:block=4");
    policy->allocate(policy_state, A, FIRST * PAGE, 100, 0);
    policy->allocate(policy_state, A, FIRST * PAGE + 100, PAGE, 0); /* 2 pages */
    allocate(B, SECOND, 254);
    launch(A);
    (void)frame_of(A, FIRST + 1);
    touch(A, A, FIRST, true);
    launch_after(B, 1); /* of the larger one, whose other page is clean */
    launch(B);
    assert_true(figure("bytes_unwritten") == PAGE);
    policy->release(policy_state, B, SECOND * PAGE, 254 * PAGE, 0);
    allocate(B, SECOND, 256);
    assert_false(admit(A, 0));
    copy(2, true);
    launch(A);
    launch_after(B, 1);
    launch_after(B, 1); /* what the other one has a part of */
    launch(B);
    end();
}

static void without_blocks_nobody_watches(void **state)
{
    (void)state;
    begin("gdev:memory=1:setup_us=10");
    assert_false(policy->watches(policy_state));
    allocate(A, FIRST, 200);
    allocate(B, SECOND, 200);
    launch(A);
    launch_after(B, 200);
    launch(B);
    end();
}

/* Whoever waited when another run of the machine ended does not keep others out. */
static void another_run_begins_anew(void **state)
{
    (void)state;
    begin("gdev:memory=1");
    allocate(A, FIRST, 10);
    allocate(B, FIRST, 10);
    assert_true(admit(A, 500));
    assert_false(admit(B, 600));
    launch_end(A);
    assert_true(admit(A, 0));
    end();
}

/* What an earlier run of the machine has sent is not what this one waits for. */
static void copies_of_earlier_runs_do_not_count(void **state)
{
    (void)state;
    begin("gdev:memory=1:setup_us=10");
    allocate(A, FIRST, 200);
    allocate(B, FIRST, 200);
    launch(A);
    assert_false(admit(B, 500));
    assert_int_equal(policy->tick(policy_state, 10500), 0);
    assert_false(admit(B, 0)); /* anew: another copy */
    assert_int_equal(policy->tick(policy_state, 10000), 0);
    assert_int_equal(asked.n_transfers, 2);
    asked.wants_settle = false;
    arrive(15000);
    assert_false(asked.wants_settle);
    assert_false(admit(B, 15000));
    arrive(20000);
    assert_true(asked.wants_settle);
    policy->settle(policy_state, 20000);
    assert_true(admit(B, 20000));
    assert_true(figure("copied_out") == 1);
    end();
}

/* As many slots as there are buffers at a time, within a factor of two, however many come and go. */
static void slots_are_used_again(void **state)
{
    (void)state;
    enum { BUFFERS = 40 };
    whole_buffers b = {0};
    for (uint32_t i = 0; i < BUFFERS; i++)
        assert_true(whole_buffers_add(&b, A, (uint64_t)i << VM_BASE_BITS, 1));
    assert_int_equal(b.n, 64);
    for (uint32_t i = 0; i < BUFFERS; i++)
        assert_int_not_equal(whole_buffers_find(&b, A, (uint64_t)i << VM_BASE_BITS), NO_BUFFER);
    whole_buffers_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_launch_at_a_time),
        cmocka_unit_test(several_while_nothing_is_copied),
        cmocka_unit_test(victims_in_their_order),
        cmocka_unit_test(a_program_that_does_not_fit_is_refused),
        cmocka_unit_test(buffers_that_go_while_they_are_copied),
        cmocka_unit_test(programs_that_go_while_they_are_copied),
        cmocka_unit_test(pages_of_several_buffers),
        cmocka_unit_test(what_is_not_written_is_not_copied_back),
        cmocka_unit_test(blocks_that_are_written_are_copied_back),
        cmocka_unit_test(what_the_l2_has_is_copied_back),
        cmocka_unit_test(pages_of_several_stay_written),
        cmocka_unit_test(without_blocks_nobody_watches),
        cmocka_unit_test(another_run_begins_anew),
        cmocka_unit_test(copies_of_earlier_runs_do_not_count),
        cmocka_unit_test(slots_are_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
