/* What vm:managed knows of memory: regions of 2 MB of address space, which are evicted as wholes, and their
 * blocks, which come as wholes. */
#ifndef POISE_SIM_HOOKS_MANAGED_MEMORY_H
#define POISE_SIM_HOOKS_MANAGED_MEMORY_H

#include "sim_hooks/vm/page_book.h"

enum { REGION_PAGES = 1 << (VM_LARGE_BITS - VM_BASE_BITS) };

typedef enum block_state { BLOCK_AWAY, BLOCK_COMING, BLOCK_NEAR, BLOCK_LEAVING } block_state;

typedef struct managed_block {
    uint8_t state;
    bool is_queued;   /* it has been asked for and has not begun to come */
    uint32_t waiting; /* first of the pages that wait for it + 1; 0 = none */
} managed_block;

typedef struct managed_region {
    uint64_t number; /* virtual address >> VM_LARGE_BITS */
    uint16_t app;
    uint32_t index;                     /* of all regions */
    uint32_t near;                      /* blocks in memory of the GPU */
    uint64_t stamp;                     /* the larger, the later a block of it has begun to come */
    uint64_t arrived;                   /* core cycle of the last block that came */
    uint64_t placed[REGION_PAGES / 64]; /* bits of the pages that have a place */
    managed_block block[];
} managed_region;

typedef struct managed_memory {
    const vm_host *host;
    uint32_t blocks, block_pages; /* of a region, of a block */
    page_book book;               /* of regions, by their numbers */
    managed_region **region;
    uint32_t n, room;
    uint64_t left, stamps; /* blocks that memory has room for; regions' last */
} managed_memory;

void managed_memory_free(managed_memory *m);
/* The region of a page; it is made if `may_make`. NULL: there is none, or no memory for it. */
managed_region *managed_region_of(managed_memory *m, uint16_t app, uint64_t page, bool may_make);
/* A block as a number, of all. */
static inline uint32_t managed_number(const managed_memory *m, const managed_region *r, uint32_t block)
{
    return r->index * m->blocks + block;
}
managed_region *managed_region_at(const managed_memory *m, uint32_t number, uint32_t *block);
/* At an exchange: pages of a block lose their places; with `is_evicted` caches lose their lines as well. */
void managed_unmap(managed_memory *m, managed_region *r, uint32_t block, bool is_evicted);
/* The region that has blocks in memory and to which none has come for longest; NULL = none. */
managed_region *managed_victim(const managed_memory *m);

static inline uint32_t managed_block_of(const managed_memory *m, uint64_t page)
{
    return (uint32_t)(page % REGION_PAGES) / m->block_pages;
}

#endif
