/* Who gives up memory and which chunk, by each option of vm:gpuswap: scenes in which each has its own answer
 * [KE 5.2]. Chunks have 128 KB, memory eight or sixteen of them. */
#include "tests/folder.h"
#include "tests/unit/sim_hooks/gpuswap_script.h"

enum { CHUNK_PAGES = 32, CHUNKS = 8, PERIOD = 1000000, SEEDS = 64 };
#define SLOW ":chunk=128:setup_us=1:flush=1:return_us=0:period_us=1000000"

static void open(const char *choice, uint64_t seed)
{
    char label[384];
    snprintf(label, sizeof label, "gpuswap:memory=1:seed=%llu:%s:priorities=%s" SLOW,
             (unsigned long long)seed, choice, test_path("priorities"));
    script_begin(label);
}

static void access_chunk(uint16_t app, uint32_t chunk, uint32_t sectors)
{
    script_access(app, chunk * CHUNK_PAGES + sectors, sectors);
}

/* A bit for each chunk of program 0 that is at the host. */
static unsigned evicted(void)
{
    unsigned chunks = 0;
    for (uint32_t i = 0; i < CHUNKS; i++)
        if (script_at_host(0, i * CHUNK_PAGES, CHUNK_PAGES) == CHUNK_PAGES)
            chunks |= 1u << i;
    return chunks;
}

/* Time goes on to the end of the period. */
static void end_period(void)
{
    script_pass(PERIOD - script.now % PERIOD);
    script_come_to_rest();
}

/* All eight chunks in two buffers, of which the first has the higher priority; chunk 1 the lowest of all in
 * the file. */
static void two_buffers(void)
{
    script_allocate(0, 0, 4 * CHUNK_PAGES);
    script_allocate(0, 4 * CHUNK_PAGES, 4 * CHUNK_PAGES);
    for (uint32_t i = 0; i < CHUNKS * CHUNK_PAGES; i++)
        (void)script_place(0, i);
}

/* Chunk 5 was used longest ago, chunk 2 in no period that is over. */
static void use(void)
{
    script_launch(0);
    for (uint32_t i = 0; i < CHUNKS; i++)
        if (i != 2)
            access_chunk(0, (i + 5) % CHUNKS == 2 ? 3 : (i + 5) % CHUNKS, 1);
    access_chunk(0, 5, 9);
    end_period();
    for (uint32_t i = 0; i < CHUNKS; i++)
        if (i != 2 && i != 5)
            access_chunk(0, i, 2);
    end_period();
    access_chunk(0, 2, 1);
    script_finish(0);
    script_come_to_rest();
}

static void each_pick_has_its_chunk(void **state)
{
    (void)state;
    static const struct {
        const char *pick;
        unsigned chunks; /* any of them, and each in some run */
    } wanted[] = {{"pick=priority", 0xf0}, {"pick=random", 0xff}, {"pick=chunks", 1 << 1},
                  {"pick=reverse", 0xff},  {"pick=lru", 1 << 5},  {"pick=nfu", 1 << 2}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        unsigned seen = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            open(wanted[i].pick, seed);
            two_buffers();
            use();
            assert_int_equal(evicted(), 0);
            script_allocate(1, 0, CHUNK_PAGES);
            script_come_to_rest();
            assert_int_equal(__builtin_popcount(evicted()), 1);
            seen |= evicted();
            script_end();
        }
        assert_int_equal(seen, wanted[i].chunks);
    }
}

/* A chunk of each buffer is out during one launch; the buffer whose chunk was accessed less goes first,
 * whatever the file says [KE 5.2.2]. */
static void samples_give_priorities(void **state)
{
    (void)state;
    unsigned seen = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        open("pick=sampling", seed);
        two_buffers();
        script_launch(0);
        for (uint32_t i = 0; i < CHUNKS; i++)
            access_chunk(0, i, i < 4 ? 9 : 1); /* of no sample yet */
        end_period();
        assert_int_equal(evicted(), 0);
        script_finish(0);
        script_come_to_rest();
        assert_true(__builtin_popcount(evicted() & 0x0f) == 1 && __builtin_popcount(evicted() & 0xf0) == 1);
        script_launch(0);
        for (uint32_t i = 0; i < CHUNKS; i++)
            access_chunk(0, i, i < 4 ? 1 : 9);
        script_finish(0);
        script_come_to_rest();
        assert_int_equal(evicted(), 0);
        assert_int_equal(script.sent[false], script.sent[true]);
        script_allocate(1, 0, CHUNK_PAGES);
        script_come_to_rest();
        assert_int_equal(__builtin_popcount(evicted()), 1);
        seen |= evicted();
        script_end();
    }
    assert_int_equal(seen, 0x0f);
}

