/* What SMS counts in windows, and p by a model of it. */
#include "tests/unit/sim_hooks/sms_script.h"

#include "tests/unit/sim_hooks/two_shares.h"

static uint64_t gather(uint64_t cycle)
{
    return dram_sms.life.gather(&t.state, 1, cycle);
}

static void expect_share(const poise_share *shares, int feature, uint32_t part, uint32_t whole)
{
    if (shares[feature].part != part || shares[feature].whole != whole)
        fail_msg("%s is %u / %u, not %u / %u", model_feature_name[MODEL_VIEW_SMS][feature],
                 shares[feature].part, shares[feature].whole, part, whole);
}

static void shares_of(uint64_t cycles, poise_share shares[POISE_SHARES])
{
    sms_state *only = t.state;
    sms_window_shares(&only, 1, cycles, shares);
}

/* Three requests of the GPU, of which two are one batch, and two of cores. */
static void a_window_is_counted(void **state)
{
    (void)state;
    poise_share shares[POISE_SHARES];
    sms_open("sms:global_bypass=0:p=0:window=1000");
    (void)gather(0);
    (void)ask(GPU, 1, 7);
    (void)ask(GPU, 1, 7);
    (void)ask(GPU, 2, 7);
    (void)ask(0, 3, 1);
    (void)ask(0, 3, 2);
    tick(); /* a batch of the GPU or of core 0, whose second requests have ended them; the other later */
    tick();
    tick();
    shares_of(1000, shares);
    expect_share(shares, MODEL_SMS_gpu_requests, 3, 5);
    expect_share(shares, MODEL_SMS_load, 5, 1000);
    /* Two picks, before which 5 and 5 requests are in flight, 3 of the GPU; 2 and then 1 of 5 sources. */
    expect_share(shares, MODEL_SMS_gpu_in_flight, 6, 10);
    expect_share(shares, MODEL_SMS_candidates, 3, 10);
    expect_share(shares, MODEL_SMS_row_hits, 0, 0);
    expect_share(shares, MODEL_SMS_low_cores, 0, 4);
    expect_share(shares, MODEL_SMS_high_cores, 0, 4);
    t.open_row[1] = 7;
    assert_int_equal(serve_all(), 3);
    shares_of(1000, shares);
    expect_share(shares, MODEL_SMS_row_hits, 2, 3);
    (void)gather(1000); /* the next window begins with nothing */
    shares_of(1000, shares);
    expect_share(shares, MODEL_SMS_gpu_requests, 0, 0);
    expect_share(shares, MODEL_SMS_candidates, 0, 0);
    expect_share(shares, MODEL_SMS_row_hits, 0, 0);
    assert_true(told("windows") > 0.99 && told("windows") < 1.01);
    assert_true(told("window_gpu_requests") > 0.599 && told("window_gpu_requests") < 0.601);
    sms_close();
}

/* Intensities count as they are when the window ends. */
static void cores_are_counted_by_intensity(void **state)
{
    (void)state;
    poise_share shares[POISE_SHARES];
    sms_open("sms:window=1000:mpkc_period=1000");
    for (int i = 0; i < 20; i++)
        (void)ask(0, 0, 1);
    for (int i = 0; i < 5; i++)
        (void)ask(1, 0, 1);
    tick_until(1001);
    shares_of(1000, shares);
    expect_share(shares, MODEL_SMS_low_cores, 2, 4);
    expect_share(shares, MODEL_SMS_high_cores, 1, 4);
    sms_close();
}

/* Of several channels the sums, and counters of more than 32 bits keep their ratio. */
static void channels_are_one_window(void **state)
{
    (void)state;
    poise_share shares[POISE_SHARES];
    sms_choose("sms:window=1000");
    sms_state *both[] = {sms_make(0, 2, 1, 4), sms_make(1, 2, 1, 4)};
    both[0]->window =
        (sms_window){.requests = 3, .gpu_requests = 1, .begun = 1ull << 33, .row_hits = 1ull << 32};
    both[1]->window = (sms_window){.requests = 7, .gpu_requests = 2, .picks = 4, .candidates = 6};
    sms_window_shares(both, 2, 500, shares);
    expect_share(shares, MODEL_SMS_gpu_requests, 3, 10);
    expect_share(shares, MODEL_SMS_load, 10, 1000);
    expect_share(shares, MODEL_SMS_candidates, 6, 8);
    expect_share(shares, MODEL_SMS_row_hits, 1u << 30, 1u << 31);
    dram_sms.life.destroy(both[1]);
    t.state = both[0];
    sms_close();
}

