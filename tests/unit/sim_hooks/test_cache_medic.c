/* Does MeDiC find warp types and bypass as its source says? ([RA] 4.3.1, 4.3.2) */
#include "tests/unit/sim_hooks/medic_script.h"

#include <math.h>
#include <string.h>

/* ---- types ---- */

static void types_are_those_of_thirty_accesses(void **state)
{
    (void)state;
    static const struct {
        uint32_t hits;
        warp_type type;
    } cases[] = {{0, ALL_MISS},  {1, MOSTLY_MISS}, {6, MOSTLY_MISS}, {7, BALANCED},
                 {20, BALANCED}, {21, MOSTLY_HIT}, {29, MOSTLY_HIT}, {30, ALL_HIT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        open_policy("warp_types", 1, 4);
        profile(2, 29, cases[i].hits < 29 ? cases[i].hits : 29);
        assert_int_equal(warp_types_of(types(), 2), BALANCED); /* until then */
        profile(2, 1, cases[i].hits == 30);
        assert_int_equal(warp_types_of(types(), 2), cases[i].type);
        profile(2, 100, 50); /* it stays */
        assert_int_equal(warp_types_of(types(), 2), cases[i].type);
        assert_int_equal(warp_types_of(types(), 1), BALANCED);
        cache_close(&c);
    }
}

static void types_may_follow_each_access(void **state)
{
    (void)state;
    open_policy("warp_types:reclassify=continuous", 1, 4);
    profile(2, 30, 0);
    assert_int_equal(warp_types_of(types(), 2), ALL_MISS);
    profile(2, 1, 1);
    assert_int_equal(warp_types_of(types(), 2), MOSTLY_MISS);
    profile(2, 8, 8);
    assert_int_equal(warp_types_of(types(), 2), BALANCED);
    cache_close(&c);
}

/* Counters have 10 bits, and both are halved in time. */
static void counters_overflow_together(void **state)
{
    (void)state;
    open_policy("warp_types", 1, 4);
    const warp_record *record = &types()->record[2];
    for (uint32_t i = 0; i < 5000; i++) {
        bool hit = i % 3 != 0;
        double before = (record->hits + hit) / (record->accesses + 1.0);
        profile(2, 1, hit);
        assert_true(record->accesses < 512 && record->hits <= record->accesses);
        assert_true(i < 511 ? record->accesses == i + 1 : record->accesses >= 256);
        double error = (double)record->hits / record->accesses - before;
        assert_true(error < 1 / 256.0 && error > -1 / 256.0);
    }
    cache_close(&c);
}

/* MQ2: a warp that changes has its new type after the next epoch begins and 30 accesses. */
static void a_change_is_found_in_the_next_epoch(void **state)
{
    (void)state;
    open_policy("warp_types", 1, 4);
    profile(2, 30, 30);
    profile(2, 200, 0);
    (void)gather(99999);
    profile(2, 30, 0);
    assert_int_equal(warp_types_of(types(), 2), ALL_HIT);
    (void)gather(100000);
    profile(2, 29, 0);
    assert_int_equal(warp_types_of(types(), 2), ALL_HIT);
    profile(2, 1, 0);
    assert_int_equal(warp_types_of(types(), 2), ALL_MISS);
    cache_close(&c);
}

static void stores_count_if_asked(void **state)
{
    (void)state;
    for (int count = 0; count < 2; count++) {
        open_policy(count ? "warp_types" : "warp_types:stores=0", 1, 4);
        for (int i = 0; i < 30; i++)
            ask(1, MEM_STORE, fresh++);
        assert_int_equal(warp_types_of(types(), 1), count ? ALL_MISS : BALANCED);
        ask(1, MEM_CODE, fresh++);
        assert_int_equal(types()->record[1].accesses, count ? 30 : 0);
        cache_close(&c);
    }
}

/* ---- bypass ---- */

/* After each epoch a warp is looked up for 30 accesses, whatever its type was. */
static void profiled_warps_do_not_bypass(void **state)
{
    (void)state;
    open_policy("wbyp", 4, 4);
    for (uint64_t epoch = 0; epoch < 3; epoch++) {
        c.around = c.look_ups = c.fills = 0;
        for (int i = 0; i < 50; i++)
            ask(1, MEM_LOAD, fresh++);
        assert_int_equal(c.look_ups, 30);
        assert_int_equal(c.around, 20);
        assert_int_equal(c.fills, 30);
        assert_int_equal(gather((epoch + 1) * 100000 - 1), 1); /* not yet */
        ask(1, MEM_LOAD, fresh++);
        assert_int_equal(c.around, 21);
        assert_int_equal(gather((epoch + 1) * 100000 + 3), 100000 - 3);
        assert_int_equal(warp_types_of(types(), 1), ALL_MISS); /* kept meanwhile */
    }
    cache_close(&c);
}

/* Stores and atomics of a bypassing warp are looked up and take no line; loads of others as ever. */
static void only_loads_go_around(void **state)
{
    (void)state;
    for (int stores = 0; stores < 2; stores++) {
        open_policy(stores ? "wbyp:bypass_stores=1" : "wbyp", 4, 4);
        profile(1, 30, 0);
        ask(1, MEM_LOAD, fresh++);
        assert_int_equal(c.around, 1);
        ask(1, MEM_ATOMIC, fresh++);
        assert_int_equal(c.look_ups, 1);
        assert_int_equal(c.fills, 0);
        ask(1, MEM_STORE, fresh++);
        assert_int_equal(c.look_ups, 2 - stores);
        ask(1, MEM_CODE, fresh++);
        ask(2, MEM_ATOMIC, fresh++);
        ask(2, MEM_LOAD, fresh++);
        assert_int_equal(c.fills, 3);
        assert_int_equal(c.around, 1 + stores);
        cache_close(&c);
    }
}

/* By the loads of the epoch or launch before; what went around has missed. */
static void bypass_waits_for_misses(void **state)
{
    (void)state;
    static const uint32_t hits[] = {32, 31, 31, 32, 0}, around[] = {0, 0, 1, 2, 2}; /* 31 miss */
    open_policy("wbyp:least_miss=50", 4, 4);
    for (uint64_t epoch = 0; epoch < 5; epoch++) {
        profile(1, 30, 0);
        ask(1, MEM_LOAD, fresh++);
        assert_int_equal(c.around, around[epoch]);
        profile(2, hits[epoch], hits[epoch]);
        if (epoch == 1)
            c.policy->life.launch_begin(c.state, &(policy_launch){.cycle = 150000, .warps = 24});
        else
            (void)gather(epoch < 1 ? 100000 : 50000 + epoch * 100000);
    }
    cache_close(&c);
}

static void the_bound_falls_with_the_miss_rate(void **state)
{
    (void)state;
    static const struct {
        int64_t rise, bound;
    } cases[] = {{-300, 2000}, {0, 2000}, {490, 2000}, {500, 1500}, {1200, 1000}, {2000, 0}, {4000, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(wbyp_threshold(2000, 500, cases[i].rise), cases[i].bound);
    assert_int_equal(wbyp_threshold(2000, 0, 4000), 2000);
    assert_int_equal(wbyp_threshold(1800, 500, 2000), 0);
}

/* Warp 1 hits in 5 of its 30 accesses and then goes around: that is 1 of 6 hits, and 95 of 125 accesses
 * missed, which is a lower rate before and 87 of 100 in all. */
static void what_goes_around_counts_as_missed(void **state)
{
    (void)state;
    open_policy("wbyp", 4, 4);
    profile(1, 30, 5);
    profile(2, 30, 30);
    for (int i = 0; i < 60; i++)
        ask(1, MEM_LOAD, fresh++);
    assert_int_equal(c.around, 60);
    (void)gather(100000); /* 25 of 60 missed, then 85 of 120: 29.17 points, five steps */
    assert_int_equal(types()->threshold, 0);
    profile(1, 30, 1);
    assert_int_equal(warp_types_of(types(), 1), BALANCED); /* no longer mostly-miss */
    (void)gather(200000);                                  /* nobody goes around: back to 20 % */
    assert_int_equal(types()->threshold, 2000);
    profile(1, 30, 5);
    assert_int_equal(warp_types_of(types(), 1), MOSTLY_MISS);
    cache_close(&c);
}

/* ---- the rest ---- */

static void marks_tell_who_mostly_hits(void **state)
{
    (void)state;
    open_policy("warp_types", 1, 4);
    profile(0, 30, 0);
    profile(1, 30, 15);
    profile(2, 30, 21);
    profile(3, 30, 30);
    static const uint8_t marks[] = {0, 0, WARP_MARK_HITS, WARP_MARK_HITS};
    for (uint16_t warp = 0; warp < 4; warp++) {
        mem_request request = request_of(warp, MEM_LOAD, 1);
        assert_int_equal(c.policy->mark(c.state, &request), marks[warp]);
        request.kind = MEM_CODE;
        assert_int_equal(c.policy->mark(c.state, &request), 0);
        request = request_of(warp, MEM_WRITE_BACK, 1);
        assert_int_equal(c.policy->mark(c.state, &request), marks[warp]);
    }
    mem_request of_cpu = request_of(3, MEM_LOAD, 1);
    of_cpu.source = 2; /* there are two SMs */
    assert_int_equal(c.policy->mark(c.state, &of_cpu), 0);
    cache_close(&c);
}

/* A line that the bank has lost is looked up although its warp goes around. */
static void what_was_lost_does_not_bypass(void **state)
{
    (void)state;
    open_policy("medic_reuse", 1, 2);
    ask(2, MEM_LOAD, 5);
    ask(2, MEM_LOAD, 6); /* 5 leaves: balanced lines come in at the end of two */
    ask(2, MEM_LOAD, 7);
    assert_false(cache_has(&c, 6));
    profile(1, 30, 0);
    c.around = 0;
    ask(1, MEM_LOAD, 100);
    assert_int_equal(c.around, 1);
    ask(1, MEM_LOAD, 6);
    assert_int_equal(c.around, 1);
    cache_close(&c);
}

/* All banks have one record of a warp: what one bank sees decides in the others. */
static void banks_share_types(void **state)
{
    (void)state;
    poise_error err;
    void *bank[2];
    const medic_options options = {
        .types = {.resample = 1000, .profile = 30, .mostly_hit = 70, .mostly_miss = 20}};
    for (uint32_t i = 0; i < 2; i++) {
        const cache_host host = {
            .instance = {i, 2}, .shape = {4, 4}, .level = 2, .sms = 1, .warps = 4, .writes_through = true};
        assert_int_equal(cache_wbyp.create(&host, &options, &bank[i], &err), 0);
    }
    assert_int_equal(cache_wbyp.life.gather(bank, 2, 0), 1000);
    const mem_request request = request_of(3, MEM_LOAD, 9);
    for (uint32_t i = 0; i < 30; i++) {
        assert_int_equal(cache_wbyp.route(bank[i % 2], &request), CACHE_LOOK_UP);
        cache_wbyp.result(bank[i % 2], &request, false);
    }
    assert_int_equal(cache_wbyp.route(bank[0], &request), CACHE_BYPASS);
    assert_int_equal(cache_wbyp.route(bank[1], &request), CACHE_BYPASS);
    for (uint32_t i = 0; i < 2; i++)
        cache_wbyp.life.destroy(bank[i]);
}

static void statistics_tell_types(void **state)
{
    (void)state;
    open_policy("wbyp", 4, 4);
    profile(0, 30, 0);
    profile(1, 30, 15);
    profile(2, 30, 30);
    profile(3, 30, 3);
    for (int i = 0; i < 80; i++)
        ask(0, MEM_LOAD, fresh++);
    assert_true(cache_figure(&c, "all_miss") == 0.25);
    assert_true(cache_figure(&c, "mostly_miss") == 0.25);
    assert_true(cache_figure(&c, "balanced") == 0.25);
    assert_true(cache_figure(&c, "all_hit") == 0.25);
    assert_true(cache_figure(&c, "bypassed") == 80 / 200.0);
    assert_true(cache_figure(&c, "miss_rate") == (72 + 80) / 200.0);
    (void)gather(100000);
    profile(0, 30, 0);
    profile(1, 30, 0);
    profile(2, 30, 29);
    profile(3, 30, 0);
    assert_true(cache_figure(&c, "miss_rate") == (72 + 91 + 80) / 320.0); /* of both epochs */
    assert_true(cache_figure(&c, "stable") == 0.5); /* mostly-miss and all-miss share a code */
    cache_close(&c);
}

static double sample_of(const policy_sample *all, size_t n, const char *group, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].group, group) == 0 && strcmp(all[i].name, name) == 0)
            return all[i].value;
    return NAN;
}

