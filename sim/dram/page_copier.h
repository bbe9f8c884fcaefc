/* Copies of base pages from frame to frame as what DRAM sees of them: a line is read, and written when it is
 * there (machine option page_copies; Mosaic's compaction, [RA] 7.3.4). Pages are copied in order, a line
 * after the other, with a buffer of so many lines that the next page is read while the last one is written
 * (our choice). Lines go to the channels as those of L2 banks do, in turn with them.
 *
 * Of a page that goes to memory of the host (machine option host_copies) lines are only read, of one that
 * comes from there only written, no faster than the link carries them; DRAM sees them when the page has its
 * new place, when the copy has been over the link (our choice: the amount and the rate are right, and later
 * by one transfer). */
#ifndef POISE_SIM_DRAM_PAGE_COPIER_H
#define POISE_SIM_DRAM_PAGE_COPIER_H

#include "sim/dram/dram.h"

enum { COPIER_PAGE_LINES = 1 << (VM_BASE_BITS - LINE_SHIFT), COPIER_LINES = 2 * COPIER_PAGE_LINES };

/* Physical addresses. */
typedef struct page_copy {
    uint64_t from, to;
    uint16_t app;
} page_copy;

/* A line in the buffer. */
typedef struct copied_line {
    uint64_t to;
    uint16_t app;
    uint8_t missing; /* sectors that have not been read */
    bool is_near;    /* of a copy within the GPU's memory */
} copied_line;

typedef struct page_copier {
    sim_base *base;
    dram_access_fifo queue[SIM_MOST_channels]; /* before each channel */
    page_copy *page;                           /* those that are to be copied, from `first` on */
    uint32_t first, n_pages, room;
    uint32_t next_line;  /* of the first of them */
    uint32_t near_pages; /* within the GPU's memory, that are to be copied */
    uint32_t near_lines; /* in the buffer */
    double line_cycles;  /* core cycles of a line on the link */
    double host_at;      /* core cycle in which the link has carried the lines before, of both directions */
    number_pool lines;   /* of the buffer, from the read to the end of the write */
    copied_line line[COPIER_LINES];
    bool is_short; /* of host memory: the run must end */
} page_copier;

/* Errors: no memory. Freed by page_copier_free whatever the outcome. */
int page_copier_init(page_copier *copier, sim_base *base, poise_error *err);
void page_copier_free(page_copier *copier);
/* Nothing is to be copied any more. */
void page_copier_reset(page_copier *copier);
/* As the channel sees it. */
dram_input page_copier_input(page_copier *copier, uint32_t channel);

/* At an exchange in core cycle `now`: this page as well. */
void page_copier_add(page_copier *copier, const page_copy *page, uint64_t now);
/* Whether something is to be copied within the GPU's memory, or written still: SMs stand still meanwhile. */
bool page_copier_is_busy(const page_copier *copier);

#endif
