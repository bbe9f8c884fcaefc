#include "trace/accelsim/export.h"

#include "common/file.h"
#include "trace/accelsim/lanes.h"
#include "trace/cursor.h"
#include "trace/format/header.h"

#include <inttypes.h>
#include <string.h>

/* ---- one executed instruction ---- */

enum {
    REGISTERS = 256, /* R0 to R255; Accel-Sim's scoreboard treats R255, which reads as zero, like any other */
    FOLD = 255,      /* registers above share the numbers below R255 */
    MOST_SOURCES = 4, /* Accel-Sim asserts it */
    PC_BYTES = 16,    /* of an instruction since Volta */
};

/* An opcode of each class that Pascal (binary version 61) and later know, but for the last three; in Volta's
 * table branches have a unit of their own, which machines before it lack (measured: GTX 480 stops). The width
 * goes behind it. */
static const char *const opcodes[TRACE_OP_COUNT] = {
    [TRACE_OP_INT] = "IADD3",
    [TRACE_OP_FP] = "FFMA",
    [TRACE_OP_DP] = "DFMA",
    [TRACE_OP_SFU] = "MUFU.RCP",
    [TRACE_OP_BRANCH] = "BRA",
    [TRACE_OP_BARRIER] = "BAR.SYNC",
    [TRACE_OP_EXIT] = "EXIT",
    [TRACE_OP_LOAD_GLOBAL] = "LDG.E",
    [TRACE_OP_STORE_GLOBAL] = "STG.E",
    [TRACE_OP_LOAD_CONST] = "LDC",
    [TRACE_OP_LOAD_PRIVATE] = "LDL",
    [TRACE_OP_STORE_PRIVATE] = "STL",
    [TRACE_OP_LOAD_SHARED] = "LDS",
    [TRACE_OP_STORE_SHARED] = "STS",
    [TRACE_OP_ATOMIC_GLOBAL] = "ATOMG.E.ADD",
    [TRACE_OP_ATOMIC_SHARED] = "ATOMS.ADD",
    [TRACE_OP_TENSOR] = "HMMA.16816.F32",
    [TRACE_OP_UNIFORM] = "UIADD3",
    [TRACE_OP_TEXTURE] = "TEX",
};

static const char *opcode_of(const trace_inst *inst)
{
    /* An atomic without result is a reduction. */
    return inst->op == TRACE_OP_ATOMIC_GLOBAL && inst->destination == TRACE_NO_REGISTER ? "RED.E.ADD"
                                                                                        : opcodes[inst->op];
}

static uint32_t register_of(uint16_t number)
{
    return number < REGISTERS ? number : number % FOLD;
}

static const char *suffix_of(uint32_t width)
{
    return width == 1 ? ".U8" : width == 2 ? ".U16" : width == 8 ? ".64" : width == 16 ? ".128" : "";
}

static uint32_t lanes_of(const trace_cursor *cursor)
{
    return (uint32_t)__builtin_popcount(cursor->active_mask);
}

static bool has_lines(const trace_inst *inst)
{
    return trace_op_is_memory(inst->op) && !trace_op_is_shared(inst->op);
}

/* How many lines the current instruction `inst` becomes: 1 unless it must be split. */
static uint32_t count_parts(const trace_cursor *cursor, const trace_inst *inst)
{
    if (!has_lines(inst))
        return 1;
    uint64_t lines[TRACE_MAX_ENTRIES];
    const trace_access access = trace_cursor_access(cursor, lines);
    return traceg_parts(lines, access.n_lines, lanes_of(cursor));
}

/* ---- addresses ---- */

static bool is_strided(const uint64_t *address, uint32_t n)
{
    for (uint32_t i = 2; i < n; i++)
        if (address[i] - address[i - 1] != address[1] - address[0])
            return false;
    return true;
}

static bool is_contiguous(uint32_t mask)
{
    const uint64_t lowest = mask & (0 - mask);
    return ((mask + lowest) & mask) == 0;
}

