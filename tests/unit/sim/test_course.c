/* Who watches the course of a launch is told what policies say right before each gather() and at the end, and
 * what the machine has done every so many cycles; nothing changes by it. (sim_hooks/policy.h, sim/sim.h) */
#include "tests/test.h"
#include "tests/timing/sim/bench.h"
#include "tests/unit/sim/hard_cases.h"

#include <math.h>
#include <string.h>

enum { EPOCH = 500, MOST = 4096 };

/* ---- a policy that counts its own calls ---- */

typedef struct teller {
    uint32_t gathers, samples;
    uint64_t at; /* of the last gather() */
    bool has_ended;
    policy_sample says[POLICY_SAMPLES + 1]; /* at each epoch, besides its number */
    size_t n;
} teller;
static teller tells;

static uint64_t teller_gather(void *const *states, uint32_t count, uint64_t cycle)
{
    (void)states;
    (void)count;
    tells.gathers++;
    tells.at = cycle;
    return EPOCH;
}

static size_t teller_sample(void *const *states, uint32_t count, policy_sample *samples, size_t room)
{
    (void)states;
    (void)count;
    assert_int_equal(room, POLICY_SAMPLES);
    assert_false(tells.has_ended);
    assert_int_equal(tells.samples, tells.gathers); /* before it */
    tells.samples++;
    if (tells.gathers == 0)
        return 0;
    for (size_t i = 0; i < tells.n && i < room; i++)
        samples[i] = tells.says[i];
    if (tells.n < room)
        samples[tells.n] = (policy_sample){"epochs", "number", "1", tells.gathers};
    return tells.n + 1;
}

static void teller_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)state;
    (void)app;
    (void)cycle;
    tells.has_ended = true;
}

static unsigned pick(void *state, const sched_view *view)
{
    (void)state;
    return (unsigned)__builtin_ctzll(view->ready);
}

static const sched_policy policy = {
    .info = {.abi = POISE_POLICY_ABI,
             .struct_size = sizeof(sched_policy),
             .name = "teller",
             .summary = "",
             .source = ""},
    .life = {.launch_end = teller_end, .gather = teller_gather, .sample = teller_sample},
    .pick = pick};

/* ---- what was told ---- */

typedef struct told {
    char place[16], name[32];
    uint64_t cycle;
    double value;
} told;
static told all[MOST];
static size_t n_all;

static void note(void *user, const char *place, uint64_t cycle, const policy_sample *samples, size_t n)
{
    assert_ptr_equal(user, &n_all);
    for (size_t i = 0; i < n; i++) {
        assert_true(n_all < MOST);
        told *t = &all[n_all++];
        *t = (told){.cycle = cycle, .value = samples[i].value};
        snprintf(t->place, sizeof t->place, "%s", place);
        snprintf(t->name, sizeof t->name, "%s", samples[i].name);
    }
}

static size_t count(const char *name)
{
    size_t n = 0;
    for (size_t i = 0; i < n_all; i++)
        n += strcmp(all[i].name, name) == 0;
    return n;
}

static sim_counters watch(uint64_t every, uint32_t threads, bool is_watched)
{
    static const char *const machine[] = {"sms=4", "stalls=1", NULL};
    bench b;
    sim_counters counters;
    n_all = 0;
    memset(all, 0, sizeof all);
    tells = (teller){.n = tells.n, .says = {tells.says[0], tells.says[1]}};
    bench_open(&b, "gto", machine);
    if (sim_use_sched(b.sim, &policy, NULL, &b.err) || sim_set_threads(b.sim, threads, &b.err))
        fail_msg("%s", b.err.text);
    if (is_watched)
        sim_observe_course(b.sim, every, note, &n_all);
    if (sim_launch(b.sim, hard_everything(), &counters, NULL, &b.err))
        fail_msg("%s", b.err.text);
    sim_destroy(b.sim);
    return counters;
}

/* ---- tests ---- */

