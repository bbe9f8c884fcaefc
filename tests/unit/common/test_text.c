/* Is `key = value` text taken apart alike everywhere? */
#include "common/text.h"
#include "tests/test.h"

static void pairs_are_split_at_the_first_equals_sign(void **state)
{
    (void)state;
    char text[] = " l1 sets\t=  a = b \n", none[] = "sms 3", *key, *value;
    assert_true(poise_split_pair(text, &key, &value));
    assert_string_equal(key, "l1 sets");
    assert_string_equal(value, "a = b");
    assert_false(poise_split_pair(none, &key, &value));
    assert_string_equal(none, "sms 3");
}

typedef struct taken {
    char text[128];
    int left; /* pairs until take() fails */
} taken;

static int take(void *context, const char *key, const char *value, poise_error *err)
{
    taken *t = context;
    if (t->left-- == 0)
        return poise_fail(err, POISE_DAMAGED, "enough");
    size_t used = strlen(t->text);
    snprintf(t->text + used, sizeof t->text - used, "[%s|%s]", key, value);
    return POISE_OK;
}

static void lists_are_taken_in_order_until_one_fails(void **state)
{
    (void)state;
    poise_error err;
    taken all = {.left = 9}, two = {.left = 2}, bare = {.left = 9};
    assert_int_equal(poise_take_pairs("a=1,, b = 2,c=", "key=value", take, &all, &err), POISE_OK);
    assert_string_equal(all.text, "[a|1][b|2][c|]");
    assert_int_equal(poise_take_pairs("a=1,b=2,c=3,d=4", "key=value", take, &two, &err), POISE_DAMAGED);
    assert_string_equal(two.text, "[a|1][b|2]");
    assert_string_equal(err.text, "enough");
    assert_int_equal(poise_take_pairs("a=1,b,c=3", "GROUP=N", take, &bare, &err), POISE_USAGE);
    assert_string_equal(bare.text, "[a|1]");
    assert_string_equal(err.text, "'b' is not of the form GROUP=N");
}

static void control_characters_are_found(void **state)
{
    (void)state;
    assert_false(poise_has_control("a\tb = c\n", 8));
    assert_true(poise_has_control("a\x1b[1m", 5));
    assert_false(poise_has_control("ab\x1b", 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_split_at_the_first_equals_sign),
        cmocka_unit_test(lists_are_taken_in_order_until_one_fails),
        cmocka_unit_test(control_characters_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
