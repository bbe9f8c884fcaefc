/* Does each kind of GPGPU-Sim option become what docs/CONFIG.md says? */
#include "sim/gpgpusim/table.h"
#include "tests/unit/sim/config_reading.h"

/* Our options named in a row, but for the signs of the conversion `fields`, divisors and constants. */
static void assert_ours(const gpgpusim_option *option)
{
    char copy[256], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", option->detail);
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *divisor = strchr(word, '/');
        if (divisor)
            *divisor = '\0';
        const bool is_sign = word[0] == '=' || word[0] == '.';
        char *constant = strchr(word, '=');
        if (constant)
            *constant = '\0';
        if (!is_sign && !sim_config_option(word))
            fail_msg("%s names %s, which is no option of ours", option->name, word);
    }
}

static void the_table_holds_together(void **state)
{
    (void)state;
    size_t n;
    const gpgpusim_option *table = gpgpusim_options(&n);
    assert_true(n > 150);
    for (size_t i = 0; i < n; i++) {
        const bool pattern = strchr(table[i].name, '*') != NULL;
        if (gpgpusim_find(table[i].name) != &table[i])
            fail_msg("%s is hidden by an earlier line", table[i].name);
        if (pattern)
            assert_int_equal(table[i].kind, GPGPUSIM_KIND_IGNORED);
        if (table[i].kind == GPGPUSIM_KIND_MAPPED)
            assert_ours(&table[i]);
        if (table[i].kind == GPGPUSIM_KIND_RETIRED) {
            const gpgpusim_option *renamed = gpgpusim_find(table[i].detail);
            assert_non_null(renamed);
            assert_int_not_equal(renamed->kind, GPGPUSIM_KIND_RETIRED);
        }
    }
}

static void products_are_made(void **state)
{
    (void)state;
    reading r =
        read_text("-gpgpu_n_mem 4 -gpgpu_n_sub_partition_per_mchannel 2\n"
                  "-gpgpu_dram_buswidth 4 -gpgpu_n_mem_per_ctrlr 2 -gpgpu_dram_burst_length 8\n"
                  "-dram_data_command_freq_ratio 4\n-gpgpu_shader_core_pipeline 1024:32\n"
                  "-gpgpu_clock_domains 1200.5:600:600:924.0\n-gpgpu_dram_partition_queues 8:9:10:11\n");
    assert_read(&r);
    assert_int_equal(r.config.channels, 4);
    assert_int_equal(r.config.l2_banks, 8);
    assert_int_equal(r.config.dram_burst_bytes, 64);
    assert_int_equal(r.config.warps, 32);
    assert_true(r.config.core_mhz == 1200.5 && r.config.dram_mhz == 924);
    assert_int_equal(r.config.l2_access_queue, 8);
    assert_int_equal(r.config.l2_miss_queue, 9);
    assert_int_equal(r.config.l2_fill_queue, 10);
    assert_int_equal(r.config.l2_response_queue, 11);
    reading_free(&r);
}

static void a_file_alone_changes_only_what_it_names(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_n_mem 2\n");
    sim_config expected;
    sim_config_default(&expected);
    expected.channels = 2;
    expected.l2_banks = 8; /* four a channel, as before */
    assert_read(&r);
    assert_memory_equal(&r.config, &expected, sizeof expected);
    reading_free(&r);
}

static void latencies_of_traces_win(void **state)
{
    (void)state;
    reading r =
        read_text("-trace_opcode_latency_initiation_sfu 200,2\n-trace_opcode_latency_initiation_int 5,1\n"
                  "-ptx_opcode_latency_int 4,13,4,5,145,32\n-ptx_opcode_latency_sfu 20\n");
    assert_read(&r);
    assert_int_equal(r.config.sfu_latency, 200);
    assert_int_equal(r.config.sfu_interval, 2);
    assert_int_equal(r.config.int_latency, 5);
    reading_free(&r);
}

static void the_address_map_is_understood(void **state)
{
    (void)state;
    reading r = read_text(
        "-gpgpu_mem_addr_mapping dramid@8;000000000000000000000000000000000000RRRRRRRRRRRRRBBBCCCBCCCSSSSS");
    assert_read(&r);
    assert_int_equal(r.config.dram_row_bytes, 2048);
    assert_int_equal(r.config.dram_interleave_bytes, 256);
    assert_int_equal(r.config.l2_interleave_bytes, 0);
    reading_free(&r);
    r = read_text(
        "-gpgpu_mem_addr_mapping dramid@8;000000000000000000000000000000000000RRRRRRRRRRRRRBBBCCCCBCCSSSSS");
    assert_read(&r);
    assert_int_equal(r.config.dram_row_bytes, 2048);
    assert_int_equal(r.config.l2_interleave_bytes, 128);
    reading_free(&r);
}

