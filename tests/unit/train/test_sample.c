/* Rows that a model is learned from, where memory is short. */
#include "tests/test.h"
#include "train/sample.h"

#include <malloc.h>
#include <sys/resource.h>

enum {
    ROWS = 1 << 18,
    NUMBERS = 5 /* of a row beside its features: two targets, their logarithms, a weight */
};

/* What the process may take, above what it has. */
static void set_room(const struct rlimit *before, size_t bytes)
{
    size_t pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%zu", &pages) != 1)
        skip_test("there is no /proc/self/statm that says how large a process is");
    (void)fclose(file);
    const struct rlimit limit = {(rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes, before->rlim_max};
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

/* Room for some of the arrays, from none to all, each of which is of megabytes: the first is features. */
static void each_array_may_not_fit(void **state)
{
    (void)state;
    if (ADDRESS_SANITIZER)
        skip_test("AddressSanitizer ends programs that ask for more than there is");
    const size_t array = ROWS * sizeof(double), spare = array / 2;
    const dataset data = {.n_rows = ROWS};
    static bool use[ROWS];
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    assert_int_equal(mallopt(M_MMAP_THRESHOLD, (int)spare), 1); /* what is freed is given back at once */
    for (size_t arrays = 0; arrays <= FEATURES_COUNT + NUMBERS; arrays++) {
        train_sample sample;
        poise_error err = {0};
        set_room(&before, arrays * array + spare);
        const int code = train_sample_select(&data, use, &sample, &err);
        assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
        assert_int_equal(code, arrays < FEATURES_COUNT + NUMBERS ? POISE_FAILED : POISE_OK);
        if (code != POISE_OK)
            assert_contains(err.text, "no memory for 262144 rows");
        train_sample_free(&sample);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_array_may_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
