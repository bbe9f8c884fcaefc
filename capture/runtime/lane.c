#include "capture/runtime/lane.h"

#include <stdlib.h>
#include <sys/mman.h>

enum {
    PAGE_BYTES = 4096,
    /* Buffers a power of two apart would share their cache sets: three lines more keep them apart. */
    STAGGER_BYTES = 3 * 64,
    /* So would the tops of stacks, pages apart, which every switch of lanes touches: they begin at one of 32
     * places of a page, as many as lanes of a warp. A step keeps the alignment of the largest vector. */
    STACK_STEP_BYTES = 128,
};

static size_t round_up(size_t value, size_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static size_t buffer_bytes(const kernel_entry *kernel)
{
    size_t words = LANE_BUFFER_WORDS + kernel->record_words;
    return round_up(words * sizeof(uint64_t), 64) + STAGGER_BYTES;
}

static int map_memory(lane_pool *pool, size_t buffer, size_t stack, poise_error *err)
{
    size_t buffers = round_up(pool->room * buffer, PAGE_BYTES);
    pool->memory_bytes = buffers + pool->room * (PAGE_BYTES + stack);
    pool->memory = mmap(NULL, pool->memory_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pool->memory == MAP_FAILED) {
        pool->memory = NULL;
        return poise_fail_errno(err, POISE_FAILED, "cannot map %zu bytes for %zu lanes", pool->memory_bytes,
                                pool->room);
    }
    for (size_t i = 0; i < pool->room; i++) {
        lane *l = &pool->lanes[i];
        char *guard = pool->memory + buffers + i * (PAGE_BYTES + stack);
        if (mprotect(guard, PAGE_BYTES, PROT_NONE))
            return poise_fail_errno(err, POISE_FAILED, "cannot protect the stacks of %zu lanes", pool->room);
        l->buffer = (uint64_t *)(void *)(pool->memory + i * buffer);
        l->stack_top = guard + PAGE_BYTES + stack - i * STACK_STEP_BYTES % PAGE_BYTES;
    }
    return POISE_OK;
}

static int make(lane_pool *pool, size_t buffer, size_t stack, size_t n_lanes, poise_error *err)
{
    *pool = (lane_pool){.n_lanes = n_lanes,
                        .room = n_lanes,
                        .buffer_words = LANE_BUFFER_WORDS,
                        .buffer_bytes = buffer,
                        .stack_bytes = stack};
    pool->lanes = calloc(n_lanes, sizeof *pool->lanes);
    if (!pool->lanes)
        return poise_fail(err, POISE_FAILED, "out of memory for %zu lanes", n_lanes);
    int code = map_memory(pool, buffer, stack, err);
    if (code != POISE_OK)
        lane_pool_close(pool);
    return code;
}

int lane_pool_open(lane_pool *pool, const kernel_entry *kernel, size_t n_lanes, poise_error *err)
{
    size_t buffer = buffer_bytes(kernel);
    size_t stack = LANE_STACK_BYTES + round_up(kernel->private_bytes, PAGE_BYTES) + PAGE_BYTES;
    if (pool->memory && pool->room >= n_lanes && pool->buffer_bytes == buffer && pool->stack_bytes == stack) {
        pool->n_lanes = n_lanes;
        return POISE_OK;
    }
    lane_pool_close(pool);
    return make(pool, buffer, stack, n_lanes, err);
}

void lane_pool_close(lane_pool *pool)
{
    if (pool->memory)
        munmap(pool->memory, pool->memory_bytes);
    free(pool->lanes);
    *pool = (lane_pool){0};
}
