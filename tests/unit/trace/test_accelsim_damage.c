/* Damaged, cut and foreign Accel-Sim traces are refused with the line and the reason, and leave nothing. */
#include "tests/unit/trace/accelsim_test.h"
#include "trace/accelsim/kernels_list.h"

#include <lzma.h>

#define ONE_WARP(count, lines) LAUNCH_OF("32") WARP("0", count) lines END_OF_BLOCK
#define LINE(text)             ONE_WARP("2", text "\n" EXIT_ALL)

static const struct {
    const char *text, *reason;
} damages[] = {
    {"", "line 1: the file ends before its first thread block"},
    {"hello\n", "line 1: 'hello' is no line '-key = value'"},
    {"-kernel name = k\n#\n", "line 2: the grid (0,0,0) has no thread block"},
    {"-grid dim = (1,1)\n", "line 1: the grid is not of the form (x,y,z)"},
    {"-grid dim = (99999999999,1,1)\n", "the grid is not of the form (x,y,z)"},
    {"-kernel name = k\n-grid dim = (65536,65536,1)\n-block dim = (1,1,1)\n#\n", "more than 2^31 - 1"},
    {"-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (1025,1,1)\n#\n", "or more than 1024"},
    {"-nregs = -1\n", "the value of 'nregs' is '-1', not a number up to 65535"},
    {"-accelsim tracer version = 2\n-kernel name = k\n#\n", "writes ungrouped lines"},
    {LAUNCH_OF("32") "\n", "the file ends within a thread block"},
    {LAUNCH_OF("32") "#END_TB\n", "the thread block ends, but warp 0 is missing"},
    {LAUNCH_OF("32") "warp = 1\n", "warp '1' is not a number up to 0"},
    {LAUNCH_OF("32") "warp = 0\nfoo\n", "warp 0 is not followed by 'insts = '"},
    {LAUNCH_OF("32") WARP("0", "2") EXIT_ALL, "the file ends, instructions of warp 0 still to come: 1"},
    {LAUNCH_OF("32") WARP("0", "1") EXIT_ALL WARP("0", "1"), "warp 0 of the thread block is there twice"},
    {ONE_WARP("0", ""), "warp 0 ends without EXIT of its lanes ffffffff"},
    {ONE_WARP("1", "0000 ffffffff 0 NOP 0 0\n"), "warp 0 ends without EXIT of its lanes ffffffff"},
    {ONE_WARP("1", "0100 0000ffff 0 EXIT 0 0\n"), "warp 0 ends without EXIT of its lanes ffff0000"},
    {ONE_WARP("2", EXIT_ALL "0110 00000001 0 NOP 0 0\n"), "has lanes that EXIT ended before"},
    {LAUNCH_OF("8") WARP("0", "1") EXIT_ALL,
     "mask ffffffff has lanes without a thread: the warp has 000000ff"},
    {ONE_WARP("1", EXIT_ALL) "\n#BEGIN_TB\nthread block = 0,0,0\n",
     "the grid has 1 thread blocks, the file more"},
    {ONE_WARP("1", EXIT_ALL) "more\n", "'more' stands outside of thread blocks"},
    {"-kernel name = k\n-grid dim = (2,1,1)\n-block dim = (32,1,1)\n#\n#BEGIN_TB\nthread block = 2,0,0\n",
     "thread block 2,0,0 is outside the grid (2,1,1)"},
    {"-kernel name = k\n-grid dim = (2,1,1)\n-block dim = (32,1,1)\n#\n#BEGIN_TB\nthread block = "
     "1,0,0\n" WARP("0", "1") EXIT_ALL END_OF_BLOCK,
     "the grid has 2 thread blocks, the file 1"},
    {LINE("zz ffffffff 0 NOP 0 0"), "line 21: the program counter is 'zz'"},
    {LINE("0000 1ffffffff 0 NOP 0 0"), "the mask is '1ffffffff', not a hexadecimal number up to ffffffff"},
    {LINE("0000 ffffffff 2 R1 R2 NOP 0 0"), "the number of destinations is '2', not a number up to 1"},
    {LINE("0000 ffffffff 1 R256 NOP 0 0"), "'R256' is not a register R0 to R255"},
    {LINE("0000 ffffffff 1 X1 NOP 0 0"), "'X1' is not a register"},
    {LINE("0000 ffffffff 0"), "ends before the opcode"},
    {LINE("0000 ffffffff 0 NOP 9 R1"), "the number of sources is '9', not a number up to 8"},
    {LINE("0000 ffffffff 0 NOP 2 R1"), "'' is not a register"},
    {LINE("0000 ffffffff 0 NOP 0"), "ends before the access width"},
    {LINE("0000 ffffffff 0 NOP 0 0 1 2"), "has '2' behind its end"},
    {LINE("0000 ffffffff 0 NOP 0 0 x"), "has 'x' behind its end"},
    {LINE("0000 ffffffff 1 R1 LDG 1 R2 0"), "LDG accesses memory, but the line has no addresses"},
    {LINE("0000 ffffffff 1 R1 LDG 1 R2 4 3 0x0"), "the address mode is '3', not a number up to 2"},
    {LINE("0000 ffffffff 1 R1 LDG 1 R2 4 1 0x8000"), "'' is not a distance of addresses"},
    {LINE("0000 000000f1 1 R1 LDG 1 R2 4 1 0x8000 4"), "gives base and stride for lanes with gaps"},
    {LINE("0000 0000000f 1 R1 LDG 1 R2 4 2 0x8000 4 4"), "'' is not a distance of addresses"},
    {LINE("0000 00000003 1 R1 LDG 1 R2 4 0 0x8000"), "ends before the address"},
    {LINE("0000 ffffffff 1 R1 LDG 1 R2 4 1 0x10000000000000000 4"), "the address is '0x10000000000000000'"},
    {LINE("0000 ffffffff 1 R1 LDG 1 R2 4 1 0x8000 99999999999999999999"), "is not a distance of addresses"},
};

