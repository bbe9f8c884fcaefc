/* An imported trace says what the lines of the Accel-Sim trace say. */
#include "common/random.h"
#include "tests/unit/trace/accelsim_test.h"

#include <lzma.h>

/* Imports one full warp that executes `line`, then EXIT, and leaves the cursor on the first instruction. */
static trace_inst import_line(const char *line, warp_trace *trace, trace_cursor *cursor)
{
    char text[4096];
    traceg_import_report report;
    snprintf(text, sizeof text, LAUNCH_OF("32") WARP("0", "2") "%s\n" EXIT_ALL END_OF_BLOCK, line);
    import_good(text, &report, trace);
    *cursor = trace_cursor_begin(trace, 0);
    return *executed(cursor, 0);
}

static void launch_becomes_header(void **state)
{
    (void)state;
    warp_trace trace;
    traceg_import_report report;
    import_good(LAUNCH_OF("32") WARP("0", "1") EXIT_ALL END_OF_BLOCK, &report, &trace);
    assert_string_equal(trace.header.kernel, "k");
    assert_int_equal(trace.header.block[0], 32);
    assert_int_equal(trace.header.registers_per_thread, 24);
    assert_int_equal(trace.header.shared_bytes_per_block, 64);
    assert_int_equal(trace.warp_insts, 1);
    assert_int_equal(trace.thread_insts, 32);
    assert_int_equal(report.warp_insts, 1);
    warp_trace_free(&trace);
}

/* Of lists that came by way of other systems: a value ends before the blanks and the carriage return. */
static void blanks_behind_a_value_are_none_of_it(void **state)
{
    (void)state;
    warp_trace trace;
    traceg_import_report report;
    char text[4096], *rest = strstr(LAUNCH_OF("32"), "\n");
    unlink(test_path("0000-k.wtr")); /* of another test */
    snprintf(text, sizeof text, "-kernel name = k \t\r%s%s", rest, WARP("0", "1") EXIT_ALL END_OF_BLOCK);
    import_good(text, &report, &trace);
    assert_string_equal(trace.header.kernel, "k");
    warp_trace_free(&trace);
}

/* Three forms of the addresses 0x8000, 0x8004 ... of a load by the lanes 0 to 3. */
static void address_modes_agree(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "0000 0000000f 1 R2 LDG.E.SYS 1 R4 4 0 0x8000 0x8004 0x8008 0x8100",
        "0000 0000000f 1 R2 LDG.E.SYS 1 R4 4 2 0x8000 4 4 248 ",
        "0000 0000000f 1 R2 LDG.E.SYS 1 R4 4 2 0x8000 4 4 248 17", /* with the immediate of 2024 */
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        warp_trace trace;
        trace_cursor cursor;
        const trace_inst inst = import_line(forms[i], &trace, &cursor);
        assert_int_equal(inst.op, TRACE_OP_LOAD_GLOBAL);
        assert_int_equal(inst.destination, 2);
        assert_int_equal(inst.source[0], 4);
        assert_int_equal(cursor.active_mask, 15);
        assert_int_equal(cursor.n_lines, 2);
        assert_int_equal(trace_line_address(&trace, word_line(cursor.lines[0])), 0x8000);
        assert_int_equal(trace_line_address(&trace, word_line(cursor.lines[1])), 0x8100);
        assert_int_equal(word_sectors(cursor.lines[0]), 1);
        warp_trace_free(&trace);
    }
}

static void strides_run_down_too(void **state)
{
    (void)state;
    warp_trace trace;
    trace_cursor cursor;
    import_line("0000 ffffffff 1 R2 LDG.E 1 R4 4 1 0x9000 -128", &trace, &cursor);
    assert_int_equal(cursor.n_lines, 32);
    assert_int_equal(trace_line_address(&trace, word_line(cursor.lines[31])), 0x9000 - 31 * 128);
    warp_trace_free(&trace);
}

static void suffix_gives_width(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int bytes;
        uint32_t lines;
    } cases[] = {
        {"0000 ffffffff 1 R2 LDG.E.U8 1 R4 1 1 0x8000 1", 1, 1},
        {"0000 ffffffff 1 R2 LDG.E.S16 1 R4 2 1 0x8000 2", 2, 1},
        {"0000 ffffffff 1 R2 LDG.E.CONSTANT.SYS 1 R4 4 1 0x8000 4", 4, 1},
        {"0000 ffffffff 1 R2 LDG.E.64 1 R4 8 1 0x8000 8", 8, 2},
        {"0000 ffffffff 0 STG.E.128 2 R4 R5 16 1 0x8000 16", 16, 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        warp_trace trace;
        trace_cursor cursor;
        const trace_inst inst = import_line(cases[i].line, &trace, &cursor);
        assert_int_equal(inst.access_bytes, cases[i].bytes);
        assert_int_equal(cursor.n_lines, cases[i].lines);
        warp_trace_free(&trace);
    }
}

