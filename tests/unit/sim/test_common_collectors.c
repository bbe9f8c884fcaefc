/* Collector units for instructions of all kinds: as opndcoll_rfu_t steps them [GS], written down here turn by
 * turn with its queues, and cases by hand. */
#include "common/random.h"
#include "sim/sm/operands.h"
#include "tests/test.h"

#include <string.h>

enum { LATENCY = 10, INTERVAL = 4, MOST_PARTS = 4, MOST_OF_A_PART = 4 };

static operand_collector oc;
static uint32_t shift; /* 2^this turns a cycle */

#define set_up(...) set_up_with((const char *const[]){"sub_cores=1", __VA_ARGS__, NULL})
static void set_up_with(const char *const *settings)
{
    sim_config config;
    poise_error err;
    sim_config_default(&config);
    for (; *settings; settings++)
        assert_int_equal(sim_config_set(&config, *settings, &err), POISE_OK);
    operands_init(&oc, &config);
    shift = oc.turn_shift;
}

static uint64_t first_turn(uint64_t cycle)
{
    return cycle << shift;
}

/* ---- by hand: two collectors, a turn is a cycle, one function unit ---- */
static program_inst plain, reads;
static uint64_t told[8]; /* by warp */

static int setup_by_hand(void **state)
{
    (void)state;
    set_up("register_ports=1", "schedulers=1", "common_collectors=2", "sp_units=1");
    plain = (program_inst){.unit = UNIT_ALU, .latency = LATENCY, .interval = INTERVAL, .destination = 5};
    reads = plain;
    reads.n_sources = 3; /* of one bank */
    reads.reg[0] = reads.reg[1] = reads.reg[2] = 0;
    memset(told, 0, sizeof told);
    return 0;
}

static void take_turns_before(uint64_t turn)
{
    while (oc.common.next < turn) {
        for (uint32_t left = common_collectors_leave(&oc.common, &oc.banks); left; left &= left - 1) {
            const collector_stay *s = &oc.common.stay[__builtin_ctz(left)];
            told[s->warp] = s->done;
        }
        assert_int_equal(common_collectors_enter(&oc.common, &oc.banks), 0); /* no memory instruction */
    }
}

static void issue(const program_inst *inst, uint32_t warp, uint64_t now)
{
    take_turns_before(now + 1);
    assert_true(operands_issue_at(&oc, (exec_unit)inst->unit, 0) <= now);
    assert_int_equal(operands_execute(&oc, inst, warp, now), OPERAND_UNKNOWN);
}
static uint64_t done_from(uint64_t start)
{
    return start + LATENCY + 2;
}

/* Warps 0 and 1 leave collector 0, one after the other; then 2 is there and 3 in collector 1, whose turn it
 * is when the register is free. */
static void whose_turn_it_is_goes_first(void **state)
{
    (void)state;
    for (uint32_t warp = 0; warp < 4; warp++)
        issue(&plain, warp, warp);
    take_turns_before(100);
    assert_int_equal(told[0], done_from(3));
    assert_int_equal(told[1], done_from(7));
    assert_int_equal(told[2], done_from(15));
    assert_int_equal(told[3], done_from(11));
    assert_int_equal(oc.common.next, COLLECTORS_UNKNOWN);
    assert_false(common_collectors_wait(&oc.common));
}

/* The first one is still reading when the second has nothing to read: it need not be its turn. */
static void who_has_its_operands_goes_first(void **state)
{
    (void)state;
    issue(&reads, 0, 0); /* in turns 2, 3 and 4 */
    issue(&plain, 1, 1);
    take_turns_before(100);
    assert_int_equal(told[1], done_from(4));
    assert_int_equal(told[0], done_from(8));
}

static void other_kinds_are_not_overtaken(void **state)
{
    (void)state;
    program_inst other = plain;
    other.unit = UNIT_SFU;
    issue(&reads, 0, 0);
    issue(&other, 1, 1);
    take_turns_before(100);
    assert_int_equal(told[0], done_from(6));
    assert_int_equal(told[1], done_from(4));
}

/* What is due beyond the turns that are told apart: a unit that is busy for 200 of them. */
static void a_register_is_free_much_later(void **state)
{
    (void)state;
    program_inst slow = plain;
    slow.interval = 200;
    for (uint32_t warp = 0; warp < 3; warp++)
        issue(&slow, warp, warp);
    take_turns_before(1000);
    assert_int_equal(told[0], done_from(3));
    assert_int_equal(told[1], done_from(203));
    assert_int_equal(told[2], done_from(403));
}

