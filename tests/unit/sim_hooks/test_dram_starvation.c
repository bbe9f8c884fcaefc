/* Does nobody wait for ever under streams that do their worst? A crowd keeps the queue full of requests that
 * find a row open, and a victim asks once for another row of the bank. Where a scheduler has a bound of its
 * own the victim must be served within it. That the streams are bad enough is shown by frfcfs, under which it
 * never is. */
#include "tests/unit/sim_hooks/dram_script.h"

enum {
    ENTRIES = 48,
    SERVICE = 20, /* cycles of a request in the bank */
    HIT = 7,      /* row */
    NEVER = 10000,
};

/* The crowd: `size` sources from `first` on, in turns. */
typedef struct crowd {
    uint32_t first, size, turn;
} crowd;

static void fill(crowd *c, uint64_t cycle)
{
    while (script_takes(0, c->first))
        (void)script_ask(0, c->first + c->turn++ % c->size, 0, HIT, cycle);
}

static uint32_t serve_one(uint64_t *cycle)
{
    const uint32_t handle = script_next(0, 1, *cycle);
    assert_int_not_equal(handle, DRAM_NO_REQUEST);
    *cycle += SERVICE;
    script_done(0, handle, *cycle);
    return handle;
}

/* Requests that are served before that of the victim, which comes into a full queue; NEVER if it does not
 * come.
 */
static uint32_t waits(crowd c, uint32_t victim, uint64_t cycle)
{
    script.open_row[0] = HIT;
    for (int i = 0; i < 100; i++) {
        fill(&c, cycle);
        (void)serve_one(&cycle);
    }
    const uint32_t waiting = script_ask(0, victim, 0, HIT + 1, cycle);
    for (uint32_t served = 0; served < NEVER; served++) {
        fill(&c, cycle);
        if (serve_one(&cycle) == waiting)
            return served;
    }
    return NEVER;
}

static uint32_t waits_under(const char *policy, crowd c, uint32_t victim)
{
    script_open(policy, ENTRIES);
    const uint32_t served = waits(c, victim, 0);
    script_close();
    return served;
}

static const crowd one = {CPU0, 1, 0}, three = {CPU0, 3, 0}, gpu = {GPU0, 2, 0};

static void frfcfs_starves(void **state)
{
    (void)state;
    assert_int_equal(waits_under("frfcfs", one, CPU3), NEVER);
    assert_int_equal(waits_under("frfcfs", three, CPU3), NEVER);
    assert_int_equal(waits_under("frfcfs", gpu, CPU3), NEVER);
    assert_true(waits_under("fcfs", three, CPU3) < ENTRIES);
}

/* What is left of the batch that the victim finds, and the one that it is in: five of each client at most. */
static void parbs_serves_within_two_batches(void **state)
{
    (void)state;
    assert_true(waits_under("parbs", one, CPU3) < 2 * 5);
    assert_true(waits_under("parbs", three, CPU3) < 2 * 15);
    assert_true(waits_under("parbs", gpu, CPU3) < 2 * 5);
    assert_true(waits_under("parbs:cap=1", three, CPU3) < 2 * 3);
    /* As one of the crowd it has about a third of the queue before it in its own name. */
    const uint32_t own = ENTRIES / 3 + 1;
    assert_true(waits_under("parbs", three, CPU1) < (own / 5 + 2) * 15);
}

/* The threshold, and those that are older still. The victim has attained most service of all. */
static void atlas_serves_after_its_threshold(void **state)
{
    (void)state;
    for (uint32_t threshold = 1000; threshold <= 8000; threshold *= 2) {
        char policy[64];
        assert_true(snprintf(policy, sizeof policy, "atlas:quantum=1000:threshold=%u", threshold) > 0);
        script_open(policy, ENTRIES);
        const uint32_t handle = script_ask(0, CPU3, 0, 1, 0);
        expect_next(1, 0, handle);
        script_done(0, handle, 900);
        (void)script_gather(1000);
        const uint32_t served = waits(three, CPU3, 1000);
        assert_in_range(served, threshold / SERVICE, threshold / SERVICE + ENTRIES);
        script_close();
    }
    assert_int_equal(waits_under("atlas:threshold=1000000000", three, CPU3), NEVER);
}

/* A stream is blacklisted by the fifth request in a row. Streams that take turns are not: BLISS has no bound.
 */
static void bliss_serves_after_its_threshold(void **state)
{
    (void)state;
    assert_true(waits_under("bliss", one, CPU3) <= 5);
    assert_true(waits_under("bliss", gpu, CPU3) <= 5);
    assert_true(waits_under("bliss:threshold=30", one, CPU3) <= 31);
    assert_int_equal(waits_under("bliss", three, CPU3), NEVER);
}

