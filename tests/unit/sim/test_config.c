/* Is the machine description read, checked and printed as documented? */
#include "common/line.h"
#include "sim/config/notes.h"
#include "sim/config/scale.h"
#include "tests/folder.h"

static int load_text(sim_config *config, const char *text, poise_error *err)
{
    const char *path = test_path("machine.conf");
    spill(path, text, strlen(text));
    return sim_config_load(config, path, err);
}

static void defaults_are_the_thesis_machine(void **state)
{
    (void)state;
    sim_config c;
    sim_config_default(&c);
    assert_int_equal(sim_config_check(&c, NULL), 0);
    assert_int_equal(c.sms, 32);
    assert_int_equal(c.l1_mshrs, 32);
    assert_int_equal(c.l2_banks, 24);
    assert_true(c.core_mhz == 1400);
    assert_int_equal(c.l1_index, 1);
}

/* What [RA] table 4.1 and section 4.4 say of the machine. */
static void medic_is_the_machine_of_its_table(void **state)
{
    (void)state;
    poise_error err;
    sim_config c;
    if (sim_config_load(&c, "medic", &err) || sim_config_check(&c, &err))
        fail_msg("%s", err.text);
    assert_int_equal(c.sms, 15);
    assert_true(c.core_mhz == 1400);
    assert_int_equal(c.l1_sets * c.l1_ways * LINE_BYTES, 16 << 10);
    assert_int_equal(c.l1_ways, 4);
    assert_int_equal(c.l1_latency, 1);
    assert_int_equal(c.channels, 6);
    assert_int_equal(c.l2_banks, 2 * c.channels);
    assert_int_equal(c.l2_banks * c.l2_sets * c.l2_ways * LINE_BYTES, 768 << 10);
    assert_int_equal(c.l2_ways, 16);
    assert_int_equal(c.l2_latency, 10 + 1);
    assert_int_equal(c.l2_port_bytes, LINE_BYTES);                    /* a look-up a cycle */
    assert_true(c.flit_request_bytes >= LINE_BYTES + c.header_bytes); /* a packet a cycle */
    assert_true(c.flit_reply_bytes >= LINE_BYTES + c.header_bytes);
    assert_int_equal(c.l2_write, 1);
    assert_true(c.dram_mhz == 1674 / 2.0);
    assert_int_equal(c.dram_banks, 8);
}

/* What [RA] table 5.2 says of the machine; values that a public configuration of DDR3-1066 8-8-8 has
 * otherwise are the table's. */
static void sms_is_the_machine_of_its_table(void **state)
{
    (void)state;
    poise_error err;
    sim_config c;
    if (sim_config_load(&c, "sms", &err) || sim_config_check(&c, &err))
        fail_msg("%s", err.text);
    assert_true(c.cpu_mhz == 3200);
    assert_int_equal(c.cpu_width, 3);
    assert_int_equal(c.cpu_window, 128);
    assert_int_equal(c.cpu_at, 0); /* the memory controllers are the first thing that is shared */
    assert_int_equal(c.sms * 32, 800);
    assert_int_equal(c.channels, 4);
    assert_int_equal(c.dram_queue, 300);
    assert_int_equal(c.dram_banks, 8);
    assert_int_equal(c.dram_row_bytes, 2 << 10);
    assert_int_equal(c.dram_burst_bytes * 8, 128 * 2 * c.t_ccd); /* a bus of 128 bits, two beats a clock */
    assert_true(c.dram_mhz > 533 && c.dram_mhz < 534);
    const uint32_t printed[] = {c.t_rcd, c.t_cl,   c.t_rp,   c.t_ras, c.t_rc,
                                c.t_rrd, c.t_cdlr, c.t_rtpl, c.t_wr};
    const uint32_t table[] = {8, 8, 8, 20, 27, 4, 4, 4, 6};
    assert_memory_equal(printed, table, sizeof table);
    const uint32_t open[] = {c.t_ccd, c.t_wl, c.t_faw, c.t_refi}, public[] = {4, 6, 20, 0};
    assert_memory_equal(open, public, sizeof public);
}

