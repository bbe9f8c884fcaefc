/* When an allocation inside swap/ fails, whichever: the call answers as its header says, nothing is lost,
 * what is in memory is read as it was stored, and the allocator goes on. */
#include "swap/swap_priorities.h"
#include "tests/fail_alloc.h"
#include "tests/folder.h"
#include "tests/swap_drive.h"

enum { CHUNK_PAGES = 4, VRAM_CHUNKS = 240, MANY = 1000, GOES_ON = 200 };

static swap_drive drive;

static int place_buffer(swap_drive *d, uint16_t app, uint32_t page, uint32_t chunks, uint32_t *buffer)
{
    const swap_request r = {.first_page = page,
                            .bytes = (uint64_t)chunks * CHUNK_PAGES * SWAP_PAGE,
                            .app = app,
                            .priority = SWAP_PRIORITY_DEFAULT};
    return swap_allocate(d->s, &r, buffer, NULL);
}

static uint32_t fill(swap_drive *d, uint16_t app, uint32_t page, uint32_t chunks)
{
    uint32_t buffer;
    assert_int_equal(place_buffer(d, app, page, chunks, &buffer), POISE_OK);
    swap_drive_finish(d);
    for (uint32_t i = 0; i < chunks * CHUNK_PAGES; i++)
        swap_drive_store(d, app, page + i);
    return buffer;
}

/* Buffers 0 of application 0, evicted in part, and 1 of application 1, all of it in VRAM; no plan has had a
 * move, so that the next one's list must grow. */
static void begin(swap_drive *d, swap_policy policy)
{
    const swap_options options = {.vram_bytes = (uint64_t)VRAM_CHUNKS * CHUNK_PAGES * SWAP_PAGE,
                                  .chunk_bytes = CHUNK_PAGES * SWAP_PAGE,
                                  .apps = 3,
                                  .policy = policy,
                                  .seed = 1};
    poise_error err;
    assert_int_equal(swap_drive_open(d, &options, false, 1, &err), POISE_OK);
    assert_int_equal(fill(d, 1, 0, 100), 0);
    assert_int_equal(fill(d, 0, 0, 300), 1);
    assert_true(swap_host_bytes(d->s) > 0);
}

/* ---- what may fail ---- */

static void nothing_before(swap_drive *d)
{
    (void)d;
}

static int allocate(swap_drive *d)
{
    uint32_t buffer;
    return place_buffer(d, 2, 0, 150, &buffer);
}

static void free_one(swap_drive *d)
{
    swap_free(d->s, 0);
    memset(d->shadow[1], 0, sizeof d->shadow[1]);
}

static int give_back(swap_drive *d)
{
    return swap_return(d->s, NULL);
}

static void refer_to_all(swap_drive *d)
{
    for (uint32_t i = 0; i < d->s->n_chunks; i++)
        swap_referenced(d->s, i);
}

static int reverse(swap_drive *d)
{
    refer_to_all(d);
    return swap_reverse(d->s, 0, NULL);
}

static int sample(swap_drive *d)
{
    return swap_sample_begin(d->s, 1, NULL);
}

static void begin_sample(swap_drive *d)
{
    assert_int_equal(sample(d), POISE_OK);
    swap_drive_finish(d);
}

static int end_sample(swap_drive *d)
{
    return swap_sample_end(d->s, 1, NULL);
}

static int set_priority(swap_drive *d)
{
    return swap_set_priority(d->s, 1, 7, NULL);
}

/* Through tables for all of its digits, in both places. */
static int set_high_priority(swap_drive *d)
{
    return swap_set_priority(d->s, 1, SWAP_PRIORITY_MOST, NULL);
}

static int set_chunk_priority(swap_drive *d)
{
    return swap_set_chunk_priority(d->s, 0, 9, NULL);
}

static int age(swap_drive *d)
{
    return swap_age(d->s, NULL);
}

typedef struct attempt {
    swap_policy policy;
    void (*prepare)(swap_drive *d);
    int (*call)(swap_drive *d);
    uint64_t least; /* allocations that must have been seen */
} attempt;

