/* Lists of frames: the most recent one is the first (our choice; the source leaves orders open). */
#include "sim_hooks/vm/frames_state.h"

/* First the lists of free frames, then those of open ones, then the emergency lists. */
uint32_t frames_lists(const frames_options *options)
{
    const uint32_t owners = options->apps + 1u;
    return options->channels + 2u * owners * options->channels + owners;
}

uint32_t frames_open_list(const frames *f, uint16_t owner, uint32_t channel, bool is_shared)
{
    const uint32_t channels = f->options.channels;
    return channels + 2 * (owner * channels + channel) + is_shared;
}

uint32_t frames_emergency_list(const frames *f, uint16_t owner)
{
    return frames_open_list(f, (uint16_t)(f->options.apps + 1), 0, false) + owner;
}

uint64_t *frames_open_places(frames *f, uint16_t owner, uint32_t channel)
{
    return &f->open_places[(size_t)owner * f->options.channels + channel];
}

static uint32_t list_of(const frames *f, uint32_t frame)
{
    const large_frame *l = &f->frame[frame];
    if (l->state == FRAME_FREE)
        return frames_channel(f, frame);
    if (l->pages == f->pages)
        return FRAMES_NIL;
    if (l->state == FRAME_BASE)
        return frames_open_list(f, l->owner, frames_channel(f, frame), l->foreign > 0);
    return l->state == FRAME_COALESCED ? frames_emergency_list(f, l->owner) : FRAMES_NIL;
}

static void unlink_frame(frames *f, uint32_t frame)
{
    large_frame *l = &f->frame[frame];
    if (l->list == FRAMES_NIL)
        return;
    if (l->previous == FRAMES_NIL)
        f->head[l->list] = l->next;
    else
        f->frame[l->previous].next = l->next;
    if (l->next != FRAMES_NIL)
        f->frame[l->next].previous = l->previous;
    l->list = FRAMES_NIL;
}

void frames_relist(frames *f, uint32_t frame)
{
    large_frame *l = &f->frame[frame];
    const uint32_t list = list_of(f, frame);
    if (list == l->list)
        return;
    unlink_frame(f, frame);
    if (list == FRAMES_NIL)
        return;
    l->list = list;
    l->previous = FRAMES_NIL;
    l->next = f->head[list];
    if (l->next != FRAMES_NIL)
        f->frame[l->next].previous = frame;
    f->head[list] = frame;
}
