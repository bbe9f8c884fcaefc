/* The compiled Verilog of a model of loads, simulated by Icarus Verilog, has the sums and decisions of
 * poise_loads.c, in 15 cycles. Skipped where there is no iverilog. */
/* test: slow */
#include "common/random.h"
#include "infer/emit_loads.h"
#include "infer/load.h"
#include "tests/oracle/infer/verilog.h"

#include <inttypes.h>

enum { VECTORS = 2000, ONE = 1 << POISE_FEATURE_BITS };

/* Any fraction of 1, and often 0, 1 or a single bit. */
static uint32_t random_feature(poise_random *random)
{
    switch (poise_random_below(random, 4)) {
    case 0: return poise_random_below(random, 2) ? ONE : 0;
    case 1: return UINT32_C(1) << poise_random_below(random, POISE_FEATURE_BITS + 1);
    default: return (uint32_t)poise_random_below(random, ONE + 1);
    }
}

static void print_load_vectors(const poise_load_weights *weights, uint64_t seed)
{
    poise_random random;
    poise_random_seed(&random, seed);
    FILE *out = fopen(test_path("vectors"), "w");
    assert_non_null(out);
    for (int v = 0; v < VECTORS; v++) {
        poise_load_features features;
        for (int i = 0; i < POISE_LOAD_FEATURES; i++) {
            features.x[i] = v < 256 ? (v >> i & 1 ? ONE : 0) : random_feature(&random);
            fprintf(out, "%" PRIx32 " ", features.x[i]);
        }
        const int64_t sum = poise_load_score(weights, &features);
        fprintf(out, "%" PRIx64 " %d\n", (uint64_t)sum, sum >= 0);
    }
    assert_int_equal(fclose(out), 0);
}

static void expect_equal_loads(const poise_load_weights *weights, uint64_t seed)
{
    const poise_load_model model = {.name = "for the */ comment"};
    unsigned vectors = 0, differing = 1, cycles = 0;
    skip_without("iverilog");
    assert_int_equal(poise_emit_loads_verilog(&model, weights, 16, test_path("loads.v"), NULL), POISE_OK);
    print_load_vectors(weights, seed);
    char *text = simulate_with("load_bench", "loads.v", "", "vectors=vectors");
    const char *totals = strstr(text, "total:");
    assert_non_null(totals);
    assert_int_equal(sscanf(totals, "total: %u vectors, %u differ; %u cycles", &vectors, &differing, &cycles),
                     3);
    if (differing > 0)
        print_message("%s", text);
    free(text);
    assert_int_equal(vectors, VECTORS);
    assert_int_equal(differing, 0);
    assert_int_equal(cycles, 15);
}

static void the_shipped_model(void **state)
{
    (void)state;
    poise_load_weights weights;
    assert_int_equal(poise_load_weights_load("models/loads.model", &weights, NULL), POISE_OK);
    expect_equal_loads(&weights, 1);
}

/* No word of the data path is too short. */
static void extreme_weights(void **state)
{
    (void)state;
    static const int32_t ends[] = {INT32_MIN, INT32_MAX};
    for (int corner = 0; corner < 3; corner++) {
        poise_load_weights weights = {.shift = POISE_MAX_SHIFT};
        for (int i = 0; i < POISE_LOAD_FEATURES; i++)
            weights.weight[i] = ends[corner < 2 ? corner : i % 2];
        expect_equal_loads(&weights, 2);
    }
}

static void random_weights(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 3);
    for (int set = 0; set < 4; set++) {
        poise_load_weights weights = {.shift = 20};
        for (int i = 0; i < POISE_LOAD_FEATURES; i++)
            weights.weight[i] = (int32_t)((int64_t)(poise_random_u64(&random) >> 32) + INT32_MIN) >>
                                poise_random_below(&random, 16);
        expect_equal_loads(&weights, 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_shipped_model),
        cmocka_unit_test(extreme_weights),
        cmocka_unit_test(random_weights),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_test_folder);
}
