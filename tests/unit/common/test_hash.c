/* Are hashes those of XXH3 (reference values of its specification for empty input), in pieces as at once? */
#include "common/hash.h"
#include "tests/test.h"

static void empty_input_has_the_reference_values(void **state)
{
    (void)state;
    char text[POISE_HASH_TEXT];
    poise_hash_bytes("", 0, text);
    assert_string_equal(text, "99aa06d3014798d86001c324468d497f");
    assert_true(poise_checksum64("", 0) == UINT64_C(0x2d06800538d394c2));
}

static void pieces_hash_as_the_whole(void **state)
{
    (void)state;
    uint8_t data[1000];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7);
    char whole[POISE_HASH_TEXT], pieces[POISE_HASH_TEXT];
    poise_hash_bytes(data, sizeof data, whole);
    poise_hash *hash = poise_hash_new();
    assert_non_null(hash);
    poise_hash_add(hash, NULL, 0);
    for (size_t i = 0; i < sizeof data; i += 100)
        poise_hash_add(hash, data + i, 100);
    poise_hash_finish(hash, pieces);
    assert_string_equal(whole, pieces);
    assert_int_equal(strlen(whole), 32);
}

static void every_bit_counts(void **state)
{
    (void)state;
    uint8_t data[40] = {0};
    const uint64_t before = poise_checksum64(data, sizeof data);
    for (size_t bit = 0; bit < 8 * sizeof data; bit++) {
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_true(poise_checksum64(data, sizeof data) != before);
        data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_input_has_the_reference_values),
        cmocka_unit_test(pieces_hash_as_the_whole),
        cmocka_unit_test(every_bit_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
