/* Does one table parse values, command lines, files and policy strings, and refuse what is wrong? */
#include "common/options.h"
#include "tests/test.h"

typedef struct settings {
    bool json;
    int64_t jobs, offset;
    double weight;
    const char *config;
    int policy;
} settings;

static const poise_option table[] = {
    {"json", 'j', POISE_OPT_FLAG, offsetof(settings, json), NULL, POISE_ANY_RANGE, NULL, NULL, "print JSON"},
    {"jobs", 'J', POISE_OPT_INT, offsetof(settings, jobs), "2", 1, 64, NULL, NULL, "threads"},
    {"line_offset", 0, POISE_OPT_INT, offsetof(settings, offset), NULL, POISE_ANY_RANGE, NULL, NULL,
     "offset, bytes"},
    {"weight", 'w', POISE_OPT_REAL, offsetof(settings, weight), "0.1", -1, 1, NULL, NULL, "weight"},
    {"config", 'c', POISE_OPT_STRING, offsetof(settings, config), NULL, POISE_ANY_RANGE, NULL, "FILE",
     "machine"},
    {"policy", 'p', POISE_OPT_CHOICE, offsetof(settings, policy), "lru", POISE_ANY_RANGE, "lru|fifo|lru2",
     NULL, "replacement"},
};
enum { N = sizeof table / sizeof table[0] };

static settings defaults(void)
{
    settings s;
    memset(&s, 0xff, sizeof s);
    assert_int_equal(poise_options_defaults(table, N, &s, NULL), 0);
    return s;
}

static int set(settings *s, const char *name, const char *value, poise_error *err)
{
    return poise_options_set(table, N, s, "option", name, value, err);
}

/* ---- values ---- */

static void defaults_are_parsed_or_zero(void **state)
{
    (void)state;
    const settings s = defaults();
    assert_false(s.json);
    assert_int_equal(s.jobs, 2);
    assert_int_equal(s.offset, 0);
    assert_true(s.weight == 0.1);
    assert_null(s.config);
    assert_int_equal(s.policy, 0);
}

static void bad_default_is_a_programming_error(void **state)
{
    (void)state;
    const poise_option bad = {"jobs", 0, POISE_OPT_INT, 0, "99", 1, 64, NULL, NULL, ""};
    int64_t jobs;
    poise_error err;
    assert_int_equal(poise_options_defaults(&bad, 1, &jobs, &err), POISE_FAILED);
    assert_int_equal(err.code, POISE_FAILED);
}

static void numbers_are_read_to_their_end(void **state)
{
    (void)state;
    settings s = defaults();
    assert_int_equal(set(&s, "jobs", "64", NULL), 0);
    assert_int_equal(s.jobs, 64);
    assert_int_equal(set(&s, "line_offset", "-0x10", NULL), 0);
    assert_int_equal(s.offset, -16);
    assert_int_equal(set(&s, "line_offset", "010", NULL), 0); /* not octal */
    assert_int_equal(s.offset, 10);
    assert_int_equal(set(&s, "weight", "-1e-2", NULL), 0);
    assert_true(s.weight == -0.01);

    static const char *const not_whole[] = {"",   "7x",  " 7",    "1.5",
                                            "0x", "--2", "seven", "99999999999999999999"};
    for (size_t i = 0; i < sizeof not_whole / sizeof not_whole[0]; i++)
        assert_int_equal(set(&s, "line-offset", not_whole[i], NULL), POISE_USAGE);
    static const char *const not_real[] = {"", "nan", "inf", "0.5.1", "1,5"};
    for (size_t i = 0; i < sizeof not_real / sizeof not_real[0]; i++)
        assert_int_equal(set(&s, "weight", not_real[i], NULL), POISE_USAGE);
    assert_int_equal(s.offset, 10); /* a refused value changes nothing */
    assert_true(s.weight == -0.01);
}

