/* From lane addresses to lines: the short ways of the coalescer equal the long one, and addresses of
 * constants and of private memory do not depend on where the program lies. */
#include "capture/capture_environment.h"
#include "capture/runtime/access.h"
#include "capture/runtime/private_access.h"
#include "common/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void expect_same_lines(const uint64_t *address, uint32_t n, uint32_t bytes)
{
    uint64_t fast[TRACE_MAX_LINES], slow[TRACE_MAX_LINES];
    uint32_t n_fast = capture_coalesce(address, n, bytes, fast);
    uint32_t n_slow = trace_coalesce(address, n, bytes, slow);
    assert_int_equal(n_fast, n_slow);
    assert_memory_equal(fast, slow, n_fast * sizeof *fast);
}

/* Uniform, unit-stride, other strides and nearly regular addresses, at every alignment. */
static void test_coalesce_equals_general(void **state)
{
    (void)state;
    const uint32_t sizes[] = {1, 2, 4, 8, 16, 32, 64};
    poise_random random;
    poise_random_seed(&random, 1);
    for (int round = 0; round < 4000; round++) {
        uint64_t address[TRACE_WARP_SIZE];
        uint32_t bytes = sizes[poise_random_below(&random, 7)];
        uint32_t n = 1 + (uint32_t)poise_random_below(&random, TRACE_WARP_SIZE);
        uint64_t base = UINT64_C(0x200000000000) + poise_random_below(&random, 1024);
        uint64_t stride = poise_random_below(&random, 3) * bytes;
        for (uint32_t i = 0; i < n; i++)
            address[i] = base + i * stride;
        if (poise_random_below(&random, 4) == 0)
            address[poise_random_below(&random, n)] += poise_random_below(&random, 256);
        expect_same_lines(address, n, bytes);
    }
}

static capture_lane_addresses private_addresses(char *stacks, size_t stack_bytes, size_t distance)
{
    capture_lane_addresses lanes = {.n = TRACE_WARP_SIZE, .mask = UINT32_MAX};
    for (uint32_t i = 0; i < lanes.n; i++) {
        lanes.stack_top[i] = stacks + (i + 1) * stack_bytes;
        lanes.address[i] = (uint64_t)(uintptr_t)lanes.stack_top[i] - distance;
    }
    return lanes;
}

/* The same word of all lanes is one full line; a 16-byte access is four. */
static void test_private_is_interleaved(void **state)
{
    (void)state;
    static char stacks[TRACE_WARP_SIZE * 512];
    capture_access_context context = {.private_words = 64};
    uint64_t lines[TRACE_MAX_LINES];
    trace_access access;
    capture_lane_addresses lanes = private_addresses(stacks, 512, 32);
    capture_access_site load = {.op = TRACE_OP_LOAD_PRIVATE, .bytes = 4};
    assert_int_equal(capture_describe_access(&context, &load, 0, &lanes, 0, lines, &access, NULL), 0);
    assert_int_equal(access.n_lines, 1);
    assert_int_equal(access_sectors(lines[0]), 15);
    capture_access_site wide = {.op = TRACE_OP_LOAD_PRIVATE, .bytes = 16};
    assert_int_equal(capture_describe_access(&context, &wide, 0, &lanes, 0, lines, &access, NULL), 0);
    assert_int_equal(access.n_lines, 4);
}

/* Other stacks, the same distance from their tops: the same lines. Another warp: other lines. */
static void test_private_is_reproducible(void **state)
{
    (void)state;
    static char here[TRACE_WARP_SIZE * 512], there[TRACE_WARP_SIZE * 512 + 160];
    capture_access_context context = {.private_words = 64};
    capture_access_site load = {.op = TRACE_OP_LOAD_PRIVATE, .bytes = 4};
    uint64_t first[TRACE_MAX_LINES], second[TRACE_MAX_LINES];
    trace_access access;
    capture_lane_addresses lanes = private_addresses(here, 512, 64);
    assert_int_equal(capture_describe_access(&context, &load, 0, &lanes, 3, first, &access, NULL), 0);
    lanes = private_addresses(there + 160, 512, 64);
    assert_int_equal(capture_describe_access(&context, &load, 0, &lanes, 3, second, &access, NULL), 0);
    assert_true(first[0] == second[0]);
    assert_int_equal(capture_describe_access(&context, &load, 0, &lanes, 4, second, &access, NULL), 0);
    assert_true(first[0] != second[0]);
}

