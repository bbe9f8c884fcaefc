/* What is exported to Accel-Sim and imported again has executed the same: classes, masks, lines, sectors,
 * bank passes, collisions. */
#include "common/file.h"
#include "common/random.h"
#include "tests/micro.h"
#include "tests/unit/trace/accelsim_test.h"
#include "trace/accelsim/export.h"
#include "trace/accelsim/lanes.h"
#include "trace/synthetic.h"

static void export_and_import(const warp_trace *trace, traceg_export_report *exported, warp_trace *again)
{
    poise_error err = {0};
    traceg_import_report imported;
    if (traceg_export(trace, 1, test_path("out.traceg"), exported, &err) != 0 ||
        traceg_import(test_path("out.traceg"), test_folder, 9, true, &imported, &err) != 0)
        fail_msg("%s", err.text);
    char name[64];
    snprintf(name, sizeof name, "0009-%s.wtr", trace->header.kernel);
    if (warp_trace_read(test_path(name), again, &err) != 0)
        fail_msg("%s", err.text);
}

static void assert_survives(const warp_trace *trace)
{
    traceg_export_report report;
    warp_trace again;
    export_and_import(trace, &report, &again);
    assert_int_equal(report.split, 0);
    assert_int_equal(report.ended, 0);
    assert_same_execution(trace, &again);
    assert_int_equal(again.warp_insts, trace->warp_insts);
    assert_int_equal(again.thread_insts, trace->thread_insts);
    assert_int_equal(again.line_accesses, trace->line_accesses);
    warp_trace_free(&again);
}

static void synthetic_traces_survive(void **state)
{
    (void)state;
    trace_synthetic shape = {.thread_blocks = 3,
                             .threads_per_block = 72, /* a last warp of 8 threads */
                             .iterations = 5,
                             .alu_per_load = 2,
                             .lines_per_load = 4,
                             .footprint_lines = 16,
                             .seed = 1};
    warp_trace trace;
    assert_int_equal(trace_make_reuse(&trace, &shape, NULL), 0);
    assert_survives(&trace);
    warp_trace_free(&trace);
    assert_int_equal(trace_make_stream(&trace, &shape, NULL), 0);
    assert_survives(&trace);
    warp_trace_free(&trace);
    shape.threads_per_block = 64;
    shape.lines_per_load = 32;
    shape.footprint_lines = 4096;
    assert_int_equal(trace_make_random(&trace, &shape, NULL), 0);
    assert_survives(&trace);
    warp_trace_free(&trace);
}

/* One block with every class that accesses memory, of every width, executed with random lanes and lane
 * addresses: what a capture could have seen. */
enum { N_WIDTHS = 5, N_MEMORY_OPS = 9 };

static trace_header random_header(trace_inst *insts, trace_basic_block *block)
{
    static const uint8_t ops[N_MEMORY_OPS] = {
        TRACE_OP_LOAD_GLOBAL,  TRACE_OP_STORE_GLOBAL,  TRACE_OP_LOAD_CONST,
        TRACE_OP_LOAD_PRIVATE, TRACE_OP_STORE_PRIVATE, TRACE_OP_LOAD_SHARED,
        TRACE_OP_STORE_SHARED, TRACE_OP_ATOMIC_GLOBAL, TRACE_OP_ATOMIC_SHARED};
    uint32_t n = 0;
    for (uint32_t op = 0; op < N_MEMORY_OPS; op++)
        for (uint32_t width = 0; width < N_WIDTHS; width++)
            insts[n++] = (trace_inst){.op = ops[op],
                                      .access_bytes = (uint8_t)(1u << width),
                                      .destination = width % 2 == 0 ? (uint16_t)op : TRACE_NO_REGISTER,
                                      .n_sources = 1,
                                      .source = {7}};
    insts[n++] = (trace_inst){.op = TRACE_OP_EXIT, .destination = TRACE_NO_REGISTER};
    block[0] = (trace_basic_block){0, n - 1};
    block[1] = (trace_basic_block){n - 1, 1};
    return (trace_header){.kernel = (char *)"random",
                          .grid = {1, 1, 1},
                          .block = {32, 1, 1},
                          .has_depths = true,
                          .n_registers = 300,
                          .n_inst = n,
                          .n_basic_blocks = 2,
                          .inst = insts,
                          .basic_blocks = block};
}

