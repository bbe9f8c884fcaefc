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

/* Wider than its first places, with the head in the middle of them. */
static void fill_and_empty(number_fifo *fifo, uint32_t limit)
{
    const uint32_t turned = limit < FIRST ? limit : FIRST;
    for (uint32_t i = 0; i < turned; i++)
        *number_fifo_push(fifo) = i;
    for (uint32_t i = 0; i < turned / 2; i++) {
        number_fifo_pop(fifo);
        *number_fifo_push(fifo) = turned + i;
    }
    const uint32_t first = turned / 2;
    for (uint32_t i = turned; i < limit; i++)
        *number_fifo_push(fifo) = first + i;
    assert_true(number_fifo_full(fifo));
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
    walk(&fifo, &random, 3 * FIRST);
    assert_true(fifo.mask + 1 > FIRST);
    walk(&fifo, &random, LIMIT);
    for (uint32_t limit = 1; limit <= LIMIT; limit += limit < 4 ? 1 : limit - 3) {
        assert_true(number_fifo_init(&fifo, &from, limit));
        fill_and_empty(&fifo, limit);
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
