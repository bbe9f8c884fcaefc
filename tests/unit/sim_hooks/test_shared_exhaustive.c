/* The learner of mode shared of policy poise in every state that it can reach: two loads, each of which may
 * be seen as one that had better allocate, one that had better not, too seldom, or not at all; every arm fast
 * or slow in every window, looks that go well or badly, schedulers that are busy, launches that begin
 * anywhere. tests/unit/sim_hooks/test_sm_loads_exhaustive.c has mode thesis. */
/* test: slow */
#include "sim_hooks/sched/poise_learner_moves.h"
#include "sim_hooks/sched/poise_watch.h"
#include "sim_hooks/sched/poise_window.h"
#include "tests/unit/sim_hooks/shared_states.h"

/* Loads allocate that hit in a third of their look-ups at (1, 1). */
static const poise_load_weights third = {{3 * WEIGHT_ONE, 0, 0, 0, 0, 0, 0, -WEIGHT_ONE}, 20};
/* What is predicted is not tried (prior=0). */
static const poise_weights any_tuple = {.max_warps = 1};

/* ---- invariants ---- */

static void check_tuple(const poise_learner *l, poise_tuple t)
{
    assert_true(t.n >= 1 && t.n <= l->warps && t.p <= t.n);
    assert_true(t.around >> l->loads.count == 0);
    assert_true(all.of.loads > 0 || t.around == 0);
    if (all.of.diagonal)
        assert_int_equal(t.n, t.p);
}

static void check_arms(const poise_learner *l, const poise_arms *arms)
{
    assert_true(arms->count <= POISE_MOST_ARMS);
    for (uint32_t i = 0; i < arms->count; i++) {
        check_tuple(l, arms->arm[i].tuple);
        for (uint32_t k = 0; k < i; k++)
            assert_false(poise_tuple_is(arms->arm[i].tuple, arms->arm[k].tuple));
    }
}

static void check_pair(const poise_learner *l)
{
    const poise_arm *arm = l->arms.arm;
    assert_int_equal(l->arms.count, 2);
    assert_true(poise_tuple_is(arm[0].tuple, l->centre));
    if (l->phase == POISE_DUEL)
        assert_int_equal(arm[0].tuple.around, arm[1].tuple.around); /* side by side sets cannot be compared */
    if (l->phase == POISE_TRIAL)
        assert_true(l->arms.from == 1 && l->arms.until == 2);
}

/* Invariants of every state. */
static void check_legal(const poise_learner *l)
{
    const bool is_window = poise_window_is_one(l);
    check_tuple(l, l->centre);
    check_arms(l, &l->known);
    check_arms(l, &l->arms);
    assert_true(l->finalists <= POISE_MOST_FINALISTS);
    for (uint32_t i = 0; i < l->finalists; i++)
        check_tuple(l, l->finalist[i]);
    assert_true(l->left > 0 && l->stay >= all.parameters.stay && l->stay <= all.parameters.period);
    if (is_window)
        assert_true(l->arms.from < l->arms.until && l->arms.until <= l->arms.count);
    if (l->phase == POISE_SPREAD || l->phase == POISE_ALONE)
        assert_true(l->arms.until - l->arms.from <= all.of.lanes);
    if (l->phase == POISE_DUEL || l->phase == POISE_TRIAL)
        check_pair(l);
    if (l->phase == POISE_WATCH)
        assert_true(l->around == 0 && poise_tuple_is(l->centre, (poise_tuple){l->warps, l->warps, 0}));
    if (l->phase == POISE_ALONE) { /* loads are judged as they are when all allocate and one warp runs */
        assert_true(all.of.loads > 0);
        assert_true(poise_tuple_is(l->arms.arm[l->arms.count - 1].tuple, (poise_tuple){1, 1, 0}));
        assert_int_equal(l->loads_at_one.count,
                         0); /* of what was counted in an L1 that others fill, nothing */
    }
}

static bool wins_by(const poise_arm *a, const poise_arm *b, uint32_t per_mille)
{
    return a->instructions * b->sm_cycles * 1000 > b->instructions * a->sm_cycles * (1000 + per_mille);
}