/* Of each epoch: warps by type, by whether it stayed, and by hit ratio. */
static void samples_tell_epochs(void **state)
{
    (void)state;
    policy_sample all[POLICY_SAMPLES];
    open_policy("wbyp", 4, 4);
    const policy_life *life = &c.policy->life;
    assert_int_equal(life->sample(&c.state, 1, all, POLICY_SAMPLES), 0);
    profile(0, 30, 0);
    profile(1, 30, 15);
    profile(2, 30, 30);
    profile(3, 29, 3); /* not all of a profile */
    for (int i = 0; i < 11; i++)
        ask(0, MEM_LOAD, fresh++);
    size_t n = life->sample(&c.state, 1, all, POLICY_SAMPLES);
    assert_true(sample_of(all, n, "warp_types", "all_miss") == 1);
    assert_true(sample_of(all, n, "warp_types", "mostly_miss") == 0);
    assert_true(sample_of(all, n, "warp_types", "balanced") == 1);
    assert_true(sample_of(all, n, "warp_types", "all_hit") == 1);
    assert_true(sample_of(all, n, "type_again", "the_same") == 0);
    assert_true(sample_of(all, n, "hit_ratio", "0-10") == 1);
    assert_true(sample_of(all, n, "hit_ratio", "50-60") == 1);
    assert_true(sample_of(all, n, "hit_ratio", "90-100") == 1);
    assert_true(sample_of(all, n, "bypassed", "bypassed") == 11 / 130.0);
    assert_true(sample_of(all, n, "threshold", "threshold") == 20);
    (void)gather(100000);
    assert_int_equal(life->sample(&c.state, 1, all, POLICY_SAMPLES), 0);
    profile(1, 30, 29);
    profile(2, 30, 30);
    n = life->sample(&c.state, 1, all, POLICY_SAMPLES);
    assert_true(sample_of(all, n, "warp_types", "all_miss") == 1); /* it keeps its type */
    assert_true(sample_of(all, n, "warp_types", "mostly_hit") == 1);
    assert_true(sample_of(all, n, "type_again", "the_same") == 1);
    assert_true(sample_of(all, n, "type_again", "another") == 1);
    assert_true(sample_of(all, n, "hit_ratio", "0-10") == 0);
    assert_true(sample_of(all, n, "hit_ratio", "90-100") == 2);
    assert_true(sample_of(all, n, "bypassed", "bypassed") == 0);
    cache_close(&c);
}

