/* Mosaic's memory manager, part by part (thesis chapter 7): numbers are of frames of 512 pages of 4 KB. */
#include "tests/frames_drive.h"
#include "tests/test.h"

#include <math.h>

enum { P = FRAMES_PAGES };

/* Told by a drive, which checks all that it hears; programs 0 to 2. */
typedef struct setting {
    frames_drive d;
    frames_options options;
} setting;

static int set_up(void **state)
{
    setting *s = calloc(1, sizeof *s);
    s->options = (frames_options){
        .frames = 8, .apps = 3, .channels = 1, .page_bits = 9, .threshold = 256, .compacts = true};
    *state = s;
    return 0;
}

static int tear_down(void **state)
{
    setting *s = *state;
    frames_drive_close(&s->d);
    free(s);
    return 0;
}

static frames_drive *begin(void **state)
{
    setting *s = *state;
    poise_error err;
    frames_drive_close(&s->d);
    assert_int_equal(frames_drive_open(&s->d, &s->options, 8, 1, &err), POISE_OK);
    return &s->d;
}

static frames_options *options(void **state)
{
    return &((setting *)*state)->options;
}

static void arrive(frames_drive *d, uint16_t app, uint32_t page, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        frames_drive_arrive(d, app, page + i);
}

static void large_page(frames_drive *d, uint16_t app, uint32_t number)
{
    frames_drive_allocate(d, app, number * P, P);
    arrive(d, app, number * P, P);
}

static void holds(frames_drive *d)
{
    for (uint16_t app = 0; app < d->f.options.apps; app++)
        for (uint32_t i = 0; i < d->virtual_pages; i++)
            frames_drive_load(d, app, i);
    if (!frames_drive_holds(d))
        fail_msg("%s", d->broken);
}

static uint32_t frame_of(const frames_drive *d, uint16_t app, uint32_t page)
{
    return frames_place(&d->f, app, page) / P;
}

/* */
static void coalescing_moves_nothing(void **state)
{
    frames_drive *d = begin(state);
    uint32_t before[P];
    frames_drive_allocate(d, 1, 2 * P, P);
    arrive(d, 1, 2 * P, P - 1);
    for (uint32_t i = 0; i < P; i++)
        before[i] = frames_place(&d->f, 1, 2 * P + i);
    assert_int_equal(d->event[FRAMES_COALESCE], 0);
    assert_int_equal(frames_large(&d->f, 1, 2), FRAMES_NIL);
    arrive(d, 1, 3 * P - 1, 1);
    assert_int_equal(d->event[FRAMES_COALESCE], 1);
    assert_int_equal(frames_large(&d->f, 1, 2), before[0] / P);
    for (uint32_t i = 0; i < P; i++)
        assert_int_equal(frames_place(&d->f, 1, 2 * P + i), before[i]);
    assert_int_equal(d->event[FRAMES_MOVE] + d->event[FRAMES_STALL] + d->flushed, 0);
    holds(d);
}

/* the large entry alone, whatever base entries there are. */
static void splintering_drops_one_entry(void **state)
{
    options(state)->compacts = false;
    frames_drive *d = begin(state);
    large_page(d, 0, 0);
    large_page(d, 0, 1);
    d->program[0].large_tlb[0] = d->program[0].large[0];
    d->program[0].large_tlb[1] = d->program[0].large[1];
    memset(d->program[0].base_tlb, 0, sizeof d->program[0].base_tlb); /* not those of pages released */
    frames_drive_release(d, 0, 0, 300);
    assert_int_equal(d->event[FRAMES_SPLINTER], 1);
    assert_int_equal(d->flushed, 1);
    assert_int_equal(frames_large(&d->f, 0, 0), FRAMES_NIL);
    assert_int_not_equal(frames_large(&d->f, 0, 1), FRAMES_NIL);
    holds(d);
}