/* The end of a duel or a trial: the centre changes when its rival has won, and only then. */
static void check_contest(const poise_learner *from, const poise_learner *to)
{
    const poise_arm *arm = from->arms.arm;
    const bool duel = from->phase == POISE_DUEL;
    const bool won = wins_by(&arm[1], &arm[0], duel ? all.parameters.gain : all.parameters.trial);
    const bool moves = won && (!duel || from->wins + 1u >= all.parameters.wins);
    assert_true(poise_tuple_is(to->centre, moves ? arm[1].tuple : arm[0].tuple));
    assert_true(to->phase == POISE_RUN || (duel && won && !moves && to->phase == POISE_DUEL));
    if (moves)
        assert_true(to->stay == all.parameters.stay && to->rival == 0 && to->wins == 0);
    all.moved += moves;
}

/* A trial is given up early, but not while the lines of loads that allocate again come in. */
static void check_patience(const poise_learner *trial)
{
    poise_learner l = *trial;
    l.left -= all.parameters.window / 4;
    const bool lost = wins_by(&l.arms.arm[0], &l.arms.arm[1], all.parameters.lose);
    const bool refills = (l.centre.around & ~l.arms.arm[1].tuple.around) != 0;
    assert_int_equal(poise_window_is_over(&l, &all.parameters, all.of.lanes), lost && !refills);
}

/* A look at loads is over: what goes around is what was seen to have no reuse. */
static void check_choice(const poise_learner *from, const poise_learner *to, uint32_t bad)
{
    assert_int_equal(loads_of(to, to->around), bad);
    all.followed[loads_of(from, from->around)][bad] = true;
    all.looks++;
    if (from->looked) { /* in a run: all SMs try it before it is in force */
        assert_true(to->phase == POISE_RUN && poise_tuple_is(to->centre, from->centre));
        if (to->around != from->around && to->around != from->centre.around && from->finalists == 0)
            assert_true(to->finalists == 1 && to->finalist[0].around == to->around);
    }
}

/* After a run: who is tried. The first rival of a centre without some loads is the way back. */
static void check_rival(const poise_learner *from, const poise_learner *to)
{
    assert_true(poise_tuple_is(to->centre, from->centre));
    if (to->phase != POISE_TRIAL)
        return;
    const poise_tuple rival = to->arms.arm[1].tuple;
    if (from->finalists > 0) {
        assert_true(poise_tuple_is(rival, from->finalist[0]));
    } else if (from->rival == 0 && from->centre.around != 0) {
        assert_true(poise_tuple_is(rival, (poise_tuple){from->warps, from->warps, 0}));
        all.ways_back++;
    }
    const bool refills = (from->centre.around & ~rival.around) != 0;
    const uint32_t wait = refills ? all.parameters.refill : rival.p < rival.n ? all.parameters.fade : 0;
    assert_int_equal(to->left, all.parameters.window + wait);
    assert_int_equal(to->fading, wait > 0);
    all.waits += refills;
}

/* ---- steps ---- */

/* What a load does in a window. */
typedef enum behaviour { ABSENT, SELDOM, GOOD, BAD, BEHAVIOURS } behaviour;

static void measure(poise_arm *arm, bool fast)
{
    arm->instructions = fast ? all.of.fast : all.of.slow;
    arm->sm_cycles = CYCLES;
}

static void see_load(poise_load_table *table, uint32_t load, behaviour what)
{
    const uint32_t lookups = what == SELDOM ? POISE_LOAD_LEAST_LOOKUPS / 4 : 40;
    if (what == ABSENT)
        return;
    table->load[table->count++] = (poise_table_load){
        pc_of[load], {.executions = lookups, .lookups = lookups, .hits = what == GOOD ? lookups : 0}};
}

/* What loads do with one warp; all ask for as much with all warps. Returns those that had better go around.
 */
static uint32_t see_loads(poise_learner *l, unsigned behaviours)
{
    uint32_t bad = 0;
    l->loads_at_max.count = l->loads_at_one.count = 0;
    for (uint32_t load = 0; load < all.of.loads; load++, behaviours /= BEHAVIOURS) {
        see_load(&l->loads_at_max, load, GOOD);
        see_load(&l->loads_at_one, load, (behaviour)(behaviours % BEHAVIOURS));
        bad |= (uint32_t)(behaviours % BEHAVIOURS == BAD) << load;
    }
    return bad;
}

static poise_learner next_of(const poise_learner *from)
{
    poise_learner to = *from;
    poise_learner_next(&to, &all.parameters, &any_tuple, all.of.lanes);
    return to;
}

static void keep(const poise_learner *to)
{
    check_legal(to);
    remember(to);
}

