#include "trace/synthetic.h"

#include <stdlib.h>
#include <string.h>

static int by_address(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return one < other ? -1 : one > other;
}

/* Joins pages that follow each other; returns the number of buffers. */
static uint32_t join_pages(const uint64_t *pages, uint32_t n_pages, trace_event *events)
{
    const uint64_t page_bytes = UINT64_C(1) << TRACE_PAGE_SHIFT;
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_pages; i++) {
        if (i > 0 && pages[i] == pages[i - 1] + page_bytes) {
            events[n - 1].bytes += page_bytes;
            continue;
        }
        events[n] =
            (trace_event){.kind = TRACE_EVENT_CREATE, .buffer = n, .address = pages[i], .bytes = page_bytes};
        n++;
    }
    return n;
}

int trace_add_buffers(warp_trace *trace, poise_error *err)
{
    const uint32_t n = trace->n_pages;
    uint64_t *pages = calloc((size_t)n + 1, sizeof *pages);
    trace_event *events = calloc((size_t)n + 1, sizeof *events);
    if (pages == NULL || events == NULL) {
        free(pages);
        free(events);
        return poise_fail(err, POISE_FAILED, "no memory for the buffers of kernel %s", trace->header.kernel);
    }
    memcpy(pages, trace->page_address, n * sizeof *pages);
    qsort(pages, n, sizeof *pages, by_address);
    free(trace->header.events);
    trace->header.events = events;
    trace->header.n_events = join_pages(pages, n, events);
    free(pages);
    return POISE_OK;
}
