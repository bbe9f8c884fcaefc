/* An L2 bank by itself, with the test in the place of its DRAM channel and of the SM that asks: when a hit
 * and a miss are answered, how many misses are under way, what happens when DRAM takes nothing. */
#include "sim/l2/l2.h"
#include "tests/unit/sim/part.h"

enum { LATENCY = 20, MSHRS = 6, MERGE = 4, MISS_QUEUE = 3, ACCESS_QUEUE = 2, ICNT = 4, MOST = 64 };

static sim_base base;
static crossbar x;
static crossbar_port port;
static policy_choice lru;
static l2_bank bank;
static dram_input below;  /* the bank as its channel sees it */
static dram_input remote; /* and as the link to the host does */

static struct {
    bool takes;           /* misses, and answers them at once */
    uint32_t taken, most; /* misses; the most that were under way */
    uint16_t tag[MOST];   /* of those not answered */
    uint8_t sectors[MOST];
    uint32_t held;
    bool answers;
    uint64_t taken_at; /* cycle of the last */
} dram;

static struct {
    uint32_t answered, granted, order[MOST]; /* packets, their tags */
    uint64_t ready[MOST];                    /* cycle from which the reply to request `tag` could leave */
    bool hit[MOST];
} sm;

/* All clocks are the core's, and a reply is one packet of one flit. */
static void begin(const char *const *settings)
{
    static const char *const own[] = {"sms=1",
                                      "channels=1",
                                      "l2_banks=1",
                                      "core_mhz=700",
                                      "icnt_mhz=700",
                                      "l2_mhz=700",
                                      "l2_sets=16",
                                      "l2_ways=2",
                                      "icnt_latency=4",
                                      "flit_reply_bytes=136",
                                      "l2_latency=20",
                                      "l2_mshrs=6",
                                      "l2_miss_queue=3",
                                      "l2_access_queue=2",
                                      "l2_merge=4",
                                      "l2_port_bytes=128",
                                      "l2_sector_bytes=128",
                                      NULL};
    poise_error err;
    part_base(&base, own, settings);
    const crossbar_replies replies = l2_replies(&base.config);
    const l2_surroundings around = {.crossbar = &x, .most_below = MOST, .has_remote = true};
    assert_int_equal(crossbar_init(&x, &base, &replies, &err), 0);
    assert_true(port_init(&port, &base, 64));
    x.port[0] = &port;
    assert_int_equal(policy_choose(POLICY_CACHE, "lru", &lru, &err), 0);
    assert_int_equal(l2_init(&bank, &base, 0, &lru, &around, &err), 0);
    bank.count = calloc(1, sizeof *bank.count);
    assert_non_null(bank.count);
    l2_reset(&bank);
    port_reset(&port);
    below = l2_input(&bank);
    remote = l2_remote_input(&bank);
    memset(&dram, 0, sizeof dram);
    memset(&sm, 0, sizeof sm);
    dram.takes = dram.answers = true;
}

static void end(void)
{
    l2_free(&bank);
    policy_choice_free(&lru);
    base_free(&base);
}

/* Request number `tag` for sectors of the line at `address`, which the crossbar can grant from the present
 * cycle on.
 */
static void ask_sectors(uint32_t tag, uint64_t address, mem_kind kind, uint32_t sectors)
{
    address_place place;
    address_find_l2(base.map, address, &place);
    const packet p = {.request = {.address = address, .kind = (uint8_t)kind, .sectors = (uint8_t)sectors},
                      .ready = base_now(&base),
                      .l2_set = place.l2_set,
                      .tag = (uint16_t)tag,
                      .flits = 1,
                      .pieces = 1};
    network_send(&x.requests, 0, &p);
}

static void ask_for(uint32_t tag, uint64_t address, mem_kind kind)
{
    ask_sectors(tag, address, kind, ALL_SECTORS);
}

static void ask(uint32_t tag, uint32_t line)
{
    ask_for(tag, line_address(line), MEM_LOAD);
}

