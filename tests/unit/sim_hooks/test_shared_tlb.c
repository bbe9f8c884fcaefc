/* SharedTLB does what MASK says of it: L1 TLBs of 64 entries, an L2 TLB of 512 in 32 sets of 16, LRU, two
 * look-ups a cycle that take ten, misses of one page merged, up to 64 walks at once of four dependent reads
 * each, nothing known of one address space in another. The test plays the simulator. */
#include "sim_hooks/builtin.h"
#include "sim_hooks/tlb/page_table.h"
#include "tests/policy_figure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMS = 4, HANDLES = SMS * 300, PAGE_BITS = 12, READ_CYCLES = 100, EVENTS = 1 << 16 };

typedef struct read_event {
    uint64_t when;
    tlb_read read;
} read_event;

typedef struct player {
    tlb_host host;
    void *state;
    uint64_t now;
    read_event reads[EVENTS]; /* all that were asked for, in order */
    uint32_t n_reads, reads_done;
    uint64_t answered_at[HANDLES];
    uint32_t answers;
    bool faults;       /* no page is in memory */
    uint8_t page_size; /* what pages are */
} player;

static uint8_t frame(void *opaque, uint16_t app, uint64_t address)
{
    (void)app, (void)address;
    const player *p = opaque;
    return p->faults ? 0 : p->page_size;
}

static void translated(void *opaque, uint32_t handle)
{
    player *p = opaque;
    assert_true(handle < HANDLES && !p->answered_at[handle]);
    p->answered_at[handle] = p->now;
    p->answers++;
}

static void read_memory(void *opaque, const tlb_read *read)
{
    player *p = opaque;
    assert_true(p->n_reads < EVENTS);
    p->reads[p->n_reads++] = (read_event){p->now + READ_CYCLES, *read};
}

static player *open_player(const char *arguments)
{
    player *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->page_size = PAGE_BITS;
    p->host = (tlb_host){.sms = SMS,
                         .page_bits = PAGE_BITS,
                         .handles = HANDLES,
                         .opaque = p,
                         .frame = frame,
                         .mapped = frame,
                         .translated = translated,
                         .read = read_memory};
    char text[128];
    const policy_info *info = &tlb_shared_tlb.info;
    snprintf(text, sizeof text, "%s", arguments);
    void *options = calloc(1, info->options_size);
    poise_error err;
    assert_non_null(options);
    assert_int_equal(poise_options_defaults(info->options, info->n_options, options, &err), 0);
    assert_int_equal(
        poise_options_parse_colons(info->options, info->n_options, options, "policy", text, &err), 0);
    if (tlb_shared_tlb.create(&p->host, options, &p->state, &err))
        fail_msg("%s", err.text);
    free(options);
    return p;
}

static void close_player(player *p)
{
    tlb_shared_tlb.life.destroy(p->state);
    free(p);
}

static mem_request request_of(uint32_t sm, uint16_t app, uint64_t page)
{
    return (mem_request){.virtual_address = page << PAGE_BITS, .source = (uint16_t)sm, .app = app};
}

static bool look_up(player *p, uint32_t sm, uint16_t app, uint64_t page)
{
    const mem_request request = request_of(sm, app, page);
    return tlb_shared_tlb.look_up(p->state, &request, p->now) == TLB_HIT;
}

static void fill(player *p, uint32_t sm, uint16_t app, uint64_t page)
{
    tlb_shared_tlb.fill(p->state, sm, &(tlb_page){.page = page, .app = app, .page_bits = PAGE_BITS}, p->now);
}

/* Requests of one cycle, `n` pages from `page` on by handles from `handle` on. */
static void ask(player *p, uint32_t handle, uint16_t app, uint64_t page, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const mem_request request = request_of(0, app, page + i);
        tlb_shared_tlb.ask(p->state, handle + i, &request, p->now);
    }
}

/* One cycle: what returns in it, then a tick. */
static void step(player *p)
{
    while (p->reads_done < p->n_reads && p->reads[p->reads_done].when <= p->now)
        tlb_shared_tlb.read_done(p->state, p->reads[p->reads_done++].read.token, true, p->now);
    uint64_t next = tlb_shared_tlb.tick(p->state, p->now);
    assert_true(next > p->now);
    p->now++;
}

static void run_for(player *p, uint64_t cycles)
{
    for (uint64_t end = p->now + cycles; p->now < end;)
        step(p);
}

static double statistic(player *p, const char *name)
{
    policy_statistic all[POLICY_STATISTICS];
    size_t n = tlb_shared_tlb.life.statistics(&p->state, 1, all, POLICY_STATISTICS);
    return figure_named(all, n, name);
}

/* ---- L1 TLB ---- */

