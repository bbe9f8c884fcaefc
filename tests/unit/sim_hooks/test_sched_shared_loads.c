/* Which loads mode shared of policy poise lets go around, on a scripted GPU. */
#include "models/load_model.h"
#include "sim_hooks/sched/poise_load_counter.h"
#include "sim_hooks/sched/poise_load_table.h"
#include "tests/unit/sim_hooks/shared_gpu.h"

/* Loads allocate that hit in a third of their look-ups with one warp. */
static gpu *open_gpu_with_loads(uint32_t sms, const char *options)
{
    const poise_load_model model = {
        .name = "third", .recipe = "by hand", .weight = {[MODEL_LOAD_h_one] = 3, [MODEL_LOAD_constant] = -1}};
    poise_error err = {0};
    char string[512];
    if (poise_load_model_write(test_path("third.model"), &model, &err) != POISE_OK)
        fail_msg("%s", err.text);
    snprintf(string, sizeof string, ":loads=%s%s", test_path("third.model"), options);
    gpu *g = open_gpu(sms, 24, string);
    g->level = g->spoils = true;
    return g;
}

static bool all_go_around(const gpu *g, uint64_t loads)
{
    for (uint32_t sm = 0; sm < g->host.sms; sm++)
        if (g->around[sm] != loads)
            return false;
    return true;
}

static void the_load_without_reuse_goes_around(void **unused)
{
    (void)unused;
    static const char *const options[] = {"", ":again=1"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        gpu *g = open_gpu_with_loads(8, options[i]);
        begin(g);
        run(g, 30000);
        assert_true(all_go_around(g, 1u << SPOILER));
        assert_int_equal((int)figure(g, "loads_around"), 1);
        g->policy->life.launch_end(g->state, 0, g->cycle);
        assert_true(figure(g, "alone_cycles") > 0);
        assert_int_equal(g->illegal, 0);
        close_gpu(g);
    }
}

static void all_loads_may_have_reuse(void **unused)
{
    (void)unused;
    gpu *g = open_gpu_with_loads(8, "");
    g->spoils = false;
    launch(g, 100000);
    assert_true(all_go_around(g, 0));
    assert_int_equal((int)figure(g, "loads_around"), 0);
    close_gpu(g);
}

static void without_a_model_no_load_is_touched(void **unused)
{
    (void)unused;
    gpu *g = open_gpu(8, 24, "");
    g->spoils = g->level = true;
    launch(g, 100000);
    assert_int_equal(g->loads_set, 0);
    close_gpu(g);
}

static void what_was_learned_is_kept_for_the_next_launch_of_the_kernel(void **unused)
{
    (void)unused;
    gpu *g = open_gpu_with_loads(8, "");
    launch(g, 60000);
    g->kernel = 8;
    begin(g);
    assert_true(all_go_around(g, 0));
    g->policy->life.launch_end(g->state, 0, g->cycle);
    g->kernel = 7;
    begin(g);
    assert_true(all_go_around(g, 1u << SPOILER));
    close_gpu(g);
}

/* Each SM has a counter of loads and a list of those that go around, besides what it has without loads. */
static void storage_grows_with_sms(void **unused)
{
    (void)unused;
    uint64_t bits[3];
    for (uint32_t i = 0; i < 3; i++) {
        gpu *g = open_gpu_with_loads(8 + i, "");
        bits[i] = g->policy->life.storage_bits(g->state);
        close_gpu(g);
    }
    assert_int_equal(bits[2] - bits[1], bits[1] - bits[0]);
    assert_true(bits[1] - bits[0] > 7 * 32 + 2 * 16 + poise_load_counter_bits(0));
}

/* Where N = p gains much, nobody runs with one warp to look at loads that were seen to hit. */
static void throttling_that_gains_much_is_enough(void **unused)
{
    (void)unused;
    gpu *g = open_gpu_with_loads(8, "");
    g->level = g->spoils = false;
    launch(g, 60000);
    assert_true(figure(g, "alone_cycles") == 0);
    assert_true(all_go_around(g, 0));
    close_gpu(g);
}

/* One warp of each scheduler is so slow that to look costs much; loads may gain more. */
static void loads_of_kernels_that_one_warp_slows_down_are_looked_at(void **unused)
{
    (void)unused;
    static const char *const options[] = {":late=0:slow=0", ":late=0:slow=350"};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        gpu *g = open_gpu_with_loads(8, options[i]);
        g->level = false;
        g->peak = g->warps;
        launch(g, 60000);
        assert_int_equal(figure(g, "alone_cycles") > 0, i == 0);
        assert_true(all_go_around(g, i == 0 ? 1u << SPOILER : 0));
        close_gpu(g);
    }
}

/* Where it gains so much that all SMs would lose with one warp, one of them looks later. */
static void one_sm_looks_where_all_would_lose(void **unused)
{
    (void)unused;
    for (int late = 0; late < 2; late++) {
        gpu *g = open_gpu_with_loads(8, late ? ":busy=1001" : ":busy=1001:late=0");
        bool others = true;
        g->level = false;
        begin(g);
        run(g, 15000);
        assert_true(all_go_around(g, 0));
        for (int i = 0; i < 1200; i++) {
            uint32_t alone = 0;
            run(g, 50);
            for (uint32_t sm = 0; sm < 8; sm++)
                alone += g->n[sm] == 1;
            others = others && alone <= 2;
        }
        assert_true(others);
        assert_int_equal((int)figure(g, "loads_around"), late);
        close_gpu(g);
    }
}

