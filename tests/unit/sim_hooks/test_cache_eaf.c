/* Does EAF insert lines as its authors say? (Seshadri et al., PACT 2012) A cache stands in
 * for the simulator: tags, and the calls that sim_hooks/cache.h promises. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/registry.h"
#include "tests/test.h"

enum { MOST_LINES = 1 << 12, NOTHING = -1 };

typedef struct cache {
    const cache_policy *policy;
    policy_choice choice;
    cache_host host;
    void *state;
    int64_t line[MOST_LINES];
} cache;

static cache c;

static void open_cache(const char *string, uint32_t sets, uint32_t ways)
{
    poise_error err;
    c.host = (cache_host){.instance = {0, 1}, .shape = {sets, ways}, .level = 2};
    if (policy_choose(POLICY_CACHE, string, &c.choice, &err))
        fail_msg("%s", err.text);
    c.policy = (const cache_policy *)(const void *)c.choice.policy;
    assert_int_equal(c.policy->create(&c.host, c.choice.options, &c.state, &err), 0);
    for (uint32_t i = 0; i < sets * ways; i++)
        c.line[i] = NOTHING;
}

static void close_cache(void)
{
    c.policy->life.destroy(c.state);
    policy_choice_free(&c.choice);
}

/* Ways of the set of `line` that hold `wanted`, a mask. */
static uint32_t ways_with(int64_t line, int64_t wanted)
{
    const int64_t *set = &c.line[line % c.host.shape.sets * c.host.shape.ways];
    uint32_t ways = 0;
    for (uint32_t way = 0; way < c.host.shape.ways; way++)
        ways |= (uint32_t)(set[way] == wanted) << way;
    return ways;
}

/* Looks a line up, which is brought in when it is missed. Returns whether it hit. */
static bool touch(int64_t line)
{
    const uint32_t set = (uint32_t)(line % c.host.shape.sets), hit = ways_with(line, line);
    const mem_request request = {.address = line_address((uint64_t)line)};
    if (hit) {
        c.policy->access(c.state, set, (uint32_t)__builtin_ctz(hit), &request);
        return true;
    }
    uint32_t invalid = ways_with(line, NOTHING);
    uint32_t all = (uint32_t)((UINT64_C(1) << c.host.shape.ways) - 1);
    uint32_t way = c.policy->victim(c.state, set, invalid ? invalid : all, &request);
    int64_t *place = &c.line[set * c.host.shape.ways + way];
    if (*place != NOTHING && c.policy->evicted)
        c.policy->evicted(c.state, set, way, (uint64_t)*place, false);
    *place = line;
    c.policy->fill(c.state, set, way, &request);
    return false;
}

/* Lines that are missed for the first time leave first, but for one in 64. */
static void new_lines_leave_first(void **state)
{
    (void)state;
    open_cache("eaf:lines=100000", 1, 16);
    for (int64_t line = 0; line < 16; line++)
        touch(line);
    uint32_t stayed = 0;
    for (int64_t line = 16; line < 16 + 6400; line++) {
        touch(line);
        touch(line + 100000);
        stayed += ways_with(line, line) != 0;
    }
    close_cache();
    assert_in_range(stayed, 60, 145); /* 100 expected */
}

/* A line that was lost and is asked for again becomes the most recently used one of its set. */
static void lost_lines_come_back_to_stay(void **state)
{
    (void)state;
    open_cache("eaf:chance=1048576:lines=1000", 1, 4);
    for (int64_t line = 0; line < 6; line++)
        touch(line); /* 4 and 5 have passed through one way */
    assert_int_equal(ways_with(5, 4), 0);
    assert_int_equal(__builtin_popcount(ways_with(5, 5)), 1);
    touch(4);
    for (int64_t line = 10; line < 40; line++)
        touch(line);
    assert_int_not_equal(ways_with(4, 4), 0);
    close_cache();
}

/* As many lines as the cache has, then it begins anew: line 10 is the second that is lost, and is asked for
 * when three or four have been. */
static void a_full_filter_is_cleared(void **state)
{
    (void)state;
    for (int full = 0; full < 2; full++) {
        open_cache("eaf:chance=1048576", 1, 4);
        for (int64_t line = 0; line < 4; line++)
            touch(line);
        for (int64_t line = 10; line < 13 + full; line++)
            touch(line);
        assert_false(touch(10));
        touch(30);
        assert_int_equal(ways_with(10, 10) != 0, !full);
        close_cache();
    }
}

/* A working set of twice the cache, again and again: LRU has no hit, EAF keeps a part of it. */
static void thrashing_is_resisted(void **state)
{
    (void)state;
    uint32_t hits[2] = {0};
    static const char *const policies[] = {"lru", "eaf"};
    for (int i = 0; i < 2; i++) {
        open_cache(policies[i], 16, 16);
        for (int pass = 0; pass < 40; pass++)
            for (int64_t line = 0; line < 2 * 16 * 16; line++)
                hits[i] += touch(line);
        close_cache();
    }
    assert_int_equal(hits[0], 0);
    assert_true(hits[1] > 40 * 2 * 16 * 16 / 10);
}

/* Lines that are used again, beside a stream of those that are not: EAF keeps them, LRU does not. */
static void streams_do_not_displace_what_is_reused(void **state)
{
    (void)state;
    uint32_t hits[2] = {0};
    static const char *const policies[] = {"lru", "eaf"};
    for (int i = 0; i < 2; i++) {
        int64_t stream = 1 << 20;
        open_cache(policies[i], 16, 8);
        for (int pass = 0; pass < 100; pass++) {
            for (int64_t line = 0; line < 64; line++) {
                hits[i] += touch(line);
                touch(stream++);
                touch(stream++);
            }
        }
        close_cache();
    }
    assert_int_equal(hits[0], 0);
    assert_true(hits[1] > 64 * 100 * 3 / 4);
}

/* LRU order of 4096 lines of 16 ways, 8 bits a line, a number up to 4096. */
static void storage(void **state)
{
    (void)state;
    open_cache("eaf", 256, 16);
    assert_int_equal((int)c.policy->life.storage_bits(c.state), 4096 * 4 + 4096 * 8 + 13);
    close_cache();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_lines_leave_first),
        cmocka_unit_test(lost_lines_come_back_to_stay),
        cmocka_unit_test(a_full_filter_is_cleared),
        cmocka_unit_test(thrashing_is_resisted),
        cmocka_unit_test(streams_do_not_displace_what_is_reused),
        cmocka_unit_test(storage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