/* What [RA] table 6.1 and sections 6.3.1 and 6.6.4 say of the machine. */
static void mask_is_the_machine_of_its_table(void **state)
{
    (void)state;
    poise_error err;
    sim_config c, slow;
    if (sim_config_load(&c, "mask", &err) || sim_config_check(&c, &err))
        fail_msg("%s", err.text);
    assert_int_equal(c.sms, 30);
    assert_true(c.core_mhz == 1020);
    assert_int_equal(c.warps, 64);
    assert_int_equal(c.warps * 32 * c.sms, 30 * 2048); /* warps of 32: the threads of a Maxwell SM */
    assert_int_equal(c.l1_sets * c.l1_ways * LINE_BYTES, 16 << 10);
    assert_int_equal(c.l1_ways, 4);
    assert_int_equal(c.l1_latency, 1);
    assert_int_equal(c.tlb_latency, 1);
    assert_int_equal(c.l2_banks * c.l2_sets * c.l2_ways * LINE_BYTES, 2 << 20);
    assert_int_equal(c.l2_ways, 16);
    assert_int_equal(c.l2_banks, 16);
    assert_int_equal(c.l2_latency, 10);
    assert_true(c.l2_mhz == c.core_mhz && c.icnt_mhz == c.core_mhz);
    assert_int_equal(c.channels, 8);
    assert_int_equal(c.dram_banks, 8);
    assert_true(c.dram_mhz == 1674);
    assert_int_equal(c.dram_queue, 256);
    assert_int_equal(c.dram_burst_bytes, 8 * 4);           /* burst length 8, 32 bits */
    assert_int_equal(c.dram_burst_bytes, c.t_ccd * 4 * 4); /* four beats a clock */
    assert_true(c.dram_mhz * 16 * c.channels / 1000 > 214 && c.dram_row_bytes == 2048);
    const uint32_t open[] = {c.t_ccd,
                             c.t_rrd,
                             c.t_rcd,
                             c.t_ras,
                             c.t_rp,
                             c.t_rc,
                             c.t_cl,
                             c.t_wl,
                             c.t_cdlr,
                             c.t_wr,
                             c.dram_bank_groups,
                             c.t_ccdl,
                             c.t_rtpl};
    const uint32_t gpgpusim[] = {2, 6, 12, 28, 12, 40, 12, 4, 5, 12, 4, 3, 2};
    assert_memory_equal(open, gpgpusim, sizeof open);
    /* The integrated one changes nothing but this; 130 ns of footnote 3. */
    if (sim_config_load(&slow, "mask-integrated", &err))
        fail_msg("%s", err.text);
    assert_int_equal(slow.l2_latency, (int)(130 * c.core_mhz / 1000 + 0.999));
    sim_config_default(&c);
    slow.l2_latency = c.l2_latency;
    assert_memory_equal(&slow, &c, sizeof c);
}

/* What [RA] table 7.1 says of the machine, where it differs from table 6.1. */
static void mosaic_is_the_machine_of_its_table(void **state)
{
    (void)state;
    poise_error err;
    sim_config c = {0}, mask = {0};
    if (sim_config_load(&c, "mosaic", &err) || sim_config_check(&c, &err) ||
        sim_config_load(&mask, "mask", &err))
        fail_msg("%s", err.text);
    assert_int_equal(c.sms, 30);
    assert_true(c.core_mhz == 1020 && c.dram_mhz == 1674);
    assert_int_equal(c.channels, 6);
    assert_int_equal(c.l2_banks, 2 * 6);
    assert_int_equal(c.l2_ways, 16);
    assert_int_equal(c.l2_latency, 10);
    const uint32_t size = c.l2_banks * c.l2_sets * c.l2_ways * LINE_BYTES,
                   one_set = c.l2_banks * c.l2_ways * LINE_BYTES;
    assert_true(size <= 2 << 20 && size + one_set > 2 << 20);
    assert_int_equal(c.l1_sets * c.l1_ways * LINE_BYTES, 16 << 10);
    assert_int_equal(c.tlb_latency, 1);
    assert_int_equal(c.dram_banks, 8);
    c.channels = mask.channels;
    c.l2_banks = mask.l2_banks;
    c.l2_sets = mask.l2_sets;
    assert_memory_equal(&c, &mask, sizeof c);
}

