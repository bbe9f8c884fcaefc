/* Demand paging with pages of 2 MB and of 4 KB (thesis of Ausavarungnirun, 7.2.2 and Figure 7.4): sparse
 * touching makes large pages expensive, the more so the more programs share the link. */
#include "sim/mix.h"
#include "tests/shape/sim/pages.h"

enum { MOST = 3 };

static warp_trace kernel;

/* A few loads all over 32 large pages. */
static int make_kernel(void **state)
{
    (void)state;
    kernel = loads_of_pages((page_loads){.pages = 32 * 512, .blocks = 2, .loads = 8});
    return 0;
}

static int free_kernel(void **state)
{
    (void)state;
    warp_trace_free(&kernel);
    return 0;
}

static int give(void *user, size_t program, size_t launch, const warp_trace **given, poise_error *err)
{
    (void)user, (void)program, (void)launch, (void)err;
    *given = &kernel;
    return POISE_OK;
}

/* Core cycles until all of `n` copies of the program, with as many SMs each, have ended once. */
static double cycles_of(uint32_t n, const char *vm)
{
    static const char *const quarter[] = {MASK_QUARTER, NULL};
    const sim_config config = shape_machine(quarter);
    sim_mix_program places[MOST] = {{0}};
    sim_mix_result results[MOST];
    const sim_mix mix = {.programs = places, .n = n, .read = give, .always_mixed = true};
    sim_counters all = {0};
    simulator *sim;
    poise_error err;
    for (uint32_t i = 0; i < n; i++)
        places[i] = (sim_mix_program){.first_sm = 2 * i, .n_sms = 2, .n_launches = 1};
    if (sim_create(&sim, &config, &(sim_policies){.sched = "gto", .tlb = "shared_tlb", .vm = vm}, &err) ||
        sim_run_mix(sim, &mix, results, &all, &err))
        fail_msg("%s", err.text);
    sim_destroy(sim);
    printf("%u programs, %s: %llu cycles\n", n, vm, (unsigned long long)all.cycles);
    return (double)all.cycles;
}

static void large_pages_cost_more_the_more_programs(void **state)
{
    (void)state;
    double before = 4; /* "much slower" */
    for (uint32_t n = 1; n <= MOST; n++) {
        const double ratio = cycles_of(n, "demand:2m") / cycles_of(n, "demand:4k");
        assert_true(ratio > 1.15 * before);
        before = ratio;
    }
}

/* Mosaic fetches pages of 4 KB, and has the time of these. */
static void mosaic_pages_as_small_pages_do(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= MOST; n += 2) {
        const double mosaic = cycles_of(n, "mosaic"), small = cycles_of(n, "demand:4k");
        assert_true(mosaic < 1.02 * small && mosaic > 0.98 * small);
    }
}

/* Copying all of a program that uses little of it is what large pages do (X-16 holds for dense touching). */
static void copying_everything_is_as_bad_as_large_pages(void **state)
{
    (void)state;
    const double before = cycles_of(1, "mosaic:paging=before"), large = cycles_of(1, "demand:2m");
    assert_true(before > 0.8 * large && before < 1.2 * large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_pages_cost_more_the_more_programs),
        cmocka_unit_test(mosaic_pages_as_small_pages_do),
        cmocka_unit_test(copying_everything_is_as_bad_as_large_pages),
    };
    return cmocka_run_group_tests(tests, make_kernel, free_kernel);
}