/* What a launch used at the host is in VRAM after it, and as much of the rest is at the host [KE 5.2.2]. */
static void reverse_swapping_after_a_launch(void **state)
{
    (void)state;
    static const char *const picks[] = {"pick=random", "pick=reverse"};
    for (uint64_t run = 0; run < 2 * SEEDS; run++) {
        open(picks[run % 2], run / 2);
        two_buffers();
        script_allocate(1, 0, 4 * CHUNK_PAGES);
        script_come_to_rest();
        const unsigned before = evicted(), lowest = before & (0 - before), used = lowest | (0xffu & ~before);
        assert_int_equal(__builtin_popcount(before), 4);
        script_launch(0);
        for (uint32_t i = 0; i < CHUNKS; i++)
            if (used >> i & 1)
                access_chunk(0, i, 1);
        script_finish(0);
        script_come_to_rest();
        assert_int_equal(__builtin_popcount(evicted()), 4);
        assert_int_equal(__builtin_popcount(evicted() & before), run % 2 ? 3 : 4);
        assert_int_equal(evicted() & lowest, run % 2 ? 0 : lowest);
        const uint32_t transfers = script.transfers;
        script_launch(0);
        script_finish(0);
        script_come_to_rest();
        assert_int_equal(script.transfers, transfers); /* nothing was used */
        script_end();
    }
}

/* ---- victims ---- */

static const char *const victims[] = {"memory", "accesses", "performance"};

static void open_victims(uint32_t i)
{
    char label[128];
    snprintf(label, sizeof label, "gpuswap:memory=2:victim=%s" SLOW, victims[i]);
    script_begin(label);
}

static uint32_t at_host(uint16_t app)
{
    const swap_app *a = swap_app_at(script_state()->memory, app);
    return (uint32_t)(a->bytes[SWAP_SYSRAM] / (CHUNK_PAGES * PAGE));
}

/* 7, 4 and 5 chunks in VRAM of three programs, of which the first has three at the host. */
static void three_programs(void)
{
    static const uint32_t chunks[] = {10, 4, 5};
    for (uint16_t app = 0; app < 3; app++) {
        script_allocate(app, 0, chunks[app] * CHUNK_PAGES);
        script_come_to_rest();
        for (uint32_t i = 0; i < chunks[app] * CHUNK_PAGES; i++)
            (void)script_place(app, i);
    }
    assert_true(at_host(0) == 3 && at_host(1) == 0 && at_host(2) == 0);
}

/* Program 0 has most and reads over the link alone, so that it loses most; 1 reads most; 2 loses nothing and
 * has more than 1. */
static void each_victim(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SWAP_VICTIMS; i++) {
        open_victims(i);
        three_programs();
        for (uint32_t page = 0; page < 10 * CHUNK_PAGES; page++)
            if (script_is_host(0, page))
                script_access(0, page, 1);
        for (uint32_t page = 0; page < 4 * CHUNK_PAGES; page++)
            script_access(1, page, 4);
        script_access(2, 7, 4);
        script_allocate(3, 0, CHUNK_PAGES);
        script_come_to_rest();
        for (uint16_t app = 0; app < 3; app++)
            assert_int_equal(at_host(app), (app ? 0 : 3) + (app == i));
        script_end();
    }
}

/* With a link that is as fast as memory nobody loses anything, and the one with most gives. */
static void a_link_that_costs_nothing(void **state)
{
    (void)state;
    for (int costs = 0; costs < 2; costs++) {
        char label[128];
        snprintf(label, sizeof label, "gpuswap:memory=2:victim=performance:link_cost=%d" SLOW,
                 costs ? 28 : 1);
        script_begin(label);
        three_programs();
        for (uint32_t page = 0; page < 10 * CHUNK_PAGES; page++)
            script_access(0, page, 1);
        script_allocate(3, 0, CHUNK_PAGES);
        script_come_to_rest();
        assert_int_equal(at_host(0), costs ? 3 : 4);
        script_end();
    }
}

