/* Numbers of the 2 MiB pages that a trace touches, given in the order of first use. */
#ifndef POISE_TRACE_FORMAT_PAGE_TABLE_H
#define POISE_TRACE_FORMAT_PAGE_TABLE_H

#include "common/error.h"

#include <stdint.h>

typedef struct trace_page_table {
    uint64_t *page;     /* page[number]: byte address >> TRACE_PAGE_SHIFT */
    uint32_t n;         /* pages known */
    uint64_t last_page; /* the page looked up last and its number: most look-ups repeat it */
    uint32_t last_number;
    uint16_t *slots; /* open addressing: 1 + number, 0 = free */
} trace_page_table;

int trace_page_table_make(trace_page_table *table, poise_error *err);
void trace_page_table_free(trace_page_table *table);

/* Slow path of trace_page_number. */
uint32_t trace_page_table_find(trace_page_table *table, uint64_t page);

/* Number of a page, which becomes known by that; TRACE_MAX_PAGES when the table is full. */
static inline uint32_t trace_page_number(trace_page_table *table, uint64_t page)
{
    return page == table->last_page ? table->last_number : trace_page_table_find(table, page);
}

#endif