/* What a channel does that needs no time. */
static void run_dram(void)
{
    while (dram.takes && below.queue->count &&
           dram_access_fifo_front(below.queue)->ready <= base_now(&base)) {
        dram.sectors[dram.held] = dram_access_fifo_front(below.queue)->request.sectors;
        dram.tag[dram.held++] = dram_access_fifo_front(below.queue)->tag;
        dram.taken++;
        dram.taken_at = base_now(&base);
        below.taken(below.owner, below.queue);
    }
    dram.most = dram.held > dram.most ? dram.held : dram.most;
    while (dram.answers && dram.held &&
           below.give(below.owner,
                      &(dram_reply){.tag = dram.tag[dram.held - 1], .sectors = dram.sectors[dram.held - 1]}))
        dram.held--;
}

static void run_component(void *context, uint32_t component)
{
    (void)context;
    if (component == base.first_channel)
        run_dram();
    else if (component == base.first_bank)
        l2_run(&bank);
}

/* Takes replies as the SM's output of the crossbar does. */
static void take_reply(void)
{
    packet p;
    uint32_t from;
    uint64_t retry;
    if (!network_grant(&x.replies, 0, base_now(&base), &p, &from, &retry))
        return;
    sm.order[sm.granted++ % MOST] = p.tag;
    l2_response_left(&bank, &p);
    if (p.goes_on)
        return;
    sm.ready[p.tag] = base_now(&base);
    sm.hit[p.tag] = p.l2_hit;
    sm.answered++;
}

/* The channel and the bank, for a cycle. */
static void step(void)
{
    wheel_wake(&base.wheel, base.first_channel, base_now(&base));
    wheel_run(&base.wheel, base_now(&base) + 1, run_component, NULL);
}

static void run(int cycles)
{
    for (int i = 0; i < cycles; i++) {
        step();
        base.wheel.now--; /* the outputs of the crossbar run in the same cycle, behind the banks */
        take_reply();
        base.wheel.now++;
    }
}

/* Granted in t, a packet of one flit has come in t + 1, is `l2_latency` in the pipe and looked up in the
 * cycle after; DRAM sees a miss two cycles later, and what it returns is answered after two more. A hit is
 * answered in the cycle after its look-up. */
static void a_miss_and_a_hit_take_their_time(void **state)
{
    (void)state;
    begin(NULL);
    run(10);
    uint64_t look_up = base_now(&base) + 1 + LATENCY + 1;
    ask(0, 1);
    run(100);
    assert_int_equal(dram.taken, 1);
    assert_int_equal(dram.taken_at, look_up + 2);
    assert_int_equal(sm.ready[0], look_up + 2 + 2);
    assert_false(sm.hit[0]);
    look_up = base_now(&base) + 1 + LATENCY + 1;
    ask(1, 1);
    run(100);
    assert_int_equal(dram.taken, 1);
    assert_int_equal(sm.ready[1], look_up + 1);
    assert_true(sm.hit[1]);
    assert_int_equal(bank.count->l2_reads, 2);
    assert_int_equal(bank.count->l2_read_hits, 1);
    end();
}

/* A DRAM that takes everything and answers nothing is asked for as many lines as there are MSHRs. Requests of
 * one line share one. */
static void mshrs_bound_the_misses(void **state)
{
    (void)state;
    begin(NULL);
    dram.answers = false;
    ask(0, 1);
    ask(1, 1);
    for (uint32_t i = 2; i < 12; i++) {
        ask(i, i);
        run(LATENCY);
    }
    run(200);
    assert_int_equal(dram.taken, MSHRS);
    assert_int_equal(bank.count->l2_merges, 1);
    assert_int_equal(sm.answered, 0);
    dram.answers = true;
    run(500);
    assert_int_equal(sm.answered, 12);
    assert_int_equal(dram.taken, 11);
    assert_true(dram.most <= MSHRS);
    assert_int_equal(bank.mshrs.used, 0);
    end();
}

/* Where requests are of sectors, each sector of a line in flight has a merge list of its own: one that is
 * full keeps no other from being joined. */
