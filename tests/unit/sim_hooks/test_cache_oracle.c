/* Bypass by types that an earlier run has recorded. */
#include "tests/folder.h"
#include "tests/unit/sim_hooks/medic_script.h"

static char path[96], record[160], types_of[160];

static const cache_host host = {
    .shape = {4, 4}, .instance = {0, 1}, .level = 2, .sms = 2, .warps = 4, .writes_through = true};

static void name_files(const char *name)
{
    (void)snprintf(path, sizeof path, "%s/%s", test_folder, name);
    (void)snprintf(record, sizeof record, "oracle_byp:record=%s", path);
    (void)snprintf(types_of, sizeof types_of, "oracle_byp:types=%s", path);
}

static void next_launch(void)
{
    if (c.policy->life.launch_end)
        c.policy->life.launch_end(c.state, 0, 0);
}

static void begin(void)
{
    c.policy->life.launch_begin(c.state, &(policy_launch){.warps = 24});
    (void)gather(0);
}

static void assert_file_is(const char *expected)
{
    char text[400] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    assert_string_equal(text, expected);
}

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

#define HEAD "poise warp hit ratios: 2 SMs of 4 warps\n"

/* Loads of each place by launch; what stores, atomics and code do does not count, and nobody goes around. */
static void ratios_are_recorded(void **state)
{
    (void)state;
    name_files("recorded");
    open_policy(record, 4, 4);
    profile(1, 40, 10);
    profile(3, 8, 8);
    ask(2, MEM_STORE, fresh++);
    ask(2, MEM_ATOMIC, fresh++);
    ask(2, MEM_CODE, fresh++);
    ask(0, MEM_LOAD, fresh++);
    assert_int_equal(c.around, 0);
    next_launch();
    begin();
    profile(1, 3, 1);
    next_launch();
    cache_close(&c);
    assert_file_is(HEAD "0 2500 -1 10000 -1 -1 -1 -1\n-1 3333 -1 -1 -1 -1 -1 -1\n");
}

/* A launch that is cut off, such as by an error, leaves no file. */
static void half_a_record_is_none(void **state)
{
    (void)state;
    name_files("half");
    open_policy(record, 4, 4);
    profile(1, 40, 10);
    cache_close(&c);
    assert_null(fopen(path, "r"));
}

static uint32_t goes_around(uint16_t warp, mem_kind kind)
{
    c.around = 0;
    ask(warp, kind, fresh++);
    return c.around;
}

/* From the first load on, by launch; places that did not load, and launches that are not in the file, are
 * looked up. */
static void loads_of_recorded_warps_go_around(void **state)
{
    (void)state;
    name_files("types");
    write_file(HEAD "0 2000 2001 -1 0 0 0 10000\n10000 -1 0 0 0 0 0 0\n");
    open_policy(types_of, 4, 4);
    static const uint32_t first[] = {1, 1, 0, 0}, second[] = {0, 0, 1, 1};
    for (uint16_t warp = 0; warp < 4; warp++)
        assert_int_equal(goes_around(warp, MEM_LOAD), first[warp]);
    mem_request other = request_of(3, MEM_LOAD, fresh++);
    other.source = 1;
    c.around = 0;
    cache_ask(&c, &other);
    assert_int_equal(c.around, 0); /* 10000 */
    assert_int_equal(goes_around(0, MEM_STORE) + goes_around(0, MEM_ATOMIC) + goes_around(0, MEM_CODE), 0);
    c.fills = 0;
    ask(0, MEM_ATOMIC, fresh++);
    assert_int_equal(c.fills, 0); /* takes no line */
    ask(2, MEM_ATOMIC, fresh++);
    assert_int_equal(c.fills, 1);
    assert_true(cache_figure(&c, "bypassed") == 2 / 5.0);
    next_launch();
    begin();
    for (uint16_t warp = 0; warp < 4; warp++)
        assert_int_equal(goes_around(warp, MEM_LOAD), second[warp]);
    next_launch();
    begin();
    for (uint16_t warp = 0; warp < 4; warp++)
        assert_int_equal(goes_around(warp, MEM_LOAD), 0);
    cache_close(&c);
}

