#include "trace/accelsim/line_words.h"
#include "trace/accelsim/lines.h"
#include "trace/accelsim/traceg.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    traceg_lines *lines;
    const traceg_handler *handler;
    void *context;
    traceg_launch launch;
    uint64_t blocks; /* thread blocks complete */
    uint32_t seen;   /* a bit for each warp of the current one */
    uint32_t exited; /* lanes of the current warp */
} reader;

/* The next line that is not blank, NULL at the end. */
static int next_line(reader *r, char **line, poise_error *err)
{
    int code;
    do
        code = traceg_lines_next(r->lines, line, err);
    while (code == POISE_OK && *line != NULL && (*line)[strspn(*line, " \t\r")] == 0);
    return code;
}

static bool starts_with(const char *line, const char *start)
{
    return strncmp(line, start, strlen(start)) == 0;
}

/* ---- warps ---- */

static uint32_t lanes_of(const reader *r, uint32_t warp)
{
    const uint32_t threads = r->launch.threads_per_block - warp * TRACE_WARP_SIZE;
    return threads >= TRACE_WARP_SIZE ? UINT32_MAX : (UINT32_C(1) << threads) - 1;
}

static int check_lanes(reader *r, const traceg_inst *inst, uint32_t lanes, poise_error *err)
{
    if ((inst->mask & ~lanes) != 0)
        return poise_fail(err, POISE_DAMAGED, "mask %08x has lanes without a thread: the warp has %08x",
                          inst->mask, lanes);
    if ((inst->mask & r->exited) != 0)
        return poise_fail(err, POISE_DAMAGED, "mask %08x has lanes that EXIT ended before: %08x", inst->mask,
                          inst->mask & r->exited);
    if (inst->inst.op == TRACE_OP_EXIT)
        r->exited |= inst->mask;
    return POISE_OK;
}

static int read_inst(reader *r, uint32_t warp, uint64_t left, poise_error *err)
{
    char *line;
    int code = next_line(r, &line, err);
    if (code == POISE_OK && line == NULL)
        code = poise_fail(err, POISE_DAMAGED, "the file ends, instructions of warp %u still to come: %llu",
                          warp, (unsigned long long)left);
    traceg_inst inst;
    if (code == POISE_OK)
        code = traceg_inst_line(&r->launch, line, &inst, err);
    if (code == POISE_OK)
        code = check_lanes(r, &inst, lanes_of(r, warp), err);
    if (code != POISE_OK)
        return code;
    return r->handler->inst(r->context, r->blocks * r->launch.warps_per_block + warp, &inst, err);
}

/* "insts = N" */
static int read_count(reader *r, uint32_t warp, uint64_t *count, poise_error *err)
{
    char *line;
    const int code = next_line(r, &line, err);
    if (code != POISE_OK)
        return code;
    const char *value = line == NULL ? NULL : traceg_value(line, "insts");
    if (value == NULL || !traceg_number(value, 10, UINT64_MAX, count))
        return poise_fail(err, POISE_DAMAGED, "warp %u is not followed by 'insts = ' and their number", warp);
    return POISE_OK;
}

static int end_warp(reader *r, uint32_t warp, poise_error *err)
{
    const uint32_t missing = lanes_of(r, warp) & ~r->exited;
    if (missing != 0)
        return poise_fail(
            err, POISE_DAMAGED,
            "warp %u ends without EXIT of its lanes %08x: its thread block would never complete", warp,
            missing);
    if (r->handler->warp_end == NULL)
        return POISE_OK;
    return r->handler->warp_end(r->context, r->blocks * r->launch.warps_per_block + warp, err);
}

static int read_warp(reader *r, const char *number, poise_error *err)
{
    uint64_t warp, count = 0;
    if (!traceg_number(number, 10, r->launch.warps_per_block - 1, &warp))
        return poise_fail(err, POISE_DAMAGED, "warp '%s' is not a number up to %u", traceg_quote(number),
                          r->launch.warps_per_block - 1);
    if ((r->seen >> warp & 1) != 0)
        return poise_fail(err, POISE_DAMAGED, "warp %llu of the thread block is there twice",
                          (unsigned long long)warp);
    r->seen |= UINT32_C(1) << warp;
    r->exited = 0;
    int code = read_count(r, (uint32_t)warp, &count, err);
    for (; code == POISE_OK && count > 0; count--)
        code = read_inst(r, (uint32_t)warp, count, err);
    return code == POISE_OK ? end_warp(r, (uint32_t)warp, err) : code;
}

/* ---- thread blocks ---- */

/* "thread block = X,Y,Z": numbers are checked against the grid. The order of blocks is that of the file, as
 * in Accel-Sim, which hands them out so and does not look at the numbers. */
