#include "trace/accelsim/export_inst.h"

#include "trace/accelsim/lanes.h"

#include <inttypes.h>

enum {
    REGISTERS = 256, /* R0 to R255; Accel-Sim's scoreboard treats R255, which reads as zero, like any other */
    FOLD = 255,      /* registers above share the numbers below R255 */
    MOST_SOURCES = 4, /* Accel-Sim asserts it */
};

/* An opcode of each class that Pascal (binary version 61) and later know; in Volta's table branches have a
 * unit of their own, which machines before it lack (measured: GTX 480 stops). The width goes behind it. */
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

/* The lines of the current access in the form of trace_access; returns their number. */
static uint32_t expand_lines(const trace_cursor *cursor, uint64_t *lines)
{
    for (uint32_t i = 0; i < cursor->n_lines; i++)
        lines[i] = trace_access_of_word(cursor->trace, cursor->lines[i]);
    return cursor->n_lines;
}

uint32_t traceg_export_lines(const trace_cursor *cursor, const trace_inst *inst)
{
    if (!has_lines(inst))
        return 1;
    uint64_t lines[TRACE_MAX_LINES];
    return traceg_parts(lines, expand_lines(cursor, lines), lanes_of(cursor));
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
        uint64_t lines[TRACE_MAX_LINES];
        const uint32_t n_lines = expand_lines(cursor, lines);
        traceg_lane_addresses(lines, n_lines, n_lanes, width, cursor->multiplicity, part, address);
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

void traceg_export_inst(FILE *out, const trace_cursor *cursor, const trace_inst *inst,
                        traceg_export_report *report)
{
    const uint32_t n = traceg_export_lines(cursor, inst);
    report->split += n > 1;
    for (uint32_t part = 0; part < n; part++) {
        fprintf(out, "%04" PRIx64 " %08x", (uint64_t)(inst - cursor->trace->header.inst) * TRACEG_PC_BYTES,
                cursor->active_mask);
        write_operands(out, inst);
        if (trace_op_is_memory(inst->op))
            write_memory(out, cursor, inst, part, report);
        else
            fputs(" 0", out);
        fputs(" \n", out);
    }
}

void traceg_export_statics(const trace_header *header, traceg_export_report *report)
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
