/* APRES on a scripted SM: moves in the queue, groups, strides, requests, figures.
 * [A, A-re] */
#include "tests/unit/sim_hooks/scripted_host.h"

enum { WARPS = 8, LINE = 128, X = 10, Y = 20, Z = 30 };

typedef struct wanted {
    uint32_t warp;
    uint64_t address;
} wanted;

/* One SM; warp w sits in slot w. */
typedef struct machine {
    wanted prefetch[64];
    uint32_t prefetches, room;
    sched_host host;
    void *state;
} machine;

static bool prefetch(void *opaque, uint32_t sm, uint32_t warp, uint64_t address)
{
    machine *m = opaque;
    assert_int_equal(sm, 0);
    if (m->prefetches == m->room)
        return false;
    m->prefetch[m->prefetches++] = (wanted){warp, address};
    return true;
}

static void open_machine(machine *m, const char *arguments)
{
    *m = (machine){.room = 64};
    m->host =
        (sched_host){.sms = 1, .schedulers = 1, .warps = WARPS, .warps_per_scheduler = WARPS, .opaque = m};
    m->host.prefetch = prefetch;
    assert_int_equal(create_policy(&sched_apres, &m->host, arguments, &m->state, NULL), POISE_OK);
    sched_apres.life.launch_begin(m->state, &(policy_launch){.cycle = 0, .warps = WARPS});
    for (uint32_t w = 0; w < WARPS; w++)
        sched_apres.warp_begin(m->state, &(sched_place){.warp = w});
}

static void close_machine(machine *m)
{
    sched_apres.life.destroy(m->state);
}

static void load(machine *m, uint32_t warp, uint32_t pc)
{
    sched_apres.issue(m->state, &(sched_inst){.at.warp = warp, .pc = pc, .op = SCHED_LOAD_GLOBAL});
}

static void access_line(machine *m, uint32_t warp, uint32_t pc, uint64_t line, bool first,
                        sched_outcome outcome)
{
    sched_apres.l1_access(
        m->state, &(sched_access){
                      .at.warp = warp, .pc = pc, .address = line * LINE, .first = first, .outcome = outcome});
}

/* A load of one line. */
static void load_line(machine *m, uint32_t warp, uint32_t pc, uint64_t line, sched_outcome outcome)
{
    load(m, warp, pc);
    access_line(m, warp, pc, line, true, outcome);
}

/* All warps have executed load X. None of them had a group: it was the first load of each. */
static void all_load_x(machine *m)
{
    for (uint32_t w = 0; w < WARPS; w++)
        load_line(m, w, X, w, SCHED_HIT);
}

static unsigned pick_of(const machine *m, uint64_t ready, int last)
{
    static const uint16_t warp[WARPS] = {0, 1, 2, 3, 4, 5, 6, 7};
    sched_view view = {.ready = ready, .eligible = 0xff, .last = last, .warp = warp};
    return sched_apres.pick(m->state, &view);
}

/* The warps in the order in which they would issue if each could once: `order` has a digit for each. */
static void assert_queue(const machine *m, const char *order)
{
    char found[WARPS + 1] = "";
    uint64_t ready = (1u << WARPS) - 1;
    for (uint32_t i = 0; i < WARPS; i++) {
        unsigned next = pick_of(m, ready, -1);
        found[i] = (char)('0' + next);
        ready &= ~(1ull << next);
    }
    assert_string_equal(found, order);
}

/* ---- LAWS ---- */

static void s20_the_probe_hits(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    all_load_x(&m);
    assert_queue(&m, "01234567");
    load(&m, 4, Y);
    assert_queue(&m, "01234567"); /* nothing is known yet */
    access_line(&m, 4, Y, 100, true, SCHED_HIT);
    assert_queue(&m, "01235674");
    assert_int_equal(m.prefetches, 0);
    assert_true(figure_of(&sched_apres, m.state, "boosts") == WARPS - 1);
    close_machine(&m);
}

/* Warp 6 has loaded nothing and belongs to no group: it is "every other warp". */
static void s20_the_probe_misses(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    for (uint32_t w = 0; w < WARPS; w++)
        if (w != 6)
            load_line(&m, w, X, w, SCHED_HIT);
    load_line(&m, 0, Y, 100, SCHED_MISS);
    assert_queue(&m, "06123457");
    assert_int_equal(m.prefetches, 0);
    assert_true(figure_of(&sched_apres, m.state, "missed_groups") == 1);
    close_machine(&m);
}

