/* Are GPGPU-Sim's cache strings of all versions read, and refused where our caches differ? */
#include "sim/gpgpusim/cache_string.h"
#include "tests/unit/sim/config_reading.h"

static void every_field_is_read(void **state)
{
    (void)state;
    gpgpusim_cache c;
    assert_true(gpgpusim_cache_parse("S:4:128:64,L:T:m:L:P,A:512:8,16:2,32", &c));
    assert_int_equal(c.type, 'S');
    assert_int_equal(c.sets, 4);
    assert_int_equal(c.line_bytes, 128);
    assert_int_equal(c.ways, 64);
    assert_int_equal(c.replacement, 'L');
    assert_int_equal(c.write, 'T');
    assert_int_equal(c.allocation, 'm');
    assert_int_equal(c.write_allocation, 'L');
    assert_int_equal(c.index, 'P');
    assert_int_equal(c.mshr, 'A');
    assert_int_equal(c.mshrs, 512);
    assert_int_equal(c.merge, 8);
    assert_int_equal(c.miss_queue, 16);
    assert_int_equal(c.result_fifo, 2);
    assert_int_equal(c.port_bytes, 32);
}

static void older_strings_have_no_type_and_no_index(void **state)
{
    (void)state;
    gpgpusim_cache c;
    assert_true(gpgpusim_cache_parse("64:128:8,L:B:m:W:H,A:32:4,4:0,32", &c));
    assert_int_equal(c.type, 'N');
    assert_int_equal(c.index, 'H');
    assert_true(gpgpusim_cache_parse("64:64:2,L:R:f:N,A:2:32,4", &c));
    assert_int_equal(c.index, 'L');
    assert_int_equal(c.port_bytes, 0);
}

static void other_text_is_no_cache(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "none",
                                      "N",
                                      "N:",
                                      "N:32",
                                      "N:32:128:4",
                                      "N:32:128:4,L:L:m:N:H",
                                      "N:32:128:4,L:L:m:N:H,A:32",
                                      "N:32:128:4,L:L:m:N:H,A:32:8",
                                      "N:32:128:4,L:L:m:N:H,A:32:8,",
                                      "N:32:128:4,L:L:m:N:H,A:32:8,8:",
                                      "N:32:128:4,L:L:m:N:H,A:32:8,8,",
                                      "N:32:128:4,L:L:m:N:H,A:32:8,8,32,",
                                      "N:32:128:4,L:L:m:N:H,A:32:8,8x",
                                      "N:-32:128:4,L:L:m:N:H,A:32:8,8",
                                      "N:320000000:128:4,L:L:m:N:H,A:32:8,8",
                                      "NN:32:128:4,L:L:m:N:H,A:32:8,8",
                                      "N:32:128:4,3:L:m:N:H,A:32:8,8"};
    gpgpusim_cache c;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (gpgpusim_cache_parse(bad[i], &c))
            fail_msg("'%s' was accepted", bad[i]);
}

static void the_first_level_is_mapped(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_cache:dl1 N:64:128:6,L:L:m:N:L,A:128:7,9");
    assert_read(&r);
    assert_int_equal(r.config.l1_sets, 64);
    assert_int_equal(r.config.l1_ways, 6);
    assert_int_equal(r.config.l1_index, 0);
    assert_int_equal(r.config.l1_mshrs, 128);
    assert_int_equal(r.config.l1_merge, 7);
    assert_int_equal(r.config.l1_miss_queue, 9);
    assert_int_equal(r.config.l1_sector_bytes, 128);
    reading_free(&r);
    r = read_text("-gpgpu_cache:dl1 N:64:128:6,L:L:s:N:L,A:128:7,9\n-gpgpu_gmem_skip_L1D 1");
    assert_read(&r);
    assert_int_equal(r.config.l1_global, L1_GLOBAL_BYPASS);
    assert_int_equal(r.config.l1_allocate, L1_ALLOCATE_FILL);
    reading_free(&r);
    r = read_text("-gpgpu_cache:dl1 S:64:128:6,L:L:m:N:L,A:128:7,9");
    assert_read(&r);
    assert_int_equal(r.config.l1_sector_bytes, 32);
    reading_free(&r);
}

