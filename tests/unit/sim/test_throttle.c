/* The request throttler [S4.4.4]: samples, epochs, what it decides when. */
#include "sim/ccn/throttle.h"
#include "tests/test.h"

static ccn_throttle fresh(void)
{
    return (ccn_throttle){.sample = 100, .epoch = 1000, .least_share = 0.05};
}

/* Requests and hits at thread instruction `insts`. */
static void count(ccn_throttle *t, uint64_t insts, int requests, int hits)
{
    for (int i = 0; i < requests; i++) {
        throttle_update(t, insts);
        throttle_sent(t);
    }
    for (int i = 0; i < hits; i++) {
        throttle_update(t, insts);
        throttle_hit(t);
    }
}

static bool is_off_at(ccn_throttle *t, uint64_t insts)
{
    throttle_update(t, insts);
    return t->is_off;
}

static void few_hits_end_the_asking(void **state)
{
    (void)state;
    ccn_throttle t = fresh();
    count(&t, 50, 100, 4);
    assert_false(is_off_at(&t, 99));
    assert_true(is_off_at(&t, 100));
    assert_true(is_off_at(&t, 999));
    assert_false(is_off_at(&t, 1000)); /* the next sample */
    assert_false(is_off_at(&t, 1100)); /* without a request: it goes on */
    assert_int_equal(t.epochs, 2);
    assert_int_equal(t.epochs_off, 1);
}

static void the_least_share_is_enough(void **state)
{
    (void)state;
    ccn_throttle t = fresh();
    count(&t, 50, 100, 5);
    assert_false(is_off_at(&t, 500));
}

/* What happens after the sample does not count, nor what happened in an earlier epoch. */
static void only_the_sample_counts(void **state)
{
    (void)state;
    ccn_throttle t = fresh();
    count(&t, 50, 100, 50);
    count(&t, 400, 1000, 0);
    assert_false(is_off_at(&t, 900));
    count(&t, 1050, 100, 0);
    assert_true(is_off_at(&t, 1100));
}

/* An SM that comes back after whole epochs begins a new one. */
static void epochs_may_pass_unseen(void **state)
{
    (void)state;
    ccn_throttle t = fresh();
    count(&t, 50, 100, 0);
    assert_true(is_off_at(&t, 300));
    assert_false(is_off_at(&t, 5050));
    count(&t, 5060, 10, 0);
    assert_true(is_off_at(&t, 5100));
    assert_int_equal(t.epochs, 2);
}

static void without_epochs_it_never_stops(void **state)
{
    (void)state;
    ccn_throttle t = {0};
    count(&t, 50, 100, 0);
    assert_false(is_off_at(&t, 1 << 20));
    assert_int_equal(t.epochs, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_hits_end_the_asking),       cmocka_unit_test(the_least_share_is_enough),
        cmocka_unit_test(only_the_sample_counts),        cmocka_unit_test(epochs_may_pass_unseen),
        cmocka_unit_test(without_epochs_it_never_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
