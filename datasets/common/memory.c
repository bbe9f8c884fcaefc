#include "datasets/common/memory.h"

#include "datasets/common/workload.h"

#include <stdlib.h>

typedef struct block {
    struct block *next;
    max_align_t content[];
} block;

static block *blocks;

static void release_all(void)
{
    while (blocks) {
        block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

void *memory_array(size_t n, size_t size)
{
    if (size && n > (SIZE_MAX - sizeof(block)) / size)
        workload_fail("an array of %zu elements of %zu bytes does not fit in memory", n, size);
    block *fresh = calloc(1, sizeof *fresh + n * size);
    if (!fresh)
        workload_fail("no memory for an array of %zu elements of %zu bytes", n, size);
    if (!blocks && atexit(release_all) != 0)
        workload_fail("cannot register the release of memory at exit");
    fresh->next = blocks;
    blocks = fresh;
    return fresh->content;
}
