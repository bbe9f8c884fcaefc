/* The table of pages when they change: what is refused, what TLBs and caches are told, which frames are free,
 * which page-table entries are written (sim_hooks/vm.h). */
#include "common/random.h"
#include "tests/unit/sim/page_scene.h"

/* Ends with the fault, which is one in words; then there is none. */
static void assert_fault(pages_fault fault, const char *words)
{
    assert_int_equal(tables.fault, fault);
    assert_int_equal(pages_error(&tables, &err), POISE_FAILED);
    assert_contains(err.text, words);
    tables.fault = PAGES_FAULTLESS;
}

/* How many lines of entries are to be written. */
static uint32_t written(void)
{
    uint32_t n = 0;
    for (tlb_read line; pages_next_unwritten(&tables, &line); n++)
        pages_written(&tables);
    return n;
}

static void a_large_page_comes_to_be_in_place(void **state)
{
    (void)state;
    place_all(FIRST);
    uint64_t before[PAGES];
    for (uint64_t i = 0; i < PAGES; i++)
        before[i] = pages_physical(&tables, 3, address_of(FIRST, i) + 40);
    assert_int_equal(written(), 0);
    pages_coalesce(&tables, 3, FIRST);
    for (uint64_t i = 0; i < PAGES; i++) {
        assert_int_equal(pages_physical(&tables, 3, address_of(FIRST, i) + 40), before[i]);
        assert_int_equal(pages_mapped(&tables, 3, address_of(FIRST, i)), VM_LARGE_BITS);
    }
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    assert_int_equal(seen.n_changed + seen.n_moved, 0); /* nothing is flushed, nothing moves */
    tlb_read line;
    assert_true(pages_next_unwritten(&tables, &line));
    assert_int_equal(line.depth, 3);
    assert_int_equal(line.address, address_of(FIRST, 0));
    pages_written(&tables);
    assert_true(pages_next_unwritten(&tables, &line));
    assert_int_equal(line.depth, 4);
    assert_int_equal(line.address, address_of(FIRST, 0));
    pages_written(&tables);
    assert_true(pages_next_unwritten(&tables, &line));
    assert_int_equal(line.address, address_of(FIRST, 16));
    assert_int_equal(written(), 31);
}

/* Pages without a place get one, if the policy knows it. */
static void pages_that_have_not_been_used(void **state)
{
    (void)state;
    assert_int_equal(pages_frame(&tables, 3, address_of(FIRST, 5)), VM_BASE_BITS);
    pages_coalesce(&tables, 3, FIRST);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    assert_int_equal(pages_physical(&tables, 3, address_of(FIRST, 511)), address_of(FIRST + 1, 511));
    missing = ((FIRST + 1) << 9) + 100;
    pages_coalesce(&tables, 3, FIRST + 1);
    assert_fault(PAGES_COALESCE, "do not lie in a large frame in order");
}

static void what_cannot_be_one_page(void **state)
{
    (void)state;
    pages_coalesce(&tables, 3, 1000); /* no such page */
    assert_fault(PAGES_COALESCE, "0x7d000000");
    place_all(FIRST);
    pages_coalesce(&tables, 3, FIRST);
    pages_coalesce(&tables, 3, FIRST); /* again */
    assert_fault(PAGES_COALESCE, "do not lie");
    offset = PAGES + 1; /* in order, but across two large frames */
    pages_coalesce(&tables, 3, FIRST + 1);
    assert_fault(PAGES_COALESCE, "do not lie");
    offset = 4 * PAGES;
    assert_int_equal(pages_frame(&tables, 3, address_of(FIRST + 2, 7)), VM_BASE_BITS);
    offset = 6 * PAGES; /* one lies elsewhere */
    pages_coalesce(&tables, 3, FIRST + 2);
    assert_fault(PAGES_COALESCE, "do not lie");
    tables.page_bits = VM_LARGE_BITS; /* there are no base pages */
    pages_coalesce(&tables, 3, FIRST + 3);
    assert_fault(PAGES_COALESCE, "do not lie");
}

static void a_large_page_goes(void **state)
{
    (void)state;
    pages_splinter(&tables, 3, FIRST);
    assert_fault(PAGES_SPLINTER, "which is no large page");
    pages_coalesce(&tables, 3, FIRST);
    uint64_t before = pages_physical(&tables, 3, address_of(FIRST, 9));
    assert_int_equal(written(), 33);
    pages_splinter(&tables, 3, FIRST);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    assert_int_equal(seen.n_changed, 1); /* exactly the one entry */
    assert_int_equal(seen.changed->page, FIRST);
    assert_int_equal(seen.changed->page_bits, VM_LARGE_BITS);
    assert_int_equal(seen.changed->app, 3);
    assert_int_equal(pages_mapped(&tables, 3, address_of(FIRST, 9)), VM_BASE_BITS);
    assert_int_equal(pages_physical(&tables, 3, address_of(FIRST, 9)), before);
    assert_int_equal(written(), 33);
    pages_coalesce(&tables, 3, FIRST);
    pages_splinter(&tables, 3, FIRST); /* before anything is written: once */
    assert_int_equal(written(), 33);
}

