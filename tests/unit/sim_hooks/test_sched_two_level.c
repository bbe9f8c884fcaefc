/* Do the two-level schedulers and the static limit choose as their descriptions say?
 * (Rogers et al., MICRO 2012, section 5.1; GPGPU-Sim's
 * shader.cc) */
#include "common/random.h"
#include "tests/unit/sim_hooks/script.h"

/* Scheduler 0 with warps 0, 2, 4 ... in its slots. */
static const uint16_t even[24] = {0,  2,  4,  6,  8,  10, 12, 14, 16, 18, 20, 22,
                                  24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46};

static unsigned pick(script *s, uint64_t cycle, uint64_t ready, int last)
{
    const sched_view view = {
        .cycle = cycle, .ready = ready, .eligible = 0xffffff, .last = last, .warp = even};
    return s->policy->pick(s->state, &view);
}

/* Slot i of scheduler 0 begins to wait for memory, or ends. */
static void slot_waits(script *s, uint32_t slot, uint64_t cycle, bool begins)
{
    script_wait(s, 2 * slot, cycle, SCHED_WAIT_MEMORY, begins);
}

enum { EVERYBODY = 0xffffff, GROUP_1 = 0x00ff00 };

static void a_group_runs_until_all_of_it_waits(void **state)
{
    (void)state;
    script s;
    script_open(&s, "two_level:fill=0");
    script_begin_warps(&s, 48);
    assert_int_equal(pick(&s, 1, EVERYBODY, -1), 0);
    assert_int_equal(pick(&s, 2, EVERYBODY, 0), 1);
    assert_int_equal(pick(&s, 3, EVERYBODY, 7), 0); /* round robin stays inside */
    for (uint32_t slot = 0; slot < 7; slot++)
        slot_waits(&s, slot, 4, true);
    assert_int_equal(pick(&s, 5, GROUP_1, 3), SCHED_NOBODY); /* slot 7 is busy, but does not wait */
    assert_true(script_figure(&s, "group_switches") == 0);
    assert_int_equal(pick(&s, 6, 0x80 | GROUP_1, 3), 7);
    slot_waits(&s, 7, 6, true);
    assert_int_equal(pick(&s, 7, GROUP_1, 7), 8);
    slot_waits(&s, 0, 8, false); /* the first group could go on, but has lost its turn */
    assert_int_equal(pick(&s, 9, 1 | GROUP_1, 8), 9);
    assert_true(script_figure(&s, "group_switches") == 1);
    assert_true(script_figure(&s, "held_cycles") == 1);
    script_close(&s);
}

/* 64 warps dealt to 3 schedulers: 22, 21 and 21 groups of one warp. The last one of scheduler 2 gets its turn
 * and gives it up like all others. */
static void schedulers_may_have_unequal_warps(void **state)
{
    (void)state;
    enum { WARPS = 64, LAST = 62 };
    static const uint16_t slots[2] = {2, LAST};
    script s;
    script_open(&s, "two_level:1:fill=0");
    s.policy->life.destroy(s.state);
    s.host.schedulers = 3;
    s.host.warps = WARPS;
    s.host.warps_per_scheduler = 22;
    assert_int_equal(s.policy->create(&s.host, s.choice.options, &s.state, NULL), POISE_OK);
    s.policy->life.launch_begin(s.state, &(policy_launch){.cycle = 0, .warps = 22});
    script_begin_warps(&s, WARPS);
    for (uint32_t w = 2; w < LAST; w += 3)
        script_wait(&s, w, 1, SCHED_WAIT_MEMORY, true);
    sched_view view = {.scheduler = 2, .cycle = 2, .ready = 2, .eligible = 3, .last = -1, .warp = slots};
    assert_int_equal(s.policy->pick(s.state, &view), 1);
    script_wait(&s, LAST, 3, SCHED_WAIT_MEMORY, true);
    script_wait(&s, 2, 4, SCHED_WAIT_MEMORY, false);
    view.ready = 1;
    assert_int_equal(s.policy->pick(s.state, &view), 0);
    script_close(&s);
}

static void others_fill_in_without_a_switch(void **state)
{
    (void)state;
    script s;
    script_open(&s, "two_level");
    script_begin_warps(&s, 48);
    assert_int_equal(pick(&s, 1, GROUP_1, 0), 8);
    assert_int_equal(pick(&s, 2, 1 | GROUP_1, 8), 0);
    assert_true(script_figure(&s, "group_switches") == 0);
    script_close(&s);
}

