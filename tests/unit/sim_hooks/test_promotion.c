/* Large pages by their use: what is counted in a window, when pages move, and a worth that a model sets. */
#include "sim_hooks/vm/promotion.h"

#include "tests/frames_check.h"
#include "tests/policy_figure.h"
#include "tests/test.h"
#include "tests/unit/sim_hooks/two_shares.h"

enum { P = FRAMES_PAGES, COPY = 10, WINDOW = 2000, HANDLES = 40, PATH_ROOM = 4096 };

static frames memory;
static uint32_t waiting[POLICY_PROGRAMS];
static vm_host host = {.pages = HANDLES, .waiting = waiting};
static promotion *p;

/* Half of each frame is a stranger's, so that a large page takes as many copies as it has pages. */
static void begin(promotion_options options)
{
    poise_error err;
    const frames_options o = {.frames = 8,
                              .apps = 2,
                              .channels = 1,
                              .page_bits = FRAMES_PAGE_BITS,
                              .threshold = 256,
                              .gathers = true,
                              .coalesces_at_once = true,
                              .fragmented = 100,
                              .occupied = 50,
                              .seed = 1};
    options.window = WINDOW;
    memset(waiting, 0, sizeof waiting);
    if (frames_init(&memory, &o, &(frames_hooks){0}, &err) ||
        promotion_new(&p, &options, &host, &memory, COPY, &err))
        fail_msg("%s", err.text);
    assert_int_equal(frames_allocate(&memory, 0, 0, 2 * P) + frames_allocate(&memory, 1, 0, P), 0);
}

static void end(void)
{
    assert_null(frames_check(&memory));
    promotion_free(p);
    frames_free(&memory);
}

static void walk(uint16_t app, uint64_t page, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++) {
        promotion_missed(p, app);
        promotion_walked(p, app, page);
    }
}

static uint64_t now;
static void end_window(void)
{
    for (int i = 0; i < WINDOW / 1000; i++)
        assert_int_equal(promotion_gather(p, now += 1000), 1000);
}

static bool is_large(uint16_t app, uint64_t large_page)
{
    return frames_large(&memory, app, large_page) != FRAMES_NIL;
}

/* 512 copies of 10 cycles: 5120 walks of a cycle, in however many windows, of whichever page. */
static void pages_move_when_walks_have_cost_as_much(void **state)
{
    (void)state;
    begin((promotion_options){.worth = PROMOTION_UNIT, .watch = -1});
    walk(0, 3, 5000);
    end_window();
    walk(0, 77, 119);
    walk(0, P, 5119);
    walk(1, 0, 300);
    end_window();
    assert_false(is_large(0, 0) || is_large(0, 1) || is_large(1, 0));
    walk(0, 3, 1);
    assert_false(is_large(0, 0));
    end_window();
    assert_true(is_large(0, 0) && !is_large(0, 1) && !is_large(1, 0));
    assert_int_equal(memory.counts.moved, P);
    end();
}

static void worth_0_is_never(void **state)
{
    (void)state;
    begin((promotion_options){.worth = 0, .watch = -1});
    walk(0, 3, 1000000);
    end_window();
    assert_int_equal(memory.counts.moved, 0);
    end();
}

/* What a program has cost is forgotten with it. */
static void programs_that_end(void **state)
{
    (void)state;
    begin((promotion_options){.worth = PROMOTION_UNIT, .watch = -1});
    walk(0, 3, 5119);
    end_window();
    walk(0, 3, 5119);
    frames_release_all(&memory, 0);
    promotion_app_end(p, 0);
    frames_allocate(&memory, 0, 0, P);
    walk(0, 3, 5119);
    end_window();
    assert_false(is_large(0, 0));
    walk(0, 3, 1);
    end_window();
    assert_true(is_large(0, 0));
    end();
}

static double told(const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    return figure_named(all, promotion_statistics(p, all, POLICY_STATISTICS), name);
}