/* An option of 32 bits writes these and not what stands beside them. */
static void small_numbers_stay_in_their_field(void **state)
{
    (void)state;
    struct {
        uint32_t before, ways, after;
    } field = {11, 99, 22};
    const poise_option small = {"ways",
                                0,
                                POISE_OPT_UINT32,
                                (size_t)((char *)&field.ways - (char *)&field),
                                "8",
                                POISE_ANY_RANGE,
                                NULL,
                                NULL,
                                "ways"};
    poise_error err;
    char text[64];
    assert_int_equal(poise_options_defaults(&small, 1, &field, NULL), 0);
    assert_int_equal(field.ways, 8);
    assert_int_equal(poise_options_set(&small, 1, &field, "option", "ways", "0xffffffff", NULL), 0);
    assert_int_equal(field.ways, UINT32_MAX);
    assert_int_equal(poise_option_format(&small, &field, text, sizeof text), 0);
    assert_string_equal(text, "ways = 4294967295");
    static const char *const wrong[] = {"-1", "4294967296", "99999999999999999999", "1.5", ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(poise_options_set(&small, 1, &field, "option", "ways", wrong[i], &err), POISE_USAGE);
    assert_int_equal(poise_options_set(&small, 1, &field, "option", "ways", "4294967296", &err), POISE_USAGE);
    assert_string_equal(err.text, "option ways: 4294967296 does not fit in 32 bits");
    assert_int_equal(field.ways, UINT32_MAX);
    assert_int_equal(field.before, 11);
    assert_int_equal(field.after, 22);
}

static void ranges_are_inclusive(void **state)
{
    (void)state;
    settings s = defaults();
    poise_error err;
    assert_int_equal(set(&s, "jobs", "1", NULL), 0);
    assert_int_equal(set(&s, "jobs", "0", &err), POISE_USAGE);
    assert_string_equal(err.text, "option jobs: 0 is out of range, it must be 1 to 64");
    assert_int_equal(set(&s, "jobs", "65", NULL), POISE_USAGE);
    assert_int_equal(set(&s, "weight", "1", NULL), 0);
    assert_int_equal(set(&s, "weight", "1.0000001", NULL), POISE_USAGE);
}

static void flags_and_choices_know_their_words(void **state)
{
    (void)state;
    settings s = defaults();
    poise_error err;
    assert_int_equal(set(&s, "json", "yes", NULL), 0);
    assert_true(s.json);
    assert_int_equal(set(&s, "json", "false", NULL), 0);
    assert_false(s.json);
    assert_int_equal(set(&s, "json", "2", NULL), POISE_USAGE);
    assert_int_equal(set(&s, "policy", "lru2", NULL), 0);
    assert_int_equal(s.policy, 2);
    assert_int_equal(set(&s, "policy", "fif", &err), POISE_USAGE);
    assert_contains(err.text, "lru|fifo|lru2");
}

static void unknown_names_get_the_nearest_one(void **state)
{
    (void)state;
    settings s = defaults();
    poise_error err;
    assert_int_equal(set(&s, "jbos", "1", &err), POISE_USAGE);
    assert_string_equal(err.text, "option 'jbos' is unknown; did you mean 'jobs'?");
    assert_int_equal(set(&s, "line_ofset", "1", &err), POISE_USAGE);
    assert_contains(err.text, "'line_offset'");
    assert_int_equal(set(&s, "gravity", "1", &err), POISE_USAGE);
    assert_string_equal(err.text, "option 'gravity' is unknown");
}

static void values_print_as_they_are_read(void **state)
{
    (void)state;
    settings s = defaults(), again = defaults();
    s = (settings){true, 64, -17, 1.0 / 3, "a b", 2};
    for (size_t i = 0; i < N; i++) {
        char text[64];
        assert_int_equal(poise_option_format(&table[i], &s, text, sizeof text), 0);
        char *value = strstr(text, " = ");
        assert_non_null(value);
        *value = '\0';
        assert_int_equal(set(&again, text, strcmp(text, "config") == 0 ? s.config : value + 3, NULL), 0);
    }
    assert_memory_equal(&again.weight, &s.weight, sizeof s.weight);
    assert_int_equal(again.offset, -17);
    assert_int_equal(again.policy, 2);
    assert_true(again.json);
    char text[64];
    assert_int_equal(poise_option_format(&table[3], &(settings){.weight = 0.1}, text, sizeof text), 0);
    assert_string_equal(text, "weight = 0.1");
    assert_int_equal(poise_option_format(&table[3], &s, text, 10), POISE_FAILED);
    assert_int_equal(poise_option_format(&table[5], &(settings){.policy = 3}, text, sizeof text),
                     POISE_FAILED);
}

/* ---- command lines ---- */

static int parse(settings *s, char **argv, int *n_words, poise_error *err)
{
    int argc = 0;
    while (argv[argc] != NULL)
        argc++;
    *s = defaults();
    return poise_options_parse(table, N, s, argc, argv, n_words, err);
}

#define ARGV(...) ((char *[]){"poise", __VA_ARGS__, NULL})

static void every_form_of_an_option_is_read(void **state)
{
    (void)state;
    settings s;
    int n = -1;
    char **argv =
        ARGV("one", "--jobs", "4", "-w-0.5", "two", "--line-offset=-3", "-c", "file", "-", "-jp", "fifo");
    assert_int_equal(parse(&s, argv, &n, NULL), 0);
    assert_int_equal(s.jobs, 4);
    assert_true(s.weight == -0.5);
    assert_int_equal(s.offset, -3);
    assert_string_equal(s.config, "file");
    assert_true(s.json);
    assert_int_equal(s.policy, 1);
    assert_int_equal(n, 3);
    assert_string_equal(argv[1], "one");
    assert_string_equal(argv[2], "two");
    assert_string_equal(argv[3], "-");
}

static void values_may_be_negative_or_look_like_options(void **state)
{
    (void)state;
    settings s;
    int n;
    assert_int_equal(parse(&s, ARGV("--line_offset", "-5", "-c", "--jobs"), &n, NULL), 0);
    assert_int_equal(s.offset, -5);
    assert_string_equal(s.config, "--jobs");
    assert_int_equal(n, 0);
}

static void flags_can_be_taken_back(void **state)
{
    (void)state;
    settings s;
    int n;
    assert_int_equal(parse(&s, ARGV("--json", "--no-json"), &n, NULL), 0);
    assert_false(s.json);
    assert_int_equal(parse(&s, ARGV("--json=0", "-j"), &n, NULL), 0);
    assert_true(s.json);
    assert_int_equal(parse(&s, ARGV("--no-jobs"), &n, NULL), POISE_USAGE);
}

static void a_list_keeps_every_value_in_order(void **state)
{
    (void)state;
    const poise_option list[] = {
        {"trace", 't', POISE_OPT_LIST, 0, NULL, POISE_ANY_RANGE, NULL, "FILE", "trace"},
    };
    poise_list traces;
    int n;
    poise_error err;
    assert_int_equal(poise_options_defaults(list, 1, &traces, NULL), 0);
    assert_int_equal(traces.n, 0);
    char **argv = ARGV("-t", "a", "--trace=b", "-tc");
    assert_int_equal(poise_options_parse(list, 1, &traces, 5, argv, &n, NULL), 0);
    assert_int_equal(traces.n, 3);
    assert_string_equal(traces.text[0], "a");
    assert_string_equal(traces.text[1], "b");
    assert_string_equal(traces.text[2], "c");
    while (traces.n < POISE_LIST_ENTRIES)
        assert_int_equal(poise_options_set(list, 1, &traces, "option", "trace", "d", NULL), 0);
    assert_int_equal(poise_options_set(list, 1, &traces, "option", "trace", "e", &err), POISE_USAGE);
    assert_string_equal(err.text, "option trace may be given at most 16 times");
}

static void double_dash_ends_options_and_stays(void **state)
{
    (void)state;
    settings s;
    int n;
    char **argv = ARGV("-j", "a", "--", "-J", "--nonsense", "--");
    assert_int_equal(parse(&s, argv, &n, NULL), 0);
    assert_int_equal(n, 5);
    assert_string_equal(argv[2], "--");
    assert_string_equal(argv[3], "-J");
    assert_string_equal(argv[5], "--");
    assert_int_equal(s.jobs, 2);
}

static void bad_command_lines_are_refused(void **state)
{
    (void)state;
    settings s;
    int n;
    poise_error err;
    assert_int_equal(parse(&s, ARGV("--jobs"), &n, &err), POISE_USAGE);
    assert_string_equal(err.text, "option jobs needs a value");
    assert_int_equal(parse(&s, ARGV("-J"), &n, &err), POISE_USAGE);
    assert_int_equal(parse(&s, ARGV("-x"), &n, &err), POISE_USAGE);
    assert_string_equal(err.text, "option '-x' is unknown");
    assert_int_equal(parse(&s, ARGV("--job=3"), &n, &err), POISE_USAGE);
    assert_contains(err.text, "did you mean 'jobs'?");
}

/* ---- policy strings ---- */

static int parse_colons(settings *s, const char *text, poise_error *err)
{
    static char copy[64];
    snprintf(copy, sizeof copy, "%s", text);
    *s = defaults();
    return poise_options_parse_colons(table, N, s, "policy test", copy, err);
}

static void arguments_go_in_table_order_or_by_name(void **state)
{
    (void)state;
    settings s;
    assert_int_equal(parse_colons(&s, "1:8:-4", NULL), 0);
    assert_true(s.json);
    assert_int_equal(s.jobs, 8);
    assert_int_equal(s.offset, -4);
    assert_int_equal(parse_colons(&s, "0:weight=0.25:7:policy=fifo", NULL), 0);
    assert_int_equal(s.jobs, 7);
    assert_true(s.weight == 0.25);
    assert_int_equal(s.policy, 1);
    assert_int_equal(parse_colons(&s, "", NULL), 0);
    assert_int_equal(poise_options_parse_colons(table, N, &s, "policy test", NULL, NULL), 0);
}

static void bad_arguments_name_the_policy(void **state)
{
    (void)state;
    settings s;
    poise_error err;
    assert_int_equal(parse_colons(&s, "1:99", &err), POISE_USAGE);
    assert_contains(err.text, "policy test jobs: 99");
    assert_int_equal(parse_colons(&s, "1:2:3:0:x:lru:7", &err), POISE_USAGE);
    assert_contains(err.text, "at most 6 arguments");
    assert_int_equal(parse_colons(&s, "wieght=1", &err), POISE_USAGE);
    assert_string_equal(err.text, "policy test option 'wieght' is unknown; did you mean 'weight'?");
    assert_int_equal(parse_colons(&s, "=1", &err), POISE_USAGE);
    assert_string_equal(err.text, "policy test option '' is unknown");
    assert_int_equal(parse_colons(&s, "1::3", &err), POISE_USAGE);
    assert_int_equal(parse_colons(&s, "jobs=2:jobs=2", &err), POISE_USAGE);
    assert_string_equal(err.text, "policy test jobs is given twice, the second time by 'jobs=2'");
    assert_int_equal(parse_colons(&s, "1:2:jobs=3", &err), POISE_USAGE);
    assert_int_equal(parse_colons(&s, "jobs=3:1:2", &err), POISE_USAGE);
    assert_string_equal(err.text, "policy test jobs is given twice, the second time by '2'");
}

/* ---- help ---- */

static void help_shows_ranges_and_defaults(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    poise_options_help(table, N, out);
    fclose(out);
    assert_contains(text, "  -j, --json ");
    assert_contains(text, "  -J, --jobs N ");
    assert_contains(text, "threads (1 to 64, default 2)\n");
    assert_contains(text, "      --line-offset N ");
    assert_contains(text, "  -c, --config FILE ");
    assert_contains(text, "  -p, --policy lru|fifo|lru2  replacement (default lru)\n");
    free(text);
}

static void help_lines_are_wrapped(void **state)
{
    (void)state;
    char help[400];
    for (size_t i = 0; i < sizeof help - 1; i++)
        help[i] = i % 8 == 7 ? ' ' : 'w';
    help[sizeof help - 1] = '\0';
    const poise_option option = {"x", 0, POISE_OPT_FLAG, 0, NULL, POISE_ANY_RANGE, NULL, NULL, help};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    poise_options_help(&option, 1, out);
    fclose(out);
    size_t words = 0;
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        assert_true(strlen(line) <= 100);
        for (const char *word = strstr(line, "wwwwwww"); word != NULL; word = strstr(word + 7, "wwwwwww"))
            words++;
    }
    assert_int_equal(words, 50);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_parsed_or_zero),
        cmocka_unit_test(bad_default_is_a_programming_error),
        cmocka_unit_test(numbers_are_read_to_their_end),
        cmocka_unit_test(small_numbers_stay_in_their_field),
        cmocka_unit_test(ranges_are_inclusive),
        cmocka_unit_test(flags_and_choices_know_their_words),
        cmocka_unit_test(unknown_names_get_the_nearest_one),
        cmocka_unit_test(values_print_as_they_are_read),
        cmocka_unit_test(every_form_of_an_option_is_read),
        cmocka_unit_test(values_may_be_negative_or_look_like_options),
        cmocka_unit_test(flags_can_be_taken_back),
        cmocka_unit_test(a_list_keeps_every_value_in_order),
        cmocka_unit_test(double_dash_ends_options_and_stays),
        cmocka_unit_test(bad_command_lines_are_refused),
        cmocka_unit_test(arguments_go_in_table_order_or_by_name),
        cmocka_unit_test(bad_arguments_name_the_policy),
        cmocka_unit_test(help_shows_ranges_and_defaults),
        cmocka_unit_test(help_lines_are_wrapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
