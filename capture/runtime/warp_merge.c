#include "capture/runtime/warp_merge.h"

#include "capture/runtime/lane_vector.h"
#include "capture/runtime/work_item.h"

#include <stdio.h>
#include <stdlib.h>

/* Next block of a lane where it is no block number. */
enum {
    BLOCK_NONE = 0x7fffffff,
    BLOCK_DAMAGED = BLOCK_NONE - 1,
};

/* The warp at hand: what is in the lanes, side by side. */
typedef struct warp {
    lane *lanes;
    int32_t block[TRACE_WARP_SIZE];        /* that each lane executes next */
    const uint64_t *read[TRACE_WARP_SIZE]; /* record of that block */
    const uint64_t *end[TRACE_WARP_SIZE];  /* records that end here or before are complete */
    uint32_t members;                      /* lanes that exist */
    uint64_t number;
} warp;

int capture_merge_open(capture_merge *merge, const capture_program_image *image, const capture_code *code,
                       trace_encoder *encoder, poise_error *err)
{
    *merge = (capture_merge){.code = code, .encoder = encoder};
    capture_access_context_open(&merge->access, image, code->entry);
    merge->lines = calloc((size_t)code->most_sites + 1, TRACE_MAX_ENTRIES * sizeof *merge->lines);
    merge->accesses = calloc((size_t)code->most_sites + 1, sizeof *merge->accesses);
    merge->access.last = calloc((size_t)code->n_sites + 1, sizeof(const capture_range *));
    merge->access.banks = calloc((size_t)code->n_sites + 1, sizeof *merge->access.banks);
    if (merge->lines && merge->accesses && merge->access.last && merge->access.banks)
        return POISE_OK;
    capture_merge_close(merge);
    return poise_fail(err, POISE_FAILED, "out of memory for merging the warps of %s", code->name);
}

void capture_merge_close(capture_merge *merge)
{
    free(merge->lines);
    free(merge->accesses);
    free(merge->access.last);
    free(merge->access.banks);
    merge->access.banks = NULL;
    merge->access.last = NULL;
    merge->lines = NULL;
    merge->accesses = NULL;
}

/* The block that lane i executes next, BLOCK_NONE when it has ended or waits at a barrier: the others of its
 * warp go on without it. Returns false when the lane starves: it can go on and what comes next is not
 * recorded yet. */
static bool next_block(warp *w, unsigned i, const capture_code *code)
{
    lane *l = &w->lanes[i];
    l->read = w->read[i];
    w->block[i] = BLOCK_NONE;
    if (!lane_has_record(l, code))
        return l->state == LANE_DONE || l->state == LANE_AT_BARRIER;
    w->block[i] = *l->read < BLOCK_DAMAGED ? (int32_t)*l->read : BLOCK_DAMAGED;
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

static int32_t lowest_of(const int32_t block[TRACE_WARP_SIZE])
{
    int32_t lowest = BLOCK_NONE;
    for (int i = 0; i < TRACE_WARP_SIZE; i++)
        lowest = block[i] < lowest ? block[i] : lowest;
    return lowest;
}

/* The addresses of memory instruction `site` (0-based in its block) of the active lanes. */
static void gather(const warp *w, uint32_t mask, uint32_t site, bool is_private,
                   capture_lane_addresses *gathered)
{
    if (mask == UINT32_MAX && !is_private) {
        gathered->n = TRACE_WARP_SIZE;
        for (unsigned i = 0; i < TRACE_WARP_SIZE; i++)
            gathered->address[i] = w->read[i][1 + site];
        return;
    }
    uint32_t n = 0;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        gathered->address[n] = w->read[i][1 + site];
        gathered->stack_top[n++] = w->lanes[i].stack_top;
    }
    gathered->n = n;
}

/* Number in the warp of the k-th active lane. */
static unsigned nth_lane(uint32_t mask, uint32_t k)
{
    for (; k > 0; k--)
        mask &= mask - 1;
    return (unsigned)__builtin_ctz(mask);
}

/* Completes the sentence of an access out of bounds; false when it only warns. */
static bool is_failure(capture_merge *merge, const capture_access_site *site, const warp *w,
                       const capture_lane_addresses *gathered, poise_error *err)
{
    uint32_t bad = merge->access.bad_lane;
    size_t id[3];
    char where[16] = "";
    if (merge->access.only_warns && merge->n_warnings++ > 0)
        return false;
    capture_global_id(w->lanes[nth_lane(gathered->mask, bad)].local, id);
    if (!site->is_private && !trace_op_is_shared((trace_op)site->op))
        snprintf(where, sizeof where, "0x%llx", (unsigned long long)gathered->address[bad]);
    poise_error_prefix(err, "line %u: work-item (%zu, %zu, %zu), %s of %u bytes%s%s", site->line, id[0],
                       id[1], id[2], trace_op_name((trace_op)site->op), site->bytes, *where ? " at " : "",
                       where);
    if (merge->access.only_warns) {
        poise_error_prefix(err, "kernel %s", merge->code->name);
        merge->warning = *err;
    }
    return !merge->access.only_warns;
}

