#include "cli/trace/print.h"

#include "common/log.h"
#include "trace/cursor.h"
#include "trace/kernel_source.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct printing {
    const trace_print_request *request;
    const char *path;
    bool begun;
    kernel_source source;
} printing;

int cli_trace_print_range(const char *option, const char *text, trace_print_request *request,
                          poise_error *err)
{
    request->first = 0;
    request->last = UINT64_MAX;
    if (strcmp(text, "all") == 0)
        return POISE_OK;
    char rest;
    const int n = sscanf(text, "%" SCNu64 "-%" SCNu64 "%c", &request->first, &request->last, &rest);
    if (n == 1)
        request->last = request->first;
    const bool plain = text[strspn(text, "0123456789-")] == '\0' && text[0] != '-';
    if (!plain || n < 1 || n > 2 || request->first > request->last || (n == 1 && strchr(text, '-') != NULL))
        return poise_fail(err, POISE_USAGE, "%s '%s': expected a number, A-B with A <= B, or all", option,
                          text);
    return POISE_OK;
}

/* ---- one instruction ---- */

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

/* Requests of an atomic for each sector of a line, the first sector first. */
static void print_depths(uint32_t depths)
{
    for (char mark = '*'; depths != 0; depths >>= 8) {
        if ((depths & 0xff) == 0)
            continue;
        printf("%c%" PRIu32, mark, depths & 0xff);
        mark = ',';
    }
}

static void print_access(const trace_cursor *cursor)
{
    if (cursor->passes > 0)
        printf("  %" PRIu32 " pass%s", cursor->passes, cursor->passes == 1 ? "" : "es");
    if (cursor->multiplicity > 0)
        printf("  %" PRIu32 " lanes on one address", cursor->multiplicity);
    for (uint32_t i = 0; i < cursor->n_lines; i++) {
        printf("  0x%" PRIx64 ":%x", trace_line_address(cursor->trace, word_line(cursor->lines[i])),
               (unsigned)word_sectors(cursor->lines[i]));
        if (cursor->depths != NULL)
            print_depths(cursor->depths[i]);
    }
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

/* Control characters could drive the terminal. */
static void print_source_line(const printing *p, uint32_t line)
{
    const char *text = kernel_source_line(&p->source, line);
    if (text == NULL)
        return;
    printf("; %" PRIu32 ": ", line);
    for (const char *c = text + strspn(text, " \t"); *c != '\0'; c++)
        putchar((unsigned char)*c < 0x20 || *c == 0x7f ? ' ' : *c);
    putchar('\n');
}

/* ---- warps ---- */

static void print_warp(const printing *p, const warp_trace *view, uint64_t warp, uint32_t in_view)
{
    printf("warp %" PRIu64 ": warp %" PRIu64 " of thread block %" PRIu64 "\n", warp,
           warp % view->warps_per_block, warp / view->warps_per_block);
    printf(" block      mask    inst  class         line  registers             lines:sectors\n");
    trace_cursor cursor = trace_cursor_begin(view, in_view);
    uint64_t n = 0;
    uint32_t line = 0;
    while (trace_cursor_next_block(&cursor)) {
        const trace_inst *inst;
        while ((inst = trace_cursor_next_inst(&cursor)) != NULL) {
            if (p->request->limit > 0 && n++ == p->request->limit) {
                puts("(and more: -n 0 shows all)");
                return;
            }
            if (p->request->source && inst->source_line != line)
                print_source_line(p, inst->source_line);
            line = inst->source_line;
            print_inst(&cursor, inst);
        }
    }
}

/* Numbers are worth printing without the text. */
static void begin(printing *p, const trace_header *header)
{
    poise_error err;
    if (!p->begun && p->request->source && kernel_source_read(p->path, header, &p->source, &err) != 0)
        poise_warn("no source lines: %s", err.text);
    p->begun = true;
}

static int visit(void *user, const warp_trace *view, uint64_t first_warp, uint32_t n_warps, poise_error *err)
{
    (void)err;
    printing *p = user;
    for (uint32_t i = 0; i < n_warps; i++) {
        const uint64_t warp = first_warp + i;
        const uint64_t number = p->request->by_block ? warp / view->warps_per_block : warp;
        if (number > p->request->last)
            return TRACE_SCAN_STOP;
        if (number < p->request->first)
            continue;
        begin(p, &view->header);
        print_warp(p, view, warp, i);
    }
    return POISE_OK;
}

int cli_trace_print(const char *path, const trace_print_request *request, poise_error *err)
{
    printing p = {.request = request, .path = path};
    warp_trace end;
    int code = warp_trace_scan(path, visit, &p, &end, err);
    kernel_source_free(&p.source);
    if (code != POISE_OK)
        return code;
    const uint64_t n = request->by_block ? end.n_thread_blocks : end.n_warps;
    if (request->first >= n)
        code = poise_fail(err, POISE_USAGE, "%s: there is no %s %" PRIu64 ", the launch has %s 0 to %" PRIu64,
                          path, request->by_block ? "thread block" : "warp", request->first,
                          request->by_block ? "thread blocks" : "warps", n - 1);
    warp_trace_free(&end);
    return code;
}