/* Times of JESD79-5 in nanoseconds, in the clocks of `ddr5`. */
static void ddr5_has_the_times_of_its_data_sheet(void **state)
{
    (void)state;
    poise_error err;
    sim_config c;
    if (sim_config_load(&c, "ddr5", &err) || sim_config_check(&c, &err))
        fail_msg("%s", err.text);
    const struct {
        uint32_t clocks;
        double ns;
    } times[] = {{c.t_ras, 32},   {c.t_wr, 30},     {c.t_rtpl, 7.5},     {c.t_rrdl, 5},
                 {c.t_cdlrl, 10}, {c.t_cdlr, 2.5},  {c.t_faw, 20},       {c.t_ccdl, 5},
                 {c.t_rfc, 295},  {c.t_refi, 3900}, {c.t_ccdl_write, 20}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        assert_true(times[i].clocks >= times[i].ns / 0.41667 - 0.01 &&
                    times[i].clocks <= times[i].ns / 0.416 + 1);
    assert_int_equal(c.t_rc, c.t_ras + c.t_rp);
    assert_int_equal(c.dram_burst_bytes * 8, 32 * 2 * c.t_ccd);
    assert_int_equal(c.dram_banks / c.dram_bank_groups, 4);
    assert_int_equal(c.cpu_window, 128);
}

/* What is printed can be read back and means the same. */
static void printed_text_is_read_back(void **state)
{
    (void)state;
    sim_config a, b;
    char *text, hash_a[POISE_HASH_TEXT], hash_b[POISE_HASH_TEXT];
    sim_config_default(&a);
    assert_int_equal(sim_config_set(&a, "sms=7", NULL), 0);
    assert_int_equal(sim_config_set(&a, "dram_mhz = 1234.5", NULL), 0);
    assert_int_equal(sim_config_set(&a, "l1_index=linear", NULL), 0);
    assert_int_equal(sim_config_text(&a, &text, NULL), 0);
    poise_error err;
    if (load_text(&b, text, &err))
        fail_msg("%s", err.text);
    free(text);
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(sim_config_hash(&a, hash_a, NULL), 0);
    assert_int_equal(sim_config_hash(&b, hash_b, NULL), 0);
    assert_string_equal(hash_a, hash_b);
}

/* The hash of a machine without a buffer at the crossbar's outputs is that of the time before there was one.
 */
static void an_absent_output_buffer_is_not_printed(void **state)
{
    (void)state;
    sim_config config, other;
    char *text, difference[SIM_DIFFERENCE_TEXT];
    sim_config_default(&config);
    other = config;
    assert_int_equal(sim_config_text(&config, &text, NULL), 0);
    assert_null(strstr(text, "icnt_out_buffer"));
    assert_null(strstr(text, "l2_write "));
    assert_null(strstr(text, "cpu_"));
    assert_null(strstr(text, "tlb_"));
    assert_null(strstr(text, "link_"));
    assert_null(strstr(text, "t_faw"));
    assert_null(strstr(text, "t_rf"));
    assert_null(strstr(text, "t_unit"));
    assert_null(strstr(text, "t_rtw"));
    assert_null(strstr(text, "t_ppd"));
    assert_null(strstr(text, "dram_first"));
    assert_null(strstr(text, "dram_row "));
    assert_null(strstr(text, "dram_service"));
    assert_null(strstr(text, "dram_command_cycles"));
    sim_config_difference(text, &config, difference);
    assert_string_equal(difference, "");
    assert_true(sim_config_is_same(text, &config));
    assert_int_equal(sim_config_set(&other, "icnt_out_buffer=80", NULL), 0);
    sim_config_difference(text, &other, difference);
    assert_string_equal(difference, "icnt_out_buffer is not known there, 80 here");
    assert_false(sim_config_is_same(text, &other));
    free(text);
    assert_int_equal(sim_config_text(&other, &text, NULL), 0);
    assert_non_null(strstr(text, "icnt_out_buffer = 80\n"));
    sim_config_difference(text, &config, difference);
    assert_string_equal(difference, "icnt_out_buffer is 80 there, 0 here");
    free(text);
}

/* A machine may have been written down with more than is written today, but not with what is not known today.
 */
static void a_machine_is_the_same_however_much_is_written(void **state)
{
    (void)state;
    sim_config config;
    char *text, longer[8192];
    sim_config_default(&config);
    assert_int_equal(sim_config_text(&config, &text, NULL), 0);
    snprintf(longer, sizeof longer, "%stlb_latency = 1\nlink_us = 54.485\n", text);
    assert_true(sim_config_is_same(longer, &config));
    snprintf(longer, sizeof longer, "%stlb_latency = 2\n", text);
    assert_false(sim_config_is_same(longer, &config));
    snprintf(longer, sizeof longer, "%sl1_colour = 2\n", text);
    assert_false(sim_config_is_same(longer, &config));
    assert_false(sim_config_is_same("", &config));
    free(text);
}

/* Nor does it change with the options of CPU cores, while nobody sets them. */
static void cpu_options_are_printed_where_they_are_set(void **state)
{
    (void)state;
    sim_config config;
    char *text, difference[SIM_DIFFERENCE_TEXT];
    sim_config_default(&config);
    assert_int_equal(sim_config_set(&config, "cpu_window=64", NULL), 0);
    assert_int_equal(sim_config_text(&config, &text, NULL), 0);
    assert_non_null(strstr(text, "cpu_window = 64\n"));
    assert_null(strstr(text, "cpu_width"));
    sim_config_default(&config);
    sim_config_difference(text, &config, difference);
    assert_string_equal(difference, "cpu_window is 64 there, 128 here");
    free(text);
}

static void wrong_lines_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"sms = 4\nmshrs = 3\n", ":2"},
        {"sms = many\n", ":1"},
        {"sms = 0\n", ":1"},
        {"sms\n", "key = value"},
        {"# fine\n\nl1_index = fibonacci\n", ":3"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sim_config c;
        poise_error err = {0};
        assert_int_equal(load_text(&c, bad[i].text, &err), POISE_USAGE);
        assert_non_null(strstr(err.text, bad[i].says));
    }
    sim_config c;
    assert_int_equal(sim_config_load(&c, "no-such-machine", NULL), POISE_USAGE);
}