static void damage_names_line_and_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        traceg_import_report report;
        poise_error err = {0};
        const int code = import_text(damages[i].text, false, &report, &err);
        if (code != POISE_DAMAGED || strstr(err.text, damages[i].reason) == NULL ||
            strstr(err.text, "in.traceg, line ") == NULL)
            fail_msg("damage %zu: expected \"%s\", got %d \"%s\"", i, damages[i].reason, code, err.text);
        assert_int_equal(count_entries(test_folder), 1); /* in.traceg */
    }
}

/* Whatever a good trace is cut to, it is refused. */
static void every_cut_is_refused(void **state)
{
    (void)state;
    const char *whole = LINE("0000 ffffffff 1 R1 LDG.E 1 R2 4 1 0x8000 4");
    char *cut = strdup(whole);
    assert_non_null(cut);
    traceg_import_report report;
    for (size_t n = strlen(whole) - 2; n > 0; n--) { /* the line end behind #END_TB may go */
        cut[n] = 0;
        assert_int_equal(import_text(cut, false, &report, NULL), POISE_DAMAGED);
    }
    free(cut);
}

static void long_lines_and_zero_bytes_are_refused(void **state)
{
    (void)state;
    enum { LENGTH = 70000 };
    char *text = malloc(LENGTH + 1);
    assert_non_null(text);
    memset(text, '-', LENGTH);
    text[LENGTH] = 0;
    traceg_import_report report;
    poise_error err = {0};
    assert_int_equal(import_text(text, false, &report, &err), POISE_DAMAGED);
    assert_non_null(strstr(err.text, "the next line is longer than 65536 bytes"));
    text[65536] = '\n';
    assert_int_equal(import_text(text, false, &report, &err), POISE_DAMAGED);
    assert_null(strstr(err.text, "longer"));
    text[65536] = '-';
    text[65537] = '\n';
    assert_int_equal(import_text(text, false, &report, &err), POISE_DAMAGED);
    assert_non_null(strstr(err.text, "longer"));
    free(text);
    FILE *file = fopen(test_path("zero.traceg"), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite("-a\0b\n", 1, 5, file), 5);
    fclose(file);
    assert_int_equal(traceg_import(test_path("zero.traceg"), test_folder, 0, false, &report, &err),
                     POISE_DAMAGED);
    assert_non_null(strstr(err.text, "line 1: has a byte 0"));
    remove(test_path("zero.traceg"));
}