/* The group is of those who have the last load that the probe had before this one. */
static void groups_are_of_equal_last_loads(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    all_load_x(&m);
    load_line(&m, 5, Y, 0, SCHED_MERGED); /* decides nothing */
    load_line(&m, 6, Y, 0, SCHED_MERGED);
    load_line(&m, 7, Y, 0, SCHED_MERGED);
    assert_queue(&m, "01234567");
    load_line(&m, 6, Z, 0, SCHED_HIT); /* 5 and 7 sit after Y */
    assert_queue(&m, "57012346");
    load_line(&m, 0, Y, 0, SCHED_HIT); /* the others after X; boosted ones keep their places */
    assert_queue(&m, "57123406");
    close_machine(&m);
}

static void a_boost_lasts_until_the_next_load(void **unused)
{
    (void)unused;
    static const sched_inst arithmetic = {.at.warp = 3, .pc = 1, .op = SCHED_OTHER};
    for (int any_instruction = 0; any_instruction < 2; any_instruction++) {
        machine m;
        open_machine(&m, any_instruction ? "boost=inst" : "");
        all_load_x(&m);
        load_line(&m, 0, Y, 0, SCHED_HIT);
        assert_queue(&m, "12345670");
        sched_apres.issue(m.state, &arithmetic);
        assert_queue(&m, any_instruction ? "12456703" : "12345670");
        load(&m, 3, Y);
        assert_queue(&m, "12456703");
        close_machine(&m);
    }
}

static void boosted_warps_go_before_the_greedy_one(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    assert_int_equal(pick_of(&m, 0xf0, 6), 6); /* as GTO: the last one goes on */
    assert_int_equal(pick_of(&m, 0xb0, 6), 4); /* or the oldest */
    all_load_x(&m);
    load_line(&m, 0, Y, 0, SCHED_HIT);
    assert_int_equal(pick_of(&m, 0x81, 0), 7);
    assert_int_equal(pick_of(&m, 0xc1, 7), 6); /* in the order of the queue */
    close_machine(&m);
}

static void round_robin_goes_on_behind_the_last(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "lrr");
    assert_int_equal(pick_of(&m, 0xff, 3), 4);
    assert_int_equal(pick_of(&m, 0x0f, 3), 0);
    assert_int_equal(pick_of(&m, 0xff, 7), 0);
    assert_int_equal(pick_of(&m, 0xf0, -1), 4);
    close_machine(&m);
}

/* With one entry a second load between issue and L1 has no group, and that of the first is not mistaken. */
static void entries_of_the_group_table_are_limited(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "wgt=1");
    all_load_x(&m);
    load(&m, 1, Y);
    load(&m, 0, Y); /* no entry */
    load(&m, 1, Z); /* none either */
    access_line(&m, 1, Y, 0, true, SCHED_HIT);
    assert_queue(&m, "02345671");
    access_line(&m, 0, Y, 0, true, SCHED_MISS);
    access_line(&m, 1, Z, 0, true, SCHED_MISS);
    assert_queue(&m, "02345671");
    assert_true(figure_of(&sched_apres, m.state, "groups_missing") == 2);
    load_line(&m, 2, Y, 0, SCHED_MISS); /* the entry is free again; the group is boosted and stays */
    assert_true(figure_of(&sched_apres, m.state, "missed_groups") == 1);
    close_machine(&m);
}

/* A load of several lines: the first one that hits or misses decides, those after it do not. */
static void the_first_decisive_line_counts(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    all_load_x(&m);
    load(&m, 0, Y);
    load(&m, 7, Y);
    access_line(&m, 0, Y, 0, true, SCHED_MERGED);
    assert_queue(&m, "01234567");
    access_line(&m, 0, Y, 1, false, SCHED_HIT);
    assert_queue(&m, "12345670");
    access_line(&m, 0, Y, 2, false, SCHED_MISS);
    assert_queue(&m, "12345670");
    access_line(&m, 7, Y, 3, true, SCHED_MERGED); /* its only line: no decision */
    load(&m, 0, Z);
    access_line(&m, 0, Z, 9, true, SCHED_MISS);
    assert_queue(&m, "12345670");
    assert_true(figure_of(&sched_apres, m.state, "missed_groups") == 1);
    close_machine(&m);
}