/* Files that include each other, and lists of files without a name. */
static void files_without_end_or_name_are_refused(void **state)
{
    (void)state;
    sim_config c;
    poise_error err;
    char path[128], text[256];
    snprintf(path, sizeof path, "%s", test_path("circle.conf"));
    snprintf(text, sizeof text, "include = %s\n", test_path("back.conf"));
    spill(path, text, strlen(text));
    snprintf(text, sizeof text, "sms = 3\ninclude = %s\n", path);
    spill(test_path("back.conf"), text, strlen(text));
    assert_int_equal(sim_config_load(&c, path, &err), POISE_USAGE);
    assert_contains(err.text, "is included in a circle");
    sim_config_notes notes = {0};
    sim_config_default(&c);
    assert_int_equal(sim_config_read(&c, &notes, &(poise_list){{","}, 1}, &err), POISE_USAGE);
    assert_contains(err.text, "no machine file is named");
    sim_config_notes_free(&notes);
}

static void assignments_have_a_key_and_an_end(void **state)
{
    (void)state;
    sim_config c;
    poise_error err;
    char longest[300] = "sms=";
    memset(longest + 4, '0', sizeof longest - 5);
    longest[sizeof longest - 1] = '\0';
    sim_config_default(&c);
    assert_int_equal(sim_config_set(&c, "sms 3", &err), POISE_USAGE);
    assert_string_equal(err.text, "'sms 3' is not of the form key=value");
    assert_int_equal(sim_config_set(&c, longest, &err), POISE_USAGE);
    assert_string_equal(err.text, "machine option 'sms=000000000000000000000000000000000000...' is too long");
    assert_int_equal(c.sms, 32);
}

/* DRAM whose columns are lines already sends them in fewer cycles, if that is a whole number of them. */
static void columns_are_wider_then_faster(void **state)
{
    (void)state;
    static const char *const machine[] = {"dram_banks=8", "dram_burst_bytes=64", "t_ccd=6", "t_ccdl=9"};
    poise_error err;
    sim_config_notes notes = {0};
    for (int i = 0; i < 2; i++) {
        sim_config c;
        sim_config_default(&c);
        for (size_t k = 0; k < sizeof machine / sizeof *machine; k++)
            assert_int_equal(sim_config_set(&c, machine[k], NULL), 0);
        if (i == 0) {
            assert_int_equal(sim_config_scale(&c, &notes, "dram=8", &err), POISE_USAGE);
            assert_contains(err.text, "columns of 64 bytes every 6 cycles cannot be made 8 times as fast");
            continue;
        }
        assert_int_equal(sim_config_scale(&c, &notes, "dram=4", &err), POISE_OK);
        assert_int_equal(c.dram_burst_bytes, 128);
        assert_int_equal(c.t_ccd, 3);
        assert_int_equal(c.t_ccdl, 5);
    }
    sim_config_notes_free(&notes);
}

