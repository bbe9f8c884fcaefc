/* Which pages of device memory a launch can touch after launches with other buffers. */
#include "capture/runtime/device_memory.h"
#include "tests/folder.h"

#include <unistd.h>

enum { PAGE = 4096, PAGES = 12 };

static int pipe_ends[2];

/* The kernel says EFAULT where we would crash. */
static bool is_open(unsigned page)
{
    char byte;
    const char *address = (const char *)(uintptr_t)CAPTURE_MEMORY_BASE; /* NOLINT: a device address */
    bool readable = write(pipe_ends[1], address + (size_t)page * PAGE, 1) == 1;
    if (readable)
        assert_int_equal(read(pipe_ends[0], &byte, 1), 1);
    return readable;
}

/* `ranges`: first and last byte of each, in units of half a page, ends with 0, 0. `expected`: one character
 * per page, '+' = can be touched. */
static void expect(const unsigned (*ranges)[2], const char *expected)
{
    uint64_t begin[PAGES], end[PAGES];
    char is[PAGES + 1] = "";
    size_t n = 0;
    for (; ranges[n][1] > 0; n++) {
        begin[n] = CAPTURE_MEMORY_BASE + (uint64_t)ranges[n][0] * (PAGE / 2);
        end[n] = CAPTURE_MEMORY_BASE + (uint64_t)ranges[n][1] * (PAGE / 2);
    }
    assert_int_equal(capture_memory_restrict(begin, end, n, NULL), 0);
    for (unsigned page = 0; page < PAGES; page++)
        is[page] = is_open(page) ? '+' : '-';
    assert_string_equal(is, expected);
}

#define EXPECT(text, ...) expect((const unsigned[][2]){__VA_ARGS__, {0, 0}}, text)

static void test_only_pages_of_the_launch(void **state)
{
    (void)state;
    assert_int_equal(pipe(pipe_ends), 0);
    assert_non_null(capture_memory_allocate((size_t)PAGES * PAGE, NULL));
    EXPECT("++----------", {0, 4});
    EXPECT("++----------", {0, 4});          /* the same again */
    EXPECT("----++------", {8, 12});         /* another */
    EXPECT("++--++------", {0, 4}, {8, 12}); /* one more, before */
    EXPECT("-+++++++++++", {3, 24});         /* one around all but the first page */
    EXPECT("+-+--+-+----", {0, 1}, {4, 5}, {11, 12}, {14, 15});
    EXPECT("--+++-------", {4, 5}, {5, 6}, {7, 9}); /* ranges that meet in a page */
    EXPECT("-----------+", {22, 24});
    EXPECT("++++++++++++", {0, 24});
    EXPECT("+----------+", {0, 1}, {23, 24});
    expect((const unsigned[][2]){{0, 0}}, "------------"); /* a launch without buffers */
    EXPECT("------+-----", {12, 14});
}

/* What was written before stays. */
static void test_content_stays(void **state)
{
    (void)state;
    char *first = (char *)(uintptr_t)CAPTURE_MEMORY_BASE; /* NOLINT: a device address */
    EXPECT("+-----------", {0, 2});
    first[7] = 'x';
    EXPECT("-+----------", {2, 4});
    EXPECT("+-----------", {0, 2});
    assert_int_equal(first[7], 'x');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_pages_of_the_launch),
        cmocka_unit_test(test_content_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
