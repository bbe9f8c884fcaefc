/* Schemes: [NAME=]PART+PART..., lists and files of them. */
#include "sim_hooks/scheme.h"

#include "tests/folder.h"

static policy_scheme parsed(const char *text)
{
    policy_scheme scheme;
    poise_error err = {0};
    if (policy_scheme_parse(&scheme, text, &err) != POISE_OK)
        fail_msg("%s: %s", text, err.text);
    return scheme;
}

static void refuse(const char *text, const char *in_the_sentence)
{
    policy_scheme scheme;
    poise_error err = {0};
    assert_int_equal(policy_scheme_parse(&scheme, text, &err), POISE_USAGE);
    if (strstr(err.text, in_the_sentence) == NULL)
        fail_msg("%s: %s", text, err.text);
    assert_null(scheme.name);
}

/* The parts as "sched|l1|l2|dram|tlb|vm". */
static void expect(const char *text, const char *name, const char *parts)
{
    policy_scheme scheme = parsed(text);
    char found[256] = "";
    for (policy_place place = 0; place < POLICY_PLACES; place++)
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", place > 0 ? "|" : "",
                 scheme.policy[place] == NULL ? "" : scheme.policy[place]);
    assert_string_equal(scheme.name, name);
    assert_string_equal(found, parts);
    policy_scheme_free(&scheme);
}

static void parts_name_their_places(void **state)
{
    (void)state;
    expect("gto", "gto", "gto|||||");
    expect("gto+l2:lru", "gto+l2:lru", "gto||lru|||");
    expect("l2:lru+dram:fcfs", "l2:lru+dram:fcfs", "||lru|fcfs||");
    expect("l2:lru+gto", "l2:lru+gto", "gto||lru|||");
    expect("vm:identity+tlb:none+l1:lru+sched:swl:8", "vm:identity+tlb:none+l1:lru+sched:swl:8",
           "swl:8|lru|||none|identity");
}

static void a_name_stands_before_the_first_equals_sign(void **state)
{
    (void)state;
    expect("best=poise:m.model:x=1+l2:eaf:n=3", "best", "poise:m.model:x=1||eaf:n=3|||");
    expect("a.b-c_1=dram:fcfs", "a.b-c_1", "|||fcfs||");
    expect("pcal:x=1", "pcal:x=1", "pcal:x=1|||||");
    expect("./a=b.so:3", "./a=b.so:3", "./a=b.so:3|||||");
    expect("gto+l2:./x=y.so", "gto+l2:./x=y.so", "gto||./x=y.so|||");
}

/* A '+' separates only where a name follows. */
static void file_names_may_hold_a_plus(void **state)
{
    (void)state;
    expect("poise:/c++/a+b/my.model+l2:lru", "poise:/c++/a+b/my.model+l2:lru",
           "poise:/c++/a+b/my.model||lru|||");
    expect("./c++/mine.so:8+dram:./d.so/x:1", "./c++/mine.so:8+dram:./d.so/x:1",
           "./c++/mine.so:8|||./d.so/x:1||");
    expect("l2:lru+sched:./mine.so", "l2:lru+sched:./mine.so", "./mine.so||lru|||");
}

static void numbers_go_on_after_a_comma(void **state)
{
    (void)state;
    poise_error err = {0};
    policy_scheme_list list = {0};
    static const char *const policies[] = {"tuple:2:1:loads=13,21", "gto", "tuple:2:2:loads=4", "lrr"};
    if (policy_schemes_add(&list, "tuple:2:1:loads=13,21,gto,x=tuple:2:2:loads=4+l2:lru,lrr", &err) !=
        POISE_OK)
        fail_msg("%s", err.text);
    assert_int_equal(list.n, 4);
    for (size_t i = 0; i < list.n; i++)
        assert_string_equal(policy_scheme_at(&list.scheme[i], POLICY_AT_SCHED), policies[i]);
    assert_string_equal(policy_scheme_at(&list.scheme[2], POLICY_AT_L2), "lru");
    policy_schemes_free(&list);
    assert_int_equal(policy_schemes_add(&list, "gto,,lrr", &err), POISE_USAGE);
    policy_schemes_free(&list);
}

