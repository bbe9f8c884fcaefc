#include "capture/runtime/launch.h"

uint64_t capture_launch_groups(const capture_launch *launch)
{
    const size_t *groups = launch->geometry.groups;
    return (uint64_t)groups[0] * groups[1] * groups[2];
}

/* The casts take away const from what is never written. */
trace_header capture_launch_header(const capture_launch *launch, uint32_t index, const trace_note *notes,
                                   uint32_t n_notes)
{
    const kernel_entry *entry = launch->code->entry;
    trace_header header = {.kernel = (char *)launch->code->name,
                           .launch_index = index,
                           .registers_per_thread = entry->registers_per_thread,
                           .shared_bytes_per_block = launch->local_bytes,
                           .has_depths = true,
                           .n_registers = entry->n_registers,
                           .n_inst = entry->n_inst,
                           .n_basic_blocks = entry->n_blocks,
                           .inst = (trace_inst *)launch->code->inst,
                           .basic_blocks = (trace_basic_block *)launch->code->trace_blocks,
                           .n_notes = n_notes,
                           .notes = (trace_note *)notes};
    for (int d = 0; d < 3; d++) {
        header.grid[d] = (uint32_t)launch->geometry.groups[d];
        header.block[d] = (uint32_t)launch->geometry.local[d];
    }
    return header;
}

int capture_launch_run(capture_group_runner *runner, uint64_t first, uint64_t end,
                       int (*done)(void *user, uint64_t warps, poise_error *err), void *user,
                       poise_error *err)
{
    const size_t *groups = runner->geometry.groups;
    int code = POISE_OK;
    for (uint64_t g = first; g < end && code == POISE_OK; g++) {
        const size_t group[3] = {g % groups[0], g / groups[0] % groups[1], g / (groups[0] * groups[1])};
        uint64_t warp = g * runner->warps_per_group;
        code = capture_run_group(runner, group, warp, err);
        if (code == POISE_OK)
            code = done(user, warp + runner->warps_per_group, err);
    }
    return code;
}
