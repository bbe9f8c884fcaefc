/* Which accesses of two workers are found to depend on their order. */
#include "capture/runtime/shadow.h"
#include "tests/folder.h"
#include "trace/trace.h"

enum { LINES = 8 };

static const uint64_t base = 0x200000000000;

typedef struct fixture {
    capture_range range[2];
    capture_ranges ranges;
    capture_shadow shadow;
} fixture;

static void set_up(fixture *f)
{
    *f = (fixture){
        .range = {{.begin = base, .end = base + (uint64_t)LINES * TRACE_LINE_BYTES, .is_writable = true},
                  {.begin = 2 * base, .end = 2 * base + 100}}};
    f->ranges = (capture_ranges){.range = f->range, .n = 2};
    assert_int_equal(capture_shadow_open(&f->shadow, NULL), 0);
    capture_shadow_assign(&f->shadow, &f->ranges);
}

static void tear_down(fixture *f)
{
    capture_shadow_close(&f->shadow);
}

/* One access to sector `sector` of line 3. */
static bool note(fixture *f, capture_shadow_access access, unsigned sector, unsigned worker)
{
    uint64_t line = (base + UINT64_C(3) * TRACE_LINE_BYTES) | UINT64_C(1) << sector;
    return capture_shadow_note(&f->range[0], &line, 1, access, worker);
}

static void test_only_writable_ranges_have_one(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    assert_non_null(f.range[0].shadow);
    assert_null(f.range[1].shadow);
    assert_int_equal(capture_shadow_bytes(&f.ranges), LINES * sizeof(uint32_t));
    tear_down(&f);
}

/* Two accesses by workers 5 and 6, in either order: whether they agree. */
static void expect_pair(capture_shadow_access one, capture_shadow_access two, bool agrees)
{
    for (int turn = 0; turn < 2; turn++) {
        fixture f;
        set_up(&f);
        assert_true(note(&f, turn ? two : one, 1, 5));
        assert_int_equal(note(&f, turn ? one : two, 1, 6), agrees);
        tear_down(&f);
    }
}

static void test_pairs(void **state)
{
    (void)state;
    expect_pair(SHADOW_READ, SHADOW_READ, true);
    expect_pair(SHADOW_UPDATE, SHADOW_UPDATE, true);
    expect_pair(SHADOW_READ, SHADOW_WRITE, false);
    expect_pair(SHADOW_READ, SHADOW_UPDATE, false);
    expect_pair(SHADOW_WRITE, SHADOW_WRITE, false);
    expect_pair(SHADOW_WRITE, SHADOW_UPDATE, false);
}

static void test_own_accesses_agree(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    assert_true(note(&f, SHADOW_READ, 0, CAPTURE_MOST_WORKERS - 1));
    assert_true(note(&f, SHADOW_WRITE, 0, CAPTURE_MOST_WORKERS - 1));
    assert_true(note(&f, SHADOW_READ, 0, CAPTURE_MOST_WORKERS - 1));
    assert_true(note(&f, SHADOW_WRITE, 0, CAPTURE_MOST_WORKERS - 1));
    assert_false(note(&f, SHADOW_READ, 0, 0));
    tear_down(&f);
}

/* Read by several, then written by one of them. */
static void test_third_worker(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    assert_true(note(&f, SHADOW_READ, 2, 0));
    assert_true(note(&f, SHADOW_READ, 2, 1));
    assert_true(note(&f, SHADOW_READ, 2, 0));
    assert_false(note(&f, SHADOW_WRITE, 2, 0));
    tear_down(&f);
}

static void test_sectors_are_apart(void **state)
{
    (void)state;
    fixture f;
    set_up(&f);
    for (unsigned sector = 0; sector < 4; sector++)
        assert_true(note(&f, SHADOW_WRITE, sector, sector));
    for (unsigned sector = 0; sector < 4; sector++)
        assert_false(note(&f, SHADOW_WRITE, sector, 9));
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_writable_ranges_have_one),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_own_accesses_agree),
        cmocka_unit_test(test_third_worker),
        cmocka_unit_test(test_sectors_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
