/* The poise policy between simulator and engine: counter differences, times of the steps, one engine an SM.
 */
#include "infer/blob.h"
#include "infer/cost.h"
#include "sim_hooks/sched.h"
#include "tests/folder.h"

extern const sched_policy sched_poise;

enum { SMS = 2 };

/* A machine whose SMs issue at a constant rate. */
typedef struct machine {
    sched_counters counters[SMS];
    uint32_t n[SMS], p[SMS];
} machine;

static void set_tuple(void *opaque, uint32_t sm, uint32_t n, uint32_t p)
{
    machine *gpu = opaque;
    gpu->n[sm] = n;
    gpu->p[sm] = p;
}

static const sched_counters *counters(void *opaque, uint32_t sm)
{
    return &((machine *)opaque)->counters[sm];
}

/* SM 0 is memory-bound (I_n = 4), SM 1 compute-bound (I_n = 100). Totals start beyond 32 bits: only
 * differences may matter. */
static void run_cycles(machine *gpu, uint64_t cycles)
{
    for (uint32_t sm = 0; sm < SMS; sm++) {
        uint64_t instructions_per_load = sm == 0 ? 4 : 100;
        gpu->counters[sm].global_loads += cycles;
        gpu->counters[sm].warp_insts += cycles * instructions_per_load;
    }
}

static machine new_machine(void)
{
    machine gpu = {0};
    for (uint32_t sm = 0; sm < SMS; sm++) {
        gpu.counters[sm] =
            (sched_counters){.warp_insts = UINT64_C(1) << 40, .global_loads = UINT64_C(1) << 40};
    }
    return gpu;
}

static sched_host host_of(machine *gpu)
{
    return (sched_host){.sms = SMS,
                        .schedulers = 2,
                        .warps_per_scheduler = 24,
                        .opaque = gpu,
                        .set_tuple = set_tuple,
                        .counters = counters};
}

/* A blob that predicts {8, 4} for 24 warps whatever happens. */
static void write_blob(const char *path)
{
    poise_weights weights = {.shift = {20, 20}, .max_warps = 24};
    weights.weight[0][7] = 3 << 20;
    weights.weight[1][7] = 2 << 20;
    assert_int_equal(poise_blob_write(&weights, path, NULL), POISE_OK);
}

/* Options from a policy string, stored as the registry stores them. */
static int create(const sched_host *host, const char *arguments, void **state, poise_error *err)
{
    char text[256];
    snprintf(text, sizeof text, "%s", arguments);
    void *options = calloc(1, sched_poise.info.options_size);
    assert_non_null(options);
    int rc = poise_options_defaults(sched_poise.info.options, sched_poise.info.n_options, options, err);
    if (rc == POISE_OK) {
        rc = poise_options_parse_colons(sched_poise.info.options, sched_poise.info.n_options, options,
                                        "policy poise", text, err);
    }
    if (rc == POISE_OK)
        rc = sched_poise.create(host, options, state, err);
    free(options);
    return rc;
}

static void *create_with_blob(const sched_host *host, const char *options)
{
    char arguments[256];
    const char *path = test_path("model.bin");
    void *state = NULL;
    write_blob(path);
    snprintf(arguments, sizeof arguments, "%s%s", path, options);
    assert_int_equal(create(host, arguments, &state, NULL), POISE_OK);
    return state;
}

static void steps_come_at_the_cycles_of_table_5_5(void **unused)
{
    (void)unused;
    machine gpu = new_machine();
    sched_host host = host_of(&gpu);
    void *state = create_with_blob(&host, ":correction=0");
    sched_poise.life.launch_begin(state, &(policy_launch){.cycle = 1000, .warps = 24});
    assert_int_equal(gpu.n[0], 24);
    assert_int_equal(gpu.p[0], 24);
    uint64_t cycle = 1000;
    static const uint64_t waits[] = {2000, 10000, 2000, 10000, 64, 200000 - 24064, 2000};
    static const uint32_t tuples[][2] = {{24, 24}, {24, 24}, {1, 1}, {1, 1}, {1, 1}, {8, 4}, {24, 24}};
    for (unsigned i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        assert_int_equal(sched_poise.tick(state, 0, cycle), waits[i]);
        assert_int_equal(gpu.n[0], tuples[i][0]);
        assert_int_equal(gpu.p[0], tuples[i][1]);
        run_cycles(&gpu, waits[i]);
        cycle += waits[i];
    }
    sched_poise.life.destroy(state);
}

static void sms_are_independent(void **unused)
{
    (void)unused;
    machine gpu = new_machine();
    sched_host host = host_of(&gpu);
    void *state = create_with_blob(&host, "");
    sched_poise.life.launch_begin(state, &(policy_launch){.cycle = 0, .warps = 24});
    uint64_t due[SMS] = {0};
    for (uint64_t cycle = 0; cycle < 100000; cycle += 2) {
        for (uint32_t sm = 0; sm < SMS; sm++) {
            if (cycle == due[sm])
                due[sm] += sched_poise.tick(state, sm, cycle);
        }
        assert_int_equal(gpu.n[1], 24); /* compute-bound: never throttled */
        assert_int_equal(gpu.p[1], 24);
        if (cycle == 20000)
            assert_int_equal(gpu.n[0], 1);
        run_cycles(&gpu, 2);
    }
    assert_int_equal(due[1], 200000);
    sched_poise.life.destroy(state);
}

