/* What a fiber must do, for both ways of switching: test_fiber.c and test_fiber_ucontext.c. */
#ifndef POISE_TESTS_FIBER_CASES_H
#define POISE_TESTS_FIBER_CASES_H

#include "capture/runtime/fiber.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { STACK_BYTES = 64 << 10, N_FIBERS = 3, N_TURNS = 4 };

static char stacks[N_FIBERS][STACK_BYTES] __attribute__((aligned(64)));
static capture_fiber scheduler, fibers[N_FIBERS];
static int running, turns[N_FIBERS];
static uintptr_t misalignment;
static double sums[N_FIBERS];

/* Local values must live through the switches; doubles and the stack's alignment are what a bad switch
 * spoils. */
static void body(void)
{
    int me = running;
    double sum = 0.5;
    for (;;) {
        _Alignas(16) volatile char aligned[16];
        misalignment |= (uintptr_t)aligned & 15;
        aligned[0] = (char)me;
        sum += me;
        sums[me] = sum;
        turns[me]++;
        capture_fiber_switch(&fibers[me], &scheduler);
        misalignment |= (uintptr_t)(aligned[0] != (char)me);
    }
}

static void test_fibers_take_turns(void **state)
{
    (void)state;
    for (int i = 0; i < N_FIBERS; i++)
        capture_fiber_prepare(&fibers[i], stacks[i] + STACK_BYTES, STACK_BYTES, body);
    for (int turn = 0; turn < N_TURNS; turn++) {
        for (running = 0; running < N_FIBERS; running++)
            capture_fiber_switch(&scheduler, &fibers[running]);
    }
    for (int i = 0; i < N_FIBERS; i++) {
        assert_int_equal(turns[i], N_TURNS);
        assert_true(sums[i] == 0.5 + N_TURNS * i);
    }
    assert_int_equal(misalignment, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_fibers_take_turns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
