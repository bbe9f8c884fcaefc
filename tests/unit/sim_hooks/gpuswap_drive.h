/* Programs on vm:gpuswap that allocate, free, launch, touch and end as an input or chance has it; after each
 * step page-table entries must say where the data are, and the allocator is counted anew. */
#ifndef POISE_TESTS_GPUSWAP_DRIVE_H
#define POISE_TESTS_GPUSWAP_DRIVE_H

#include "tests/swap_check.h"
#include "tests/unit/sim_hooks/gpuswap_script.h"

enum { DRIVE_SLOTS = SCRIPT_PAGES / MB_PAGES };

typedef struct gpuswap_drive {
    const uint8_t *input; /* choices, before random ones */
    size_t n_input;
    uint64_t x;
    uint32_t pages[SCRIPT_APPS][DRIVE_SLOTS];      /* of a buffer in each MB; 0 = none */
    bool waits[SCRIPT_APPS];                       /* for its next launch, whose buffers are announced */
    bool (*checks)(uint32_t step, uint32_t steps); /* when everything is checked; NULL = after each step */
} gpuswap_drive;

static gpuswap_drive drive;

static inline void drive_begin(const uint8_t *input, size_t n_input, uint64_t seed)
{
    drive = (gpuswap_drive){.input = input, .n_input = n_input, .x = seed};
}

static inline uint64_t drive_choose(uint64_t below)
{
    if (drive.n_input) {
        drive.n_input--;
        return *drive.input++ * below / 256;
    }
    drive.x = drive.x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (drive.x >> 33) % below;
}

/* ---- what must hold ---- */

static inline void drive_check_extents(const gpuswap *s)
{
    for (uint32_t i = 0; i < s->extents; i++) {
        const gpuswap_extent *e = s->extent[i];
        const swap_buffer *b = e ? swap_buffer_at(s->memory, i) : NULL;
        assert_true(!e || (b && e->buffer == i && e->users && b->app == e->app));
        assert_true(!e || (b->first_page == e->first_page && b->bytes >> SWAP_PAGE_BITS == e->pages));
    }
}

/* With the option a large page is one if all of it lies in one memory, but for what waits for a plan. */
static inline void drive_check_large(const gpuswap *s)
{
    for (uint32_t i = 0; i < SCRIPT_APPS * (SCRIPT_PAGES / LARGE_PAGES); i++) {
        const uint16_t app = (uint16_t)(i % SCRIPT_APPS);
        const uint64_t first = FIRST + i / SCRIPT_APPS * LARGE_PAGES;
        swap_where where = SWAP_PLACES;
        bool is_one = s->options.large;
        for (uint64_t page = first; is_one && page < first + LARGE_PAGES; page++) {
            const uint32_t chunk = swap_find(s->memory, app, page);
            const swap_where is = chunk == SWAP_NONE ? SWAP_PLACES : swap_data_of(s->memory, chunk);
            is_one = is != SWAP_PLACES && (page == first || is == where);
            where = is;
        }
        assert_true(*script_large(app, first) ? is_one
                                              : !is_one || s->pending[app] || swap_is_busy(s->memory));
    }
}

/* What page-table entries of a MB say is where the allocator has the data; how many of them are in VRAM. */
static inline uint64_t drive_check_entries(const gpuswap *s, uint16_t app, uint32_t first)
{
    uint64_t near = 0;
    for (uint32_t page = first; page < first + MB_PAGES; page++) {
        const uint64_t frame = script.frame[app][page];
        const uint32_t chunk = frame ? swap_find(s->memory, app, FIRST + page) : SWAP_NONE;
        if (chunk == SWAP_NONE)
            continue;
        const swap_where where = swap_data_of(s->memory, chunk);
        assert_true(where != SWAP_PLACES);
        assert_int_equal(frame, gpuswap_frame(app, FIRST + page, where));
        near += where == SWAP_VRAM;
    }
    return near;
}

/* Entries say where the data are; nothing is held twice. */
static inline void drive_check(void)
{
    const gpuswap *s = script_state();
    uint64_t near = 0;
    for (uint32_t i = 0; i < SCRIPT_APPS; i++)
        for (uint32_t mb = 0; mb < DRIVE_SLOTS; mb++)
            if (script.is_used[i][mb])
                near += drive_check_entries(s, (uint16_t)i, mb * MB_PAGES);
    assert_true(near <= (uint64_t)s->options.memory * MB_PAGES);
    drive_check_large(s);
    assert_false(s->is_suspended && script.runs[s->app] && s->phase != GPUSWAP_DRAINING);
    drive_check_extents(s);
    const char *broken = swap_check(s->memory);
    if (broken)
        fail_msg("%s", broken);
}

/* ---- what programs do ---- */

static inline void drive_change_buffers(uint16_t app)
{
    for (uint64_t n = drive_choose(4); n; n--) {
        const uint64_t i = drive_choose(DRIVE_SLOTS);
        uint32_t *pages = &drive.pages[app][i];
        if (*pages) {
            script_release(app, i * MB_PAGES, *pages);
            *pages = 0;
        } else {
            const bool is_full = script_state()->options.large && drive_choose(4); /* of whole large pages */
            *pages = is_full ? MB_PAGES : 1 + (uint32_t)drive_choose(MB_PAGES);
            script_allocate(app, i * MB_PAGES, *pages);
        }
    }
}

static inline void drive_touch(uint16_t app)
{
    for (uint32_t i = 0; i < DRIVE_SLOTS; i++)
        for (uint64_t n = drive.pages[app][i] ? drive_choose(20) : 0; n; n--)
            script_access(app, i * MB_PAGES + drive_choose(drive.pages[app][i]),
                          1 + (uint32_t)drive_choose(4));
}

static inline void drive_end_launch(uint16_t app)
{
    script_finish(app);
    if (drive_choose(12))
        return;
    script_leave(app);
    memset(drive.pages[app], 0, sizeof drive.pages[app]);
}

static inline void drive_step(void)
{
    const uint16_t app = (uint16_t)drive_choose(SCRIPT_APPS);
    if (script.runs[app] && drive_choose(2)) {
        drive_end_launch(app);
    } else if (script.runs[app]) {
        drive_touch(app);
    } else if (!drive.waits[app]) {
        drive_change_buffers(app);
        drive.waits[app] = true;
    }
    if (drive.waits[app] && script_admits(app)) {
        script_launch(app);
        drive.waits[app] = false;
        drive_touch(app);
    }
    script_pass(drive_choose(60000));
}

/* Nobody waits for ever. Without returns: those whose copies fail are tried again for ever. */
static inline void drive_come_to_rest(void)
{
    script_state()->return_at = UINT64_MAX;
    for (uint16_t app = 0; app < SCRIPT_APPS; app++)
        if (script.runs[app])
            script_finish(app);
    script_come_to_rest();
    for (uint16_t app = 0; app < SCRIPT_APPS; app++)
        assert_true(script_admits(app));
    drive_check();
}

/* False: a buffer was refused, and the run has ended with that. */
static inline bool drive_run(uint32_t steps)
{
    for (uint32_t i = 0; i < steps && !script.refused; i++) {
        drive_step();
        if (!drive.checks || drive.checks(i, steps))
            drive_check();
    }
    drive_come_to_rest();
    return script.refused == 0;
}

#endif
