/* Where the entries of page tables lie (sim_hooks/tlb/page_table.h). */
#include "sim_hooks/tlb/page_table.h"
#include "tests/test.h"

enum { PAGE_BITS = PAGE_TABLE_PAGE_BITS };

/* Entries of neighbours share lines at the last level, and tables above (thesis 6.3.3: hits rise to the
 * root). */
static void neighbours_share_tables(void **state)
{
    (void)state;
    const page_table table = {{9, 9, 9, 9}, 3}, small = {{5, 5, 5, 5}, 3};
    for (uint64_t page = 0; page < 512; page++) {
        uint64_t address = page << PAGE_BITS, entry = page_table_entry(&table, 0, address, 4);
        assert_int_equal(entry >> 12, page_table_entry(&table, 0, 0, 4) >> 12);
        assert_int_equal(entry % 256, 8 * (page % 32));
        assert_int_equal(entry >> 8, page_table_entry(&table, 0, (page & ~31u) << PAGE_BITS, 4) >> 8);
        for (uint32_t level = 1; level < 4; level++)
            assert_int_equal(page_table_entry(&table, 0, address, level),
                             page_table_entry(&table, 0, 0, level));
    }
    assert_int_not_equal(page_table_entry(&table, 0, 512 << PAGE_BITS, 4) >> 12,
                         page_table_entry(&table, 0, 0, 4) >> 12);
    assert_int_equal(page_table_shift(&small, 4), 12);
    assert_int_equal(page_table_shift(&small, 1), 27);
    /* above 32 bits: another root */
    assert_int_not_equal(page_table_entry(&small, 0, UINT64_C(1) << 32, 1) >> 12,
                         page_table_entry(&small, 0, 0, 1) >> 12);
}

/* Tables of 256 bytes lie in all of eight channels that take 256 bytes in turn, and do not overlap. */
static void small_tables_lie_everywhere(void **state)
{
    (void)state;
    const page_table small = {{5, 5, 5, 5}, 3};
    uint32_t tables[8] = {0};
    for (uint64_t i = 0; i < 8000; i++) {
        uint64_t first = page_table_entry(&small, 0, i << 17, 4);
        assert_int_equal(first % 256, 0);
        for (uint64_t page = 0; page < 32; page++)
            assert_int_equal(page_table_entry(&small, 0, i << 17 | page << PAGE_BITS, 4), first + 8 * page);
        tables[first / 256 % 8]++;
    }
    for (uint32_t i = 0; i < 8; i++)
        assert_in_range(tables[i], 900, 1100);
}

/* The first entries of tables of 4 KB lie in all of eight channels as well, and each entry has a place. */
static void first_entries_lie_everywhere(void **state)
{
    (void)state;
    const page_table table = {{9, 9, 9, 9}, 3};
    uint32_t tables[8] = {0};
    for (uint64_t i = 0; i < 8000; i++)
        tables[page_table_entry(&table, 0, i << 21, 4) / 256 % 8]++;
    for (uint32_t i = 0; i < 8; i++)
        assert_in_range(tables[i], 900, 1100);
    bool taken[512] = {false};
    for (uint64_t page = 0; page < 512; page++) {
        bool *place = &taken[page_table_entry(&table, 5, page << PAGE_BITS, 4) % 4096 / 8];
        assert_false(*place);
        *place = true;
    }
}

/* With entries of 64 bytes a table of 9 bits has 32 KB and no other overlaps it; no address leaves the
 * region. */
static void large_entries_lie_apart(void **state)
{
    (void)state;
    const page_table table = {{9, 9, 9, 9}, 6};
    for (uint64_t i = 0; i < 2000; i++) {
        uint64_t first = page_table_entry(&table, 3, i << 21, 4),
                 last = page_table_entry(&table, 3, (i << 21) + (511 << PAGE_BITS), 4);
        assert_int_equal(last ^ first, 511 * 64);
        assert_int_equal(first >> 46, 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_share_tables),
        cmocka_unit_test(small_tables_lie_everywhere),
        cmocka_unit_test(first_entries_lie_everywhere),
        cmocka_unit_test(large_entries_lie_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
