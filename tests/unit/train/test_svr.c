/* Do the support vector regressions predict what the libraries predict, and learn what there is? */
#include "tests/unit/train/small_dataset.h"
#include "tests/unit/train/small_plan.h"
#include "train/method/liblinear.h"
#include "train/method/libsvm.h"
#include "train/method/scaling.h"

enum { LAUNCHES = 20, ROWS = 3 * LAUNCHES };

/* The library's own predictions for the rows of `data`, from the same numbers that train_fit() gives it. */
static void library_predictions(const dataset *data, const train_spec *spec, int output, double out[ROWS])
{
    double x[ROWS * FEATURES_COUNT], z[ROWS * FEATURES_COUNT], y[ROWS], fitted[ROWS];
    double mean = 0.0;
    for (size_t i = 0; i < ROWS; i++) {
        memcpy(x + i * FEATURES_COUNT, data->rows[i].x, sizeof data->rows[i].x);
        y[i] = log(output == 0 ? data->rows[i].scaled_n : data->rows[i].scaled_p);
        mean += y[i] / ROWS;
    }
    train_scaling scaling = train_scaling_of(x, NULL, ROWS);
    for (size_t i = 0; i < ROWS; i++) {
        train_scale(&scaling, x + i * FEATURES_COUNT, z + i * FEATURES_COUNT);
        y[i] -= mean;
    }
    train_matrix matrix = {.rows = ROWS, .cols = FEATURES_COUNT, .x = z};
    if (spec->loss == TRAIN_LOSS_SQUARED) {
        double weight[FEATURES_COUNT];
        train_linear_fit fit = {.weight = weight, .fitted = fitted};
        assert_int_equal(train_liblinear_regression(&matrix, y, spec->hyper[TRAIN_COST_HYPER],
                                                    spec->hyper[TRAIN_EPSILON_HYPER], &fit, NULL),
                         POISE_OK);
    } else {
        double coefficient[ROWS];
        train_libsvm_fit fit = {.coefficient = coefficient, .fitted = fitted};
        train_libsvm_options options = {.rbf = spec->method == TRAIN_RBF,
                                        .nu_svr = spec->loss == TRAIN_LOSS_NU,
                                        .cost = spec->hyper[TRAIN_COST_HYPER],
                                        .epsilon = spec->hyper[TRAIN_EPSILON_HYPER],
                                        .nu = spec->hyper[TRAIN_NU_HYPER],
                                        .gamma = spec->hyper[TRAIN_GAMMA_HYPER]};
        assert_int_equal(train_libsvm(&matrix, y, &options, &fit, NULL), POISE_OK);
    }
    for (size_t i = 0; i < ROWS; i++)
        out[i] = fitted[i] + mean;
}