static void opcodes_give_classes(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        trace_op op;
    } cases[] = {
        {"0000 ffffffff 1 R2 IMAD.WIDE.U32 3 R1 R2 R255 0 ", TRACE_OP_INT},
        {"0000 ffffffff 1 R2 FFMA 3 R1 R2 R3 0 ", TRACE_OP_FP},
        {"0000 ffffffff 1 R2 DFMA 3 R1 R2 R3 0 ", TRACE_OP_DP},
        {"0000 ffffffff 1 R2 MUFU.RSQ 1 R1 0 ", TRACE_OP_SFU},
        {"0000 ffffffff 0 BRA 0 0 ", TRACE_OP_BRANCH},
        {"0000 ffffffff 1 R4 HMMA.16816.F32 3 R4 R8 R12 0 ", TRACE_OP_TENSOR},
        {"0000 ffffffff 1 R4 IMMA.8816.S8.S8 3 R4 R8 R12 0 ", TRACE_OP_TENSOR},
        {"0000 ffffffff 0 UIADD3 0 0 ", TRACE_OP_UNIFORM},
        {"0000 ffffffff 0 R2UR 1 R4 0 ", TRACE_OP_UNIFORM},
        {"0000 ffffffff 1 R4 TEX.SCR.LL 2 R4 R8 0 ", TRACE_OP_TEXTURE},
        {"0000 ffffffff 1 R4 SULD.D.2D 2 R4 R8 0 ", TRACE_OP_SFU},
        {"0000 ffffffff 0 BAR.SYNC.DEFER_BLOCKING 0 0 ", TRACE_OP_BARRIER},
        {"0000 ffffffff 1 R2 LDC 1 R1 0 ", TRACE_OP_INT}, /* no addresses: as in Accel-Sim */
        {"0000 ffffffff 1 R2 LDC 1 R1 4 1 0x8000 0", TRACE_OP_LOAD_CONST},
        {"0000 ffffffff 1 R2 LDL 1 R1 4 1 0x8000 4", TRACE_OP_LOAD_PRIVATE},
        {"0000 ffffffff 0 STL.64 2 R1 R2 8 1 0x8000 8", TRACE_OP_STORE_PRIVATE},
        {"0000 ffffffff 0 STS 2 R1 R2 4 1 0x0 4", TRACE_OP_STORE_SHARED},
        {"0000 ffffffff 1 R2 ATOMS.ADD 2 R1 R2 4 1 0x0 4", TRACE_OP_ATOMIC_SHARED},
        {"0000 ffffffff 0 RED.E.ADD.STRONG.GPU 2 R1 R2 4 1 0x8000 4", TRACE_OP_ATOMIC_GLOBAL},
        /* generic: shared memory from 0x1000000, local from 0x2000000, 16 KiB of it */
        {"0000 ffffffff 1 R2 LD.E 1 R1 4 1 0x1000010 4", TRACE_OP_LOAD_SHARED},
        {"0000 ffffffff 1 R2 LD.E 1 R1 4 1 0x2000010 4", TRACE_OP_LOAD_PRIVATE},
        {"0000 ffffffff 1 R2 LD.E 1 R1 4 1 0x2004000 4", TRACE_OP_LOAD_GLOBAL},
        {"0000 ffffffff 0 ST.E 2 R1 R2 4 1 0xfffff0 4", TRACE_OP_STORE_GLOBAL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        warp_trace trace;
        trace_cursor cursor;
        const trace_inst inst = import_line(cases[i].line, &trace, &cursor);
        if (inst.op != cases[i].op)
            fail_msg("%s is %s", cases[i].line, trace_op_name(inst.op));
        warp_trace_free(&trace);
    }
}

/* Without base addresses every generic access is one to shared memory, but Kepler's LD is a global load. */
static void generic_accesses_depend_on_the_machine(void **state)
{
    (void)state;
    for (int version = 35; version <= 70; version += 35) {
        char text[512];
        snprintf(text, sizeof text,
                 "-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-binary version = %d\n#\n"
                 "#BEGIN_TB\nthread block = 0,0,0\n" WARP(
                     "0", "2") "0000 ffffffff 1 R2 LD.E 1 R1 4 1 0x8000 4\n" EXIT_ALL END_OF_BLOCK,
                 version);
        warp_trace trace;
        traceg_import_report report;
        import_good(text, &report, &trace);
        trace_cursor cursor = trace_cursor_begin(&trace, 0);
        assert_int_equal(executed(&cursor, 0)->op,
                         version == 35 ? TRACE_OP_LOAD_GLOBAL : TRACE_OP_LOAD_SHARED);
        warp_trace_free(&trace);
    }
}

