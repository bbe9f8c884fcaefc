/* The lines of an instruction from the highest address down: against a sort of the C library, whatever the
 * form of the list, with the depths of atomics; what is given back is taken again. */
#include "common/random.h"
#include "sim/sm/line_order.h"
#include "tests/micro.h"
#include "trace/line_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { INSTRUCTIONS = 3, PAGE_LINES = 1 << TRACE_PAGE_LINES_SHIFT };

typedef struct entry {
    uint64_t address;
    uint32_t word, depths;
} entry;

static micro m;
static storage memory;
static line_order order;

static int setup(void **state)
{
    (void)state;
    micro_begin(&m, 1, 1);
    for (uint32_t i = 0; i < MICRO_PAGES; i++) /* pages are not in order of address */
        m.pages[i] = (uint64_t)((i + 2) % MICRO_PAGES) << TRACE_PAGE_SHIFT;
    assert_true(line_order_init(&order, &memory, INSTRUCTIONS));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    storage_free(&memory);
    return 0;
}

static uint32_t below(poise_random *random, uint32_t bound)
{
    return (uint32_t)poise_random_below(random, bound);
}

static int from_the_highest(const void *a, const void *b)
{
    const uint64_t one = ((const entry *)a)->address, other = ((const entry *)b)->address;
    return one < other ? 1 : -(one > other);
}

/* n different lines of the trace, at random or at equal distances, with sectors and depths. */
static void fill(poise_random *random, entry *lines, uint32_t n)
{
    const uint32_t distance = below(random, 2) ? 0 : 1 + below(random, 700);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t line = distance ? i * distance : i * 1000 + below(random, 1000);
        const uint32_t sectors = distance ? ALL_SECTORS : 1 + below(random, ALL_SECTORS);
        lines[i] = (entry){.address = trace_line_address(&m.trace, line),
                           .word = line_word(line, sectors),
                           .depths = (uint32_t)poise_random_u64(random)};
        const uint32_t at = below(random, i + 1);
        const entry moved = lines[at];
        if (distance)
            continue;
        lines[at] = lines[i];
        lines[i] = moved;
    }
}

static void check(entry *lines, uint32_t n, bool has_depths)
{
    uint32_t list[1 + TRACE_MAX_ENTRIES] = {n | (has_depths ? 5u << 8 | 1u << TRACE_DEPTHS_SHIFT : 0)};
    for (uint32_t i = 0; i < n; i++) {
        list[1 + i] = lines[i].word;
        list[1 + n + i] = lines[i].depths;
    }
    if (!has_depths)
        (void)line_list_pack(list);
    const uint32_t *ordered = line_order_take(&order, &m.trace, list);
    qsort(lines, n, sizeof *lines, from_the_highest);
    assert_int_equal(*ordered & 0xffff, *list & 0xffff);
    assert_int_equal(trace_has_depths(*ordered), has_depths);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(line_list_word(ordered, i), lines[i].word);
        if (has_depths)
            assert_int_equal(ordered[1 + n + i], lines[i].depths);
    }
    line_order_give(&order, ordered);
}

static void lines_go_from_the_highest_address_down(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 1);
    for (uint32_t i = 0; i < 5000; i++) {
        entry lines[TRACE_MAX_LINES];
        const uint32_t n = 1 + below(&random, MICRO_PAGES * PAGE_LINES / 1024);
        fill(&random, lines, n);
        check(lines, n, i % 3 == 0);
    }
    assert_int_equal(order.used.used, 0);
}

static void single_lines_stay_where_they_are(void **state)
{
    (void)state;
    const uint32_t list[] = {1, line_word(77, 3)};
    assert_ptr_equal(line_order_take(&order, &m.trace, list), list);
    assert_int_equal(order.used.used, 0);
    line_order_give(&order, list);
}

static void each_instruction_has_lines_of_its_own(void **state)
{
    (void)state;
    const uint32_t list[INSTRUCTIONS][3] = {{2, line_word(1, 1), line_word(2, 1)},
                                            {2, line_word(3, 1), line_word(4, 1)},
                                            {2, line_word(5, 1), line_word(6, 1)}};
    const uint32_t *ordered[INSTRUCTIONS];
    for (uint32_t i = 0; i < INSTRUCTIONS; i++)
        ordered[i] = line_order_take(&order, &m.trace, list[i]);
    for (uint32_t i = 0; i < INSTRUCTIONS; i++) {
        assert_int_equal(line_list_word(ordered[i], 0), line_word(2 + 2 * i, 1));
        assert_int_equal(line_list_word(ordered[i], 1), line_word(1 + 2 * i, 1));
    }
    line_order_give(&order, ordered[1]);
    assert_ptr_equal(line_order_take(&order, &m.trace, list[1]), ordered[1]);
    line_order_clear(&order);
    assert_int_equal(order.used.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_go_from_the_highest_address_down, setup, teardown),
        cmocka_unit_test_setup_teardown(single_lines_stay_where_they_are, setup, teardown),
        cmocka_unit_test_setup_teardown(each_instruction_has_lines_of_its_own, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
