/* The command line of a workload: values, defaults, and an exit code for every mistake. */
#include "datasets/common/memory.h"
#include "datasets/common/workload.h"
#include "tests/unit/datasets/ending.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MAX_WORDS = 8, NO_FAILURE = RETURNED };

typedef struct command_line {
    int expected; /* exit code, or NO_FAILURE */
    char *word[MAX_WORDS];
} command_line;

typedef struct values {
    uint32_t size, input;
} values;

static void parse(const command_line *line, values *v)
{
    const workload_option options[] = {
        {"size", &v->size, 10, 1, 100, NULL, "things"},
        {"input", &v->input, 1, 0, 0, "rmat|uniform|grid", "kind"},
        {"file", NULL, 0, 0, 0, workload_path, "file instead"},
    };
    const workload work = {"example", "an example", options, sizeof options / sizeof *options};
    char *argv[MAX_WORDS + 2] = {"example"};
    int argc = 1;
    while (argc <= MAX_WORDS && line->word[argc - 1]) {
        argv[argc] = line->word[argc - 1];
        argc++;
    }
    workload_begin(&work, argc, argv);
}

static void parse_and_forget(const void *line)
{
    values v;
    parse(line, &v);
}

static void options_that_are_not_given_have_their_defaults(void **state)
{
    (void)state;
    values v;
    parse(&(command_line){0}, &v);
    assert_int_equal(v.size, 10);
    assert_int_equal(v.input, 1);
}

static void both_forms_set_values_and_the_last_one_counts(void **state)
{
    (void)state;
    values v;
    parse(&(command_line){.word = {"--size", "100", "--input=grid", "--size=1"}}, &v);
    assert_int_equal(v.size, 1);
    assert_int_equal(v.input, 2);
}

static void a_path_is_taken_as_it_is_and_need_not_be_given(void **state)
{
    (void)state;
    values v;
    parse(&(command_line){.word = {"--file", "a b=c.mtx", "--size", "7"}}, &v);
    assert_string_equal(workload_file(), "a b=c.mtx");
    assert_int_equal(v.size, 7);
    parse(&(command_line){0}, &v);
    assert_null(workload_file());
}

static void mistakes_end_with_two_and_help_with_zero(void **state)
{
    (void)state;
    static const command_line lines[] = {
        {NO_FAILURE, {"--size", "5"}},
        {0, {"--help"}},
        {0, {"--size", "5", "--help"}},
        {2, {"--size", "0"}},   /* below the range */
        {2, {"--size", "101"}}, /* above */
        {2, {"--size", "-5"}},
        {2, {"--size", "+5"}},
        {2, {"--size", " 5"}},
        {2, {"--size", "5x"}},
        {2, {"--size", ""}},
        {2, {"--size", "99999999999999999999999"}},
        {2, {"--size"}},
        {2, {"--file"}},
        {2, {"--input", "mesh"}},
        {2, {"--input", "rmat|uniform"}},
        {2, {"--input="}},
        {2, {"--siz", "5"}},
        {2, {"--sizes", "5"}},
        {2, {"--"}},
        {2, {"5"}},
        {2, {"-s", "5"}},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_int_equal(ending_of(parse_and_forget, &lines[i]), lines[i].expected);
}

static void fill_a_disk(const void *unused)
{
    (void)unused;
    values v;
    if (freopen("/dev/full", "w", stdout))
        parse(&(command_line){.word = {"--help"}}, &v);
}

static void full_disk_is_a_failure(void **state)
{
    (void)state;
    assert_int_equal(ending_of(fill_a_disk, NULL), 1);
}

static void ask_for_too_much(const void *unused)
{
    (void)unused;
    (void)memory_array(SIZE_MAX / 4, 8);
}

static void array_that_does_not_fit_ends_the_program(void **state)
{
    (void)state;
    assert_int_equal(ending_of(ask_for_too_much, NULL), 1);
    const unsigned char *zeros = memory_array(1000, 1);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(zeros[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_that_are_not_given_have_their_defaults),
        cmocka_unit_test(both_forms_set_values_and_the_last_one_counts),
        cmocka_unit_test(a_path_is_taken_as_it_is_and_need_not_be_given),
        cmocka_unit_test(mistakes_end_with_two_and_help_with_zero),
        cmocka_unit_test(full_disk_is_a_failure),
        cmocka_unit_test(array_that_does_not_fit_ends_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
