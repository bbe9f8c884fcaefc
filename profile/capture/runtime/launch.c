#include "profile/capture/runtime/launch.h"

#include "profile/capture/runtime/fault.h"
#include "profile/capture/runtime/group.h"
#include "profile/capture/runtime/print.h"

#include <stdio.h>
#include <stdlib.h>

/* Runs the groups in linear order, x fastest. Everything lives outside, see capture_run_guarded. */
static int run_groups(void *argument, poise_error *err)
{
    capture_group_runner *runner = argument;
    const size_t *groups = runner->geometry.groups;
    uint64_t warp = 0;
    for (size_t z = 0; z < groups[2]; z++) {
        for (size_t y = 0; y < groups[1]; y++) {
            for (size_t x = 0; x < groups[0]; x++) {
                int failed = capture_run_group(runner, (size_t[3]){x, y, z}, warp, err);
                warp += runner->warps_per_group;
                if (!failed && runner->merge)
                    failed = trace_writer_finish_warps(runner->merge->writer, warp, err);
                if (failed)
                    return failed;
            }
        }
    }
    return 0;
}

/* On the standard output of the program, as its own texts. */
static void show_texts(void)
{
    size_t bytes, lost;
    const char *text = capture_print_text(&bytes, &lost);
    if (bytes)
        fwrite(text, 1, bytes, stdout);
    if (lost)
        fprintf(stdout, "(%zu texts of printf are lost: a launch prints up to %d MiB in OpenCL's formats)\n",
                lost, CAPTURE_PRINT_BYTES >> 20);
}

static int run(const capture_launch *launch, capture_merge *merge, poise_error *err)
{
    capture_group_runner runner = {.image = launch->image,
                                   .code = launch->code,
                                   .arguments = launch->arguments,
                                   .geometry = launch->geometry,
                                   .merge = merge};
    int failed = capture_group_runner_open(&runner, err);
    if (failed)
        return failed;
    capture_print_clear();
    failed = capture_run_guarded(run_groups, &runner, err);
    show_texts();
    capture_group_runner_close(&runner);
    if (failed)
        poise_error_prefix(err, "kernel %s", launch->code->name);
    return failed;
}

int capture_launch_run(const capture_launch *launch, poise_error *err)
{
    return run(launch, NULL, err);
}

/* The header only borrows: the writer copies it. The casts take away const from what nobody writes. */
static trace_header describe(const capture_launch *launch, uint32_t index, const trace_note *notes,
                             uint32_t n_notes)
{
    const kernel_entry *entry = launch->code->entry;
    trace_header header = {.kernel = (char *)launch->code->name,
                           .launch_index = index,
                           .registers_per_thread = entry->registers_per_thread,
                           .shared_bytes_per_block = launch->local_bytes,
                           .n_registers = entry->n_registers,
                           .n_inst = entry->n_inst,
                           .n_blocks = entry->n_blocks,
                           .inst = (trace_inst *)launch->code->inst,
                           .blocks = (trace_block *)launch->code->trace_blocks,
                           .n_notes = n_notes,
                           .notes = (trace_note *)notes};
    for (int d = 0; d < 3; d++) {
        header.grid[d] = (uint32_t)launch->geometry.groups[d];
        header.block[d] = (uint32_t)launch->geometry.local[d];
    }
    return header;
}

int capture_launch_trace(const capture_launch *launch, const char *path, uint32_t index,
                         const trace_note *notes, uint32_t n_notes, capture_totals *totals, poise_error *err)
{
    trace_header header = describe(launch, index, notes, n_notes);
    trace_writer *writer;
    int failed = trace_writer_open(&writer, path, &header, err);
    if (failed)
        return failed;
    capture_merge merge;
    failed = capture_merge_open(&merge, launch->image, launch->code, writer, err);
    if (!failed) {
        failed = run(launch, &merge, err);
        capture_merge_close(&merge);
    }
    if (failed) {
        trace_writer_abort(writer);
        return failed;
    }
    *totals = merge.totals;
    return trace_writer_commit(writer, err);
}