/* Base and stride where that says it all, otherwise base and distances. */
static void write_addresses(FILE *out, uint32_t mask, const uint64_t *address, uint32_t n)
{
    const bool strided = is_contiguous(mask) && is_strided(address, n);
    fprintf(out, " %d 0x%" PRIx64, strided ? 1 : 2, address[0]);
    if (strided)
        fprintf(out, " %" PRId64, n < 2 ? (int64_t)0 : (int64_t)(address[1] - address[0]));
    for (uint32_t i = 1; i < n && !strided; i++)
        fprintf(out, " %" PRId64, (int64_t)(address[i] - address[i - 1]));
}

static void write_memory(FILE *out, const trace_cursor *cursor, const trace_inst *inst, uint32_t part,
                         traceg_export_report *report)
{
    const uint32_t n_lanes = lanes_of(cursor), width = traceg_width(inst->access_bytes);
    uint64_t address[TRACE_WARP_SIZE];
    if (has_lines(inst)) {
        uint64_t lines[TRACE_MAX_ENTRIES];
        const trace_access access = trace_cursor_access(cursor, lines);
        traceg_lane_addresses(&access, n_lanes, width, part, address);
    } else {
        report->eased += cursor->passes > n_lanes;
        traceg_bank_addresses(cursor->passes, n_lanes, address);
    }
    fprintf(out, " %u", width);
    write_addresses(out, cursor->active_mask, address, n_lanes);
}

/* ---- operands ---- */

static void write_operands(FILE *out, const trace_inst *inst)
{
    if (inst->destination == TRACE_NO_REGISTER)
        fputs(" 0", out);
    else
        fprintf(out, " 1 R%u", register_of(inst->destination));
    fprintf(out, " %s", opcode_of(inst));
    if (trace_op_is_memory(inst->op))
        fputs(suffix_of(traceg_width(inst->access_bytes)), out);
    const uint32_t n = inst->n_sources < MOST_SOURCES ? inst->n_sources : MOST_SOURCES;
    fprintf(out, " %u", n);
    for (uint32_t i = 0; i < n; i++)
        fprintf(out, " R%u", register_of(inst->source[i]));
}

/* Writes them. Write errors stay in the stream, as with all output of poise_atomic_file. */
static void write_inst(FILE *out, const trace_cursor *cursor, const trace_inst *inst,
                       traceg_export_report *report)
{
    const uint32_t n = count_parts(cursor, inst);
    report->split += n > 1;
    for (uint32_t part = 0; part < n; part++) {
        fprintf(out, "%04" PRIx64 " %08x", (uint64_t)(inst - cursor->trace->header.inst) * PC_BYTES,
                cursor->active_mask);
        write_operands(out, inst);
        if (trace_op_is_memory(inst->op))
            write_memory(out, cursor, inst, part, report);
        else
            fputs(" 0", out);
        fputs(" \n", out);
    }
}

/* Counts what the instruction table of a kernel loses. */
static void count_losses(const trace_header *header, traceg_export_report *report)
{
    if (header->n_registers > REGISTERS)
        report->folded_registers = header->n_registers - REGISTERS;
    for (uint32_t i = 0; i < header->n_inst; i++) {
        const trace_inst *inst = &header->inst[i];
        if (inst->n_sources > MOST_SOURCES)
            report->dropped_sources += inst->n_sources - (uint64_t)MOST_SOURCES;
        report->resized +=
            trace_op_is_memory(inst->op) && traceg_width(inst->access_bytes) != inst->access_bytes;
    }
}

/* ---- a kernel ---- */

/* Lines of a warp, and the lanes whose EXIT is among them. */
static uint64_t count_lines(const warp_trace *trace, uint64_t warp, uint32_t *exited)
{
    uint64_t lines = 0;
    *exited = 0;
    trace_cursor cursor = trace_cursor_begin(trace, warp);
    while (trace_cursor_next_block(&cursor)) {
        const trace_inst *inst;
        while ((inst = trace_cursor_next_inst(&cursor)) != NULL) {
            lines += count_parts(&cursor, inst);
            if (inst->op == TRACE_OP_EXIT)
                *exited |= cursor.active_mask;
        }
    }
    return lines;
}

