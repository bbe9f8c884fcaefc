/* How does an L2 bank serve sectors: who waits for which, what a miss brings, in which order they are
 * answered?
 */
#include "tests/unit/sim/l2_bench.h"

/* Each sector of a line in flight has a merge list of its own: one that is full keeps no other from being
 * joined, whether loads ask for sectors or (as atomics do not) for lines. */
static void sectors_have_merge_lists_with(uint32_t bytes)
{
    static const char *const of_sectors[] = {"l1_sector_bytes=32", "coalesce_bytes=32", "l2_sector_bytes=32",
                                             "l2_merge=2",         "l2_access_queue=8", NULL};
    static const char *const of_lines[] = {"l2_sector_bytes=32", "l2_merge=2", "l2_access_queue=8", NULL};
    begin(bytes == SECTOR_BYTES ? of_sectors : of_lines);
    dram.answers = false;
    for (uint32_t i = 0; i < 3; i++)
        ask_sectors(i, 0, MEM_LOAD, 1);
    run(100);
    assert_int_equal(dram.taken, 1);
    assert_int_equal(bank.mshrs.used, 1);
    const uint16_t mshr = dram.tag[0];
    assert_int_equal(bank.mshr[mshr].n_merged, 2); /* the third waits */
    assert_true(l2_merged_full(&bank, mshr, &(mem_request){.sectors = 1}));
    assert_false(l2_merged_full(&bank, mshr, &(mem_request){.sectors = 2}));
    dram.answers = true;
    run(200);
    assert_int_equal(sm.answered, 3);
    end();
}

static void sectors_have_merge_lists(void **state)
{
    (void)state;
    sectors_have_merge_lists_with(SECTOR_BYTES);
    sectors_have_merge_lists_with(LINE_BYTES);
}

/* Places of those that wait beyond the ones that lie at hand, and used again. */
static void any_number_waits_in_order(void **state)
{
    (void)state;
    enum { OF_ONE = L2_FIRST_MERGED, LISTS = 2, ROUNDS = 2 };
    static const char *const settings[] = {"l2_merge=255", NULL};
    begin(settings);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t i = 0; i < OF_ONE * LISTS; i++) {
            const packet p = {.request.sectors = ALL_SECTORS, .tag = (uint16_t)i};
            l2_join(&bank, (uint16_t)(i % LISTS), &p);
        }
        assert_int_equal(bank.merged_new, OF_ONE * LISTS);
        for (uint32_t mshr = 0; mshr < LISTS; mshr++) {
            uint32_t at = bank.mshr[mshr].first;
            assert_int_equal(bank.mshr[mshr].n_merged, OF_ONE);
            for (uint32_t i = 0; i < OF_ONE; i++, at = l2_merged(&bank, at)->next)
                assert_int_equal(l2_merged(&bank, at)->request.tag, LISTS * i + mshr);
            bank.mshr[mshr].n_merged = 0;
        }
        l2_reset(&bank);
    }
    end();
}

/* Three wait for a sector of line 1, which comes `wait` cycles earlier or later, when a hit in line 2 is
 * looked up. Returns the hit's place among their answers, first = 0, and how long after its look-up it left.
 */
static uint32_t place_of_hit(const char *const *settings, int wait, uint64_t *took)
{
    enum { MERGED = 3, HIT = 1 + MERGED };
    begin(settings);
    ask_sectors(0, line_address(2), MEM_LOAD, 1);
    run(100);
    dram.answers = false;
    for (uint32_t tag = 1; tag <= MERGED; tag++)
        ask_sectors(tag, line_address(1), MEM_LOAD, 1);
    run(100);
    ask_sectors(HIT, line_address(2), MEM_LOAD, 1);
    const uint64_t look_up = base_now(&base) + 1 + LATENCY + 1;
    run(LATENCY - 4 + wait);
    dram.answers = true;
    run(100);
    assert_int_equal(sm.answered, HIT + 1);
    *took = sm.ready[HIT] - look_up;
    uint32_t place = 0;
    while (sm.order[1 + place] != HIT)
        place++;
    end();
    return place;
}

