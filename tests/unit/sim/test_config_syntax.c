/* Is a GPGPU-Sim file read word by word as GPGPU-Sim's option parser reads it? */
#include "tests/unit/sim/config_reading.h"

static void comments_lines_and_blanks_mean_nothing(void **state)
{
    (void)state;
    reading r =
        read_text("# a comment first\n\n  -gpgpu_n_clusters\n 7 # seven\n-gpgpu_n_cores_per_cluster 1\t"
                  "-gpgpu_shader_cta#glued\n5\n");
    assert_read(&r);
    assert_int_equal(r.config.sms, 7);
    assert_int_equal(r.config.thread_blocks, 5);
    reading_free(&r);
}

static void numbers_are_decimal_octal_or_hexadecimal(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t sms;
    } cases[] = {{"-gpgpu_n_clusters 12", 12}, {"-gpgpu_n_clusters 012", 10}, {"-gpgpu_n_clusters 0x12", 18}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = read_text(cases[i].text);
        assert_read(&r);
        assert_int_equal(r.config.sms, cases[i].sms);
        reading_free(&r);
    }
}

static void the_last_setting_wins(void **state)
{
    (void)state;
    reading r =
        read_text("-gpgpu_n_clusters 3\n-gpgpu_simd_model 2\n-gpgpu_n_clusters 4\n-gpgpu_simd_model 1\n");
    assert_read(&r);
    assert_int_equal(r.config.sms, 4);
    assert_non_null(strstr(sim_config_origin(&r.notes, 0), "gpgpusim.config:3"));
    reading_free(&r);
}

static void quotes_join_words_over_lines(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_dram_timing_opt \"nbk=8:CCD=1:RRD=3:RCD=12: # first line\n"
                          "  RAS=27:RP=11:RC=40:CL=13:WL=2:CDLR=3:WR=10\"\n-gpgpu_n_clusters 2\n");
    assert_read(&r);
    assert_int_equal(r.config.dram_banks, 8);
    assert_int_equal(r.config.t_ras, 27);
    assert_int_equal(r.config.t_wr, 10);
    assert_int_equal(r.config.dram_bank_groups, 1); /* left out: off */
    assert_int_equal(r.config.sms, 2);
    reading_free(&r);
}

static void a_switch_may_stand_alone(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_flush_l1_cache -gpgpu_n_clusters 6");
    assert_read(&r);
    assert_int_equal(r.config.sms, 6);
    reading_free(&r);
    r = read_text("-gpgpu_perfect_mem");
    assert_int_equal(r.code, POISE_USAGE);
    assert_contains(r.err.text, "gpgpusim.config:1: -gpgpu_perfect_mem 1 is not modelled");
    reading_free(&r);
}

/* Beside the file that names them, whatever the current folder is. */
static void further_files_are_found(void **state)
{
    (void)state;
    const char more[] = "-gpgpu_n_clusters 9 -gpgpu_shader_cta 3",
               net[] = "// network\nflit_size = 48;\nk = 3;\n";
    spill(test_path("more.config"), more, strlen(more));
    spill(test_path("net.icnt"), net, strlen(net));
    reading r =
        read_text("-icnt_flit_size 32\n-gpgpu_n_clusters 1\n-config more.config\n-gpgpu_shader_cta 4\n"
                  "-inter_config_file net.icnt\n");
    assert_read(&r);
    assert_int_equal(r.config.sms, 9);
    assert_int_equal(r.config.thread_blocks, 4);
    assert_int_equal(r.config.flit_request_bytes, 48);
    assert_int_equal(r.config.flit_reply_bytes, 48);
    assert_int_equal(r.notes.warnings.n, 0);
    reading_free(&r);
}

static void a_missing_network_is_a_warning(void **state)
{
    (void)state;
    reading r = read_text("-icnt_flit_size 40\n-inter_config_file nowhere.icnt\n");
    assert_read(&r);
    assert_int_equal(r.config.flit_reply_bytes, 40);
    assert_int_equal(r.notes.warnings.n, 1);
    assert_contains(r.notes.warnings.text[0], "gpgpusim.config:2: -inter_config_file: cannot open");
    reading_free(&r);
}

static void damage_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        int code;
        const char *says;
    } bad[] = {
#define TEXT(text) text, sizeof(text) - 1
        {TEXT("-gpgpu_n_clusters 1\n-gpgpu_dram_timing_opt \"nbk=16\n"), POISE_DAMAGED, ":2: the quotes"},
        {TEXT("-gpgpu_n_clusters \0 2"), POISE_DAMAGED, "not a text file"},
        {TEXT("-gpgpu_n_clusters \033[2J"), POISE_DAMAGED, ":1: a control character"},
        {TEXT("sms = 3\nsms = \033[2J\n"), POISE_DAMAGED, ":2: a control character"},
        {TEXT("k = 3;\nn = \033[2J;\n"), POISE_DAMAGED, ":2: a control character"},
        {TEXT("-gpgpu_n_clusters"), POISE_USAGE, ":1: option -gpgpu_n_clusters has no value"},
        {TEXT("-gpgpu_n_clusters -gpgpu_n_mem 2"), POISE_USAGE, "has no value"},
        {TEXT("-gpgpu_n_clusters 1\n2\n"), POISE_USAGE, ":2: '2' stands where an option"},
        {TEXT("-gpgpu_n_clusters 1e1"), POISE_USAGE, ":1: -gpgpu_n_clusters '1e1' is not"},
        {TEXT("-gpgpu_n_clusters 99999999999999999999"), POISE_USAGE, "is not"},
        {TEXT("-gpgpu_n_clusters -4"), POISE_USAGE, "'-4' is not"},
        {TEXT("-gpgpu_n_clusters 0"), POISE_USAGE, "sms: 0 is out of range"},
        {TEXT("-config gpgpusim.config"), POISE_USAGE, "circle"},
        {TEXT("-config nowhere.config"), POISE_FAILED, ":1: -config: cannot open"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reading r = read_bytes(bad[i].text, bad[i].size, false);
        assert_int_equal(r.code, bad[i].code);
        assert_contains(r.err.text, bad[i].says);
        assert_contains(r.err.text, "gpgpusim.config");
        reading_free(&r);
    }
}

/* A megabyte without a blank is one word. */
static void long_words_are_read(void **state)
{
    (void)state;
    const size_t size = 1000 * 1000;
    char *text = malloc(size);
    assert_non_null(text);
    memset(text, 'x', size);
    text[0] = '-';
    reading r = read_bytes(text, size, false);
    assert_read(&r);
    assert_int_equal(r.notes.warnings.n, 1);
    assert_true(strlen(r.notes.warnings.text[0]) < 300);
    reading_free(&r);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_lines_and_blanks_mean_nothing),
        cmocka_unit_test(numbers_are_decimal_octal_or_hexadecimal),
        cmocka_unit_test(the_last_setting_wins),
        cmocka_unit_test(quotes_join_words_over_lines),
        cmocka_unit_test(a_switch_may_stand_alone),
        cmocka_unit_test(further_files_are_found),
        cmocka_unit_test(a_missing_network_is_a_warning),
        cmocka_unit_test(damage_is_refused),
        cmocka_unit_test(long_words_are_read),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