static void conflicts_and_collisions_are_counted(void **state)
{
    (void)state;
    warp_trace trace;
    trace_cursor cursor;
    import_line("0000 ffffffff 1 R2 LDS 1 R1 4 1 0x0 8", &trace, &cursor); /* every second bank */
    assert_int_equal(cursor.passes, 2);
    warp_trace_free(&trace);
    import_line("0000 0000000f 1 R2 ATOMG.E.ADD 2 R1 R2 4 2 0x8000 0 0 4 ", &trace, &cursor);
    assert_int_equal(cursor.multiplicity, 3);
    assert_non_null(cursor.depths);
    assert_int_equal(cursor.depths[0], 3);
    warp_trace_free(&trace);
}

/* R255, which reads as zero, is a register like any other to Accel-Sim's scoreboard. */
static void zero_register_is_a_register(void **state)
{
    (void)state;
    warp_trace trace;
    trace_cursor cursor;
    const trace_inst inst = import_line("0000 ffffffff 1 R0 IMAD 2 R7 R255 0 ", &trace, &cursor);
    assert_int_equal(inst.n_sources, 2);
    assert_int_equal(inst.source[1], 255);
    assert_int_equal(trace.header.n_registers, 256);
    warp_trace_free(&trace);
}

static void nothing_executes_without_lanes(void **state)
{
    (void)state;
    warp_trace trace;
    traceg_import_report report;
    import_good(LAUNCH_OF("32") WARP("0", "3") "0000 00000000 1 R2 LDG.E 1 R4 4 1 0x0 0\n"
                                               "0010 00000000 0 EXIT 0 0 \n" EXIT_ALL END_OF_BLOCK,
                &report, &trace);
    assert_int_equal(report.no_lanes, 2);
    assert_int_equal(trace.warp_insts, 1);
    warp_trace_free(&trace);
}

static void unknown_opcodes_are_named(void **state)
{
    (void)state;
    const char *text =
        LAUNCH_OF("32") WARP("0", "4") "0000 ffffffff 1 R2 FROBNICATE.X 1 R4 0 \n"
                                       "0010 ffffffff 0 QUUX 0 0 \n"
                                       "0000 ffffffff 1 R2 FROBNICATE.X 1 R4 0 \n" EXIT_ALL END_OF_BLOCK;
    warp_trace trace;
    traceg_import_report report;
    import_good(text, &report, &trace);
    assert_int_equal(report.unknown, 3);
    assert_int_equal(report.n_names, 2);
    assert_string_equal(report.name[0], "FROBNICATE.X");
    trace_cursor cursor = trace_cursor_begin(&trace, 0);
    assert_int_equal(executed(&cursor, 1)->op, TRACE_OP_INT);
    warp_trace_free(&trace);
    poise_error err = {0};
    assert_int_equal(import_text(text, true, &report, &err), POISE_DAMAGED);
    assert_non_null(strstr(err.text, "line 21: opcode 'FROBNICATE.X' is unknown"));
}

static void bypassing_loads_are_counted(void **state)
{
    (void)state;
    warp_trace trace;
    traceg_import_report report;
    import_good(LAUNCH_OF("32")
                    WARP("0", "3") "0000 ffffffff 1 R2 LDG.E.STRONG.GPU 1 R4 4 1 0x8000 4\n"
                                   "0010 ffffffff 1 R2 LDG.E.SYS 1 R4 4 1 0x8000 4\n" EXIT_ALL END_OF_BLOCK,
                &report, &trace);
    assert_int_equal(report.bypassing, 1);
    warp_trace_free(&trace);
}

/* A loop of two instructions, entered from outside, with a last turn under another mask: the run of the body
 * is one block, the order of execution stays, and so does every mask. */
