#include "profile/capture/runtime/warp_merge.h"

#include <stdlib.h>

/* Next block of a lane where it is no block number. */
enum {
    BLOCK_NONE = 0x7fffffff,
    BLOCK_DAMAGED = BLOCK_NONE - 1,
};

int capture_merge_open(capture_merge *merge, const capture_program_image *image, const capture_code *code,
                       trace_writer *writer, poise_error *err)
{
    *merge = (capture_merge){.code = code, .writer = writer};
    capture_access_context_open(&merge->access, image, code->entry);
    merge->lines = calloc((size_t)code->most_sites + 1, TRACE_MAX_LINES * sizeof *merge->lines);
    merge->accesses = calloc((size_t)code->most_sites + 1, sizeof *merge->accesses);
    if (merge->lines && merge->accesses)
        return 0;
    capture_merge_close(merge);
    return poise_fail(err, POISE_FAILED, "out of memory for merging the warps of %s", code->name);
}

void capture_merge_close(capture_merge *merge)
{
    free(merge->lines);
    free(merge->accesses);
    merge->lines = NULL;
    merge->accesses = NULL;
}

/* The block that `l` executes next, BLOCK_NONE when it has ended or waits at a barrier: the others of its
 * warp go on without it. Returns false when the lane starves: it can go on and what comes next is not
 * recorded yet. */
static bool next_block(const lane *l, const capture_code *code, int *block)
{
    if (!lane_has_record(l, code)) {
        *block = BLOCK_NONE;
        return l->state == LANE_DONE || l->state == LANE_AT_BARRIER;
    }
    *block = *l->read < BLOCK_DAMAGED ? (int)*l->read : BLOCK_DAMAGED;
    return true;
}

static bool all_done(const lane *lanes, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (lanes[i].state != LANE_DONE)
            return false;
    }
    return true;
}

static int lowest_of(const int block[TRACE_WARP_SIZE])
{
    int lowest = BLOCK_NONE;
    for (int i = 0; i < TRACE_WARP_SIZE; i++)
        lowest = block[i] < lowest ? block[i] : lowest;
    return lowest;
}

static uint32_t lanes_at(const int block[TRACE_WARP_SIZE], int number)
{
    uint32_t mask = 0;
    for (int i = 0; i < TRACE_WARP_SIZE; i++)
        mask |= (uint32_t)(block[i] == number) << i;
    return mask;
}

/* The addresses of memory instruction `site` (0-based in its block) of the active lanes. */
static void gather(const lane *lanes, uint32_t mask, uint32_t site, capture_lane_addresses *gathered)
{
    gathered->n = 0;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        gathered->address[gathered->n] = lanes[i].read[1 + site];
        gathered->lane[gathered->n] = (uint8_t)i;
        gathered->stack_top[gathered->n++] = lanes[i].stack_top;
    }
}

static int record(capture_merge *merge, uint64_t warp, const lane *lanes, uint32_t number, uint32_t mask,
                  poise_error *err)
{
    const capture_code_block *block = &merge->code->blocks[number];
    int failed = 0;
    for (uint32_t s = 0; s < block->n_sites && !failed; s++) {
        capture_lane_addresses gathered;
        gather(lanes, mask, s, &gathered);
        failed = capture_describe_access(&merge->access, merge->code->sites[block->first_site + s], &gathered,
                                         warp, merge->lines + (size_t)s * TRACE_MAX_LINES,
                                         &merge->accesses[s], err);
    }
    if (failed)
        return failed;
    merge->totals.warp_insts += block->n_inst;
    merge->totals.thread_insts += (uint64_t)block->n_inst * (uint64_t)__builtin_popcount(mask);
    return trace_writer_record(merge->writer, warp, number, mask, merge->accesses, block->n_sites, err);
}

/* Steps the lanes of `mask` over their record of block `number`. Returns false when one of them starves then.
 */
static bool advance(const capture_code *code, lane *lanes, uint32_t mask, int number,
                    int block[TRACE_WARP_SIZE])
{
    uint32_t words = 1 + code->blocks[number].n_sites;
    bool all_fed = true;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        lanes[i].read += words;
        all_fed &= next_block(&lanes[i], code, &block[i]);
    }
    return all_fed;
}

int capture_merge_warp(capture_merge *merge, uint64_t warp, lane *lanes, uint32_t n, bool *is_finished,
                       poise_error *err)
{
    int block[TRACE_WARP_SIZE];
    bool all_fed = true;
    *is_finished = false;
    for (uint32_t i = 0; i < TRACE_WARP_SIZE; i++) {
        block[i] = BLOCK_NONE;
        if (i < n)
            all_fed &= next_block(&lanes[i], merge->code, &block[i]);
    }
    while (all_fed) {
        int lowest = lowest_of(block);
        if (lowest == BLOCK_NONE) {
            *is_finished = all_done(lanes, n);
            merge->totals.warps += *is_finished;
            return 0;
        }
        if ((uint32_t)lowest >= merge->code->entry->n_blocks)
            return poise_fail(err, POISE_FAILED, "kernel %s has overwritten the record of its own execution",
                              merge->code->name);
        uint32_t mask = lanes_at(block, lowest);
        int failed = record(merge, warp, lanes, (uint32_t)lowest, mask, err);
        if (failed)
            return failed;
        all_fed = advance(merge->code, lanes, mask, lowest, block);
    }
    return 0;
}
