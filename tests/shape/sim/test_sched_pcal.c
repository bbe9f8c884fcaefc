/* Does PCAL do what it is about? (gpuswap_kaveri_apres.md 4.3, checks S21, S23, S24) */
#include "tests/shape/sim/sched_shape.h"

enum { SMS = 2, MOST = 4 };

/* 24 warps per scheduler whose footprints of 32 lines add up to 12 times the L1; memory has room. */
static warp_trace thrashing(void)
{
    warp_trace trace;
    trace_synthetic shape = {.thread_blocks = 12,
                             .threads_per_block = 256,
                             .iterations = 24,
                             .alu_per_load = 2,
                             .lines_per_load = 4,
                             .footprint_lines = 32};
    assert_int_equal(trace_make_reuse(&trace, &shape, NULL), 0);
    return trace;
}

static uint64_t cycles(const warp_trace *trace, const char *sched)
{
    return shape_on(SMS, trace, sched).counters.cycles;
}

/* S21: the best tuple lies off the diagonal, and PCAL-SWL finds one that is better than all on it. */
static void better_than_the_diagonal(void **state)
{
    (void)state;
    warp_trace trace = thrashing();
    uint64_t all = UINT64_MAX, diagonal = UINT64_MAX;
    uint32_t limit = 0;
    char tuple[64];
    for (uint32_t n = 1; n <= MOST; n++) {
        for (uint32_t p = 1; p <= n; p++) {
            snprintf(tuple, sizeof tuple, "tuple:%u:%u", n, p);
            uint64_t found = cycles(&trace, tuple);
            all = found < all ? found : all;
            if (n == p && found < diagonal) {
                diagonal = found;
                limit = n;
            }
        }
    }
    assert_true(all < diagonal);
    snprintf(tuple, sizeof tuple, "pcal_swl:%u:period=2000:warmup=500", limit);
    shape_run pcal = shape_on(SMS, &trace, tuple);
    warp_trace_free(&trace);
    assert_true(pcal.counters.cycles < diagonal);
    assert_true(shape_figure(&pcal, "p") < shape_figure(&pcal, "n"));
    assert_true(shape_figure(&pcal, "steps") > 0);
    assert_true(pcal.counters.l1_bypasses > 0);
}

static uint32_t own_line(uint32_t warp, uint32_t iteration)
{
    return warp * 16 + iteration % 16;
}

/* S24: whatever N the SMs try, barriers open. */
static void barriers_do_not_deadlock(void **state)
{
    (void)state;
    static micro m;
    static const char *const policies[] = {"pcal:period=1000:warmup=100",
                                           "pcal_swl:1:period=1000:warmup=100"};
    shape_loop(&m, own_line, 4, 64, 2, true);
    uint64_t insts = shape_on(1, &m.trace, "gto").counters.warp_insts;
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
        shape_run run = shape_on(1, &m.trace, policies[i]);
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
