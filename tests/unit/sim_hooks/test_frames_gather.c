/* Large pages that are brought together by frames_gather(), part by part, and under random programs: numbers
 * are of frames of 512 pages of 4 KB. */
#include "tests/frames_drive.h"
#include "tests/test.h"

enum { P = FRAMES_PAGES };

static frames_drive d;

static void begin(frames_options options)
{
    poise_error err;
    if (options.frames == 0)
        options.frames = 8;
    options.apps = 2;
    options.channels = 1;
    options.page_bits = FRAMES_PAGE_BITS;
    options.threshold = 256;
    options.gathers = true;
    assert_int_equal(frames_drive_open(&d, &options, 8, 1, &err), POISE_OK);
}

static void end(void)
{
    frames_drive_close(&d);
}

static void holds(void)
{
    if (!frames_drive_holds(&d))
        fail_msg("%s", d.broken);
    for (uint16_t app = 0; app < d.f.options.apps; app++)
        for (uint32_t page = 0; page < d.virtual_pages; page++)
            frames_drive_load(&d, app, page);
    assert_null(d.broken);
}

static void allocate(uint16_t app, uint32_t page, uint32_t n)
{
    frames_drive_allocate(&d, app, page, n);
    for (uint32_t i = page; i < page + n; i++)
        frames_drive_arrive(&d, app, i);
    holds();
}

/* A quarter of each frame is the stranger's: 128 pages leave, 128 come. */
static void pages_in_between_change_places(void **state)
{
    (void)state;
    begin((frames_options){.fragmented = 100, .occupied = 25});
    allocate(0, 0, P);
    assert_int_equal(d.f.counts.moved, 0);
    assert_int_equal(d.f.counts.coalesced, 0);
    assert_int_equal(frames_gather_pages(&d.f, 0, 0), 256);
    frames_drive_gather(&d, 0, 0);
    holds();
    assert_int_equal(d.f.counts.moved, 256);
    assert_int_equal(d.f.counts.gathered, 1);
    assert_int_not_equal(frames_large(&d.f, 0, 0), FRAMES_NIL);
    assert_int_equal(frames_gather_pages(&d.f, 0, 0), FRAMES_NIL);
    end();
}

/* Nothing is emptied when a program allocates, as it would be without. */
static void allocation_moves_nothing(void **state)
{
    (void)state;
    begin((frames_options){.fragmented = 100, .occupied = 50, .compacts = true});
    allocate(0, 0, 3 * P);
    assert_int_equal(d.f.counts.moved + d.f.counts.compacted, 0);
    for (uint32_t i = 0; i < 3; i++)
        frames_drive_gather(&d, 0, i);
    holds();
    assert_int_equal(d.f.counts.coalesced, 3);
    assert_int_equal(d.f.counts.moved, 3 * P);
    end();
}

/* A large page of two buffers, which no frame was reserved for, with a hole between them. */
static void heads_and_tails(void **state)
{
    (void)state;
    begin((frames_options){0});
    allocate(0, 10, 290);
    allocate(0, 301, 211 + 20);
    assert_int_equal(frames_gather_pages(&d.f, 0, 0), 290 + 211);
    frames_drive_gather(&d, 0, 0);
    holds();
    assert_int_not_equal(frames_large(&d.f, 0, 0), FRAMES_NIL);
    assert_int_not_equal(frames_place(&d.f, 0, 300), FRAMES_NIL);
    assert_int_equal(d.f.counts.mapped, P + 20);
    end();
}

static void what_cannot_be_gathered(void **state)
{
    (void)state;
    begin((frames_options){.frames = 2, .fragmented = 100, .occupied = 50});
    frames_drive_allocate(&d, 0, 0, P);
    assert_int_equal(frames_gather_pages(&d.f, 0, 0), FRAMES_NIL); /* nothing has arrived */
    for (uint32_t i = 0; i < P; i++)
        frames_drive_arrive(&d, 0, i);
    assert_int_equal(frames_gather_pages(&d.f, 0, 0), FRAMES_NIL); /* memory is full */
    holds();
    end();
    begin((frames_options){0});
    allocate(0, 256, 255);
    assert_int_equal(frames_gather_pages(&d.f, 0, 0), FRAMES_NIL); /* too few */
    allocate(0, 0, 1);
    assert_int_equal(frames_gather_pages(&d.f, 0, 0), 256);
    d.f.is_held = true;
    assert_int_equal(frames_gather_pages(&d.f, 0, 0), FRAMES_NIL); /* SMs run */
    d.f.is_held = false;
    assert_int_equal(frames_gather_pages(&d.f, 1, 0), FRAMES_NIL); /* nobody's */
    assert_false(frames_gather(&d.f, 1, 0));
    holds();
    end();
}

static void only_in_one_channel(void **state)
{
    (void)state;
    poise_error err;
    frames f;
    const frames_options options = {.frames = 8, .apps = 1, .channels = 2, .page_bits = 9, .gathers = true};
    assert_int_equal(frames_init(&f, &options, &(frames_hooks){0}, &err), POISE_USAGE);
    assert_contains(err.text, "channels");
}

static void random_programs(void **state)
{
    (void)state;
    uint64_t gathered = 0, moved = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        const frames_options options = {.frames = 4 + (uint32_t)seed % 29,
                                        .apps = 1 + (uint16_t)(seed % FRAMES_DRIVE_APPS),
                                        .channels = 1,
                                        .page_bits = (uint8_t)(3 + seed % 3),
                                        .threshold = (uint16_t)(seed % 9),
                                        .compacts = seed % 2,
                                        .gathers = true,
                                        .coalesces_at_once = seed % 3 == 0,
                                        .fragmented = seed % 4 ? 100 : 50,
                                        .occupied = (uint32_t)(seed * 7 % 90),
                                        .seed = seed};
        poise_error err;
        assert_int_equal(frames_drive_open(&d, &options, 16, seed, &err), POISE_OK);
        if (!frames_drive_run(&d, 1500))
            fail_msg("seed %u: %s", (unsigned)seed, d.broken);
        gathered += d.f.counts.gathered;
        moved += d.f.counts.moved;
        end();
    }
    printf("%llu gathered, %llu pages moved\n", (unsigned long long)gathered, (unsigned long long)moved);
    assert_true(gathered > 300 && moved > 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_in_between_change_places),
        cmocka_unit_test(allocation_moves_nothing),
        cmocka_unit_test(heads_and_tails),
        cmocka_unit_test(what_cannot_be_gathered),
        cmocka_unit_test(only_in_one_channel),
        cmocka_unit_test(random_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
