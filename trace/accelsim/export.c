#include "trace/accelsim/export.h"

#include "common/file.h"
#include "trace/accelsim/export_inst.h"
#include "trace/header.h"

#include <inttypes.h>
#include <string.h>

/* Lines of a warp, and the lanes whose EXIT is among them. */
static uint64_t count_lines(const warp_trace *trace, uint64_t warp, uint32_t *exited)
{
    uint64_t lines = 0;
    *exited = 0;
    trace_cursor cursor = trace_cursor_begin(trace, warp);
    while (trace_cursor_next_block(&cursor)) {
        const trace_inst *inst;
        while ((inst = trace_cursor_next_inst(&cursor)) != NULL) {
            lines += traceg_export_lines(&cursor, inst);
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
            traceg_export_inst(out, &cursor, inst, report);
    }
    if (left != 0)
        fprintf(out, "%04" PRIx64 " %08x 0 EXIT 0 0 \n", (uint64_t)trace->header.n_inst * TRACEG_PC_BYTES,
                left);
}

static void write_name(FILE *out, const char *name)
{
    fputs("-kernel name = ", out);
    for (; *name != 0; name++)
        fputc((unsigned char)*name < ' ' ? '_' : *name, out);
    fputc('\n', out);
}

/* The windows of generic addresses are of no account: no opcode of ours is generic. */
static void write_launch(FILE *out, const trace_header *header, uint32_t kernel_id)
{
    write_name(out, header->kernel);
    fprintf(out,
            "-kernel id = %u\n-grid dim = (%u,%u,%u)\n-block dim = (%u,%u,%u)\n-shmem = %u\n-nregs = %u\n"
            "-binary version = 61\n-cuda stream id = 0\n-shmem base_addr = 0x00007f5c00000000\n"
            "-local mem base_addr = 0x00007f5c02000000\n-nvbit version = 1.5.5\n"
            "-accelsim tracer version = 4\n-enable lineinfo = 0\n\n"
            "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width "
            "[adrrescompress?] [mem_addresses] immediate\n",
            kernel_id, header->grid[0], header->grid[1], header->grid[2], header->block[0], header->block[1],
            header->block[2], header->shared_bytes_per_block, header->registers_per_thread);
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
    if (code != 0)
        return code;
    traceg_export_statics(&trace->header, report);
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
    if (code != 0)
        return code;
    for (uint32_t i = 1; i <= n_kernels; i++)
        fprintf(file.stream, "kernel-%u.traceg\n", i);
    return poise_atomic_commit(&file, err);
}
