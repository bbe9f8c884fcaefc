/* Accesses of pages, as they leave the L2. */
#include "sim/gpu.h"

#include <stdlib.h>

static void watch_nothing(gpu *g)
{
    for (uint32_t i = 0; i < g->n_banks; i++) {
        if (g->banks[i].pages)
            page_counts_free(g->banks[i].pages);
        free(g->banks[i].pages);
        g->banks[i].pages = NULL;
    }
}

int sim_watch_pages(simulator *sim, bool is_on, poise_error *err)
{
    gpu *g = (gpu *)sim;
    const int64_t memory = g->base.config.memory;
    watch_nothing(g);
    if (!is_on)
        return POISE_OK;
    if (memory != MEMORY_REAL && memory != MEMORY_IDEAL_DRAM)
        return poise_fail(err, POISE_USAGE,
                          "accesses of pages are counted below L2 banks: with memory = real or ideal-dram");
    for (uint32_t i = 0; i < g->n_banks; i++) {
        g->banks[i].pages = calloc(1, sizeof *g->banks[i].pages);
        if (!g->banks[i].pages) {
            watch_nothing(g);
            return poise_fail(err, POISE_FAILED, "no memory to count the accesses of pages");
        }
    }
    return POISE_OK;
}

static int by_page(const void *a, const void *b)
{
    const sim_page *x = a, *y = b;
    return (x->page > y->page) - (x->page < y->page);
}

static sim_page *sorted(const page_counts *counts)
{
    sim_page *pages = calloc(counts->used + 1, sizeof *pages);
    size_t n = 0;
    for (size_t i = 0; pages && i < counts->slots; i++)
        if (counts->slot[i].key)
            pages[n++] = (sim_page){.page = counts->slot[i].key - 1,
                                    .reads = counts->slot[i].reads,
                                    .writes = counts->slot[i].writes};
    if (pages)
        qsort(pages, n, sizeof *pages, by_page);
    return pages;
}

int sim_page_accesses(const simulator *sim, sim_page **pages, size_t *n, poise_error *err)
{
    const gpu *g = (const gpu *)(const void *)sim;
    page_counts sum = {0};
    for (uint32_t i = 0; i < g->n_banks; i++)
        if (g->banks[i].pages)
            page_counts_merge(&sum, g->banks[i].pages);
    *n = sum.used;
    *pages = sum.has_failed ? NULL : sorted(&sum);
    page_counts_free(&sum);
    if (*pages)
        return POISE_OK;
    *n = 0;
    return poise_fail(err, POISE_FAILED, "no memory for the accesses of pages");
}