static const attempt attempts[] = {
    {SWAP_PRIORITY, nothing_before, allocate, 6},
    {SWAP_RANDOM, nothing_before, allocate, 6},
    {SWAP_LRU, nothing_before, allocate, 4},
    {SWAP_NFU, nothing_before, allocate, 6},
    {SWAP_PRIORITY, free_one, give_back, 4},
    {SWAP_RANDOM, free_one, give_back, 4},
    {SWAP_LRU, free_one, give_back, 4},
    {SWAP_NFU, free_one, give_back, 4},
    {SWAP_REVERSE, nothing_before, reverse, 3},
    {SWAP_SAMPLING, nothing_before, sample, 2},
    {SWAP_SAMPLING, begin_sample, end_sample, 5},
    {SWAP_PRIORITY, nothing_before, set_priority, 2},
    {SWAP_PRIORITY, nothing_before, set_high_priority, 2},
    {SWAP_NFU, refer_to_all, age, 2},
    {SWAP_PRIORITY, nothing_before, set_chunk_priority, 2},
};

static void must_hold(swap_drive *d)
{
    swap_drive_load_all(d);
    if (!swap_drive_holds(d))
        fail_msg("%s", d->broken);
}

/* False: the k-th allocation of the call was not reached. */
static bool try_with(const attempt *a, uint64_t k)
{
    swap_drive *d = &drive;
    begin(d, a->policy);
    a->prepare(d);
    const uint64_t vram = swap_vram_bytes(d->s), host = swap_host_bytes(d->s);
    fail_alloc_at(k);
    const int code = a->call(d);
    const bool has_failed = fail_alloc_end();
    assert_int_equal(code, has_failed ? POISE_FAILED : POISE_OK);
    must_hold(d);
    if (has_failed) {
        assert_false(swap_is_busy(d->s));
        assert_true(swap_vram_bytes(d->s) == vram && swap_host_bytes(d->s) == host);
        assert_int_equal(a->call(d), POISE_OK);
        must_hold(d);
    }
    swap_drive_finish(d);
    must_hold(d);
    if (!swap_drive_run(d, GOES_ON))
        fail_msg("%s", d->broken);
    swap_drive_close(d);
    return has_failed;
}

static void nothing_is_lost(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof attempts / sizeof attempts[0]; i++) {
        uint64_t k = 1;
        while (k < MANY && try_with(&attempts[i], k))
            k++;
        print_message("attempt %zu: %llu allocations\n", i, (unsigned long long)k - 1);
        assert_true(k - 1 >= attempts[i].least && k < MANY);
    }
}

static void opening_says_so(void **state)
{
    (void)state;
    const swap_options options = {.vram_bytes = 1 << 24, .apps = 2};
    poise_error err;
    uint64_t k = 1;
    for (bool has_failed = true; has_failed && k < MANY; k++) {
        fail_alloc_at(k);
        swap *s = swap_open(&options, &err);
        has_failed = fail_alloc_end();
        assert_true((s == NULL) == has_failed);
        if (has_failed)
            assert_int_equal(err.code, POISE_FAILED);
        swap_close(s);
    }
    assert_true(k > 6 && k < MANY);
}

static void ranking_says_so(void **state)
{
    (void)state;
    const uint64_t accesses[] = {1, 2}, pages[] = {1, 1};
    uint32_t priority[2];
    fail_alloc_at(1);
    assert_int_equal(swap_rank(accesses, pages, 2, priority, NULL), POISE_FAILED);
    assert_true(fail_alloc_end());
}

static void a_file_is_read_whole_or_not(void **state)
{
    (void)state;
    static swap_buffer_priority line[200];
    for (uint32_t i = 0; i < 200; i++)
        line[i] = (swap_buffer_priority){.address = (i + 1) * UINT64_C(4096), .bytes = 4096, .priority = 1};
    assert_int_equal(swap_priorities_write(test_path("p"), NULL, line, 200, NULL), POISE_OK);
    uint64_t k = 1;
    for (bool has_failed = true; has_failed && k < MANY; k++) {
        swap_priorities read;
        fail_alloc_at(k);
        const int code = swap_priorities_read(test_path("p"), &read, NULL);
        has_failed = fail_alloc_end();
        assert_int_equal(code, has_failed ? POISE_FAILED : POISE_OK);
        assert_int_equal(read.n, has_failed ? 0 : 200);
        assert_true((read.buffer == NULL) == has_failed);
        swap_priorities_free(&read);
    }
    assert_true(k > 4 && k < MANY); /* the text, and room for 64, 128, 256 lines */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(opening_says_so),
        cmocka_unit_test(ranking_says_so),
        cmocka_unit_test(a_file_is_read_whole_or_not),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
