/* First come, first served: who gets memory of the GPU, and when it is given back. */
#include "sim_hooks/registry.h"
#include "sim_hooks/vm.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

enum { MB_PAGES = 256, PAGE = 4096, FIRST = 1000 };

static policy_choice choice;
static const vm_policy *policy;
static void *policy_state;
static uint32_t unmapped;

static void unmap(void *opaque, uint16_t app, uint64_t page)
{
    (void)opaque, (void)app, (void)page;
    unmapped++;
}

static const vm_host host = {.unmap = unmap};

static void begin(const char *label)
{
    poise_error err;
    assert_int_equal(policy_choose(POLICY_VM, label, &choice, &err), 0);
    policy = policy_functions(&choice);
    assert_int_equal(policy->create(&host, choice.options, &policy_state, &err), 0);
    unmapped = 0;
}

static void end(void)
{
    policy->life.destroy(policy_state);
    policy_choice_free(&choice);
}

static uint64_t frame_of(uint16_t app, uint64_t page)
{
    vm_place at = {.page_bits = VM_BASE_BITS};
    assert_int_equal(policy->place(policy_state, app, page, &at, 0), VM_PRESENT);
    assert_int_equal(at.page_bits, VM_BASE_BITS);
    assert_true(vm_is_place(at.frame << VM_BASE_BITS));
    return at.frame;
}

static bool is_host(uint16_t app, uint64_t page)
{
    return vm_is_host(frame_of(app, page) << VM_BASE_BITS);
}

static void allocate(uint16_t app, uint64_t page, uint64_t pages)
{
    policy->allocate(policy_state, app, page * PAGE, pages * PAGE, 0);
}
static void release(uint16_t app, uint64_t page, uint64_t pages)
{
    policy->release(policy_state, app, page * PAGE, pages * PAGE, 0);
}

static double figure(const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    return figure_named(all, policy->life.statistics(&policy_state, 1, all, POLICY_STATISTICS), name);
}

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
    assert_int_equal(unmapped, 1); /* what has been placed, but for the first */
    assert_true(figure("pages") == 1);
    policy->release(policy_state, 0, FIRST * PAGE + 100, 8, 0);
    assert_int_equal(unmapped, 2);
    assert_true(figure("pages") == 0);
    allocate(1, FIRST, MB_PAGES);
    assert_false(is_host(1, FIRST + MB_PAGES - 1));
    assert_true(is_host(0, FIRST));
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
        cmocka_unit_test(a_program_alone_lies_at_its_addresses),
        cmocka_unit_test(many_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
