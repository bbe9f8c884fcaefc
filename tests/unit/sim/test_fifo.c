/* Queues in rings: what goes in comes out in order, also where the ring widens while it is full and turned.
 */
#include "common/random.h"
#include "sim/base/fifo.h"
#include "tests/test.h"

DEFINE_FIFO(number_fifo, uint64_t)

enum { LIMIT = 1000, FIRST = FIFO_FIRST_PLACES };

/* Fills and empties at random, up to `most` numbers at a time. */
static void walk(number_fifo *fifo, poise_random *random, uint32_t most)
{
    uint64_t first = 0, past = 0;
    for (int i = 0; i < 20000; i++) {
        bool grows = i / 64 % 2 ? poise_random_below(random, 4) > 0 : poise_random_below(random, 4) == 0;
        if (grows && fifo->count < most) {
            *number_fifo_push(fifo) = past++;
        } else if (!grows && fifo->count) {
            assert_int_equal(*number_fifo_front(fifo), first++);
            number_fifo_pop(fifo);
        }
        if (fifo->count)
            assert_int_equal(*number_fifo_at(fifo, (uint32_t)i % fifo->count),
                             first + (uint32_t)i % fifo->count);
        assert_int_equal(fifo->count, past - first);
        assert_int_equal(number_fifo_full(fifo), past - first >= LIMIT);
    }
    assert_true(first > 0);
    number_fifo_clear(fifo);
}

static uint32_t up_to_power_of_two(uint32_t n)
{
    uint32_t power = 1;
    while (power < n)
        power *= 2;
    return power;
}

/* Fills it with the head in the middle of its first places, which then are as many as it needs. */
static void fill_and_empty(number_fifo *fifo, uint32_t limit)
{
    const uint32_t turned = limit < FIRST ? limit : FIRST, first = turned / 2;
    for (uint32_t i = 0; i < turned; i++)
        *number_fifo_push(fifo) = i;
    for (uint32_t i = 0; i < first; i++) {
        number_fifo_pop(fifo);
        *number_fifo_push(fifo) = turned + i;
    }
    for (uint32_t i = turned; i < limit; i++) {
        assert_false(number_fifo_full(fifo));
        *number_fifo_push(fifo) = first + i;
    }
    assert_true(number_fifo_full(fifo));
    assert_int_equal(fifo->mask + 1, up_to_power_of_two(limit));
    for (uint32_t i = 0; i < limit; i++, number_fifo_pop(fifo))
        assert_int_equal(*number_fifo_front(fifo), first + i);
}

static void what_goes_in_comes_out_in_order(void **state)
{
    (void)state;
    number_fifo fifo;
    storage from = {0};
    poise_random random;
    poise_random_seed(&random, 1);
    assert_true(number_fifo_init(&fifo, &from, LIMIT));
    walk(&fifo, &random, FIRST);
    assert_int_equal(fifo.mask + 1, FIRST);
    walk(&fifo, &random, LIMIT);
    assert_true(fifo.mask + 1 > FIRST);
    static const uint32_t limits[] = {
        1, 2, 3, 4, 5, FIRST - 1, FIRST, FIRST + 1, 2 * FIRST, 2 * FIRST + 1, 3 * FIRST, LIMIT};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        assert_true(number_fifo_init(&fifo, &from, limits[i]));
        fill_and_empty(&fifo, limits[i]);
    }
    storage_free(&from);
}

/* One that holds little uses few places, however much goes through it. */
static void an_empty_one_begins_anew(void **state)
{
    (void)state;
    number_fifo fifo;
    storage from = {0};
    assert_true(number_fifo_init(&fifo, &from, LIMIT));
    for (uint64_t i = 0; i < 3 * LIMIT; i++) {
        const uint64_t *first = number_fifo_push(&fifo), *second = number_fifo_push(&fifo);
        assert_ptr_equal(first, &fifo.item[0]);
        assert_ptr_equal(second, &fifo.item[1]);
        number_fifo_pop(&fifo);
        assert_ptr_equal(number_fifo_front(&fifo), second);
        number_fifo_pop(&fifo);
    }
    storage_free(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_goes_in_comes_out_in_order),
        cmocka_unit_test(an_empty_one_begins_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