/* Barriers and atomics are long waits too; the turn passes over groups that wait, and comes round. */
static void every_long_wait_counts(void **state)
{
    (void)state;
    script s;
    script_open(&s, "two_level:8:fill=0");
    script_begin_warps(&s, 48);
    for (uint32_t slot = 8; slot < 16; slot++)
        slot_waits(&s, slot, 1, true);
    for (uint32_t slot = 0; slot < 8; slot++)
        script_wait(&s, 2 * slot, 2, slot % 2 ? SCHED_WAIT_BARRIER : SCHED_WAIT_ATOMIC, true);
    assert_int_equal(pick(&s, 3, 0xff0000, 0), 16);
    for (uint32_t slot = 16; slot < 24; slot++)
        script_end_warp(&s, 2 * slot, 4);
    script_wait(&s, 2, 5, SCHED_WAIT_BARRIER, false);
    assert_int_equal(pick(&s, 6, 2, -1), 1);
    script_close(&s);
}

/* The turn goes to the group of the oldest warp that does not wait, not to the next one. */
static void groups_in_order_of_age(void **state)
{
    (void)state;
    script s;
    script_open(&s, "two_level:2:gto:gto:fill=0");
    script_begin_warps(&s, 48);
    assert_int_equal(pick(&s, 1, EVERYBODY, 1), 1); /* greedy */
    slot_waits(&s, 0, 2, true);
    slot_waits(&s, 1, 2, true);
    slot_waits(&s, 0, 3, false); /* the turn has gone to slots 2 and 3 */
    assert_int_equal(pick(&s, 3, EVERYBODY, 1), 2);
    slot_waits(&s, 2, 4, true);
    slot_waits(&s, 3, 4, true);
    assert_int_equal(pick(&s, 5, EVERYBODY & ~0xeu, 2), 0); /* round robin would go to 4 */
    script_close(&s);
}

/* ---- two_level_active ---- */

static void slot_reads(script *s, uint32_t slot, uint64_t cycle, uint64_t until)
{
    script_long_operand(s, 2 * slot, cycle, cycle + 1, until);
}

static void active_warps_take_turns(void **state)
{
    (void)state;
    script s;
    script_open(&s, "two_level_active:2:0:1");
    script_begin_warps(&s, 48);
    assert_int_equal(pick(&s, 1, EVERYBODY, -1), 0);
    assert_int_equal(pick(&s, 2, EVERYBODY, 0), 1);
    assert_int_equal(pick(&s, 3, EVERYBODY, 1), 0);
    assert_int_equal(pick(&s, 4, EVERYBODY & ~3u, 0), SCHED_NOBODY); /* pending warps may not */
    slot_waits(&s, 0, 4, true);                                      /* a wait demotes nobody ... */
    assert_int_equal(pick(&s, 5, EVERYBODY & ~1u, 0), 1);
    assert_int_equal(pick(&s, 6, EVERYBODY & ~3u, 1), SCHED_NOBODY);
    slot_reads(&s, 0, 6, UINT64_MAX); /* ... but what is read */
    assert_int_equal(pick(&s, 7, EVERYBODY & ~1u, 1), 1);
    assert_int_equal(pick(&s, 8, EVERYBODY & ~1u, 1), 2); /* slot 2 has replaced slot 0 */
    script_wait(&s, 2, 8, SCHED_WAIT_BARRIER, true);
    assert_int_equal(pick(&s, 9, EVERYBODY & ~7u, 2), 3); /* as slot 3 slot 1 */
    script_close(&s);
}

/* Whoever comes to the front of the queue becomes active, even if it reads a loaded register: it may issue in
 * this cycle, in the next one it goes to the end. */
static void pending_warps_come_first_in_first_out(void **state)
{
    (void)state;
    script s;
    script_open(&s, "two_level_active:1");
    script_begin_warps(&s, 48);
    for (uint32_t slot = 0; slot < 24; slot++)
        if (slot != 3)
            slot_reads(&s, slot, 9, UINT64_MAX);
    assert_int_equal(pick(&s, 10, 9, -1), SCHED_NOBODY); /* slot 1 is active */
    assert_int_equal(pick(&s, 11, 0xc, -1), 2);
    assert_int_equal(pick(&s, 12, 8, -1), 3);
    assert_int_equal(pick(&s, 13, 9, -1), 3); /* who reads none stays */
    script_close(&s);
}

