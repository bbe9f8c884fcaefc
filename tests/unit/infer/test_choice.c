/* A choice among tuples: engine against double arithmetic, how tuples are scaled, what is refused, the blob.
 */
#include "infer_test.h"

#include "common/hash.h"
#include "infer/blob.h"
#include "infer/emit.h"
#include "infer/poise_choice.h"
#include "infer/precision.h"
#include "infer/quantise.h"
#include "infer/scale.h"
#include "tests/folder.h"

#include <math.h>

/* Tuples {1,0} {1,1} {2,0} ..., with weights of either sign that make all of them the best somewhere. */
static poise_model choice_model(size_t tuples, double size)
{
    poise_model model = thesis_model();
    poise_random random;
    poise_random_seed(&random, tuples);
    model.kind = MODEL_CHOICE;
    model.least_p = 0;
    memset(model.weight, 0, sizeof model.weight);
    model.choice = poise_model_choice_new(tuples);
    assert_non_null(model.choice);
    int n = 1, p = 0;
    for (size_t t = 0; t < tuples; t++, p = p < n ? p + 1 : 0, n += p == 0) {
        model_tuple *tuple = &model.choice->tuple[t];
        *tuple = (model_tuple){.n = n, .p = p};
        for (int i = 0; i < POISE_FEATURES; i++)
            tuple->weight[i] = size * (2 * poise_random_real(&random) - 1) /
                               (i == 6 ? 100 : poise_feature_range[MODEL_VIEW_THESIS][i]);
    }
    return model;
}

static void the_engine_chooses_as_double_arithmetic_does(void **state)
{
    (void)state;
    static const size_t tuples[] = {1, 2, 54, POISE_MAX_TUPLES};
    for (size_t i = 0; i < sizeof tuples / sizeof *tuples; i++) {
        poise_model model = choice_model(tuples[i], 1);
        poise_weights weights = compiled(&model);
        poise_precision precision;
        poise_sweep sweep;
        poise_precision_bound(&model, &weights, &precision);
        assert_true(precision.time_bound > 0 && precision.time_bound < 1e-5);
        poise_precision_sweep(&model, &weights, 20000, &sweep);
        assert_int_equal(sweep.vectors, 20000);
        assert_int_equal(sweep.unexplained, 0);
        assert_true(sweep.differing <= 2);
        poise_weights_free(&weights);
        poise_model_free(&model);
    }
}

/* Weights of the engine that are not those of the model are noticed. */
static void a_wrong_weight_is_noticed(void **state)
{
    (void)state;
    poise_model model = choice_model(20, 1);
    poise_weights weights = compiled(&model);
    poise_sweep sweep;
    model.choice->tuple[3].weight[MODEL_X_constant] -= 3;
    poise_precision_sweep(&model, &weights, 20000, &sweep);
    assert_true(sweep.unexplained > 0 && sweep.excess > 0.01);
    poise_weights_free(&weights);
    poise_model_free(&model);
}

/* All weights 0: the first of equals, in both arithmetics. */
static void tuples_are_scaled_and_one_warp_is_never_none(void **state)
{
    (void)state;
    poise_model model = choice_model(1, 0);
    const poise_features features = {{0}};
    const double x[POISE_FEATURES] = {0};
    for (int n = 1; n <= 24; n++) {
        for (int p = 0; p <= n; p++) {
            model.choice->tuple[0].n = n;
            model.choice->tuple[0].p = p;
            poise_weights weights = compiled(&model);
            for (unsigned warps = 1; warps <= POISE_MAX_WARPS; warps++) {
                unsigned got_n, got_p;
                int exact_n, exact_p;
                poise_predict(&weights, &features, warps, &got_n, &got_p);
                poise_model_predict(&model, x, (int)warps, &exact_n, &exact_p);
                assert_true((int)got_n == exact_n && (int)got_p == exact_p);
                assert_true(1 <= got_n && got_n <= warps && got_p <= got_n);
                assert_true((got_p == 0) == (p == 0));
            }
            poise_weights_free(&weights);
        }
    }
    model.choice->tuple[0].n = 12;
    model.choice->tuple[0].p = 1;
    int n, p;
    poise_model_predict(&model, x, 8, &n, &p);
    assert_true(n == 4 && p == 1);
    assert_true(poise_model_link(&model, 0, x) == log(12) && poise_model_link(&model, 1, x) == 0);
    poise_model_free(&model);
}

