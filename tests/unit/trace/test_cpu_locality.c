/* Are row hits and busy banks what their definitions say? */
#include "tests/test.h"
#include "trace/cpu/locality.h"

static cpu_dram dram = {.channels = 2, .banks = 2, .row_bytes = 128, .window = 10};

static void add(cpu_locality *locality, uint64_t gap, uint64_t line, bool write_back)
{
    const cpu_request request = {.gap = gap, .line = line, .write_back = write_back};
    cpu_locality_add(locality, &request, 64);
}

/* Rows of two lines, two channels: lines 0 to 3 are row 0 of banks 0, 4 to 7 of banks 1, 8 to 11 row 1 of
 * banks 0. */
static void rows_stay_open_until_another_is_asked_for(void **state)
{
    (void)state;
    cpu_locality locality;
    dram.interleave = CPU_INTERLEAVE_ROW;
    assert_int_equal(cpu_locality_make(&locality, &dram, NULL), 0);
    const uint64_t lines[] = {0, 2, 1, 3, 4, 0, 8, 2}; /* hits: 2, 3, 0 */
    for (size_t i = 0; i < 8; i++)
        add(&locality, 0, lines[i], i == 3);
    assert_int_equal(locality.row_hits, 3);
    assert_true(cpu_locality_row_hit_rate(&locality) == 3.0 / 8);
    cpu_locality_free(&locality);
}

static void interleaved_lines_go_round_the_banks(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        cpu_locality locality;
        dram.interleave = i == 0 ? CPU_INTERLEAVE_ROW : CPU_INTERLEAVE_LINE;
        assert_int_equal(cpu_locality_make(&locality, &dram, NULL), 0);
        for (uint64_t line = 0; line < 8; line += 2)
            add(&locality, 0, line, false);
        assert_int_equal(locality.row_hits, 2);
        assert_true(cpu_locality_banks_busy(&locality) == 2);
        /* 0 2 | 4 6 by rows, 0 4 | 2 6 by lines: the first two in the same bank or not */
        add(&locality, 10, 0, false);
        add(&locality, 0, 2, false);
        assert_true(cpu_locality_banks_busy(&locality) == (i == 0 ? 1.5 : 2.0));
        cpu_locality_free(&locality);
    }
}

static void banks_are_counted_once_a_window(void **state)
{
    (void)state;
    cpu_locality locality;
    dram.interleave = CPU_INTERLEAVE_ROW;
    assert_int_equal(cpu_locality_make(&locality, &dram, NULL), 0);
    assert_true(cpu_locality_banks_busy(&locality) == 0);
    add(&locality, 3, 0, false);
    add(&locality, 6, 1, false); /* instruction 9: the same window, another channel */
    add(&locality, 0, 4, true);  /* nobody waits for a write-back */
    add(&locality, 0, 0, false);
    assert_true(cpu_locality_banks_busy(&locality) == 2);
    add(&locality, 1, 0, false); /* instruction 10: the next window */
    add(&locality, 90, 0, false);
    assert_int_equal(locality.windows, 3); /* those without a miss do not count */
    assert_true(cpu_locality_banks_busy(&locality) == 4.0 / 3);
    cpu_locality_free(&locality);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_stay_open_until_another_is_asked_for),
        cmocka_unit_test(interleaved_lines_go_round_the_banks),
        cmocka_unit_test(banks_are_counted_once_a_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
