/* What tlb:mask counts of a program in an epoch, tokens that are fixed, and tokens by a model. */
#include "tests/unit/sim_hooks/mask_script.h"

#include "sim_hooks/tlb/mask_window.h"
#include "tests/unit/sim_hooks/two_shares.h"

static void expect_share(const poise_share *shares, int feature, uint32_t part, uint32_t whole)
{
    if (shares[feature].part != part || shares[feature].whole != whole)
        fail_msg("%s is %u / %u, not %u / %u", model_feature_name[MODEL_VIEW_TOKENS][feature],
                 shares[feature].part, shares[feature].whole, part, whole);
}

/* Two programs by hand, and one that has not run. */
static void an_epoch_is_counted(void **state)
{
    (void)state;
    mask_window w = {0};
    poise_share shares[POISE_SHARES];
    assert_int_equal(mask_window_open(&w, &(mask_window_options){.watch = -1}, NULL), POISE_OK);
    mask_window_l1(&w, 0, 60, 20);
    mask_window_l1(&w, 0, 40, 10);
    mask_window_l1(&w, UINT16_MAX, 7, 7); /* an SM without a program */
    for (int i = 0; i < 8; i++)
        mask_window_looked_up(&w, 0, i < 5);
    for (int i = 0; i < 2; i++)
        mask_window_looked_up(&w, 1, i < 1);
    for (int i = 0; i < 4; i++)
        mask_window_bypass(&w, 0, i < 3);
    mask_window_end(&w, 640);
    mask_window_shares(&w, 0, 64000, shares);
    expect_share(shares, MODEL_TOKENS_l1_tlb_misses, 30, 100);
    expect_share(shares, MODEL_TOKENS_l1_tlb_pages, 8, 30);
    expect_share(shares, MODEL_TOKENS_l2_tlb_misses, 3, 8);
    expect_share(shares, MODEL_TOKENS_bypass_tlb_hits, 3, 8);
    expect_share(shares, MODEL_TOKENS_own_look_ups, 8, 10);
    expect_share(shares, MODEL_TOKENS_others_misses, 1, 2);
    expect_share(shares, MODEL_TOKENS_walks, 640, 64000);
    mask_window_shares(&w, 1, 64000, shares);
    expect_share(shares, MODEL_TOKENS_own_look_ups, 2, 10);
    expect_share(shares, MODEL_TOKENS_others_misses, 3, 8);
    mask_window_begin(&w); /* the next epoch begins with nothing, and walks go on from where they were */
    mask_window_end(&w, 700);
    mask_window_shares(&w, 0, 1000, shares);
    expect_share(shares, MODEL_TOKENS_l1_tlb_misses, 0, 0);
    expect_share(shares, MODEL_TOKENS_l2_tlb_misses, 0, 0);
    expect_share(shares, MODEL_TOKENS_walks, 60, 1000);
    assert_int_equal(mask_window_percent(&w, 0, 1000), MASK_SHARES_ARE_FREE);
    mask_window_close(&w);
}

/* The same from requests: of 40 warps two miss twice, with a hit in the L2 TLB each; means over epochs. */
static void a_program_is_watched(void **state)
{
    (void)state;
    open_policy("mask:watch=0");
    work(1, 20, 1, 1); /* 20 misses of one page each; one page that all use: its first is a miss */
    end_epoch();
    assert_true(figure("window_l2_tlb_misses") > 0.524 && figure("window_l2_tlb_misses") < 0.526); /* 21/40 */
    assert_true(figure("window_l1_tlb_misses") > 0.999);
    assert_true(figure("window_own_look_ups") > 0.999);
    assert_true(figure("window_others_misses") < 0.001);
    work(1, 20, 0, 1);
    end_epoch();
    assert_true(figure("window_l2_tlb_misses") > 0.262 && figure("window_l2_tlb_misses") < 0.263);
    t.policy->restart(t.state);
    work(1, 20, 0, 1);
    t.now = 0;
    end_epoch();
    assert_true(figure("window_l2_tlb_misses") < 0.001);
    close_policy();
}

/* Whatever is told, the statistics have room, and of all of them only that of missing pages is left out. */
static void there_is_room_to_tell(void **state)
{
    (void)state;
    policy_statistic all[POLICY_STATISTICS];
    open_policy("mask");
    const size_t plain = t.policy->life.statistics(&t.state, 1, all, POLICY_STATISTICS);
    close_policy();
    open_policy("mask:watch=1");
    const size_t n = t.policy->life.statistics(&t.state, 1, all, POLICY_STATISTICS);
    assert_int_equal((int)n, (int)plain + POISE_SHARES - 1);
    for (size_t i = 0; i < n; i++)
        assert_string_not_equal(all[i].name, "faults");
    assert_string_equal(all[n - 1].name, "tokens");
    close_policy();
}