/* The answers of a fill go one a cycle, and a hit does not wait for those that come later, whether loads ask
 * for sectors or for lines. */
static void hits_go_between_the_answers_of_a_fill(void **state)
{
    (void)state;
    static const char *const of_sectors[] = {"l1_sector_bytes=32", "coalesce_bytes=32", "l2_sector_bytes=32",
                                             "l2_access_queue=8", NULL};
    static const char *const of_lines[] = {"l2_sector_bytes=32", "l2_access_queue=8", NULL};
    static const char *const *const machines[] = {of_sectors, of_lines};
    for (int i = 0; i < 2; i++) {
        uint32_t places = 0;
        for (int wait = 0; wait < 12; wait++) {
            uint64_t took;
            places |= 1u << place_of_hit(machines[i], wait, &took);
            assert_in_range(took, 1, 3); /* the fill takes the port for a cycle */
        }
        assert_int_equal(places, 0xf);
    }
}

/* Sectors that several wait for come one after the other, each to all of them, one answer a cycle. */
static void a_sector_goes_to_all_that_wait_for_it(void **state)
{
    (void)state;
    static const char *const sectors[] = {"l2_sector_bytes=32", "l2_access_queue=12", NULL};
    static const uint32_t order[] = {0, 1, 2, 0, 1, 2, 0, 2, 0, 2};
    enum { PACKETS = sizeof order / sizeof *order };
    begin(sectors);
    dram.answers = false;
    ask_sectors(0, line_address(1), MEM_LOAD, ALL_SECTORS);
    ask_sectors(1, line_address(1), MEM_LOAD, 0x3);
    ask_sectors(2, line_address(1), MEM_LOAD, ALL_SECTORS);
    run(100);
    assert_int_equal(dram.taken, LINE_SECTORS);
    for (uint32_t i = 0; i < LINE_SECTORS; i++)
        assert_true(below.give(below.owner, &(dram_reply){.tag = dram.tag[i], .sectors = dram.sectors[i]}));
    run(100);
    assert_int_equal(sm.granted, PACKETS);
    for (uint32_t i = 0; i < PACKETS; i++)
        assert_int_equal(sm.order[i], order[i]);
    assert_int_equal(sm.answered, 3);
    assert_int_equal(sm.ready[0], sm.ready[1] + 4);
    assert_int_equal(sm.ready[2], sm.ready[0] + 1);
    assert_int_equal(l2_responses(&bank), 0);
    assert_int_equal(bank.count->reply_flits, PACKETS);
    end();
}

/* DRAM returns `sectors` of the only line that it has been asked for. */
static void bring(uint32_t sectors)
{
    assert_true(below.give(below.owner, &(dram_reply){.tag = dram.tag[0], .sectors = (uint8_t)sectors}));
    run(20);
}

/* A sector is answered when it is there, whatever else its requests wait for: also to one that has come after
 * the sector. A request is over with the last of its own. */
static void a_sector_is_answered_when_it_is_there(void **state)
{
    (void)state;
    static const char *const sectors[] = {"l2_sector_bytes=32", "l2_access_queue=12", NULL};
    static const uint32_t order[] = {0, 1, 2, 0, 1, 0, 2, 0};
    enum { PACKETS = sizeof order / sizeof *order };
    begin(sectors);
    dram.answers = false;
    ask_sectors(0, line_address(1), MEM_LOAD, ALL_SECTORS);
    ask_sectors(1, line_address(1), MEM_LOAD, 0x6);
    run(100);
    assert_int_equal(bank.mshr_units, 4);
    bring(0x2);
    assert_int_equal(sm.granted, 2);
    assert_int_equal(sm.answered, 0);
    assert_int_equal(l2_responses(&bank), 0);
    assert_int_equal(bank.mshr_units, 3);
    ask_sectors(2, line_address(1), MEM_LOAD, 0xa);
    run(100);
    bring(0x4);
    assert_int_equal(sm.granted, 5);
    assert_int_equal(sm.answered, 1);
    bring(0x8);
    assert_int_equal(sm.answered, 2);
    assert_int_equal(bank.mshrs.used, 1);
    bring(0x1);
    assert_int_equal(sm.answered, 3);
    assert_int_equal(sm.granted, PACKETS);
    for (uint32_t i = 0; i < PACKETS; i++)
        assert_int_equal(sm.order[i], order[i]);
    assert_int_equal(bank.mshrs.used, 0);
    assert_int_equal(bank.mshr_units, 0);
    assert_int_equal(l2_responses(&bank), 0);
    end();
}

