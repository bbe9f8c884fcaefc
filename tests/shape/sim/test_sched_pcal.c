/* Does PCAL do what it is about? [P, S5.3.2] */
#include "tests/shape/sim/kernels.h"

enum { MOST = 4 };

static uint64_t cycles(const sim_config *machine, const warp_trace *trace, const char *sched)
{
    return shape_run(machine, trace, sched).counters.cycles;
}

/* S21: the best tuple lies off the diagonal, and PCAL-SWL finds one that is better than all on it. The
 * footprints of the 24 warps per scheduler, 32 lines each, add up to 12 times the L1; memory has room. */
static void better_than_the_diagonal(void **state)
{
    (void)state;
    const sim_config machine = shape_machine(NULL);
    warp_trace trace = shape_thrash(32, 24, 4, 2);
    uint64_t all = UINT64_MAX, diagonal = UINT64_MAX;
    uint32_t limit = 0;
    char tuple[64];
    for (uint32_t n = 1; n <= MOST; n++) {
        for (uint32_t p = 1; p <= n; p++) {
            snprintf(tuple, sizeof tuple, "tuple:%u:%u", n, p);
            uint64_t found = cycles(&machine, &trace, tuple);
            all = found < all ? found : all;
            if (n == p && found < diagonal) {
                diagonal = found;
                limit = n;
            }
        }
    }
    assert_true(all < diagonal);
    snprintf(tuple, sizeof tuple, "pcal_swl:%u:period=2000:warmup=500", limit);
    const shape_result pcal = shape_run(&machine, &trace, tuple);
    warp_trace_free(&trace);
    assert_true(pcal.counters.cycles < diagonal);
    assert_true(shape_figure(&pcal, "p") < shape_figure(&pcal, "n"));
    assert_true(shape_figure(&pcal, "steps") > 0);
    assert_true(pcal.counters.l1_bypasses > 0);
}

/* S24: whatever N the SMs try, barriers open. */
static void barriers_do_not_deadlock(void **state)
{
    (void)state;
    static micro m;
    static const char *const policies[] = {"pcal:period=1000:warmup=100",
                                           "pcal_swl:1:period=1000:warmup=100"};
    shape_loop(&m, shape_own_line, 4, 64, 2, true);
    const sim_config machine = shape_one_sm();
    uint64_t insts = shape_run(&machine, &m.trace, "gto").counters.warp_insts;
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        const shape_result run = shape_run(&machine, &m.trace, policies[i]);
        assert_int_equal(run.counters.warp_insts, insts);
        assert_true(shape_figure(&run, "samples") > 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(better_than_the_diagonal),
        cmocka_unit_test(barriers_do_not_deadlock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