static const struct {
    train_method method;
    train_loss loss;
} kinds[] = {{TRAIN_LINEAR, TRAIN_LOSS_SQUARED},
             {TRAIN_LINEAR, TRAIN_LOSS_EPSILON},
             {TRAIN_LINEAR, TRAIN_LOSS_NU},
             {TRAIN_RBF, TRAIN_LOSS_EPSILON},
             {TRAIN_RBF, TRAIN_LOSS_NU}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static train_spec spec_of(size_t kind)
{
    return (train_spec){.method = kinds[kind].method,
                        .loss = kinds[kind].loss,
                        .hyper = {[TRAIN_COST_HYPER] = 3.0,
                                  [TRAIN_EPSILON_HYPER] = 0.05,
                                  [TRAIN_NU_HYPER] = 0.4,
                                  [TRAIN_GAMMA_HYPER] = 0.2}};
}

static void predictions_equal_those_of_the_libraries(void **state)
{
    (void)state;
    dataset data = small_dataset(LAUNCHES);
    for (size_t kind = 0; kind < KINDS; kind++) {
        train_spec spec = spec_of(kind);
        train_outcome outcome;
        assert_int_equal(train_fit(&data, NULL, &spec, "test", &outcome, NULL), POISE_OK);
        for (int output = 0; output < MODEL_OUTPUTS; output++) {
            double expected[ROWS];
            library_predictions(&data, &spec, output, expected);
            for (size_t i = 0; i < ROWS; i++) {
                double found = poise_model_link(&outcome.model, output, data.rows[i].x);
                if (!(fabs(found - expected[i]) < 1e-11))
                    fail_msg("kind %zu, row %zu: %.17g, the library %.17g", kind, i, found, expected[i]);
            }
        }
        train_outcome_free(&outcome);
    }
    dataset_free(&data);
}

/* The logarithms of the targets are linear in the features: a linear machine finds that, a Gaussian one nears
 * it. */
static void what_there_is_to_learn_is_learned(void **state)
{
    (void)state;
    static const double largest_error[KINDS] = {0.01, 0.06, 0.06, 0.15, 0.3};
    dataset data = small_dataset(LAUNCHES);
    for (size_t kind = 0; kind < KINDS; kind++) {
        train_spec spec = spec_of(kind);
        spec.hyper[TRAIN_COST_HYPER] = 100.0;
        spec.hyper[TRAIN_EPSILON_HYPER] = kind == 0 ? 0.0 : 0.05;
        train_outcome outcome;
        assert_int_equal(train_fit(&data, NULL, &spec, "test", &outcome, NULL), POISE_OK);
        for (size_t i = 0; i < ROWS; i++) {
            for (int output = 0; output < MODEL_OUTPUTS; output++) {
                double error = poise_model_link(&outcome.model, output, data.rows[i].x) -
                               log(small_mean(output, data.rows[i].x));
                if (!(fabs(error) < largest_error[kind]))
                    fail_msg("kind %zu, row %zu, output %d: off by %g", kind, i, output, error);
            }
        }
        train_outcome_free(&outcome);
    }
    dataset_free(&data);
}

/* A row of weight 3 counts as three rows of weight 1. */
static void weights_count_as_copies(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < KINDS; kind++) {
        dataset weighted = small_dataset(LAUNCHES);
        train_spec spec = spec_of(kind);
        train_outcome heavy, copied, plain;
        assert_int_equal(train_fit(&weighted, NULL, &spec, "test", &plain, NULL), POISE_OK);
        weighted.rows[7].weight = 3.0;
        assert_int_equal(train_fit(&weighted, NULL, &spec, "test", &heavy, NULL), POISE_OK);
        weighted.rows[7].weight = 1.0;
        dataset more = weighted;
        more.rows = calloc(ROWS + 2, sizeof *more.rows);
        memcpy(more.rows, weighted.rows, ROWS * sizeof *more.rows);
        more.rows[ROWS] = more.rows[ROWS + 1] = weighted.rows[7];
        more.n_rows = ROWS + 2;
        assert_int_equal(train_fit(&more, NULL, &spec, "test", &copied, NULL), POISE_OK);
        double apart = 0.0;
        for (size_t i = 0; i < ROWS; i++) {
            double a = poise_model_link(&heavy.model, 0, weighted.rows[i].x);
            apart = fmax(apart, fabs(a - poise_model_link(&plain.model, 0, weighted.rows[i].x)));
            assert_true(fabs(a - poise_model_link(&copied.model, 0, weighted.rows[i].x)) < 0.01);
        }
        assert_true(apart > 1e-6);
        train_outcome_free(&plain);
        train_outcome_free(&heavy);
        train_outcome_free(&copied);
        free(more.rows);
        dataset_free(&weighted);
    }
}

static void equal_targets_and_constant_features_are_fine(void **state)
{
    (void)state;
    dataset data = small_dataset(5);
    for (size_t i = 0; i < data.n_rows; i++) {
        data.rows[i].scaled_p = 4.0;
        data.rows[i].x[MODEL_X_h_one] = 0.1; /* not a whole number of bits: its mean is rounded */
    }
    for (size_t kind = 0; kind < KINDS; kind++) {
        train_spec spec = spec_of(kind);
        train_outcome outcome;
        poise_error err = {0};
        if (train_fit(&data, NULL, &spec, "test", &outcome, &err) != POISE_OK)
            fail_msg("%s", err.text);
        for (size_t i = 0; i < data.n_rows; i++)
            assert_true(fabs(poise_model_link(&outcome.model, 1, data.rows[i].x) - log(4.0)) < 0.1);
        train_outcome_free(&outcome);
    }
    dataset_free(&data);
}

static void nonsense_is_refused_with_a_sentence(void **state)
{
    (void)state;
    dataset data = small_dataset(5);
    train_spec spec = spec_of(3);
    train_outcome outcome;
    poise_error err = {0};
    spec.hyper[TRAIN_COST_HYPER] = -1.0;
    assert_int_equal(train_fit(&data, NULL, &spec, "test", &outcome, &err), POISE_USAGE);
    assert_contains(err.text, "libsvm says");
    train_outcome_free(&outcome);
    spec = spec_of(0);
    spec.hyper[TRAIN_COST_HYPER] = 0.0;
    assert_int_equal(train_fit(&data, NULL, &spec, "test", &outcome, &err), POISE_USAGE);
    assert_contains(err.text, "LIBLINEAR says");
    train_outcome_free(&outcome);
    data.n_rows = 1;
    assert_int_equal(train_fit(&data, NULL, &spec, "test", &outcome, &err), POISE_FAILED);
    assert_contains(err.text, "1 rows are too few");
    train_outcome_free(&outcome);
    data.n_rows = 15;
    dataset_free(&data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predictions_equal_those_of_the_libraries),
        cmocka_unit_test(what_there_is_to_learn_is_learned),
        cmocka_unit_test(weights_count_as_copies),
        cmocka_unit_test(equal_targets_and_constant_features_are_fine),
        cmocka_unit_test(nonsense_is_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