static void an_ended_warp_is_forgotten(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    all_load_x(&m);
    load(&m, 0, Y);
    sched_apres.warp_end(m.state, &(sched_place){.warp = 3});
    access_line(&m, 0, Y, 0, true, SCHED_HIT);
    assert_int_equal(pick_of(&m, 0xf7, -1), 1);
    assert_true(figure_of(&sched_apres, m.state, "boosts") == WARPS - 2);
    sched_apres.warp_begin(m.state, &(sched_place){.warp = 3}); /* another: youngest, nothing loaded */
    assert_queue(&m, "12456703");
    load_line(&m, 3, Y, 0, SCHED_HIT); /* has no group */
    assert_true(figure_of(&sched_apres, m.state, "groups") == 1);
    close_machine(&m);
}

static void other_memory_instructions_form_no_groups(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    all_load_x(&m);
    double before = figure_of(&sched_apres, m.state, "groups");
    static const sched_op others[] = {SCHED_STORE_GLOBAL, SCHED_ATOMIC_GLOBAL, SCHED_LOAD_PRIVATE};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        sched_apres.issue(m.state, &(sched_inst){.at.warp = 2, .pc = Y, .op = others[i]});
    assert_true(figure_of(&sched_apres, m.state, "groups") == before);
    /* The private load of 2 is looked up before its global load, and decides nothing. */
    load(&m, 2, Z);
    access_line(&m, 2, Y, 0, true, SCHED_HIT);
    assert_queue(&m, "01234567");
    access_line(&m, 2, Z, 0, true, SCHED_HIT);
    assert_queue(&m, "01345672");
    close_machine(&m);
}

/* ---- SAP ---- */

/* Misses of load Y by probes with a group, of addresses base + warp * stride. */
static void miss_y(machine *m, uint32_t warp, uint64_t line)
{
    load_line(m, warp, Y, line, SCHED_MISS);
}

static void the_third_miss_prefetches(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    all_load_x(&m);
    miss_y(&m, 0, 1000);
    assert_int_equal(m.prefetches, 0); /* address */
    miss_y(&m, 2, 1010);
    assert_int_equal(m.prefetches, 0); /* stride: 5 lines a warp */
    miss_y(&m, 3, 1015);
    static const wanted expected[] = {{1, 1005}, {4, 1020}, {5, 1025}, {6, 1030}, {7, 1035}};
    assert_int_equal(m.prefetches, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(m.prefetch[i].warp, expected[i].warp);
        assert_int_equal(m.prefetch[i].address, expected[i].address * LINE);
    }
    close_machine(&m);
}

static void strides_may_be_negative(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    all_load_x(&m);
    miss_y(&m, 1, 1000);
    miss_y(&m, 0, 1003);
    miss_y(&m, 3, 994);
    assert_int_equal(m.prefetches, 5);
    assert_int_equal(m.prefetch[0].warp, 2);
    assert_int_equal(m.prefetch[0].address, 997 * LINE);
    assert_int_equal(m.prefetch[4].address, (1003 - 7 * 3) * LINE);
    close_machine(&m);
}

static void nothing_is_prefetched_without_a_confirmed_stride(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t warp[3];
        uint64_t line[3];
    } cases[] = {
        {{0, 1, 2}, {1000, 1001, 1003}}, /* not the same twice */
        {{0, 1, 2}, {1000, 1000, 1000}}, /* no stride */
        {{1, 1, 1}, {1000, 1001, 1002}}, /* no other warp */
        {{0, 1, 1}, {1000, 1004, 1008}}, /* second miss of a warp renews the address */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        machine m;
        open_machine(&m, "");
        all_load_x(&m);
        for (uint32_t w = 4; w < WARPS; w++) /* companions of those that load Y again */
            load_line(&m, w, Y, 0, SCHED_HIT);
        for (uint32_t k = 0; k < 3; k++)
            miss_y(&m, cases[i].warp[k], cases[i].line[k]);
        assert_int_equal(m.prefetches, 0);
        close_machine(&m);
    }
}

/* Bytes that warps do not divide are no stride: 385 lines over 3 warps would be 16426.67 bytes. */
static void strides_must_divide(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    all_load_x(&m);
    miss_y(&m, 0, 1000);
    miss_y(&m, 3, 1385);
    miss_y(&m, 6, 1770);
    assert_int_equal(m.prefetches, 0);
    miss_y(&m, 7, 1771); /* 1 line a warp */
    miss_y(&m, 5, 1769); /* confirmed: for 1, 2 and 4 */
    assert_int_equal(m.prefetches, 3);
    close_machine(&m);
}

