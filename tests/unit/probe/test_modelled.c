/* The modelled memory: what LRU is by hand, and Kaveri as Lowe-Power measured it (2017). The figures are
 * points of data-thp-gpu.csv and data-nothp-gpu.csv of powerjg/hsa-micro-benchmarks (caches/data/A10-7850K),
 * in ns; POISE_KAVERI names a folder of these files for a comparison of all of their points. */
#include "probe/modelled/modelled.h"
#include "tests/test.h"
#include "tests/unit/probe/kaveri.h"

#include <math.h>

static probe_bench *open(const probe_model *model)
{
    poise_error err;
    probe_bench *bench;
    assert_int_equal(probe_modelled_open(&bench, model, &err), POISE_OK);
    return bench;
}

/* 102400 loads after as many (ibid., kernel.cl and main.cpp). */
static double post(probe_bench *bench, uint64_t size, uint64_t stride)
{
    enum { LOADS = 102400 };
    poise_error err;
    double time;
    probe_chain chain = {0};
    const uint64_t n = size / stride;
    const probe_walk walk = {.stride = stride, .n = n < LOADS ? (uint32_t)n : LOADS};
    assert_int_equal(probe_chain_walk(&chain, walk, &err), POISE_OK);
    const probe_question q = {.chain = &chain, .warm = LOADS, .loads = LOADS};
    assert_int_equal(bench->total(bench, &q, &time, &err), POISE_OK);
    probe_chain_free(&chain);
    return time / LOADS;
}

static void lru_follows_out_a_set(void **state)
{
    (void)state;
    const probe_model model = {
        .hit = 1,
        .n = 2,
        .level = {{.line = 64, .sets = 4, .ways = 2, .miss = 10, .behind = PROBE_ALWAYS},
                  {.line = 4096, .sets = 1, .ways = 2, .miss = 100, .behind = 0}}};
    probe_bench *const bench = open(&model);
    assert_true(post(bench, 512, 64) == 1);
    assert_true(post(bench, 1024, 64) == 11);
    assert_true(post(bench, 1024, 16) == 1 + 10. / 4);
    assert_true(post(bench, 8192, 4096) == 1);
    assert_true(post(bench, 16384, 4096) == 111); /* a TLB asked first would cost two pages more */
    assert_true(fabs(post(bench, 640, 64) - (1 + 10 * 6. / 10)) < 1e-3); /* two of four sets overflow */
    bench->close(bench);
}

static void each_adds_up(void **state)
{
    enum { N = 300 };
    poise_error err;
    double times[N], sum = 0, total;
    probe_chain chain = {0};
    (void)state;
    probe_bench *const bench = open(&probe_kaveri_huge);
    assert_int_equal(probe_chain_walk(&chain, (probe_walk){.stride = 64, .n = N}, &err), POISE_OK);
    const probe_question q = probe_round(&chain, 1);
    assert_int_equal(bench->each(bench, &q, times, &err), POISE_OK);
    assert_int_equal(bench->total(bench, &q, &total, &err), POISE_OK);
    for (uint32_t i = 0; i < N; i++)
        sum += times[i];
    assert_true(sum == total);
    probe_chain_free(&chain);
    bench->close(bench);
}

typedef struct spot {
    uint64_t size, stride;
    double measured;
} spot;

#define KB << 10
#define MB << 20

static const spot huge[] = {
    {256 MB, 64, 505},     {256 MB, 512, 568},  {256 MB, 4 KB, 559}, {256 MB, 256 KB, 601},
    {256 MB, 512 KB, 655}, {256 MB, 1 MB, 780}, {256 MB, 2 MB, 985}, {256 MB, 4 MB, 298},
    {32 KB, 4, 311},       {32 KB, 8, 325},     {32 KB, 16, 352},    {32 KB, 32, 411},
    {32 KB, 64, 500},      {32 KB, 256, 516},   {32 KB, 512, 292},   {128 MB, 1 MB, 764},
    {128 MB, 2 MB, 292},
};

static const spot small[] = {
    {1024 MB, 8 KB, 696},  {1024 MB, 16 KB, 788}, {1024 MB, 32 KB, 974},
    {1024 MB, 1 MB, 1088}, {1024 MB, 2 MB, 1200}, {1024 MB, 4 MB, 1000},
    {1024 MB, 16 MB, 298}, {64 MB, 512, 561},     {64 MB, 32 KB, 579},
};

/* The worst of all published points, our measurement. */
enum { WORST_HUGE = 43, WORST_SMALL = 42 };

static void compare(const probe_model *model, const spot *spots, size_t n, double worst)
{
    probe_bench *const bench = open(model);
    for (size_t i = 0; i < n; i++) {
        const double time = post(bench, spots[i].size, spots[i].stride);
        if (fabs(time - spots[i].measured) > worst)
            fail_msg("%lu bytes by %lu: %.1f instead of %g", (unsigned long)spots[i].size,
                     (unsigned long)spots[i].stride, time, spots[i].measured);
    }
    bench->close(bench);
}

static void kaveri_is_met_at_some_points(void **state)
{
    (void)state;
    compare(&probe_kaveri_huge, huge, sizeof huge / sizeof *huge, WORST_HUGE);
    compare(&probe_kaveri_small, small, sizeof small / sizeof *small, WORST_SMALL);
}

/* Sizes from 4 KB on, which the post draws. Returns the root of the mean square of errors. */
static double differ(const char *file, const probe_model *model, uint32_t *n, double *worst)
{
    probe_surface published;
    double squares = 0;
    kaveri_read(file, &published);
    probe_bench *const bench = open(model);
    *n = 0;
    *worst = 0;
    for (uint32_t i = 0; i < published.n_sizes; i++) {
        for (uint32_t j = 0; j < published.n_strides && published.size[i] >= 4096; j++) {
            const double measured = published.time[i * published.n_strides + j];
            if (isnan(measured))
                continue;
            const double error = fabs(post(bench, published.size[i], published.stride[j]) - measured);
            squares += error * error;
            *worst = error > *worst ? error : *worst;
            (*n)++;
        }
    }
    bench->close(bench);
    probe_surface_free(&published);
    return sqrt(squares / *n);
}

static void kaveri_is_met_at_all_points(void **state)
{
    uint32_t n;
    double worst;
    (void)state;
    const double large = differ("data-thp-gpu.csv", &probe_kaveri_huge, &n, &worst);
    print_message("pages of 2 MB: %.2f ns RMS over %u points, worst %.1f\n", large, n, worst);
    assert_true(large < 7);
    const double little = differ("data-nothp-gpu.csv", &probe_kaveri_small, &n, &worst);
    print_message("pages of 4 KB: %.2f ns RMS over %u points, worst %.1f\n", little, n, worst);
    assert_true(little < 13);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lru_follows_out_a_set),
        cmocka_unit_test(each_adds_up),
        cmocka_unit_test(kaveri_is_met_at_some_points),
        cmocka_unit_test(kaveri_is_met_at_all_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