static int read_block_number(reader *r, poise_error *err)
{
    char *line;
    const int code = next_line(r, &line, err);
    if (code != POISE_OK)
        return code;
    uint32_t at[3];
    char *value = line == NULL ? NULL : traceg_value(line, "thread block");
    if (value == NULL || !traceg_triple(value, at))
        return poise_fail(err, POISE_DAMAGED, "#BEGIN_TB is not followed by 'thread block = x,y,z'");
    for (int i = 0; i < 3; i++)
        if (at[i] >= r->launch.grid[i])
            return poise_fail(err, POISE_DAMAGED, "thread block %u,%u,%u is outside the grid (%u,%u,%u)",
                              at[0], at[1], at[2], r->launch.grid[0], r->launch.grid[1], r->launch.grid[2]);
    return POISE_OK;
}

static int end_block(reader *r, poise_error *err)
{
    const uint32_t all = UINT32_MAX >> (32 - r->launch.warps_per_block);
    if (r->seen != all)
        return poise_fail(err, POISE_DAMAGED, "the thread block ends, but warp %d is missing",
                          __builtin_ctz(all & ~r->seen));
    r->blocks++;
    if (r->handler->block_end == NULL)
        return POISE_OK;
    return r->handler->block_end(r->context, r->blocks * r->launch.warps_per_block, err);
}

static int read_block(reader *r, poise_error *err)
{
    if (r->blocks == r->launch.n_thread_blocks)
        return poise_fail(err, POISE_DAMAGED, "the grid has %u thread blocks, the file more",
                          r->launch.n_thread_blocks);
    r->seen = 0;
    int code = read_block_number(r, err);
    while (code == POISE_OK) {
        char *line;
        code = next_line(r, &line, err);
        if (code != POISE_OK)
            break;
        if (line == NULL)
            return poise_fail(err, POISE_DAMAGED, "the file ends within a thread block");
        if (starts_with(line, "#END_TB"))
            return end_block(r, err);
        const char *number = traceg_value(line, "warp");
        code = number != NULL ? read_warp(r, number, err)
                              : poise_fail(err, POISE_DAMAGED, "'%s' is neither 'warp = ' nor '#END_TB'",
                                           traceg_quote(line));
    }
    return code;
}

/* ---- the file ---- */

static int read_launch(reader *r, poise_error *err)
{
    char *line = NULL;
    int code;
    while ((code = next_line(r, &line, err)) == 0 && line != NULL && *line != '#')
        if ((code = traceg_launch_line(&r->launch, line, err)) != 0)
            break;
    if (code == POISE_OK && line == NULL)
        return poise_fail(err, POISE_DAMAGED, "the file ends before its first thread block");
    if (code == POISE_OK)
        code = traceg_launch_check(&r->launch, err);
    if (code != POISE_OK || r->handler->launch == NULL)
        return code;
    return r->handler->launch(r->context, &r->launch, err);
}

/* A line outside of thread blocks, with the block that it begins. */
static int read_outside(reader *r, const char *line, poise_error *err)
{
    if (starts_with(line, "#BEGIN_TB"))
        return read_block(r, err);
    if (*line == '#')
        return POISE_OK;
    return poise_fail(err, POISE_DAMAGED, "'%s' stands outside of thread blocks", traceg_quote(line));
}

static int read_blocks(reader *r, poise_error *err)
{
    char *line = NULL;
    int code;
    while ((code = next_line(r, &line, err)) == 0 && line != NULL)
        if ((code = read_outside(r, line, err)) != 0)
            break;
    if (code == POISE_OK && r->blocks != r->launch.n_thread_blocks)
        return poise_fail(err, POISE_DAMAGED, "the grid has %u thread blocks, the file %llu",
                          r->launch.n_thread_blocks, (unsigned long long)r->blocks);
    return code;
}

/* Says where in the file it went wrong. What a handler could not take because it is out of range, such as too
 * many pages, is damage like all else that a file says wrongly. */
static int locate(const reader *r, const char *path, poise_error *err)
{
    poise_error_prefix(err, "%s, line %llu", path, (unsigned long long)traceg_lines_number(r->lines));
    if (err != NULL)
        err->code = POISE_DAMAGED;
    return POISE_DAMAGED;
}

int traceg_read(const char *path, const traceg_handler *handler, void *context, poise_error *err)
{
    reader r = {.handler = handler, .context = context};
    int code = traceg_lines_open(&r.lines, path, err);
    if (code != POISE_OK)
        return code;
    code = read_launch(&r, err);
    if (code == POISE_OK)
        code = read_blocks(&r, err);
    if (code != POISE_OK && code != POISE_FAILED)
        code = locate(&r, path, err);
    traceg_launch_free(&r.launch);
    traceg_lines_close(r.lines);
    return code;
}
