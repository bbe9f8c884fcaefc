/* Does SMS form, pick and drain batches as the source says? ([RA] 5.3; SU numbers are those of the checks
 * that the test names.) */
#include "tests/unit/sim_hooks/sms_script.h"

/* ---- stage 1 ---- */

/* SU1: 16 cores and a GPU on 8 banks. */
static void storage_is_that_of_table_5_1(void **state)
{
    (void)state;
    sms_choose("sms");
    t.state = sms_make(0, 4, 16, 8);
    assert_int_equal(dram_sms.entries(t.state), 300);
    assert_int_equal((int)dram_sms.life.storage_bits(t.state), 300 * 36 + 454);
    sms_close();
    sms_choose("sms:cpu_fifo=3:gpu_fifo=7:dcs_fifo=2");
    t.state = sms_make(0, 4, 2, 8);
    assert_int_equal(dram_sms.entries(t.state), 2 * 3 + 7 + 8 * 2);
    assert_int_equal((int)dram_sms.life.storage_bits(t.state), 29 * 36 + 2 * 15 + 10 + 3 * 12);
    sms_close();
}

/* SU2: a request to another row makes the batch before it ready, and nothing else does. The same row number
 * in another bank is another row. */
static void another_row_ends_a_batch(void **state)
{
    (void)state;
    for (uint32_t other = 0; other < 2; other++) {
        sms_open("sms:global_bypass=0");
        uint32_t first = ask(0, 1, 7), second = ask(0, 1, 7);
        tick();
        assert_int_equal((int)dram_sms.banks_waiting(t.state), 0);
        (void)ask(0, other ? 2 : 1, other ? 7 : 8);
        tick();
        tick();
        assert_int_equal((int)dram_sms.banks_waiting(t.state), 2);
        expect_next(0xf, first);
        expect_next(0xf, second);
        assert_int_equal(next(0xf), DRAM_NO_REQUEST);
        assert_true(told("ready_by_row") > 0.99 && told("cpu_batch") > 1.99 && told("cpu_batch") < 2.01);
        sms_close();
    }
}

/* SU2: age, in the cycle after 50 of a core of medium intensity, after 200 of the GPU. */
static void age_ends_a_batch(void **state)
{
    (void)state;
    for (int source = GPU; source < 1; source++) {
        uint64_t old = source == GPU ? 200 : 50;
        sms_open("sms:global_bypass=0");
        tick_until(10);
        (void)ask(source, 1, 7);
        (void)ask(source, 1, 7);
        tick_until(10 + old + 1); /* cycle 10 + old has been */
        assert_int_equal((int)dram_sms.banks_waiting(t.state), 0);
        tick();
        assert_int_equal((int)dram_sms.banks_waiting(t.state), 2);
        (void)ask(source, 1, 7); /* to the same row, while the batch is drained: of the next batch */
        tick();
        assert_int_equal(serve_all(), 2);
        tick_until(10 + old + 2 + old);
        assert_int_equal(serve_all(), 0);
        tick_until(10 + old + 2 + old + 2);
        assert_int_equal(serve_all(), 1);
        assert_true(told("ready_by_age") > 0.99);
        sms_close();
    }
}

/* The simulator may call only in the cycle that tick() has named. */
static void the_next_cycle_is_told(void **state)
{
    (void)state;
    sms_open("sms:global_bypass=0");
    (void)ask(0, 1, 7);
    assert_int_equal((int)dram_sms.tick(t.state, 0), 51);
    assert_int_equal((int)dram_sms.tick(t.state, 51), -1); /* UINT64_MAX */
    assert_int_equal((int)dram_sms.banks_waiting(t.state), 2);
    sms_close();
}

