/* What tables of results say of models that are missing, and of which kernels their bounds are. */
#include "tests/test.h"
#include "train/analyse/analysis.h"
#include "train/validate/compare.h"

#include <stdlib.h>

static char text[1 << 14];

static FILE *begin(void)
{
    memset(text, 0, sizeof text);
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    assert_non_null(out);
    return out;
}

static void a_single_kernel_without_a_model_is_told(void **state)
{
    (void)state;
    for (size_t without = 0; without < 2; without++) {
        train_variant variant = {.title = "all", .kernels_without = without, .failure = {.text = "reason"}};
        variant.summary.kernels = 3;
        const train_analysis_result result = {.n = 1, .variant = &variant};
        FILE *out = begin();
        train_print_analysis(out, &result);
        fclose(out);
        assert_true((strstr(text, "no model for 1 predictions: reason") != NULL) == (without == 1));
    }
}

/* The first of those over most kernels. */
static void bounds_are_those_over_most_kernels(void **state)
{
    (void)state;
    static const size_t kernels[] = {2, 5, 5};
    train_comparison comparison = {.n = 3};
    for (size_t i = 0; i < 3; i++) {
        train_contender *c = &comparison.contender[i];
        c->title = "some";
        c->summary =
            (train_summary){.kernels = kernels[i], .swl = 1.5 + (double)i, .static_best = 11.25 + (double)i};
    }
    FILE *out = begin();
    train_print_comparison(out, &comparison);
    fclose(out);
    assert_contains(text, " 12.250 ");
    assert_null(strstr(text, " 11.250 "));
    assert_null(strstr(text, " 13.250 "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_single_kernel_without_a_model_is_told),
        cmocka_unit_test(bounds_are_those_over_most_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