/* Lets `steps` ticks of SM 0 pass. */
static uint64_t pass(machine *gpu, void *state, uint64_t cycle, unsigned steps)
{
    for (unsigned i = 0; i < steps; i++) {
        uint64_t wait = sched_poise.tick(state, 0, cycle);
        run_cycles(gpu, wait);
        cycle += wait;
    }
    return cycle;
}

/* N = 2^(4 h), h the hit rate with all warps: of the window alone, and of all of it, since there is no more
 * than one look-up, which hits. */
static void a_window_has_what_was_counted_in_it(void **unused)
{
    (void)unused;
    machine gpu = new_machine();
    sched_host host = host_of(&gpu);
    const char *path = test_path("hits.bin");
    poise_weights weights = {.shift = {20, 20}, .max_warps = 24};
    void *state = NULL;
    weights.weight[0][0] = 4 << 20;
    assert_int_equal(poise_blob_write(&weights, path, NULL), POISE_OK);
    assert_int_equal(create(&host, path, &state, NULL), POISE_OK);
    gpu.counters[0].l1_accesses = 1000; /* misses, before */
    policy_launch launch = {.cycle = 0, .kernel = 11, .warps = 24};
    sched_poise.life.launch_begin(state, &launch);
    for (int i = 0; i < 5; i++) { /* the waits and windows of table 5.5, and the wait for the prediction */
        const uint64_t wait = sched_poise.tick(state, 0, launch.cycle);
        run_cycles(&gpu, wait);
        gpu.counters[0].l1_accesses++;
        gpu.counters[0].l1_hits++;
        launch.cycle += wait;
    }
    (void)sched_poise.tick(state, 0, launch.cycle);
    assert_int_equal(gpu.n[0], 16);
    sched_poise.life.destroy(state);
}

/* The next launch of the kernel begins with the tuple of the last one, that of another kernel does not. */
static void tuples_are_remembered_by_kernel(void **unused)
{
    (void)unused;
    machine gpu = new_machine();
    sched_host host = host_of(&gpu);
    void *state = create_with_blob(&host, ":correction=0:verify=4000:remember=1");
    policy_launch launch = {.cycle = 0, .kernel = 11, .warps = 24};
    sched_poise.life.launch_begin(state, &launch);
    launch.cycle = pass(&gpu, state, 0, 7); /* two samples, prediction, check */
    sched_poise.tick(state, 0, launch.cycle);
    assert_true(gpu.n[0] == 8 && gpu.p[0] == 4);
    sched_poise.life.launch_end(state, 0, launch.cycle);
    sched_poise.life.launch_begin(state, &launch);
    assert_true(gpu.n[0] == 8 && gpu.p[0] == 4);
    assert_true(gpu.n[1] == 24 && gpu.p[1] == 24); /* compute-bound */
    assert_int_equal(sched_poise.tick(state, 0, launch.cycle), 2000);
    launch.kernel = 12;
    sched_poise.life.launch_end(state, 0, launch.cycle);
    sched_poise.life.launch_begin(state, &launch);
    assert_true(gpu.n[0] == 24 && gpu.p[0] == 24);
    sched_poise.life.launch_end(state, 0, launch.cycle); /* too short to find anything: 11 stays */
    launch.kernel = 11;
    sched_poise.life.launch_begin(state, &launch);
    assert_true(gpu.n[0] == 8 && gpu.p[0] == 4);
    launch.warps = 12;
    sched_poise.life.launch_begin(state, &launch);
    assert_true(gpu.n[0] == 12 && gpu.p[0] == 12);
    sched_poise.life.destroy(state);
}

/* A second kernel, of 6 warps, begins in the middle of a window: nothing of the first one is left. */
static void a_new_kernel_resets_the_engines(void **unused)
{
    (void)unused;
    machine gpu = new_machine();
    sched_host host = host_of(&gpu);
    void *state = create_with_blob(&host, "");
    sched_poise.life.launch_begin(state, &(policy_launch){.cycle = 0, .warps = 24});
    uint64_t cycle = 0;
    for (int i = 0; i < 3; i++) {
        uint64_t wait = sched_poise.tick(state, 0, cycle);
        run_cycles(&gpu, wait);
        cycle += wait;
    }
    sched_poise.life.launch_begin(state, &(policy_launch){.cycle = cycle - 77, .warps = 6});
    assert_int_equal(gpu.n[0], 6);
    assert_int_equal(gpu.p[0], 6);
    assert_int_equal(sched_poise.tick(state, 0, cycle - 77), 2000);
    sched_poise.life.destroy(state);
}