/* */
static void aligned_large_pages_are_coalesced(void **state)
{
    options(state)->frames = 16;
    frames_drive *d = begin(state);
    frames_drive_allocate(d, 0, 0, 3 * P + 100); /* three of four */
    frames_drive_allocate(d, 1, 5, 2 * P);       /* one of three */
    frames_drive_allocate(d, 2, 7 * P, P);       /* all */
    for (uint16_t app = 0; app < 3; app++)
        arrive(d, app, 0, 8 * P);
    assert_int_equal(d->event[FRAMES_COALESCE], 5);
    holds(d);
}

static void gpu_mmu_coalesces_nothing(void **state)
{
    *options(state) = (frames_options){
        .allocator = FRAMES_GPU_MMU, .frames = 8, .apps = 3, .channels = 1, .page_bits = 9, .seed = 3};
    frames_drive *d = begin(state);
    uint32_t shared = 0;
    for (uint32_t i = 0; i < 4; i++)
        for (uint16_t app = 0; app < 2; app++)
            large_page(d, app, i);
    assert_int_equal(d->f.n_shuffled, 0);
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t of_first = 0, in_order = 0;
        for (uint32_t k = 0; k < P; k++) {
            of_first += frames_app_of(d->f.page_of[i * P + k]) == 0;
            in_order += k > 0 && d->f.page_of[i * P + k] == d->f.page_of[i * P + k - 1] + 1;
        }
        shared += of_first > 0 && of_first < P;
        assert_in_range(in_order, 0, 20);
    }
    assert_int_equal(shared, 8);
    assert_int_equal(d->event[FRAMES_COALESCE], 0);
    assert_true(frames_bloat(&d->f) <= 0);
    frames_drive_release(d, 1, 0, 4 * P);
    assert_int_equal(d->f.n_shuffled, 4 * P);
    holds(d);
}

/* */
static void owners_share_no_frame_while_memory_is_left(void **state)
{
    frames_drive *d = begin(state);
    for (uint16_t app = 0; app < 3; app++)
        frames_drive_allocate(d, app, 0, 700); /* a large page and the places of one more frame */
    assert_int_equal(d->f.free_frames, 2);
    assert_int_equal(d->f.counts.emergency, 0);
    holds(d);
    frames_drive_allocate(d, 0, 2 * P, 2 * P); /* the last two frames */
    frames_drive_allocate(d, 0, 4 * P, 324);   /* its own free places */
    assert_int_equal(d->f.counts.emergency, 0);
    frames_drive_allocate(d, 0, 5 * P, 1);
    assert_int_equal(d->f.counts.emergency, 1);
    assert_int_not_equal(d->f.frame[frame_of(d, 0, 5 * P)].owner, 0);
    holds(d);
}

/* */
static void small_and_unaligned_requests_are_never_coalesced(void **state)
{
    frames_drive *d = begin(state);
    for (uint32_t i = 0; i < 4; i++)
        frames_drive_allocate(d, 0, i * (P / 4), P / 4); /* a large page, in four requests */
    frames_drive_allocate(d, 0, 2 * P + 1, P - 1);
    frames_drive_allocate(d, 0, 4 * P + 7, P);
    arrive(d, 0, 0, 8 * P);
    assert_int_equal(d->event[FRAMES_COALESCE], 0);
    assert_int_equal(d->f.free_frames, 8 - 3); /* one place after the other, in frames of the program */
    holds(d);
}