static void a_page_moves(void **state)
{
    (void)state;
    place_all(FIRST);
    const uint64_t page = (FIRST << 9) + 20, from = page + PAGES, to = UINT64_C(1) << 30;
    pages_move(&tables, 3, page, to);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    assert_int_equal(pages_physical(&tables, 3, (page << 12) + 5), (to << 12) + 5);
    assert_int_equal(seen.n_changed, 1);
    assert_int_equal(seen.changed->page, page);
    assert_int_equal(seen.changed->page_bits, VM_BASE_BITS);
    assert_int_equal(seen.n_moved, 1);
    assert_int_equal(seen.from[0], from << 12);
    assert_int_equal(seen.to[0], to << 12);
    tlb_read line;
    assert_true(pages_next_unwritten(&tables, &line));
    assert_int_equal(line.depth, 4);
    assert_int_equal(line.address, address_of(FIRST, 16)); /* of 16 entries the second line */
    assert_int_equal(written(), 1);
    pages_move(&tables, 3, page + 1, from); /* which is free */
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    pages_move(&tables, 3, page + 2, to); /* which is not */
    assert_fault(PAGES_TAKEN, "puts page 0xe16 where another lies");
}

static void what_cannot_move(void **state)
{
    (void)state;
    pages_move(&tables, 3, FIRST << 9, 5); /* has no place */
    assert_fault(PAGES_CHANGE, "moves or unmaps page 0xe00, which has no place of its own");
    pages_unmap(&tables, 3, FIRST << 9);
    assert_fault(PAGES_CHANGE, "no place");
    place_all(FIRST);
    pages_move(&tables, 3, FIRST << 9, UINT64_MAX >> 12);
    assert_fault(PAGES_FRAME, "frame <");
    pages_coalesce(&tables, 3, FIRST);
    pages_move(&tables, 3, FIRST << 9, 5); /* a part of a large page */
    assert_fault(PAGES_CHANGE, "of its own");
    pages_move(&tables, 3, 5 << 9, 5); /* no such page */
    assert_fault(PAGES_CHANGE, "of its own");
    assert_int_equal(seen.n_changed + seen.n_moved, 0);
}

static void a_page_goes(void **state)
{
    (void)state;
    const uint64_t page = FIRST << 9;
    place_all(FIRST);
    pages_unmap(&tables, 3, page);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    assert_int_equal(seen.n_changed, 1);
    assert_int_equal(pages_mapped(&tables, 3, page << 12), 0);
    assert_false(pages_have_place(&tables, 3, page << 12));
    pages_move(&tables, 3, page + 1, page + PAGES); /* its frame is free */
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    offset = UINT64_C(1) << 30;
    assert_int_equal(pages_frame(&tables, 3, page << 12), VM_BASE_BITS); /* it has another */
    assert_int_equal(pages_physical(&tables, 3, page << 12), (page + offset) << 12);
    missing = page + 512; /* one that is being brought in */
    assert_int_equal(pages_frame(&tables, 3, missing << 12), 0);
    pages_unmap(&tables, 3, missing);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    assert_false(pages_present(&tables, 3, missing << 12));
    assert_fault(PAGES_PRESENT, "which no request waits for");
}

/* Who says that a page is there, and puts it where none can be, has not brought it in. */
static void a_page_is_brought_in(void **state)
{
    (void)state;
    const uint64_t page = FIRST << 9;
    missing = page;
    assert_int_equal(pages_frame(&tables, 3, page << 12), 0);
    offset = UINT64_MAX >> 12; /* beyond all memory */
    missing = UINT64_MAX;
    assert_false(pages_present(&tables, 3, page << 12));
    assert_int_equal(tables.fault, PAGES_FRAME);
    tables.fault = PAGES_FAULTLESS;
    missing = page + 1;
    assert_int_equal(pages_frame(&tables, 3, missing << 12), 0);
    offset = PAGES;
    missing = UINT64_MAX;
    assert_true(pages_present(&tables, 3, (page + 1) << 12));
    assert_int_equal(pages_physical(&tables, 3, (page + 1) << 12), (page + 1 + PAGES) << 12);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
}

/* A hole keeps its frame and its place until the large page goes. */
static void holes_of_a_large_page(void **state)
{
    (void)state;
    const uint64_t page = FIRST << 9; /* the first: walks still read its entry */
    place_all(FIRST + 1);
    pages_coalesce(&tables, 3, FIRST);
    pages_unmap(&tables, 3, page);
    assert_int_equal(seen.n_changed, 1); /* the base entry, which may be older */
    assert_int_equal(pages_mapped(&tables, 3, page << 12), VM_LARGE_BITS);
    assert_int_equal(pages_physical(&tables, 3, page << 12), (page + PAGES) << 12);
    pages_move(&tables, 3, page + 512, page + PAGES);
    assert_fault(PAGES_TAKEN, "where another lies");
    pages_splinter(&tables, 3, FIRST);
    assert_int_equal(pages_mapped(&tables, 3, page << 12), 0);
    assert_int_equal(pages_mapped(&tables, 3, (page + 1) << 12), VM_BASE_BITS);
    pages_move(&tables, 3, page + 512, page + PAGES);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
}

