/* Levels from surfaces of our own machines with noise and outliers, against their configuration. The L1 of
 * the thesis is hashed, and its ways must not be told then. test: slow */
#include "probe/infer/robust.h"
#include "probe/noisy.h"
#include "probe/simulated/simulated.h"
#include "tests/test.h"
#include "tests/unit/probe/recorder.h"

#include <math.h>

static void ask_machine(const char *index, bool is_noisy, probe_findings *found)
{
    static const sim_policies baseline;
    const probe_sweep sweep = {.least_bytes = 4 << 10,
                               .most_bytes = 8 << 20,
                               .per_octave = 1,
                               .least_stride = 32,
                               .most_steps = 4096,
                               .repeats = is_noisy ? 7 : 1};
    const probe_noise noise = {
        .sigma = is_noisy ? 0.05 : 0, .outliers = is_noisy ? 0.02 : 0, .times = 10, .seed = 5};
    sim_config config;
    poise_error err;
    probe_bench *machine, *noisy;
    probe_surface surface;
    probe_recorder *const kept = test_recorder();
    sim_config_default(&config);
    assert_int_equal(sim_config_set(&config, index, &err), POISE_OK);
    /* Sets in powers of two: of three times as many, strides of powers of two tell three times the ways. */
    assert_int_equal(sim_config_set(&config, "channels=8", &err), POISE_OK);
    assert_int_equal(sim_config_set(&config, "l2_banks=8", &err), POISE_OK);
    assert_int_equal(sim_config_set(&config, "l2_sets=64", &err), POISE_OK);
    assert_int_equal(probe_simulated_open(&machine, kept, &config, &baseline, NULL, &err), POISE_OK);
    assert_int_equal(probe_noisy_open(&noisy, machine, &noise, &err), POISE_OK);
    assert_int_equal(probe_surface_make(&surface, &sweep, &err), POISE_OK);
    for (uint32_t i = 0; i < surface.n_sizes; i++) {
        for (uint32_t j = 0; j < surface.n_strides; j++) {
            if (probe_surface_has(&surface, i, j))
                assert_int_equal(probe_surface_ask(&surface, &sweep, i, j, noisy, &err), POISE_OK);
        }
    }
    *found = (probe_findings){0};
    assert_int_equal(probe_infer_surface(&surface, machine->unit, found, &err), POISE_OK);
    probe_surface_free(&surface);
    noisy->close(noisy);
    machine->close(machine);
}

static void print(const probe_findings *found)
{
    for (uint32_t i = 0; i < found->n; i++) {
        const probe_finding *f = &found->list[i];
        print_message("%-14s %.10g to %.10g %s (%.2f): %s\n", f->name, f->least, f->most, f->unit,
                      f->confidence, f->why);
    }
}

static void expect(const probe_findings *found, const char *name, double least, double most)
{
    const probe_finding *f = probe_find(found, name);
    if (f == NULL || f->least != least || f->most != most) {
        print(found);
        fail_msg("%s is not %g to %g", name, least, most);
    }
}

static void expect_unknown(const probe_findings *found, const char *name)
{
    const probe_finding *f = probe_find(found, name);
    if (f == NULL || !isnan(f->least)) {
        print(found);
        fail_msg("%s is told", name);
    }
}

static void linear_sets_are_told(void **state)
{
    probe_findings found;
    (void)state;
    for (uint32_t is_noisy = 0; is_noisy < 2; is_noisy++) {
        ask_machine("l1_index=linear", is_noisy, &found);
        expect(&found, "l1.capacity", 16384, 32767);
        expect(&found, "l1.line", 128, 128);
        expect(&found, "l1.ways", 4, 7);
        expect(&found, "l2.capacity", 524288, 1048575);
        expect_unknown(&found, "l2.line"); /* the L1 asks for whole lines */
        expect(&found, "l2.ways", 8, 15);
        expect_unknown(&found, "tlb1.entries");
        probe_findings_free(&found);
    }
}

static void hashed_sets_are_not(void **state)
{
    probe_findings found;
    (void)state;
    ask_machine("l1_index=hash", false, &found);
    expect(&found, "l1.capacity", 16384, 32767);
    expect(&found, "l1.line", 128, 128);
    expect_unknown(&found, "l1.ways");
    expect(&found, "l2.capacity", 524288, 1048575);
    expect_unknown(&found, "tlb1.entries");
    probe_findings_free(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(linear_sets_are_told),
                                       cmocka_unit_test(hashed_sets_are_not)};
    return cmocka_run_group_tests(tests, test_recorder_open, test_recorder_close);
}
