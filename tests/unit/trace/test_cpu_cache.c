/* Do the caches between a CPU and its memory miss, replace and write back as counted by hand? */
#include "tests/test.h"
#include "trace/cpu/hierarchy.h"

static cpu_cache cache;

static bool hits(uint64_t line, bool write)
{
    return cpu_cache_use(&cache, line, write).hit;
}

static void the_line_used_longest_ago_leaves(void **state)
{
    (void)state;
    /* Two sets of two ways: even lines share a set. */
    assert_int_equal(cpu_cache_make(&cache, 4, 2, NULL), 0);
    assert_false(hits(0, false));
    assert_false(hits(2, false));
    assert_false(hits(1, false));
    assert_true(hits(0, false));
    assert_false(hits(4, false)); /* instead of 2 */
    assert_true(hits(0, false));
    assert_true(hits(1, false));
    assert_false(hits(2, false));
    cpu_cache_free(&cache);
}

static void a_changed_line_is_written_back_once(void **state)
{
    (void)state;
    assert_int_equal(cpu_cache_make(&cache, 1, 1, NULL), 0);
    assert_false(cpu_cache_use(&cache, 0, true).writes_back);
    assert_true(hits(0, false)); /* stays changed */
    const cpu_cache_result result = cpu_cache_use(&cache, 7, false);
    assert_false(result.hit);
    assert_true(result.writes_back);
    assert_int_equal(result.leaves_line, 0);
    assert_false(cpu_cache_use(&cache, 0, false).writes_back);
    cpu_cache_free(&cache);
}

/* First level: one line each. Last level: one set of two lines. */
static const cpu_caches tiny = {
    .line_bytes = 64, .l1_bytes = 64, .l1_ways = 1, .llc_bytes = 128, .llc_ways = 2};

static void expect(cpu_hierarchy *h, uint64_t line, cpu_use use, const char *expected)
{
    const cpu_effect effect = cpu_hierarchy_use(h, line, use);
    char text[64] = "";
    size_t used = (size_t)snprintf(text, sizeof text, "%s", effect.l1_miss ? "miss" : "hit");
    for (uint32_t i = 0; i < effect.n_requests; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s%d",
                                 effect.request[i].write_back ? "w" : "r", (int)effect.request[i].line);
    assert_string_equal(text, expected);
}

static void what_memory_is_asked_for(void **state)
{
    (void)state;
    cpu_hierarchy h;
    assert_int_equal(cpu_hierarchy_make(&h, &tiny, NULL), 0);
    expect(&h, 1, CPU_STORE, "miss r1"); /* data 1*; last 1 */
    expect(&h, 1, CPU_LOAD, "hit");
    expect(&h, 1, CPU_FETCH, "miss");       /* the last level serves both */
    expect(&h, 2, CPU_LOAD, "miss r2");     /* 1* goes to the last level: 1* 2 */
    expect(&h, 3, CPU_STORE, "miss r3");    /* last 3 1* */
    expect(&h, 4, CPU_LOAD, "miss r4 w1");  /* last 4 3; then 3* is put: 3* 4 */
    expect(&h, 5, CPU_STORE, "miss r5");    /* last 5 3* */
    expect(&h, 6, CPU_LOAD, "miss r6 w3");  /* last 6 5; then 5* is put: 5* 6 */
    expect(&h, 7, CPU_FETCH, "miss r7");    /* last 7 5* */
    expect(&h, 6, CPU_STORE, "hit");        /* data 6*, which the last level has lost */
    expect(&h, 8, CPU_FETCH, "miss r8 w5"); /* last 8 7 */
    expect(&h, 9, CPU_LOAD, "miss r9");     /* last 9 8, 6* is put without a read: 6* 9 */
    expect(&h, 8, CPU_LOAD, "miss r8");
    expect(&h, 7, CPU_LOAD, "miss r7 w6");
    cpu_hierarchy_free(&h);
}

static void impossible_caches_are_refused(void **state)
{
    (void)state;
    poise_error err;
    cpu_caches caches = tiny;
    caches.line_bytes = 48;
    assert_int_equal(cpu_caches_check(&caches, &err), POISE_USAGE);
    assert_contains(err.text, "power of two");
    caches = tiny;
    caches.llc_ways = 3;
    assert_int_equal(cpu_caches_check(&caches, &err), POISE_USAGE);
    assert_contains(err.text, "last-level");
    assert_int_equal(cpu_caches_check(&tiny, &err), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_used_longest_ago_leaves),
        cmocka_unit_test(a_changed_line_is_written_back_once),
        cmocka_unit_test(what_memory_is_asked_for),
        cmocka_unit_test(impossible_caches_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