/* One entry: load Z takes it from Y, which must train anew. */
static void loads_compete_for_the_prefetch_table(void **unused)
{
    (void)unused;
    for (int entries = 1; entries <= 2; entries++) {
        machine m;
        open_machine(&m, entries == 1 ? "pt=1" : "pt=2");
        all_load_x(&m);
        miss_y(&m, 0, 1000);
        miss_y(&m, 1, 1001);
        load_line(&m, 0, Z, 5000, SCHED_MISS); /* 1 follows */
        miss_y(&m, 2, 1002);
        assert_int_equal(m.prefetches, entries == 1 ? 0 : WARPS - 3);
        close_machine(&m);
    }
}

/* Every line of the probe, from the one that missed on, is prefetched for every warp of the group. */
static void all_lines_of_the_probe_are_prefetched(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    all_load_x(&m);
    for (uint32_t w = 0; w < 3; w++) {
        load(&m, w, Y);
        for (uint32_t line = 0; line < 3; line++)
            access_line(&m, w, Y, 1000 + 40 * w + 7 * line, line == 0, SCHED_MISS);
    }
    assert_int_equal(m.prefetches, 3 * 5);
    for (uint32_t line = 0; line < 3; line++) {
        assert_int_equal(m.prefetch[5 * line].warp, 3);
        assert_int_equal(m.prefetch[5 * line].address, (1000 + 40 * 3 + 7 * line) * LINE);
    }
    load_line(&m, 0, Z, 9, SCHED_MISS); /* the next load has nothing to do with it */
    assert_int_equal(m.prefetches, 3 * 5);
    close_machine(&m);
}

static void done(machine *m, uint32_t i, sched_prefetch how)
{
    sched_apres.prefetch_done(m->state, &(sched_place){.warp = m->prefetch[i].warp}, m->prefetch[i].address,
                              how);
}

/* Requests wait in the queue until the SM takes them; the queue drops what it cannot hold. */
static void requests_wait_for_room(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "drq=1");
    m.room = 2;
    all_load_x(&m);
    miss_y(&m, 0, 1000);
    miss_y(&m, 1, 1001);
    miss_y(&m, 2, 1002); /* for 3 to 7; room for two */
    assert_int_equal(m.prefetches, 2);
    miss_y(&m, 3, 1003); /* confirmed again, no entry left */
    assert_true(figure_of(&sched_apres, m.state, "queue_overflows") == 1);
    sched_apres.warp_end(m.state, &(sched_place){.warp = 6});
    m.room = 64;
    done(&m, 0, SCHED_PREFETCH_SENT);
    assert_int_equal(m.prefetches, 4); /* 5 and 7: 6 has ended */
    assert_int_equal(m.prefetch[2].warp, 5);
    assert_int_equal(m.prefetch[3].warp, 7);
    miss_y(&m, 4, 1004); /* the queue is empty again: for 5 and 7 */
    assert_int_equal(m.prefetches, 6);
    close_machine(&m);
}

static void who_gets_a_line_goes_first(void **unused)
{
    (void)unused;
    static const char *const options[] = {"", "cooperate=0"};
    static const char *const queues[] = {"35012467", "01234567"};
    for (int i = 0; i < 2; i++) {
        machine m;
        open_machine(&m, options[i]);
        all_load_x(&m);
        miss_y(&m, 0, 1000);
        miss_y(&m, 1, 1001);
        miss_y(&m, 2, 1002);
        assert_queue(&m, "01234567");
        done(&m, 0, SCHED_PREFETCH_SENT);    /* 3 */
        done(&m, 1, SCHED_PREFETCH_DROPPED); /* 4 */
        done(&m, 2, SCHED_PREFETCH_PRESENT); /* 5 */
        assert_queue(&m, queues[i]);
        close_machine(&m);
    }
}

static void laws_alone_prefetches_nothing(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "prefetch=0");
    all_load_x(&m);
    for (uint32_t w = 0; w < 6; w++)
        miss_y(&m, w, 1000 + w);
    assert_int_equal(m.prefetches, 0);
    assert_true(figure_of(&sched_apres, m.state, "missed_groups") > 0);
    close_machine(&m);
}

/* ---- figures, storage, mistakes ---- */

static void use(machine *m, sched_outcome outcome)
{
    sched_apres.l1_access(
        m->state, &(sched_access){.at.warp = 0, .first = true, .outcome = outcome, .prefetched = true});
}

