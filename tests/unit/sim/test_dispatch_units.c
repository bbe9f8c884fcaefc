/* Do dispatch units take collectors in turn, each by its own count, as GPGPU-Sim's do? Against find_ready()
 * and dispatch_ready_cu() written down as they stand there. */
#include "common/random.h"
#include "sim/sm/dispatch_units.h"
#include "tests/test.h"

#include <string.h>

enum { PARTS = 4, OF_A_PART = 3, ALL = PARTS * OF_A_PART };

/* dispatch_unit_t::find_ready(), in its own numbers: collectors of all sub-cores in a row. */
static int find_ready(int last[PARTS], const bool *is_ready)
{
    for (int part = 0; part < PARTS; part++) {
        for (int j = 0; j < OF_A_PART; j++) {
            const int collector = part * OF_A_PART + (last[part] + j + 1) % OF_A_PART;
            if (is_ready[collector]) {
                last[part] = collector % OF_A_PART;
                return collector;
            }
        }
    }
    return -1;
}

/* One turn: every unit takes what it finds. */
static void dispatch(int last[ALL][PARTS], bool *is_ready)
{
    for (int unit = 0; unit < ALL; unit++) {
        const int collector = find_ready(last[unit], is_ready);
        if (collector >= 0)
            is_ready[collector] = false;
    }
}

/* The collector of `part` of the mask `ready` that is taken first in a turn in which `leaving` go as well. */
static uint32_t first_of(int last[ALL][PARTS], const bool *leaving, uint32_t part, uint32_t ready)
{
    int copy[ALL][PARTS];
    bool is_ready[ALL];
    memcpy(copy, last, sizeof copy);
    memcpy(is_ready, leaving, sizeof is_ready);
    for (uint32_t i = 0; i < OF_A_PART; i++)
        is_ready[part * OF_A_PART + i] |= ready >> i & 1;
    for (int unit = 0; unit < ALL; unit++) {
        const uint32_t found = (uint32_t)find_ready(copy[unit], is_ready);
        if (found / OF_A_PART == part && ready >> found % OF_A_PART & 1)
            return found % OF_A_PART;
        is_ready[found] = false;
    }
    fail();
    return 0;
}

/* Random leaves, told in any order of time as long as they lie ahead. */
static void choices_are_those_of_the_units(void **state)
{
    (void)state;
    static dispatch_units units;
    poise_random random;
    static bool leaving[4000][ALL];
    static int last[ALL][PARTS];
    poise_random_seed(&random, 27);
    for (size_t turn = 0; turn < 4000; turn++)
        for (int i = 0; i < ALL; i++)
            leaving[turn][i] = poise_random_u64(&random) % 5 == 0;
    dispatch_units_init(&units, PARTS, OF_A_PART);
    uint32_t told = 0, choices = 0;
    for (uint32_t turn = 0; turn < 3990; turn++) {
        for (; told <= turn + 2; told++) /* two turns ahead */
            for (uint32_t i = ALL; i-- > 0;)
                if (leaving[told][i])
                    dispatch_units_note(&units,
                                        (collector_leave){.turn = told,
                                                          .part = (uint8_t)(i / OF_A_PART),
                                                          .collector = (uint8_t)(i % OF_A_PART)},
                                        turn);
        if (poise_random_u64(&random) % 3 == 0) {
            const uint32_t part = (uint32_t)(poise_random_u64(&random) % PARTS);
            uint32_t ready = 0;
            for (uint32_t i = 0; i < OF_A_PART; i++)
                ready |= (uint32_t)!leaving[turn][part * OF_A_PART + i] << i;
            if (ready) {
                assert_int_equal(dispatch_units_choose(&units, part, ready, turn),
                                 first_of(last, leaving[turn], part, ready));
                choices++;
            }
        }
        dispatch(last, leaving[turn]);
    }
    assert_true(choices > 1000);
}

/* More leaves ahead than there is room for: the oldest are accounted for early, and nothing breaks. */
static void too_many_leaves_are_accounted_for(void **state)
{
    (void)state;
    static dispatch_units units;
    dispatch_units_init(&units, 1, 32);
    for (uint32_t i = 0; i < 1000; i++)
        dispatch_units_note(&units, (collector_leave){.turn = 2 * i, .collector = (uint8_t)(i % 32)}, 0);
    assert_true(units.n <= DISPATCH_MAX_LEAVES);
    assert_in_range(dispatch_units_choose(&units, 0, 0x80000001u, 2000), 0, 31);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_those_of_the_units),
        cmocka_unit_test(too_many_leaves_are_accounted_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