static void refuses_what_it_cannot_hold(void **state)
{
    (void)state;
    poise_weights weights;
    poise_error err = {0};
    poise_model model = choice_model(4, 1e12);
    assert_int_equal(poise_quantise(&model, &weights, &err), POISE_USAGE);
    assert_contains(err.text, "too large for the engine's 32 bits");
    poise_model_free(&model);
    model = choice_model(4, 1e6);
    assert_int_equal(poise_quantise(&model, &weights, &err), POISE_USAGE);
    assert_contains(err.text, "an expected time could be wrong by");
    poise_model_free(&model);
    model = choice_model(4, 1);
    weights = compiled(&model);
    assert_int_equal(poise_emit_verilog(&model, &weights, test_path("x.v"), &err), POISE_USAGE);
    assert_contains(err.text, "chooses among tuples by other features");
    poise_weights_free(&weights);
    poise_model_free(&model);
}

/* ---- the blob ---- */

enum { TUPLES = 3, BLOB = POISE_BLOB_CHOICE_BYTES + TUPLES * POISE_BLOB_TUPLE_BYTES };

static void encode(unsigned char bytes[BLOB])
{
    poise_model model = choice_model(TUPLES, 1);
    poise_weights weights = compiled(&model);
    assert_int_equal(poise_blob_size(&weights), BLOB);
    poise_blob_encode(&weights, bytes);
    poise_weights_free(&weights);
    poise_model_free(&model);
}

static void blob_there_and_back(void **state)
{
    (void)state;
    unsigned char bytes[BLOB], again[BLOB];
    encode(bytes);
    poise_weights back;
    assert_int_equal(poise_blob_decode(bytes, sizeof bytes, &back, NULL), POISE_OK);
    assert_true(back.zero_p && back.choose == poise_choose && back.choice->count == TUPLES);
    poise_blob_encode(&back, again);
    assert_memory_equal(bytes, again, sizeof bytes);
    poise_weights_free(&back);
}

/* With a checksum that fits. */
static void assert_damaged(unsigned char bytes[BLOB], size_t at, unsigned char value, const char *reason)
{
    poise_weights back;
    poise_error err = {0};
    encode(bytes);
    bytes[at] = value;
    uint64_t checksum = poise_checksum64(bytes, BLOB - 8);
    for (int i = 0; i < 8; i++)
        bytes[BLOB - 8 + i] = (unsigned char)(checksum >> 8 * i);
    assert_int_equal(poise_blob_decode(bytes, BLOB, &back, &err), POISE_DAMAGED);
    assert_contains(err.text, reason);
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
    assert_damaged(bytes, 15, 7, "unknown kind 7");
    assert_damaged(bytes, 15, 4, "a tuple {1,0}"); /* p = 0 where it is not allowed */
    assert_damaged(bytes, 20, 0, "a tuple {0,0}");
    assert_damaged(bytes, 20, 25, "a tuple {25,0}");
    assert_damaged(bytes, 21, 2, "a tuple {1,2}");
    assert_damaged(bytes, 22, 1, "too many warps");
    assert_damaged(bytes, 16, 2, "bytes where there should be");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_engine_chooses_as_double_arithmetic_does),
        cmocka_unit_test(a_wrong_weight_is_noticed),
        cmocka_unit_test(tuples_are_scaled_and_one_warp_is_never_none),
        cmocka_unit_test_setup_teardown(refuses_what_it_cannot_hold, make_test_folder, remove_test_folder),
        cmocka_unit_test(blob_there_and_back),
        cmocka_unit_test(damaged_blobs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