static void sectors_have_merge_lists(void **state)
{
    (void)state;
    static const char *const settings[] = {"l1_sector_bytes=32", "coalesce_bytes=32", "l2_sector_bytes=32",
                                           "l2_merge=2",         "l2_access_queue=8", NULL};
    begin(settings);
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

/* A DRAM that takes nothing: the miss queue fills, then the access queue, and the rest stays outside. */
static void a_dram_that_takes_nothing_fills_the_queues(void **state)
{
    (void)state;
    enum { ASKED = 12 };
    begin(NULL);
    dram.takes = false;
    for (uint32_t i = 0; i < ASKED; i++) {
        ask(i, i);
        run(LATENCY);
    }
    run(200);
    assert_int_equal(bank.misses.count, MISS_QUEUE);
    assert_int_equal(bank.access.count, ACCESS_QUEUE);
    assert_int_equal(bank.pipe.count + x.requests.input[0].queue.count, ASKED - MISS_QUEUE - ACCESS_QUEUE);
    assert_true(x.requests.input[0].queue.count > 0);
    dram.takes = true;
    run(500);
    assert_int_equal(dram.taken, ASKED);
    assert_int_equal(sm.answered, ASKED);
    end();
}

/* Who asks and does not take replies lets the response queue fill; a hit waits for room in it. */
static void replies_that_nobody_takes_hold_hits_up(void **state)
{
    (void)state;
    static const char *const small[] = {"l2_response_queue=3", "icnt_buffer=2", "l2_merge=2", NULL};
    begin(small);
    ask(0, 1);
    run(100);
    assert_int_equal(sm.answered, 1);
    const uint32_t room = l2_replies(&base.config).limit;
    assert_int_equal(room, 3 + 2);
    for (uint32_t i = 1; i < 1 + room + 2; i++)
        ask(i, 1);
    wheel_run(&base.wheel, base_now(&base) + 200, run_component, NULL); /* nobody takes a reply */
    assert_int_equal(bank.response_units, room);
    assert_int_equal(bank.count->l2_read_hits, room);
    run(200);
    assert_int_equal(sm.answered, 1 + room + 2);
    assert_int_equal(bank.response_units, 0);
    end();
}

/* Sectors that several wait for come one after the other, each to all of them. */
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
    assert_int_equal(dram.taken, 1);
    dram.answers = true;
    run(100);
    assert_int_equal(sm.granted, PACKETS);
    for (uint32_t i = 0; i < PACKETS; i++)
        assert_int_equal(sm.order[i], order[i]);
    assert_int_equal(sm.answered, 3);
    assert_int_equal(sm.ready[0], sm.ready[1] + 4);
    assert_int_equal(sm.ready[2], sm.ready[0] + 1);
    assert_int_equal(bank.response_units, 0);
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
    assert_int_equal(bank.response_units, 0);
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
    assert_int_equal(bank.response_units, 0);
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
    assert_true(bank.response_units <= room.entries);
    assert_true(bank.response_units > room.entries - LINE_SECTORS);
    assert_true(bank.fill_waits);
    run(500);
    assert_int_equal(sm.answered, ASKED);
    assert_int_equal(bank.response_units, 0);
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
    assert_int_equal(bank.response_units, room);
    ask(miss, 2);
    ask_sectors(late_hit, line_address(1), MEM_LOAD, 1);
    dram.answers = true;
    for (int i = 0; i < 200; i++)
        step();
    assert_int_equal(bank.response_units, room + LINE_SECTORS);
    assert_int_equal(bank.count->l2_read_hits, room);
    run(200);
    assert_int_equal(sm.answered, late_hit + 1);
    assert_true(sm.ready[late_hit] > sm.ready[miss]);
    assert_int_equal(bank.response_units, 0);
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

static dram_access take_remote(void)
{
    assert_true(remote.queue->count > 0);
    const dram_access taken = *dram_access_fifo_front(remote.queue);
    remote.taken(remote.owner, remote.queue);
    return taken;
}

/* A line of the host's memory is fetched over the link, and kept as any other; a store to it goes through,
 * is acknowledged at once and leaves no dirty line. */
static void lines_of_the_host(void **state)
{
    (void)state;
    begin(NULL);
    const uint64_t far = VM_HOST_MEMORY + line_address(1);
    ask(0, 1);
    ask_for(1, far, MEM_LOAD);
    run(100);
    assert_int_equal(dram.taken, 1);
    assert_int_equal(sm.answered, 1);
    const dram_access read = take_remote();
    assert_int_equal(read.request.address, far);
    assert_false(read.is_write);
    assert_true(remote.give(remote.owner, &(dram_reply){.tag = read.tag, .sectors = ALL_SECTORS}));
    run(100);
    assert_int_equal(sm.answered, 2);
    assert_false(sm.hit[1]);
    ask_for(2, far, MEM_LOAD);
    ask_for(3, far, MEM_STORE);
    ask_for(4, far + 16 * LINE_BYTES, MEM_STORE); /* the same set, not here */
    run(100);
    assert_int_equal(sm.answered, 5);
    assert_true(sm.hit[2] && sm.hit[3]);
    assert_int_equal(remote.queue->count, 2);
    assert_true(take_remote().is_write);
    assert_int_equal(take_remote().request.address, far + 16 * LINE_BYTES);
    for (uint32_t i = 1; i <= 3; i++) /* it leaves by itself */
        ask(5 + i, 1 + 16 * i);
    run(300);
    assert_int_equal(sm.answered, 8);
    assert_int_equal(bank.count->l2_writebacks, 0);
    assert_int_equal(bank.count->link_read_sectors, 4);
    assert_int_equal(bank.count->link_write_sectors, 8);
    assert_int_equal(dram.taken, 4);
    assert_int_equal(bank.miss_units, 0);
    end();
}

/* An atomic is fetched, and its store follows. */
static void atomics_of_the_host(void **state)
{
    (void)state;
    begin(NULL);
    ask_for(0, VM_HOST_MEMORY, MEM_ATOMIC);
    run(100);
    assert_int_equal(remote.queue->count, 2);
    const dram_access read = take_remote();
    assert_false(read.is_write);
    assert_true(take_remote().is_write);
    assert_true(remote.give(remote.owner, &(dram_reply){.tag = read.tag, .sectors = ALL_SECTORS}));
    run(100);
    assert_int_equal(sm.answered, 1);
    assert_false(l2_lose(&bank, 0, VM_HOST_MEMORY)); /* clean */
    end();
}

/* A line that is lost with its page leaves a free way: the next one takes that, and the older line of the set
 * stays. */
static void a_lost_line_leaves_its_way_free(void **state)
{
    (void)state;
    address_place place;
    begin(NULL);
    ask(0, 1);
    run(100);
    ask_for(1, line_address(1 + 16), MEM_STORE);
    run(100);
    address_find_l2(base.map, line_address(1 + 16), &place);
    assert_true(l2_lose(&bank, place.l2_set, line_address(1 + 16))); /* dirty */
    assert_false(l2_lose(&bank, place.l2_set, line_address(1 + 16)));
    ask(2, 1 + 32);
    run(100);
    ask(3, 1);
    ask(4, 1 + 32);
    run(100);
    assert_int_equal(sm.answered, 5);
    assert_false(sm.hit[2]);
    assert_true(sm.hit[3] && sm.hit[4]);
    assert_int_equal(bank.count->l2_writebacks, 0);
    end();
}

/* A link that takes nothing fills the miss queue, and holds requests for DRAM up; what is taken of either
 * makes room for both. */
static void a_link_that_takes_nothing_fills_the_queues(void **state)
{
    (void)state;
    begin(NULL);
    for (uint32_t i = 0; i < MISS_QUEUE; i++)
        ask_for(i, VM_HOST_MEMORY + line_address(i), MEM_LOAD);
    ask(MISS_QUEUE, 9);
    run(300);
    assert_int_equal(remote.queue->count, MISS_QUEUE);
    assert_int_equal(dram.taken, 0);
    (void)take_remote();
    run(300);
    assert_int_equal(dram.taken, 1);
    assert_int_equal(sm.answered, 1);
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_miss_and_a_hit_take_their_time),
        cmocka_unit_test(mshrs_bound_the_misses),
        cmocka_unit_test(sectors_have_merge_lists),
        cmocka_unit_test(a_dram_that_takes_nothing_fills_the_queues),
        cmocka_unit_test(replies_that_nobody_takes_hold_hits_up),
        cmocka_unit_test(a_sector_goes_to_all_that_wait_for_it),
        cmocka_unit_test(a_sector_is_answered_when_it_is_there),
        cmocka_unit_test(fills_wait_when_mshrs_would),
        cmocka_unit_test(a_fill_goes_before_hits),
        cmocka_unit_test(a_miss_brings_what_lies_beside_it),
        cmocka_unit_test(a_piece_on_its_way_is_not_fetched_again),
        cmocka_unit_test(lines_of_the_host),
        cmocka_unit_test(atomics_of_the_host),
        cmocka_unit_test(a_lost_line_leaves_its_way_free),
        cmocka_unit_test(a_link_that_takes_nothing_fills_the_queues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