/* Aligned addresses of the lanes of `mask`; a small range makes lanes collide. */
static void random_access(poise_random *random, const trace_inst *inst, uint32_t n_lanes, uint64_t *lines,
                          trace_access *access)
{
    uint64_t address[TRACE_WARP_SIZE];
    const uint64_t range = UINT64_C(1) << poise_random_below(random, 14);
    const uint64_t base = poise_random_below(random, 1 << 20) * 64;
    for (uint32_t i = 0; i < n_lanes; i++)
        address[i] = base + poise_random_below(random, range) * inst->access_bytes;
    *access = (trace_access){.lines = lines};
    if (trace_op_is_shared(inst->op)) {
        access->n_lines = trace_bank_passes(address, n_lanes, inst->access_bytes);
        access->lines = NULL;
        return;
    }
    access->n_lines = trace_coalesce(address, n_lanes, inst->access_bytes, lines);
    if (inst->op != TRACE_OP_ATOMIC_GLOBAL)
        return;
    access->multiplicity = trace_multiplicity(address, n_lanes);
    access->has_depths = true;
    trace_sector_depths(address, n_lanes, inst->access_bytes, lines, access->n_lines,
                        lines + access->n_lines);
}

static void random_accesses_survive(void **state)
{
    (void)state;
    enum { N = N_MEMORY_OPS * N_WIDTHS };
    static uint64_t lines[N][TRACE_MAX_ENTRIES];
    trace_inst insts[N + 1];
    trace_basic_block blocks[2];
    trace_access accesses[N];
    const trace_header header = random_header(insts, blocks);
    poise_random random;
    poise_random_seed(&random, 17);
    trace_writer *writer = NULL;
    assert_int_equal(trace_writer_open(&writer, test_path("random.wtr"), &header, NULL), 0);
    for (int round = 0; round < 200; round++) {
        uint32_t mask = (uint32_t)poise_random_u64(&random);
        if (round % 4 == 0)
            mask = UINT32_MAX >> poise_random_below(&random, 32);
        mask += mask == 0;
        for (uint32_t i = 0; i < N; i++)
            random_access(&random, &insts[i], (uint32_t)__builtin_popcount(mask), lines[i], &accesses[i]);
        assert_int_equal(trace_writer_record(writer, 0, 0, mask, accesses, N, NULL), 0);
    }
    assert_int_equal(trace_writer_record(writer, 0, 1, UINT32_MAX, NULL, 0, NULL), 0);
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
    warp_trace trace;
    assert_int_equal(warp_trace_read(test_path("random.wtr"), &trace, NULL), 0);
    assert_survives(&trace);
    warp_trace_free(&trace);
}

/* 64 bytes per lane are 64 sectors of a full warp: two instructions of 32 lanes, 8 lines each. */
static void wide_accesses_are_split(void **state)
{
    (void)state;
    trace_inst insts[] = {
        {.op = TRACE_OP_LOAD_GLOBAL, .access_bytes = 64, .destination = 299},
        {.op = TRACE_OP_BRANCH, .destination = TRACE_NO_REGISTER, .n_sources = 5, .source = {1, 2, 3, 4, 5}},
    };
    trace_basic_block block = {0, 2};
    const trace_header header = {.kernel = (char *)"wide",
                                 .grid = {1, 1, 1},
                                 .block = {32, 1, 1},
                                 .n_registers = 300,
                                 .n_inst = 2,
                                 .n_basic_blocks = 1,
                                 .inst = insts,
                                 .basic_blocks = &block};
    uint64_t lines[16];
    for (uint32_t i = 0; i < 16; i++)
        lines[i] = (0x8000 + i * UINT64_C(128)) | 15;
    trace_writer *writer = NULL;
    assert_int_equal(trace_writer_open(&writer, test_path("wide.wtr"), &header, NULL), 0);
    const trace_access access = {.n_lines = 16, .lines = lines};
    assert_int_equal(trace_writer_record(writer, 0, 0, UINT32_MAX, &access, 1, NULL), 0);
    assert_int_equal(trace_writer_commit(writer, NULL), 0);
    warp_trace trace, again;
    traceg_export_report report;
    assert_int_equal(warp_trace_read(test_path("wide.wtr"), &trace, NULL), 0);
    export_and_import(&trace, &report, &again);
    assert_int_equal(report.split, 1);
    assert_int_equal(report.ended, 1); /* the trace ends in a branch */
    assert_int_equal(report.resized, 1);
    assert_int_equal(report.dropped_sources, 1);
    assert_int_equal(report.folded_registers, 44);
    assert_int_equal(again.warp_insts, 4);
    assert_int_equal(again.line_accesses, 16);
    trace_cursor cursor = trace_cursor_begin(&again, 0);
    assert_int_equal(executed(&cursor, 1)->op, TRACE_OP_LOAD_GLOBAL);
    assert_int_equal(cursor.n_lines, 8);
    assert_int_equal(trace_line_address(&again, word_line(cursor.lines[0])), 0x8400);
    warp_trace_free(&trace);
    warp_trace_free(&again);
}

