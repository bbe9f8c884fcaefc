/* Support vectors: kernel values against exp2(), models against double arithmetic, the proven bound, what is
 * refused, and the blob. */
#include "infer_test.h"

#include "common/hash.h"
#include "infer/blob.h"
#include "infer/emit.h"
#include "infer/poise_kernel.h"
#include "infer/precision.h"
#include "infer/quantise.h"
#include "tests/folder.h"

#include <math.h>

/* A made-up model with vectors where features lie, scaled as training would. */
static poise_model kernel_model(size_t vectors, double coefficient, double gamma)
{
    static const double centre[POISE_FEATURES] = {0.35, 0.64, 0.27, 0.54, 0.11, 0.75, 1.5, 1};
    static const double scale[POISE_FEATURES] = {0.2, 0.28, 0.22, 0.32, 0.14, 0.86, 1.4, 1};
    poise_model model = thesis_model();
    poise_random random;
    poise_random_seed(&random, vectors);
    model.kind = MODEL_RBF;
    memset(model.weight, 0, sizeof model.weight);
    model.kernel = poise_model_kernel_new(vectors);
    assert_non_null(model.kernel);
    memcpy(model.kernel->centre, centre, sizeof centre);
    memcpy(model.kernel->scale, scale, sizeof scale);
    for (int output = 0; output < POISE_OUTPUTS; output++) {
        model.kernel->gamma[output] = gamma * (1 + output);
        model.kernel->constant[output] = 1.6 - output;
    }
    for (size_t v = 0; v < vectors; v++) {
        model_support *support = &model.kernel->support[v];
        for (int i = 0; i < POISE_FEATURES - 1; i++)
            support->z[i] = (3 * centre[i] * poise_random_real(&random) - centre[i]) / scale[i];
        for (int output = 0; output < POISE_OUTPUTS; output++)
            support->coefficient[output] = coefficient * (2 * poise_random_real(&random) - 1);
    }
    return model;
}

/* Every exponent below 1, and one in each of the others. */
static void kernel_values_are_powers_of_two(void **state)
{
    (void)state;
    double largest = 0;
    for (uint64_t fall = 0; fall < UINT64_C(1) << POISE_EXPONENT_BITS; fall++) {
        double exact = exp2(30 - ldexp((double)fall, -POISE_EXPONENT_BITS));
        largest = fmax(largest, fabs(poise_falling_power(fall) - exact));
    }
    assert_in_range(largest, 0, 7);
    for (uint64_t whole = 1; whole < 80; whole++) {
        uint64_t fall = (whole << POISE_EXPONENT_BITS) + whole * 12345;
        double exact = exp2(30 - ldexp((double)fall, -POISE_EXPONENT_BITS));
        assert_true(fabs(poise_falling_power(fall) - exact) <= 7);
    }
    assert_int_equal(poise_falling_power(0), 1 << 30);
    assert_int_equal(poise_falling_power(UINT64_C(1) << 55), 0);
}

static void measurement_stays_below_the_bound(void **state)
{
    (void)state;
    static const struct {
        size_t vectors;
        double coefficient, gamma;
    } variant[] = {{1, 1, 0.1}, {27, 1, 0.1}, {27, 3, 0.01}, {128, 0.5, 1}, {8, 2, 5}, {40, 1, 0.001}};
    for (size_t i = 0; i < sizeof variant / sizeof variant[0]; i++) {
        poise_model model = kernel_model(variant[i].vectors, variant[i].coefficient, variant[i].gamma);
        poise_weights weights = compiled(&model);
        poise_precision precision;
        poise_sweep sweep;
        poise_precision_bound(&model, &weights, &precision);
        poise_precision_sweep(&model, &weights, 20000, &sweep);
        for (int output = 0; output < POISE_OUTPUTS; output++) {
            assert_true(sweep.deviation[output] > 0);
            assert_true(sweep.deviation[output] <= precision.warps_bound[output]);
        }
        assert_true(sweep.differing <= sweep.vectors / 1000);
        assert_int_equal(sweep.unexplained, 0);
        poise_weights_free(&weights);
        poise_model_free(&model);
    }
}

/* A vector that is moved by a hundredth of a standard deviation is noticed. */
static void a_wrong_vector_is_noticed(void **state)
{
    (void)state;
    poise_model model = kernel_model(27, 1, 0.1);
    poise_weights weights = compiled(&model);
    poise_sweep sweep;
    model.kernel->support[0].z[0] += 0.01;
    model.kernel->support[0].coefficient[0] = 1;
    poise_precision_sweep(&model, &weights, 100000, &sweep);
    assert_in_range(sweep.unexplained, 1, sweep.differing);
    poise_weights_free(&weights);
    poise_model_free(&model);
}

static void refused_with(poise_model *model, const char *part)
{
    poise_weights weights;
    poise_error err = {0};
    assert_int_equal(poise_quantise(model, &weights, &err), POISE_USAGE);
    if (strstr(err.text, part) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, part);
    poise_model_free(model);
}