/* All arms of the window are fast or slow. */
static void follow_window(const poise_learner *from)
{
    const poise_arms *arms = &from->arms;
    const uint32_t first = from->phase == POISE_TRIAL ? 1 : arms->from, n = arms->until - first;
    const bool sees = from->phase == POISE_ALONE || from->phase == POISE_SPREAD;
    const unsigned ways = sees ? 1u << 2 * all.of.loads : 1; /* BEHAVIOURS of each load */
    for (unsigned rates = 0; rates < 1u << n; rates++) {
        for (unsigned behaviours = 0; behaviours < ways; behaviours++) {
            poise_learner l = *from;
            for (uint32_t i = 0; i < n; i++)
                measure(&l.arms.arm[first + i], rates >> i & 1);
            const uint32_t bad = ways > 1 ? see_loads(&l, behaviours) : 0;
            const poise_learner to = next_of(&l);
            if (l.phase == POISE_DUEL || l.phase == POISE_TRIAL)
                check_contest(&l, &to);
            if (l.phase == POISE_TRIAL)
                check_patience(&l);
            if (l.phase == POISE_ALONE && to.phase != POISE_ALONE)
                check_choice(&l, &to, bad);
            keep(&to);
        }
    }
}

/* A look at all warps: loads hit or do not, the L1 is full or not, crowded or not. */
static void follow_watch(const poise_learner *from)
{
    for (unsigned what = 0; what < 8; what++) {
        poise_learner l = *from;
        const bool well = what & 1, full = what & 2, crowded = what & 4;
        l.course = (poise_arm){.tuple = l.centre, .instructions = all.of.slow, .sm_cycles = CYCLES};
        l.at_max = (poise_sample){.l1_accesses = 100,
                                  .l1_hits = well ? 100 : 0,
                                  .instructions = 100,
                                  .global_loads = 100,
                                  .misses_returned = full ? 100 * all.parameters.lines : 0};
        l.footprint = (poise_footprint){.executions = 1, .lines = crowded ? 1000 : 0};
        const poise_learner to = next_of(&l);
        const bool bad = !well && (full || from->filled >= all.parameters.fill) &&
                         from->doubts + 1 >= all.parameters.doubts;
        const bool crowds = crowded && from->crowds + 1 >= all.parameters.doubts;
        assert_int_equal(to.phase, bad || crowds ? POISE_SPREAD : POISE_WATCH);
        keep(&to);
    }
}

/* The run is compared with what is known: it is left for what had more, and for nothing else. */
static void follow_check(const poise_learner *from, bool fast)
{
    poise_learner l = *from;
    measure(&l.recent, fast);
    const bool left = poise_learner_overtaken(&l, &all.parameters);
    assert_true(left || poise_tuple_is(l.centre, from->centre));
    bool was_better = false;
    for (uint32_t i = 0; left && i < from->known.count; i++) {
        const poise_arm *arm = &from->known.arm[i],
                        now = {.instructions = fast ? all.of.fast : all.of.slow, .sm_cycles = CYCLES};
        const poise_tuple goes_to = l.phase == POISE_TRIAL ? l.arms.arm[1].tuple : l.centre;
        was_better =
            was_better || (poise_tuple_is(arm->tuple, goes_to) && wins_by(arm, &now, all.parameters.trial));
    }
    assert_int_equal(left, was_better);
    if (left && l.phase != POISE_TRIAL) /* what had p < N is tried by all SMs first */
        assert_true(l.centre.p == l.centre.n);
    keep(&l);
}

static void follow_run(const poise_learner *from)
{
    enum { BUSY = 2, RATES };
    for (int rate = 0; rate < RATES; rate++) {
        poise_learner l = *from;
        measure(&l.course, rate != 0);
        if (rate == BUSY)
            l.course.instructions = CYCLES;
        const poise_learner to = next_of(&l);
        assert_true(poise_tuple_is(to.centre, from->centre));
        if (rate == BUSY)
            assert_true(to.phase == POISE_RUN && to.finalists == from->finalists);
        else
            check_rival(&l, &to);
        keep(&to);
    }
    follow_check(from, false);
    follow_check(from, true);
}

/* A launch begins: after so many at all warps, with the tuple of the last one or with that under which it
 * issued most. */