/* A result of arithmetic that replaces what was loaded is awaited as a loaded one, until it is there. */
static void a_wait_may_end_before_it_begins_to_count(void **state)
{
    (void)state;
    script s;
    script_open(&s, "two_level_active:1");
    script_begin_warps(&s, 48);
    script_long_operand(&s, 0, 5, 8, 10);
    assert_int_equal(pick(&s, 7, 3, -1), 0);  /* not decoded yet */
    assert_int_equal(pick(&s, 10, 3, -1), 1); /* replaced in cycle 8 */
    script_long_operand(&s, 2, 10, 14, 20);
    script_long_operand(&s, 2, 12, 13, 13); /* it has been taken back */
    assert_int_equal(pick(&s, 21, 3, -1), 1);
    script_close(&s);
}

/* 24 warps, 22 active: of those that are demoted 20 come back at once. */
static void few_pending_warps_come_back_at_once(void **state)
{
    (void)state;
    script s;
    script_open(&s, "two_level_active:22");
    script_begin_warps(&s, 48);
    for (uint32_t slot = 0; slot < 24; slot++)
        slot_reads(&s, slot, 1, UINT64_MAX);
    assert_int_equal(pick(&s, 2, 1u << 19, -1), 19);                      /* 22, 23, 0 ... 19 are active */
    assert_int_equal(pick(&s, 3, 1u << 18 | 1u << 19, 19), SCHED_NOBODY); /* then 20, 21, 22 ... 17 */
    assert_int_equal(pick(&s, 4, 1u << 18, 19), 18);
    script_close(&s);
}

/* Asking in every cycle or once gives the same queues: what happens between is caught up. */
static void cycles_that_nobody_asks_for_are_caught_up(void **state)
{
    (void)state;
    uint32_t random = 1;
    for (uint32_t round = 0; round < 300; round++) {
        script often, once;
        script_open(&often, "two_level_active:5");
        script_open(&once, "two_level_active:5");
        script_begin_warps(&often, 40); /* and 4 places without a warp */
        script_begin_warps(&once, 40);
        for (uint64_t cycle = 1; cycle < 200; cycle++) {
            random = random * 1664525 + 1013904223;
            if (random >> 29 == 0) {
                const uint32_t slot = (random >> 8) % 20;
                const uint64_t from = cycle + 1 + (random >> 4 & 1);
                const uint64_t until = random >> 5 & 1 ? UINT64_MAX : from + (random >> 20 & 31);
                script_long_operand(&often, 2 * slot, cycle, from, until);
                script_long_operand(&once, 2 * slot, cycle, from, until);
            }
            (void)pick(&often, cycle, 0, -1);
        }
        assert_int_equal(pick(&often, 200 + round, EVERYBODY, -1), pick(&once, 200 + round, EVERYBODY, -1));
        script_close(&often);
        script_close(&once);
    }
}

/* The two queues of 24 slots, 20 of which have a warp, moved on in every cycle as shader.cc does. */
enum { SLOTS = 24, MOST_ACTIVE = 20 };

typedef struct stepped {
    uint32_t n_active;
    uint32_t active[MOST_ACTIVE], pending[SLOTS];
    uint64_t from[SLOTS], until[SLOTS];
    bool at_barrier[SLOTS];
} stepped;

static void stepped_begin(stepped *m, uint32_t active)
{
    *m = (stepped){.n_active = active};
    for (uint32_t slot = 0; slot < SLOTS; slot++)
        *(slot < active ? &m->active[slot] : &m->pending[slot - active]) = slot;
}

static bool stepped_waits(const stepped *m, uint32_t slot, uint64_t cycle)
{
    return slot >= 20 || m->at_barrier[slot] || (m->from[slot] <= cycle && cycle < m->until[slot]);
}

static void stepped_cycle(stepped *m, uint64_t cycle)
{
    uint32_t queue[SLOTS], n = SLOTS - m->n_active, kept = 0;
    memcpy(queue, m->pending, n * sizeof *queue);
    for (uint32_t i = 0; i < m->n_active; i++) {
        if (stepped_waits(m, m->active[i], cycle))
            queue[n++] = m->active[i];
        else
            m->active[kept++] = m->active[i];
    }
    const uint32_t come = m->n_active - kept;
    memcpy(m->active + kept, queue, come * sizeof *queue);
    memcpy(m->pending, queue + come, (n - come) * sizeof *queue);
}

