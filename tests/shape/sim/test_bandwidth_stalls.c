/* Where do memory-bound kernels wait? Checks B1 to B3 and B6 to B11, after [S3.3] and [S3.4]. What the thesis
 * shows and this simulator does not is in docs/BOTTLENECK.md. */
#include "bandwidth.h"

static uint64_t cycles_at(kernel k, double latency)
{
    char settings[64];
    snprintf(settings, sizeof settings, "memory=fixed memory_latency=%.0f", latency);
    return simulate(k, settings, NULL).c.cycles;
}

/* B1: performance falls with the latency; kernels with work to do keep 90 % of it beyond 100 cycles, few
 * warps do not. */
static void latency_tolerance(void **state)
{
    (void)state;
    static const double latencies[] = {1, 100, 200, 400, 800};
    static const kernel falling[] = {L2BOUND, LOW_TLP};
    for (int k = 0; k < 2; k++) {
        uint64_t before = 0;
        for (int i = 0; i < 5; i++) {
            uint64_t cycles = cycles_at(falling[k], latencies[i]);
            assert_true(cycles > before);
            before = cycles;
        }
    }
    assert_true((double)cycles_at(TOLERANT, 1) > 0.9 * (double)cycles_at(TOLERANT, 150));
    assert_true((double)cycles_at(LOW_TLP, 1) < 0.5 * (double)cycles_at(LOW_TLP, 100));
}

/* B2: constant latency as long as the measured one is as fast as the real memory. Where replies come in
 * bursts (stream) the real one is slower. */
static void measured_latency_is_the_crossing(void **state)
{
    (void)state;
    static const kernel even[] = {L2BOUND, LOW_TLP};
    for (int k = 0; k < 2; k++) {
        const outcome *base = run(even[k], BASE);
        double ratio = (double)cycles_at(even[k], sim_aml(&base->b)) / (double)base->c.cycles;
        assert_true(ratio > 0.9 && ratio < 1.1);
    }
    const outcome *stream = run(STREAM, BASE);
    assert_true(cycles_at(STREAM, sim_aml(&stream->b)) < stream->c.cycles);
}

/* B3 */
static void congestion_dominates_latency(void **state)
{
    (void)state;
    for (int i = 0; i < MEMORY_BOUND; i++)
        assert_true(sim_aml(&run(memory_bound[i], BASE)->b) > 1.5 * 220);
    static const kernel hitting[] = {L2BOUND, L2EDGE};
    for (int i = 0; i < 2; i++) {
        const sim_bottleneck *b = &run(hitting[i], BASE)->b;
        assert_true(sim_l2_ahl(b) > 1.5 * 120);
        assert_true(sim_aml(b) > sim_l2_ahl(b));
    }
}

/* B6 */
static void schedulers_wait_for_the_load_store_unit(void **state)
{
    (void)state;
    for (int i = 0; i < MEMORY_BOUND; i++) {
        const sim_bottleneck *b = &run(memory_bound[i], BASE)->b;
        assert_true(sim_stall_share(b) > 0.5);
        assert_true(b->core[CORE_STR_MEM] > b->core[CORE_DATA_MEM]);
        for (uint32_t cause = CORE_DATA_ALU; cause < CORE_CAUSES; cause++)
            assert_true(b->core[CORE_DATA_MEM] > b->core[cause]);
        assert_true(b->core[CORE_STR_ALU] <= b->core[CORE_DATA_ALU]);
        assert_true(b->core[CORE_STR_ALU] <= b->core[CORE_FETCH]);
    }
}

/* B7 */
static void compute_waits_for_results(void **state)
{
    (void)state;
    const sim_bottleneck *b = &run(COMPUTE, BASE)->b;
    assert_true(sim_stall_share(b) < 0.5 * sim_stall_share(&run(L2BOUND, BASE)->b));
    assert_true(b->core[CORE_DATA_ALU] > b->core[CORE_STR_MEM]);
}