static void l1_is_fully_associative_lru(void **state)
{
    (void)state;
    player *p = open_player("");
    for (uint64_t page = 0; page < 64; page++) {
        assert_false(look_up(p, 0, 0, page * 512)); /* all of one set in any other organisation */
        fill(p, 0, 0, page * 512);
    }
    for (uint64_t page = 0; page < 64; page++)
        assert_true(look_up(p, 0, 0, page * 512));
    assert_true(look_up(p, 0, 0, 0));
    fill(p, 0, 0, 99);
    assert_true(look_up(p, 0, 0, 0));
    assert_false(look_up(p, 0, 0, 512)); /* the least recently used one has gone */
    assert_false(look_up(p, 1, 0, 0));   /* every SM has its own */
    close_player(p);
}

/* ---- L2 TLB ---- */

static void a_walk_is_four_dependent_reads(void **state)
{
    (void)state;
    player *p = open_player("");
    ask(p, 0, 0, 5, 1);
    run_for(p, 10 + 4 * READ_CYCLES);
    assert_int_equal(p->answers, 0);
    step(p);
    assert_int_equal(p->answered_at[0], 10 + 4 * READ_CYCLES);
    assert_int_equal(p->n_reads, 4);
    const page_table table = {{9, 9, 9, 9}, PAGE_TABLE_ENTRY_BITS};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(p->reads[i].read.depth, i + 1);
        assert_int_equal(p->reads[i].read.address, page_table_entry(&table, 0, 5 << PAGE_BITS, i + 1));
        assert_int_equal(p->reads[i].when, 10 + (i + 1) * READ_CYCLES); /* the one before has returned */
    }
    ask(p, 1, 0, 5, 1);
    uint64_t asked = p->now;
    run_for(p, 20);
    assert_int_equal(p->answered_at[1], asked + 10);
    assert_int_equal(p->n_reads, 4);
    close_player(p);
}

static void two_look_ups_begin_in_a_cycle(void **state)
{
    (void)state;
    player *p = open_player("");
    ask(p, 0, 0, 0, 8);
    run_for(p, 2000);
    ask(p, 100, 0, 0, 8);
    uint64_t asked = p->now;
    run_for(p, 20);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(p->answered_at[100 + i], asked + 10 + i / 2);
    close_player(p);
}

static void misses_of_a_page_merge(void **state)
{
    (void)state;
    player *p = open_player("");
    for (uint32_t i = 0; i < 30; i++)
        ask(p, i, 0, 7, 1);
    run_for(p, 1000);
    assert_int_equal(p->answers, 30);
    assert_int_equal(p->n_reads, 4);
    for (uint32_t i = 1; i < 30; i++)
        assert_int_equal(p->answered_at[i], p->answered_at[0]); /* all go on at once */
    assert_int_equal((int)statistic(p, "walks"), 1);
    close_player(p);
}

static void pages_of_one_set(void **state)
{
    (void)state;
    player *p = open_player("");
    for (uint32_t i = 0; i < 17; i++) { /* 32 sets: every 32nd page */
        ask(p, i, 0, i * 32, 1);
        run_for(p, 1000);
    }
    uint32_t walked = p->n_reads;
    ask(p, 20, 0, 16 * 32, 1);
    run_for(p, 1000);
    assert_int_equal(p->n_reads, walked);
    ask(p, 21, 0, 1 * 32, 1); /* the second is still there, of 16 ways */
    run_for(p, 1000);
    assert_int_equal(p->n_reads, walked);
    ask(p, 22, 0, 0, 1); /* the first is not */
    run_for(p, 1000);
    assert_int_equal(p->n_reads, walked + 4);
    close_player(p);
}

static void sixty_four_walks_at_once(void **state)
{
    (void)state;
    player *p = open_player("");
    ask(p, 0, 0, 0, 100);
    run_for(p, 10 + READ_CYCLES - 1);
    assert_int_equal(p->n_reads, 64);
    run_for(p, 10 * READ_CYCLES);
    assert_int_equal(p->answers, 100);
    assert_int_equal((int)statistic(p, "walks_at_once"), 64);
    close_player(p);
}

/* More pages than MSHRs: look-ups are held up in order, and none is lost. */
static void full_mshrs_hold_look_ups_up(void **state)
{
    (void)state;
    player *p = open_player("mshrs=4:walks=2");
    ask(p, 0, 0, 0, 200);
    for (uint32_t i = 0; i < 100 && p->answers < 200; i++)
        run_for(p, 1000);
    assert_int_equal(p->answers, 200);
    assert_int_equal((int)statistic(p, "walks"), 200);
    assert_int_equal((int)statistic(p, "walks_at_once"), 2);
    for (uint32_t i = 1; i < 200; i++)
        assert_true(p->answered_at[i] >= p->answered_at[i - 1]);
    close_player(p);
}

/* ---- address spaces ---- */