/* SU2: a full FIFO, or `max_batch`; not one request earlier. */
static void size_ends_a_batch(void **state)
{
    (void)state;
    static const struct {
        const char *policy;
        int source;
        uint32_t most;
    } cases[] = {{"sms:global_bypass=0", 0, 10},
                 {"sms:global_bypass=0", GPU, 20},
                 {"sms:global_bypass=0:max_batch=3", GPU, 3},
                 {"sms:global_bypass=0:cpu_fifo=1", 2, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sms_open(cases[i].policy);
        for (uint32_t k = 1; k < cases[i].most; k++)
            (void)ask(cases[i].source, 3, 7);
        tick();
        assert_int_equal((int)dram_sms.banks_waiting(t.state), 0);
        (void)ask(cases[i].source, 3, 7);
        tick();
        assert_int_equal((int)dram_sms.banks_waiting(t.state), 8);
        assert_true(told("ready_by_size") > 0.99);
        sms_close();
    }
}

/* `n` requests of core 0 in the first 100,000 cycles. */
static void be_of_intensity(uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        (void)ask(0, 0, i);
        tick_until(t.cycle + 90);
        (void)serve_all();
        if (t.n > SMS_REQUESTS - 64)
            t.n = 0;
    }
    tick_until(100000);
}

/* SU3: a core is of low intensity below 1 request in 1000 cycles, of high above 10; 99, 100, 1000 and 1001 in
 * 100,000. What is low goes around stages 1 and 2. */
static void intensity_has_three_classes(void **state)
{
    (void)state;
    static const struct {
        uint32_t n;
        uint64_t ready; /* cycles after its arrival */
    } cases[] = {{99, 0}, {100, 51}, {1000, 51}, {1001, 201}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        sms_open("sms:global_bypass=0:mpkc_period=100000");
        be_of_intensity(cases[i].n);
        (void)ask(0, 2, 7);
        assert_int_equal((int)dram_sms.banks_waiting(t.state), cases[i].ready ? 0 : 4);
        uint64_t ready = 0;
        for (; ready < 300 && !dram_sms.banks_waiting(t.state); ready++)
            tick();
        assert_int_equal(ready, cases[i].ready ? cases[i].ready + 1 : 0);
        sms_close();
    }
}

/* SU3: without a way around, what is of low intensity is a batch of its own, ready at once. */
static void low_intensity_never_waits_for_others(void **state)
{
    (void)state;
    sms_open("sms:global_bypass=0:mpkc_period=100:dcs_fifo=1");
    tick_until(100);
    for (int i = 0; i < 3; i++)
        (void)ask(0, 0, 7);
    assert_int_equal(commanded(0), 1);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(serve_all(), 1);
        tick();
    }
    assert_true(told("ready_alone") > 0.99 && told("cpu_batch") < 1.01);
    sms_close();
}

/* SU4: 15 requests in flight: the next goes directly; 16: it is batched, of whatever source it is. */
static void few_requests_go_directly(void **state)
{
    (void)state;
    for (int source = GPU; source < 1; source++) {
        sms_open("sms");
        for (uint32_t i = 0; i < 16; i++)
            (void)ask(source, i % 4, i);
        assert_int_equal(commanded(0) + commanded(1) + commanded(2) + commanded(3), 16);
        (void)ask(source, 0, 3);
        tick();
        assert_int_equal(commanded(0), 4);
        assert_true(told("global_bypass_share") > 15.9 / 17 && told("global_bypass_share") < 16.1 / 17);
        expect_next(1, 0); /* 16 are left */
        tick();
        assert_int_equal(commanded(0), 3);
        expect_next(2, 1); /* 15: nothing waits for others any longer */
        tick();
        assert_int_equal(commanded(0), 4);
        sms_close();
    }
}

/* A core whose FIFO is full waits alone: what is behind it is held in order, and not seen by any stage. The
 * GPU is refused. */
