/* What must hold of sim_hooks/vm/frames.h between any two calls, counted anew from the places alone: no page
 * twice, every page found where it is, counts and lists that agree, one owner a frame unless memory ended,
 * coalesced frames without anything but their large page. */
#ifndef POISE_TESTS_FRAMES_CHECK_H
#define POISE_TESTS_FRAMES_CHECK_H

#include "sim_hooks/vm/frames_state.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES_CHECK_PLACES = 8192, FRAMES_CHECK_FRAMES = 1024 };

/* A frame as its places say. */
typedef struct frames_seen {
    uint32_t pages, arrived, foreign, in_order;
} frames_seen;

#define FRAMES_MUST(condition, sentence) \
    do {                                 \
        if (!(condition))                \
            return sentence;             \
    } while (0)

static inline uint64_t frames_filled(const frames_index *index)
{
    uint64_t filled = 0;
    for (uint64_t i = 0; i <= index->mask; i++)
        filled += index->slot[i] != 0;
    return filled;
}

static inline const char *frames_check_place(const frames *f, uint32_t place, frames_seen *seen)
{
    const uint32_t frame = place >> f->options.page_bits, bit = place & (f->pages - 1);
    const large_frame *l = &f->frame[frame];
    const uint64_t key = f->page_of[place];
    const bool is_used = frames_bit(l->used, bit), has_arrived = frames_bit(l->arrived, bit);
    FRAMES_MUST(is_used == (key != FRAMES_NONE), "a page without its bit, or a bit without page");
    FRAMES_MUST(is_used || !has_arrived, "no page, and it has arrived");
    if (!is_used)
        return NULL;
    FRAMES_MUST(frames_app_of(key) <= f->options.apps, "a page of no address space");
    FRAMES_MUST(frames_index_find(&f->by_page, key) == place, "a page is not found in its place");
    seen->pages++;
    seen->arrived += has_arrived;
    seen->foreign += frames_app_of(key) != l->owner;
    seen->in_order +=
        f->chunk_of[frame] == frames_chunk(f, key) && bit == (frames_page_of(key) & (f->pages - 1));
    return NULL;
}

static inline const char *frames_check_state(const frames *f, uint32_t frame, const frames_seen *seen)
{
    const large_frame *l = &f->frame[frame];
    const bool has_chunk = f->chunk_of[frame] != FRAMES_NONE;
    FRAMES_MUST(!l->is_touched, "a frame is still touched");
    FRAMES_MUST(seen->pages == l->pages && seen->arrived == l->pages_arrived, "pages of a frame miscounted");
    FRAMES_MUST(seen->foreign == l->foreign && seen->in_order == l->in_order, "order or owners miscounted");
    FRAMES_MUST(!has_chunk || frames_index_find(&f->by_chunk, f->chunk_of[frame]) == frame,
                "a large page is not found in its frame");
    switch (l->state) {
    case FRAME_FREE:
        FRAMES_MUST(l->pages == 0 && l->owner == FRAMES_NOBODY && !has_chunk, "a free frame has something");
        return NULL;
    case FRAME_BASE:
        FRAMES_MUST(l->pages > 0 && l->owner <= f->options.apps, "a frame with owner is empty");
        FRAMES_MUST(has_chunk == (l->in_order > 0), "a large page nowhere");
        FRAMES_MUST(l->in_order < f->pages || (!f->options.coalesces_at_once && l->pages_arrived < f->pages),
                    "a whole large page is not coalesced");
        return NULL;
    case FRAME_COALESCED:
        FRAMES_MUST(l->owner < f->options.apps && l->foreign == 0, "a coalesced frame of several owners");
        FRAMES_MUST(has_chunk && l->in_order == l->pages, "a coalesced frame out of order");
        FRAMES_MUST(l->pages > 0 && (l->pages == f->pages || l->pages >= f->options.threshold),
                    "a coalesced frame with too few pages");
        return NULL;
    case FRAME_COMMON:
        FRAMES_MUST(l->owner == FRAMES_NOBODY && f->options.allocator == FRAMES_GPU_MMU, "nobody's frame");
        return NULL;
    default: return "a frame is half emptied";
    }
}

/* The list that a frame belongs to, by the text of frames_lists.c. */
static inline uint32_t frames_check_list(const frames *f, uint32_t frame)
{
    const large_frame *l = &f->frame[frame];
    if (l->state == FRAME_FREE)
        return frame % f->options.channels;
    if (l->pages == f->pages || l->state == FRAME_COMMON)
        return FRAMES_NIL;
    return l->state == FRAME_COALESCED
               ? frames_emergency_list(f, l->owner)
               : frames_open_list(f, l->owner, frame % f->options.channels, l->foreign > 0);
}

