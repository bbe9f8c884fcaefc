/* Instructions of fixed latency in common collector units: which of two goes first, and what becomes of the
 * one that was thought to. Cases by hand after opndcoll_rfu_t::dispatch_ready_cu() [GS]; a bank is read once
 * a cycle, a turn is a cycle. */
#include "common/random.h"
#include "sim/sm/operands.h"
#include "tests/test.h"

#include <string.h>

enum { LATENCY = 10, INTERVAL = 4 };

static operand_collector oc;
static program_inst plain, reads;

#define set_up(...) set_up_with((const char *const[]){"sub_cores=1", "register_ports=1", __VA_ARGS__, NULL})
static void set_up_with(const char *const *settings)
{
    sim_config config;
    poise_error err;
    sim_config_default(&config);
    for (; *settings; settings++)
        assert_int_equal(sim_config_set(&config, *settings, &err), POISE_OK);
    operands_init(&oc, &config);
}

static int setup(void **state)
{
    (void)state;
    set_up("schedulers=1", "common_collectors=2", "sp_units=1");
    plain = (program_inst){.unit = UNIT_ALU, .latency = LATENCY, .interval = INTERVAL, .destination = 5};
    reads = plain;
    reads.n_sources = 3; /* of one bank */
    reads.reg[0] = reads.reg[1] = reads.reg[2] = 0;
    return 0;
}

/* Warp `warp` issues at `now`; when its result can be used if it is in the unit from `start` on. */
static uint64_t issue(const program_inst *inst, uint32_t warp, uint64_t now)
{
    return operands_execute(&oc, inst, warp, now);
}
static uint64_t done_from(uint64_t start)
{
    return start + LATENCY + 2;
}

/* Decision `i` is about warp `warp`. */
static void is_decided(uint32_t i, uint32_t warp, uint64_t done, bool has_waited)
{
    const collector_decision *d = &oc.common.decided[i];
    assert_true(i < oc.common.n_decided);
    assert_int_equal(d->warp, warp);
    assert_int_equal(d->done, done);
    assert_int_equal(d->has_waited, has_waited);
}

static bool is_written(uint32_t warp, uint64_t when)
{
    const struct bank_writes *w = &oc.banks.writes[when % REGISTER_HORIZON];
    return w->cycle == when && (w->banks >> ((5 + warp) & oc.banks.mask) & 1);
}

/* Warps 0 and 1 leave collector 0, one after the other; then 2 is there and 3 in collector 1, whose turn it
 * is when the register is free. */
static void whose_turn_it_is_goes_first(void **state)
{
    (void)state;
    assert_int_equal(issue(&plain, 0, 0), done_from(3));
    assert_int_equal(issue(&plain, 1, 1), done_from(7));
    assert_int_equal(issue(&plain, 2, 2), done_from(11));
    assert_true(is_written(2, done_from(11)));
    assert_int_equal(issue(&plain, 3, 3), OPERAND_UNKNOWN);
    assert_int_equal(oc.common.contend_turn, 7);
    operands_contend(&oc, 6, 5);
    assert_int_equal(oc.common.n_decided, 0);
    operands_contend(&oc, 7, 6);
    assert_int_equal(oc.common.n_decided, 2);
    is_decided(0, 3, done_from(11), true);
    is_decided(1, 2, done_from(15), false);
    assert_false(is_written(2, done_from(11)));
    assert_true(is_written(2, done_from(15)));
    assert_true(is_written(3, done_from(11)));
    assert_int_equal(oc.common.contend_turn, OPERAND_UNKNOWN);
    /* Warp 4 enters collector 1 in turn 7; collector 0 is due next. */
    oc.common.n_decided = 0;
    assert_int_equal(issue(&plain, 4, 6), OPERAND_UNKNOWN);
    operands_contend(&oc, 11, 10);
    assert_int_equal(oc.common.n_decided, 1);
    is_decided(0, 4, done_from(19), true);
}

/* The first one is still reading when the second has nothing to read: it need not be its turn. */
static void who_has_its_operands_goes_first(void **state)
{
    (void)state;
    assert_int_equal(issue(&reads, 0, 0), done_from(6)); /* turns 2, 3 and 4 */
    assert_int_equal(issue(&plain, 1, 1), done_from(4));
    assert_int_equal(oc.common.n_decided, 1);
    is_decided(0, 0, done_from(8), false);
    assert_int_equal(oc.common.contend_turn, OPERAND_UNKNOWN);
}

/* Other kinds have a unit of their own. */
static void other_kinds_are_not_overtaken(void **state)
{
    (void)state;
    program_inst other = plain;
    other.unit = UNIT_SFU;
    assert_int_equal(issue(&reads, 0, 0), done_from(6));
    assert_int_equal(issue(&other, 1, 1), done_from(4));
    assert_int_equal(oc.common.n_decided, 0);
}

/* ---- against every turn of every collector ---- */
enum { PARTS = 2, MOST_COLLECTORS = 4, KINDS = 2, CYCLES = 20000, MOST = 4 * CYCLES };

