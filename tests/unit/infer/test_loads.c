/* The choice of loads in integers against double arithmetic, how its weights are made, and their files. */
#include "common/hash.h"
#include "common/random.h"
#include "infer/blob.h"
#include "infer/load.h"
#include "infer/load_blob.h"
#include "infer/quantise_loads.h"
#include "tests/folder.h"

#include <math.h>

static poise_load_model random_model(poise_random *random, double size)
{
    poise_load_model model = {.name = "random"};
    for (int i = 0; i < POISE_LOAD_FEATURES; i++)
        model.weight[i] = size * (2 * poise_random_real(random) - 1) / poise_load_range[i];
    return model;
}

static poise_load_weights compiled(const poise_load_model *model)
{
    poise_load_weights weights;
    poise_error err = {0};
    if (poise_quantise_loads(model, POISE_ACCURACY_LOADS, &weights, &err) != POISE_OK)
        fail_msg("%s", err.text);
    return weights;
}

/* Any 32 bits, small and saturated values included. */
static poise_load_sample hostile_sample(poise_random *random)
{
    uint32_t word[6];
    for (int i = 0; i < 6; i++) {
        word[i] = (uint32_t)(poise_random_u64(random) >> (32 + poise_random_below(random, 32)));
        word[i] = poise_random_below(random, 16) == 0 ? UINT32_MAX : word[i];
        word[i] = poise_random_below(random, 16) == 0 ? 0 : word[i];
    }
    return (poise_load_sample){word[0], word[1], word[2], word[3], word[4], word[5]};
}

/* Registers of 16 bits as hardware has them. */
static poise_load_sample small_sample(poise_random *random)
{
    poise_load_sample sample = {0};
    sample.executions = 1 + (uint32_t)poise_random_below(random, 4000);
    sample.lookups = sample.executions * (1 + (uint32_t)poise_random_below(random, 16));
    sample.hits = (uint32_t)poise_random_below(random, sample.lookups + UINT64_C(1));
    sample.merges = (uint32_t)poise_random_below(random, sample.lookups - sample.hits + UINT64_C(1));
    sample.unused = (uint32_t)poise_random_below(random, sample.lookups + UINT64_C(1));
    sample.used = (uint32_t)poise_random_below(random, sample.lookups - sample.unused + UINT64_C(1));
    return sample;
}

static void the_engine_decides_as_double_arithmetic_does(void **state)
{
    (void)state;
    enum { SAMPLES = 20000 };
    static const double sizes[] = {1e-5, 1, 40, 1e6};
    poise_random random;
    poise_random_seed(&random, 19);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const poise_load_model model = random_model(&random, sizes[s]);
        const poise_load_weights weights = compiled(&model);
        const double bound = poise_load_bound(&model, &weights);
        poise_load_sweep sweep = {0};
        for (int i = 0; i < SAMPLES; i++) {
            poise_load_sample at_max = hostile_sample(&random), at_one = hostile_sample(&random);
            poise_load_sweep_add(&model, &weights, &at_max, &at_one, &sweep);
            at_max = small_sample(&random);
            at_one = small_sample(&random);
            poise_load_sweep_add(&model, &weights, &at_max, &at_one, &sweep);
        }
        assert_int_equal(sweep.vectors, 2 * SAMPLES);
        assert_int_equal(sweep.unexplained, 0);
        assert_true(sweep.differing <= 2);
        assert_true(sweep.deviation > 0 && sweep.deviation <= bound);
    }
}

/* Weights of the engine that are not those of the model are noticed. */
static void a_wrong_weight_is_noticed(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 20);
    poise_load_model model = random_model(&random, 1);
    poise_load_weights weights = compiled(&model);
    poise_load_sweep sweep;
    poise_load_sweep_run(&model, &weights, 20000, &sweep);
    assert_int_equal(sweep.unexplained, 0);
    assert_true(sweep.deviation <= poise_load_bound(&model, &weights));
    weights.weight[MODEL_LOAD_h_one] += 1 << (weights.shift - 4);
    poise_load_sweep_run(&model, &weights, 20000, &sweep);
    assert_true(sweep.unexplained > 0);
    assert_true(sweep.deviation > poise_load_bound(&model, &weights));
}