/* Costs of p = 0.4 and p = 0.9 so that 0.9 is taken where more than half of the requests are of the GPU. */
static const char *model_of_two(void)
{
    return write_two_shares(MODEL_VIEW_SMS, (const int[]){10, 22}, MODEL_SMS_gpu_requests,
                            MODEL_SMS_constant);
}

static void expect_p(double p)
{
    assert_true(told("p") > p - 1e-9 && told("p") < p + 1e-9);
}

static void a_model_sets_p(void **state)
{
    (void)state;
    char choice[512];
    snprintf(choice, sizeof choice, "sms:model=%s", model_of_two());
    sms_open(choice);
    assert_int_equal(gather(0), 10000);
    expect_p(0.9); /* until the first window has ended */
    (void)ask(0, 0, 1);
    (void)ask(GPU, 1, 1);
    (void)ask(1, 2, 1);
    assert_int_equal(gather(9990), 10);
    expect_p(0.9);
    assert_int_equal(gather(10003), 10000);
    expect_p(0.4);
    (void)ask(GPU, 1, 1);
    (void)gather(20003);
    expect_p(0.9);
    (void)gather(30003); /* nothing has come */
    expect_p(0.4);
    assert_true(told("windows") > 2.99 && told("windows") < 3.01);
    assert_true(told("window_p") > 0.733 && told("window_p") < 0.734); /* in force: 0.9, 0.4, 0.9 */
    sms_close();
}

/* Windows only look: the same sequence of picks, and p as it was. */
static void windows_alone_change_nothing(void **state)
{
    (void)state;
    static const char *const how[] = {"sms:p=0.5:global_bypass=0", "sms:p=0.5:global_bypass=0:window=100"};
    uint32_t order[2][400], n[2] = {0};
    for (int i = 0; i < 2; i++) {
        sms_open(how[i]);
        (void)gather(0);
        for (uint32_t k = 0; k < 400; k++) {
            const int source = (int)(k * 7 % 5) - 1;
            if (accepts(source, k % 4, k / 3 % 5))
                (void)ask(source, k % 4, k / 3 % 5);
            tick();
            (void)gather(t.cycle);
            const uint32_t handle = next(1u << k % 4);
            if (handle != DRAM_NO_REQUEST) {
                order[i][n[i]++] = handle;
                done(handle);
            }
        }
        expect_p(0.5);
        sms_close();
    }
    assert_true(n[0] == n[1] && n[0] > 100);
    assert_memory_equal(order[0], order[1], n[0] * sizeof *order[0]);
}

static void expect_refusal(const char *string, int code, const char *text)
{
    void *none = NULL;
    poise_error err = {0};
    const dram_host host = {.instance = {0, 1}, .banks = 4, .sources = 3, .cpus = 1, .cpu_cycles = 1};
    sms_choose(string);
    assert_int_equal(dram_sms.create(&host, t.choice.options, &none, &err), code);
    assert_contains(err.text, text);
    policy_choice_free(&t.choice);
}

static void wrong_models_are_refused(void **state)
{
    (void)state;
    char choice[512];
    snprintf(choice, sizeof choice, "sms:model=%s:interval=1000", model_of_two());
    expect_refusal(choice, POISE_USAGE, "interval and model both set p");
    snprintf(choice, sizeof choice, "sms:model=%s", test_path("none"));
    expect_refusal(choice, POISE_FAILED, "none");
    FILE *file = fopen(test_path("text"), "w");
    assert_non_null(file);
    fputs("p = 0.9\n", file);
    fclose(file);
    snprintf(choice, sizeof choice, "sms:model=%s", test_path("text"));
    expect_refusal(choice, POISE_DAMAGED, "text");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_is_counted),
        cmocka_unit_test(cores_are_counted_by_intensity),
        cmocka_unit_test(channels_are_one_window),
        cmocka_unit_test(windows_alone_change_nothing),
        cmocka_unit_test_setup_teardown(a_model_sets_p, make_test_folder, remove_test_folder),
        cmocka_unit_test_setup_teardown(wrong_models_are_refused, make_test_folder, remove_test_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