static void a_full_fifo_holds_up_its_source_only(void **state)
{
    (void)state;
    sms_open("sms:global_bypass=0:dcs_fifo=2");
    uint32_t first[30];
    for (uint32_t i = 0; i < 30; i++)
        first[i] = ask(0, 0, i / 10);
    assert_int_equal(((const sms_state *)t.state)->in_flight, 10);
    for (uint32_t i = 0; i < 20; i++)
        (void)ask(GPU, 1, i);
    assert_false(accepts(GPU, 1, 3));
    assert_true(accepts(1, 2, 7));
    for (uint32_t i = 0; i < 30; i++) {
        tick_until(t.cycle + 60);
        expect_next(1, first[i]);
    }
    sms_close();
}

/* ---- stage 2 ---- */

/* A ready batch of `n` requests to a row of `bank`. */
static void batch(int source, uint32_t n, uint32_t bank, uint32_t row)
{
    for (uint32_t i = 0; i < n; i++)
        (void)ask(source, bank, row);
    sms_state *s = t.state;
    s->options.age_med = s->options.age_high = 0; /* all that is open is old in the next cycle */
    t.cycle++;
}

/* SU5: one request a cycle. */
static void a_batch_is_drained_one_request_a_cycle(void **state)
{
    (void)state;
    sms_open("sms:global_bypass=0");
    batch(GPU, 5, 0, 7);
    for (uint32_t i = 1; i <= 5; i++) {
        tick();
        assert_int_equal(commanded(0), i);
    }
    sms_close();
}

/* SU5: what goes around the stages does not come into the run of a batch that is being drained; into another
 * bank it goes at once. */
static void a_bypass_does_not_interrupt_a_drain(void **state)
{
    (void)state;
    sms_open("sms:global_bypass=0:mpkc_period=100");
    tick_until(100); /* cores are of low intensity */
    batch(GPU, 5, 0, 7);
    uint32_t first = t.n - 5;
    tick();
    tick();
    uint32_t aside = ask(0, 0, 9), around = ask(1, 3, 9);
    assert_int_equal(commanded(3), 1);
    for (int i = 0; i < 6; i++)
        tick();
    for (uint32_t i = 0; i < 5; i++)
        expect_next(1, first + i);
    expect_next(1, aside);
    expect_next(8, around);
    sms_close();
}

/* A full FIFO of a bank stalls the drain, and a batch for such a bank is not picked. */
static void full_banks_are_waited_for(void **state)
{
    (void)state;
    sms_open("sms:global_bypass=0:dcs_fifo=2:p=0");
    batch(0, 4, 0, 7);
    for (int i = 0; i < 5; i++)
        tick();
    assert_int_equal(commanded(0), 2);
    assert_int_equal((int)told("drain_stalls"), 3);
    batch(2, 1, 1, 7); /* not before the batch that is being drained */
    tick();
    assert_int_equal(commanded(1), 0);
    expect_next(1, 0);
    tick();
    expect_next(1, 1);
    tick(); /* the last of it; bank 0 is full again */
    batch(1, 1, 0, 8);
    tick();
    assert_int_equal(commanded(1), 1);
    assert_int_equal(commanded(0), 2);
    sms_close();
}

/* SU6: the fewest requests in all stages and in service, until they are done; a long batch is no long job. */
static void the_shortest_job_goes_first(void **state)
{
    (void)state;
    for (int is_done = 0; is_done < 2; is_done++) {
        sms_open("sms:p=1:global_bypass=0");
        uint32_t of_0[3];
        for (uint32_t i = 0; i < 3; i++)
            of_0[i] = ask(0, i, 7);
        t.cycle = 100;
        tick(), tick(), tick();
        for (uint32_t i = 0; i < 3; i++)
            assert_int_equal(next(1ull << i), of_0[i]);
        for (uint32_t i = 0; is_done && i < 3; i++)
            done(of_0[i]);
        (void)ask(0, 3, 1);
        (void)ask(1, 3, 2);
        (void)ask(1, 3, 2);
        t.cycle += 100;
        tick();
        uint32_t handle = next(8);
        assert_int_equal(t.request[handle].source, SMS_SMS + (is_done ? 0 : 1));
        sms_close();
    }
}

