#include "capture/runtime/locate.h"

/* The last record before `recorded`, or NULL. */
static const uint64_t *last_record(const lane *l, const uint64_t *recorded, const capture_code *code)
{
    for (const uint64_t *at = l->read; at < recorded;) {
        if (*at >= code->entry->n_blocks)
            return NULL; /* the kernel has overwritten it */
        const uint64_t *next = at + 1 + code->blocks[*at].n_sites;
        if (next >= recorded)
            return at;
        at = next;
    }
    return NULL;
}

static uint32_t line_of_block(const capture_code *code, uint64_t number)
{
    const trace_basic_block *block = &code->trace_blocks[number];
    for (uint32_t i = 0; i < block->n_inst; i++)
        if (code->inst[block->first_inst + i].source_line)
            return code->inst[block->first_inst + i].source_line;
    return 0;
}

capture_place capture_locate(const lane *l, const uint64_t *recorded, const capture_code *code,
                             const uint64_t *address)
{
    const uint64_t *record = last_record(l, recorded, code);
    if (!record)
        return (capture_place){0};
    const capture_code_block *block = &code->blocks[*record];
    for (uint32_t i = 0; address && i < block->n_sites; i++) {
        const capture_access_site *site = &code->sites[block->first_site + i];
        if (*address - record[1 + i] < site->bytes)
            return (capture_place){site->line, site};
    }
    return (capture_place){.line = line_of_block(code, *record)};
}
