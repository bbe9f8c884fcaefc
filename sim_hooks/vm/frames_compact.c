/* Contiguity-aware compaction (CaC, thesis 7.3.4), and what is left when memory ends. */
#include "sim_hooks/vm/frames_state.h"

/* A frame of base pages with a free place; those that others share first, as these can never be emptied into
 * one owner's frames (our choice). */
static uint32_t open_frame(const frames *f, uint16_t owner, uint32_t channel)
{
    const uint32_t shared = f->head[frames_open_list(f, owner, channel, true)];
    return shared != FRAMES_NIL ? shared : f->head[frames_open_list(f, owner, channel, false)];
}

/* All of it or nothing: a frame that keeps pages is of no use to others (our choice; the source does not say
 * what happens when there is not enough room). The other frames have room for l->pages when all together,
 * with this one's own free places, have a frame's worth. */
bool frames_compact(frames *f, uint32_t frame)
{
    large_frame *l = &f->frame[frame];
    const uint32_t channel = frames_channel(f, frame), first = frame << f->options.page_bits;
    uint64_t *open = frames_open_places(f, l->owner, channel);
    if (!f->options.compacts || l->foreign > 0 || *open < f->pages)
        return false;
    *open -= f->pages - l->pages;
    l->state = FRAME_EMPTYING;
    frames_relist(f, frame);
    if (f->hooks.stall)
        f->hooks.stall(f->hooks.opaque, l->pages);
    for (uint32_t i = 0; i < f->pages; i++)
        if (frames_bit(l->used, i))
            frames_move(f, first + i, frames_free_place(f, open_frame(f, l->owner, channel)));
    f->counts.compacted++;
    frames_disown(f, frame);
    return true;
}

/* The frame with the fewest pages among those of one owner and channel. */
static uint32_t emptiest(const frames *f, uint16_t owner, uint32_t channel)
{
    uint32_t best = FRAMES_NIL;
    for (uint32_t i = f->head[frames_open_list(f, owner, channel, false)]; i != FRAMES_NIL;
         i = f->frame[i].next)
        if (best == FRAMES_NIL || f->frame[i].pages < f->frame[best].pages)
            best = i;
    return best;
}

/* Which frame is compacted is open in the source: the one with the fewest pages of all, then the lowest owner
 * and channel. */
uint32_t frames_reclaim(frames *f)
{
    uint32_t best = FRAMES_NIL;
    if (!f->options.compacts || f->options.gathers || f->is_held)
        return FRAMES_NIL;
    for (uint32_t owner = 0; owner <= f->options.apps; owner++) {
        for (uint32_t channel = 0; channel < f->options.channels; channel++) {
            if (*frames_open_places(f, (uint16_t)owner, channel) < f->pages)
                continue;
            const uint32_t frame = emptiest(f, (uint16_t)owner, channel);
            if (frame != FRAMES_NIL && (best == FRAMES_NIL || f->frame[frame].pages < f->frame[best].pages))
                best = frame;
        }
    }
    return best != FRAMES_NIL && frames_compact(f, best) ? best : FRAMES_NIL;
}

/* A coalesced frame with holes becomes base pages, so that its holes can be used. */
static uint32_t splinter_one(frames *f, uint16_t owner)
{
    const uint32_t frame = f->head[frames_emergency_list(f, owner)];
    if (f->is_held)
        return FRAMES_NIL;
    if (frame != FRAMES_NIL) {
        f->counts.emergency++;
        frames_splinter(f, frame);
    }
    return frame;
}

/* The soft guarantee ends here: a free place in a frame of another owner. */
static uint32_t frame_of_others(frames *f)
{
    for (uint32_t owner = 0; owner <= f->options.apps; owner++) {
        for (uint32_t channel = 0; channel < f->options.channels; channel++) {
            const uint32_t frame = open_frame(f, (uint16_t)owner, channel);
            if (frame == FRAMES_NIL)
                continue;
            f->counts.emergency += f->frame[frame].foreign == 0;
            return frame;
        }
    }
    return FRAMES_NIL;
}

/* The program's own frames first, as the source prefers; then frames of base pages of others, as long as no
 * large page need be given up (our choice). */
uint32_t frames_emergency(frames *f, uint16_t app)
{
    uint32_t frame = splinter_one(f, app);
    if (frame == FRAMES_NIL)
        frame = frame_of_others(f);
    for (uint32_t owner = 0; owner < f->options.apps && frame == FRAMES_NIL; owner++)
        if (splinter_one(f, (uint16_t)owner) != FRAMES_NIL)
            frame = frame_of_others(f);
    return frame;
}