/* What machines from Pascal on do with addresses. */
static void hashes_are_understood(void **state)
{
    (void)state;
    reading r =
        read_text("-gpgpu_memory_partition_indexing 2\n-gpgpu_l1_banks 4\n-dram_bnk_indexing_policy 1\n"
                  "-gpgpu_cache:dl1 S:4:128:32,L:L:m:N:L,A:256:8,16:0,32\n-gpgpu_coalesce_arch 75\n"
                  "-gpgpu_cache:dl2 S:32:128:24,L:B:m:L:P,A:192:4,32:0,32\n");
    assert_read(&r);
    assert_int_equal(r.config.partition_index, PARTITION_IPOLY);
    assert_int_equal(r.config.l2_index, L2_INDEX_IPOLY);
    assert_int_equal(r.config.l1_banks, 4);
    assert_int_equal(r.config.coalesce_bytes, 32);
    assert_int_equal(r.config.coalesce_narrow, 0);
    assert_int_equal(r.config.dram_bank_index, BANK_INDEX_XOR);
    reading_free(&r);
    r = read_text("-gpgpu_cache:dl1 S:4:128:32,L:L:s:N:L,A:256:8,16:0,32\n-gpgpu_coalesce_arch 35\n"
                  "-gpgpu_gmem_skip_L1D 1\n");
    assert_read(&r);
    assert_int_equal(r.config.coalesce_bytes, 32); /* past the L1 */
    assert_int_equal(r.config.l1_allocate, L1_ALLOCATE_FILL);
    reading_free(&r);
    r = read_text(
        "-gpgpu_coalesce_arch 13\n-network_mode 1\n-gpgpu_cache:il1 N:8:128:4,L:R:f:N:L,S:2:48,4\n");
    assert_read(&r);
    assert_int_equal(r.config.icnt_first, 0);
    assert_int_equal(r.config.icache_merge, 48);
    assert_int_equal(r.config.fetch_order, FETCH_ORDER_ASKED);
    assert_int_equal(r.config.block_interval, 1);
    assert_int_equal(r.config.coalesce_bytes, 128);
    assert_int_equal(r.config.coalesce_narrow, 1);
    assert_int_equal(r.config.coalesce_order, COALESCE_ORDER_DESCENDING);
    reading_free(&r);
    r = read_text("-gpgpu_memory_partition_indexing 4");
    assert_read(&r);
    assert_int_equal(r.config.partition_index, PARTITION_RANDOM);
    reading_free(&r);
}

/* When a miss takes its line: at the miss (m), at the fill (f), at the one or the other by the shared memory
 * of a launch (s), which only a cache of adaptive size has. */
static void streaming_caches_take_lines_at_the_fill(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int allocate;
    } known[] = {
        {"-gpgpu_cache:dl1 S:1:128:512,L:L:s:N:L,A:256:8,16:0,32\n", L1_ALLOCATE_FILL},
        {"-gpgpu_cache:dl1 S:1:128:512,L:L:f:N:L,A:256:8,16:0,32\n", L1_ALLOCATE_FILL},
        {"-gpgpu_cache:dl1 S:1:128:512,L:L:m:N:L,A:256:8,16:0,32\n", L1_ALLOCATE_MISS},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        reading r = read_text(known[i].text);
        assert_read(&r);
        assert_int_equal(r.config.l1_allocate, known[i].allocate);
        reading_free(&r);
    }
    reading r =
        read_text("-gpgpu_cache:dl1 S:4:128:64,L:L:s:N:L,A:256:8,16:0,32\n-gpgpu_adaptive_cache_config 1\n"
                  "-gpgpu_shmem_option 32,64\n-gpgpu_unified_l1d_size 96\n");
    assert_int_equal(r.code, POISE_USAGE);
    assert_contains(r.err.text, "allocation s");
    reading_free(&r);
}