/* Who asks for several sectors is answered once, with the last of them; all of them must hit for a hit. */
static void a_request_is_answered_once(void **state)
{
    (void)state;
    static const char *const sectors[] = {"l2_sector_bytes=32", "l2_access_queue=12", NULL};
    static const bool hits[] = {false, false, false, true, true};
    enum { ASKED = sizeof hits / sizeof *hits };
    begin(sectors);
    ask_sectors(0, line_address(1), MEM_LOAD, 0x2);
    run(100);
    ask_sectors(1, line_address(1), MEM_LOAD, ALL_SECTORS); /* one of them is there */
    ask_sectors(2, line_address(2), MEM_LOAD, 0xc);
    run(100);
    ask_sectors(3, line_address(1), MEM_LOAD, ALL_SECTORS);
    ask_sectors(4, line_address(2), MEM_LOAD, 0xc);
    run(100);
    assert_int_equal(sm.answered, ASKED);
    assert_int_equal(sm.granted, 1 + 4 + 2 + 4 + 2);
    for (uint32_t tag = 0; tag < ASKED; tag++)
        assert_int_equal(sm.hit[tag], hits[tag]);
    assert_int_equal(bank.count->l2_reads, sm.granted);
    assert_int_equal(bank.count->l2_read_hits, 1 + 4 + 2);
    assert_true(bank.split_new <= 2); /* numbers are used again */
    end();
}

/* The answers of fills find room beside the response queue for what all MSHRs can hold, and not for more. */
static void fills_wait_when_mshrs_would(void **state)
{
    (void)state;
    enum { ASKED = 20 };
    static const char *const small[] = {"l2_sector_bytes=32", "l2_response_queue=3", "icnt_buffer=2",
                                        "l2_merge=1",         "l2_access_queue=80",  NULL};
    begin(small);
    const crossbar_replies room = l2_replies(&base.config);
    assert_int_equal(room.entries, room.limit + MSHRS * LINE_SECTORS);
    assert_true(room.entries < ASKED * LINE_SECTORS);
    for (uint32_t tag = 0; tag < ASKED; tag++) {
        ask(tag, tag);
        for (int i = 0; i < 2 * LATENCY; i++)
            step(); /* nobody takes a reply */
    }
    assert_true(l2_responses(&bank) <= room.entries);
    assert_true(l2_responses(&bank) > room.entries - LINE_SECTORS);
    assert_true(bank.fill_waits);
    run(500);
    assert_int_equal(sm.answered, ASKED);
    assert_int_equal(l2_responses(&bank), 0);
    end();
}

