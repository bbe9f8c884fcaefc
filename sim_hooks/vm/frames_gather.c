/* Large pages that are brought together after they were allocated: ours, for promotion.h. */
#include "sim_hooks/vm/frames_state.h"

/* Of a frame that is neither shared nor full. */
uint32_t frames_strangers(const frames *f)
{
    uint32_t best = FRAMES_NIL;
    for (uint32_t i = f->head[frames_open_list(f, f->options.apps, 0, false)]; i != FRAMES_NIL;
         i = f->frame[i].next)
        if (f->chunk_of[i] == FRAMES_NONE && (best == FRAMES_NIL || f->frame[i].pages < f->frame[best].pages))
            best = i;
    return best;
}

/* Where pages of others can go: frames of the stranger first, then those of the program. */
static uint32_t spare_place(const frames *f, uint16_t app)
{
    const uint16_t owner[] = {f->options.apps, app};
    for (uint32_t i = 0; i < 4; i++) {
        const uint32_t frame = f->head[frames_open_list(f, owner[i / 2], 0, i % 2 == 0)];
        if (frame != FRAMES_NIL)
            return frames_free_place(f, frame);
    }
    return FRAMES_NIL;
}

/* The frame that was reserved, a free one, or one of the stranger. */
static uint32_t frame_for(const frames *f, uint64_t chunk)
{
    const uint32_t reserved = frames_index_find(&f->by_chunk, chunk);
    if (reserved != FRAMES_NIL)
        return reserved;
    return f->head[0] != FRAMES_NIL ? f->head[0] : frames_strangers(f);
}

static bool is_movable(const frames *f, uint32_t place)
{
    return f->options.coalesces_at_once || frames_has_arrived(f, place);
}

/* Free places that pages of others can go to. */
static uint64_t spare_places(const frames *f, uint16_t app, uint32_t frame)
{
    const large_frame *l = &f->frame[frame];
    const uint64_t open = f->open_places[f->options.apps] + f->open_places[app];
    return open - (l->state == FRAME_BASE ? f->pages - l->pages : 0);
}

/* Whether base page i finds a page in its place when those before it are in theirs. */
static bool is_in_the_way(const frames *f, uint64_t key, uint32_t i, uint32_t to)
{
    const uint64_t there = f->page_of[to];
    return there != FRAMES_NONE && (there < key || there > key + i);
}

/* Pages of the large page that lie elsewhere than in order in the frame, and those in their way. The latter
 * need a place to begin with, and one each where none comes free outside for it. */
static uint32_t pages_to_move(const frames *f, uint64_t key, uint32_t frame)
{
    uint32_t allocated = 0, moves = 0, others = 0, alone = 0;
    for (uint32_t i = 0; i < f->pages; i++) {
        const uint32_t to = (frame << f->options.page_bits) + i,
                       from = frames_index_find(&f->by_page, key + i);
        allocated += from != FRAMES_NIL;
        if (from != FRAMES_NIL && !is_movable(f, from))
            return FRAMES_NIL;
        moves += from != FRAMES_NIL && from != to;
        others += is_in_the_way(f, key, i, to);
        alone +=
            is_in_the_way(f, key, i, to) && (from == FRAMES_NIL || from >> f->options.page_bits == frame);
    }
    if (allocated == 0 || allocated < f->options.threshold)
        return FRAMES_NIL;
    const bool has_room = others == 0 || spare_places(f, frames_app_of(key), frame) > alone;
    return has_room ? moves + others : FRAMES_NIL;
}

uint32_t frames_gather_pages(const frames *f, uint16_t app, uint64_t large_page)
{
    const uint64_t chunk = frames_key(app, large_page);
    if (!f->options.gathers || f->is_held || frames_large(f, app, large_page) != FRAMES_NIL)
        return FRAMES_NIL;
    const uint32_t frame = frame_for(f, chunk);
    return frame == FRAMES_NIL ? FRAMES_NIL
                               : pages_to_move(f, frames_key(app, large_page << f->options.page_bits), frame);
}

