#include "trace/format/page_table.h"

#include "trace/trace.h"

#include <stdlib.h>
#include <string.h>

enum {
    SLOT_BITS = 15, /* twice as many slots as pages: short probe sequences */
    SLOTS = 1 << SLOT_BITS,
};

static const uint64_t no_page = UINT64_MAX; /* page numbers have 43 bits */

int trace_page_table_make(trace_page_table *table, poise_error *err)
{
    *table = (trace_page_table){.last_page = no_page};
    table->slots = calloc(SLOTS, sizeof *table->slots);
    table->page = calloc(TRACE_MAX_PAGES, sizeof *table->page);
    if (table->slots == NULL || table->page == NULL) {
        trace_page_table_free(table);
        return poise_fail(err, POISE_FAILED, "no memory for the page table of a trace");
    }
    return POISE_OK;
}

void trace_page_table_free(trace_page_table *table)
{
    free(table->slots);
    free(table->page);
    memset(table, 0, sizeof *table);
}

/* Fibonacci hashing: neighbouring pages, the common case, spread evenly. */
static uint32_t slot_of(uint64_t page)
{
    return (uint32_t)((page * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - SLOT_BITS));
}

uint32_t trace_page_table_find(trace_page_table *table, uint64_t page)
{
    uint32_t slot = slot_of(page);
    while (table->slots[slot] != 0 && table->page[table->slots[slot] - 1] != page)
        slot = (slot + 1) % SLOTS;
    if (table->slots[slot] == 0) {
        if (table->n == TRACE_MAX_PAGES)
            return TRACE_MAX_PAGES;
        table->page[table->n++] = page;
        table->slots[slot] = (uint16_t)table->n;
    }
    table->last_page = page;
    table->last_number = table->slots[slot] - 1u;
    return table->last_number;
}