static void impossible_machines_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"l2_banks=23",
                                      "l1_sets=48",
                                      "l1_sets=128",
                                      "icnt_mhz=2000",
                                      "l2_index=ipoly",
                                      "dram_burst_bytes=48",
                                      "l1_banks=3",
                                      "l1_bank_bytes=96",
                                      "coalesce_bytes=32",
                                      "coalesce_bytes=64",
                                      "l2_interleave_bytes=512"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sim_config c;
        sim_config_default(&c);
        assert_int_equal(sim_config_set(&c, bad[i], NULL), 0);
        assert_int_equal(sim_config_check(&c, NULL), POISE_USAGE);
    }
}

/* The hash of a machine must not depend on where it was written down. */
static void origins_stand_beside_the_machine(void **state)
{
    (void)state;
    const char base[] = "sms = 8\nwarps = 8\n", *path = test_path("machine.conf");
    char text[256];
    spill(test_path("base.conf"), base, strlen(base));
    snprintf(text, sizeof text, "include = %s\nwarps = 40\n", test_path("base.conf"));
    spill(path, text, strlen(text));
    sim_config c, same;
    sim_config_notes notes = {0};
    sim_config_default(&c);
    assert_int_equal(sim_config_read(&c, &notes, &(poise_list){{path}, 1}, NULL), 0);
    assert_int_equal(sim_config_assign(&c, &notes, "--set", "l1-ways", "8", NULL), 0);
    static const char *const origins[][2] = {
        {"sms", "base.conf:1"}, {"core_mhz", "default"}, {"warps", "machine.conf:2"}, {"l1_ways", "--set"}};
    size_t n;
    const poise_option *table = sim_config_options(&n);
    assert_int_equal(n, SIM_CONFIG_OPTIONS);
    for (size_t i = 0; i < sizeof origins / sizeof *origins; i++)
        assert_contains(sim_config_origin(&notes, (size_t)(sim_config_option(origins[i][0]) - table)),
                        origins[i][1]);
    sim_config_default(&same);
    same.sms = 8;
    same.warps = 40;
    same.l1_ways = 8;
    char hash[POISE_HASH_TEXT], hash_same[POISE_HASH_TEXT];
    assert_int_equal(sim_config_hash(&c, hash, NULL), 0);
    assert_int_equal(sim_config_hash(&same, hash_same, NULL), 0);
    assert_string_equal(hash, hash_same);
    sim_config_notes_free(&notes);
}

/* Ranges are those of the members: nothing that is accepted is cut off. */
static void every_value_of_a_range_fits_its_member(void **state)
{
    (void)state;
    size_t n;
    const poise_option *table = sim_config_options(&n);
    for (size_t i = 0; i < n; i++) {
        if (table[i].type != POISE_OPT_UINT32 && table[i].type != POISE_OPT_INT)
            continue;
        assert_true(table[i].min >= 0 && table[i].min < table[i].max);
        assert_true(table[i].max <= (table[i].type == POISE_OPT_UINT32 ? (double)UINT32_MAX : 1e18));
        sim_config c;
        sim_config_default(&c);
        char value[64], line[256], expected[256];
        snprintf(value, sizeof value, "%.0f", table[i].max);
        snprintf(expected, sizeof expected, "%s = %s", table[i].name, value);
        assert_int_equal(poise_options_set(table, n, &c, "machine option", table[i].name, value, NULL), 0);
        assert_int_equal(poise_option_format(&table[i], &c, line, sizeof line), 0);
        assert_string_equal(line, expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_the_thesis_machine),
        cmocka_unit_test(medic_is_the_machine_of_its_table),
        cmocka_unit_test(sms_is_the_machine_of_its_table),
        cmocka_unit_test(mask_is_the_machine_of_its_table),
        cmocka_unit_test(mosaic_is_the_machine_of_its_table),
        cmocka_unit_test(ddr5_has_the_times_of_its_data_sheet),
        cmocka_unit_test(printed_text_is_read_back),
        cmocka_unit_test(an_absent_output_buffer_is_not_printed),
        cmocka_unit_test(a_machine_is_the_same_however_much_is_written),
        cmocka_unit_test(cpu_options_are_printed_where_they_are_set),
        cmocka_unit_test(wrong_lines_are_refused_with_their_place),
        cmocka_unit_test(files_without_end_or_name_are_refused),
        cmocka_unit_test(assignments_have_a_key_and_an_end),
        cmocka_unit_test(columns_are_wider_then_faster),
        cmocka_unit_test(impossible_machines_are_refused),
        cmocka_unit_test(origins_stand_beside_the_machine),
        cmocka_unit_test(every_value_of_a_range_fits_its_member),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