static void the_second_level_is_mapped(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_cache:dl2 S:32:128:24,L:B:m:L:L,A:192:3,32:0,64");
    assert_read(&r);
    assert_int_equal(r.config.l2_sets, 32);
    assert_int_equal(r.config.l2_ways, 24);
    assert_int_equal(r.config.l2_sector_bytes, 32);
    assert_int_equal(r.config.l2_write_alloc, 1); /* lazy */
    assert_int_equal(r.config.l2_mshrs, 192);
    assert_int_equal(r.config.l2_merge, 3);
    assert_int_equal(r.config.l2_port_bytes, 64);
    reading_free(&r);
    r = read_text("-gpgpu_cache:dl2 64:128:8,L:B:m:W:L,A:32:4,4");
    assert_read(&r);
    assert_int_equal(r.config.l2_sector_bytes, 128);
    assert_int_equal(r.config.l2_write_alloc, 0); /* fetch */
    assert_int_equal(r.config.l2_port_bytes, 128);
    reading_free(&r);
}

static void what_our_caches_are_not_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"-gpgpu_cache:dl1 none", "always such a cache"},
        {"-gpgpu_cache:dl1 N:32:64:4,L:L:m:N:H,A:32:8,8", "lines of 64 bytes"},
        {"-gpgpu_cache:dl1 T:32:128:4,L:L:m:N:H,A:32:8,8", "cache type T"},
        {"-gpgpu_cache:dl1 N:32:128:4,F:L:m:N:H,A:32:8,8", "replacement F"},
        {"-gpgpu_cache:dl1 N:32:128:4,L:B:m:N:H,A:32:8,8", "write policy B"},
        {"-gpgpu_cache:dl1 N:32:128:4,L:L:x:N:H,A:32:8,8", "allocation x"},
        {"-gpgpu_cache:dl2 N:64:128:8,L:B:f:W:L,A:32:4,4", "allocation f"},
        {"-gpgpu_cache:dl1 N:32:128:4,L:L:m:W:H,A:32:8,8", "write allocation W"},
        {"-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:P,A:32:8,8", "set index P"},
        {"-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,F:32:8,8:1", "MSHR type F"},
        {"-gpgpu_cache:dl1 N:32:128:4,L:L:m:N:H,A:32:8,8:0,32", "data port of 32 bytes"},
        {"-gpgpu_cache:dl1 N:4:128:2048,L:L:m:N:L,A:32:8,8", "2048 ways (instead: 8 sets of 1024)"},
        {"-gpgpu_cache:dl2 N:64:128:8,L:T:m:W:L,A:32:4,4", "write policy T"},
        {"-gpgpu_cache:dl2 N:64:128:8,L:B:m:W:L,A:32:999,4", "l2_merge: 999 is out of range"},
        {"-gpgpu_cache:dl2 N:64:128:8;L:B:m:W:L", "is not of the form"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reading r = read_text(bad[i].text);
        assert_int_equal(r.code, POISE_USAGE);
        assert_contains(r.err.text, bad[i].says);
        assert_contains(r.err.text, "gpgpusim.config:1: -gpgpu_cache:dl");
        reading_free(&r);
    }
}

/* FIFO cannot be had, but size and MSHRs can. */
static void lenient_takes_what_there_is(void **state)
{
    (void)state;
    reading r = read_leniently("-gpgpu_cache:dl1 S:4:128:2048,F:T:m:L:L,A:99:8,16:0,32");
    assert_read(&r);
    assert_int_equal(r.notes.warnings.n, 1);
    assert_int_equal(r.config.l1_sets, 8);
    assert_int_equal(r.config.l1_ways, 1024);
    assert_int_equal(r.config.l1_mshrs, 99);
    reading_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_read),
        cmocka_unit_test(older_strings_have_no_type_and_no_index),
        cmocka_unit_test(other_text_is_no_cache),
        cmocka_unit_test(the_first_level_is_mapped),
        cmocka_unit_test(the_second_level_is_mapped),
        cmocka_unit_test(what_our_caches_are_not_is_refused),
        cmocka_unit_test(lenient_takes_what_there_is),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