static void policies_are_asked_before_each_gather(void **state)
{
    (void)state;
    tells = (teller){.n = 1, .says = {{"lengths", "nothing", "1", NAN}}};
    sim_counters c = watch(0, 1, true);
    assert_int_equal(count("nothing"), 0);
    assert_true(tells.gathers > 3);
    assert_int_equal(tells.samples, tells.gathers + 1);
    assert_int_equal(n_all, tells.gathers); /* at the first it has said nothing */
    for (size_t i = 0; i < n_all; i++) {
        assert_string_equal(all[i].place, "sched");
        assert_true(all[i].value == (double)(i + 1));
        assert_true(i == 0 || all[i].cycle > all[i - 1].cycle);
    }
    assert_int_equal(all[n_all - 2].cycle, tells.at);
    assert_int_equal(all[n_all - 1].cycle, c.cycles);
}

static void nobody_is_asked_for_nobody(void **state)
{
    (void)state;
    tells = (teller){0};
    (void)watch(100, 1, false);
    assert_true(tells.gathers > 3);
    assert_int_equal(tells.samples, 0);
    assert_int_equal(n_all, 0);
}

/* Means over the times between samples add up to what the launch did. */
static void the_machine_tells_what_it_did(void **state)
{
    (void)state;
    double insts = 0;
    uint64_t before = 0;
    tells = (teller){0};
    sim_counters c = watch(100, 1, true);
    assert_true(count("ipc") >= c.cycles / 100 && count("l2_wait") > 3 && count("row_hits") > 3);
    for (size_t i = 0; i < n_all; i++) {
        if (strcmp(all[i].name, "ipc") != 0)
            continue;
        assert_string_equal(all[i].place, "machine");
        assert_true(all[i].cycle > before);
        insts += all[i].value * (double)(all[i].cycle - before);
        before = all[i].cycle;
    }
    assert_true(fabs(insts - (double)c.thread_insts) < 1e-6 * insts);
}

static void watching_changes_nothing(void **state)
{
    (void)state;
    static told with_one[MOST];
    tells = (teller){0};
    const sim_counters alone = watch(0, 1, false);
    for (uint32_t threads = 1; threads <= 4; threads *= 2) {
        const sim_counters watched = watch(70, threads, true);
        assert_memory_equal(&watched, &alone, sizeof alone);
        if (threads == 1)
            memcpy(with_one, all, sizeof all);
        assert_memory_equal(with_one, all, sizeof all);
    }
}

static void wrong_samples_are_named(void **state)
{
    (void)state;
    static const struct {
        policy_sample says[2];
        const char *words;
    } wrong[] = {{{{"a", "b", "1", 1}, {"a", "b", "1", 2}}, "a name twice"},
                 {{{"a", "b", "1", 1}, {NULL, "c", "1", 2}}, "sched policy teller tells samples that have"},
                 {{{"a", "b", "1", 1}, {"no group", "c", "1", 2}}, "letters, digits"},
                 {{{"a", "b", "1", 1}, {"a", "c", "\n", 2}}, "printable ASCII"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        bench b;
        sim_counters counters;
        tells = (teller){.n = 2, .says = {wrong[i].says[0], wrong[i].says[1]}};
        bench_open(&b, "gto", NULL);
        if (sim_use_sched(b.sim, &policy, NULL, &b.err))
            fail_msg("%s", b.err.text);
        n_all = 0;
        sim_observe_course(b.sim, 0, note, &n_all);
        assert_int_equal(sim_launch(b.sim, hard_everything(), &counters, NULL, &b.err), POISE_FAILED);
        assert_contains(b.err.text, wrong[i].words);
        sim_destroy(b.sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(policies_are_asked_before_each_gather),
        cmocka_unit_test(nobody_is_asked_for_nobody),
        cmocka_unit_test(the_machine_tells_what_it_did),
        cmocka_unit_test(watching_changes_nothing),
        cmocka_unit_test(wrong_samples_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
