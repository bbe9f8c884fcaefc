/* Small programs on disk: folders of .wtr files whose warps walk a private footprint again and again, so that
 * fewer warps mean more L1 hits. */
#ifndef POISE_TESTS_EVALUATE_FIXTURE_H
#define POISE_TESTS_EVALUATE_FIXTURE_H

#include "common/file.h"
#include "sim/config.h"
#include "trace/trace.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

typedef struct fixture_launch {
    uint32_t thread_blocks;
    uint32_t warps_per_block;
    uint32_t footprint_lines; /* of a warp */
    uint32_t walks;           /* over the footprint */
} fixture_launch;

enum { WALK, LEAVE, PATH_TEXT = 256 };

static trace_inst instructions[] = {
    {.op = TRACE_OP_LOAD_GLOBAL, .access_bytes = 4, .destination = 0},
    {.op = TRACE_OP_FP, .n_sources = 1, .source = {0}, .destination = 1},
    {.op = TRACE_OP_BRANCH, .n_sources = 1, .source = {1}, .destination = TRACE_NO_REGISTER},
    {.op = TRACE_OP_EXIT, .destination = TRACE_NO_REGISTER},
};
static trace_block blocks[] = {[WALK] = {0, 3}, [LEAVE] = {3, 1}};

static void launch_path(char path[PATH_TEXT], const char *folder, const char *name, uint32_t index)
{
    snprintf(path, PATH_TEXT, "%s/%s/%04u-walk.wtr", folder, name, index);
}

static int write_warp(trace_writer *writer, uint64_t warp, const fixture_launch *launch)
{
    for (uint32_t i = 0; i < launch->walks * launch->footprint_lines; i++) {
        const uint64_t line = warp * launch->footprint_lines + i % launch->footprint_lines;
        const uint64_t address = (1u << 30) + line * TRACE_LINE_BYTES;
        const uint64_t with_sectors = address | 0xf;
        const trace_access access = {.n_lines = 1, .lines = &with_sectors};
        if (trace_writer_record(writer, warp, WALK, UINT32_MAX, &access, 1, NULL) != 0)
            return -1;
    }
    return trace_writer_record(writer, warp, LEAVE, UINT32_MAX, NULL, 0, NULL);
}

static int write_launch(const char *path, uint32_t index, const fixture_launch *launch)
{
    const trace_header header = {.kernel = (char *)"walk",
                                 .launch_index = index,
                                 .grid = {launch->thread_blocks, 1, 1},
                                 .block = {launch->warps_per_block * TRACE_WARP_SIZE, 1, 1},
                                 .registers_per_thread = 16,
                                 .n_registers = 2,
                                 .n_inst = sizeof instructions / sizeof instructions[0],
                                 .n_blocks = sizeof blocks / sizeof blocks[0],
                                 .inst = instructions,
                                 .blocks = blocks};
    trace_writer *writer = NULL;
    if (trace_writer_open(&writer, path, &header, NULL) != 0)
        return -1;
    const uint64_t n_warps = (uint64_t)launch->thread_blocks * launch->warps_per_block;
    for (uint64_t warp = 0; warp < n_warps; warp++) {
        if (write_warp(writer, warp, launch) != 0) {
            trace_writer_abort(writer);
            return -1;
        }
    }
    return trace_writer_commit(writer, NULL);
}

/* Writes FOLDER/NAME/0000-walk.wtr ... and makes the folders. 0 on success. */
static int fixture_write_program(const char *folder, const char *name, const fixture_launch *launches,
                                 uint32_t n_launches)
{
    char path[PATH_TEXT];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (poise_make_folders(path, NULL) != 0)
        return -1;
    for (uint32_t i = 0; i < n_launches; i++) {
        launch_path(path, folder, name, i);
        if (write_launch(path, i, &launches[i]) != 0)
            return -1;
    }
    return 0;
}

/* Removes what fixture_write_program made. */
static void fixture_remove_program(const char *folder, const char *name, uint32_t n_launches)
{
    char path[PATH_TEXT];
    for (uint32_t i = 0; i < n_launches; i++) {
        launch_path(path, folder, name, i);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    rmdir(path);
}

/* A machine of 2 SMs with 8 warps per scheduler and 4 KB of L1. */
static sim_config fixture_machine(void)
{
    sim_config config;
    sim_config_default(&config);
    config.sms = 2;
    config.warps = 16;
    config.l1_sets = 32;
    config.l1_ways = 1;
    return config;
}

#endif
