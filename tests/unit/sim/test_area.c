/* U10: does the area bookkeeping give the thesis' figures? Source: [S3.7.3]. */
#include "sim/config/area.h"
#include "tests/test.h"

static sim_config machine(const char *const *settings)
{
    sim_config c;
    poise_error err;
    sim_config_default(&c);
    for (; *settings; settings++)
        if (sim_config_set(&c, *settings, &err))
            fail_msg("%s", err.text);
    return c;
}

#define CHAPTER_3 "sms=15", "l2_banks=12", "l1_miss_queue=8", "l1_mshrs=32", "lsu_queue=10"
#define SMALL_L2  "l2_access_queue=8", "l2_response_queue=8", "l2_miss_queue=8"
static const char *const base[] = {CHAPTER_3, SMALL_L2, "flit_request_bytes=32", "flit_reply_bytes=32", NULL};

/* Entries that T3.3 adds: 24, 16 and 30 an SM, 24 in each queue of a bank; 16 + 68 bytes of flits. */
static const char *const effective[] = {CHAPTER_3,
                                        SMALL_L2,
                                        "l1_miss_queue=32",
                                        "l1_mshrs=48",
                                        "lsu_queue=40",
                                        "l2_access_queue=32",
                                        "l2_response_queue=32",
                                        "l2_miss_queue=32",
                                        "flit_request_bytes=16",
                                        "flit_reply_bytes=68",
                                        NULL};

static void near(double value, double expected, double tolerance)
{
    if (value < expected - tolerance || value > expected + tolerance)
        fail_msg("%g, not %g", value, expected);
}

static void cost_effective_configuration(void **state)
{
    (void)state;
    sim_config before = machine(base), after = machine(effective);
    sim_area area = sim_area_added(&after, &before);
    assert_int_equal((int)area.storage_bytes, 12 * 48 * 128 + 12 * 24 * 8 + 15 * (24 * 8 + 16 * 8 + 30 * 34));
    near(area.storage_bytes / 1024, 94, 0.5);
    near(area.storage_mm2, 6.9, 0.05);
    near(area.storage_mm2 / SIM_AREA_DIE_MM2, 0.0098, 0.0001);
    near(area.wire_bytes, 20, 0);
    near(area.wire_mm2, 3.62, 0.01);
    near(area.total_mm2 / SIM_AREA_DIE_MM2, 0.0150, 0.0001);
}

/* U10: 9.2 mm^2 or 1.3 % of the die; shadow tags of 48 KB are 1200 bytes an SM, 17.5 KB together. [S4.4.3,
 * S4.5.4] Ways stand for the 96 sets, which are no power of two. */
static void cooperative_caching_network(void **state)
{
    (void)state;
    static const char *const ring[] = {"ccn=ring", NULL}, *const source[] = {"l1_ways=12", "sms=15", NULL};
    sim_config before = machine(source), after = before;
    poise_error err;
    assert_int_equal(sim_config_set(&after, ring[0], &err), 0);
    const sim_area area = sim_area_added(&after, &before);
    near(area.ring.shadow_bytes / 15, 1200, 0);
    near(area.ring.shadow_bytes / 1024, 17.5, 0.1);
    near(area.ring.queue_bytes / 15, 30 + 30 + 1028, 0);
    near(area.ring.queue_mm2, 4.82, 1e-9);
    near(area.ring.shadow_mm2 + area.ring.wire_mm2, 4.38, 1e-9);
    near(area.total_mm2, 9.2, 1e-9);
    near(area.total_mm2 / SIM_AREA_DIE_MM2, 0.013, 0.0002);
    near(sim_area_added(&before, &after).total_mm2, -9.2, 1e-9);
}

static void less_is_negative(void **state)
{
    (void)state;
    sim_config before = machine(base), after = machine(effective);
    sim_area more = sim_area_added(&after, &before), less = sim_area_added(&before, &after);
    near(less.total_mm2, -more.total_mm2, 1e-12);
    near(sim_area_added(&before, &before).total_mm2, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cost_effective_configuration),
        cmocka_unit_test(cooperative_caching_network),
        cmocka_unit_test(less_is_negative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