static int collectors; /* of a sub-core */

/* opndcoll_rfu_t as it is stepped. */
static struct {
    int inside[PARTS][MOST_COLLECTORS];       /* number of the instruction, 0: free */
    int last[PARTS * MOST_COLLECTORS][PARTS]; /* of each dispatch unit */
    uint64_t unit_free[PARTS][KINDS], register_free[PARTS][KINDS];
} stepped;
static struct {
    uint64_t ready, done, told;
    uint8_t kind;
} issued[MOST];
static program_inst kinds[KINDS], inst[MOST];

static bool can_leave(int part, int collector, uint64_t turn)
{
    const int i = stepped.inside[part][collector];
    return i && issued[i].ready <= turn && stepped.register_free[part][issued[i].kind] <= turn;
}

static void leave(int part, int collector, uint64_t turn)
{
    const int i = stepped.inside[part][collector];
    const uint8_t kind = issued[i].kind;
    uint64_t *unit = &stepped.unit_free[part][kind];
    const uint64_t start = later(turn + 1, *unit);
    *unit = start + kinds[kind].interval;
    stepped.register_free[part][kind] = start;
    issued[i].done = start + kinds[kind].latency + 2;
    stepped.inside[part][collector] = 0;
}

static void dispatch_turn(uint64_t turn)
{
    for (int unit = 0; unit < PARTS * collectors; unit++) {
        bool found = false;
        for (int part = 0; part < PARTS && !found; part++) {
            for (int j = 0; j < collectors && !found; j++) {
                const int c = (stepped.last[unit][part] + j + 1) % collectors;
                if (!can_leave(part, c, turn))
                    continue;
                stepped.last[unit][part] = c;
                leave(part, c, turn);
                found = true;
            }
        }
    }
}

static void hear_decisions(void)
{
    for (uint32_t i = 0; i < oc.common.n_decided; i++)
        issued[oc.common.decided[i].inst - inst].told = oc.common.decided[i].done;
    oc.common.n_decided = 0;
}

/* The turn from which instruction `n`, which is in a collector, has its operands. */
static uint64_t ready_of(int n)
{
    uint32_t c = 0;
    while (oc.common.stay[c].inst != &inst[n])
        c++;
    return oc.common.stay[c].ready;
}

/* Every sub-core issues at random, when it has a collector free, what reads up to three registers, whose
 * banks others read as well; results come when they do in the stepped collectors. */
static void all_leave_as_when_stepped(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 9);
    int n = 0;
    for (int kind = 0; kind < KINDS; kind++)
        kinds[kind] = (program_inst){.unit = kind ? UNIT_SFU : UNIT_ALU,
                                     .latency = 5,
                                     .interval = kind ? 5 : 2,
                                     .destination = TRACE_NO_REGISTER};
    for (uint64_t now = 0; now < CYCLES; now++) {
        operands_contend(&oc, now + 1, now);
        hear_decisions();
        dispatch_turn(now + 1);
        for (int part = 0; part < PARTS; part++) {
            int c = 0;
            while (c < collectors && stepped.inside[part][c])
                c++;
            if (c == collectors || poise_random_below(&random, 8) == 0)
                continue;
            issued[++n].kind = poise_random_below(&random, 4) == 0;
            stepped.inside[part][c] = n;
            inst[n] = kinds[issued[n].kind];
            inst[n].n_sources = (uint8_t)poise_random_below(&random, 4);
            for (int i = 0; i < inst[n].n_sources; i++)
                inst[n].reg[i] = (uint16_t)poise_random_below(&random, 64);
            issued[n].told = operands_execute(&oc, &inst[n], (uint32_t)part, now);
            issued[n].ready = ready_of(n);
            hear_decisions();
            assert_int_equal(oc.common.kinds, 0); /* nothing waits in front of them */
        }
    }
    for (int i = 1; i < n - 100; i++) /* the last ones have not left */
        assert_int_equal(issued[i].told, issued[i].done);
    assert_true(n > CYCLES / 2);
}

static int setup_stepped(int of_a_part, const char *setting)
{
    set_up("schedulers=2", setting, "sp_units=2", "sfu_units=2");
    collectors = of_a_part;
    memset(&stepped, 0, sizeof stepped);
    memset(issued, 0, sizeof issued);
    return 0;
}

/* As many as machines have, and more than of which one can be known to leave next. */
static int setup_two(void **state)
{
    (void)state;
    return setup_stepped(2, "common_collectors=4");
}
static int setup_four(void **state)
{
    (void)state;
    return setup_stepped(4, "common_collectors=8");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(whose_turn_it_is_goes_first, setup),
        cmocka_unit_test_setup(who_has_its_operands_goes_first, setup),
        cmocka_unit_test_setup(other_kinds_are_not_overtaken, setup),
        cmocka_unit_test_setup(all_leave_as_when_stepped, setup_two),
        cmocka_unit_test_setup(all_leave_as_when_stepped, setup_four),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