/* The core of Volta: sub-cores, collectors for all kinds of instruction, units for integers and branches. */
static void sub_cores_are_read(void **state)
{
    (void)state;
    static const char volta[] =
        "-gpgpu_num_sched_per_core 4\n-gpgpu_sub_core_model 1\n-gpgpu_inst_fetch_throughput 4\n"
        "-gpgpu_num_sp_units 4\n-gpgpu_num_sfu_units 4\n-gpgpu_num_dp_units 4\n-gpgpu_num_int_units 4\n"
        "-gpgpu_pipeline_widths 4,4,4,4,4,4,4,4,4,4,8,4,4\n-gpgpu_reg_file_port_throughput 2\n"
        "-gpgpu_enable_specialized_operand_collector 0\n-gpgpu_operand_collector_num_units_gen 8\n"
        "-gpgpu_operand_collector_num_in_ports_gen 8\n-gpgpu_operand_collector_num_out_ports_gen 8\n"
        "-trace_opcode_latency_initiation_int 4,2\n-trace_opcode_latency_initiation_sp 5,3\n"
        "-specialized_unit_1 1,4,4,4,4,BRA\n-trace_opcode_latency_initiation_spec_op_1 6,7\n"
        "-specialized_unit_2 1,8,200,8,8,TEX\n-trace_opcode_latency_initiation_spec_op_2 200,4\n"
        "-specialized_unit_3 1,4,8,4,4,TENSOR\n-trace_opcode_latency_initiation_spec_op_3 16,15\n"
        "-specialized_unit_4 1,8,4,8,8,UDP\n-trace_opcode_latency_initiation_spec_op_4 5,2\n";
    reading r = read_text(volta);
    assert_read(&r);
    assert_int_equal(r.notes.warnings.n, 0);
    assert_int_equal(r.config.sub_cores, 1);
    assert_int_equal(r.config.fetch_warps, 4);
    assert_int_equal(r.config.int_units, 4);
    assert_int_equal(r.config.branch_units, 4);
    assert_int_equal(r.config.register_ports, 2);
    assert_int_equal(r.config.common_collectors, 8);
    assert_int_equal(r.config.int_latency, 4);
    assert_int_equal(r.config.int_interval, 2);
    assert_int_equal(r.config.fp_latency, 5);
    assert_int_equal(r.config.fp_interval, 3);
    assert_int_equal(r.config.branch_latency, 6);
    assert_int_equal(r.config.branch_interval, 7);
    assert_int_equal(r.config.texture_units, 8);
    assert_int_equal(r.config.texture_latency, 200);
    assert_int_equal(r.config.texture_interval, 4);
    assert_int_equal(r.config.tensor_units, 4);
    assert_int_equal(r.config.tensor_latency, 16);
    assert_int_equal(r.config.tensor_interval, 15);
    assert_int_equal(r.config.uniform_units, 8);
    assert_int_equal(r.config.uniform_latency, 5);
    assert_int_equal(r.config.uniform_interval, 2);
    reading_free(&r);
}

/* As many ports as there is use for, or the option is refused by name. */
static void few_ports_are_refused(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_enable_specialized_operand_collector 0\n"
                          "-gpgpu_operand_collector_num_units_gen 8\n"
                          "-gpgpu_operand_collector_num_out_ports_gen 7\n");
    assert_int_equal(r.code, POISE_USAGE);
    assert_contains(r.err.text, ":3: -gpgpu_operand_collector_num_out_ports_gen 7 is not modelled: "
                                "at least as many as collectors, 8");
    reading_free(&r);
}

/* No collectors are no fault where nobody would use them. */
static void collectors_of_dp_follow_the_units(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_num_dp_units 0\n-gpgpu_operand_collector_num_units_dp 0\n");
    assert_int_equal(r.code, POISE_OK);
    reading_free(&r);
    r = read_text("-gpgpu_num_dp_units 4\n-gpgpu_operand_collector_num_units_dp 3\n");
    assert_int_equal(r.code, POISE_OK);
    assert_int_equal(r.config.dp_collectors, 3);
    reading_free(&r);
    r = read_text("-gpgpu_num_dp_units 4\n-gpgpu_operand_collector_num_units_dp 0\n");
    assert_int_equal(r.code, POISE_USAGE);
    assert_contains(r.err.text, "-gpgpu_operand_collector_num_units_dp");
    reading_free(&r);
}

static void a_perfect_icache_has_no_sets(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_perfect_inst_const_cache 1\n");
    assert_int_equal(r.code, POISE_OK);
    assert_int_equal(r.config.icache_sets, 0);
    reading_free(&r);
    r = read_text("-gpgpu_perfect_inst_const_cache 0\n");
    assert_int_equal(r.code, POISE_OK);
    assert_true(r.config.icache_sets > 0);
    reading_free(&r);
    r = read_text("-gpgpu_perfect_inst_const_cache 2\n");
    assert_int_equal(r.code, POISE_USAGE);
    assert_contains(r.err.text, "is neither 0 nor 1");
    reading_free(&r);
}

