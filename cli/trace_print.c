#include "cli/trace_print.h"

#include "trace/cursor.h"

#include <inttypes.h>
#include <stdio.h>

/* "r3 <- r1 r2", padded to `columns` */
static void print_registers(const trace_inst *inst, int columns)
{
    char text[16 * (TRACE_MAX_SOURCES + 2)];
    size_t used = 0;
    if (inst->destination != TRACE_NO_REGISTER)
        used = (size_t)snprintf(text, sizeof text, "r%u", inst->destination);
    if (inst->n_sources > 0)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s<-", used > 0 ? " " : "");
    for (uint32_t i = 0; i < inst->n_sources; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " r%u", inst->source[i]);
    text[used] = '\0';
    printf("%-*s", columns, text);
}

static void print_access(const trace_cursor *cursor)
{
    if (cursor->passes > 0)
        printf("  %" PRIu32 " pass%s", cursor->passes, cursor->passes == 1 ? "" : "es");
    if (cursor->multiplicity > 0)
        printf("  %" PRIu32 " lanes on one address", cursor->multiplicity);
    for (uint32_t i = 0; i < cursor->n_lines; i++)
        printf("  0x%" PRIx64 ":%x", trace_line_address(cursor->trace, cursor->lines[i] >> 4),
               (unsigned)(cursor->lines[i] & 15));
}

static void print_inst(const trace_cursor *cursor, const trace_inst *inst)
{
    char line[16] = "-";
    if (inst->source_line > 0)
        snprintf(line, sizeof line, "%" PRIu32, inst->source_line);
    printf("%6" PRIu32 "  %08" PRIx32 "  %6td  %-11s %6s  ", cursor->block, cursor->active_mask,
           inst - cursor->trace->header.inst, trace_op_name(inst->op), line);
    print_registers(inst, trace_op_is_memory(inst->op) ? 20 : 0);
    print_access(cursor);
    putchar('\n');
}

int cli_trace_print(const warp_trace *trace, uint64_t warp, uint64_t limit, poise_error *err)
{
    if (warp >= trace->n_warps)
        return poise_fail(err, POISE_USAGE,
                          "there is no warp %" PRIu64 ", the launch has warps 0 to %" PRIu64, warp,
                          trace->n_warps - 1);
    printf("warp %" PRIu64 ": warp %" PRIu64 " of thread block %" PRIu64 "\n", warp,
           warp % trace->warps_per_block, warp / trace->warps_per_block);
    printf(" block      mask    inst  class         line  registers             lines:sectors\n");
    trace_cursor cursor = trace_cursor_begin(trace, warp);
    for (uint64_t n = 0; trace_cursor_next_block(&cursor); n++) {
        if (limit > 0 && n == limit) {
            printf("(and more: stopped after %" PRIu64 " basic blocks)\n", limit);
            break;
        }
        const trace_inst *inst;
        while ((inst = trace_cursor_next_inst(&cursor)) != NULL)
            print_inst(&cursor, inst);
    }
    return 0;
}
