/* Priorities of buffers in a file: what is written is read, and nothing else is accepted. */
#include "common/file.h"
#include "swap/swap.h"
#include "swap/swap_priorities.h"
#include "tests/folder.h"

static void put(const char *text)
{
    FILE *file = fopen(test_path("p"), "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static const swap_buffer_priority some[] = {
    {.address = 0x10000, .bytes = 4096, .app = 0, .priority = 0},
    {.address = 0x10000, .bytes = 8192, .app = 0, .priority = 254},
    {.address = 0, .bytes = 1, .app = 1023, .priority = 1},
    {.address = UINT64_MAX - SWAP_SIZE_MOST, .bytes = SWAP_SIZE_MOST, .app = SWAP_ANY_APP, .priority = 255},
};
enum { SOME = sizeof some / sizeof some[0] };

static void what_is_written_is_read(void **state)
{
    (void)state;
    swap_priorities read;
    assert_int_equal(swap_priorities_write(test_path("p"), "made\nof nothing", some, SOME, NULL), POISE_OK);
    assert_int_equal(swap_priorities_read(test_path("p"), &read, NULL), POISE_OK);
    assert_int_equal(read.n, SOME);
    for (size_t i = 0; i < SOME; i++) {
        assert_true(read.buffer[i].address == some[i].address && read.buffer[i].bytes == some[i].bytes);
        assert_true(read.buffer[i].app == some[i].app && read.buffer[i].priority == some[i].priority);
    }
    swap_priorities_free(&read);
    char *text;
    size_t size;
    assert_int_equal(poise_read_file(test_path("p"), 1000, &text, &size, NULL), POISE_OK);
    assert_string_equal(text, "# made\n# of nothing\n# APP ADDRESS BYTES PRIORITY\n0 0x10000 4096 0\n"
                              "0 0x10000 8192 254\n1023 0x0 1 1\n* 0xfffeffffffffffff 281474976710656 255\n");
    free(text);
}

static void order_blanks_and_comments_are_free(void **state)
{
    (void)state;
    swap_priorities read;
    put("\n * 20\t4096 7 # the second\r\n#\n2 0X1f 1 9\n2 10 1 8");
    assert_int_equal(swap_priorities_read(test_path("p"), &read, NULL), POISE_OK);
    assert_int_equal(read.n, 3);
    assert_true(read.buffer[0].app == 2 && read.buffer[0].address == 0x10 && read.buffer[0].priority == 8);
    assert_true(read.buffer[1].app == 2 && read.buffer[1].address == 0x1f && read.buffer[1].priority == 9);
    assert_true(read.buffer[2].app == SWAP_ANY_APP && read.buffer[2].address == 0x20);
    swap_priorities_free(&read);
    put("");
    assert_int_equal(swap_priorities_read(test_path("p"), &read, NULL), POISE_OK);
    assert_int_equal(read.n, 0);
    swap_priorities_free(&read);
}

static void own_lines_go_before_those_of_any_program(void **state)
{
    (void)state;
    swap_priorities read;
    put("* 0x1000 100 10\n1 0x1000 200 20\n1 0x1000 300 30\n* 0x2000 100 40\n");
    assert_int_equal(swap_priorities_read(test_path("p"), &read, NULL), POISE_OK);
    assert_int_equal(swap_priority_of(&read, 0, 0x1000, 100), 10);
    assert_int_equal(swap_priority_of(&read, 1, 0x1000, 100), 20); /* its own, though of another size */
    assert_int_equal(swap_priority_of(&read, 1, 0x1000, 300), 30);
    assert_int_equal(swap_priority_of(&read, 1, 0x2000, 7), 40);
    assert_int_equal(swap_priority_of(&read, 1, 0x1001, 100), SWAP_PRIORITY_DEFAULT);
    assert_int_equal(swap_chunk_priority_of(&read, 1, 0x1001, 100, 77), 77);
    assert_int_equal(swap_chunk_priority_of(&read, 1, 0x1000, 300, 77), 30);
    swap_priorities_free(&read);
}

/* As large as they come; where a program has more than 254 the default is none of the low ones. */
static void priorities_are_of_any_size(void **state)
{
    (void)state;
    swap_priorities read;
    put("0 0x1000 1 4294967295\n0 0x2000 1 254\n1 0x1000 1 1000\n* 0x3000 1 500\n");
    assert_int_equal(swap_priorities_read(test_path("p"), &read, NULL), POISE_OK);
    assert_true(swap_priority_of(&read, 0, 0x1000, 1) == SWAP_PRIORITY_SYSTEM);
    assert_int_equal(swap_priority_of(&read, 0, 0x5000, 1), 251);
    assert_int_equal(swap_priority_of(&read, 1, 0x5000, 1), 501);
    assert_int_equal(swap_priorities_write(test_path("p"), NULL, read.buffer, read.n, NULL), POISE_OK);
    swap_priorities_free(&read);
    assert_int_equal(swap_priorities_read(test_path("p"), &read, NULL), POISE_OK);
    assert_true(swap_priority_of(&read, 0, 0x1000, 1) == SWAP_PRIORITY_SYSTEM);
    assert_int_equal(swap_priority_of(&read, 1, 0x1000, 1), 1000);
    swap_priorities_free(&read);
    put("0 0x1000 1 4294967295\n0 0x2000 1 254\n");
    assert_int_equal(swap_priorities_read(test_path("p"), &read, NULL), POISE_OK);
    assert_int_equal(swap_priority_of(&read, 0, 0x5000, 1), SWAP_PRIORITY_DEFAULT);
    swap_priorities_free(&read);
}

static void refused(const char *text, const char *reason)
{
    swap_priorities read;
    poise_error err = {0};
    put(text);
    assert_int_equal(swap_priorities_read(test_path("p"), &read, &err), POISE_DAMAGED);
    assert_contains(err.text, reason);
    assert_null(read.buffer);
}

/* The files of programs side by side: lines for any program, and for the first, are those of its number. */
static void each_program_has_a_file_of_its_own(void **state)
{
    (void)state;
    swap_priorities p;
    poise_error err = {0};
    char paths[2 * 4096 + 2];
    put("* 0x1000 4096 7\n0 0x2000 4096 300\n1 0x3000 4096 9\n");
    snprintf(paths, sizeof paths, "%s;%s", test_path("p"), test_path("p"));
    assert_int_equal(swap_priorities_read_each(paths, &p, &err), POISE_OK);
    assert_int_equal(p.n, 4);
    for (uint32_t app = 0; app < 2; app++) {
        assert_int_equal(swap_priority_of(&p, app, 0x1000, 4096), 7);
        assert_int_equal(swap_priority_of(&p, app, 0x2000, 4096), 300);
        assert_int_equal(swap_priority_of(&p, app, 0x3000, 4096), 151); /* the middle: no line */
    }
    assert_int_equal(swap_priority_of(&p, 2, 0x1000, 4096), SWAP_PRIORITY_DEFAULT);
    swap_priorities_free(&p);
    assert_int_equal(swap_priorities_read_each(test_path("p"), &p, &err), POISE_OK);
    assert_int_equal(swap_priority_of(&p, 5, 0x1000, 4096), 7); /* one file is read as it is */
    swap_priorities_free(&p);
    snprintf(paths, sizeof paths, "%s;%s", test_path("p"), test_path("missing"));
    assert_int_equal(swap_priorities_read_each(paths, &p, &err), POISE_FAILED);
    assert_contains(err.text, "missing");
    put("* 0x1000 4096 7\n0 0x1000 4096 8\n");
    snprintf(paths, sizeof paths, "%s;%s", test_path("p"), test_path("p"));
    assert_int_equal(swap_priorities_read_each(paths, &p, &err), POISE_DAMAGED);
}

static void damaged_files_are_refused_with_their_line(void **state)
{
    (void)state;
    refused("* 0 1\n", "line 1: not of the form APP ADDRESS BYTES PRIORITY");
    refused("\n* 0 1 1 1\n", "line 2: not of the form");
    refused("x 0 1 1\n", "APP must be");
    refused("1024 0 1 1\n", "APP must be");
    refused("4294967295 0 1 1\n", "APP must be");
    refused("* 0x 1 1\n", "ADDRESS must be");
    refused("* 0x1g 1 1\n", "ADDRESS must be");
    refused("* 10000000000000000 1 1\n", "ADDRESS must be");
    refused("* 0 0 1\n", "BYTES must be");
    refused("* 0 0x10 1\n", "BYTES must be");
    refused("* 0 -1 1\n", "BYTES must be");
    refused("* 0 281474976710657 1\n", "BYTES must be");
    refused("* 0 18446744073709551617 1\n", "BYTES must be");
    refused("* ffffffffffffffff 1 1\n", "ends beyond");
    refused("* 0 1 4294967296\n", "PRIORITY must be");
    refused("# x\n\n* 0 1 1e1\n", "line 3: PRIORITY must be");
    refused("* 10 1 1\n* 20 1 1\n* 0x10 1 2\n", "at 0x10 of 1 bytes is named twice");
    refused("* 0 1 \x01\n", "not a text file");
}

static void values_out_of_range_are_not_written(void **state)
{
    (void)state;
    const swap_buffer_priority no_bytes = {.address = 1}, no_app = {.bytes = 1, .app = SWAP_APPS_MOST};
    remove(test_path("q"));
    assert_int_equal(swap_priorities_write(test_path("q"), NULL, &no_bytes, 1, NULL), POISE_USAGE);
    assert_int_equal(swap_priorities_write(test_path("q"), NULL, &no_app, 1, NULL), POISE_USAGE);
    swap_priorities read;
    assert_int_equal(swap_priorities_read(test_path("q"), &read, NULL), POISE_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(order_blanks_and_comments_are_free),
        cmocka_unit_test(own_lines_go_before_those_of_any_program),
        cmocka_unit_test(priorities_are_of_any_size),
        cmocka_unit_test(each_program_has_a_file_of_its_own),
        cmocka_unit_test(damaged_files_are_refused_with_their_line),
        cmocka_unit_test(values_out_of_range_are_not_written),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