/* With several turns a cycle what finds everything free is known when it issues, and only that. */
static void what_nothing_holds_up_is_known_at_once(void **state)
{
    (void)state;
    set_up("register_ports=2", "schedulers=1", "common_collectors=2", "sp_units=1");
    reads.n_sources = 1;
    assert_int_equal(operands_execute(&oc, &reads, 0, 0), done_from(3)); /* turns 2, 3 and 4 */
    assert_false(common_collectors_wait(&oc.common));
    take_turns_before(first_turn(2));
    assert_int_equal(operands_issue_at(&oc, UNIT_ALU, 0), 1);
    assert_int_equal(operands_execute(&oc, &reads, 1, 1), OPERAND_UNKNOWN); /* the first is there in turn 4 */
    assert_true(common_collectors_wait(&oc.common));
    take_turns_before(first_turn(50));
    assert_int_equal(told[0], 0); /* is not told twice */
    assert_int_equal(told[1], done_from(7));
    reads.n_sources = 2; /* one bank has two to serve */
    assert_int_equal(operands_execute(&oc, &reads, 2, 60), OPERAND_UNKNOWN);
    take_turns_before(first_turn(100));
    assert_int_equal(told[2], done_from(63)); /* turns 122, 123, 124 and 125 */
}

/* ---- against every turn ---- */
enum { KINDS = 3, CYCLES = 20000, MOST = 4 * CYCLES, MOST_SOURCES = 3, BANKS = 64, HORIZON = 64 };

static const exec_unit unit_of[KINDS] = {UNIT_ALU, UNIT_SFU, UNIT_MEMORY};
static int parts, collectors; /* of a sub-core */

static struct {
    int part, kind, unread;
    uint64_t done, told;            /* of memory instructions the turns in which they leave */
    uint64_t entered, entered_told; /* cycles */
} issued[MOST];
static program_inst inst[MOST];

/* opndcoll_rfu_t as it is stepped; instructions by number, 0: none. */
static struct {
    int waits[MOST_PARTS][KINDS];                /* in the pipeline register */
    int line[KINDS][MOST_PARTS], in_line[KINDS]; /* of a kind, in the order of issue */
    int inside[MOST_PARTS][MOST_OF_A_PART];
    int last[MOST_PARTS * MOST_OF_A_PART][MOST_PARTS]; /* of each dispatch unit */
    int queue[BANKS][MOST_PARTS * MOST_OF_A_PART * MOST_SOURCES], queued[BANKS];
    uint64_t written[BANKS][HORIZON]; /* the cycle, by cycle % HORIZON */
    uint64_t unit_free[MOST_PARTS][KINDS], register_free[MOST_PARTS][KINDS];
} stepped;

static bool can_leave(int part, int collector, uint64_t turn)
{
    const int i = stepped.inside[part][collector];
    return i && !issued[i].unread && stepped.register_free[part][issued[i].kind] <= turn;
}

static uint32_t bank_in(int part, uint32_t reg)
{
    return ((reg + (uint32_t)part) & oc.banks.mask) | (uint32_t)part << oc.banks.shift;
}

static void leave(int part, int collector, uint64_t turn)
{
    const int i = stepped.inside[part][collector], kind = issued[i].kind;
    stepped.inside[part][collector] = 0;
    if (unit_of[kind] == UNIT_MEMORY) {
        issued[i].done = turn;
        stepped.register_free[part][kind] = UINT64_MAX; /* until the load-store unit takes it */
        return;
    }
    uint64_t *unit = &stepped.unit_free[part][kind];
    const uint64_t start = later((turn >> shift) + 1, *unit);
    *unit = start + inst[i].interval;
    stepped.register_free[part][kind] = first_turn(start);
    issued[i].done = start + inst[i].latency + 2;
    stepped.written[bank_in(part, inst[i].destination)][issued[i].done % HORIZON] = issued[i].done;
}