/* B8: a queue is full for a large part of the time in which it holds something. */
static void queues_are_often_full(void **state)
{
    (void)state;
    double l2 = 0;
    for (int i = 0; i < MEMORY_BOUND; i++) {
        const sim_bottleneck *b = &run(memory_bound[i], BASE)->b;
        l2 +=
            share(b->l2_queue[OCCUPANCY_FULL], sim_statistic_sum(b->l2_queue, OCCUPANCY_BINS)) / MEMORY_BOUND;
    }
    assert_true(l2 > 0.2);
    const sim_bottleneck *copy = &run(COPY, BASE)->b, *compute = &run(LOW_TLP, BASE)->b;
    assert_true(share(copy->dram_queue[OCCUPANCY_FULL], sim_statistic_sum(copy->dram_queue, OCCUPANCY_BINS)) >
                0.3);
    assert_true(
        share(compute->l2_queue[OCCUPANCY_FULL], sim_statistic_sum(compute->l2_queue, OCCUPANCY_BINS)) < 0.1);
}

/* B9 */
static void rows_decide_dram_efficiency(void **state)
{
    (void)state;
    for (int k = 0; k < TOLERANT; k++)
        assert_true(sim_dram_efficiency(&run((kernel)k, BASE)->b) < 1);
    double stream = sim_dram_efficiency(&run(STREAM, BASE)->b),
           random = sim_dram_efficiency(&run(RANDOM, BASE)->b);
    assert_true(stream > 1.2 * random);
    const sim_bottleneck *b = &run(RANDOM, BASE)->b;
    assert_true(b->dram[DRAM_CAUSE_ROW] > b->dram[DRAM_CAUSE_BUS]);
}

/* B10, with GPGPU-Sim's ports and look-up gate, which the thesis simulated: replies that the crossbar does
 * not take are the largest cause. */
static void l2_waits_for_the_crossbar(void **state)
{
    (void)state;
    double mean[L2_CAUSES] = {0};
    for (int i = 0; i < MEMORY_BOUND; i++) {
        const sim_bottleneck *b = &run(memory_bound[i], GPGPUSIM_L2)->b;
        for (uint32_t cause = 0; cause < L2_CAUSES; cause++)
            mean[cause] += share(b->l2[cause], sim_statistic_sum(b->l2, L2_CAUSES));
    }
    for (uint32_t cause = 1; cause < L2_CAUSES; cause++)
        assert_true(mean[L2_CAUSE_ICNT] > mean[cause]);
}

/* B11: the lines of a set are the smallest cause; stores, which hold no MSHR, wait for the miss queue. */
static void l1_waits_for_what_is_below(void **state)
{
    (void)state;
    for (int i = 0; i < MEMORY_BOUND; i++) {
        const sim_bottleneck *b = &run(memory_bound[i], BASE)->b;
        assert_true(b->l1[L1_CAUSE_LINE] < b->l1[L1_CAUSE_MSHR] + b->l1[L1_CAUSE_QUEUE]);
    }
    static const kernel storing[] = {COPY, STORES};
    for (int i = 0; i < 2; i++) {
        const sim_bottleneck *b = &run(storing[i], BASE)->b;
        assert_true(b->l1[L1_CAUSE_QUEUE] > b->l1[L1_CAUSE_MSHR]);
        assert_true(b->l1[L1_CAUSE_MSHR] > b->l1[L1_CAUSE_LINE]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latency_tolerance),
        cmocka_unit_test(measured_latency_is_the_crossing),
        cmocka_unit_test(congestion_dominates_latency),
        cmocka_unit_test(schedulers_wait_for_the_load_store_unit),
        cmocka_unit_test(compute_waits_for_results),
        cmocka_unit_test(queues_are_often_full),
        cmocka_unit_test(rows_decide_dram_efficiency),
        cmocka_unit_test(l2_waits_for_the_crossbar),
        cmocka_unit_test(l1_waits_for_what_is_below),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
