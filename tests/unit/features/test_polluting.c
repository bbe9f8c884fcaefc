/* The objective function of the analytical model equals the hand computation, and is NaN where it means
 * nothing. */
#include "features/polluting.h"
#include "tests/unit/profile/sample_profile.h"

#include <math.h>

/* (max, max) = (3, 3): h_o 0.25, L_o 400, I_n 8. (3, 1): h_p 0.75, h_np 0.1, L' 500. */
static profile_kernel make_kernel(void)
{
    profile_kernel kernel;
    fill_kernel(&kernel, "program", "kernel", 3);
    kernel.points[profile_point(3, 3)] = (sim_counters){.cycles = 1,
                                                        .warp_insts = 80000,
                                                        .global_loads = 10000,
                                                        .l1_read_accesses = 20000,
                                                        .l1_read_hits = 5000,
                                                        .l1_merges = 700,
                                                        .l1_polluting_accesses = 20000,
                                                        .l1_polluting_hits = 5000,
                                                        .miss_latency = 4000000,
                                                        .misses_returned = 10000};
    kernel.points[profile_point(3, 1)] = (sim_counters){.cycles = 1,
                                                        .l1_read_accesses = 20000,
                                                        .l1_read_hits = 3000 + 1600,
                                                        .l1_polluting_accesses = 4000,
                                                        .l1_polluting_hits = 3000,
                                                        .miss_latency = 5000000,
                                                        .misses_returned = 10000};
    return kernel;
}

static double mu_of(const profile_kernel *kernel, uint32_t n, uint32_t p)
{
    surface mu;
    assert_int_equal(surface_polluting(&mu, kernel, NULL), POISE_OK);
    double value = surface_at(&mu, n, p);
    surface_free(&mu);
    return value;
}

static void equals_hand_computation(void **state)
{
    (void)state;
    profile_kernel kernel = make_kernel();
    double expected = 1. / 2. * 8. * (0.75 - 0.25) / (0.9 * 500. - 0.75 * 400.);
    assert_true(fabs(mu_of(&kernel, 3, 1) - expected) < 1e-15);
    profile_kernel_free(&kernel);
}

static void has_no_value_where_it_means_nothing(void **state)
{
    (void)state;
    profile_kernel kernel = make_kernel();
    sim_counters *at = &kernel.points[profile_point(3, 1)], whole = *at;
    assert_true(isnan(mu_of(&kernel, 3, 3))); /* no other warps */
    at->miss_latency = 3000000;               /* 0.9 * 300 < 0.75 * 400: misses of the others cost nothing */
    assert_true(isnan(mu_of(&kernel, 3, 1)));
    *at = whole;
    at->l1_polluting_accesses = at->l1_polluting_hits = 0; /* nothing loaded */
    assert_true(isnan(mu_of(&kernel, 3, 1)));
    at->l1_polluting_accesses = at->l1_polluting_hits = PROFILE_UNKNOWN;
    assert_true(isnan(mu_of(&kernel, 3, 1)));
    at->cycles = 0; /* not measured */
    assert_true(isnan(mu_of(&kernel, 3, 1)));
    profile_kernel_free(&kernel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_hand_computation),
        cmocka_unit_test(has_no_value_where_it_means_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
