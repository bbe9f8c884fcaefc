/* Warps whose loads all hit in the L2 still wait when its banks are not equally busy: the more the lines of a
 * load lie in the same banks, the further its hits come apart, and the slower is the kernel ([RA] 4.2.2, Fig
 * 4.7; the source has 24.0 cycles in the mean of its programs). */
#include "sim/gpu.h"
#include "tests/shape/sim/medic_kernels.h"

enum {
    BANKS = 4,
    LINES = 512 /* of each bank that warps ask for: all fit the L2 */,
    LOADS = 60,
    WARPS = 32 /* few enough that no bank is always busy */
};
static micro m;
static uint32_t line[BANKS][LINES];

static const char *const machine[] = {MEDIC_SETTINGS, "stalls=1", NULL};

static simulator *open(void)
{
    sim_config config = shape_machine(machine);
    simulator *sim;
    poise_error err;
    if (sim_create(&sim, &config, &(sim_policies){.sched = "tuple:24:0"}, &err))
        fail_msg("%s", err.text);
    return sim;
}

/* Fills `line` with numbers of lines by bank. */
static void find_lines(void)
{
    simulator *sim = open();
    uint32_t n[BANKS] = {0};
    micro_begin(&m, 1, 1); /* its pages */
    for (uint32_t i = 0; n[0] + n[1] + n[2] + n[3] < BANKS * LINES; i++) {
        address_place place;
        address_find_l2(((gpu *)(void *)sim)->base.map, trace_line_address(&m.trace, i), &place);
        if (n[place.l2_bank] < LINES)
            line[place.l2_bank][n[place.l2_bank]++] = i;
    }
    sim_destroy(sim);
}

/* Bank i of a Zipf distribution: probability 1 / (i + 1)^skew. */
static uint32_t random_bank(double skew)
{
    double all = 0, at;
    for (uint32_t i = 0; i < BANKS; i++)
        all += pow(i + 1, -skew);
    at = all * medic_random(1 << 20) / (1 << 20);
    for (uint32_t i = 0; i < BANKS - 1; i++) {
        if (at < pow(i + 1, -skew))
            return i;
        at -= pow(i + 1, -skew);
    }
    return BANKS - 1;
}

/* Each warp loads 8 lines, waits for them, computes for a while. */
static const warp_trace *kernel(double skew)
{
    micro_begin(&m, WARPS / 8, 8);
    uint32_t load = micro_inst(&m, TRACE_OP_LOAD_GLOBAL, 1, -1), use = micro_inst(&m, TRACE_OP_INT, 1, 1);
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        micro_warp(&m);
        for (uint32_t i = 0; i < LOADS; i++) {
            micro_run(&m, load);
            micro_word(&m, MEDIC_LINES);
            for (uint32_t k = 0; k < MEDIC_LINES; k++)
                micro_word(&m, line_word(line[random_bank(skew)][medic_random(LINES)], ALL_SECTORS));
            for (uint32_t k = 0; k < 80; k++)
                micro_run(&m, use);
        }
    }
    return &m.trace;
}

typedef struct outcome {
    double apart, wait;
    uint64_t cycles;
} outcome;

static outcome measure(double skew)
{
    simulator *sim = open();
    sim_counters counters;
    poise_error err;
    const warp_trace *trace = kernel(skew);
    for (int launch = 0; launch < 2; launch++)
        if (sim_launch(sim, trace, &counters, NULL, &err))
            fail_msg("%s", err.text);
    const sim_bottleneck *b = sim_bottleneck_of(sim);
    assert_int_equal(counters.l2_read_hits, counters.l2_reads);
    assert_true((double)b->divergent_loads > 0.9 * WARPS * LOADS);
    const outcome o = {sim_divergence(b), sim_divergence_wait(b), counters.cycles};
    sim_destroy(sim);
    return o;
}

static void skewed_banks_hold_hits_up(void **state)
{
    (void)state;
    static const double skew[] = {0, 0.5, 1, 1.5};
    outcome o[sizeof skew / sizeof *skew];
    find_lines();
    for (size_t i = 0; i < sizeof skew / sizeof *skew; i++) {
        o[i] = measure(skew[i]);
        print_message("skew %.1f: hits of a load %.1f cycles apart, waits %.1f; %llu cycles\n", skew[i],
                      o[i].apart, o[i].wait, (unsigned long long)o[i].cycles);
    }
    assert_true(o[0].wait > 0);
    for (size_t i = 1; i < sizeof skew / sizeof *skew; i++) {
        assert_true(o[i].wait > 1.1 * o[i - 1].wait);
        assert_true(o[i].apart > o[i - 1].apart);
        assert_true(o[i].cycles > o[i - 1].cycles);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skewed_banks_hold_hits_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
