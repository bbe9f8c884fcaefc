/* What becomes of the lines that loads bring (poise_load_counter.h), and whose each line is. */
#include "common/random.h"
#include "sim_hooks/sched/poise_load_counter.h"
#include "tests/test.h"

static poise_load_counter opened(bool lines)
{
    poise_load_counter counter;
    assert_true(poise_load_counter_create(&counter, &(cache_shape){.sets = 4, .ways = 4}, lines));
    poise_load_counter_begin(&counter);
    return counter;
}

static void look(poise_load_counter *counter, uint32_t pc, uint64_t line, sched_outcome outcome)
{
    const sched_access access = {
        .pc = pc, .address = 128 * line, .outcome = outcome, .reserves = outcome == SCHED_MISS};
    poise_load_counter_access(counter, &access);
}

static void evict(poise_load_counter *counter, uint64_t line)
{
    poise_load_counter_evict(counter, &(sched_eviction){.address = 128 * line});
}

static void assert_lines(const poise_load_counter *counter, uint32_t entry, uint32_t used, uint32_t unused)
{
    assert_int_equal(counter->table.load[entry].sample.used, used);
    assert_int_equal(counter->table.load[entry].sample.unused, unused);
}

static void lines_count_for_the_load_that_brought_them(void **state)
{
    (void)state;
    poise_load_counter counter = opened(true);
    look(&counter, 7, 1, SCHED_MISS);
    look(&counter, 7, 2, SCHED_MISS);
    look(&counter, 9, 3, SCHED_MISS);
    look(&counter, 9, 1, SCHED_HIT); /* load 7's line is used once, */
    look(&counter, 7, 1, SCHED_HIT);
    look(&counter, 9, 2, SCHED_MERGED); /* or by a miss that joins */
    assert_lines(&counter, 0, 2, 0);
    evict(&counter, 1);
    evict(&counter, 3);
    evict(&counter, 4); /* nobody's */
    assert_lines(&counter, 0, 2, 0);
    assert_lines(&counter, 1, 0, 1);
    look(&counter, 9, 3, SCHED_MISS);
    evict(&counter, 3);
    assert_lines(&counter, 1, 0, 2);
    poise_load_counter_free(&counter);
}

static void misses_that_reserve_nothing_bring_no_line(void **state)
{
    (void)state;
    poise_load_counter counter = opened(true);
    poise_load_counter_access(&counter, &(sched_access){.pc = 7, .address = 128, .outcome = SCHED_MISS});
    evict(&counter, 1);
    assert_int_equal(counter.table.load[0].sample.lookups, 1);
    assert_lines(&counter, 0, 0, 0);
    poise_load_counter_free(&counter);
}

/* Counts of a window begin at 0; lines that were brought in the warm-up are known. */
static void lines_are_known_from_the_warm_up(void **state)
{
    (void)state;
    poise_load_counter counter = opened(true);
    look(&counter, 7, 1, SCHED_MISS);
    look(&counter, 7, 2, SCHED_MISS);
    poise_load_counter_go_on(&counter);
    assert_int_equal(counter.table.load[0].sample.lookups, 0);
    evict(&counter, 1);
    assert_lines(&counter, 0, 0, 1);
    poise_load_counter_begin(&counter);
    look(&counter, 7, 3, SCHED_MISS);
    evict(&counter, 2); /* it is from before */
    assert_lines(&counter, 0, 0, 0);
    poise_load_counter_free(&counter);
}

/* An entry that was given to another load takes no lines along. */
static void lines_of_a_load_that_lost_its_place_are_nobodys(void **state)
{
    (void)state;
    poise_load_counter counter = opened(true);
    look(&counter, 9, 1, SCHED_MISS);
    for (uint32_t pc = 0; pc < POISE_TABLE_LOADS; pc++)
        for (int i = 0; pc != 9 && i < 3; i++)
            look(&counter, pc, 0, SCHED_HIT);
    look(&counter, 6, 2, SCHED_MISS);
    assert_int_equal(counter.table.count, POISE_TABLE_LOADS);
    look(&counter, 100, 3, SCHED_HIT);
    assert_int_equal(counter.table.load[0].pc, 100); /* in the place of load 9, which stood first */
    evict(&counter, 1);
    evict(&counter, 2);
    assert_lines(&counter, 0, 0, 0);
    assert_int_equal(counter.table.load[7].pc, 6);
    assert_lines(&counter, 7, 0, 1);
    poise_load_counter_free(&counter);
}

static void models_that_do_not_ask_cost_nothing(void **state)
{
    (void)state;
    poise_load_counter counter = opened(false);
    look(&counter, 7, 1, SCHED_MISS);
    evict(&counter, 1);
    assert_lines(&counter, 0, 0, 0);
    assert_int_equal(poise_load_counter_bits(0), 5 + 16 * 80 + 1);
    assert_int_equal(poise_load_counter_bits(16), 5 + 16 * 112 + 16 * 5 + 1);
    poise_load_counter_free(&counter);
}