/* A program that ends takes its pages along, large ones too. */
static void a_program_ends(void **state)
{
    (void)state;
    static const uint64_t chunk = FIRST;
    pages_coalesce(&tables, 3, FIRST);
    pages_end(&tables, 3);
    assert_int_equal(pages_mapped(&tables, 3, address_of(FIRST, 0)), 0);
    begin(1, &chunk, 0, NULL);
    assert_int_equal(seen.n_told, 1); /* of the buffer, again */
    assert_int_equal(pages_frame(&tables, 3, address_of(FIRST, 0)), VM_BASE_BITS);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
}

/* Pages change places at random: the table never says that a frame is taken that is not, or the reverse. */
static void frames_are_free_or_taken(void **state)
{
    (void)state;
    enum { FRAMES = 3 * PAGES, MOVES = 20000 };
    static uint64_t frame_of[PAGES], page_in[FRAMES];
    poise_random random;
    poise_random_seed(&random, 1);
    offset = 0;
    place_all(FIRST);
    memset(page_in, 0, sizeof page_in);
    for (uint64_t i = 0; i < PAGES; i++)
        frame_of[i] = UINT64_MAX;
    for (uint32_t i = 0; i < MOVES; i++) {
        uint64_t page = poise_random_below(&random, PAGES), to = poise_random_below(&random, FRAMES);
        pages_move(&tables, 3, (FIRST << 9) + page, to);
        assert_int_equal(tables.fault, page_in[to] ? PAGES_TAKEN : PAGES_FAULTLESS);
        tables.fault = PAGES_FAULTLESS;
        if (page_in[to])
            continue;
        if (frame_of[page] != UINT64_MAX)
            page_in[frame_of[page]] = 0;
        page_in[to] = page + 1;
        frame_of[page] = to;
        assert_int_equal(pages_physical(&tables, 3, address_of(FIRST, page)), to << 12);
    }
}

/* Frames of the two memories are others, and a page can go from one to the other; beyond either there are
 * none. */
static void memory_of_the_host(void **state)
{
    (void)state;
    const uint64_t host = VM_HOST_MEMORY >> VM_BASE_BITS, end = VM_PLACES_END >> VM_BASE_BITS;
    const uint64_t page = FIRST << 9;
    place_all(FIRST);
    (void)written();
    pages_move(&tables, 3, page, host + page + offset);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    assert_int_equal(pages_physical(&tables, 3, address_of(FIRST, 0)),
                     VM_HOST_MEMORY + address_of(FIRST + 1, 0));
    assert_int_equal(seen.n_moved, 1);
    assert_int_equal(seen.to[0], VM_HOST_MEMORY + address_of(FIRST + 1, 0));
    assert_int_equal(seen.n_changed, 1);
    assert_int_equal(written(), 1);
    pages_move(&tables, 3, page + 1, host + page + offset);
    assert_fault(PAGES_TAKEN, "where another lies");
    pages_move(&tables, 3, page, page + offset);
    pages_move(&tables, 3, page + 1, host + end - 1);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    pages_move(&tables, 3, page, host + end);
    assert_fault(PAGES_FRAME, "into frame");
    pages_move(&tables, 3, page, 2 * host);
    assert_fault(PAGES_FRAME, "into frame");
    offset = host; /* a large page in it */
    place_all(FIRST + 1);
    pages_coalesce(&tables, 3, FIRST + 1);
    assert_int_equal(tables.fault, PAGES_FAULTLESS);
    assert_int_equal(pages_mapped(&tables, 3, address_of(FIRST + 1, 3)), VM_LARGE_BITS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_large_page_comes_to_be_in_place, open, shut),
        cmocka_unit_test_setup_teardown(pages_that_have_not_been_used, open, shut),
        cmocka_unit_test_setup_teardown(what_cannot_be_one_page, open, shut),
        cmocka_unit_test_setup_teardown(memory_of_the_host, open, shut),
        cmocka_unit_test_setup_teardown(a_large_page_goes, open, shut),
        cmocka_unit_test_setup_teardown(a_page_moves, open, shut),
        cmocka_unit_test_setup_teardown(what_cannot_move, open, shut),
        cmocka_unit_test_setup_teardown(a_page_goes, open, shut),
        cmocka_unit_test_setup_teardown(a_page_is_brought_in, open, shut),
        cmocka_unit_test_setup_teardown(holes_of_a_large_page, open, shut),
        cmocka_unit_test_setup_teardown(a_program_ends, open, shut),
        cmocka_unit_test_setup_teardown(frames_are_free_or_taken, open, shut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