/* 255 pages left are moved, 256 stay; each time there is another frame with room. */
static void compaction_respects_the_threshold(void **state)
{
    for (uint32_t left = 255; left <= 256; left++) {
        frames_drive *d = begin(state);
        large_page(d, 0, 0);
        frames_drive_allocate(d, 0, 4 * P, 200);
        arrive(d, 0, 4 * P, 200);
        const uint32_t source = frame_of(d, 0, 0), other = frame_of(d, 0, 4 * P);
        frames_drive_release(d, 0, 0, P - left);
        assert_int_equal(d->event[FRAMES_SPLINTER], left < 256);
        assert_int_equal(d->event[FRAMES_STALL], left < 256);
        assert_int_equal(d->event[FRAMES_MOVE], left < 256 ? left : 0);
        assert_int_equal(d->f.frame[source].state, left < 256 ? FRAME_FREE : FRAME_COALESCED);
        assert_int_equal(frame_of(d, 0, P - 1), left < 256 ? other : source);
        holds(d);
    }
}

/* the only frames with room belong to another program, or lie in another channel. */
static void compaction_stays_within_program_and_channel(void **state)
{
    frames_drive *d = begin(state);
    large_page(d, 0, 0);
    frames_drive_allocate(d, 1, 0, 1);
    frames_drive_release(d, 0, 0, 500);
    assert_int_equal(d->event[FRAMES_SPLINTER], 1);
    assert_int_equal(d->event[FRAMES_MOVE], 0);
    options(state)->channels = 2;
    d = begin(state);
    large_page(d, 0, 0);
    frames_drive_allocate(d, 0, P, 1); /* the next frame is in the next channel */
    frames_drive_release(d, 0, 0, 500);
    assert_int_equal(d->event[FRAMES_SPLINTER], 1);
    assert_int_equal(d->event[FRAMES_MOVE], 0);
    holds(d);
    large_page(d, 0, 2); /* the first channel again, as its other frames */
    frames_drive_release(d, 0, 2 * P, 500);
    assert_int_equal(d->event[FRAMES_MOVE], 12);
    holds(d);
}

static void without_compaction_pages_stay(void **state)
{
    options(state)->compacts = false;
    frames_drive *d = begin(state);
    large_page(d, 0, 0);
    frames_drive_allocate(d, 0, 4 * P, 200);
    frames_drive_release(d, 0, 0, 500);
    assert_int_equal(d->event[FRAMES_SPLINTER], 1);
    assert_int_equal(d->event[FRAMES_MOVE], 0);
    holds(d);
}

/* C.6: its first page may be a hole, which nobody else gets; wanted again it is there at once. */
static void holes_of_a_large_page_are_its_own(void **state)
{
    frames_drive *d = begin(state);
    large_page(d, 0, 0);
    const uint32_t place = frames_place(&d->f, 0, 0);
    frames_drive_release(d, 0, 0, 100);
    assert_int_equal(d->event[FRAMES_SPLINTER], 0);
    frames_drive_allocate(d, 0, 4 * P, 100);
    assert_int_not_equal(frame_of(d, 0, 4 * P), place / P);
    holds(d);
    frames_drive_allocate(d, 0, 0, 1);
    assert_int_equal(frames_place(&d->f, 0, 0), place);
    assert_true(frames_has_arrived(&d->f, place));
    holds(d);
}

static void memory_ends_with_the_emergency_list(void **state)
{
    options(state)->frames = 2;
    frames_drive *d = begin(state);
    large_page(d, 0, 0);
    large_page(d, 1, 0);
    frames_drive_release(d, 0, 0, 100);
    frames_drive_release(d, 1, 0, 100);
    assert_int_equal(frames_allocate(&d->f, 0, 4 * P, 100), 0); /* its own large page is given up */
    assert_int_equal(frames_large(&d->f, 0, 0), FRAMES_NIL);
    assert_int_not_equal(frames_large(&d->f, 1, 0), FRAMES_NIL);
    holds(d);
    assert_int_equal(frames_allocate(&d->f, 0, 5 * P, 101), 1); /* then the other's */
    assert_int_equal(frames_large(&d->f, 1, 0), FRAMES_NIL);
    assert_int_equal(d->f.counts.emergency, 3); /* two large pages, one frame of two owners */
    assert_int_equal(d->f.counts.refused, 1);
    holds(d);
}