/* Marks against an array that is searched. */
static void marks_are_those_of_a_plain_array(void **state)
{
    (void)state;
    enum { LINES = 24, ADDRESSES = 200 };
    poise_load_marks marks;
    uint8_t entry[ADDRESSES];
    poise_random random;
    poise_random_seed(&random, 5);
    assert_true(poise_load_marks_create(&marks, LINES));
    memset(entry, POISE_NO_MARK, sizeof entry);
    for (uint32_t step = 0, held = 0; step < 200000; step++) {
        const uint64_t at = poise_random_below(&random, ADDRESSES);
        const uint8_t of = (uint8_t)poise_random_below(&random, 16);
        if (step % 997 == 0) {
            poise_load_marks_forget(&marks, of);
            for (uint32_t i = 0; i < ADDRESSES; i++) {
                held -= entry[i] == of;
                entry[i] = entry[i] == of ? POISE_NO_MARK : entry[i];
            }
        } else if (held < LINES && poise_random_below(&random, 2) == 0) {
            poise_load_marks_set(&marks, 32 * at, of);
            held += entry[at] == POISE_NO_MARK;
            entry[at] = of;
        } else {
            assert_int_equal(poise_load_marks_take(&marks, 32 * at), entry[at]);
            held -= entry[at] != POISE_NO_MARK;
            entry[at] = POISE_NO_MARK;
        }
        assert_int_equal(marks.used, held);
    }
    poise_load_marks_free(&marks);
}

/* More lines than the L1 has are not marked. */
static void marks_may_run_out(void **state)
{
    (void)state;
    poise_load_marks marks;
    assert_true(poise_load_marks_create(&marks, 3));
    for (uint64_t i = 0; i < 100; i++)
        poise_load_marks_set(&marks, 128 * i, 1);
    assert_int_equal(marks.used, marks.slots / 2);
    assert_int_equal(poise_load_marks_take(&marks, 0), 1);
    assert_int_equal(poise_load_marks_take(&marks, UINT64_C(128) * 99), POISE_NO_MARK);
    poise_load_marks_clear(&marks);
    assert_int_equal(poise_load_marks_take(&marks, 128), POISE_NO_MARK);
    poise_load_marks_free(&marks);
}

/* A load that finds no place takes a look-up of another away again, and no hit. */
static void hits_need_no_more_bits_than_look_ups(void **state)
{
    (void)state;
    poise_load_table table = {0};
    for (uint32_t pc = 0; pc < POISE_TABLE_LOADS; pc++)
        for (uint32_t i = 0; i < (pc == 0 ? 3u : 10u); i++)
            poise_load_table_count(&table, &(poise_load_look){.pc = pc});
    for (uint32_t i = 0; i < 70000; i++) {
        poise_load_table_count(&table, &(poise_load_look){.pc = 0, .hits = i % 2 == 0, .merges = i % 2 == 1});
        poise_load_table_count(&table, &(poise_load_look){.pc = 100});
        poise_load_table_count(&table, &(poise_load_look){.pc = 0, .hits = true});
        poise_load_table_count(&table, &(poise_load_look){.pc = 100});
        assert_true(table.load[0].sample.hits <= UINT16_MAX && table.load[0].sample.merges <= UINT16_MAX);
    }
}

static const poise_load_sample *sample_of(const poise_load_table *table, uint32_t pc)
{
    for (uint32_t i = 0; i < table->count; i++)
        if (table->load[i].pc == pc)
            return &table->load[i].sample;
    fail_msg("load %u has no place", pc);
    return NULL;
}

/* Counters of 16 bits: one more than they hold halves those of all loads, and what two tables have is added.
 */
static void full_counters_are_halved(void **state)
{
    (void)state;
    poise_load_table table = {0}, sum;
    for (uint32_t i = 0; i < 101; i++)
        (void)poise_load_table_count(&table, &(poise_load_look){.pc = 7, .hits = true});
    for (uint32_t i = 0; i < UINT16_MAX; i++)
        (void)poise_load_table_count(&table,
                                     &(poise_load_look){.pc = 5, .first = i % 2, .merges = i % 4 == 0});
    sum = table;
    assert_int_equal(sample_of(&table, 5)->lookups, UINT16_MAX);
    assert_int_equal(sample_of(&table, 7)->lookups, 101);
    (void)poise_load_table_count(&table, &(poise_load_look){.pc = 5});
    assert_int_equal(sample_of(&table, 5)->lookups, 32768);
    assert_int_equal(sample_of(&table, 5)->executions, 16383);
    assert_int_equal(sample_of(&table, 5)->merges, 8192);
    assert_int_equal(sample_of(&table, 7)->lookups, 50);
    assert_int_equal(sample_of(&table, 7)->hits, 50);
    table = sum;
    poise_load_table_add(&sum, &table); /* load 7 first, then load 5, too much */
    assert_int_equal(sample_of(&sum, 7)->lookups, 101);
    assert_int_equal(sample_of(&sum, 5)->lookups, UINT16_MAX);
    for (uint32_t i = 0; i <= UINT16_MAX; i++)
        poise_load_table_count_line(&sum, 1, i % 4096 == 0);
    assert_int_equal(sample_of(&sum, 5)->unused, 65520);
    for (uint32_t i = 0; i < 16; i++)
        poise_load_table_count_line(&sum, 1, false);
    assert_int_equal(sample_of(&sum, 5)->unused, 32768);
    assert_int_equal(sample_of(&sum, 5)->used, 8);
    assert_int_equal(sample_of(&sum, 5)->lookups, 32767);
    table = sum;
    poise_load_table_add(&sum, &table);
    assert_int_equal(sample_of(&sum, 5)->unused, 32768);
    assert_int_equal(sample_of(&sum, 5)->used, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_count_for_the_load_that_brought_them),
        cmocka_unit_test(misses_that_reserve_nothing_bring_no_line),
        cmocka_unit_test(lines_are_known_from_the_warm_up),
        cmocka_unit_test(lines_of_a_load_that_lost_its_place_are_nobodys),
        cmocka_unit_test(models_that_do_not_ask_cost_nothing),
        cmocka_unit_test(marks_are_those_of_a_plain_array),
        cmocka_unit_test(marks_may_run_out),
        cmocka_unit_test(full_counters_are_halved),
        cmocka_unit_test(hits_need_no_more_bits_than_look_ups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