static void damaged_lists_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"-gpgpu_pipeline_widths 2,0,0,1,1,2,0,0,1,1,2,",
                                      "-gpgpu_pipeline_widths 2,0,0,1,1,2,0,0,1,1,x",
                                      "-gpgpu_pipeline_widths ,2,0,0,1,1,2",
                                      "-specialized_unit_1 1,4,4,4,4",
                                      "-specialized_unit_1 1,4,4,4,4,",
                                      "-specialized_unit_1 1,4,,4,4,BRA"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reading r = read_text(bad[i]);
        assert_int_equal(r.code, POISE_USAGE);
        assert_contains(r.err.text, " is not ");
        reading_free(&r);
    }
}

/* What is wrong with a value, or what of it is not modelled. */
static void values_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"-gpgpu_clock_domains 1400:700:700", "has too few fields"},
        {"-gpgpu_clock_domains 1400:700:700:924:1", "has too many fields"},
        {"-gpgpu_clock_domains fast:700:700:924", "holds a field that is not a number"},
        {"-gpgpu_shader_core_pipeline many:32", "holds a field that is not a whole number"},
        {"-gpgpu_shader_core_pipeline 1000:32", "holds a field that is not a multiple of the warp size"},
        {"-gpgpu_shader_core_pipeline 1536:16", "16 instead of 32"},
        {"-gpgpu_shader_core_pipeline 1536:", "nothing instead of 32"},
        {"-gpgpu_dram_burst_length 0", "does not make a DRAM burst"},
        {"-gpgpu_mem_addr_mapping dramid@8;RRRRBBCC", "has fewer than 64 letters"},
        {"-gpgpu_mem_addr_mapping dramid@8;RRRRXBBCC", "none of D B R C S 0"},
        {"-gpgpu_memory_partition_indexing 1", "modelled: 0, 2, 4"},
        {"-dram_bnk_indexing_policy 2", "modelled: 0, 1"},
        {"-gpgpu_gmem_skip_L1D 2", "is neither 0 nor 1"},
        {"-gpgpu_coalesce_arch old", "lines of 128 bytes, or to sectors of 32"},
        {"-gpgpu_operand_collector_num_in_ports_gen few", "is not a whole number"},
        {"-gpgpu_operand_collector_num_in_ports_sp few", "is not a whole number"},
        {"-gpgpu_operand_collector_num_in_ports_sp 0",
         "-gpgpu_operand_collector_num_in_ports_sp 0 is not modelled"},
        {"-network_mode 3", "is neither 1 nor 2"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        reading r = read_text(bad[i].text);
        assert_int_equal(r.code, POISE_USAGE);
        assert_contains(r.err.text, bad[i].says);
        reading_free(&r);
    }
    reading r =
        read_text("-gpgpu_memory_partition_indexing 0\n-dram_bnk_indexing_policy 0\n-gpgpu_gmem_skip_L1D 0\n"
                  "-gpgpu_operand_collector_num_in_ports_sp 2\n");
    assert_read(&r);
    assert_int_equal(r.config.partition_index, PARTITION_LINEAR);
    assert_int_equal(r.config.dram_bank_index, BANK_INDEX_PLAIN);
    reading_free(&r);
}

/* Its packets are flits, whatever -icnt_flit_size says. */
static void the_local_crossbar_is_read(void **state)
{
    (void)state;
    reading r = read_text("-network_mode 2\n-icnt_flit_size 40\n-icnt_in_buffer_limit 512\n"
                          "-icnt_subnets 2\n-icnt_arbiter_algo 1\n");
    assert_read(&r);
    assert_true(r.config.flit_request_bytes >= 136 && r.config.flit_reply_bytes >= 136);
    assert_int_equal(r.config.icnt_latency, 2);
    assert_int_equal(r.config.icnt_buffer, 512);
    assert_int_equal(r.config.icnt_out_buffer, 64);
    reading_free(&r);
    r = read_text("-network_mode 1\n-icnt_flit_size 40\n");
    assert_read(&r);
    assert_int_equal(r.config.flit_request_bytes, 40);
    reading_free(&r);
}

