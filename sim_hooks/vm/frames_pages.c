/* What is asked of frames.h: pages come, arrive and go. */
#include "sim_hooks/vm/frames_state.h"

static uint64_t allocate_shuffled(frames *f, uint16_t app, uint64_t page, uint64_t n)
{
    uint64_t refused = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (frames_place(f, app, page + i) != FRAMES_NIL)
            continue;
        if (f->n_shuffled == 0) {
            refused++;
            continue;
        }
        const uint32_t place = f->shuffled[--f->n_shuffled];
        frames_put(f, place, frames_key(app, page + i));
        if (f->hooks.map)
            f->hooks.map(f->hooks.opaque, app, page + i, place);
    }
    return refused;
}

/* When most was held, and of these times when most was used. */
static void note_most_held(frames_counts *c)
{
    if (c->held < c->most_held || (c->held == c->most_held && c->mapped <= c->mapped_then))
        return;
    c->most_held = c->held;
    c->mapped_then = c->mapped;
}

uint64_t frames_allocate(frames *f, uint16_t app, uint64_t page, uint64_t n)
{
    const uint64_t refused = f->options.allocator == FRAMES_COCOA ? frames_cocoa_allocate(f, app, page, n)
                                                                  : allocate_shuffled(f, app, page, n);
    f->counts.refused += refused;
    note_most_held(&f->counts);
    return refused;
}

/* Pages of a frame have been released, and some are left. */
static void settle(frames *f, uint32_t frame)
{
    const large_frame *l = &f->frame[frame];
    if (l->state != FRAME_COALESCED || l->pages >= f->options.threshold)
        return;
    frames_splinter(f, frame);
    frames_compact(f, frame);
}

static void settle_empty(frames *f, uint32_t frame)
{
    const large_frame *l = &f->frame[frame];
    if (l->pages > 0 || l->state == FRAME_COMMON)
        return;
    if (l->state == FRAME_COALESCED)
        frames_splinter(f, frame);
    frames_disown(f, frame);
}

/* Takes the page of a place back; its frame is in the list *touched then. */
static void release_place(frames *f, uint32_t place, uint32_t *touched)
{
    const uint64_t key = f->page_of[place];
    frames_take(f, place);
    if (f->hooks.unmap)
        f->hooks.unmap(f->hooks.opaque, frames_app_of(key), frames_page_of(key), place);
    if (f->shuffled)
        f->shuffled[f->n_shuffled++] = place;
    frames_touch(f, place >> f->options.page_bits, touched);
}

/* Empty frames first, so that nothing is moved into them. */
static void settle_all(frames *f, uint32_t touched)
{
    for (uint32_t i = touched; i != FRAMES_NIL; i = f->frame[i].next_touched)
        settle_empty(f, i);
    for (uint32_t i = touched; i != FRAMES_NIL; i = f->frame[i].next_touched) {
        f->frame[i].is_touched = false;
        settle(f, i);
    }
}

void frames_release(frames *f, uint16_t app, uint64_t page, uint64_t n)
{
    uint32_t touched = FRAMES_NIL;
    for (uint64_t i = 0; i < n; i++) {
        const uint32_t place = frames_place(f, app, page + i);
        if (place != FRAMES_NIL)
            release_place(f, place, &touched);
    }
    settle_all(f, touched);
}

void frames_release_all(frames *f, uint16_t app)
{
    uint32_t touched = FRAMES_NIL;
    for (uint32_t place = 0; place < f->options.frames << f->options.page_bits; place++)
        if (f->page_of[place] != FRAMES_NONE && frames_app_of(f->page_of[place]) == app)
            release_place(f, place, &touched);
    settle_all(f, touched);
}

void frames_arrived(frames *f, uint16_t app, uint64_t page)
{
    const uint32_t place = frames_place(f, app, page);
    if (place == FRAMES_NIL || frames_has_arrived(f, place))
        return;
    const uint32_t bit = place & (f->pages - 1);
    large_frame *l = &f->frame[place >> f->options.page_bits];
    l->arrived[bit / 64] |= UINT64_C(1) << bit % 64;
    l->pages_arrived++;
    frames_coalesce_if_whole(f, place >> f->options.page_bits);
}

uint32_t frames_place(const frames *f, uint16_t app, uint64_t page)
{
    return frames_index_find(&f->by_page, frames_key(app, page));
}

bool frames_has_arrived(const frames *f, uint32_t place)
{
    return frames_bit(f->frame[place >> f->options.page_bits].arrived, place & (f->pages - 1));
}

uint32_t frames_large(const frames *f, uint16_t app, uint64_t large_page)
{
    const uint32_t frame = frames_index_find(&f->by_chunk, frames_key(app, large_page));
    return frame != FRAMES_NIL && f->frame[frame].state == FRAME_COALESCED ? frame : FRAMES_NIL;
}

double frames_bloat(const frames *f)
{
    return f->counts.mapped_then ? (double)f->counts.most_held / (double)f->counts.mapped_then - 1 : 0;
}