/* Accel-Sim ends a warp when all its threads have executed EXIT; a warp trace just ends. */
static void write_warp(FILE *out, const warp_trace *trace, uint64_t warp, traceg_export_report *report)
{
    uint32_t exited;
    const uint64_t lines = count_lines(trace, warp, &exited);
    const uint32_t left = trace_warp_lanes(&trace->header, warp) & ~exited;
    report->ended += left != 0;
    fprintf(out, "\nwarp = %" PRIu64 "\ninsts = %" PRIu64 "\n", warp % trace->warps_per_block,
            lines + (left != 0));
    trace_cursor cursor = trace_cursor_begin(trace, warp);
    while (trace_cursor_next_block(&cursor)) {
        const trace_inst *inst;
        while ((inst = trace_cursor_next_inst(&cursor)) != NULL)
            write_inst(out, &cursor, inst, report);
    }
    if (left != 0)
        fprintf(out, "%04" PRIx64 " %08x 0 EXIT 0 0 \n", (uint64_t)trace->header.n_inst * PC_BYTES, left);
}

static void write_name(FILE *out, const char *name)
{
    fputs("-kernel name = ", out);
    for (; *name != 0; name++)
        fputc((unsigned char)*name < ' ' ? '_' : *name, out);
    fputc('\n', out);
}

/* By which Accel-Sim finds its table of opcodes: the oldest that knows those of the program. */
static uint32_t binary_version(const trace_header *header)
{
    enum { PASCAL = 61, VOLTA = 70, AMPERE = 86 };
    uint32_t version = PASCAL;
    for (uint32_t i = 0; i < header->n_inst; i++) {
        const uint8_t op = header->inst[i].op;
        if (op == TRACE_OP_UNIFORM)
            return AMPERE;
        if (op == TRACE_OP_TENSOR || op == TRACE_OP_TEXTURE)
            version = VOLTA;
    }
    return version;
}

/* The windows of generic addresses are of no account: no opcode of ours is generic. */
static void write_launch(FILE *out, const trace_header *header, uint32_t kernel_id)
{
    write_name(out, header->kernel);
    fprintf(out,
            "-kernel id = %u\n-grid dim = (%u,%u,%u)\n-block dim = (%u,%u,%u)\n-shmem = %u\n-nregs = %u\n"
            "-binary version = %u\n-cuda stream id = 0\n-shmem base_addr = 0x00007f5c00000000\n"
            "-local mem base_addr = 0x00007f5c02000000\n-nvbit version = 1.5.5\n"
            "-accelsim tracer version = 4\n-enable lineinfo = 0\n\n"
            "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width "
            "[adrrescompress?] [mem_addresses] immediate\n",
            kernel_id, header->grid[0], header->grid[1], header->grid[2], header->block[0], header->block[1],
            header->block[2], header->shared_bytes_per_block, header->registers_per_thread,
            binary_version(header));
}

static void write_blocks(FILE *out, const warp_trace *trace, traceg_export_report *report)
{
    const uint32_t *grid = trace->header.grid;
    for (uint32_t b = 0; b < trace->n_thread_blocks; b++) {
        fprintf(out, "\n#BEGIN_TB\n\nthread block = %u,%u,%u\n", b % grid[0], b / grid[0] % grid[1],
                b / grid[0] / grid[1]);
        for (uint32_t w = 0; w < trace->warps_per_block; w++)
            write_warp(out, trace, (uint64_t)b * trace->warps_per_block + w, report);
        fputs("\n#END_TB\n", out);
    }
}

int traceg_export(const warp_trace *trace, uint32_t kernel_id, const char *path, traceg_export_report *report,
                  poise_error *err)
{
    memset(report, 0, sizeof *report);
    poise_atomic_file file;
    const int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    count_losses(&trace->header, report);
    write_launch(file.stream, &trace->header, kernel_id);
    write_blocks(file.stream, trace, report);
    return poise_atomic_commit(&file, err);
}

int traceg_export_list(const char *folder, uint32_t n_kernels, poise_error *err)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/kernelslist.g", folder);
    if (length < 0 || (size_t)length >= sizeof path)
        return poise_fail(err, POISE_FAILED, "the name of folder %.100s... is too long", folder);
    poise_atomic_file file;
    const int code = poise_atomic_open(&file, path, err);
    if (code != POISE_OK)
        return code;
    for (uint32_t i = 1; i <= n_kernels; i++)
        fprintf(file.stream, "kernel-%u.traceg\n", i);
    return poise_atomic_commit(&file, err);
}
