/* Training and inference see the same features: what the sampler adds up leads to the tuple that the engine
 * of the same SM predicts on the same run. */
#include "features/features.h"
#include "models/model_file.h"
#include "profile/sweep/sampler.h"
#include "sim_hooks/registry.h"
#include "tests/folder.h"
#include "tests/reuse_trace.h"

extern const sched_policy sched_poise;

enum { SMS = 2 };

/* ---- the policy poise, with an ear at set_tuple ---- */

typedef struct tuple {
    uint32_t n, p;
} tuple;

/* The engine sets the tuple when it warms up and samples at (max, max), the same at (1, 1), while it
 * predicts, and then the prediction. */
enum { PREDICTION = 5 };

static struct {
    sched_host real;
    size_t calls[SMS];
    tuple predicted[SMS];
} ear;

static void listen(void *opaque, uint32_t sm, uint32_t n, uint32_t p)
{
    if (ear.calls[sm]++ == PREDICTION)
        ear.predicted[sm] = (tuple){n, p};
    ear.real.set_tuple(opaque, sm, n, p);
}

static int create_listening(const sched_host *host, const void *options, void **state, poise_error *err)
{
    sched_host between = *host;
    ear.real = *host;
    between.set_tuple = listen;
    return sched_poise.create(&between, options, state, err);
}

/* ---- a kernel whose warps thrash the L1, many at a time ---- */

static sim_config machine(void)
{
    sim_config config;
    sim_config_default(&config);
    assert_int_equal(sim_config_set(&config, "sms=2", NULL), POISE_OK);
    return config;
}

static void read_kernel(warp_trace *trace, uint32_t lines, uint32_t walks)
{
    const reuse_shape shape = {
        .thread_blocks = 12, .warps_per_block = 8, .footprint_lines = lines, .walks = walks};
    write_reuse_trace(test_path("0.wtr"), 0, &shape);
    assert_int_equal(warp_trace_read(test_path("0.wtr"), trace, NULL), POISE_OK);
}

static void simulate_poise(const warp_trace *trace)
{
    sim_config config = machine();
    sched_policy policy = sched_poise;
    policy_choice choice;
    simulator *sim;
    sim_counters counters;
    policy.create = create_listening;
    memset(&ear, 0, sizeof ear);
    assert_int_equal(policy_choose(POLICY_SCHED, "poise:models/thesis.model:correction=0", &choice, NULL),
                     POISE_OK);
    assert_int_equal(sim_create(&sim, &config, NULL, NULL), POISE_OK);
    assert_int_equal(sim_use_sched(sim, &policy, choice.options, NULL), POISE_OK);
    assert_int_equal(sim_launch(sim, trace, &counters, NULL, NULL), POISE_OK);
    sim_destroy(sim);
    policy_choice_free(&choice);
}

static void sampled_features_lead_to_the_engines_tuple(void **state)
{
    (void)state;
    warp_trace trace;
    poise_model thesis;
    profile_sample samples[SMS] = {{0}};
    sim_config config = machine();
    read_kernel(&trace, 4, 90);
    int warps = (int)sim_warps_per_scheduler(&config, &trace);
    assert_int_equal(sweep_sample(&config, NULL, &trace, NULL, samples, NULL), POISE_OK);
    simulate_poise(&trace);
    assert_int_equal(poise_model_read("models/thesis.model", &thesis, NULL), POISE_OK);
    for (uint32_t sm = 0; sm < SMS; sm++) {
        double x[FEATURES_COUNT];
        int n, p;
        assert_int_equal(samples[sm].windows, 1);
        assert_int_equal(features_vector_sampled(MODEL_VIEW_THESIS, &samples[sm], 1, x), 1);
        poise_model_predict(&thesis, x, warps, &n, &p);
        assert_int_equal(ear.predicted[sm].n, n);
        assert_int_equal(ear.predicted[sm].p, p);
        assert_true(n > 1 && n < warps); /* else the test says little */
    }
    warp_trace_free(&trace);
}

static void windows_have_the_length_of_table_5_5(void **state)
{
    (void)state;
    warp_trace trace;
    profile_sample samples[SMS] = {{0}};
    sim_config config = machine();
    read_kernel(&trace, 12, 30);
    assert_int_equal(sweep_sample(&config, NULL, &trace, NULL, samples, NULL), POISE_OK);
    for (uint32_t sm = 0; sm < SMS; sm++) {
        assert_true(samples[sm].at_max.warp_insts > 0);
        /* two schedulers issue at most one instruction a cycle each */
        assert_true(samples[sm].at_max.warp_insts <= 2 * 10000);
        assert_true(samples[sm].at_one.warp_insts <= 2 * 10000);
        /* one polluting warp keeps its twelve lines */
        assert_true(samples[sm].at_one.l1_hits * 2 > samples[sm].at_one.l1_accesses);
        assert_true(samples[sm].at_max.l1_hits * 2 < samples[sm].at_max.l1_accesses);
    }
    warp_trace_free(&trace);
}

/* A kernel that ends before cycle 24,000 never sees a prediction. */
static void short_kernels_have_no_sample(void **state)
{
    (void)state;
    warp_trace trace;
    profile_sample samples[SMS] = {{0}};
    double x[FEATURES_COUNT];
    sim_config config = machine();
    read_kernel(&trace, 12, 1);
    assert_int_equal(sweep_sample(&config, NULL, &trace, NULL, samples, NULL), POISE_OK);
    assert_int_equal(features_vector_sampled(MODEL_VIEW_THESIS, samples, SMS, x), 0);
    warp_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sampled_features_lead_to_the_engines_tuple),
        cmocka_unit_test(windows_have_the_length_of_table_5_5),
        cmocka_unit_test(short_kernels_have_no_sample),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