/* With sectors a full response queue holds hits up, but not what DRAM returns, which goes before them. */
static void a_fill_goes_before_hits(void **state)
{
    (void)state;
    static const char *const small[] = {"l2_sector_bytes=32", "l2_response_queue=3", "icnt_buffer=2",
                                        "l2_merge=1",         "l2_access_queue=20",  NULL};
    begin(small);
    ask(0, 1);
    run(100);
    assert_int_equal(sm.answered, 1);
    const uint32_t room = l2_replies(&base.config).limit, miss = 1 + room, late_hit = miss + 1;
    assert_int_equal(room, 3 + 2);
    for (uint32_t tag = 1; tag <= room; tag++)
        ask_sectors(tag, line_address(1), MEM_LOAD, 1);
    dram.answers = false;
    wheel_run(&base.wheel, base_now(&base) + 200, run_component, NULL); /* nobody takes a reply */
    assert_int_equal(l2_responses(&bank), room);
    ask(miss, 2);
    ask_sectors(late_hit, line_address(1), MEM_LOAD, 1);
    dram.answers = true;
    for (int i = 0; i < 200; i++)
        step();
    assert_int_equal(l2_responses(&bank), room + LINE_SECTORS);
    assert_int_equal(bank.count->l2_read_hits, room);
    run(200);
    assert_int_equal(sm.answered, late_hit + 1);
    assert_true(sm.ready[late_hit] > sm.ready[miss]);
    assert_int_equal(l2_responses(&bank), 0);
    end();
}

/* What a load of `sectors` of line 1 makes the bank ask DRAM for; 0: it hits. */
static uint32_t fetched(uint32_t tag, uint32_t sectors)
{
    const uint32_t before = dram.taken;
    dram.answers = false;
    ask_sectors(tag, line_address(1), MEM_LOAD, sectors);
    run(100);
    const uint32_t asked = dram.taken == before ? 0 : dram.sectors[0];
    assert_true(dram.taken <= before + 1);
    dram.answers = true;
    run(100);
    assert_int_equal(sm.answered, tag + 1);
    return asked;
}

/* A miss brings the whole piece of l2_fetch_bytes, but for what is there. */
static void a_miss_brings_what_lies_beside_it(void **state)
{
    (void)state;
    static const char *const alone[] = {"l2_sector_bytes=32", NULL};
    static const char *const pairs[] = {"l2_sector_bytes=32", "l2_fetch_bytes=64", NULL};
    static const char *const lines[] = {"l2_sector_bytes=32", "l2_fetch_bytes=128", "l2_write_alloc=lazy",
                                        NULL};
    begin(alone);
    assert_int_equal(fetched(0, 0x4), 0x4);
    assert_int_equal(fetched(1, 0x8), 0x8);
    end();
    begin(pairs);
    assert_int_equal(fetched(0, 0x4), 0xc);
    assert_int_equal(fetched(1, 0x8), 0);
    assert_int_equal(fetched(2, 0x9), 0x3); /* of which 8 is there */
    assert_int_equal(fetched(3, 0xf), 0);
    end();
    begin(lines);
    ask_sectors(0, line_address(1), MEM_STORE, 0x2);
    run(100);
    assert_int_equal(dram.taken, 0);
    assert_int_equal(fetched(1, 0x8), 0xd); /* what was written is kept */
    end();
}

/* The same of a piece that is on its way for another sector: nobody asks for it again. */
static void a_piece_on_its_way_is_not_fetched_again(void **state)
{
    (void)state;
    static const char *const pairs[] = {"l2_sector_bytes=32", "l2_fetch_bytes=64", NULL};
    begin(pairs);
    dram.answers = false;
    ask_sectors(0, line_address(1), MEM_LOAD, 0x1);
    ask_sectors(1, line_address(1), MEM_LOAD, 0x2);
    run(100);
    assert_int_equal(dram.taken, 1);
    assert_int_equal(bank.count->l2_merges, 1);
    dram.answers = true;
    run(100);
    assert_int_equal(sm.answered, 2);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sectors_have_merge_lists),
        cmocka_unit_test(any_number_waits_in_order),
        cmocka_unit_test(hits_go_between_the_answers_of_a_fill),
        cmocka_unit_test(a_sector_goes_to_all_that_wait_for_it),
        cmocka_unit_test(a_sector_is_answered_when_it_is_there),
        cmocka_unit_test(a_request_is_answered_once),
        cmocka_unit_test(fills_wait_when_mshrs_would),
        cmocka_unit_test(a_fill_goes_before_hits),
        cmocka_unit_test(a_miss_brings_what_lies_beside_it),
        cmocka_unit_test(a_piece_on_its_way_is_not_fetched_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