/* Of a policy in all banks of the machine of the source with its lines of 64 bytes. */
static uint64_t storage_of(const char *policy)
{
    uint64_t bits = 0;
    cache_host host = {.shape = {64, 16}, .level = 2, .sms = 15, .warps = 48, .writes_through = true};
    for (uint32_t i = 0; i < 12; i++) {
        host.instance = (policy_instance){i, 12};
        cache_open_at(&c, policy, &host);
        bits += c.policy->life.storage_bits(c.state);
        cache_close(&c);
    }
    return bits;
}

/* 22 bits for each of 720 warps, 2 for each of 12,288 lines, 5,052 bytes, less than 1 % of 768 KB. With
 * least_miss two counters of the loads of an epoch, up to 100,000 in each bank, and what the last one said.
 */
static void storage(void **state)
{
    (void)state;
    assert_int_equal((storage_of("medic") - storage_of("lru")) / 8, 5052);
    assert_int_equal(storage_of("wbyp:least_miss=80") - storage_of("wbyp"), 2 * 21 + 1);
    assert_int_equal(storage_of("wbyp:least_miss=80:resample=1000") - storage_of("wbyp"), 2 * 14 + 1);
}

static void wrong_places_are_refused(void **state)
{
    (void)state;
    poise_error err;
    void *made;
    const medic_options options = {0};
    cache_host host = {
        .instance = {0, 1}, .shape = {4, 4}, .level = 1, .sms = 1, .warps = 4, .writes_through = true};
    assert_int_equal(cache_wip.create(&host, &options, &made, &err), POISE_USAGE);
    assert_contains(err.text, "policy wip is one of the L2");
    host.level = 2;
    host.writes_through = false;
    assert_int_equal(cache_medic.create(&host, &options, &made, &err), POISE_USAGE);
    assert_contains(err.text, "l2_write=through");
    assert_int_equal(cache_wip.create(&host, &options, &made, &err), POISE_OK);
    cache_wip.life.destroy(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_those_of_thirty_accesses),
        cmocka_unit_test(types_may_follow_each_access),
        cmocka_unit_test(counters_overflow_together),
        cmocka_unit_test(a_change_is_found_in_the_next_epoch),
        cmocka_unit_test(stores_count_if_asked),
        cmocka_unit_test(profiled_warps_do_not_bypass),
        cmocka_unit_test(only_loads_go_around),
        cmocka_unit_test(bypass_waits_for_misses),
        cmocka_unit_test(the_bound_falls_with_the_miss_rate),
        cmocka_unit_test(what_goes_around_counts_as_missed),
        cmocka_unit_test(marks_tell_who_mostly_hits),
        cmocka_unit_test(what_was_lost_does_not_bypass),
        cmocka_unit_test(banks_share_types),
        cmocka_unit_test(statistics_tell_types),
        cmocka_unit_test(samples_tell_epochs),
        cmocka_unit_test(storage),
        cmocka_unit_test(wrong_places_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