static void wrong_schemes_are_refused(void **state)
{
    (void)state;
    char longest[80] = {0};
    refuse("", "empty");
    refuse("=gto", "name of a scheme");
    refuse("a b=gto", "name of a scheme");
    memset(longest, 'a', 64);
    memcpy(longest + 64, "=gto", 5);
    refuse(longest, "name of a scheme");
    refuse("best=", "names no policy");
    refuse("gto+l2:", "names no policy behind 'l2:'");
    refuse("gto+lrr", "two policies of sched, 'gto' and 'lrr'");
    refuse("gto+sched:lrr", "two policies of sched");
    refuse("l2:lru+l2:lip", "two policies of l2, 'lru' and 'lip'");
    refuse("gto+drm:fcfs", "did you mean 'dram:'?");
}

static void check(const char *text, const char *sentence)
{
    policy_scheme scheme = parsed(text);
    poise_error err = {0};
    assert_int_equal(policy_scheme_check(&scheme, POLICY_AT_SCHED, &err), POISE_USAGE);
    assert_string_equal(err.text, sentence);
    policy_scheme_free(&scheme);
}

static void unknown_policies_are_told_with_their_scheme(void **state)
{
    (void)state;
    policy_scheme good = parsed("x=swl:3+l2:lru+dram:fcfs");
    assert_int_equal(policy_scheme_check(&good, POLICY_AT_SCHED, NULL), POISE_OK);
    policy_scheme_free(&good);
    check("gtp", "there is no sched policy 'gtp'; did you mean 'gto'?");
    check("x=gtp", "scheme 'x': there is no sched policy 'gtp'; did you mean 'gto'?");
    check("gto+dram:fcf", "scheme 'gto+dram:fcf': there is no dram policy 'fcf'; did you mean 'fcfs'?");
    check("drm:fcfs", "there is neither a place nor a sched policy 'drm'; did you mean 'dram:'?");
}

static void the_memory_side_is_compared_and_described(void **state)
{
    (void)state;
    policy_scheme plain = parsed("swl:8"), same = parsed("x=l2:lru+dram:frfcfs"), other = parsed("dram:fcfs");
    assert_true(policy_scheme_same_memory(&plain, &same));
    assert_false(policy_scheme_same_memory(&plain, &other));
    char *texts[] = {
        policy_scheme_describe(&same, POLICY_AT_SCHED), policy_scheme_describe(&other, POLICY_AT_L1),
        policy_scheme_describe(&plain, POLICY_AT_SCHED), policy_scheme_describe(&plain, POLICY_AT_L1)};
    static const char *const expected[] = {"", "dram:fcfs", "sched:swl:8", ""};
    for (size_t i = 0; i < 4; i++) {
        assert_string_equal(texts[i], expected[i]);
        free(texts[i]);
    }
    policy_scheme_free(&plain);
    policy_scheme_free(&same);
    policy_scheme_free(&other);
}

static void lists_are_separated_by_commas(void **state)
{
    (void)state;
    policy_scheme_list list = {0};
    poise_error err;
    assert_int_equal(policy_schemes_add(&list, "gto,m=dram:fcfs+l2:lru", NULL), POISE_OK);
    assert_int_equal(list.n, 2);
    assert_string_equal(list.scheme[1].name, "m");
    assert_string_equal(list.scheme[1].text, "dram:fcfs+l2:lru");
    assert_int_equal(policy_schemes_add(&list, "m=lrr", &err), POISE_USAGE);
    assert_string_equal(err.text, "policy 'm' is listed twice");
    assert_int_equal(policy_schemes_add(&list, "lrr,", &err), POISE_USAGE);
    policy_schemes_free(&list);
    assert_int_equal(list.n, 0);
}

