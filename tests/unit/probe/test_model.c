/* What no machine of the simulator has: replacement by order of arrival, and a TLB behind the L1. A model of
 * two caches and a TLB is asked, whose times are constants.
 *
 * test: slow */
#include "probe/infer/exact.h"
#include "tests/test.h"

#include <math.h>
#include <stdlib.h>

enum { LINE = 128, PAGE = 4096, L1_TIME = 30, L2_TIME = 120, MEMORY_TIME = 400, WALK = 70 };

typedef enum replacement { LRU, FIFO, YOUNGEST } replacement;

/* Sets of `ways`, of units of `unit` bytes; `order` says who leaves: the least. */
typedef struct store {
    uint32_t sets, ways, unit;
    replacement replacement;
    uint64_t *held, *order, clock; /* held: number of the unit + 1 */
} store;

typedef struct model {
    probe_bench bench;
    store level[3]; /* L1, L2, TLB */
    bool is_behind; /* the TLB is asked for what the L1 does not hold */
} model;

static bool look_up(store *s, uint64_t at)
{
    const uint64_t unit = at / s->unit, first = unit % s->sets * s->ways;
    uint64_t leaves = first;
    for (uint64_t i = first; i < first + s->ways; i++) {
        if (s->held[i] == unit + 1) {
            s->order[i] = s->replacement == LRU ? ++s->clock : s->order[i];
            return true;
        }
        leaves = s->order[i] < s->order[leaves] ? i : leaves;
    }
    if (s->replacement == YOUNGEST && s->order[leaves] > 0) {
        for (uint64_t i = first; i < first + s->ways; i++)
            leaves = s->order[i] > s->order[leaves] ? i : leaves;
    }
    s->held[leaves] = unit + 1;
    s->order[leaves] = ++s->clock;
    return false;
}

static double load(model *m, uint64_t at)
{
    double time = 0;
    if (!m->is_behind && !look_up(&m->level[2], at))
        time += WALK;
    if (look_up(&m->level[0], at))
        return time + L1_TIME;
    if (m->is_behind && !look_up(&m->level[2], at))
        time += WALK;
    return time + (look_up(&m->level[1], at) ? L2_TIME : MEMORY_TIME);
}

static int each(probe_bench *bench, const probe_question *q, double *times, poise_error *err)
{
    model *m = (model *)bench;
    (void)err;
    for (int i = 0; i < 3; i++) {
        store *s = &m->level[i];
        memset(s->held, 0, (size_t)s->sets * s->ways * sizeof *s->held);
        memset(s->order, 0, (size_t)s->sets * s->ways * sizeof *s->order);
        s->clock = 0;
    }
    for (uint64_t i = 0; i < q->warm + q->loads; i++) {
        const double time = load(m, (uint64_t)q->chain->word[i % q->chain->n] * PROBE_WORD);
        if (i >= q->warm)
            times[i - q->warm] = time;
    }
    return POISE_OK;
}

/* 4 KB and 64 KB of lines, and a TLB of `pages`. */
static void infer(replacement l1, replacement l2, uint32_t pages, bool is_behind, probe_findings *found)
{
    poise_error err;
    model m = {.bench = {.unit = "cycles", .most_bytes = 1 << 27, .each = each},
               .level = {{.sets = 8, .ways = 4, .unit = LINE, .replacement = l1},
                         {.sets = 64, .ways = 8, .unit = LINE, .replacement = l2},
                         {.sets = 1, .ways = pages, .unit = PAGE, .replacement = LRU}},
               .is_behind = is_behind};
    for (int i = 0; i < 3; i++) {
        const size_t n = (size_t)m.level[i].sets * m.level[i].ways;
        m.level[i].held = calloc(n, sizeof *m.level[i].held);
        m.level[i].order = calloc(n, sizeof *m.level[i].order);
        assert_non_null(m.level[i].held);
        assert_non_null(m.level[i].order);
    }
    *found = (probe_findings){0};
    assert_int_equal(probe_infer_exact(&m.bench, 1 << 27, found, &err), POISE_OK);
    for (int i = 0; i < 3; i++) {
        free(m.level[i].held);
        free(m.level[i].order);
    }
}

static void expect(const probe_findings *found, const char *name, double value)
{
    const probe_finding *f = probe_find(found, name);
    assert_non_null(f);
    if (f->least != value || f->most != value)
        fail_msg("%s: %g to %g, it is %g: %s", name, f->least, f->most, value, f->why);
}

static void expect_text(const probe_findings *found, const char *name, const char *text)
{
    const probe_finding *f = probe_find(found, name);
    assert_non_null(f);
    assert_string_equal(f->text, text);
}

static void replacement_is_told(void **state)
{
    static const char *const names[] = {"LRU", "FIFO"};
    (void)state;
    for (int l1 = LRU; l1 <= FIFO; l1++) {
        for (int l2 = LRU; l2 <= FIFO; l2++) {
            probe_findings found;
            infer((replacement)l1, (replacement)l2, 4096, false, &found);
            expect(&found, "l1.capacity", 4096);
            expect(&found, "l1.ways", 4);
            expect(&found, "l2.capacity", 65536);
            expect(&found, "l2.sets", 64);
            expect(&found, "l2.ways", 8);
            expect_text(&found, "l1.replacement", names[l1]);
            expect_text(&found, "l2.replacement", names[l2]);
            probe_findings_free(&found);
        }
    }
}

/* The youngest line leaves: a walk that does not fit loses few lines, and nothing of sets follows from it. */
static void another_replacement_is_not_taken_for_them(void **state)
{
    probe_findings found;
    (void)state;
    infer(YOUNGEST, LRU, 4096, false, &found);
    const probe_finding *f = probe_find(&found, "l1.replacement");
    assert_non_null(f);
    assert_true(f->text[0] == '\0' || f->text[0] == 'n');
    f = probe_find(&found, "l1.capacity");
    assert_non_null(f);
    assert_true(f->least <= 4096 && f->most >= 4096);
    probe_findings_free(&found);
}

static void a_tlb_is_found_before_the_l1(void **state)
{
    probe_findings found;
    (void)state;
    infer(LRU, LRU, 12, false, &found);
    expect(&found, "tlb1.page", PAGE);
    expect(&found, "tlb1.entries", 12);
    expect(&found, "tlb1.miss", WALK);
    expect_text(&found, "tlb1.place", "before the l1");
    /* 16 pages are more than the TLB holds: walks may take lines of the L2. */
    const probe_finding *f = probe_find(&found, "l2.capacity");
    assert_non_null(f);
    assert_true(f->least > 32768 && f->least <= 65536 && isinf(f->most));
    probe_findings_free(&found);
}

static void a_tlb_behind_the_l1_is_not_said_to_be_before(void **state)
{
    probe_findings found;
    (void)state;
    infer(LRU, LRU, 12, true, &found);
    expect(&found, "tlb1.entries", 12);
    expect_text(&found, "tlb1.place", "behind the l1");
    probe_findings_free(&found);
    infer(LRU, LRU, 4, true, &found);
    const probe_finding *f = probe_find(&found, "tlb1.entries");
    assert_true(f == NULL || !(f->least > 4));
    expect(&found, "l1.capacity", 4096);
    probe_findings_free(&found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replacement_is_told),
        cmocka_unit_test(another_replacement_is_not_taken_for_them),
        cmocka_unit_test(a_tlb_is_found_before_the_l1),
        cmocka_unit_test(a_tlb_behind_the_l1_is_not_said_to_be_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