static void schedulers_are_noted(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"gto", "gto"},
                                           {"lrr", "lrr"},
                                           {"warp_limiting:2:6", "swl:6"},
                                           {"two_level_active:6:0:1", "two_level_active:6:0:1"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[64];
        snprintf(text, sizeof text, "-gpgpu_scheduler %s", cases[i][0]);
        reading r = read_text(text);
        assert_read(&r);
        assert_string_equal(r.notes.scheduler, cases[i][1]);
        reading_free(&r);
    }
}

static void retired_and_unknown_names_warn(void **state)
{
    (void)state;
    reading r = read_text("-rop_latency 77\n-gpgpu_n_cluster 3\n-gpgpu_n_clusters 5\n-frobnicate 1 2 3\n");
    assert_read(&r);
    assert_int_equal(r.config.l2_latency, 77);
    assert_int_equal(r.config.sms, 5);
    assert_int_equal(r.notes.warnings.n, 3);
    assert_contains(r.notes.warnings.text[0],
                    ":1: -rop_latency is the retired name of -gpgpu_l2_rop_latency");
    assert_contains(r.notes.warnings.text[1], ":2: option -gpgpu_n_cluster is unknown");
    assert_contains(r.notes.warnings.text[1], "did you mean -gpgpu_n_clusters?");
    assert_contains(r.notes.warnings.text[2], ":4: option -frobnicate is unknown");
    reading_free(&r);
}

/* A file full of names that nobody knows is not full of misspellings. */
static void the_first_unknown_names_have_suggestions(void **state)
{
    (void)state;
    enum { UNKNOWN = 12, SUGGESTED = 8 };
    static const char line[] = "-gpgpu_n_cluster 3\n";
    char text[UNKNOWN * sizeof line];
    for (size_t i = 0, at = 0; i < UNKNOWN; i++, at += sizeof line - 1)
        snprintf(text + at, sizeof text - at, "%s", line);
    reading r = read_text(text);
    assert_read(&r);
    assert_int_equal(r.notes.warnings.n, UNKNOWN);
    for (size_t i = 0; i < UNKNOWN; i++) {
        assert_contains(r.notes.warnings.text[i], "-gpgpu_n_cluster is unknown and left out");
        assert_int_equal(strstr(r.notes.warnings.text[i], "did you mean") != NULL, i < SUGGESTED);
    }
    reading_free(&r);
}

/* The cores of a cluster share a port of the crossbar. */
static void clusters_are_ports(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_n_clusters 40\n-gpgpu_n_cores_per_cluster 2");
    assert_read(&r);
    assert_int_equal(r.config.sms, 80);
    assert_int_equal(r.config.icnt_port_sms, 2);
    reading_free(&r);
    r = read_text("-gpgpu_n_cores_per_cluster 4");
    assert_read(&r);
    assert_int_equal(r.config.icnt_port_sms, 4);
    reading_free(&r);
    r = read_text("-gpgpu_n_cores_per_cluster 65");
    assert_int_equal(r.code, POISE_USAGE);
    assert_contains(r.err.text, "icnt_port_sms: 65 is out of range");
    reading_free(&r);
}

/* One of each way in which a value may not be modelled. */
static const char *const unmodelled[] = {
    "-gpgpu_simd_model 0",
    "-gpgpu_perfect_mem",
    "-gpgpu_scheduler old",
    "-gpgpu_shader_core_pipeline 1536:16",
    "-gpgpu_memory_partition_indexing 3",
    "-dram_bnk_indexing_policy 2",
    "-gpgpu_coalesce_arch 70",
    "-gpgpu_l1_banks_hashing_function 1",
    "-specialized_unit_1 1,4,4,2,4,BRA",
    "-specialized_unit_5 1,4,200,4,4,TEX",
    "-gpgpu_operand_collector_num_units_gen 8",
    "-icnt_subnets 1 -network_mode 2",
    "-dram_data_command_freq_ratio 1",
    "-gpgpu_frfcfs_dram_sched_queue_size 0",
    "-gpgpu_n_mem 129",
    "-gpgpu_mem_addr_mapping dramid@8;000000000000000000000000000000000000RRRRRRRRRRRRRRBBBCCCCCCSSSSS",
    "-gpgpu_mem_addr_mapping dramid@9;000000000000000000000000000000000000RRRRRRRRRRRRBBBCCCCBCCSSSSSS",
    "-gpgpu_pipeline_widths 4,0,0,1,1,2,0,0,1,1,2",
};