static void address_spaces_are_apart(void **state)
{
    (void)state;
    player *p = open_player("");
    fill(p, 0, 1, 3);
    fill(p, 0, 2, 3);
    assert_true(look_up(p, 0, 1, 3) && look_up(p, 0, 2, 3));
    assert_false(look_up(p, 0, 0, 3));
    ask(p, 0, 1, 3, 1);
    ask(p, 1, 2, 3, 1);
    run_for(p, 1000);
    assert_int_equal(p->n_reads, 8);                                          /* neither merged nor hit */
    assert_int_not_equal(p->reads[0].read.address, p->reads[1].read.address); /* roots of their own */
    tlb_shared_tlb.flush(p->state, 1);
    assert_false(look_up(p, 0, 1, 3));
    assert_true(look_up(p, 0, 2, 3));
    ask(p, 2, 2, 3, 1);
    run_for(p, 1000);
    assert_int_equal(p->n_reads, 8);
    ask(p, 3, 1, 3, 1);
    run_for(p, 1000);
    assert_int_equal(p->n_reads, 12);
    close_player(p);
}

/* MASK, Figure 6.7: a second program raises the miss rate of the first. */
static void programs_share_the_l2_tlb(void **state)
{
    (void)state;
    double rate[2];
    for (uint32_t programs = 1; programs <= 2; programs++) {
        player *p = open_player("");
        for (uint32_t round = 0; round < 3; round++) {
            for (uint32_t app = 0; app < programs; app++)
                for (uint64_t page = 0; page < 400; page++) {
                    memset(p->answered_at, 0, sizeof p->answered_at);
                    ask(p, 0, (uint16_t)app, page, 1);
                    run_for(p, 10 + 4 * READ_CYCLES + 1);
                }
        }
        rate[programs - 1] = statistic(p, "l2_hit_rate");
        close_player(p);
    }
    assert_true(rate[0] > 0.66);        /* all but the first round */
    assert_true(rate[1] < rate[0] / 4); /* 800 pages in turn in 512 entries of LRU */
}

/* ---- pages ---- */

static void a_missing_page_waits_without_the_walker(void **state)
{
    (void)state;
    player *p = open_player("walks=1");
    p->faults = true;
    ask(p, 0, 0, 1, 1);
    ask(p, 1, 0, 1, 1);
    run_for(p, 1000);
    assert_int_equal(p->answers, 0);
    p->faults = false;
    ask(p, 2, 0, 2, 1);
    run_for(p, 1000);
    assert_int_equal(p->answers, 1); /* another walk goes on */
    tlb_shared_tlb.present(p->state, 0, 1 << PAGE_BITS, p->now);
    assert_int_equal(p->answers, 3);
    assert_int_equal(p->n_reads, 8); /* the walk is not made again */
    assert_int_equal((int)statistic(p, "faults"), 1);
    close_player(p);
}

/* Mosaic, 7.3.3: a walk of a large page reads four entries too, the first of the last level. */
static void large_pages_have_one_entry(void **state)
{
    (void)state;
    player *p = open_player("");
    p->page_size = 21;
    ask(p, 0, 0, 300, 1);
    run_for(p, 1000);
    assert_int_equal(p->n_reads, 4);
    const page_table table = {{9, 9, 9, 9}, PAGE_TABLE_ENTRY_BITS};
    assert_int_equal(p->reads[3].read.address, page_table_entry(&table, 0, 0, 4));
    ask(p, 1, 0, 17, 1); /* of the same 2 MB */
    run_for(p, 20);
    assert_int_equal(p->answers, 2);
    tlb_shared_tlb.fill(p->state, 0, &(tlb_page){.page = 0, .page_bits = 21}, p->now);
    assert_true(look_up(p, 0, 0, 0) && look_up(p, 0, 0, 511));
    assert_false(look_up(p, 0, 0, 512));
    close_player(p);
}

/* ---- life ---- */

static void restart_forgets_what_is_under_way(void **state)
{
    (void)state;
    player *p = open_player("");
    ask(p, 0, 0, 1, 1);
    run_for(p, 1000);
    ask(p, 1, 0, 2, 1);
    run_for(p, 50);
    tlb_shared_tlb.restart(p->state);
    p->n_reads = p->reads_done = 0;
    run_for(p, 1000);
    assert_int_equal(p->answers, 1);
    ask(p, 2, 0, 1, 1); /* what is known stays */
    run_for(p, 1000);
    assert_int_equal(p->n_reads, 0);
    ask(p, 3, 0, 2, 1);
    run_for(p, 1000);
    assert_int_equal(p->n_reads, 4);
    close_player(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(l1_is_fully_associative_lru),
        cmocka_unit_test(a_walk_is_four_dependent_reads),
        cmocka_unit_test(two_look_ups_begin_in_a_cycle),
        cmocka_unit_test(misses_of_a_page_merge),
        cmocka_unit_test(pages_of_one_set),
        cmocka_unit_test(sixty_four_walks_at_once),
        cmocka_unit_test(full_mshrs_hold_look_ups_up),
        cmocka_unit_test(address_spaces_are_apart),
        cmocka_unit_test(programs_share_the_l2_tlb),
        cmocka_unit_test(a_missing_page_waits_without_the_walker),
        cmocka_unit_test(large_pages_have_one_entry),
        cmocka_unit_test(restart_forgets_what_is_under_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