static void runs_become_blocks(void **state)
{
    (void)state;
    warp_trace trace;
    traceg_import_report report;
    import_good(LAUNCH_OF("32") WARP("0", "7") "0000 ffffffff 1 R0 MOV 0 0 \n"
                                               "0010 ffffffff 1 R1 IADD3 1 R0 0 \n"
                                               "0020 ffffffff 1 R0 FADD 1 R1 0 \n"
                                               "0010 0000ffff 1 R1 IADD3 1 R0 0 \n"
                                               "0020 0000ffff 1 R0 FADD 1 R1 0 \n"
                                               "0100 0000ffff 0 EXIT 0 0 \n"
                                               "0100 ffff0000 0 EXIT 0 0 \n" END_OF_BLOCK,
                &report, &trace);
    assert_int_equal(trace.header.n_inst, 0x110 / 16);
    assert_int_equal(trace.header.n_basic_blocks, 4); /* MOV; IADD3 FADD; what nobody executed; EXIT */
    assert_int_equal(trace.warp_insts, 7);
    assert_int_equal(trace.thread_insts, 3 * 32 + 4 * 16);
    static const struct {
        trace_op op;
        uint32_t mask;
    } order[] = {{TRACE_OP_INT, UINT32_MAX}, {TRACE_OP_INT, UINT32_MAX}, {TRACE_OP_FP, UINT32_MAX},
                 {TRACE_OP_INT, 0xffff},     {TRACE_OP_FP, 0xffff},      {TRACE_OP_EXIT, 0xffff},
                 {TRACE_OP_EXIT, 0xffff0000}};
    for (uint32_t i = 0; i < 7; i++) {
        trace_cursor cursor = trace_cursor_begin(&trace, 0);
        assert_int_equal(executed(&cursor, i)->op, order[i].op);
        assert_int_equal(cursor.active_mask, order[i].mask);
    }
    warp_trace_free(&trace);
}

/* The places of four instructions that are executed in the order of first, third, second, last, of `n` in the
 * program. */
static void assert_places(const uint64_t pc[4], uint32_t n, const uint32_t place[4])
{
    static const char *const opcodes[4] = {"MOV", "FADD", "MUFU.RCP", "EXIT"};
    static const trace_op ops[4] = {TRACE_OP_INT, TRACE_OP_FP, TRACE_OP_SFU, TRACE_OP_EXIT};
    static const uint32_t order[4] = {0, 2, 1, 3};
    char text[4096];
    int used = snprintf(text, sizeof text, "%s", LAUNCH_OF("32") WARP("0", "4"));
    for (uint32_t i = 0; i < 4; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%llx ffffffff 0 %s 0 0 \n",
                         (unsigned long long)pc[order[i]], opcodes[order[i]]);
    snprintf(text + used, sizeof text - (size_t)used, "%s", END_OF_BLOCK);
    warp_trace trace;
    traceg_import_report report;
    import_good(text, &report, &trace);
    assert_int_equal(trace.header.n_inst, n);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(trace.header.inst[place[i]].op, ops[i]);
    for (uint32_t i = 0; i < 4; i++) {
        trace_cursor cursor = trace_cursor_begin(&trace, 0);
        assert_int_equal(executed(&cursor, i)->op, ops[order[i]]);
    }
    warp_trace_free(&trace);
}

/* An instruction cache sees the code as it is in memory: in the order of its addresses, with the instructions
 * in between that no warp executed. Only their order counts where they do not stand 16 bytes apart, as before
 * Volta, or too far, or where an address has two. */
static void code_is_laid_out_by_address(void **state)
{
    (void)state;
    assert_places((uint64_t[]){0x20, 0x30, 0x80, 0x90}, 10, (uint32_t[]){2, 3, 8, 9});
    assert_places((uint64_t[]){0x0, 0x3e0, 0x3f0, 0x3ff}, 4, (uint32_t[]){0, 1, 2, 3});
    assert_places((uint64_t[]){0x0, 0x10, 0x3e0, 0x3f0}, 64,
                  (uint32_t[]){0, 1, 62, 63}); /* 16 times as many */
    assert_places((uint64_t[]){0x0, 0x10, 0x3e0, 0x400}, 4, (uint32_t[]){0, 1, 2, 3});
    assert_places((uint64_t[]){0x8, 0x10, 0x20, 0x30}, 4, (uint32_t[]){0, 1, 2, 3});
    assert_places((uint64_t[]){0x0, 0x20, 0x20, 0x30}, 4, (uint32_t[]){0, 2, 1, 3});
    assert_places((uint64_t[]){0x0, 0x10, 0x20, 0xfffffffffffffff0}, 4, (uint32_t[]){0, 1, 2, 3});
}