static void figures_are_those_of_the_prefetches(void **unused)
{
    (void)unused;
    machine m;
    open_machine(&m, "");
    for (int i = 0; i < 8; i++)
        sched_apres.prefetch_done(m.state, &(sched_place){0}, 0, SCHED_PREFETCH_SENT);
    for (int i = 0; i < 3; i++)
        use(&m, SCHED_HIT);
    use(&m, SCHED_MERGED);
    access_line(&m, 0, X, 0, true, SCHED_HIT);
    for (int i = 0; i < 12; i++)
        access_line(&m, 0, X, 0, true, SCHED_MISS);
    sched_apres.l1_evict(m.state, &(sched_eviction){.unused = true});
    sched_apres.l1_evict(m.state, &(sched_eviction){0});
    assert_true(figure_of(&sched_apres, m.state, "prefetches") == 8);
    assert_true(figure_of(&sched_apres, m.state, "prefetch_accuracy") == 4 / 8.0);
    assert_true(figure_of(&sched_apres, m.state, "prefetch_coverage") == 4 / 16.0);
    assert_true(figure_of(&sched_apres, m.state, "prefetch_late") == 1 / 4.0);
    assert_true(figure_of(&sched_apres, m.state, "prefetch_early_evictions") == 1 / 8.0);
    assert_true(figure_of(&sched_apres, m.state, "hit_run") == 4 / 2.0);
    sched_apres.life.launch_begin(m.state, &(policy_launch){.cycle = 0, .warps = WARPS});
    assert_true(figure_of(&sched_apres, m.state, "prefetches") == 0);
    close_machine(&m);
}

static uint64_t bits(uint32_t sms, uint32_t warps, const char *arguments)
{
    const sched_host host = {.sms = sms, .warps = warps};
    void *state = NULL;
    assert_int_equal(create_policy(&sched_apres, &host, arguments, &state, NULL), POISE_OK);
    uint64_t found = sched_apres.life.storage_bits(state);
    sched_apres.life.destroy(state);
    return found;
}

/* 192 + 18 + 256 + 48 + 210 = 724 bytes. */
static void storage_is_that_of_the_paper(void **unused)
{
    (void)unused;
    assert_int_equal(bits(1, 48, ""), 724 * 8);
    assert_int_equal(bits(32, 48, ""), 32 * 724 * 8);
    assert_int_equal(bits(1, 48, "prefetch=0"), (192 + 18) * 8);
    assert_int_equal(bits(1, 48, "pt=20:drq=16:wgt=6"), (192 + 36 + 128 + 48 + 420) * 8);
}

static void mistakes_are_refused(void **unused)
{
    (void)unused;
    sched_host host = {.sms = 1, .warps = 48};
    refused_with(&sched_apres, &host, "fifo", "laws_base");
    refused_with(&sched_apres, &host, "wgt=65", "wgt");
    refused_with(&sched_apres, &host, "pt=0", "pt");
    refused_with(&sched_apres, &host, "prefetches=0", "prefetch");
    host.warps = 65;
    refused_with(&sched_apres, &host, "", "65");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s20_the_probe_hits),
        cmocka_unit_test(s20_the_probe_misses),
        cmocka_unit_test(groups_are_of_equal_last_loads),
        cmocka_unit_test(a_boost_lasts_until_the_next_load),
        cmocka_unit_test(boosted_warps_go_before_the_greedy_one),
        cmocka_unit_test(round_robin_goes_on_behind_the_last),
        cmocka_unit_test(entries_of_the_group_table_are_limited),
        cmocka_unit_test(the_first_decisive_line_counts),
        cmocka_unit_test(an_ended_warp_is_forgotten),
        cmocka_unit_test(other_memory_instructions_form_no_groups),
        cmocka_unit_test(the_third_miss_prefetches),
        cmocka_unit_test(strides_may_be_negative),
        cmocka_unit_test(nothing_is_prefetched_without_a_confirmed_stride),
        cmocka_unit_test(strides_must_divide),
        cmocka_unit_test(loads_compete_for_the_prefetch_table),
        cmocka_unit_test(all_lines_of_the_probe_are_prefetched),
        cmocka_unit_test(requests_wait_for_room),
        cmocka_unit_test(who_gets_a_line_goes_first),
        cmocka_unit_test(laws_alone_prefetches_nothing),
        cmocka_unit_test(figures_are_those_of_the_prefetches),
        cmocka_unit_test(storage_is_that_of_the_paper),
        cmocka_unit_test(mistakes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