static int read_text(policy_scheme_list *list, const char *text, poise_error *err)
{
    char *copy = strdup(text);
    int code = policy_schemes_read_text(list, copy, "all.schemes", err);
    free(copy);
    return code;
}

static void files_have_a_scheme_a_line(void **state)
{
    (void)state;
    policy_scheme_list list = {0};
    assert_int_equal(read_text(&list,
                               "# schemes\n\n  base gto\r\nm\tdram:fcfs+l2:lru  # a comment\n"
                               "odd ./a#b.so:1,2",
                               NULL),
                     POISE_OK);
    assert_int_equal(list.n, 3);
    assert_string_equal(list.scheme[0].policy[POLICY_AT_SCHED], "gto");
    assert_string_equal(list.scheme[1].name, "m");
    assert_string_equal(list.scheme[1].policy[POLICY_AT_L2], "lru");
    assert_string_equal(list.scheme[1].origin, "all.schemes:4");
    assert_string_equal(list.scheme[2].text, "./a#b.so:1,2");
    policy_schemes_free(&list);
}

static void faults_of_files_have_a_place(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"gto\n", "all.schemes:1: expected a name"},
        {"\na=b gto\n", "all.schemes:2: 'a=b' cannot be the name"},
        {"a gto\na lrr\n", "all.schemes:2: policy 'a' is listed twice"},
        {"a gto\nb l2:lru+l2:lru", "all.schemes:2: scheme 'b' names two policies of l2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        policy_scheme_list list = {0};
        poise_error err = {0};
        assert_int_equal(read_text(&list, cases[i][0], &err), POISE_USAGE);
        if (strncmp(err.text, cases[i][1], strlen(cases[i][1])) != 0)
            fail_msg("%s", err.text);
        policy_schemes_free(&list);
    }
    policy_scheme_list list = {0};
    poise_error err = {0};
    assert_int_equal(read_text(&list, "a gto\nb dram:fcf\n", NULL), POISE_OK);
    assert_int_equal(policy_scheme_check(&list.scheme[1], POLICY_AT_SCHED, &err), POISE_USAGE);
    assert_string_equal(err.text, "all.schemes:2: there is no dram policy 'fcf'; did you mean 'fcfs'?");
    policy_schemes_free(&list);
    assert_int_equal(policy_schemes_read(&list, test_path("missing"), NULL), POISE_FAILED);
}

static void files_of_policies_are_hashed(void **state)
{
    (void)state;
    char text[512], one[POISE_HASH_TEXT], other[POISE_HASH_TEXT];
    spill(test_path("a.model"), "one", 3);
    snprintf(text, sizeof text, "poise:%s+dram:fcfs", test_path("a.model"));
    policy_scheme scheme = parsed(text);
    assert_int_equal(policy_scheme_hash_files(&scheme, POLICY_AT_SCHED, one, NULL), POISE_OK);
    assert_int_equal(strlen(one), POISE_HASH_TEXT - 1);
    spill(test_path("a.model"), "two", 3);
    assert_int_equal(policy_scheme_hash_files(&scheme, POLICY_AT_SCHED, other, NULL), POISE_OK);
    assert_string_not_equal(one, other);
    assert_int_equal(policy_scheme_hash_files(&scheme, POLICY_AT_L1, other, NULL), POISE_OK);
    assert_string_equal(other, "");
    policy_scheme_free(&scheme);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_name_their_places),
        cmocka_unit_test(a_name_stands_before_the_first_equals_sign),
        cmocka_unit_test(file_names_may_hold_a_plus),
        cmocka_unit_test(numbers_go_on_after_a_comma),
        cmocka_unit_test(wrong_schemes_are_refused),
        cmocka_unit_test(unknown_policies_are_told_with_their_scheme),
        cmocka_unit_test(the_memory_side_is_compared_and_described),
        cmocka_unit_test(lists_are_separated_by_commas),
        cmocka_unit_test(files_have_a_scheme_a_line),
        cmocka_unit_test(faults_of_files_have_a_place),
        cmocka_unit_test(files_of_policies_are_hashed),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
