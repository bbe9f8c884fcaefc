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

enum { TURNS = 4000, AHEAD = 6, FAR_AHEAD = DISPATCH_TURNS + 24 };
static bool leaving[TURNS][ALL];
static dispatch_units units;

static collector_leave leave_of(uint32_t turn, uint32_t i)
{
    return (collector_leave){.turn = turn, .collector = i};
}

/* The first collector of a sub-core tells its leaves long before, the others shortly. */
static void tell(uint32_t now, bool all_until_now)
{
    for (uint32_t i = ALL; i-- > 0;) {
        const uint32_t ahead = i % OF_A_PART ? AHEAD : FAR_AHEAD;
        for (uint32_t turn = all_until_now ? 0 : now + ahead; turn <= now + ahead; turn++)
            if (turn < TURNS && leaving[turn][i])
                dispatch_units_note(&units, leave_of(turn, i), now);
    }
}

/* One that was told of wrongly: it does not go then. */
static void tell_and_withdraw(poise_random *random, uint32_t now)
{
    const uint32_t i = (uint32_t)(poise_random_u64(random) % ALL);
    const uint32_t turn = now + (uint32_t)(poise_random_u64(random) % (i % OF_A_PART ? AHEAD : FAR_AHEAD));
    if (turn >= TURNS || leaving[turn][i])
        return;
    dispatch_units_note(&units, leave_of(turn, i), now);
    dispatch_units_withdraw(&units, leave_of(turn, i));
}

/* Who leaves in `turn`, which is not before `now`, up to which `last` is known. */
static void check_choice(int last[ALL][PARTS], uint32_t part, uint32_t turn, uint32_t now)
{
    int ahead[ALL][PARTS];
    memcpy(ahead, last, sizeof ahead);
    for (uint32_t t = now; t < turn; t++) {
        bool left[ALL];
        memcpy(left, leaving[t], sizeof left);
        dispatch(ahead, left);
    }
    uint32_t ready = 0;
    for (uint32_t i = 0; i < OF_A_PART; i++)
        ready |= (uint32_t)!leaving[turn][part * OF_A_PART + i] << i;
    if (ready)
        assert_int_equal(dispatch_units_choose(&units, ready << part * OF_A_PART, turn, now),
                         part * OF_A_PART + first_of(ahead, leaving[turn], part, ready));
}

/* Random leaves, told ahead in any order of time. */
static void choices_are_those_of_the_units(void **state)
{
    (void)state;
    poise_random random;
    static int last[ALL][PARTS];
    poise_random_seed(&random, 27);
    for (size_t turn = 0; turn < TURNS; turn++)
        for (int i = 0; i < ALL; i++)
            leaving[turn][i] = poise_random_u64(&random) % 5 == 0;
    dispatch_units_init(&units, PARTS, OF_A_PART);
    tell(0, true);
    for (uint32_t now = 0; now + AHEAD < TURNS; now++) {
        if (now)
            tell(now, false);
        tell_and_withdraw(&random, now);
        if (poise_random_u64(&random) % 3 == 0)
            check_choice(last, (uint32_t)(poise_random_u64(&random) % PARTS),
                         now + (uint32_t)(poise_random_u64(&random) % AHEAD), now);
        bool left[ALL];
        memcpy(left, leaving[now], sizeof left);
        dispatch(last, left);
    }
}

/* More leaves far ahead than an SM can have under way, and one that has been: nothing breaks. */
static void too_many_leaves_are_forgotten(void **state)
{
    (void)state;
    dispatch_units_init(&units, 1, DISPATCH_MAX_COLLECTORS);
    for (uint32_t i = 0; i < 1000; i++)
        dispatch_units_note(&units, (collector_leave){.turn = 2 * i, .collector = i % 32}, 0);
    assert_int_equal(units.n_later, DISPATCH_MAX_LATER);
    assert_in_range(dispatch_units_choose(&units, 0x80000001u, 2000, 2000), 0, 31);
    dispatch_units_note(&units, (collector_leave){.turn = 10, .collector = 3}, 2000);
    assert_int_equal(dispatch_units_choose(&units, 0x18, 2000, 2000), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_those_of_the_units),
        cmocka_unit_test(too_many_leaves_are_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