static void begin_launches(const poise_learner *from)
{
    static const uint8_t at_all[] = {0, 1, 4};
    for (size_t i = 0; i < 2 * sizeof at_all; i++) {
        poise_learner l = *from;
        l.at_all = at_all[i / 2];
        l.most = (poise_tuple){1, 1, from->around};
        l.most_issued = 1;
        poise_shared_parameters parameters = all.parameters;
        parameters.most = i % 2;
        poise_learner_begin_launch(&l, &parameters, all.of.lanes);
        const bool settled =
            from->phase == POISE_RUN || from->phase == POISE_TRIAL || from->phase == POISE_DUEL;
        assert_true(settled || l.phase == from->phase);
        if (settled && l.phase != POISE_WATCH)
            assert_true(poise_tuple_is(l.centre, i % 2 ? l.most : from->centre));
        if (settled && l.phase == POISE_WATCH)
            assert_true(l.known.count == 0 && l.finalists == 0 && !l.predicted);
        keep(&l);
    }
    poise_learner l = *from; /* too short to measure anything */
    if (poise_window_is_one(&l)) {
        poise_learner_run(&l);
        keep(&l);
    }
}

static void follow_all(const poise_learner *from)
{
    if (from->phase == POISE_WATCH)
        follow_watch(from);
    else if (from->phase == POISE_RUN)
        follow_run(from);
    else
        follow_window(from);
    if (all.of.launches)
        begin_launches(from);
}

/* The defaults, but windows that end by time alone and few lengths of runs. */
static poise_shared_parameters parameters_of(const setting *of)
{
    poise_shared_parameters p = {.max_instructions_per_load = 49,
                                 .schedulers = 1,
                                 .lines = 128,
                                 .stride_n = of->doubles ? 2 : 1,
                                 .stride_p = of->doubles ? 2 : 1,
                                 .loads = of->loads > 0 ? &third : NULL};
#define SHARED_OPTION(name, initial, least, most, placeholder, help) \
    p.name = (uint32_t)strtoul(initial, NULL, 10);
#include "sim_hooks/sched/poise_shared_options.def"
#undef SHARED_OPTION
    p.diagonal = of->diagonal;
    p.insts = UINT32_MAX;
    p.period = of->doubles ? 4 * p.stay : p.stay;
    return p;
}

static void explore(setting of)
{
    poise_learner begin;
    memset(all.key, 0, SLOTS * sizeof *all.key);
    all = (exploration){.of = of, .parameters = parameters_of(&of), .waiting = all.waiting, .key = all.key};
    poise_learner_begin(&begin, &all.parameters, 1, of.warps, of.lanes);
    keep(&begin);
    while (all.n_waiting > 0) {
        const poise_learner from = all.waiting[--all.n_waiting];
        follow_all(&from);
    }
    print_message("           %7u states, %s\n", all.n_found, of.name);
    const bool missing[POISE_PHASES] = {
        [POISE_ALONE] = of.loads == 0, [POISE_DUEL] = of.diagonal && of.warps == 1};
    for (unsigned phase = 0; phase < POISE_PHASES; phase++)
        assert_int_equal(all.phases[phase] == 0, missing[phase]);
    assert_true(all.moved > 0);
    if (of.loads > 0)
        assert_true(all.looks > 0 && all.ways_back > 0 && all.waits > 0);
    for (unsigned before = 0; before < 1u << of.loads; before++) /* any choice can follow any other */
        for (unsigned after = 0; after < 1u << of.loads; after++)
            assert_true(of.loads == 0 || all.followed[before][after]);
}

static int make_room(void **state)
{
    (void)state;
    all.waiting = malloc(ROOM * sizeof *all.waiting);
    all.key = malloc(SLOTS * sizeof *all.key);
    return all.waiting == NULL || all.key == NULL ? -1 : 0;
}

static int free_room(void **state)
{
    (void)state;
    free(all.waiting);
    free(all.key);
    return 0;
}

static void every_state_without_loads_is_legal(void **state)
{
    (void)state;
    explore((setting){"1 warp", 1, 8, 100, 400, .launches = true});
    explore((setting){"2 warps, N = p", 2, 8, 100, 400, .diagonal = true, .doubles = true, .launches = true});
}

static void every_state_with_loads_is_legal(void **state)
{
    (void)state;
    explore(
        (setting){"2 warps, N = p, 1 load", 2, 8, 100, 400, .loads = 1, .diagonal = true, .launches = true});
    explore((setting){"1 warp, N = p, 2 loads", 1, 8, 100, 400, .loads = 2, .diagonal = true});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_without_loads_is_legal),
        cmocka_unit_test(every_state_with_loads_is_legal),
    };
    return cmocka_run_group_tests(tests, make_room, free_room);
}
