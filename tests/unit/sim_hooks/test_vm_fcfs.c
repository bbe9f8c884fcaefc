/* First come, first served: who gets memory of the GPU, and when it is given back. */
#include "tests/unit/sim_hooks/vm_script.h"

enum { FIRST = 1000, HALF = MB_PAGES / 2 };

/* Whatever the order in which its pages are used. */
static void a_buffer_takes_memory_when_it_is_made(void **state)
{
    (void)state;
    begin("fcfs:memory=1");
    allocate(0, FIRST, MB_PAGES - 10);
    allocate(0, 2 * FIRST, 30);
    assert_true(is_host(0, 2 * FIRST + 10));
    assert_false(is_host(0, 2 * FIRST + 9));
    assert_false(is_host(0, FIRST));
    assert_true(is_host(0, 5 * FIRST)); /* of no buffer */
    assert_true(figure("pages") == MB_PAGES);
    assert_true(figure("pages_of_host") == 21);
    end();
}

/* The program that comes later starves, until the other one ends. */
static void the_first_program_keeps_memory(void **state)
{
    (void)state;
    begin("fcfs:memory=1");
    allocate(0, FIRST, MB_PAGES);
    allocate(1, FIRST, MB_PAGES);
    assert_false(is_host(0, FIRST));
    assert_true(is_host(1, FIRST));
    assert_true(frame_of(0, FIRST) != frame_of(1, FIRST));
    policy->life.app_end(policy_state, 0, 0);
    assert_true(is_host(1, FIRST));
    assert_true(figure("pages") == 0);
    allocate(1, 3 * FIRST, 4);
    assert_false(is_host(1, 3 * FIRST));
    assert_true(figure("most_pages_of_host") == MB_PAGES);
    end();
}

/* Pages go with the last buffer that has a part of them. */
static void release_gives_back(void **state)
{
    (void)state;
    begin("fcfs:memory=1");
    allocate(0, FIRST, MB_PAGES);
    policy->allocate(policy_state, 0, FIRST * PAGE + 100, 8, 0);
    assert_false(is_host(0, FIRST));
    assert_false(is_host(0, FIRST + 1));
    release(0, FIRST, MB_PAGES);
    assert_int_equal(asked.unmapped, 1); /* what has been placed, but for the first */
    assert_true(figure("pages") == 1);
    policy->release(policy_state, 0, FIRST * PAGE + 100, 8, 0);
    assert_int_equal(asked.unmapped, 2);
    assert_true(figure("pages") == 0);
    allocate(1, FIRST, MB_PAGES);
    assert_false(is_host(1, FIRST + MB_PAGES - 1));
    assert_true(is_host(0, FIRST));
    end();
}

/* A trace that is launched again tells of its buffers again; what comes at another size takes the place of
 * what was there. */
static void a_buffer_that_is_made_again_is_one(void **state)
{
    (void)state;
    begin("fcfs:memory=1");
    allocate(0, FIRST, 20);
    allocate(1, FIRST, 5);
    allocate(0, FIRST, 20);
    assert_false(is_host(0, FIRST));
    assert_true(figure("pages") == 25);
    release(0, FIRST, 20);
    assert_int_equal(asked.unmapped, 1);
    assert_true(figure("pages") == 5);
    allocate(0, FIRST, MB_PAGES);
    assert_true(figure("pages") == MB_PAGES && figure("pages_of_host") == 5);
    allocate(0, FIRST, 10);
    assert_true(figure("pages") == 15 && figure("pages_of_host") == 0);
    policy->life.app_end(policy_state, 0, 0);
    allocate(0, FIRST, 10);
    assert_true(figure("pages") == 15);
    release(0, FIRST, 10);
    release(1, FIRST, 5);
    assert_true(figure("pages") == 0);
    end();
}

static void a_program_alone_lies_at_its_addresses(void **state)
{
    (void)state;
    begin("fcfs");
    assert_int_equal(frame_of(0, FIRST), FIRST);
    assert_int_equal(frame_of(0, UINT64_C(1) << 35 | 5), UINT64_C(1) << 35 | 5); /* code */
    end();
    begin("fcfs:memory=0");
    assert_int_equal(frame_of(0, FIRST), FIRST | VM_HOST_MEMORY >> VM_BASE_BITS);
    end();
}

/* A part for each: nobody starves, and what one program leaves is idle. */
static void memory_that_is_divided(void **state)
{
    (void)state;
    begin("fcfs:memory=1:programs=2");
    allocate(0, FIRST, MB_PAGES);
    allocate(1, FIRST, 10);
    assert_false(is_host(0, FIRST + HALF - 1));
    assert_true(is_host(0, FIRST + HALF)); /* 118 pages are idle */
    assert_false(is_host(1, FIRST + 9));
    assert_true(figure("pages") == HALF + 10 && figure("pages_of_host") == HALF);
    allocate(2, FIRST, 1); /* has no part */
    assert_true(is_host(2, FIRST));
    release(0, FIRST, MB_PAGES);
    allocate(1, 2 * FIRST, HALF);
    assert_false(is_host(1, 2 * FIRST + HALF - 11));
    assert_true(is_host(1, 2 * FIRST + HALF - 10));
    policy->life.app_end(policy_state, 1, 0);
    allocate(1, FIRST, HALF);
    assert_false(is_host(1, FIRST + HALF - 1));
    end();
}

/* Many pages: the table grows, and remembers. */
static void many_pages(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    begin("fcfs:memory=8");
    for (uint64_t i = 0; i < MANY; i++)
        assert_int_equal(is_host((uint16_t)(i % 2), 77 * i), i >= 8 * MB_PAGES);
    for (uint64_t i = 0; i < MANY; i++)
        assert_int_equal(is_host((uint16_t)(i % 2), 77 * i), i >= 8 * MB_PAGES);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_buffer_takes_memory_when_it_is_made),
        cmocka_unit_test(the_first_program_keeps_memory),
        cmocka_unit_test(release_gives_back),
        cmocka_unit_test(a_buffer_that_is_made_again_is_one),
        cmocka_unit_test(a_program_alone_lies_at_its_addresses),
        cmocka_unit_test(memory_that_is_divided),
        cmocka_unit_test(many_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
