/* Method speed: the slope of a surface is right, and following it gives fast tuples. */
#include "tests/test.h"
#include "tests/unit/train/small_dataset.h"
#include "train/method/method.h"
#include "train/method/speed_fit.h"
#include "train/method/time_surface.h"
#include "train/validate/lookup.h"

static double time_at(const train_time_surface *t, double u, double v)
{
    double slope[2] = {0, 0};
    return train_time_at(t, u, v, 1, slope);
}

static train_time_surface hill(uint32_t warps, uint32_t n, uint32_t p)
{
    surface s;
    train_time_surface t;
    small_surface(&s, warps, n, p);
    assert_int_equal(train_time_surface_create(&t, &s, NULL), POISE_OK);
    surface_free(&s);
    return t;
}

static void tuples_have_their_measured_time(void **state)
{
    (void)state;
    surface s;
    train_time_surface t;
    small_surface(&s, 24, 9, 4);
    assert_int_equal(train_time_surface_create(&t, &s, NULL), POISE_OK);
    for (uint32_t n = 1; n <= 24; n++) {
        for (uint32_t p = 1; p <= n; p++)
            assert_true(fabs(time_at(&t, log(n), log(p)) - 1 / surface_at(&s, n, p)) < 1e-12);
    }
    /* predictions beyond the triangle are limited as the engine limits them */
    assert_true(fabs(time_at(&t, log(5), log(20)) - 1 / surface_at(&s, 5, 5)) < 1e-12);
    assert_true(fabs(time_at(&t, 300, 400) - 1 / surface_at(&s, 24, 24)) < 1e-12);
    assert_true(fabs(time_at(&t, -300, 7) - 1 / surface_at(&s, 1, 1)) < 1e-12);
    train_time_surface_free(&t);
    surface_free(&s);
}

/* Where p = 0 was measured exp(v) goes on from 1 to 0; where it was not p stays 1. */
static void p_goes_down_to_0_where_it_was_measured(void **state)
{
    (void)state;
    for (uint32_t least_p = 0; least_p < 2; least_p++) {
        surface s;
        train_time_surface t;
        small_surface_from(&s, least_p, 24, 9, 0);
        assert_int_equal(train_time_surface_create(&t, &s, NULL), POISE_OK);
        assert_int_equal(t.least_p, least_p);
        for (uint32_t n = 1; n <= 24; n++) {
            double one = 1 / surface_at(&s, n, 1), zero = least_p ? one : 1 / surface_at(&s, n, 0);
            assert_true(fabs(time_at(&t, log(n), -50) - zero) < 1e-12);
            assert_true(fabs(time_at(&t, log(n), log(0.5)) - (one + zero) / 2) < 1e-12);
        }
        train_time_surface_free(&t);
        surface_free(&s);
    }
}

static void assert_slopes(const train_time_surface *t)
{
    static const double at[][2] = {{2.05, 1.31}, {0.33, 0.21}, {2.9, 0.4}, {1.5, 2.5},
                                   {3.9, 2.2},   {-1, -1},     {1.1, -0.7}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        const double h = 1e-6, u = at[i][0], v = at[i][1];
        double slope[2] = {0, 0};
        (void)train_time_at(t, u, v, 3, slope);
        double by_u = 3 * (time_at(t, u + h, v) - time_at(t, u - h, v)) / (2 * h);
        double by_v = 3 * (time_at(t, u, v + h) - time_at(t, u, v - h)) / (2 * h);
        assert_true(fabs(slope[0] - by_u) < 1e-6);
        assert_true(fabs(slope[1] - by_v) < 1e-6);
    }
}

static void slope_is_the_derivative(void **state)
{
    (void)state;
    for (uint32_t least_p = 0; least_p < 2; least_p++) {
        surface s;
        train_time_surface t;
        small_surface_from(&s, least_p, 24, 9, 4);
        assert_int_equal(train_time_surface_create(&t, &s, NULL), POISE_OK);
        assert_slopes(&t);
        train_time_surface_free(&t);
        surface_free(&s);
    }
}

static void one_warp_has_one_tuple(void **state)
{
    (void)state;
    train_time_surface t = hill(1, 1, 1);
    assert_true(fabs(time_at(&t, 2, 1) - 1 / 1.5) < 1e-12);
    train_time_surface_free(&t);
}

