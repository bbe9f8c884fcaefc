/* Memory of a machine: are pieces apart, cleared and at the beginning of a line, and given back as a whole?
 */
#include "common/random.h"
#include "sim/base/storage.h"
#include "tests/test.h"

enum { PIECES = 500, LARGE = 1 << 24 };

typedef struct piece {
    unsigned char *at;
    size_t bytes;
} piece;

static size_t random_size(poise_random *random)
{
    const uint64_t bits = poise_random_below(random, 17);
    return poise_random_below(random, (UINT64_C(1) << bits) + 1);
}

static void assert_filled(const piece *p, unsigned char with)
{
    for (size_t i = 0; i < p->bytes; i++)
        if (p->at[i] != with)
            fail_msg("byte %zu of %zu is %d and not %d", i, p->bytes, p->at[i], with);
}

static void take(storage *s, piece *p, size_t bytes, unsigned char fill)
{
    *p = (piece){.at = fill % 3 ? storage_take(s, bytes, 1) : storage_take_seldom(s, bytes, 1),
                 .bytes = bytes};
    assert_non_null(p->at);
    assert_int_equal((uintptr_t)p->at % STORAGE_LINE_BYTES, 0);
    assert_filled(p, 0);
    memset(p->at, fill, bytes);
}

static void pieces_are_apart_and_cleared(void **state)
{
    (void)state;
    static piece pieces[PIECES];
    storage s = {0};
    poise_random random;
    poise_random_seed(&random, 1);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < PIECES; i++)
            take(&s, &pieces[i], i == PIECES / 2 ? LARGE : random_size(&random),
                 (unsigned char)(i % 251 + 1));
        for (size_t i = 0; i < PIECES; i++)
            assert_filled(&pieces[i], (unsigned char)(i % 251 + 1));
        storage_free(&s);
        assert_null(s.used.last);
        assert_null(s.seldom.last);
    }
}

static void nothing_can_be_taken_too(void **state)
{
    (void)state;
    storage s = {0};
    const void *none = storage_take(&s, 0, 16), *other = storage_take(&s, 16, 0);
    assert_non_null(none);
    assert_non_null(other);
    assert_ptr_not_equal(none, other);
    storage_free(&s);
    storage_free(&s);
}

static void what_no_memory_can_hold_is_refused(void **state)
{
    (void)state;
    storage s = {0};
    assert_null(storage_take(&s, SIZE_MAX / 2, 4));
    assert_null(storage_take(&s, SIZE_MAX, 1));
    assert_null(storage_take(&s, (size_t)PTRDIFF_MAX / 2, 1));
    assert_null(storage_take(&s, (UINT64_C(1) << 39) + 1, 1));
    assert_null(storage_take_seldom(&s, SIZE_MAX, 1));
    assert_non_null(storage_take(&s, 3, 5));
    storage_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_apart_and_cleared),
        cmocka_unit_test(nothing_can_be_taken_too),
        cmocka_unit_test(what_no_memory_can_hold_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
