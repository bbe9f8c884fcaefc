/* What happens to one page or one frame, each with its accounts. */
#include "sim_hooks/vm/frames_state.h"

static bool is_program(const frames *f, uint16_t app)
{
    return app < f->options.apps;
}

/* Memory that nobody else can have: whole frames of programs, and single pages in frames of others. */
static uint64_t held_by_page(const frames *f, const large_frame *l, uint64_t key)
{
    return is_program(f, frames_app_of(key)) && !is_program(f, l->owner);
}

static bool is_in_order(const frames *f, uint32_t place, uint64_t key)
{
    return f->chunk_of[place >> f->options.page_bits] == frames_chunk(f, key) &&
           ((place ^ frames_page_of(key)) & (f->pages - 1)) == 0;
}

/* The accounts of a page that enters or leaves. */
static void count_page(frames *f, uint32_t place, uint64_t key, int by)
{
    const uint32_t frame = place >> f->options.page_bits, bit = place & (f->pages - 1);
    large_frame *l = &f->frame[frame];
    l->used[bit / 64] ^= UINT64_C(1) << bit % 64;
    l->pages = (uint16_t)(l->pages + by);
    l->foreign = (uint16_t)(l->foreign + (frames_app_of(key) != l->owner ? by : 0));
    l->in_order = (uint16_t)(l->in_order + (is_in_order(f, place, key) ? by : 0));
    if (l->state == FRAME_BASE)
        *frames_open_places(f, l->owner, frames_channel(f, frame)) -= (uint64_t)(int64_t)by;
    f->counts.held += (uint64_t)(int64_t)by * held_by_page(f, l, key);
    f->counts.mapped += (uint64_t)(int64_t)by * is_program(f, frames_app_of(key));
}

void frames_put(frames *f, uint32_t place, uint64_t key)
{
    f->page_of[place] = key;
    frames_index_insert(&f->by_page, place);
    count_page(f, place, key, 1);
    frames_relist(f, place >> f->options.page_bits);
}

static void clear_arrived(frames *f, uint32_t place)
{
    large_frame *l = &f->frame[place >> f->options.page_bits];
    const uint32_t bit = place & (f->pages - 1);
    if (!frames_bit(l->arrived, bit))
        return;
    l->arrived[bit / 64] &= ~(UINT64_C(1) << bit % 64);
    l->pages_arrived--;
}

/* A frame in which nothing lies in order any more is that of no large page: its virtual pages may get another
 * frame. */
static void forget_chunk(frames *f, uint32_t frame)
{
    if (f->chunk_of[frame] == FRAMES_NONE)
        return;
    frames_index_remove(&f->by_chunk, f->chunk_of[frame]);
    f->chunk_of[frame] = FRAMES_NONE;
}

void frames_take(frames *f, uint32_t place)
{
    const uint32_t frame = place >> f->options.page_bits;
    clear_arrived(f, place);
    frames_index_remove(&f->by_page, f->page_of[place]);
    count_page(f, place, f->page_of[place], -1);
    f->page_of[place] = FRAMES_NONE;
    if (f->frame[frame].state == FRAME_BASE && f->frame[frame].in_order == 0)
        forget_chunk(f, frame);
    frames_relist(f, frame);
}

void frames_own(frames *f, uint32_t frame, uint16_t owner, uint64_t chunk)
{
    large_frame *l = &f->frame[frame];
    l->owner = owner;
    l->state = FRAME_BASE;
    f->free_frames--;
    *frames_open_places(f, owner, frames_channel(f, frame)) += f->pages;
    f->counts.held += is_program(f, owner) ? f->pages : 0;
    if (chunk != FRAMES_NONE) {
        f->chunk_of[frame] = chunk;
        frames_index_insert(&f->by_chunk, frame);
    }
    frames_relist(f, frame);
}

void frames_disown(frames *f, uint32_t frame)
{
    large_frame *l = &f->frame[frame];
    if (l->state == FRAME_BASE)
        *frames_open_places(f, l->owner, frames_channel(f, frame)) -= f->pages;
    f->counts.held -= is_program(f, l->owner) ? f->pages : 0;
    forget_chunk(f, frame);
    l->owner = FRAMES_NOBODY;
    l->state = FRAME_FREE;
    f->free_frames++;
    frames_relist(f, frame);
}

/* The data move with the page. */
void frames_move(frames *f, uint32_t from, uint32_t to)
{
    const uint64_t key = f->page_of[from];
    const bool has_arrived = frames_has_arrived(f, from);
    frames_take(f, from);
    frames_put(f, to, key);
    f->counts.moved++;
    if (f->hooks.move)
        f->hooks.move(f->hooks.opaque, frames_app_of(key), frames_page_of(key), from, to);
    if (has_arrived)
        frames_arrived(f, frames_app_of(key), frames_page_of(key));
    else if (f->options.coalesces_at_once)
        frames_coalesce_if_whole(f, to >> f->options.page_bits);
}

void frames_coalesce_if_whole(frames *f, uint32_t frame)
{
    large_frame *l = &f->frame[frame];
    if (l->state != FRAME_BASE || l->in_order != f->pages || l->foreign > 0 ||
        (!f->options.coalesces_at_once && l->pages_arrived != f->pages))
        return;
    l->state = FRAME_COALESCED; /* all places are used: there are none to take off open_places */
    f->counts.coalesced++;
    if (f->hooks.coalesce)
        f->hooks.coalesce(f->hooks.opaque, l->owner, frames_page_of(f->chunk_of[frame]), frame);
}

void frames_splinter(frames *f, uint32_t frame)
{
    large_frame *l = &f->frame[frame];
    l->state = FRAME_BASE;
    *frames_open_places(f, l->owner, frames_channel(f, frame)) += f->pages - l->pages;
    f->counts.splintered++;
    if (f->hooks.splinter)
        f->hooks.splinter(f->hooks.opaque, l->owner, frames_page_of(f->chunk_of[frame]), frame);
    frames_relist(f, frame);
}

uint32_t frames_free_place(const frames *f, uint32_t frame)
{
    const large_frame *l = &f->frame[frame];
    uint32_t word = 0;
    while (l->used[word] == UINT64_MAX)
        word++;
    return (frame << f->options.page_bits) + word * 64 + (uint32_t)__builtin_ctzll(~l->used[word]);
}
