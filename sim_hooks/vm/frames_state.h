/* What the parts of frames.h share: places, lists of frames, single actions. */
#ifndef POISE_SIM_HOOKS_FRAMES_STATE_H
#define POISE_SIM_HOOKS_FRAMES_STATE_H

#include "sim_hooks/vm/frames.h"

static inline uint64_t frames_key(uint16_t app, uint64_t page)
{
    return (uint64_t)app << VM_APP_SHIFT | page;
}

static inline uint16_t frames_app_of(uint64_t key)
{
    return (uint16_t)(key >> VM_APP_SHIFT);
}

static inline uint64_t frames_page_of(uint64_t key)
{
    return key & ((UINT64_C(1) << VM_APP_SHIFT) - 1);
}

/* The large page around a page, both with their address space. */
static inline uint64_t frames_chunk(const frames *f, uint64_t key)
{
    return frames_key(frames_app_of(key), frames_page_of(key) >> f->options.page_bits);
}

static inline uint32_t frames_channel(const frames *f, uint32_t frame)
{
    return f->options.channels > 1 ? frame % f->options.channels : 0;
}

static inline bool frames_bit(const uint64_t *words, uint32_t i)
{
    return words[i / 64] >> i % 64 & 1;
}

/* Puts a frame before the others that are touched, once. */
static inline void frames_touch(frames *f, uint32_t frame, uint32_t *touched)
{
    large_frame *l = &f->frame[frame];
    if (l->is_touched)
        return;
    l->is_touched = true;
    l->next_touched = *touched;
    *touched = frame;
}

/* ---- frames_index.c ---- */
int frames_index_init(frames_index *index, const uint64_t *key, uint64_t n, poise_error *err);
uint32_t frames_index_find(const frames_index *index, uint64_t key); /* FRAMES_NIL = not there */
void frames_index_insert(frames_index *index, uint32_t i);
void frames_index_remove(frames_index *index, uint64_t key);

/* ---- frames_lists.c ----
 * A frame is in the list that its state asks for: free frames of its channel; frames of base pages with free
 * places, by owner, channel and whether others have pages in them; coalesced frames with holes, by owner. */
uint32_t frames_lists(const frames_options *options);
uint32_t frames_open_list(const frames *f, uint16_t owner, uint32_t channel, bool is_shared);
uint32_t frames_emergency_list(const frames *f, uint16_t owner);
/* After any change of its state. */
void frames_relist(frames *f, uint32_t frame);
/* The number of free places that frames of base pages of an owner have in a channel. */
uint64_t *frames_open_places(frames *f, uint16_t owner, uint32_t channel);

/* ---- frames_actions.c ---- */
/* A page enters a free place, or leaves its own. */
void frames_put(frames *f, uint32_t place, uint64_t key);
void frames_take(frames *f, uint32_t place);
/* A free frame gets an owner, and the large page that will lie in it if `chunk` is not FRAMES_NONE. */
void frames_own(frames *f, uint32_t frame, uint16_t owner, uint64_t chunk);
/* An empty frame is free again. */
void frames_disown(frames *f, uint32_t frame);
void frames_move(frames *f, uint32_t from, uint32_t to);
void frames_coalesce_if_whole(frames *f, uint32_t frame);
void frames_splinter(frames *f, uint32_t frame);
uint32_t frames_free_place(const frames *f, uint32_t frame); /* the lowest; it has one */

/* ---- frames_compact.c ---- */
/* Moves all pages of a frame to others of its owner in its channel, if they have room. */
bool frames_compact(frames *f, uint32_t frame);
/* A frame made free by compaction; FRAMES_NIL = there is none. */
uint32_t frames_reclaim(frames *f);
/* A frame with a free place after all frames have an owner; FRAMES_NIL = memory is full. */
uint32_t frames_emergency(frames *f, uint16_t app);

/* ---- frames_gather.c ---- */
/* A frame of the stranger that is nobody's large page yet and shared with nobody, the one with the fewest
 * pages; FRAMES_NIL = none. */
uint32_t frames_strangers(const frames *f);

/* ---- frames_cocoa.c ---- */
uint64_t frames_cocoa_allocate(frames *f, uint16_t app, uint64_t page, uint64_t n);

#endif
