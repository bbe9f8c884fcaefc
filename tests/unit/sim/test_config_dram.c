/* Are DRAM timing and BookSim networks read in all their forms? */
#include "tests/unit/sim/config_reading.h"

static void timing_is_read_in_order(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_dram_timing_opt 16:2:6:12:28:12:40:13:4:5:11:4:3:1");
    assert_read(&r);
    const sim_config *c = &r.config;
    const int64_t found[] = {c->dram_banks, c->t_ccd, c->t_rrd, c->t_rcd,  c->t_ras, c->t_rp,
                             c->t_rc,       c->t_cl,  c->t_wl,  c->t_cdlr, c->t_wr,  c->dram_bank_groups,
                             c->t_ccdl,     c->t_rtpl};
    const int64_t expected[] = {16, 2, 6, 12, 28, 12, 40, 13, 4, 5, 11, 4, 3, 1};
    assert_memory_equal(found, expected, sizeof expected);
    reading_free(&r);
}

static void timing_without_bank_groups_switches_them_off(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_dram_timing_opt 8:2:8:12:25:10:35:10:7:6:11");
    assert_read(&r);
    assert_int_equal(r.config.dram_bank_groups, 1);
    assert_int_equal(r.config.t_ccdl, 0);
    assert_int_equal(r.config.t_rtpl, 0);
    reading_free(&r);
}

/* What none of its options tells goes with the timing: how commands are found, and that a write follows an
 * activate sooner, unless nothing would be left. */
static void timing_brings_their_rules(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t t_rcd_write;
    } cases[] = {{"16:2:6:12:28:12:40:13:4:5:11", 7},
                 {"16:2:6:5:28:12:40:13:3:5:11", 1},
                 {"16:2:6:5:28:12:40:13:4:5:11", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[80];
        snprintf(text, sizeof text, "-gpgpu_dram_timing_opt %s", cases[i].text);
        reading r = read_text(text);
        assert_read(&r);
        assert_int_equal(r.config.dram_first, FIRST_SCAN);
        assert_int_equal(r.config.dram_entry, DRAM_ENTRY_ROOM);
        assert_int_equal(r.config.dram_precharge, PRECHARGE_GROUP);
        assert_int_equal(r.config.t_rcd_write, cases[i].t_rcd_write);
        reading_free(&r);
    }
}

static void damaged_timing_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"16:2:6", "lacks the timing parameter RCD"},
        {"16:2:6:12:28:12:40:13:4:5:11:4:3:1:9", "too many"},
        {"16:2:6:x:28:12:40:13:4:5:11", "not a whole number"},
        {"16:2:6:99999999999999999:28:12:40:13:4:5:11", "too long"},
        {"nbk=16:CCD=2", "lacks the timing parameter RRD"},
        {"nbk=16:CAS=2", "unknown timing parameter"},
        {"nbk=16:CCD", "ends behind the name"},
        {"16:2:6:12:28:12:40:13:4:5:101", "t_wr: 101 is out of range"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[256];
        snprintf(text, sizeof text, "\n-gpgpu_dram_timing_opt %s", bad[i].text);
        reading r = read_text(text);
        assert_int_equal(r.code, POISE_USAGE);
        assert_contains(r.err.text, "gpgpusim.config:2: -gpgpu_dram_timing_opt");
        assert_contains(r.err.text, bad[i].says);
        reading_free(&r);
    }
}

/* 8 ns are 4.27 clocks of DDR3-1066, and 15 ns 15 clocks of 1 GHz. */
static void times_in_nanoseconds_are_rounded_up(void **state)
{
    (void)state;
    sim_config c;
    sim_config_default(&c);
    assert_int_equal(sim_dram_cycles(&c, 8), 8);
    assert_int_equal(sim_config_set(&c, "t_unit=ns", NULL), 0);
    assert_int_equal(sim_config_set(&c, "dram_mhz=533.333", NULL), 0);
    assert_int_equal(sim_dram_cycles(&c, 8), 5);
    assert_int_equal(sim_dram_cycles(&c, 15), 8);
    assert_int_equal(sim_dram_cycles(&c, 0), 0);
    assert_int_equal(sim_config_set(&c, "dram_mhz=1000", NULL), 0);
    assert_int_equal(sim_dram_cycles(&c, 15), 15);
}