/* Rates are of this period and the one before. */
static void old_accesses_are_forgotten(void **state)
{
    (void)state;
    for (uint32_t periods = 0; periods < 4; periods++) {
        open_victims(SWAP_ACCESSES);
        three_programs();
        for (uint32_t page = 0; page < 4 * CHUNK_PAGES; page++)
            script_access(1, page, 4);
        for (uint32_t n = 0; n < periods; n++)
            end_period();
        script_access(2, 7, 1);
        script_allocate(3, 0, CHUNK_PAGES);
        script_come_to_rest();
        assert_int_equal(at_host(1), periods < 2);
        assert_int_equal(at_host(2), periods >= 2);
        script_end();
    }
}

/* Lines that one program drives out of the L2 are accesses of the one that wrote them. */
static void write_backs_are_of_their_page(void **state)
{
    (void)state;
    open_victims(SWAP_ACCESSES);
    three_programs();
    for (uint32_t page = 0; page < 5 * CHUNK_PAGES; page++)
        script.policy->accessed(script.state, 1, script_place(2, page) << VM_BASE_BITS, 4, true);
    script_access(1, 0, 4);
    script.policy->accessed(script.state, 1, UINT64_C(77) << VM_BASE_BITS, 4000, false); /* of no buffer */
    script.policy->accessed(script.state, POLICY_PROGRAMS, script_place(1, 0) << VM_BASE_BITS, 4000, false);
    script_allocate(3, 0, CHUNK_PAGES);
    script_come_to_rest();
    assert_int_equal(at_host(2), 1);
    script_end();
}

/* ---- what is not asked for ---- */

static void defaults_watch_nothing(void **state)
{
    (void)state;
    static const char *const labels[] = {"gpuswap", "gpuswap:pick=random", "gpuswap:pick=chunks",
                                         "gpuswap:pick=sampling", "gpuswap:victim=accesses"};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        script_begin(labels[i]);
        assert_int_equal(script.policy->watches(script.state), i > 2);
        script_end();
    }
}

/* A program that ends while its sample is out leaves nothing behind. */
static void a_program_that_ends_during_a_sample(void **state)
{
    (void)state;
    for (int when = 0; when < 3; when++) {
        open("pick=sampling", 1);
        two_buffers();
        script_launch(0);
        end_period();
        script_finish(0);
        if (when)
            script_come_to_rest();
        else
            script_pass(1000); /* on the link */
        if (when == 2) {
            script_launch(0);
            script_finish(0);
        }
        script_leave(0);
        script_come_to_rest();
        assert_true(script_figure("vram") == 0 && script_figure("at_host") == 0);
        two_buffers();
        script_come_to_rest();
        script_launch(0);
        script_finish(0);
        assert_int_equal(evicted(), 0);
        script_end();
    }
}

/* ---- requests that are refused ---- */

/* Of 8 chunks one can be evicted, and its copy fails: the new buffer finds no memory. */
static void a_copy_that_fails_with_memory_of_the_host_full(void **state)
{
    (void)state;
    script_begin("gpuswap:memory=1:chunk=1024:host=1:fail=1:return_us=100");
    script_allocate(0, 0, MB_PAGES);
    script_allocate(0, 1024, MB_PAGES - CHUNK_PAGES);
    script_come_to_rest();
    script_allocate(1, 0, MB_PAGES);
    script_pass(5 * MB);
    assert_int_equal(script.refused, 1);
    assert_true(script_admits(0) && script_admits(1));
    script_leave(1);
    script_end();
}

static int write_priorities(void **state)
{
    const unsigned long long first = (unsigned long long)FIRST * PAGE, chunk = CHUNK_PAGES * PAGE;
    if (make_test_folder(state) != 0)
        return -1;
    FILE *file = fopen(test_path("priorities"), "w");
    if (!file)
        return -1;
    fprintf(file, "* 0x%llx %llu 9\n* 0x%llx %llu 3\n* 0x%llx %llu 1\n", first, 4 * chunk, first + 4 * chunk,
            4 * chunk, first + chunk, chunk);
    return fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pick_has_its_chunk),
        cmocka_unit_test(samples_give_priorities),
        cmocka_unit_test(reverse_swapping_after_a_launch),
        cmocka_unit_test(each_victim),
        cmocka_unit_test(a_link_that_costs_nothing),
        cmocka_unit_test(old_accesses_are_forgotten),
        cmocka_unit_test(write_backs_are_of_their_page),
        cmocka_unit_test(defaults_watch_nothing),
        cmocka_unit_test(a_program_that_ends_during_a_sample),
        cmocka_unit_test(a_copy_that_fails_with_memory_of_the_host_full),
    };
    return cmocka_run_group_tests(tests, write_priorities, remove_test_folder);
}