/* Whatever stands in names of files, a sentence is a line that does nothing to a terminal. */
static void a_sentence_is_one_line(void **state)
{
    (void)state;
    sim_config_notes notes = {0};
    sim_config_say(&notes.warnings, "a%cb%cc%cd \xc3\xa4~", '\n', 0x7f, 0x1b);
    assert_string_equal(notes.warnings.text[0], "a?b?c?d \xc3\xa4~");
    sim_config_notes_free(&notes);
}

static void what_would_change_results_is_an_error_unless_lenient(void **state)
{
    (void)state;
    sim_config defaults;
    sim_config_default(&defaults);
    for (size_t i = 0; i < sizeof unmodelled / sizeof *unmodelled; i++) {
        char name[64];
        snprintf(name, sizeof name, "gpgpusim.config:1: %.*s", (int)strcspn(unmodelled[i], " "),
                 unmodelled[i]);
        reading r = read_text(unmodelled[i]);
        assert_int_equal(r.code, POISE_USAGE);
        assert_contains(r.err.text, name);
        assert_contains(r.err.text, "is not modelled: ");
        assert_contains(r.err.text, "--lenient");
        reading_free(&r);
        r = read_leniently(unmodelled[i]);
        assert_read(&r);
        assert_true(r.notes.warnings.n >= 1);
        assert_contains(r.notes.warnings.text[0], name);
        reading_free(&r);
    }
}

static void all_of_them_are_listed(void **state)
{
    (void)state;
    reading r = read_text("-gpgpu_perfect_mem 1\n-l2_ideal 1\n-gpgpu_cdp_enabled 1\n");
    assert_int_equal(r.code, POISE_USAGE);
    assert_int_equal(r.notes.refusals.n, 3);
    assert_contains(r.err.text, "; and 2 more; --lenient");
    reading_free(&r);
}

static void files_apply_in_order(void **state)
{
    (void)state;
    const char base[] = "sms = 3\nwarps = 16\n", theirs[] = "-gpgpu_n_clusters 5\n", last[] = "warps = 24\n";
    spill(test_path("base.conf"), base, strlen(base));
    spill(test_path("theirs.config"), theirs, strlen(theirs));
    spill(test_path("last.conf"), last, strlen(last));
    char names[1024];
    snprintf(names, sizeof names, "%s,%s,%s", test_path("base.conf"), test_path("theirs.config"),
             test_path("last.conf"));
    sim_config config;
    assert_int_equal(sim_config_load(&config, names, NULL), 0);
    assert_int_equal(config.sms, 5);
    assert_int_equal(config.warps, 24);
}

static void our_files_include_theirs(void **state)
{
    (void)state;
    const char theirs[] = "-gpgpu_n_clusters 5\n-gpgpu_shader_cta 3\n";
    char ours[256];
    spill(test_path("theirs.config"), theirs, strlen(theirs));
    snprintf(ours, sizeof ours, "include = %s\nsms = 6\n", test_path("theirs.config"));
    reading r = read_text(ours);
    assert_read(&r);
    assert_int_equal(r.config.sms, 6);
    assert_int_equal(r.config.thread_blocks, 3);
    reading_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_holds_together),
        cmocka_unit_test(products_are_made),
        cmocka_unit_test(a_file_alone_changes_only_what_it_names),
        cmocka_unit_test(latencies_of_traces_win),
        cmocka_unit_test(the_address_map_is_understood),
        cmocka_unit_test(hashes_are_understood),
        cmocka_unit_test(streaming_caches_take_lines_at_the_fill),
        cmocka_unit_test(sub_cores_are_read),
        cmocka_unit_test(few_ports_are_refused),
        cmocka_unit_test(collectors_of_dp_follow_the_units),
        cmocka_unit_test(a_perfect_icache_has_no_sets),
        cmocka_unit_test(damaged_lists_are_refused),
        cmocka_unit_test(values_are_checked),
        cmocka_unit_test(the_local_crossbar_is_read),
        cmocka_unit_test(schedulers_are_noted),
        cmocka_unit_test(retired_and_unknown_names_warn),
        cmocka_unit_test(the_first_unknown_names_have_suggestions),
        cmocka_unit_test(what_would_change_results_is_an_error_unless_lenient),
        cmocka_unit_test(a_sentence_is_one_line),
        cmocka_unit_test(all_of_them_are_listed),
        cmocka_unit_test(files_apply_in_order),
        cmocka_unit_test(clusters_are_ports),
        cmocka_unit_test(our_files_include_theirs),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