/* A warp trace renumbers at most 16384 pages of 2 MiB: 513 loads of 32 pages each are too many. */
static void too_many_pages_are_refused(void **state)
{
    (void)state;
    enum { LOADS = 513 };
    const unsigned long long page = 1ull << TRACE_PAGE_SHIFT;
    FILE *file = fopen(test_path("in.traceg"), "wb");
    assert_non_null(file);
    fprintf(file, LAUNCH_OF("32") WARP("0", "%d"), LOADS + 1);
    for (unsigned i = 0; i < LOADS; i++)
        fprintf(file, "0000 ffffffff 1 R1 LDG.E 1 R2 4 1 0x%llx %llu\n", i * TRACE_WARP_SIZE * page, page);
    fprintf(file, EXIT_ALL END_OF_BLOCK);
    fclose(file);
    traceg_import_report report;
    poise_error err = {0};
    assert_int_equal(traceg_import(test_path("in.traceg"), test_folder, 0, false, &report, &err),
                     POISE_DAMAGED);
    assert_int_equal(err.code, POISE_DAMAGED);
    assert_non_null(strstr(err.text, "in.traceg, line 533: "));
    assert_int_equal(count_entries(test_folder), 1);
}

/* xz of a good trace, whole, cut and changed. */
static void xz_streams_are_checked(void **state)
{
    (void)state;
    const char *text = ONE_WARP("1", EXIT_ALL);
    uint8_t packed[4096];
    size_t size = 0;
    assert_int_equal(lzma_easy_buffer_encode(6, LZMA_CHECK_CRC64, NULL, (const uint8_t *)text, strlen(text),
                                             packed, &size, sizeof packed),
                     LZMA_OK);
    traceg_import_report report;
    poise_error err = {0};
    for (int form = 0; form < 3; form++) {
        if (form == 2)
            packed[size / 2] ^= 0x40;
        FILE *file = fopen(test_path("in.traceg.xz"), "wb");
        assert_non_null(file);
        const size_t n = form == 1 ? size / 2 : size;
        assert_int_equal(fwrite(packed, 1, n, file), n);
        fclose(file);
        const int code = traceg_import(test_path("in.traceg.xz"), test_folder, 0, false, &report, &err);
        assert_int_equal(code, form == 0 ? 0 : POISE_DAMAGED);
        if (form != 0)
            assert_non_null(strstr(err.text, "xz stream"));
    }
}

static void absent_files_are_no_damage(void **state)
{
    (void)state;
    traceg_import_report report;
    poise_error err = {0};
    assert_int_equal(traceg_import(test_path("absent"), test_folder, 0, false, &report, &err), POISE_FAILED);
    assert_int_equal(traceg_import(test_folder, test_folder, 0, false, &report, &err), POISE_FAILED);
}

static void lists_name_traces_and_count_copies(void **state)
{
    (void)state;
    write_text(test_path("kernelslist.g"), "MemcpyHtoD,0x00007f0000000000,4096\nkernel-2.traceg\n\nother\n"
                                           "kernel-1.traceg.xz\n");
    traceg_kernels kernels;
    assert_int_equal(traceg_kernels_read(test_path("kernelslist.g"), &kernels, NULL), 0);
    assert_int_equal(kernels.n, 2);
    assert_int_equal(kernels.n_copies, 1);
    assert_string_equal(kernels.path[0], test_path("kernel-2.traceg"));
    assert_string_equal(kernels.path[1], test_path("kernel-1.traceg.xz"));
    traceg_kernels_free(&kernels);
    write_text(test_path("kernelslist.g"), "MemcpyHtoD,0x10,16\n");
    poise_error err = {0};
    assert_int_equal(traceg_kernels_read(test_path("kernelslist.g"), &kernels, &err), POISE_DAMAGED);
    assert_non_null(strstr(err.text, "no line names a kernel's trace"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damage_names_line_and_reason),
        cmocka_unit_test(every_cut_is_refused),
        cmocka_unit_test(long_lines_and_zero_bytes_are_refused),
        cmocka_unit_test(too_many_pages_are_refused),
        cmocka_unit_test(xz_streams_are_checked),
        cmocka_unit_test(absent_files_are_no_damage),
        cmocka_unit_test(lists_name_traces_and_count_copies),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