/* What was measured in the spread is not asked here. */
static void a_wrong_choice_is_taken_back(void **unused)
{
    (void)unused;
    gpu *g = open_gpu_with_loads(8, ":busy=1001:check=0");
    g->spoils = false;
    g->misleads = true;
    begin(g);
    run(g, 20000);
    assert_true(all_go_around(g, 1u << SPOILER));
    run(g, 40000);
    assert_int_equal((int)figure(g, "loads_around"), 0);
    close_gpu(g);
}

/* Loads that allocate again find none of their lines: a trial waits for them, and is not lost meanwhile. */
static void lines_of_loads_that_come_back_are_waited_for(void **unused)
{
    (void)unused;
    for (int waits = 0; waits < 2; waits++) {
        gpu *g =
            open_gpu_with_loads(8, waits ? ":busy=1001:check=0:refill=3000" : ":busy=1001:check=0:refill=0");
        g->spoils = false;
        g->misleads = true;
        begin(g);
        run(g, 20000);
        assert_true(all_go_around(g, 1u << SPOILER));
        g->refills = 3000;
        run(g, 20000);
        assert_int_equal((int)figure(g, "loads_around"), !waits);
        close_gpu(g);
    }
}

/* p is not searched where loads are chosen, unless one wants it. */
static void loads_replace_p(void **unused)
{
    (void)unused;
    static const char *const options[] = {":busy=1001", ":busy=1001:diagonal=0"};
    for (int i = 0; i < 2; i++) {
        gpu *g = open_gpu_with_loads(8, options[i]);
        g->spoils = false;
        g->bypass = true;
        launch(g, 100000);
        assert_int_equal((int)figure(g, "p"), i == 0 ? 24 : 1);
        close_gpu(g);
    }
}

static void loads_are_looked_at_again(void **unused)
{
    (void)unused;
    gpu *g = open_gpu_with_loads(8, ":busy=1001:period=40000");
    begin(g);
    run(g, 40000);
    assert_true(all_go_around(g, 1u << SPOILER));
    g->spoils = false;
    run(g, 400000);
    assert_int_equal((int)figure(g, "loads_around"), 1); /* that gains nothing now, nor does it cost */
    g->spoils = true;
    run(g, 400000);
    assert_int_equal((int)figure(g, "loads_around"), 1);
    close_gpu(g);
}

static void a_load_that_begins_to_spoil_is_found(void **unused)
{
    (void)unused;
    gpu *g = open_gpu_with_loads(8, ":busy=1001:period=40000");
    g->spoils = false;
    begin(g);
    run(g, 40000);
    assert_true(all_go_around(g, 0));
    g->spoils = true;
    run(g, 600000);
    assert_int_equal((int)figure(g, "loads_around"), 1);
    close_gpu(g);
}

/* ---- the table ---- */

static void count(poise_load_table *table, uint32_t pc, uint32_t times)
{
    for (uint32_t i = 0; i < times; i++)
        poise_load_table_count(table, &(poise_load_look){.pc = pc, .first = true, .hits = i % 2 == 0});
}

static void loads_that_ask_for_much_stay_in_the_table(void **unused)
{
    (void)unused;
    poise_load_table table = {0};
    for (uint32_t round = 0; round < 50; round++) {
        for (uint32_t pc = 0; pc < 10; pc++)
            count(&table, pc, 20);
        count(&table, 1000 + round, 1);
    }
    for (uint32_t pc = 0; pc < 10; pc++) {
        assert_int_equal(table.load[pc].pc, pc);
        assert_int_equal(table.load[pc].sample.lookups, 1000);
        assert_int_equal(table.load[pc].sample.hits, 500);
    }
    assert_int_equal(table.count, POISE_TABLE_LOADS);
}

static void counters_that_are_full_are_halved_together(void **unused)
{
    (void)unused;
    poise_load_table table = {0}, sum = {0};
    count(&table, 1, 30000);
    count(&table, 2, UINT16_MAX + 1);
    assert_in_range(table.load[1].sample.lookups, 32768, 32769);
    assert_int_equal(table.load[0].sample.lookups, 15000);
    assert_int_equal(table.load[0].sample.hits, 7500);
    for (int i = 0; i < 3; i++)
        poise_load_table_add(&sum, &table);
    assert_true(sum.load[1].sample.lookups <= UINT16_MAX);
    assert_in_range(2 * sum.load[0].sample.hits, sum.load[0].sample.lookups - 4,
                    sum.load[0].sample.lookups + 4);
}

static void loads_far_behind_are_not_counted(void **unused)
{
    (void)unused;
    poise_load_table table = {0};
    count(&table, POISE_TABLE_MOST_PC, 5);
    assert_int_equal(table.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_load_without_reuse_goes_around),
        cmocka_unit_test(storage_grows_with_sms),
        cmocka_unit_test(all_loads_may_have_reuse),
        cmocka_unit_test(without_a_model_no_load_is_touched),
        cmocka_unit_test(what_was_learned_is_kept_for_the_next_launch_of_the_kernel),
        cmocka_unit_test(throttling_that_gains_much_is_enough),
        cmocka_unit_test(loads_of_kernels_that_one_warp_slows_down_are_looked_at),
        cmocka_unit_test(one_sm_looks_where_all_would_lose),
        cmocka_unit_test(a_wrong_choice_is_taken_back),
        cmocka_unit_test(lines_of_loads_that_come_back_are_waited_for),
        cmocka_unit_test(loads_replace_p),
        cmocka_unit_test(loads_are_looked_at_again),
        cmocka_unit_test(a_load_that_begins_to_spoil_is_found),
        cmocka_unit_test(loads_that_ask_for_much_stay_in_the_table),
        cmocka_unit_test(counters_that_are_full_are_halved_together),
        cmocka_unit_test(loads_far_behind_are_not_counted),
    };
    return cmocka_run_group_tests(tests, make_test_folder, remove_test_folder);
}