static uint32_t stepped_pick(stepped *m, uint64_t ready)
{
    for (uint32_t i = 0; i < m->n_active; i++) {
        uint32_t turned[MOST_ACTIVE];
        if (!(ready >> m->active[i] & 1))
            continue;
        for (uint32_t k = 0; k < m->n_active; k++)
            turned[k] = m->active[(i + 1 + k) % m->n_active];
        memcpy(m->active, turned, m->n_active * sizeof *turned);
        return turned[m->n_active - 1];
    }
    return SCHED_NOBODY;
}

static uint32_t below(poise_random *random, uint32_t n)
{
    return (uint32_t)poise_random_below(random, n);
}

/* Something happens to a slot, for both: of eight events `waits` make it wait for long. */
static void happen(script *s, stepped *m, uint32_t waits, uint64_t cycle, poise_random *random)
{
    const uint32_t slot = below(random, 20), what = below(random, 8);
    if (below(random, 8) == 0) {
        m->at_barrier[slot] = !m->at_barrier[slot];
        script_wait(s, 2 * slot, cycle, SCHED_WAIT_BARRIER, m->at_barrier[slot]);
        return;
    }
    m->from[slot] = cycle + 1 + below(random, 3);
    m->until[slot] = what < waits ? UINT64_MAX
                     : what == 7  ? m->from[slot] + below(random, 40)
                                  : m->from[slot];
    script_long_operand(s, 2 * slot, cycle, m->from[slot], m->until[slot]);
}

/* Whoever issues, and however seldom somebody asks, the queues are those of one step a cycle. */
static void queues_are_as_if_stepped(void **state)
{
    (void)state;
    poise_random random;
    poise_random_seed(&random, 1);
    for (uint32_t round = 0; round < 500; round++) {
        const bool is_large = round % 2;
        const uint32_t seldom = 1 + below(&random, 20);
        script s;
        stepped m;
        script_open(&s, is_large ? "two_level_active:20" : "two_level_active:5");
        script_begin_warps(&s, 40);
        stepped_begin(&m, is_large ? 20 : 5);
        for (uint64_t cycle = 1; cycle < 400; cycle++) {
            while (below(&random, 2 + round % 30) == 0)
                happen(&s, &m, is_large ? 1 : 4, cycle, &random);
            stepped_cycle(&m, cycle);
            const uint64_t some = below(&random, 1 << 20);
            const uint64_t ready = below(&random, 2) ? some & below(&random, 1 << 20) : some;
            if (ready && below(&random, seldom) == 0)
                assert_int_equal(pick(&s, cycle, ready, -1), stepped_pick(&m, ready));
        }
        script_close(&s);
    }
}

/* ---- warp_limiting ---- */

static void the_last_one_is_a_candidate_besides(void **state)
{
    (void)state;
    script s;
    script_open(&s, "warp_limiting:2:2");
    assert_int_equal(pick(&s, 1, 0x3f, -1), 0);
    assert_int_equal(pick(&s, 1, 0x3e, 0), 1);
    assert_int_equal(pick(&s, 1, 0x3c, 0), SCHED_NOBODY);
    assert_int_equal(pick(&s, 1, 0x3f, 5), 5); /* swl:2 would not */
    const sched_view barrier = {.ready = 0x3c, .eligible = 0x3c, .last = 0, .warp = even};
    assert_int_equal(s.policy->pick(s.state, &barrier), 2); /* who waits does not count */
    script_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_group_runs_until_all_of_it_waits),
        cmocka_unit_test(schedulers_may_have_unequal_warps),
        cmocka_unit_test(others_fill_in_without_a_switch),
        cmocka_unit_test(every_long_wait_counts),
        cmocka_unit_test(groups_in_order_of_age),
        cmocka_unit_test(active_warps_take_turns),
        cmocka_unit_test(pending_warps_come_first_in_first_out),
        cmocka_unit_test(a_wait_may_end_before_it_begins_to_count),
        cmocka_unit_test(few_pending_warps_come_back_at_once),
        cmocka_unit_test(cycles_that_nobody_asks_for_are_caught_up),
        cmocka_unit_test(queues_are_as_if_stepped),
        cmocka_unit_test(the_last_one_is_a_candidate_besides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