/* A window by hand; walks of large pages are counted as such. */
static void a_window_is_watched(void **state)
{
    (void)state;
    begin((promotion_options){.worth = 1 << 20, .watch = 0});
    walk(0, P, 1);
    end_window(); /* becomes large */
    promotion_free(p);
    poise_error err;
    assert_int_equal(
        promotion_new(&p, &(promotion_options){.worth = 0, .window = WINDOW}, &host, &memory, COPY, &err),
        POISE_OK);
    promotion_gather(p, now = 0); /* a look when nothing waits */
    walk(0, 1, 300);
    walk(0, P, 100);
    for (int i = 0; i < 400; i++)
        promotion_missed(p, 0);
    walk(1, 0, 5000); /* another program's */
    waiting[0] = 10;
    end_window();
    assert_true(told("window_misses") > 0.399 && told("window_misses") < 0.401); /* 800 / 2000 */
    assert_true(told("window_walks_of_misses") > 0.499 && told("window_walks_of_misses") < 0.501);
    assert_true(told("window_waiting") > 0.16 && told("window_waiting") < 0.17); /* 2 of 3 looks, 10 of 40 */
    assert_true(told("window_walks_of_cycles") > 0.199 && told("window_walks_of_cycles") < 0.201);
    assert_true(told("window_focus") > 0.999);
    assert_true(told("window_large_walks") > 0.249 && told("window_large_walks") < 0.251);
    /* 6.67 at a time, 2000 cycles, 800 misses: 16.7 cycles each, rounded down */
    assert_true(told("window_wait") > 0.0163 && told("window_wait") < 0.0165);
    walk(0, P, 1);
    end_window(); /* two looks, all with 10: the mean over both windows */
    assert_true(told("window_waiting") > 0.208 && told("window_waiting") < 0.209);
    end();
}

/* 2^10 sixteenths, 64 cycles, where fewer than half of the misses walk; nothing where more do. */
static void a_model_says_what_a_walk_is_worth(void **state)
{
    (void)state;
    const int choice[2] = {24, 0};
    char path[PATH_ROOM];
    snprintf(
        path, sizeof path, "%s",
        write_two_shares(MODEL_VIEW_FRAMES, choice, MODEL_FRAMES_walks_of_misses, MODEL_FRAMES_constant));
    begin((promotion_options){.worth = -1, .model = path, .watch = -1});
    assert_true(promotion_storage_bits(p) > 0);
    walk(0, 3, 100);
    end_window();
    assert_false(is_large(0, 0));
    walk(0, 3, 79);
    for (int i = 0; i < 200; i++)
        promotion_missed(p, 0);
    end_window();
    assert_false(is_large(0, 0));
    walk(0, 3, 1);
    for (int i = 0; i < 200; i++)
        promotion_missed(p, 0);
    end_window();
    assert_true(is_large(0, 0));
    end();
}

static void steps_of_a_model(void **state)
{
    (void)state;
    assert_int_equal(promotion_worth_of(0), 0);
    assert_int_equal(promotion_worth_of(4), 4);
    assert_int_equal(promotion_worth_of(POISE_SHARE_STEPS), 1024);
}

static void what_is_refused(void **state)
{
    (void)state;
    poise_error err;
    char empty[] = "", missing[] = "/no/such/model";
    promotion_options options = {.worth = -1, .model = empty, .window = WINDOW};
    assert_false(promotion_is_wanted(&options));
    options.model = missing;
    assert_true(promotion_is_wanted(&options));
    assert_int_equal(promotion_new(&p, &options, &host, &memory, COPY, &err), POISE_FAILED);
    promotion_free(p);
    options.worth = 3;
    assert_int_equal(promotion_new(&p, &options, &host, &memory, COPY, &err), POISE_USAGE);
    assert_contains(err.text, "give one of them");
    promotion_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_move_when_walks_have_cost_as_much),
        cmocka_unit_test(worth_0_is_never),
        cmocka_unit_test(programs_that_end),
        cmocka_unit_test(a_window_is_watched),
        cmocka_unit_test_setup_teardown(a_model_says_what_a_walk_is_worth, make_test_folder,
                                        remove_test_folder),
        cmocka_unit_test(steps_of_a_model),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