/* The frame is the program's from now on, and in no list. */
static void take_over(frames *f, uint32_t frame, uint16_t app, uint64_t chunk)
{
    large_frame *l = &f->frame[frame];
    if (l->state == FRAME_FREE)
        frames_own(f, frame, app, chunk);
    if (f->chunk_of[frame] == FRAMES_NONE) {
        f->chunk_of[frame] = chunk;
        frames_index_insert(&f->by_chunk, frame);
    }
    *frames_open_places(f, l->owner, 0) -= f->pages - l->pages;
    l->state = FRAME_EMPTYING;
    frames_relist(f, frame);
    if (l->owner == app)
        return;
    f->counts.held += f->pages - l->foreign; /* all that was foreign in a stranger's frame is a program's */
    l->foreign = 0;
    for (uint32_t place = frame << f->options.page_bits; place < (frame + 1) << f->options.page_bits; place++)
        l->foreign = (uint16_t)(l->foreign + (f->page_of[place] != FRAMES_NONE &&
                                              frames_app_of(f->page_of[place]) != app));
    l->owner = app;
}

/* The page goes where there is room, and shares that frame if it is another owner's. */
static void move_out(frames *f, uint32_t from, uint32_t to)
{
    const large_frame *l = &f->frame[to >> f->options.page_bits];
    f->counts.emergency += l->foreign == 0 && l->owner != frames_app_of(f->page_of[from]);
    frames_move(f, from, to);
}

/* What changes from page to page: a place that is free outside the frame, FRAMES_NIL = any; frames that pages
 * have left, which stay open until the end, as their places may be the only ones. */
typedef struct gathering {
    uint32_t frame, spare, left;
} gathering;

/* A page of others leaves its place in the frame. */
static void make_way(frames *f, uint16_t app, uint32_t place, gathering *g)
{
    if (f->page_of[place] == FRAMES_NONE)
        return;
    move_out(f, place, g->spare != FRAMES_NIL ? g->spare : spare_place(f, app));
    g->spare = FRAMES_NIL;
}

/* The place that it leaves is for the next page of others, unless it lies in the frame itself. */
static void move_in(frames *f, uint32_t from, uint32_t to, gathering *g)
{
    frames_move(f, from, to);
    if (from >> f->options.page_bits == g->frame)
        return;
    g->spare = from;
    frames_touch(f, from >> f->options.page_bits, &g->left);
}

static void free_empty_frames(frames *f, uint32_t left)
{
    for (; left != FRAMES_NIL; left = f->frame[left].next_touched) {
        f->frame[left].is_touched = false;
        if (f->frame[left].pages == 0)
            frames_disown(f, left);
    }
}

static void fill(frames *f, uint32_t place, uint64_t key)
{
    frames_put(f, place, key);
    if (f->hooks.map)
        f->hooks.map(f->hooks.opaque, frames_app_of(key), frames_page_of(key), place);
    frames_arrived(f, frames_app_of(key), frames_page_of(key));
}

bool frames_gather(frames *f, uint16_t app, uint64_t large_page)
{
    const uint32_t moves = frames_gather_pages(f, app, large_page);
    if (moves == FRAMES_NIL)
        return false;
    const uint64_t chunk = frames_key(app, large_page),
                   key = frames_key(app, large_page << f->options.page_bits);
    const uint32_t frame = frame_for(f, chunk);
    gathering g = {.frame = frame, .spare = FRAMES_NIL, .left = FRAMES_NIL};
    take_over(f, frame, app, chunk);
    if (f->hooks.stall)
        f->hooks.stall(f->hooks.opaque, moves);
    for (uint32_t i = 0; i < f->pages; i++) {
        const uint32_t to = (frame << f->options.page_bits) + i,
                       from = frames_index_find(&f->by_page, key + i);
        if (from == to)
            continue;
        make_way(f, app, to, &g);
        if (from == FRAMES_NIL)
            fill(f, to, key + i);
        else
            move_in(f, from, to, &g);
    }
    free_empty_frames(f, g.left);
    f->frame[frame].state = FRAME_BASE;
    f->counts.gathered++;
    frames_coalesce_if_whole(f, frame);
    return true;
}