/* 32 lanes at 32 different places of wide arrays cannot be said in a trace: an error, not a part of it. */
static void test_private_too_scattered(void **state)
{
    (void)state;
    static char stacks[TRACE_WARP_SIZE * 8192];
    capture_access_context context = {.private_words = 2048};
    capture_lane_addresses lanes = private_addresses(stacks, 8192, 256);
    for (uint32_t i = 0; i < lanes.n; i++)
        lanes.address[i] -= i * 128;
    uint64_t lines[TRACE_MAX_LINES];
    trace_access access;
    poise_error err = {0};
    capture_access_site load = {.op = TRACE_OP_LOAD_PRIVATE, .bytes = 32};
    assert_int_equal(capture_describe_access(&context, &load, 0, &lanes, 0, lines, &access, &err),
                     POISE_FAILED);
    assert_non_null(strstr(err.text, "private memory"));
}

/* Lane 5 has left its variable of 32 bytes: the sentence says where, and the access is described all the
 * same. */
static void test_private_outside(void **state)
{
    (void)state;
    static char stacks[TRACE_WARP_SIZE * 512];
    static const struct {
        int64_t offset;
        const char *where;
    } cases[] = {{32, "right behind the end of a private variable (32 bytes)"},
                 {36, "4 bytes behind the end of a private variable (32 bytes)"},
                 {30, "across the end of a private variable (32 bytes), 2 bytes before it"},
                 {-4, "4 bytes before a private variable (32 bytes)"},
                 {-(1 << 30), "1073741824 bytes before a private variable (32 bytes)"},
                 {(1 << 30) - 1, "1073741791 bytes behind the end of a private variable (32 bytes)"},
                 {1 << 30, "outside of the work-item's private memory"},
                 {INT64_MIN, "outside of the work-item's private memory"}};
    capture_access_site store = {.op = TRACE_OP_STORE_PRIVATE, .bytes = 4};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t lines[TRACE_MAX_LINES];
        trace_access access;
        poise_error err = {0};
        capture_access_context context = {.private_words = 64, .only_warns = i % 2 == 0};
        capture_lane_addresses lanes = private_addresses(stacks, 512, 64);
        lanes.address[5] = capture_private_word(cases[i].offset, 32);
        assert_int_equal(capture_describe_access(&context, &store, 0, &lanes, 0, lines, &access, &err),
                         CAPTURE_OUT_OF_BOUNDS);
        assert_int_equal(context.bad_lane, 5);
        assert_int_equal(strncmp(err.text, cases[i].where, strlen(cases[i].where)), 0);
        assert_int_equal(strstr(err.text, CAPTURE_BOUNDS_ADVICE) != NULL, i % 2 == 1);
        assert_in_range(access.n_lines, 1, 2);
    }
}

static void test_constants_are_relocated(void **state)
{
    (void)state;
    static const char table[256] __attribute__((aligned(128))) = {0};
    capture_access_context context = {.constants_begin = table, .constants_end = table + sizeof table};
    capture_lane_addresses lanes = {.n = 2};
    lanes.address[0] = (uint64_t)(uintptr_t)(table + 4);
    lanes.address[1] = UINT64_C(0x200000000000); /* a __constant buffer stays where it is */
    uint64_t lines[TRACE_MAX_LINES];
    trace_access access;
    capture_access_site load = {.op = TRACE_OP_LOAD_CONST, .bytes = 4};
    assert_int_equal(capture_describe_access(&context, &load, 0, &lanes, 0, lines, &access, NULL), 0);
    assert_int_equal(access.n_lines, 2);
    assert_true(lines[0] == (CAPTURE_CONSTANT_BASE | 1));
    assert_true(lines[1] == (UINT64_C(0x200000000000) | 1));
}

/* Lanes on one word: loads share it, atomics queue. */
static void test_shared_atomics_queue(void **state)
{
    (void)state;
    capture_access_context context = {0};
    capture_lane_addresses lanes = {.n = 8};
    for (uint32_t i = 0; i < lanes.n; i++)
        lanes.address[i] = 4096;
    trace_access access;
    capture_access_site load = {.op = TRACE_OP_LOAD_SHARED, .bytes = 4},
                        atomic = {.op = TRACE_OP_ATOMIC_SHARED, .bytes = 4};
    assert_int_equal(capture_describe_access(&context, &load, 0, &lanes, 0, NULL, &access, NULL), 0);
    assert_int_equal(access.n_lines, 1);
    assert_int_equal(capture_describe_access(&context, &atomic, 0, &lanes, 0, NULL, &access, NULL), 0);
    assert_int_equal(access.n_lines, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_coalesce_equals_general), cmocka_unit_test(test_private_is_interleaved),
        cmocka_unit_test(test_private_is_reproducible), cmocka_unit_test(test_private_too_scattered),
        cmocka_unit_test(test_private_outside),         cmocka_unit_test(test_constants_are_relocated),
        cmocka_unit_test(test_shared_atomics_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
