/* Memory of frames.h when nothing has been asked of it yet. */
#include "common/random.h"
#include "sim_hooks/vm/frames_state.h"

#include <stdlib.h>

static const char *wrong_option(const frames_options *o)
{
    if (o->frames < 1 || o->frames > FRAMES_MOST)
        return "the number of large frames";
    if (o->apps < 1 || o->apps > POLICY_PROGRAMS)
        return "the number of address spaces";
    if (o->channels < 1 || (o->gathers && o->channels > 1))
        return "the number of channels";
    if (o->page_bits < 1 || o->page_bits > FRAMES_PAGE_BITS)
        return "the number of pages in a frame";
    if (o->threshold > 1u << o->page_bits)
        return "the threshold";
    if (o->fragmented > 100 || o->occupied > 100)
        return "the fragmentation";
    return NULL;
}

static bool allocate_arrays(frames *f)
{
    const size_t n = f->options.frames, places = n << f->options.page_bits;
    f->frame = calloc(n, sizeof *f->frame);
    f->page_of = malloc(places * sizeof *f->page_of);
    f->chunk_of = malloc(n * sizeof *f->chunk_of);
    f->head = malloc(frames_lists(&f->options) * sizeof *f->head);
    f->open_places = calloc((f->options.apps + 1u) * (size_t)f->options.channels, sizeof *f->open_places);
    if (f->options.allocator == FRAMES_GPU_MMU)
        f->shuffled = malloc(places * sizeof *f->shuffled);
    return f->frame && f->page_of && f->chunk_of && f->head && f->open_places &&
           (f->shuffled || f->options.allocator != FRAMES_GPU_MMU);
}

/* The last frame enters first, so that the first is the head of its list. */
static void make_frames(frames *f)
{
    const bool is_common = f->options.allocator == FRAMES_GPU_MMU;
    for (uint32_t i = 0; i < frames_lists(&f->options); i++)
        f->head[i] = FRAMES_NIL;
    for (uint32_t i = 0; i < f->options.frames << f->options.page_bits; i++)
        f->page_of[i] = FRAMES_NONE;
    for (uint32_t i = f->options.frames; i-- > 0;) {
        f->frame[i] = (large_frame){
            .owner = FRAMES_NOBODY, .state = is_common ? FRAME_COMMON : FRAME_FREE, .list = FRAMES_NIL};
        f->chunk_of[i] = FRAMES_NONE;
        for (uint32_t bit = f->pages; bit < FRAMES_PAGES; bit++) /* no free places beyond a small frame */
            f->frame[i].used[bit / 64] |= UINT64_C(1) << bit % 64;
        frames_relist(f, i);
    }
    f->free_frames = is_common ? 0 : f->options.frames;
}

/* The first `take` of `n` numbers are drawn from all of them (Fisher and Yates). */
static void shuffle(uint32_t *number, uint32_t n, uint32_t take, poise_random *random)
{
    for (uint32_t i = 0; i < take && i < n; i++) {
        const uint32_t k = i + (uint32_t)poise_random_below(random, n - i), drawn = number[k];
        number[k] = number[i];
        number[i] = drawn;
    }
}

static uint32_t share(uint32_t n, uint32_t percent)
{
    return (uint32_t)(((uint64_t)n * percent + 50) / 100);
}

/* Random frames, and random pages in them, belong to a stranger (7.5.4). */
static void fragment(frames *f, uint32_t *number, poise_random *random)
{
    const uint16_t stranger = f->options.apps;
    const uint32_t fragmented = share(f->options.frames, f->options.fragmented),
                   occupied = share(f->pages, f->options.occupied);
    for (uint32_t i = 0; i < f->options.frames; i++)
        number[i] = i;
    shuffle(number, f->options.frames, fragmented, random);
    for (uint32_t i = 0; i < fragmented && occupied > 0; i++) {
        uint32_t page[FRAMES_PAGES];
        for (uint32_t k = 0; k < f->pages; k++)
            page[k] = k;
        shuffle(page, f->pages, occupied, random);
        if (f->options.allocator == FRAMES_COCOA)
            frames_own(f, number[i], stranger, FRAMES_NONE);
        for (uint32_t k = 0; k < occupied; k++) {
            const uint32_t place = (number[i] << f->options.page_bits) + page[k];
            frames_put(f, place, frames_key(stranger, place));
            frames_arrived(f, stranger, place);
        }
    }
}

static void shuffle_places(frames *f, poise_random *random)
{
    for (uint32_t i = 0; i < f->options.frames << f->options.page_bits; i++)
        if (f->page_of[i] == FRAMES_NONE)
            f->shuffled[f->n_shuffled++] = i;
    shuffle(f->shuffled, (uint32_t)f->n_shuffled, (uint32_t)f->n_shuffled, random);
}

static int make(frames *f, poise_error *err)
{
    if (!allocate_arrays(f))
        return poise_fail(err, POISE_FAILED, "no memory for %u large frames", f->options.frames);
    int code =
        frames_index_init(&f->by_page, f->page_of, (uint64_t)f->options.frames << f->options.page_bits, err);
    if (code == POISE_OK)
        code = frames_index_init(&f->by_chunk, f->chunk_of, f->options.frames, err);
    uint32_t *number = malloc(f->options.frames * sizeof *number);
    if (code == POISE_OK && !number)
        code = poise_fail(err, POISE_FAILED, "no memory for %u large frames", f->options.frames);
    if (code == POISE_OK) {
        poise_random random;
        poise_random_seed(&random, f->options.seed);
        make_frames(f);
        fragment(f, number, &random);
        if (f->shuffled)
            shuffle_places(f, &random);
    }
    free(number);
    return code;
}

int frames_init(frames *f, const frames_options *options, const frames_hooks *hooks, poise_error *err)
{
    const char *wrong = wrong_option(options);
    *f = (frames){.options = *options, .hooks = *hooks, .pages = 1u << options->page_bits};
    if (wrong)
        return poise_fail(err, POISE_USAGE, "%s is out of range", wrong);
    const int code = make(f, err);
    if (code != POISE_OK)
        frames_free(f);
    return code;
}

void frames_free(frames *f)
{
    free(f->frame);
    free(f->page_of);
    free(f->chunk_of);
    free(f->head);
    free(f->open_places);
    free(f->shuffled);
    free(f->by_page.slot);
    free(f->by_chunk.slot);
    *f = (frames){0};
}