static void the_bound_is_an_option(void **state)
{
    (void)state;
    name_files("bound");
    write_file(HEAD "0 499 500 501 0 0 0 0\n");
    char text[200];
    (void)snprintf(text, sizeof text, "%s:mostly_miss=5", types_of);
    open_policy(text, 4, 4);
    assert_int_equal(goes_around(2, MEM_LOAD), 1);
    assert_int_equal(goes_around(3, MEM_LOAD), 0);
    cache_close(&c);
}

/* What a cache records when it is LRU. */
static void a_record_can_be_read(void **state)
{
    (void)state;
    name_files("again");
    open_policy(record, 4, 4);
    for (int i = 0; i < 20; i++) {
        ask(1, MEM_LOAD, fresh++);
        ask(2, MEM_LOAD, 1);
    }
    next_launch();
    cache_close(&c);
    open_policy(types_of, 4, 4);
    assert_int_equal(goes_around(1, MEM_LOAD), 1);
    assert_int_equal(goes_around(2, MEM_LOAD), 0);
    cache_close(&c);
}

static void without_a_file_it_knows_nothing(void **state)
{
    (void)state;
    open_policy("oracle_byp", 4, 4);
    profile(1, 100, 0);
    assert_int_equal(goes_around(1, MEM_LOAD), 0);
    assert_int_equal(c.policy->life.storage_bits(c.state), 16 * 2); /* as LRU */
    cache_close(&c);
}

static int try_to_open(const char *string, const cache_host *at, poise_error *err)
{
    policy_choice choice;
    void *made;
    assert_int_equal(policy_choose(POLICY_CACHE, string, &choice, err), POISE_OK);
    int code = cache_oracle_byp.create(at, choice.options, &made, err);
    if (code == POISE_OK)
        cache_oracle_byp.life.destroy(made);
    policy_choice_free(&choice);
    return code;
}

static void wrong_files_and_places_are_refused(void **state)
{
    (void)state;
    static const char *const damaged[] = {
        "",
        "poise warp hit ratios: 2 SMs of 5 warps\n",
        HEAD "0 0 0 0 0 0 0\n",
        HEAD "0 0 0 0 0 0 0 0 0\n",
        HEAD "0 0 0 0 0 0 0 0",
        HEAD "0 0 0 0 0 0 0 10001\n",
        HEAD "0 0 0 0 0 0 0 -2\n",
        HEAD "0 0 0 0 0 0 0 x\n",
        HEAD "\n",
        HEAD " 0 0 0 0 0 0 0 0\n",
        HEAD "\n0 0 0 0 0 0 0 0\n",
    };
    poise_error err;
    name_files("damaged");
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        write_file(damaged[i]);
        assert_int_equal(try_to_open(types_of, &host, &err), POISE_DAMAGED);
        assert_contains(err.text, path);
    }
    write_file(HEAD);
    assert_int_equal(try_to_open(types_of, &host, &err), POISE_OK);
    name_files("missing");
    assert_int_equal(try_to_open(types_of, &host, &err), POISE_FAILED);
    char both[400];
    (void)snprintf(both, sizeof both, "%s:record=%s", types_of, path);
    assert_int_equal(try_to_open(both, &host, &err), POISE_USAGE);
    cache_host other = host;
    other.level = 1;
    assert_int_equal(try_to_open(record, &other, &err), POISE_USAGE);
    other.level = 2;
    other.writes_through = false;
    assert_int_equal(try_to_open(record, &other, &err), POISE_USAGE);
    assert_contains(err.text, "l2_write=through");
    assert_null(fopen(path, "r"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios_are_recorded),
        cmocka_unit_test(half_a_record_is_none),
        cmocka_unit_test(loads_of_recorded_warps_go_around),
        cmocka_unit_test(the_bound_is_an_option),
        cmocka_unit_test(a_record_can_be_read),
        cmocka_unit_test(without_a_file_it_knows_nothing),
        cmocka_unit_test(wrong_files_and_places_are_refused),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