static inline const char *frames_check_lists(const frames *f)
{
    uint32_t listed = 0, should = 0;
    for (uint32_t list = 0; list < frames_lists(&f->options); list++) {
        uint32_t before = FRAMES_NIL;
        for (uint32_t i = f->head[list]; i != FRAMES_NIL; i = f->frame[i].next) {
            FRAMES_MUST(i < f->options.frames && ++listed <= f->options.frames, "a list without end");
            FRAMES_MUST(f->frame[i].list == list && frames_check_list(f, i) == list, "in the wrong list");
            FRAMES_MUST(f->frame[i].previous == before, "a list that goes back elsewhere");
            before = i;
        }
    }
    for (uint32_t i = 0; i < f->options.frames; i++)
        should += frames_check_list(f, i) != FRAMES_NIL;
    FRAMES_MUST(listed == should, "a frame is in no list");
    return NULL;
}

static inline const char *frames_check_sums(const frames *f, uint64_t pages, uint64_t chunks)
{
    uint64_t mapped = 0, held = 0, shared = 0, n_free = 0, open = 0, counted = 0;
    for (uint32_t i = 0; i < f->options.frames; i++) {
        const large_frame *l = &f->frame[i];
        const bool is_program = l->owner < f->options.apps;
        n_free += l->state == FRAME_FREE;
        shared += l->state != FRAME_COMMON && l->foreign > 0;
        open += l->state == FRAME_BASE ? f->pages - l->pages : 0;
        held += is_program ? f->pages : 0;
        for (uint32_t k = i << f->options.page_bits; k < (i + 1) << f->options.page_bits; k++) {
            const bool is_mapped =
                f->page_of[k] != FRAMES_NONE && frames_app_of(f->page_of[k]) < f->options.apps;
            mapped += is_mapped;
            held += is_mapped && !is_program;
        }
    }
    for (uint32_t i = 0; i < (f->options.apps + 1u) * f->options.channels; i++)
        counted += f->open_places[i];
    FRAMES_MUST(open == counted, "free places miscounted");
    FRAMES_MUST(n_free == f->free_frames, "free frames miscounted");
    FRAMES_MUST(mapped == f->counts.mapped && held == f->counts.held, "memory of programs miscounted");
    FRAMES_MUST(shared <= f->counts.emergency, "two owners in a frame while memory was left");
    FRAMES_MUST(frames_filled(&f->by_page) == pages, "pages in the table that are nowhere");
    FRAMES_MUST(frames_filled(&f->by_chunk) == chunks, "large pages in the table that are nowhere");
    return NULL;
}

/* Free places of GPU-MMU: each once. */
static inline const char *frames_check_shuffled(const frames *f, uint64_t pages)
{
    uint64_t seen[FRAMES_CHECK_PLACES / 64] = {0};
    const uint64_t places = (uint64_t)f->options.frames << f->options.page_bits;
    if (!f->shuffled)
        return NULL;
    FRAMES_MUST(f->n_shuffled + pages == places, "places of GPU-MMU miscounted");
    for (uint64_t i = 0; i < f->n_shuffled; i++) {
        const uint32_t place = f->shuffled[i];
        FRAMES_MUST(place < places && f->page_of[place] == FRAMES_NONE, "a place that is taken is given out");
        FRAMES_MUST(!frames_bit(seen, place), "a place is given out twice");
        seen[place / 64] |= UINT64_C(1) << place % 64;
    }
    return NULL;
}

/* NULL or what is wrong. At most FRAMES_CHECK_PLACES places. */
static inline const char *frames_check(const frames *f)
{
    uint64_t pages = 0, chunks = 0;
    const char *broken = NULL;
    for (uint32_t i = 0; i < f->options.frames && !broken; i++) {
        frames_seen seen = {0};
        for (uint32_t k = 0; k < f->pages && !broken; k++)
            broken = frames_check_place(f, (i << f->options.page_bits) + k, &seen);
        pages += seen.pages;
        chunks += f->chunk_of[i] != FRAMES_NONE;
        if (!broken)
            broken = frames_check_state(f, i, &seen);
    }
    if (!broken)
        broken = frames_check_lists(f);
    if (!broken)
        broken = frames_check_sums(f, pages, chunks);
    return broken ? broken : frames_check_shuffled(f, pages);
}

#endif