/* While memory may not change under running SMs no frame is emptied and no large page given up. */
static void held_memory_does_not_change(void **state)
{
    options(state)->frames = 2;
    frames_drive *d = begin(state);
    large_page(d, 0, 0);
    large_page(d, 1, 0);
    frames_drive_release(d, 0, 0, 100);
    d->f.is_held = true;
    assert_int_equal(frames_allocate(&d->f, 0, 4 * P, 1), 1);
    assert_int_equal(frames_allocate(&d->f, 0, 0, 1), 0); /* a hole */
    d->f.is_held = false;
    assert_int_equal(frames_allocate(&d->f, 0, 4 * P, 1), 0);
    holds(d);
}

/* 7.5.4: as many frames and pages as asked for; compaction of the stranger's pages makes room for large
 * pages, without it there are none. */
static void strangers_fragment_memory(void **state)
{
    for (int compacts = 0; compacts < 2; compacts++) {
        options(state)->compacts = compacts;
        options(state)->fragmented = 75;
        options(state)->occupied = 25;
        frames_drive *d = begin(state);
        uint32_t fragmented = 0;
        for (uint32_t i = 0; i < 8; i++)
            fragmented += d->f.frame[i].pages == P / 4 && d->f.frame[i].owner == 3;
        assert_int_equal(fragmented, 6);
        assert_int_equal(d->f.free_frames, 2);
        for (uint32_t i = 0; i < 4; i++)
            large_page(d, 0, i);
        assert_int_equal(d->event[FRAMES_COALESCE], compacts ? 4 : 2);
        assert_int_equal(d->f.counts.compacted, compacts ? 2 : 0);
        assert_int_equal(d->event[FRAMES_MOVE], compacts ? 2 * P / 4 : 0);
        assert_int_equal(d->f.counts.emergency > 0, !compacts);
        holds(d);
    }
}

static void bloat_is_what_frames_hold_beyond_pages(void **state)
{
    frames_drive *d = begin(state);
    frames_drive_allocate(d, 0, 0, P);
    assert_true(frames_bloat(&d->f) <= 0);
    frames_drive_allocate(d, 0, P, 128);
    assert_true(fabs(frames_bloat(&d->f) - (2 * 512 / 640.0 - 1)) < 1e-12);
}

static void programs_end(void **state)
{
    frames_drive *d = begin(state);
    large_page(d, 0, 0);
    large_page(d, 1, 0);
    frames_drive_allocate(d, 0, 2 * P, 100);
    frames_release_all(&d->f, 0);
    assert_int_equal(d->f.free_frames, 7);
    assert_int_equal(d->f.counts.mapped, P);
    holds(d);
}

static void wrong_options_are_refused(void **state)
{
    poise_error err;
    frames f;
    const frames_hooks none = {0};
    frames_options o = *options(state);
    o.fragmented = 101;
    assert_int_equal(frames_init(&f, &o, &none, &err), POISE_USAGE);
    o = *options(state);
    o.threshold = 513;
    assert_int_equal(frames_init(&f, &o, &none, &err), POISE_USAGE);
    frames_free(&f);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(coalescing_moves_nothing),
        CASE(splintering_drops_one_entry),
        CASE(aligned_large_pages_are_coalesced),
        CASE(gpu_mmu_coalesces_nothing),
        CASE(owners_share_no_frame_while_memory_is_left),
        CASE(small_and_unaligned_requests_are_never_coalesced),
        CASE(compaction_respects_the_threshold),
        CASE(compaction_stays_within_program_and_channel),
        CASE(without_compaction_pages_stay),
        CASE(holes_of_a_large_page_are_its_own),
        CASE(memory_ends_with_the_emergency_list),
        CASE(held_memory_does_not_change),
        CASE(strangers_fragment_memory),
        CASE(bloat_is_what_frames_hold_beyond_pages),
        CASE(programs_end),
        CASE(wrong_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