static void refreshes_must_leave_time(void **state)
{
    (void)state;
    poise_error err;
    sim_config c;
    sim_config_default(&c);
    assert_int_equal(sim_config_set(&c, "t_rfc=100", NULL), 0);
    assert_int_equal(sim_config_set(&c, "t_refi=200", NULL), 0);
    assert_int_equal(sim_config_check(&c, &err), POISE_USAGE);
    assert_string_equal(err.text, "machine: t_refi must be at least all other t_ options together");
    assert_int_equal(sim_config_set(&c, "t_refi=400", NULL), 0);
    assert_int_equal(sim_config_check(&c, &err), POISE_OK);
}

static void a_network_is_read_by_its_content(void **state)
{
    (void)state;
    reading r = read_text("// 27 ports\nflit_size = 24; k=27;\nn = 1;\ntopology = fly; // single stage\n"
                          "packet_size ={{1,2,3,4},{10,20}};\n\n");
    assert_read(&r);
    assert_int_equal(r.config.flit_request_bytes, 24);
    assert_int_equal(r.config.flit_reply_bytes, 24);
    size_t n;
    const size_t index = (size_t)(sim_config_option("flit_reply_bytes") - sim_config_options(&n));
    assert_contains(sim_config_origin(&r.notes, index), "gpgpusim.config:2");
    reading_free(&r);
}

/* Two at either end, one behind the other. */
static void buffers_add_up(void **state)
{
    (void)state;
    reading r = read_text("k = 8;\nvc_buf_size = 64;\n");
    assert_read(&r);
    assert_int_equal(r.config.icnt_buffer, 64);
    assert_int_equal(r.config.icnt_out_buffer, 64 + 16);
    reading_free(&r);
    r = read_text("k = 8;\nvc_buf_size = 64;\ninput_buffer_size = 256;\nejection_buffer_size = 32;\n");
    assert_read(&r);
    assert_int_equal(r.config.icnt_buffer, 64 + 256);
    assert_int_equal(r.config.icnt_out_buffer, 32 + 16);
    reading_free(&r);
    r = read_text("k = 8;\nboundary_buffer_size = 64;\nejection_buffer_size = 32;\n");
    assert_read(&r);
    assert_int_equal(r.config.icnt_out_buffer, 32 + 64);
    reading_free(&r);
}

static void other_networks_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *says;
    } bad[] = {
        {"k = 8;\ntopology = mesh;\n", ":2: topology mesh is not modelled"},
        {"k = 8;\nn = 2;\n", ":2: n 2 is not modelled"},
        {"k = 8;\nnum_vcs = 2;\n", ":2: num_vcs 2 is not modelled"},
        {"k = 8;\nflit_size = wide;\n", ":2: flit_size 'wide' is not a whole number"},
        {"k = 8;\nflit_size 40;\n", ":2: 'flit_size 40' is not of the form"},
        {"k = 8;\nflit_size = 40\n", ":2: the last statement does not end with ;"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reading r = read_text(bad[i].text);
        assert_int_equal(r.code, POISE_USAGE);
        assert_contains(r.err.text, bad[i].says);
        reading_free(&r);
    }
    reading r = read_text("k = 8;\nnum_dwarfs = 7;\n");
    assert_read(&r);
    assert_int_equal(r.notes.warnings.n, 1);
    assert_contains(r.notes.warnings.text[0], ":2: network option num_dwarfs is unknown");
    reading_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timing_is_read_in_order),
        cmocka_unit_test(timing_without_bank_groups_switches_them_off),
        cmocka_unit_test(timing_brings_their_rules),
        cmocka_unit_test(damaged_timing_is_refused),
        cmocka_unit_test(times_in_nanoseconds_are_rounded_up),
        cmocka_unit_test(refreshes_must_leave_time),
        cmocka_unit_test(a_network_is_read_by_its_content),
        cmocka_unit_test(buffers_add_up),
        cmocka_unit_test(other_networks_are_refused),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