/* Classes that Pascal does not have come back too, and the file names a machine that has them. */
static void later_classes_survive(void **state)
{
    (void)state;
    static const struct {
        trace_op op;
        const char *version;
    } cases[] = {{TRACE_OP_FP, "binary version = 61\n"},
                 {TRACE_OP_TENSOR, "binary version = 70\n"},
                 {TRACE_OP_TEXTURE, "binary version = 70\n"},
                 {TRACE_OP_UNIFORM, "binary version = 86\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static micro m;
        micro_begin(&m, 1, 1);
        const uint32_t inst = micro_inst(&m, cases[i].op, 1, 2);
        micro_warp(&m);
        micro_run(&m, inst);
        micro_run(&m, micro_inst(&m, TRACE_OP_EXIT, -1, -1));
        warp_trace again;
        traceg_export_report report;
        export_and_import(&m.trace, &report, &again);
        trace_cursor cursor = trace_cursor_begin(&again, 0);
        assert_int_equal(executed(&cursor, 0)->op, cases[i].op);
        char *text = NULL;
        size_t size;
        assert_int_equal(poise_read_file(test_path("out.traceg"), 1 << 20, &text, &size, NULL), 0);
        assert_contains(text, cases[i].version);
        free(text);
        warp_trace_free(&again);
    }
}

static void unit_stride_stays_unit_stride(void **state)
{
    (void)state;
    const uint64_t lines[] = {0x8000 | 15, 0x8080 | 15};
    uint64_t address[32];
    traceg_lane_addresses(&(trace_access){.n_lines = 2, .lines = lines}, 32, 8, 0, address);
    for (uint32_t lane = 0; lane < 32; lane++)
        assert_int_equal(address[lane], 0x8000 + lane * 8);
    assert_int_equal(traceg_width(12), 8);
    assert_int_equal(traceg_width(128), 16);
    assert_int_equal(traceg_width(1), 1);
}

/* A depth of more lanes than there are leaves one for each of the other sectors. */
static void every_sector_has_a_lane(void **state)
{
    (void)state;
    enum { LANES = 4, BYTES = 4 };
    const uint64_t lines[] = {0x8000 | 3, UINT64_C(9) | UINT64_C(1)
                                                            << 8}; /* sectors 0 and 1; depths 9 and 1 */
    const trace_access access = {.n_lines = 1, .multiplicity = 9, .has_depths = true, .lines = lines};
    uint64_t address[LANES + 1] = {[LANES] = 17};
    traceg_lane_addresses(&access, LANES, BYTES, 0, address);
    for (uint32_t lane = 0; lane < LANES - 1; lane++)
        assert_int_equal(address[lane], 0x8000);
    assert_int_equal(address[LANES - 1], 0x8020);
    assert_int_equal(address[LANES], 17);
}

static void an_unwritable_place_is_an_error(void **state)
{
    (void)state;
    const trace_synthetic shape = {
        .thread_blocks = 1, .threads_per_block = 32, .iterations = 1, .lines_per_load = 1};
    warp_trace trace;
    assert_int_equal(trace_make_stream(&trace, &shape, NULL), 0);
    traceg_export_report report;
    poise_error err = {0};
    assert_int_equal(traceg_export(&trace, 1, "/proc/none/kernel-1.traceg", &report, &err), POISE_FAILED);
    assert_non_null(strstr(err.text, "/proc/none/kernel-1.traceg"));
    assert_int_equal(traceg_export_list("/proc/none", 1, &err), POISE_FAILED);
    warp_trace_free(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(synthetic_traces_survive),        cmocka_unit_test(random_accesses_survive),
        cmocka_unit_test(wide_accesses_are_split),         cmocka_unit_test(unit_stride_stays_unit_stride),
        cmocka_unit_test(later_classes_survive),           cmocka_unit_test(every_sector_has_a_lane),
        cmocka_unit_test(an_unwritable_place_is_an_error),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
