/* Random programs on the memory manager of Mosaic, checked after every operation, and that the checks catch
 * managers that are wrong: each is a right one to which one mistake is done. */
#include "tests/frames_drive.h"
#include "tests/test.h"

enum { LARGE_PAGES = 16 };

static const frames_options right[] = {
    {.frames = 40, .apps = 3, .channels = 1, .page_bits = 4, .threshold = 8, .compacts = true},
    {.frames = 40, .apps = 3, .channels = 1, .page_bits = 4, .threshold = 4},
    {.frames = 30, .apps = 3, .channels = 6, .page_bits = 3, .threshold = 5, .compacts = true},
    {.frames = 40, .apps = 4, .channels = 2, .page_bits = 4, .compacts = true, .coalesces_at_once = true},
    {.frames = 60,
     .apps = 2,
     .channels = 3,
     .page_bits = 3,
     .threshold = 8,
     .compacts = true,
     .fragmented = 100,
     .occupied = 25},
    {.frames = 8,
     .apps = 3,
     .channels = 1,
     .page_bits = 4,
     .threshold = 8,
     .compacts = true,
     .fragmented = 50,
     .occupied = 75},
    {.frames = 12, .apps = 2, .channels = 1, .page_bits = 6, .threshold = 32, .compacts = true},
    {.allocator = FRAMES_GPU_MMU,
     .frames = 20,
     .apps = 3,
     .channels = 1,
     .page_bits = 4,
     .fragmented = 30,
     .occupied = 40},
};

static frames_drive d;

static void begin(size_t with, uint64_t seed)
{
    poise_error err;
    frames_drive_close(&d);
    assert_int_equal(frames_drive_open(&d, &right[with], LARGE_PAGES, seed, &err), POISE_OK);
}

/* Goes on until there is a frame that `is_wanted`. */
static uint32_t run_until(bool (*is_wanted)(const large_frame *))
{
    for (int i = 0; i < 10000; i++) {
        if (!frames_drive_run(&d, 1))
            fail_msg("%s", d.broken);
        for (uint32_t k = 0; k < d.f.options.frames; k++)
            if (is_wanted(&d.f.frame[k]))
                return k;
    }
    fail_msg("%s", "no such frame in 10000 operations");
    return 0;
}

static void right_managers_pass(void **state)
{
    (void)state;
    uint64_t event[FRAMES_EVENTS] = {0}, loads = 0, emergency = 0, refused = 0;
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        begin(i, i + 1);
        if (!frames_drive_run(&d, 3000))
            fail_msg("%zu: %s", i, d.broken);
        for (int k = 0; k < FRAMES_EVENTS; k++)
            event[k] += d.event[k];
        loads += d.loads;
        emergency += d.f.counts.emergency;
        refused += d.f.counts.refused;
    }
    for (int k = 0; k < FRAMES_EVENTS; k++)
        assert_true(event[k] > 100);
    assert_true(loads > 10000 && emergency > 50 && refused > 1000);
}

static void same_seed_same_memory(void **state)
{
    (void)state;
    static uint64_t page_of[FRAMES_CHECK_PLACES];
    begin(0, 7);
    const size_t size = (size_t)d.f.options.frames * d.f.pages * sizeof *page_of;
    assert_true(frames_drive_run(&d, 500));
    memcpy(page_of, d.f.page_of, size);
    begin(0, 7);
    assert_true(frames_drive_run(&d, 500));
    assert_memory_equal(page_of, d.f.page_of, size);
}

/* ---- managers that are wrong ---- */

static bool is_open(const large_frame *l)
{
    return l->state == FRAME_BASE && l->pages > 1 && l->pages < 16;
}

static bool is_coalesced(const large_frame *l)
{
    return l->state == FRAME_COALESCED;
}

static bool has_holes(const large_frame *l)
{
    return l->state == FRAME_COALESCED && l->pages < 16;
}

static bool is_free(const large_frame *l)
{
    return l->state == FRAME_FREE;
}

static bool is_common(const large_frame *l)
{
    return l->state == FRAME_COMMON && l->pages > 0;
}

static uint32_t used_place(uint32_t frame)
{
    uint32_t place = frame * d.f.pages;
    while (d.f.page_of[place] == FRAMES_NONE)
        place++;
    return place;
}

static void forgets_a_bit(uint32_t frame)
{
    d.f.frame[frame].used[0] &= d.f.frame[frame].used[0] - 1;
}

static void keeps_a_bit(uint32_t frame)
{
    d.f.frame[frame].arrived[0] |= ~d.f.frame[frame].used[0];
}

static void places_a_page_twice(uint32_t frame)
{
    const uint32_t to = frames_free_place(&d.f, frame);
    d.f.page_of[to] = d.f.page_of[used_place(frame)];
    d.f.frame[frame].used[0] |= UINT64_C(1) << to % d.f.pages;
    d.f.frame[frame].pages++;
}

static void loses_a_page(uint32_t frame)
{
    frames_index_remove(&d.f.by_page, d.f.page_of[used_place(frame)]);
}

static void keeps_a_page(uint32_t frame)
{
    const uint32_t place = used_place(frame);
    frames_take(&d.f, place);
    d.f.page_of[place] = frames_key(0, 1u << 20);
    frames_index_insert(&d.f.by_page, place);
    d.f.page_of[place] = FRAMES_NONE;
}

static void miscounts_pages(uint32_t frame)
{
    d.f.frame[frame].pages--;
}

static void miscounts_arrivals(uint32_t frame)
{
    d.f.frame[frame].pages_arrived++;
}

static void changes_the_owner(uint32_t frame)
{
    d.f.frame[frame].owner = (uint16_t)((d.f.frame[frame].owner + 1) % d.f.options.apps);
}

