/* Does MASK's DRAM scheduler keep its three queues, turns and quotas as the source says? ([RA] 6.4.4) */
#include "sim_hooks/builtin.h"
#include "sim_hooks/registry.h"
#include "tests/policy_figure.h"
#include "tests/test.h"

enum { BANKS = 4, QUEUE = 64, MOST = 4096, PROGRAMS = 3 };

static struct {
    policy_choice choice;
    void *state;
    mem_request request[MOST];
    uint32_t n;
    uint32_t open_row[BANKS];
    uint64_t pressure[POLICY_PROGRAMS];
    uint64_t now; /* DRAM cycle */
} t;

/* With so many programs. */
static void open_mask(const char *string, uint16_t programs)
{
    poise_error err;
    memset(&t, 0, sizeof t);
    if (policy_choose(POLICY_DRAM, string, &t.choice, &err))
        fail_msg("%s", err.text);
    const dram_host host = {
        .instance = {0, 1}, .banks = BANKS, .queue_entries = QUEUE, .sources = 4, .pressure = t.pressure};
    assert_int_equal(dram_mask.create(&host, t.choice.options, &t.state, &err), 0);
    for (uint16_t app = 0; app < programs; app++)
        dram_mask.life.app_begin(t.state, app, 0);
    dram_mask.life.launch_begin(t.state, &(policy_launch){.cycle = 0});
    for (uint32_t i = 0; i < BANKS; i++)
        t.open_row[i] = DRAM_NO_ROW;
}

static void close_mask(void)
{
    dram_mask.life.destroy(t.state);
    policy_choice_free(&t.choice);
}

/* Returns its handle. */
static uint32_t ask(mem_kind kind, uint16_t app, uint32_t bank, uint32_t row)
{
    t.request[t.n] = (mem_request){.kind = (uint8_t)kind, .app = app};
    const dram_request asked = {
        .handle = t.n, .bank = bank, .row = row, .units = 1, .arrival = t.now, .request = &t.request[t.n]};
    assert_true(dram_mask.can_accept(t.state, &asked));
    dram_mask.accept(t.state, &asked);
    return t.n++;
}
static uint32_t walk(uint32_t bank, uint32_t row)
{
    return ask(MEM_TRANSLATION, 0, bank, row);
}
static uint32_t load(uint16_t app, uint32_t bank, uint32_t row)
{
    return ask(MEM_LOAD, app, bank, row);
}

static uint32_t next(uint64_t idle)
{
    const dram_view view = {.cycle = t.now, .idle = idle, .open_row = t.open_row};
    return dram_mask.next(t.state, &view);
}

static void pass(uint64_t cycles)
{
    t.now += cycles;
    dram_mask.tick(t.state, t.now);
}

/* Requests of `app` that go into the silver queue, one after the other, until its turn ends, but at
 * most 1000: they are served before one that waits in the normal queue. */
static uint32_t silver_requests(uint16_t app)
{
    uint32_t n = 0;
    for (; n < 1000; n++) {
        const uint32_t normal = ask(MEM_LOAD, PROGRAMS + 5, 0, 1), asked = load(app, 0, 2);
        const uint32_t first = next(1);
        assert_int_equal(next(1), first == normal ? asked : normal);
        if (first == normal)
            break;
    }
    return n;
}

/* M-24: golden, silver, normal. */
static void queues_go_in_order(void **state)
{
    (void)state;
    open_mask("mask", 2);
    t.open_row[0] = 7;
    uint32_t normal = load(1, 0, 7), silver = load(0, 0, 7), golden = walk(0, 3);
    assert_int_equal(next(0xf), golden);
    assert_int_equal(next(0xf), silver);
    assert_int_equal(next(0xf), normal);
    assert_int_equal(next(0xf), DRAM_NO_REQUEST);
    assert_int_equal((int)dram_mask.banks_waiting(t.state), 0);
    close_mask();
}

/* M-24: a walk whose row is open waits for one that came before for its bank, or, with fifo=channel, for any;
 * while a bank is busy others go. */
static void golden_is_first_come_first_served(void **state)
{
    (void)state;
    for (int by_channel = 0; by_channel < 2; by_channel++) {
        open_mask(by_channel ? "mask:fifo=channel" : "mask", 2);
        t.open_row[0] = 7;
        uint32_t first = walk(0, 3), hit = walk(0, 7), other = walk(1, 7), data = load(1, 2, 7);
        assert_int_equal((int)dram_mask.banks_waiting(t.state), by_channel ? 5 : 7);
        if (!by_channel)
            assert_int_equal(next(0xe), other); /* bank 0 is busy */
        assert_int_equal(next(0xe), data);
        assert_int_equal(next(0xe), DRAM_NO_REQUEST);
        assert_int_equal(next(0xf), first);
        assert_int_equal(next(0xf), hit);
        assert_int_equal(next(0xf), by_channel ? other : DRAM_NO_REQUEST);
        close_mask();
    }
}

/* Of several idle banks that of the oldest read. */
static void golden_takes_the_oldest(void **state)
{
    (void)state;
    open_mask("mask", 1);
    uint32_t a = walk(2, 1), b = walk(3, 1), c = walk(1, 1);
    assert_int_equal(next(0xb), b);
    assert_int_equal(next(0xf), a);
    assert_int_equal(next(0xf), c);
    close_mask();
}