/* The tuple that is predicted of the memory-bound SM. */
static uint32_t predicted_with(const char *arguments)
{
    machine gpu = new_machine();
    sched_host host = host_of(&gpu);
    void *state = NULL;
    assert_int_equal(create(&host, arguments, &state, NULL), POISE_OK);
    sched_poise.life.launch_begin(state, &(policy_launch){.cycle = 0, .warps = 24});
    for (uint64_t cycle = 0; cycle <= 24064; cycle += 2) {
        if (cycle == 0 || cycle == 2000 || cycle == 12000 || cycle == 14000 || cycle == 24000 ||
            cycle == 24064)
            sched_poise.tick(state, 0, cycle);
        run_cycles(&gpu, 2);
    }
    sched_poise.life.destroy(state);
    return gpu.n[0] * 100 + gpu.p[0];
}

/* A model that says so takes the right to allocate from all warps, and the search keeps p = 0 where it is
 * fastest; N stays what it was. */
static void a_model_may_leave_nobody_to_allocate(void **unused)
{
    (void)unused;
    const char *path = test_path("nobody.bin");
    for (int zero_p = 0; zero_p < 2; zero_p++) {
        poise_weights weights = {.shift = {20, 20}, .max_warps = 24, .zero_p = zero_p};
        weights.weight[0][7] = 3 << 20;
        weights.weight[1][7] = -(2 << 20); /* a quarter of a warp */
        assert_int_equal(poise_blob_write(&weights, path, NULL), POISE_OK);
        assert_int_equal(predicted_with(path), zero_p ? 800 : 801);
    }
}

static void without_a_model_the_default_one_is_used(void **unused)
{
    (void)unused;
    uint32_t with_none = predicted_with("mode=thesis");
    assert_int_equal(with_none, predicted_with("models/default.model"));
    assert_int_not_equal(with_none, predicted_with("models/thesis.model"));
}

static void picks_greedy_then_oldest(void **unused)
{
    (void)unused;
    sched_view view = {.ready = 0x2c, .eligible = 0xff, .last = 3};
    assert_int_equal(sched_poise.pick(NULL, &view), 3);
    view.last = 4;
    assert_int_equal(sched_poise.pick(NULL, &view), 2);
    view.last = -1;
    assert_int_equal(sched_poise.pick(NULL, &view), 2);
}

static void storage_is_that_of_all_sms_and_the_weights(void **unused)
{
    (void)unused;
    machine gpu = new_machine();
    sched_host host = host_of(&gpu);
    void *state = create_with_blob(&host, "");
    uint64_t per_sm = poise_hie_storage_bits(&poise_hie_thesis, 24);
    assert_int_equal(sched_poise.life.storage_bits(state),
                     SMS * per_sm + poise_weights_storage_bits(&(poise_weights){0}));
    sched_poise.life.destroy(state);
    uint64_t bits[3];
    for (int n = 0; n < 3; n++) {
        static const char *const remembers[] = {":verify=4000", ":verify=4000:remember=1",
                                                ":verify=4000:remember=2"};
        state = create_with_blob(&host, remembers[n]);
        bits[n] = sched_poise.life.storage_bits(state);
        sched_poise.life.destroy(state);
    }
    /* Kernel, launch and instructions of 32 bits, warps, N and p of 7, and a bit; the engine has two more. */
    assert_int_equal(bits[2] - bits[1], SMS * (3 * 32 + 3 * 7 + 1));
    assert_int_equal(bits[1] - bits[0], bits[2] - bits[1] + 2 * SMS);
}

static void refused_with(const sched_host *host, const char *arguments, int code, const char *part)
{
    void *state = NULL;
    poise_error err = {0};
    assert_int_equal(create(host, arguments, &state, &err), code);
    assert_null(state);
    if (strstr(err.text, part) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, part);
}

static void mistakes_are_refused_with_a_sentence(void **unused)
{
    (void)unused;
    machine gpu = new_machine();
    sched_host host = host_of(&gpu);
    refused_with(&host, "/nonexistent/x.model", POISE_FAILED, "/nonexistent/x.model");
    refused_with(&host, "model=x:perod=5", POISE_USAGE, "period");
    refused_with(&host, "model=x:stride_n=65", POISE_USAGE, "stride_n");
    refused_with(&host, "model=x:feature=0", POISE_USAGE, "feature");
    refused_with(&host, "model=x:remember=8", POISE_USAGE, "remember=8 needs verify");
    host.warps_per_scheduler = 65;
    refused_with(&host, "", POISE_USAGE, "65 warps");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_come_at_the_cycles_of_table_5_5),
        cmocka_unit_test(sms_are_independent),
        cmocka_unit_test(a_new_kernel_resets_the_engines),
        cmocka_unit_test(a_window_has_what_was_counted_in_it),
        cmocka_unit_test(tuples_are_remembered_by_kernel),
        cmocka_unit_test(a_model_may_leave_nobody_to_allocate),
        cmocka_unit_test(without_a_model_the_default_one_is_used),
        cmocka_unit_test(picks_greedy_then_oldest),
        cmocka_unit_test(storage_is_that_of_all_sms_and_the_weights),
        cmocka_unit_test(mistakes_are_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