static void mixes_owners(uint32_t frame)
{
    d.f.counts.emergency = 0;
    frames_put(&d.f, frames_free_place(&d.f, frame),
               frames_key((uint16_t)((d.f.frame[frame].owner + 1) % d.f.options.apps), 1u << 20));
}

static void gives_a_hole_away(uint32_t frame)
{
    frames_put(&d.f, frames_free_place(&d.f, frame), frames_key(d.f.frame[frame].owner, 1u << 20));
}

static void forgets_to_coalesce(uint32_t frame)
{
    d.f.frame[frame].state = FRAME_BASE;
    d.f.open_places[d.f.frame[frame].owner] += d.f.pages - d.f.frame[frame].pages;
    frames_relist(&d.f, frame);
    for (uint32_t i = 0; i < d.f.pages; i++)
        if (!frames_bit(d.f.frame[frame].used, i))
            frames_put(&d.f, frame * d.f.pages + i, d.f.page_of[used_place(frame)] / 16 * 16 + i);
    d.f.frame[frame].arrived[0] |= 0xffff;
    d.f.frame[frame].pages_arrived = 16;
}

static void coalesces_some_pages(uint32_t frame)
{
    d.f.open_places[d.f.frame[frame].owner] -= d.f.pages - d.f.frame[frame].pages;
    d.f.frame[frame].state = FRAME_COALESCED;
    frames_relist(&d.f, frame);
}

static void keeps_a_large_page_below_the_threshold(uint32_t frame)
{
    for (uint32_t i = 0; d.f.frame[frame].pages >= d.f.options.threshold; i++)
        if (d.f.page_of[frame * d.f.pages + i] != FRAMES_NONE)
            frames_take(&d.f, frame * d.f.pages + i);
}

static void keeps_an_empty_frame(uint32_t frame)
{
    while (d.f.frame[frame].pages > 0)
        frames_take(&d.f, used_place(frame));
}

static void forgets_a_list(uint32_t frame)
{
    d.f.head[d.f.frame[frame].list] = FRAMES_NIL;
}

static void enters_the_wrong_list(uint32_t frame)
{
    const uint16_t owner = d.f.frame[frame].owner;
    d.f.frame[frame].owner = (uint16_t)((owner + 1) % d.f.options.apps);
    frames_relist(&d.f, frame);
    d.f.frame[frame].owner = owner;
}

static void miscounts_free_places(uint32_t frame)
{
    (*frames_open_places(&d.f, d.f.frame[frame].owner, 0))++;
}

static void gives_a_free_frame_an_owner(uint32_t frame)
{
    d.f.frame[frame].owner = 0;
}

static void miscounts_free_frames(uint32_t frame)
{
    (void)frame;
    d.f.free_frames--;
}

static void frees_a_place_twice(uint32_t frame)
{
    (void)frame;
    d.f.shuffled[0] = d.f.shuffled[1];
}

static void frees_a_place_in_use(uint32_t frame)
{
    d.f.shuffled[0] = used_place(frame);
}

static const struct {
    size_t with;
    bool (*in)(const large_frame *);
    void (*mistake)(uint32_t frame);
} wrong[] = {
    {0, is_open, forgets_a_bit},
    {0, is_open, keeps_a_bit},
    {0, is_open, places_a_page_twice},
    {0, is_open, loses_a_page},
    {0, is_open, keeps_a_page},
    {0, is_open, miscounts_pages},
    {0, is_open, miscounts_arrivals},
    {0, is_open, changes_the_owner},
    {0, is_open, mixes_owners},
    {0, is_open, coalesces_some_pages},
    {0, is_open, keeps_an_empty_frame},
    {0, is_open, forgets_a_list},
    {0, is_open, enters_the_wrong_list},
    {0, is_open, miscounts_free_places},
    {0, has_holes, gives_a_hole_away},
    {0, has_holes, keeps_a_large_page_below_the_threshold},
    {0, is_coalesced, forgets_to_coalesce},
    {0, is_coalesced, changes_the_owner},
    {0, is_free, gives_a_free_frame_an_owner},
    {0, is_free, miscounts_free_frames},
    {7, is_common, frees_a_place_twice},
    {7, is_common, frees_a_place_in_use},
};

static void mistakes_are_seen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        begin(wrong[i].with, i);
        const uint32_t frame = run_until(wrong[i].in);
        assert_null(frames_check(&d.f));
        wrong[i].mistake(frame);
        if (!frames_check(&d.f))
            fail_msg("mistake %zu is not seen", i);
    }
}

/* What is not told, or not done, is missed by memory or page tables. */
static void events_that_are_lost_are_missed(void **state)
{
    (void)state;
    for (unsigned event = 0; event < FRAMES_EVENTS; event++) {
        begin(0, event + 1);
        d.lost = 1u << event;
        if (frames_drive_run(&d, 3000))
            fail_msg("event %u is not missed", event);
    }
}

static void moves_to_another_channel_are_seen(void **state)
{
    (void)state;
    for (uint32_t by = 0; by < 2; by++) {
        begin(2, 1);
        frames_drive_allocate(&d, 0, 1, 2);
        const uint32_t from = frames_place(&d.f, 0, 1), frame = from / d.f.pages + d.f.options.channels - by;
        frames_own(&d.f, frame, 0, FRAMES_NONE);
        d.announced = 1;
        frames_move(&d.f, from, frame * d.f.pages);
        assert_int_equal(frames_drive_holds(&d), by == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_managers_pass),
        cmocka_unit_test(same_seed_same_memory),
        cmocka_unit_test(mistakes_are_seen),
        cmocka_unit_test(events_that_are_lost_are_missed),
        cmocka_unit_test(moves_to_another_channel_are_seen),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    frames_drive_close(&d);
    return failed;
}