/* With line information, instructions that differ by nothing but their source line are two. */
static void source_lines_are_kept(void **state)
{
    (void)state;
    warp_trace trace;
    traceg_import_report report;
    char text[4096];
    snprintf(text, sizeof text, "%s",
             LAUNCH_OF("32") WARP("0", "3") "7 0000 ffffffff 1 R0 MOV 0 0 \n"
                                            "8 0000 ffffffff 1 R0 MOV 0 0 \n"
                                            "4000000000 0100 ffffffff 0 EXIT 0 0 \n" END_OF_BLOCK);
    *(strstr(text, "lineinfo = 0") + strlen("lineinfo = ")) = '1';
    import_good(text, &report, &trace);
    assert_int_equal(trace.header.n_inst, 3);
    static const uint32_t lines[] = {7, 8, 4000000000};
    for (uint32_t i = 0; i < 3; i++) {
        trace_cursor cursor = trace_cursor_begin(&trace, 0);
        assert_int_equal(executed(&cursor, i)->source_line, lines[i]);
    }
    warp_trace_free(&trace);
}

/* Warps stand in any order in a block; the last has 8 threads. */
static void warps_go_to_their_numbers(void **state)
{
    (void)state;
    warp_trace trace;
    traceg_import_report report;
    import_good(LAUNCH_OF("40") WARP("1", "1") "0100 000000ff 0 EXIT 0 0 \n\n" WARP(
                    "0", "2") "0000 ffffffff 0 NOP 0 0 \n" EXIT_ALL END_OF_BLOCK,
                &report, &trace);
    trace_cursor cursor = trace_cursor_begin(&trace, 1);
    assert_int_equal(executed(&cursor, 0)->op, TRACE_OP_EXIT);
    assert_int_equal(cursor.active_mask, 0xff);
    warp_trace_free(&trace);
}

/* A kernel of so many different instructions, each a load of eight random lines: more than tables begin with,
 * and more text than a buffer holds, packed or not. */
static void long_kernels_are_whole(void **state)
{
    (void)state;
    enum { LOADS = 3000, LANES = 8 };
    char *text = NULL;
    size_t size;
    poise_random random;
    poise_random_seed(&random, 1);
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out, LAUNCH_OF("32") "warp = 0\ninsts = %d\n", LOADS + 1);
    for (unsigned i = 0; i < LOADS; i++) {
        fprintf(out, "%04x 000000ff 1 R%u LDG.E.SYS 1 R4 4 0", 0x110 + 16 * i, i % 200);
        for (int lane = 0; lane < LANES; lane++)
            fprintf(out, " 0x7f00%08x", (unsigned)poise_random_below(&random, 1 << 24) << 2);
        fputs(" \n", out);
    }
    fputs(EXIT_ALL END_OF_BLOCK, out);
    fclose(out);
    warp_trace trace, packed_trace;
    traceg_import_report report;
    poise_error err;
    import_good(text, &report, &trace);
    assert_int_equal(trace.warp_insts, LOADS + 1);
    assert_int_equal(trace.header.n_inst, 0x110 / 16 + LOADS);

    const size_t room = lzma_stream_buffer_bound(size);
    uint8_t *packed = malloc(room);
    size_t n_packed = 0;
    assert_non_null(packed);
    assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, NULL, (const uint8_t *)text, size, packed,
                                             &n_packed, room),
                     LZMA_OK);
    assert_true(n_packed > 65536);
    spill(test_path("in.traceg.xz"), (const char *)packed, n_packed);
    assert_int_equal(mkdir(test_path("of_xz"), 0777), 0);
    assert_int_equal(traceg_import(test_path("in.traceg.xz"), test_path("of_xz"), 0, true, &report, &err), 0);
    assert_int_equal(warp_trace_read(test_path("of_xz/0000-k.wtr"), &packed_trace, &err), 0);
    assert_same_execution(&trace, &packed_trace);
    warp_trace_free(&trace);
    warp_trace_free(&packed_trace);
    free(packed);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launch_becomes_header),
        cmocka_unit_test(address_modes_agree),
        cmocka_unit_test(strides_run_down_too),
        cmocka_unit_test(suffix_gives_width),
        cmocka_unit_test(opcodes_give_classes),
        cmocka_unit_test(generic_accesses_depend_on_the_machine),
        cmocka_unit_test(conflicts_and_collisions_are_counted),
        cmocka_unit_test(zero_register_is_a_register),
        cmocka_unit_test(nothing_executes_without_lanes),
        cmocka_unit_test(unknown_opcodes_are_named),
        cmocka_unit_test(bypassing_loads_are_counted),
        cmocka_unit_test(runs_become_blocks),
        cmocka_unit_test(code_is_laid_out_by_address),
        cmocka_unit_test(source_lines_are_kept),
        cmocka_unit_test(blanks_behind_a_value_are_none_of_it),
        cmocka_unit_test(long_kernels_are_whole),
        cmocka_unit_test(warps_go_to_their_numbers),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