static void dispatch(uint64_t turn)
{
    for (int unit = 0; unit < parts * collectors; unit++) {
        bool found = false;
        for (int part = 0; part < parts && !found; part++) {
            for (int j = 0; j < collectors && !found; j++) {
                const int c = (stepped.last[unit][part] + j + 1) % collectors;
                found = can_leave(part, c, turn);
                if (!found)
                    continue;
                stepped.last[unit][part] = c;
                leave(part, c, turn);
            }
        }
    }
}

static void serve_banks(uint64_t turn)
{
    const uint64_t cycle = turn >> shift;
    for (int bank = 0; bank < BANKS; bank++) {
        const bool is_written = first_turn(cycle) == turn && stepped.written[bank][cycle % HORIZON] == cycle;
        if (!stepped.queued[bank] || is_written)
            continue;
        issued[stepped.queue[bank][0]].unread--;
        stepped.queued[bank]--;
        memmove(stepped.queue[bank], stepped.queue[bank] + 1, sizeof stepped.queue[bank] - sizeof(int));
    }
}

static bool enter(int kind, uint64_t turn)
{
    const int i = stepped.line[kind][0], part = issued[i].part;
    int c = 0;
    while (c < collectors && stepped.inside[part][c])
        c++;
    if (c == collectors)
        return false;
    stepped.inside[part][c] = i;
    stepped.waits[part][kind] = 0;
    stepped.in_line[kind]--;
    memmove(stepped.line[kind], stepped.line[kind] + 1, sizeof stepped.line[kind] - sizeof(int));
    issued[i].entered = turn >> shift;
    issued[i].unread = inst[i].n_sources;
    for (int j = 0; j < inst[i].n_sources; j++) {
        const uint32_t bank = bank_in(part, inst[i].reg[j]);
        stepped.queue[bank][stepped.queued[bank]++] = i;
    }
    return true;
}

static void take_ports(uint64_t turn)
{
    bool some = true;
    while (some) {
        some = false;
        for (int k = 0; k < KINDS; k++)
            some |= stepped.in_line[k] && enter(k, turn);
    }
}

/* ---- the collectors under test, in the same terms ---- */
static int in_collector[MOST_PARTS * MOST_OF_A_PART]; /* memory instructions */
static int memory_line[MOST_PARTS], memory_waits;

static int number_of(const collector_stay *s)
{
    return (int)(s->inst - inst);
}

static void memory_enters(uint32_t collector, int i, uint64_t cycle)
{
    in_collector[collector] = i;
    issued[i].entered_told = cycle;
}

static void hear_turns_before(uint64_t turn)
{
    common_collectors *c = &oc.common;
    while (c->next < turn) {
        const uint64_t at = c->next;
        for (uint32_t left = common_collectors_leave(c, &oc.banks); left; left &= left - 1) {
            const int i = __builtin_ctz(left);
            if (c->stay[i].unit)
                issued[number_of(&c->stay[i])].told = c->stay[i].done;
            else
                issued[in_collector[i]].told = at;
        }
        for (uint32_t entered = common_collectors_enter(c, &oc.banks); entered;) {
            const int i = memory_line[0];
            const uint32_t first = (uint32_t)__builtin_ctz(entered & c->of_part[issued[i].part]);
            memory_enters(first, i, at >> shift);
            entered ^= 1u << first;
            memory_waits--;
            memmove(memory_line, memory_line + 1, sizeof memory_line - sizeof(int));
        }
    }
}

static void issue_both(int i, uint64_t now)
{
    const int part = issued[i].part, kind = issued[i].kind;
    stepped.waits[part][kind] = i;
    stepped.line[kind][stepped.in_line[kind]++] = i;
    if (unit_of[kind] != UNIT_MEMORY) {
        assert_true(operands_issue_at(&oc, unit_of[kind], (uint32_t)part) <= now);
        issued[i].told = operands_execute(&oc, &inst[i], (uint32_t)part, now);
        return;
    }
    const uint32_t entered =
        common_collectors_issue_memory(&oc.common, &oc.banks, &inst[i], (uint32_t)part, first_turn(now + 1));
    if (entered == COLLECTORS_NONE)
        memory_line[memory_waits++] = i;
    else
        memory_enters(entered, i, now + 1);
}

