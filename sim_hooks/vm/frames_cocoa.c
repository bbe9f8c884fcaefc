/* Contiguity-conserving allocation (CoCoA, thesis 7.3.2). */
#include "sim_hooks/vm/frames_state.h"

/* Free frames go round the channels, so that each has its share; within one the lowest is first until frames
 * come back, which are used again at once (our choice). */
static uint32_t free_frame(frames *f)
{
    for (uint32_t i = 0; i < f->options.channels; i++) {
        const uint32_t channel = (f->next_channel + i) % f->options.channels;
        if (f->head[channel] != FRAMES_NIL) {
            f->next_channel = (channel + 1) % f->options.channels;
            return f->head[channel];
        }
    }
    return frames_reclaim(f);
}

static void place_page(frames *f, uint32_t place, uint64_t key)
{
    frames_put(f, place, key);
    if (f->hooks.map)
        f->hooks.map(f->hooks.opaque, frames_app_of(key), frames_page_of(key), place);
    if (f->options.coalesces_at_once)
        frames_coalesce_if_whole(f, place >> f->options.page_bits);
}

static uint32_t open_frame(const frames *f, uint16_t app)
{
    for (uint32_t channel = 0; channel < f->options.channels; channel++) {
        for (int is_shared = 0; is_shared < 2; is_shared++) {
            const uint32_t frame = f->head[frames_open_list(f, app, channel, is_shared)];
            if (frame != FRAMES_NIL)
                return frame;
        }
    }
    return FRAMES_NIL;
}

/* No contiguity: any free place in a frame of the program. */
static bool allocate_base(frames *f, uint64_t key)
{
    const uint16_t app = frames_app_of(key);
    uint32_t frame = open_frame(f, app);
    if (frame == FRAMES_NIL) {
        frame = free_frame(f);
        if (frame != FRAMES_NIL)
            frames_own(f, frame, app, FRAMES_NONE);
        else
            frame = frames_emergency(f, app);
    }
    if (frame != FRAMES_NIL)
        place_page(f, frames_free_place(f, frame), key);
    return frame != FRAMES_NIL;
}

/* A page of a coalesced frame that has been released and is wanted again: the large page translates it to
 * where it was, so there it must be, and nothing can be fetched for it any more (our choice). */
static bool fill_hole(frames *f, uint64_t key)
{
    const uint32_t frame = frames_large(f, frames_app_of(key), frames_page_of(frames_chunk(f, key)));
    if (frame == FRAMES_NIL)
        return false;
    const uint32_t in_frame = (uint32_t)(frames_page_of(key) & (f->pages - 1));
    place_page(f, (frame << f->options.page_bits) + in_frame, key);
    frames_arrived(f, frames_app_of(key), frames_page_of(key));
    return true;
}

static bool is_unused(const frames *f, uint64_t key)
{
    for (uint32_t i = 0; i < f->pages; i++)
        if (frames_index_find(&f->by_page, key + i) != FRAMES_NIL)
            return false;
    return true;
}

/* Reserves a frame of the stranger for a large page: what is free of it is taken in order, so that only the
 * pages in between have to move when the large page is gathered (after Navarro et al., OSDI 2002, who reserve
 * frames that are empty). Returns how many pages have no place. */
static uint64_t reserve_chunk(frames *f, uint64_t key, uint32_t frame)
{
    uint64_t refused = 0;
    f->counts.emergency++;
    f->chunk_of[frame] = frames_chunk(f, key);
    frames_index_insert(&f->by_chunk, frame);
    for (uint32_t i = 0; i < f->pages; i++)
        if (!frames_bit(f->frame[frame].used, i))
            place_page(f, (frame << f->options.page_bits) + i, key + i);
    for (uint32_t i = 0; i < f->pages; i++)
        if (frames_index_find(&f->by_page, key + i) == FRAMES_NIL)
            refused += !allocate_base(f, key + i);
    return refused;
}

/* A whole large page in a frame of its own, or in one that is reserved for it. */
static bool allocate_chunk(frames *f, uint64_t key, uint64_t *refused)
{
    if (!is_unused(f, key))
        return false;
    const uint32_t frame = free_frame(f);
    if (frame == FRAMES_NIL) {
        const uint32_t strangers = f->options.gathers && !f->is_held ? frames_strangers(f) : FRAMES_NIL;
        if (strangers != FRAMES_NIL)
            *refused += reserve_chunk(f, key, strangers);
        return strangers != FRAMES_NIL;
    }
    frames_own(f, frame, frames_app_of(key), frames_chunk(f, key));
    for (uint32_t i = 0; i < f->pages; i++)
        place_page(f, (frame << f->options.page_bits) + i, key + i);
    return true;
}

uint64_t frames_cocoa_allocate(frames *f, uint16_t app, uint64_t page, uint64_t n)
{
    uint64_t refused = 0;
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t key = frames_key(app, page + i);
        const bool is_aligned = ((page + i) & (f->pages - 1)) == 0;
        if (is_aligned && n - i >= f->pages && allocate_chunk(f, key, &refused))
            i += f->pages - 1;
        else if (frames_index_find(&f->by_page, key) == FRAMES_NIL && !fill_hole(f, key))
            refused += !allocate_base(f, key);
    }
    return refused;
}
