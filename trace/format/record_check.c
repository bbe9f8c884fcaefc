/* What a producer may record. The decoder makes the same demands of a file, see record.c. */
#include "trace/format/record.h"

bool trace_depth_fits(uint64_t depths, uint32_t sectors)
{
    for (uint32_t s = 0; s < LINE_SECTORS; s++) {
        const uint32_t depth = depths >> 8 * s & 0xff;
        if (depth > TRACE_WARP_SIZE || (depth != 0) != (sectors >> s & 1))
            return false;
    }
    return depths >> 8 * LINE_SECTORS == 0;
}

static int check_lines(const trace_access *access, uint32_t index, trace_page_table *pages, poise_error *err)
{
    if (access->n_lines < 1 || access->n_lines > TRACE_MAX_LINES || access->lines == NULL)
        return poise_fail(err, POISE_USAGE, "access %u has %u lines, it must have 1 to %d", index,
                          access->n_lines, TRACE_MAX_LINES);
    for (uint32_t i = 0; i < access->n_lines; i++) {
        const uint64_t entry = access->lines[i];
        if (access_sectors(entry) == 0 || entry - line_begin(entry) > ALL_SECTORS)
            return poise_fail(err, POISE_USAGE,
                              "access %u: 0x%llx is not a line address with a sector mask of 1 to 15", index,
                              (unsigned long long)entry);
        if (trace_page_number(pages, entry >> TRACE_PAGE_SHIFT) == TRACE_MAX_PAGES)
            return poise_fail(err, POISE_USAGE, "the launch touches more than %d pages of 2 MiB",
                              TRACE_MAX_PAGES);
    }
    return POISE_OK;
}

static int check_depths(const trace_access *access, uint32_t index, poise_error *err)
{
    for (uint32_t i = 0; i < access->n_lines; i++)
        if (!trace_depth_fits(access->lines[access->n_lines + i], access_sectors(access->lines[i])))
            return poise_fail(err, POISE_USAGE, "access %u: 0x%llx are no depths of the sectors %u", index,
                              (unsigned long long)access->lines[access->n_lines + i],
                              access_sectors(access->lines[i]));
    return POISE_OK;
}

static int check_access(const trace_access *access, uint32_t index, trace_access_kind kind, bool has_depths,
                        trace_page_table *pages, poise_error *err)
{
    if (kind == TRACE_ACCESS_PASSES) {
        if (access->n_lines < 1 || access->n_lines > TRACE_MOST_PASSES)
            return poise_fail(err, POISE_USAGE, "access %u needs %u passes, it must be 1 to %d", index,
                              access->n_lines, TRACE_MOST_PASSES);
        return POISE_OK;
    }
    const bool atomic = kind == TRACE_ACCESS_ATOMIC;
    if (access->multiplicity > TRACE_WARP_SIZE || (access->multiplicity != 0) != atomic)
        return poise_fail(err, POISE_USAGE, "access %u has the multiplicity %u, it must be %s", index,
                          access->multiplicity, atomic ? "1 to 32" : "0");
    if (access->has_depths != (atomic && has_depths))
        return poise_fail(err, POISE_USAGE, "access %u has %s depths, the header says otherwise", index,
                          access->has_depths ? "" : "no");
    const int code = check_lines(access, index, pages, err);
    return code == POISE_OK && access->has_depths ? check_depths(access, index, err) : code;
}

int trace_record_check(const trace_program *program, trace_page_table *pages, uint32_t lanes, uint32_t block,
                       uint32_t active_mask, const trace_access *accesses, uint32_t n_accesses,
                       poise_error *err)
{
    if (block >= program->n_blocks)
        return poise_fail(err, POISE_USAGE, "basic block %u of %u", block, program->n_blocks);
    if (active_mask == 0 || (active_mask & ~lanes) != 0)
        return poise_fail(err, POISE_USAGE, "active mask 0x%08x in a warp whose lanes are 0x%08x",
                          active_mask, lanes);
    const trace_record_block *shape = &program->blocks[block];
    if (n_accesses != shape->n_accesses)
        return poise_fail(err, POISE_USAGE, "basic block %u has %u memory instructions, not %u", block,
                          shape->n_accesses, n_accesses);
    int code = 0;
    for (uint32_t i = 0; code == POISE_OK && i < n_accesses; i++)
        code = check_access(&accesses[i], i, program->kind[shape->first_access + i], program->has_depths,
                            pages, err);
    return code;
}