static void the_largest_binary_point_that_fits(void **state)
{
    (void)state;
    const struct {
        double weight;
        int shift;
    } cases[] = {{0.25, 30}, {1.5, 30}, {2, 29}, {1000, 21}, {2147483646, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        poise_load_model model = {.name = "one", .weight[MODEL_LOAD_h_one] = cases[i].weight};
        poise_load_weights weights = compiled(&model);
        assert_int_equal(weights.shift, cases[i].shift);
        assert_int_equal(weights.weight[MODEL_LOAD_h_one], lround(ldexp(cases[i].weight, cases[i].shift)));
    }
}

static void weights_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    const struct {
        double weight;
        const char *reason;
    } cases[] = {{3e9, "too large for the engine's 32 bits"}, {1e-8, "too small"}, {0, "too small"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        poise_load_model model = {.name = "one", .weight[MODEL_LOAD_m_max] = cases[i].weight};
        poise_load_weights weights;
        poise_error err = {0};
        assert_int_equal(poise_quantise_loads(&model, POISE_ACCURACY_LOADS, &weights, &err), POISE_USAGE);
        assert_contains(err.text, cases[i].reason);
    }
}

/* Any weights are safe: every sign of the largest ones against every corner of the features. */
static void no_sum_overflows(void **state)
{
    (void)state;
    for (unsigned signs = 0; signs < 1u << POISE_LOAD_FEATURES; signs++) {
        poise_load_weights weights = {.shift = POISE_MAX_SHIFT};
        poise_load_features ones, some;
        int64_t expected = 0;
        for (int i = 0; i < POISE_LOAD_FEATURES; i++) {
            weights.weight[i] = signs >> i & 1 ? INT32_MIN : INT32_MAX;
            ones.x[i] = 1u << POISE_FEATURE_BITS;
            some.x[i] = signs >> i & 1 ? 1u << POISE_FEATURE_BITS : 0;
            expected += (int64_t)weights.weight[i] * (1 << (POISE_FEATURE_BITS - 1)); /* half of each */
        }
        assert_true(poise_load_score(&weights, &ones) / 2 == expected);
        assert_true(poise_load_score(&weights, &some) <= 0);
    }
}

static void a_load_that_was_hardly_seen_allocates(void **state)
{
    (void)state;
    const poise_load_weights never = {.weight[MODEL_LOAD_constant] = -1};
    poise_load_sample seen = {.executions = 100, .lookups = POISE_LOAD_LEAST_LOOKUPS};
    assert_false(poise_load_allocates(&never, &seen, &seen));
    seen.lookups--;
    assert_true(poise_load_allocates(&never, &seen, &seen));
}

static void write_bytes(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* The text and the blob of a model give the same weights. */
static void both_files_are_loaded(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 21);
    const poise_load_model model = random_model(&random, 3);
    const poise_load_weights weights = compiled(&model);
    poise_load_weights text, blob;
    assert_int_equal(poise_load_model_write(test_path("a.model"), &model, NULL), POISE_OK);
    assert_int_equal(poise_load_blob_write(&weights, test_path("a.bin"), NULL), POISE_OK);
    assert_int_equal(poise_load_weights_load(test_path("a.model"), &text, NULL), POISE_OK);
    assert_int_equal(poise_load_weights_load(test_path("a.bin"), &blob, NULL), POISE_OK);
    assert_memory_equal(text.weight, weights.weight, sizeof weights.weight);
    assert_memory_equal(blob.weight, weights.weight, sizeof weights.weight);
    assert_int_equal(text.shift, weights.shift);
    assert_int_equal(blob.shift, weights.shift);
}

/* Lines that leave unused speak against a load whose model asks for them, and only then. */
static void lines_that_leave_unused(void **state)
{
    (void)state;
    const poise_load_model hits = {.name = "h", .weight = {[MODEL_LOAD_h_one] = 1}};
    const poise_load_model lines = {.name = "l",
                                    .weight = {[MODEL_LOAD_wasted_one] = -4, [MODEL_LOAD_constant] = 1}};
    const poise_load_weights by_hits = compiled(&hits), by_lines = compiled(&lines);
    poise_load_sample seen = {.executions = 100, .lookups = 400, .hits = 100, .unused = 10, .used = 31};
    assert_false(poise_load_asks_for_lines(&by_hits));
    assert_true(poise_load_asks_for_lines(&by_lines));
    assert_true(poise_load_allocates(&by_lines, &seen, &seen));
    seen.used = 29;
    assert_false(poise_load_allocates(&by_lines, &seen, &seen));
    assert_true(poise_load_allocates(&by_hits, &seen, &seen));
    seen.unused = seen.used = 0; /* no line's fate is known */
    assert_true(poise_load_allocates(&by_lines, &seen, &seen));
}

/* What docs/BEYOND.md says of the shipped model: of coalesced loads those allocate that hit by more than 27
 * %, of loads with 8 lines those that hit by more than 46 %. */
static void the_shipped_model(void **state)
{
    (void)state;
    poise_load_weights weights;
    poise_error err = {0};
    if (poise_load_weights_load("models/loads.model", &weights, &err) != POISE_OK)
        fail_msg("%s", err.text);
    const poise_load_sample coalesced = {.executions = 1000, .lookups = 1000, .hits = 280};
    const poise_load_sample hits = {.executions = 1000, .lookups = 8000, .hits = 4400};
    const poise_load_sample misses = {.executions = 1000, .lookups = 8000, .hits = 3500};
    assert_false(poise_load_asks_for_lines(&weights));
    assert_true(poise_load_allocates(&weights, &coalesced, &coalesced));
    assert_true(poise_load_allocates(&weights, &misses, &hits));
    assert_false(poise_load_allocates(&weights, &hits, &misses));
}
/* A model of the other kind, compiled or not, is refused by name. */
static void kinds_are_not_mixed_up(void **state)
{
    (void)state;
    poise_load_weights loads = {.weight = {1}};
    poise_weights tuples = {.max_warps = 24}, other;
    poise_error err = {0};
    assert_int_equal(poise_load_blob_write(&loads, test_path("loads.bin"), NULL), POISE_OK);
    assert_int_equal(poise_weights_load(test_path("loads.bin"), &other, &err), POISE_DAMAGED);
    assert_contains(err.text, "no warp-tuple");
    assert_int_equal(poise_blob_write(&tuples, test_path("tuples.bin"), NULL), POISE_OK);
    assert_int_equal(poise_load_weights_load(test_path("tuples.bin"), &loads, &err), POISE_DAMAGED);
    assert_contains(err.text, "of warp-tuples, not of loads");
    assert_int_equal(poise_load_weights_load("models/thesis.model", &loads, &err), POISE_DAMAGED);
    assert_contains(err.text, "not a model of loads");
}

/* `at` < 0 leaves the bytes as they are; the checksum is made anew. */
static void assert_blob_refused(int at, unsigned char value, size_t size, const char *reason)
{
    const poise_load_weights weights = {.weight = {1, -2, 3}, .shift = 4};
    unsigned char bytes[POISE_LOAD_BLOB_BYTES + 1] = {0};
    poise_load_weights back;
    poise_error err = {0};
    poise_load_blob_encode(&weights, bytes);
    if (at >= 0) {
        bytes[at] = value;
        const uint64_t sum = poise_checksum64(bytes, POISE_LOAD_BLOB_BYTES - 8);
        for (int i = 0; i < 8 && at < POISE_LOAD_BLOB_BYTES - 8; i++)
            bytes[POISE_LOAD_BLOB_BYTES - 8 + i] = (unsigned char)(sum >> (8 * i));
    }
    assert_int_equal(poise_load_blob_decode(bytes, size, &back, &err), POISE_DAMAGED);
    assert_contains(err.text, reason);
    write_bytes(test_path("b.bin"), bytes, size);
    assert_int_equal(poise_load_weights_load(test_path("b.bin"), &back, &err), POISE_DAMAGED);
}

static void damaged_blobs(void **state)
{
    (void)state;
    assert_blob_refused(-1, 0, POISE_LOAD_BLOB_BYTES - 1, "55 bytes");
    assert_blob_refused(-1, 0, POISE_LOAD_BLOB_BYTES + 1, "57 bytes");
    assert_blob_refused(-1, 0, 7, "POISELDS");
    assert_blob_refused(0, 'Q', POISE_LOAD_BLOB_BYTES, "POISELDS");
    assert_blob_refused(8, 1, POISE_LOAD_BLOB_BYTES, "version 1");
    assert_blob_refused(12, 31, POISE_LOAD_BLOB_BYTES, "binary point");
    assert_blob_refused(13, 1, POISE_LOAD_BLOB_BYTES, "binary point");
    assert_blob_refused(POISE_LOAD_BLOB_BYTES - 1, 0, POISE_LOAD_BLOB_BYTES, "checksum");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_decides_as_double_arithmetic_does),
        cmocka_unit_test(a_wrong_weight_is_noticed),
        cmocka_unit_test(the_largest_binary_point_that_fits),
        cmocka_unit_test(weights_that_do_not_fit_are_refused),
        cmocka_unit_test(no_sum_overflows),
        cmocka_unit_test(a_load_that_was_hardly_seen_allocates),
        cmocka_unit_test(lines_that_leave_unused),
        cmocka_unit_test(both_files_are_loaded),
        cmocka_unit_test(the_shipped_model),
        cmocka_unit_test(kinds_are_not_mixed_up),
        cmocka_unit_test(damaged_blobs),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