static int describe(capture_merge *merge, const warp *w, const capture_code_block *block, uint32_t mask,
                    poise_error *err)
{
    int code = POISE_OK;
    for (uint32_t s = 0; s < block->n_sites && code == POISE_OK; s++) {
        capture_lane_addresses gathered;
        uint32_t number = block->first_site + s;
        const capture_access_site *site = &merge->code->sites[number];
        gathered.mask = mask;
        gather(w, mask, s, site->is_private, &gathered);
        code =
            capture_describe_access(&merge->access, site, number, &gathered, w->number,
                                    merge->lines + (size_t)s * TRACE_MAX_ENTRIES, &merge->accesses[s], err);
        if (code == CAPTURE_OUT_OF_BOUNDS)
            code = is_failure(merge, site, w, &gathered, err) ? POISE_FAILED : POISE_OK;
    }
    return code;
}

static int record(capture_merge *merge, const warp *w, uint32_t number, uint32_t mask, poise_error *err)
{
    const capture_code_block *block = &merge->code->blocks[number];
    int code = describe(merge, w, block, mask, err);
    if (code != POISE_OK)
        return code;
    merge->totals.warp_insts += block->n_inst;
    merge->totals.thread_insts += (uint64_t)block->n_inst * (uint64_t)__builtin_popcount(mask);
    return trace_encoder_record(merge->encoder, w->number, number, mask, merge->accesses, block->n_sites,
                                err);
}

/* Steps a full warp from block `number` to its next one when all lanes have that complete and go to the same.
 * *together is whether they do; otherwise only the lanes' places have changed. */
static int32_t advance_together(const capture_code *code, warp *w, uint32_t words, bool *together)
{
    uint64_t first = w->read[0][words], differs = 0;
    for (unsigned i = 0; i < TRACE_WARP_SIZE; i++) {
        w->read[i] += words;
        differs |= *w->read[i] ^ first;
    }
    *together = differs == 0 && first < code->entry->n_blocks;
    if (!*together)
        return 0;
    uint32_t next = 1 + code->blocks[first].n_sites;
    uint64_t incomplete = 0;
    for (unsigned i = 0; i < TRACE_WARP_SIZE; i++)
        incomplete |= (uint64_t)(w->end[i] - w->read[i]) - next;
    *together = incomplete >> 63 == 0;
    return (int32_t)first;
}

/* Steps the lanes of `mask` over their record of block `number`. Returns false when one of them starves then.
 */
static bool advance(const capture_code *code, warp *w, uint32_t mask, uint32_t words)
{
    bool all_fed = true;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned i = (unsigned)__builtin_ctz(rest);
        w->read[i] += words;
        all_fed &= next_block(w, i, code);
    }
    return all_fed;
}

/* Records block after block as long as all 32 lanes stay together; *number is then the block that they have
 * executed last, and their places are behind it. */
static int record_together(capture_merge *merge, warp *w, int32_t *number, poise_error *err)
{
    bool together = true;
    int code = POISE_OK;
    while (together && code == POISE_OK) {
        int32_t block = *number;
        code = record(merge, w, (uint32_t)block, UINT32_MAX, err);
        if (code == POISE_OK)
            *number = advance_together(merge->code, w, 1 + merge->code->blocks[block].n_sites, &together);
    }
    return code;
}

static bool look_at_all(warp *w, const capture_code *code)
{
    bool all_fed = true;
    for (uint32_t rest = w->members; rest; rest &= rest - 1)
        all_fed &= next_block(w, (unsigned)__builtin_ctz(rest), code);
    return all_fed;
}

static void open_warp(warp *w, uint64_t number, lane *lanes, uint32_t n)
{
    w->lanes = lanes;
    w->number = number;
    w->members = n < TRACE_WARP_SIZE ? (UINT32_C(1) << n) - 1 : UINT32_MAX;
    for (uint32_t i = 0; i < TRACE_WARP_SIZE; i++) {
        w->block[i] = BLOCK_NONE;
        if (i < n) {
            w->read[i] = lanes[i].read;
            w->end[i] = lanes[i].write - lanes[i].has_open_record;
        }
    }
}

/* One step of the merge: records the lowest block. *fed becomes false when a lane starves then. */
static int step(capture_merge *merge, warp *w, int32_t lowest, bool *fed, poise_error *err)
{
    const capture_code *kernel = merge->code;
    uint32_t mask = lanes_equal(w->block, lowest);
    if (mask == UINT32_MAX) {
        int code = record_together(merge, w, &lowest, err);
        *fed = code == POISE_OK && look_at_all(w, kernel);
        return code;
    }
    int code = record(merge, w, (uint32_t)lowest, mask, err);
    *fed = code == POISE_OK && advance(kernel, w, mask, 1 + kernel->blocks[lowest].n_sites);
    return code;
}

int capture_merge_warp(capture_merge *merge, uint64_t number, lane *lanes, uint32_t n, bool *is_finished,
                       poise_error *err)
{
    warp w;
    open_warp(&w, number, lanes, n);
    bool fed = look_at_all(&w, merge->code);
    int code = POISE_OK;
    *is_finished = false;
    while (fed && code == POISE_OK) {
        int32_t lowest = lowest_of(w.block);
        if (lowest == BLOCK_NONE) {
            *is_finished = all_done(lanes, n);
            merge->totals.warps += *is_finished;
            break;
        }
        if ((uint32_t)lowest >= merge->code->entry->n_blocks)
            return poise_fail(err, POISE_FAILED, "the record of its own execution was overwritten");
        code = step(merge, &w, lowest, &fed, err);
    }
    return code;
}