static void make_inst(int i, int part, poise_random *random)
{
    const uint64_t draw = poise_random_below(random, 8);
    issued[i].part = part;
    issued[i].kind = draw < 5 ? 0 : draw < 6 ? 1 : 2;
    inst[i] = (program_inst){.unit = (uint8_t)unit_of[issued[i].kind],
                             .latency = issued[i].kind ? 16 : 5,
                             .interval = issued[i].kind ? 5 : 2,
                             .n_sources = (uint8_t)poise_random_below(random, MOST_SOURCES + 1),
                             .destination = (uint16_t)poise_random_below(random, 64)};
    for (int j = 0; j < inst[i].n_sources; j++)
        inst[i].reg[j] = (uint16_t)poise_random_below(random, 64);
}

/* The load-store unit takes what is in front of it, now and then. */
static void take_memory(uint64_t now, poise_random *random)
{
    for (int part = 0; part < parts; part++) {
        if (stepped.register_free[part][2] != UINT64_MAX || poise_random_below(random, 3))
            continue;
        stepped.register_free[part][2] = first_turn(now);
        common_collectors_open(&oc.common, (uint32_t)part, first_turn(now));
    }
}

/* Sub-cores issue at random, in stretches of more and of less, and results and the register in front of the
 * load-store unit come when they do in the stepped collectors. */
static void all_go_as_when_stepped(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 9);
    int n = 0, known = 0;
    for (uint64_t now = 1; now < CYCLES; now++) {
        hear_turns_before(first_turn(now));
        take_memory(now, &random);
        for (uint64_t turn = first_turn(now); turn < first_turn(now + 1); turn++) {
            dispatch(turn);
            serve_banks(turn);
            take_ports(turn);
        }
        hear_turns_before(first_turn(now + 1));
        for (int part = 0; part < parts; part++) {
            if (poise_random_below(&random, now / 64 % 4 * 4 + 2) > 1)
                continue;
            make_inst(++n, part, &random);
            if (stepped.waits[part][issued[n].kind]) {
                n--;
                continue;
            }
            issue_both(n, now);
            known += issued[n].told != 0 && issued[n].told != OPERAND_UNKNOWN;
        }
    }
    for (int i = 1; i < n - 100; i++) { /* the last ones have not left */
        assert_int_equal(issued[i].told, issued[i].done);
        if (unit_of[issued[i].kind] == UNIT_MEMORY)
            assert_int_equal(issued[i].entered_told, issued[i].entered);
    }
    assert_true(n > CYCLES / 4);
    assert_int_equal(known != 0, oc.common.looks_ahead);
}

static int setup_stepped(int n_parts, int of_a_part, const char *schedulers, const char *setting,
                         const char *ports)
{
    set_up(schedulers, setting, ports, n_parts == 4 ? "sp_units=4" : "sp_units=2",
           n_parts == 4 ? "sfu_units=4" : "sfu_units=2"); /* one for each sub-core */
    parts = n_parts;
    collectors = of_a_part;
    memset(&stepped, 0, sizeof stepped);
    memset(issued, 0, sizeof issued);
    memory_waits = 0;
    return 0;
}

static int setup_one(void **state)
{
    (void)state;
    return setup_stepped(4, 1, "schedulers=4", "common_collectors=4", "register_ports=1");
}
static int setup_two(void **state)
{
    (void)state;
    return setup_stepped(4, 2, "schedulers=4", "common_collectors=8", "register_ports=1");
}
static int setup_two_ports(void **state)
{
    (void)state;
    return setup_stepped(4, 2, "schedulers=4", "common_collectors=8", "register_ports=2");
}
static int setup_four_ports(void **state)
{
    (void)state;
    return setup_stepped(2, 4, "schedulers=2", "common_collectors=8", "register_ports=4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(whose_turn_it_is_goes_first, setup_by_hand),
        cmocka_unit_test_setup(who_has_its_operands_goes_first, setup_by_hand),
        cmocka_unit_test_setup(other_kinds_are_not_overtaken, setup_by_hand),
        cmocka_unit_test_setup(a_register_is_free_much_later, setup_by_hand),
        cmocka_unit_test_setup(what_nothing_holds_up_is_known_at_once, setup_by_hand),
        cmocka_unit_test_setup(all_go_as_when_stepped, setup_one),
        cmocka_unit_test_setup(all_go_as_when_stepped, setup_two),
        cmocka_unit_test_setup(all_go_as_when_stepped, setup_two_ports),
        cmocka_unit_test_setup(all_go_as_when_stepped, setup_four_ports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