/* Harmonic mean of the speedups of what the model predicts. */
static double speed_of(const dataset *data, const poise_model *model)
{
    double time = 0;
    for (size_t i = 0; i < data->n_rows; i++) {
        int n, p;
        train_point point;
        poise_model_predict(model, data->rows[i].x, (int)data->rows[i].warps, &n, &p);
        assert_true(train_lookup(&data->rows[i].speedup, (uint32_t)n, (uint32_t)p, &point));
        time += 1 / point.speedup;
    }
    return (double)data->n_rows / time;
}

static void learn(const dataset *data, train_method method, double spread, train_outcome *outcome)
{
    train_spec spec = {.method = method, .negbin = train_negbin_thesis};
    poise_error err;
    spec.hyper[TRAIN_RIDGE_HYPER] = 0.01;
    spec.hyper[TRAIN_SPREAD_HYPER] = spread;
    if (train_fit(data, NULL, &spec, "test", outcome, &err) != POISE_OK)
        fail_msg("%s", err.text);
}

/* The regression of the targets is where the best of the searches begins, also with targets of 0: without it
 * these would end at 1.473 and 1.471. */
static void targets_of_0_are_a_place_to_begin(void **state)
{
    (void)state;
    for (uint32_t launches = 13; launches <= 20; launches += 7) {
        dataset data = small_dataset_from_p_0(launches, 3);
        train_outcome speed;
        learn(&data, TRAIN_SPEED, 0.3, &speed);
        assert_true(speed_of(&data, &speed.model) > 1.476);
        train_outcome_free(&speed);
        dataset_free(&data);
    }
}

static void learned_weights_are_fast(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    train_outcome tuple, speed, again;
    learn(&data, TRAIN_CONSTANT, 0, &tuple);
    learn(&data, TRAIN_SPEED, 0.2, &speed);
    learn(&data, TRAIN_SPEED, 0.2, &again);
    assert_int_equal(speed.model.kind, MODEL_LINEAR);
    assert_int_equal(speed.rows, 36);
    assert_memory_equal(speed.model.weight, again.model.weight, sizeof speed.model.weight);
    assert_true(speed_of(&data, &tuple.model) < 1.44);
    assert_true(speed_of(&data, &speed.model) > 1.47); /* the hills are 1.5 high */
    train_outcome_free(&tuple);
    train_outcome_free(&speed);
    train_outcome_free(&again);
    dataset_free(&data);
}

/* A peak of one tuple beside a plateau: what is sure to be missed is not aimed at. */
static void spread_prefers_plateaus(void **state)
{
    (void)state;
    dataset data = small_dataset(12);
    for (size_t i = 0; i < data.n_rows; i++) {
        surface *s = &data.rows[i].speedup;
        for (uint32_t n = 1; n <= s->warps; n++) {
            for (uint32_t p = 1; p <= n; p++)
                s->value[profile_point(n, p)] = n == s->warps / 4 ? 1.5 : 10 * n < 6 * s->warps ? 0.5 : 1.4;
        }
    }
    train_outcome sharp, blurred;
    learn(&data, TRAIN_SPEED, 0, &sharp);
    learn(&data, TRAIN_SPEED, 0.4, &blurred);
    assert_true(speed_of(&data, &sharp.model) > 1.49);
    assert_true(speed_of(&data, &blurred.model) < 1.41);
    train_outcome_free(&sharp);
    train_outcome_free(&blurred);
    dataset_free(&data);
}

static void nothing_to_learn_from_is_an_error(void **state)
{
    (void)state;
    dataset none = {0};
    train_outcome outcome;
    train_spec spec = {.method = TRAIN_SPEED};
    assert_int_equal(train_fit(&none, NULL, &spec, "test", &outcome, NULL), POISE_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tuples_have_their_measured_time),
        cmocka_unit_test(p_goes_down_to_0_where_it_was_measured),
        cmocka_unit_test(slope_is_the_derivative),
        cmocka_unit_test(one_warp_has_one_tuple),
        cmocka_unit_test(targets_of_0_are_a_place_to_begin),
        cmocka_unit_test(learned_weights_are_fast),
        cmocka_unit_test(spread_prefers_plateaus),
        cmocka_unit_test(nothing_to_learn_from_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
