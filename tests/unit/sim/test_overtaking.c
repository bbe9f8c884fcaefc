/* Instructions of fixed latency in common collector units: which of two goes first, and what becomes of the
 * one that was thought to. Cases by hand after opndcoll_rfu_t::dispatch_ready_cu() [GS]; a bank is read once
 * a cycle, a turn is a cycle. */
#include "sim/sm/operands.h"
#include "tests/test.h"

enum { LATENCY = 10, INTERVAL = 4 };

static operand_collector oc;
static program_inst plain, reads;

static int setup(void **state)
{
    (void)state;
    sim_config config;
    poise_error err;
    sim_config_default(&config);
    static const char *const settings[] = {"schedulers=1", "sub_cores=1", "common_collectors=2",
                                           "register_ports=1", "sp_units=1"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        assert_int_equal(sim_config_set(&config, settings[i], &err), POISE_OK);
    operands_init(&oc, &config);
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
    const struct bank_writes *w = &oc.writes[when % OPERAND_HORIZON];
    return w->cycle == when && (w->banks >> ((5 + warp) & oc.bank_mask) & 1);
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
    assert_int_equal(operands_next_contention(&oc), 7);
    operands_contend(&oc, 6, 5);
    assert_int_equal(oc.common.n_decided, 0);
    operands_contend(&oc, 7, 6);
    assert_int_equal(oc.common.n_decided, 2);
    is_decided(0, 3, done_from(11), true);
    is_decided(1, 2, done_from(15), false);
    assert_false(is_written(2, done_from(11)));
    assert_true(is_written(2, done_from(15)));
    assert_true(is_written(3, done_from(11)));
    assert_int_equal(operands_next_contention(&oc), OPERAND_UNKNOWN);
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
    assert_int_equal(operands_next_contention(&oc), OPERAND_UNKNOWN);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(whose_turn_it_is_goes_first, setup),
        cmocka_unit_test_setup(who_has_its_operands_goes_first, setup),
        cmocka_unit_test_setup(other_kinds_are_not_overtaken, setup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