/* Shares of both programs, from the end of the first epoch on, whatever the miss rate does. */
static void shares_are_fixed(void **state)
{
    (void)state;
    open_policy("mask:shares=50/10");
    for (uint16_t warp = 0; warp < 20; warp++) {
        (void)use(0, warp, 0, fresh++);
        (void)use(1, warp, 1, fresh++);
    }
    assert_true(figure("bypass_fills") == 0);
    end_epoch();
    assert_true(figure("tokens") == (10 + 2) / 40.0);
    (void)use(0, 9, 0, fresh++);
    (void)use(1, 1, 1, fresh++);
    assert_true(figure("bypass_fills") == 0);
    (void)use(0, 10, 0, fresh++);
    (void)use(1, 2, 1, fresh++);
    assert_true(figure("bypass_fills") == 2);
    close_policy();
    open_policy("mask:shares=0"); /* at least one for each core */
    work(3, 10, 1, 0);
    end_epoch();
    assert_true(figure("tokens") == 3 / 30.0);
    work(3, 10, 4, 0);
    end_epoch();
    assert_true(figure("tokens") == 6 / 60.0);
    close_policy();
}

/* 80 % where less than half of the look-ups miss, otherwise 10 %. */
static const char *model_of_two(void)
{
    return write_two_shares(MODEL_VIEW_TOKENS, (const int[]){19, 2}, MODEL_TOKENS_l2_tlb_misses,
                            MODEL_TOKENS_constant);
}

static void a_model_sets_tokens(void **state)
{
    (void)state;
    char choice[512];
    snprintf(choice, sizeof choice, "mask:model=%s", model_of_two());
    open_policy(choice);
    work(1, 20, 3, 1);
    end_epoch(); /* 10 % of 20 */
    assert_true(figure("tokens") == 2 / 20.0);
    work(1, 20, 1, 3);
    end_epoch(); /* 80 % */
    assert_true(figure("tokens") == (2 + 16) / 40.0);
    assert_int_equal(holders(0), 16);
    close_policy();
}

/* Two shares to choose from: 2 * (8 weights of 32 bits, 2 numbers of 7) + 18; counters of 30 programs, one of
 * the walker. */
static void a_model_takes_storage(void **state)
{
    (void)state;
    uint64_t bits[2];
    char choice[512];
    snprintf(choice, sizeof choice, "mask:model=%s", model_of_two());
    for (int i = 0; i < 2; i++) {
        open_policy(i ? choice : "mask");
        bits[i] = t.policy->life.storage_bits(t.state);
        close_policy();
    }
    assert_int_equal(SMS, 30);
    assert_int_equal((int)(bits[1] - bits[0]), 2 * (8 * 32 + 14) + 18 + 32 * (30 * 5 + 1));
}

static void expect_refusal(const char *string, int code, const char *text)
{
    policy_choice choice;
    poise_error err;
    void *none = NULL;
    const tlb_host host = {.sms = 1, .page_bits = PAGE_BITS, .handles = 64, .pressure = t.pressure};
    assert_int_equal(policy_choose(POLICY_TLB, string, &choice, &err), POISE_OK);
    assert_int_equal(tlb_mask.create(&host, choice.options, &none, &err), code);
    assert_contains(err.text, text);
    tlb_mask.life.destroy(none);
    policy_choice_free(&choice);
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    char choice[512];
    snprintf(choice, sizeof choice, "mask:model=%s:shares=10", model_of_two());
    expect_refusal(choice, POISE_USAGE, "shares and model both set tokens");
    expect_refusal("mask:shares=101", POISE_USAGE, "not per cents");
    expect_refusal("mask:shares=10/", POISE_USAGE, "not per cents");
    expect_refusal("mask:shares=-1", POISE_USAGE, "not per cents");
    expect_refusal("mask:shares=10;80", POISE_USAGE, "not per cents");
    char many[2 * POLICY_PROGRAMS + 16] = "mask:shares=1";
    for (size_t i = 0, end = strlen(many); i < POLICY_PROGRAMS; i++, end += 2)
        memcpy(many + end, "/1", 3);
    expect_refusal(many, POISE_USAGE, "more than 64 programs");
    snprintf(choice, sizeof choice, "mask:model=%s", test_path("none"));
    expect_refusal(choice, POISE_FAILED, "none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_epoch_is_counted),
        cmocka_unit_test(a_program_is_watched),
        cmocka_unit_test(there_is_room_to_tell),
        cmocka_unit_test(shares_are_fixed),
        cmocka_unit_test_setup_teardown(a_model_sets_tokens, make_test_folder, remove_test_folder),
        cmocka_unit_test_setup_teardown(a_model_takes_storage, make_test_folder, remove_test_folder),
        cmocka_unit_test_setup_teardown(wrong_options_are_refused, make_test_folder, remove_test_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
