/* Levels from surfaces of our own machines with noise and outliers, against their configuration. The L1 of the
 * thesis is hashed, and its ways must not be told then.
 * test: slow */
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
    const probe_noise noise = {.sigma = is_noisy ? 0.05 : 0, .outliers = is_noisy ? 0.02 : 0, .times = 10, .seed = 5};
    sim_config config;
    poise_error err;
    probe_bench *machine, *noisy;
    probe_surface surface;
    probe_recorder *const kept = test_recorder();
    sim_config_default(&config);
    assert_int_equal(sim_config_set(&config, index, &err), POISE_OK);
    assert_int_equal(sim_config_set(&config, "l2_sets=64", &err), POISE_OK);
    assert_int_equal(sim_config_set(&config, "l2_banks=6", &err), POISE_OK);
    assert_int_equal(probe_simulated_open(&machine, kept, &config, &baseline, NULL, &err), POISE_OK);
    assert_int_equal(probe_noisy_open(&noisy, machine, &noise, &err), POISE_OK);
    assert_int_equal(probe_surface_make(&surface, &sweep, &err), POISE_OK);
    for (uint32_t i = 0; i < surface.n_sizes; i++) {
        for (uint32_t j = 0; j < surface.n_strides; j++) {
            if (probe_surface_has(&surface, i, j))
                assert_int_equal(probe_surface_ask(&surface, &sweep, i, j, noisy, &err), POISE_OK);
        }
        for (uint32_t j = 0; j < surface.n_strides; j++)
            if (getenv("SHOW")) print_message("%5.0f", surface.time[i*surface.n_strides+j]);
        if (getenv("SHOW")) print_message("\n");
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

static void all(void **state)
{
    probe_findings found;
    (void)state;
    ask_machine("l1_index=linear", false, &found);
    print(&found);
    ask_machine("l1_index=linear", true, &found);
    print(&found);
    ask_machine("l1_index=hash", false, &found);
    print(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all)};
    return cmocka_run_group_tests(tests, test_recorder_open, test_recorder_close);
}
