/* When does an L2 bank answer a hit and a miss, and what happens when DRAM or the link to the host takes
 * nothing? */
#include "tests/unit/sim/l2_bench.h"

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
    assert_int_equal(l2_responses(&bank), room);
    assert_int_equal(bank.count->l2_read_hits, room);
    run(200);
    assert_int_equal(sm.answered, 1 + room + 2);
    assert_int_equal(l2_responses(&bank), 0);
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
        cmocka_unit_test(a_dram_that_takes_nothing_fills_the_queues),
        cmocka_unit_test(replies_that_nobody_takes_hold_hits_up),
        cmocka_unit_test(lines_of_the_host),
        cmocka_unit_test(atomics_of_the_host),
        cmocka_unit_test(a_lost_line_leaves_its_way_free),
        cmocka_unit_test(a_link_that_takes_nothing_fills_the_queues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