/* ---- stage 3 ---- */

/* SU9: X (bank 0), Y (bank 1), X (bank 0) of one source: both batches of X one after the other. SU8: only
 * heads are given out, whatever row is open. */
static void rows_meet_again_in_the_fifo_of_a_bank(void **state)
{
    (void)state;
    sms_open("sms:global_bypass=0");
    uint32_t handle[6];
    for (uint32_t i = 0; i < 6; i++)
        handle[i] = ask(GPU, i / 2 == 1, i / 2 == 1 ? 9 : 5);
    uint32_t other = ask(GPU, 0, 6);
    tick_until(400);
    t.open_row[0] = 6;
    expect_next(1, handle[0]);
    expect_next(1, handle[1]);
    expect_next(1, handle[4]);
    expect_next(1, handle[5]);
    expect_next(1, other);
    expect_next(2, handle[2]);
    expect_next(2, handle[3]);
    sms_close();
}

/* Banks in turn, of those that are idle. */
static void banks_take_turns(void **state)
{
    (void)state;
    sms_open("sms");
    for (uint32_t i = 0; i < 4; i++)
        (void)ask(0, i, 1);
    const dram_view view = {.idle = 0xd, .open_row = t.open_row, .turn = 1};
    assert_int_equal(dram_sms.next(t.state, &view), 2);
    sms_close();
}

/* ---- p ---- */

static uint64_t gather(uint64_t cycle)
{
    return dram_sms.life.gather(&t.state, 1, cycle);
}

static void serve_gpu(uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        (void)ask(GPU, 0, 1);
        assert_int_equal(serve_all(), 1);
    }
}

/* Down while the GPU is served less than half of its best, up to what it was told otherwise. */
static void p_follows_the_gpu(void **state)
{
    (void)state;
    static const struct {
        uint32_t served;
        double p;
    } intervals[] = {{40, 0.8}, {20, 0.8}, {19, 0.7}, {5, 0.6}, {60, 0.7},
                     {29, 0.6}, {30, 0.7}, {0, 0.8},  {31, 0.8}};
    sms_open("sms:p=0.8:interval=1000");
    assert_int_equal(gather(0), 1000);
    for (size_t i = 0; i < sizeof intervals / sizeof *intervals; i++) {
        serve_gpu(intervals[i].served);
        assert_int_equal(gather(1000 * (i + 1)), 1000);
        assert_true(told("p") > intervals[i].p - 1e-9 && told("p") < intervals[i].p + 1e-9);
    }
    assert_int_equal(gather(9500), 500);
    (void)ask(GPU, 0, 1); /* it waits, and nothing is served */
    (void)gather(10000);
    assert_true(told("p") < 0.71);
    sms_close();
    sms_open("sms");
    assert_int_equal(gather(0), 0);
    sms_close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(storage_is_that_of_table_5_1),
        cmocka_unit_test(another_row_ends_a_batch),
        cmocka_unit_test(age_ends_a_batch),
        cmocka_unit_test(the_next_cycle_is_told),
        cmocka_unit_test(size_ends_a_batch),
        cmocka_unit_test(intensity_has_three_classes),
        cmocka_unit_test(low_intensity_never_waits_for_others),
        cmocka_unit_test(few_requests_go_directly),
        cmocka_unit_test(a_full_fifo_holds_up_its_source_only),
        cmocka_unit_test(a_batch_is_drained_one_request_a_cycle),
        cmocka_unit_test(a_bypass_does_not_interrupt_a_drain),
        cmocka_unit_test(full_banks_are_waited_for),
        cmocka_unit_test(the_shortest_job_goes_first),
        cmocka_unit_test(rows_meet_again_in_the_fifo_of_a_bank),
        cmocka_unit_test(banks_take_turns),
        cmocka_unit_test(p_follows_the_gpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
