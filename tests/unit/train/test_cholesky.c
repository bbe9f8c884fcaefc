/* Is the inverse right, whatever the units, and refused where digits would be lost? */
#include "tests/test.h"
#include "train/numerics/cholesky.h"

#include <math.h>

enum { N = 3 };

static bool invert(const double *a, double *inverse)
{
    double work[N * N + N];
    assert_int_equal(train_cholesky_work(N), sizeof work / sizeof work[0]);
    return train_cholesky_invert(a, N, work, inverse);
}

/* Whether A B is the identity. */
static void assert_inverse(const double *a, const double *b)
{
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++) {
            double sum = 0.0;
            double size = 0.0;
            for (size_t k = 0; k < N; k++) {
                sum += a[i * N + k] * b[k * N + j];
                size += fabs(a[i * N + k] * b[k * N + j]);
            }
            assert_true(fabs(sum - (i == j ? 1.0 : 0.0)) <= 1e-14 * size);
        }
    }
}

static void product_with_the_inverse_is_the_identity(void **state)
{
    (void)state;
    const double a[N * N] = {4, 1, -2, 1, 3, 0.5, -2, 0.5, 5};
    double inverse[N * N];
    assert_true(invert(a, inverse));
    assert_inverse(a, inverse);
}

static void units_do_not_matter(void **state)
{
    (void)state;
    const double unit[N] = {1e-120, 1.0, 1e120};
    double a[N * N] = {4, 1, -2, 1, 3, 0.5, -2, 0.5, 5};
    for (size_t i = 0; i < N * N; i++)
        a[i] *= unit[i / N] * unit[i % N];
    double inverse[N * N];
    assert_true(invert(a, inverse));
    assert_inverse(a, inverse);
}

static void what_would_lose_digits_is_refused(void **state)
{
    (void)state;
    double inverse[N * N];
    const double refused[][N * N] = {
        {1, 1, 0, 1, 1, 0, 0, 0, 1},               /* dependent */
        {1, 2, 0, 2, 1, 0, 0, 0, 1},               /* indefinite */
        {1, 0, 0, 0, 0, 0, 0, 0, 1},               /* an empty column */
        {1, 0, 0, 0, NAN, 0, 0, 0, 1},             /* no number */
        {1, 0, 0, 0, INFINITY, 0, 0, 0, 1},        /* too large */
        {1, 1 - 2e-7, 0, 1 - 2e-7, 1, 0, 0, 0, 1}, /* variance inflation 2.5 million */
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_false(invert(refused[i], inverse));
    const double allowed[N * N] = {1, 1 - 2e-6, 0, 1 - 2e-6, 1, 0, 0, 0, 1}; /* 250,000 */
    assert_true(invert(allowed, inverse));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(product_with_the_inverse_is_the_identity),
        cmocka_unit_test(units_do_not_matter),
        cmocka_unit_test(what_would_lose_digits_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