/* Blacklisted itself, the victim waits until the list is cleared and its opponent is blacklisted in turn. */
static void bliss_forgets_at_intervals(void **state)
{
    (void)state;
    script_open("bliss:interval=10000", ENTRIES);
    for (uint64_t i = 0; i < 5; i++)
        expect_next(1, i, script_ask(0, CPU3, 0, 1, i));
    script.open_row[0] = HIT;
    crowd c = {CPU0, 2, 0};
    const uint32_t waiting = script_ask(0, CPU3, 0, HIT + 1, 10);
    uint64_t cycle = 20;
    for (uint32_t turn = 0; cycle < 10000; turn++) { /* two clients in turns, neither of them blacklisted */
        fill(&c, cycle);
        assert_int_not_equal(serve_one(&cycle), waiting);
    }
    crowd alone = {CPU0, 1, 0};
    for (uint32_t served = 0; serve_one(&cycle) != waiting; served++) {
        assert_true(served < ENTRIES + 5); /* what the two have left in the queue, and five of the one */
        fill(&alone, cycle);
    }
    script_close();
}

/* Somebody is on top in each interval, and the victim is in its turn: a rank goes before an open row. */
static void tcm_takes_turns(void **state)
{
    (void)state;
    script_open("tcm:quantum=1000:cluster=0", ENTRIES);
    for (uint32_t source = CPU0; source <= CPU3; source++) {
        const uint32_t handle = script_ask(0, source, 0, source, 0);
        expect_next(1, 0, handle);
        script_done(0, handle, 100);
    }
    (void)script_gather(1000);
    assert_true(waits(three, CPU3, 1000) < 40 * 800 / SERVICE);
    script_close();
    assert_int_equal(waits_under("tcm", three, CPU3), NEVER); /* before the first quantum has ended */
}

/* That CPU cores go first has no bound for the GPU, as its source says; a CPU core waits for no stream of the
 * GPU.
 */
static void cpus_first_starves_the_gpu_alone(void **state)
{
    (void)state;
    assert_int_equal(waits_under("cfrfcfs", one, GPU0), NEVER);
    assert_int_equal(waits_under("cfrfcfs", gpu, CPU0), 0);
    assert_int_equal(waits_under("ctcm", one, GPU0), NEVER);
    assert_int_equal(waits_under("ctcm", gpu, CPU0), 0);
}

/* ---- streams by chance: all that is accepted is served, once ---- */

static uint32_t below(uint64_t *random, uint32_t bound)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((*random >> 33) % bound);
}

static void everything_is_served_once(void **state)
{
    (void)state;
    static const char *const policies[] = {"cfrfcfs",
                                           "bliss:threshold=2:interval=900",
                                           "parbs:cap=2",
                                           "tcm:quantum=1500:shuffle=30",
                                           "ctcm:quantum=700:by=app",
                                           "atlas:quantum=900:by=core:cpu_share=0.5"};
    static uint8_t given[SCRIPT_MOST];
    for (size_t p = 0; p < sizeof policies / sizeof *policies; p++) {
        uint64_t random = p, served = 0;
        uint32_t busy[SCRIPT_BANKS] = {0}, holds[SCRIPT_BANKS];
        memset(given, 0, sizeof given);
        script_open(policies[p], ENTRIES);
        for (uint64_t cycle = 0; cycle < 40000 || served < script.n; cycle++) {
            const uint32_t source = below(&random, SCRIPT_SOURCES);
            if (cycle < 40000 && below(&random, 8) < 3 && script_takes(0, source))
                (void)script_ask(0, source, below(&random, SCRIPT_BANKS), below(&random, 5), cycle);
            uint64_t idle = 0;
            for (uint32_t bank = 0; bank < SCRIPT_BANKS; bank++) {
                if (busy[bank] && !--busy[bank])
                    script_done(0, holds[bank], cycle);
                idle |= (uint64_t)!busy[bank] << bank;
            }
            assert_true(cycle < 100000);
            const uint64_t waiting = script.policy->banks_waiting(script.state[0]);
            const uint32_t handle = script_next(0, idle, cycle);
            assert_int_equal(handle != DRAM_NO_REQUEST, (waiting & idle) != 0);
            if (handle != DRAM_NO_REQUEST) {
                assert_true(handle < script.n && !given[handle]++ && idle >> script.bank[handle] & 1);
                holds[script.bank[handle]] = handle;
                busy[script.bank[handle]] = 1 + below(&random, 14);
                served++;
            }
            if (cycle % 100 == 0 && script.policy->life.gather)
                (void)script_gather(cycle);
        }
        script_close();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frfcfs_starves),
        cmocka_unit_test(parbs_serves_within_two_batches),
        cmocka_unit_test(atlas_serves_after_its_threshold),
        cmocka_unit_test(bliss_serves_after_its_threshold),
        cmocka_unit_test(bliss_forgets_at_intervals),
        cmocka_unit_test(tcm_takes_turns),
        cmocka_unit_test(cpus_first_starves_the_gpu_alone),
        cmocka_unit_test(everything_is_served_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