static void data_queues_are_frfcfs(void **state)
{
    (void)state;
    for (uint16_t app = 0; app < 2; app++) {
        open_mask("mask", 2);
        t.open_row[1] = 9;
        uint32_t a = load(app, 1, 5), b = load(app, 1, 9), c = load(app, 1, 5);
        assert_int_equal(next(0xf), b);
        assert_int_equal(next(0xf), a);
        assert_int_equal(next(0xf), c);
        close_mask();
    }
}

/* 16, 64 and 192 entries; what is full holds up only itself, and silver overflows into normal. */
static void sizes(void **state)
{
    (void)state;
    open_mask("mask", 1);
    assert_int_equal(dram_mask.entries(t.state), 272);
    assert_int_equal(dram_mask.life.storage_bits(t.state) % 272, 0);
    close_mask();
    open_mask("mask:golden=2:silver=2:normal=2", 1);
    assert_int_equal(dram_mask.entries(t.state), 6);
    for (uint32_t i = 0; i < 2; i++)
        walk(0, i);
    t.open_row[3] = 9;
    uint32_t third = walk(3, 9); /* is not looked at */
    uint32_t s0 = load(0, 1, 1), s1 = load(0, 1, 2), n0 = load(0, 2, 1);
    assert_int_equal((int)dram_mask.banks_waiting(t.state), 1 | 2 | 4);
    assert_int_equal(next(0x4), n0);
    assert_int_equal(next(0x2), s0);
    assert_int_equal(next(0x2), s1);
    (void)next(1);
    (void)next(1);
    assert_int_equal(next(0xf), third);
    close_mask();
}

/* Eq. 6.1: shares of 500 by pressure, at least 1; equal ones without pressure. M-11: the program with more
 * walks and warps that wait has more. */
static void quotas(void **state)
{
    (void)state;
    static const struct {
        uint64_t pressure[PROGRAMS];
        uint32_t quota[PROGRAMS];
    } cases[] = {{{0, 0, 0}, {167, 167, 167}}, {{30, 10, 10}, {300, 100, 100}}, {{3969, 1, 0}, {500, 1, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_mask("mask:idle=0", PROGRAMS);
        memcpy(t.pressure, cases[i].pressure, sizeof cases[i].pressure);
        (void)silver_requests(0); /* the turn that began before */
        uint32_t sum = 0;
        for (uint32_t k = 1; k <= PROGRAMS; k++) {
            const uint32_t n = silver_requests((uint16_t)(k % PROGRAMS));
            assert_int_equal(n, cases[i].quota[k % PROGRAMS]);
            sum += n;
        }
        assert_in_range(sum, 498, 502);
        close_mask();
    }
}

/* What the full silver queue sends to the normal one costs no quota; others never come into it. */
static void only_silver_costs_quota(void **state)
{
    (void)state;
    open_mask("mask:thresh_max=8:silver=1:idle=0", 2);
    load(0, 1, 1);
    for (uint32_t i = 0; i < 20; i++)
        load(0, 2, 1);
    for (uint32_t i = 0; i < 20; i++)
        load(1, 3, 1);
    while (next(0xe) != DRAM_NO_REQUEST) {
    }
    assert_int_equal(silver_requests(0), 3); /* 8 / 2, one has been used */
    assert_int_equal(silver_requests(1), 4);
    close_mask();
}

/* Our choice: a turn that nobody uses ends after 4096 cycles, so that of the next comes, and so on. */
static void idle_turns_end(void **state)
{
    (void)state;
    open_mask("mask:thresh_max=9", PROGRAMS);
    pass(4095);
    assert_int_equal(silver_requests(1), 0);
    pass(1);
    assert_int_equal(silver_requests(1), 3);
    pass(2 * 4096);
    assert_int_equal(silver_requests(2), 0); /* two turns: of 2 and 0 */
    assert_int_equal(silver_requests(1), 3);
    close_mask();
}

/* An epoch ends the turn, but not before the next tick: what can_accept() has said stands. */
static void an_epoch_ends_the_turn(void **state)
{
    (void)state;
    open_mask("mask:thresh_max=9:idle=0", PROGRAMS);
    assert_int_equal((int)dram_mask.life.gather(&t.state, 1, 0), 100000);
    assert_int_equal((int)dram_mask.life.gather(&t.state, 1, 100000), 100000);
    assert_int_equal(silver_requests(1), 0);
    pass(1);
    assert_int_equal(silver_requests(1), 3);
    close_mask();
}

/* Only programs that run have turns. */
static void programs_come_and_go(void **state)
{
    (void)state;
    open_mask("mask:thresh_max=8:idle=0", 2);
    dram_mask.life.app_end(t.state, 0, 10);
    assert_int_equal(silver_requests(0), 0);
    assert_int_equal(silver_requests(1), 1000); /* alone, it is always its turn */
    dram_mask.life.app_end(t.state, 1, 20);
    assert_int_equal(silver_requests(1), 0);
    close_mask();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queues_go_in_order),
        cmocka_unit_test(golden_is_first_come_first_served),
        cmocka_unit_test(golden_takes_the_oldest),
        cmocka_unit_test(data_queues_are_frfcfs),
        cmocka_unit_test(sizes),
        cmocka_unit_test(quotas),
        cmocka_unit_test(only_silver_costs_quota),
        cmocka_unit_test(idle_turns_end),
        cmocka_unit_test(an_epoch_ends_the_turn),
        cmocka_unit_test(programs_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