static void refuses_what_it_cannot_hold(void **state)
{
    (void)state;
    poise_model model = kernel_model(64, 500, 0.1);
    refused_with(&model, "could be wrong by");
    model = kernel_model(4, 1, 0.1);
    model.kernel->support[3].z[0] = -9;
    refused_with(&model, "support vector 4 of model thesis has a negative h_max");
    model = kernel_model(4, 1, 0.1);
    model.kernel->gamma[0] = 1e-9;
    refused_with(&model, "too far apart");
    model = kernel_model(4, 1e9, 0.1);
    refused_with(&model, "the coefficients of model thesis are too large");
}

static void there_is_no_verilog(void **state)
{
    (void)state;
    poise_model model = kernel_model(4, 1, 0.1);
    poise_weights weights = compiled(&model);
    poise_error err = {0};
    assert_int_equal(poise_emit_verilog(&model, &weights, test_path("x.v"), &err), POISE_USAGE);
    assert_non_null(strstr(err.text, "support vectors"));
    assert_int_equal(count_entries(test_folder), 0);
    poise_weights_free(&weights);
    poise_model_free(&model);
}

/* ---- the blob ---- */

enum { VECTORS = 3, BLOB = POISE_BLOB_KERNEL_BYTES + VECTORS * POISE_BLOB_VECTOR_BYTES };

static void encode(unsigned char bytes[BLOB])
{
    poise_model model = kernel_model(VECTORS, 1, 0.1);
    poise_weights weights = compiled(&model);
    assert_int_equal(poise_blob_size(&weights), BLOB);
    poise_blob_encode(&weights, bytes);
    poise_weights_free(&weights);
    poise_model_free(&model);
}

/* The same bytes and the same tuples. */
static void blob_there_and_back(void **state)
{
    (void)state;
    unsigned char bytes[BLOB], again[BLOB];
    encode(bytes);
    poise_model model = kernel_model(VECTORS, 1, 0.1);
    poise_weights weights = compiled(&model), back;
    assert_int_equal(poise_blob_decode(bytes, sizeof bytes, &back, NULL), POISE_OK);
    poise_blob_encode(&back, again);
    assert_memory_equal(bytes, again, sizeof bytes);
    poise_random random;
    poise_random_seed(&random, 9);
    for (int i = 0; i < 10000; i++) {
        poise_sample at_max = random_sample(&random), at_one = plausible_sample(&random);
        unsigned tuple[4];
        poise_predict_windows(&weights, &at_max, &at_one, 24, &tuple[0], &tuple[1]);
        poise_predict_windows(&back, &at_max, &at_one, 24, &tuple[2], &tuple[3]);
        assert_true(tuple[0] == tuple[2] && tuple[1] == tuple[3]);
    }
    poise_weights_free(&weights);
    poise_weights_free(&back);
    poise_model_free(&model);
}

static void damaged_blobs_are_refused(void **state)
{
    (void)state;
    unsigned char bytes[BLOB];
    poise_weights back;
    for (unsigned bit = 0; bit < 8 * BLOB; bit++) {
        encode(bytes);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_int_equal(poise_blob_decode(bytes, sizeof bytes, &back, NULL), POISE_DAMAGED);
    }
    encode(bytes);
    for (size_t size = 0; size < sizeof bytes; size++)
        assert_int_equal(poise_blob_decode(bytes, size, &back, NULL), POISE_DAMAGED);
}

/* Sets a word and makes the checksum right again. */
static void blob_refused_with(unsigned at, uint32_t value, const char *part)
{
    unsigned char bytes[BLOB];
    poise_weights back;
    poise_error err = {0};
    encode(bytes);
    for (unsigned i = 0; i < 4; i++)
        bytes[at + i] = (unsigned char)(value >> 8 * i);
    uint64_t checksum = poise_checksum64(bytes, BLOB - 8);
    for (unsigned i = 0; i < 8; i++)
        bytes[BLOB - 8 + i] = (unsigned char)(checksum >> 8 * i);
    assert_int_equal(poise_blob_decode(bytes, sizeof bytes, &back, &err), POISE_DAMAGED);
    if (strstr(err.text, part) == NULL)
        fail_msg("'%s' does not say '%s'", err.text, part);
}

static void values_out_of_range_are_refused(void **state)
{
    (void)state;
    blob_refused_with(12, 0x0118141d, "binary point beyond bit 28");
    blob_refused_with(16, 1, "both weights and support vectors");
    blob_refused_with(120, POISE_KERNEL_MAX_DROP + 1, "drops 64 bits");
    blob_refused_with(124, VECTORS + 1, "where there should be");
    blob_refused_with(128, 1u << POISE_PLACE_BITS, "support vector 1 of the compiled model is out of range");
    blob_refused_with(160, 0x80000000, "exceed 32 bits");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernel_values_are_powers_of_two),
        cmocka_unit_test(measurement_stays_below_the_bound),
        cmocka_unit_test(a_wrong_vector_is_noticed),
        cmocka_unit_test(refuses_what_it_cannot_hold),
        cmocka_unit_test(there_is_no_verilog),
        cmocka_unit_test(blob_there_and_back),
        cmocka_unit_test(damaged_blobs_are_refused),
        cmocka_unit_test(values_out_of_range_are_refused),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
