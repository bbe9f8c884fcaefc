/* Programs side by side: is one on all SMs the same as sim_launch, do programs keep apart what is theirs, are
 * launches of a program apart, and is everything the same with any number of threads? */
/* test: slow */
#include "sim/gpu.h"
#include "sim/mix.h"
#include "tests/test.h"
#include "tests/unit/sim/hard_cases.h"

#include <string.h>

enum { MOST_PROGRAMS = 3, MOST_LAUNCHES = 8 };

/* Programs, and what happened to them. */
typedef struct scene {
    size_t n;
    sim_mix_program program[MOST_PROGRAMS];
    const warp_trace *trace[MOST_PROGRAMS][MOST_LAUNCHES];
    gpu *machine_of;   /* NULL: not looked at */
    const char *wrong; /* with its SMs, when a launch began */
    size_t n_ended;
    sim_mix_launch ended[MOST_PROGRAMS * MOST_LAUNCHES];
    sim_mix_result result[MOST_PROGRAMS];
    sim_counters machine;
    int code;
    poise_error err;
} scene;

/* ---- a scene ---- */

/* What is left of the launch before in the SM, NULL = nothing. */
static const char *left_in(const sim_sm *sm)
{
    const crossbar_port *port = &sm->port;
    const port_boxes *boxes = port->boxes;
    if (sm->loads.used || sm->lsu.count || sm->pipe.count || sm->replies.count)
        return "a request is in the SM";
    if (sm->l1.mshrs.used != sm->releases.count)
        return "an L1 MSHR is in use";
    if (port->waiting.count || boxes[0].outbox.count || boxes[1].outbox.count ||
        boxes[0].inbox.packets.count || boxes[1].inbox.packets.count)
        return "a packet is in the port";
    if (port->credits + boxes[0].inbox.credits + boxes[1].inbox.credits != port->most_credits)
        return "a credit is missing";
    return NULL;
}

static int give(void *user, size_t program, size_t launch, const warp_trace **trace, poise_error *err)
{
    scene *s = user;
    const sim_mix_program *p = &s->program[program];
    *trace = s->trace[program][launch];
    for (uint32_t i = 0; s->machine_of && s->machine_of->mix && i < p->n_sms && !s->wrong; i++)
        s->wrong = left_in(&s->machine_of->sms[p->first_sm + i]);
    return *trace ? POISE_OK : poise_fail(err, POISE_DAMAGED, "there is no trace");
}

static void ended(void *user, const sim_mix_launch *launch)
{
    scene *s = user;
    s->ended[s->n_ended++] = *launch;
}

static void add(scene *s, uint32_t first_sm, uint32_t n_sms, size_t n_launches, const warp_trace *trace)
{
    for (size_t i = 0; i < n_launches; i++)
        s->trace[s->n][i] = trace;
    s->program[s->n++] = (sim_mix_program){.first_sm = first_sm, .n_sms = n_sms, .n_launches = n_launches};
}

static void forget(scene *s)
{
    s->code = 0;
    s->wrong = NULL;
    s->n_ended = 0;
    memset(s->ended, 0, sizeof s->ended);
    memset(s->result, 0, sizeof s->result);
    memset(&s->machine, 0, sizeof s->machine);
    memset(&s->err, 0, sizeof s->err);
}

static void run_on(scene *s, simulator *sim)
{
    const sim_mix mix = {.programs = s->program, .n = s->n, .read = give, .ended = ended, .user = s};
    s->machine_of = (gpu *)(void *)sim;
    s->code = sim_run_mix(sim, &mix, s->result, &s->machine, &s->err);
    s->machine_of = NULL;
}

static void run(scene *s, const sim_config *config, const char *sched, uint32_t threads)
{
    simulator *sim;
    sim_policies policies = {.sched = sched};
    forget(s);
    if (sim_create(&sim, config, &policies, &s->err) || sim_set_threads(sim, threads, &s->err))
        fail_msg("%s", s->err.text);
    run_on(s, sim);
    sim_destroy(sim);
    if (s->wrong)
        fail_msg("%s", s->wrong);
}

static sim_config machine(const char *const *settings, uint32_t sms)
{
    sim_config config;
    poise_error err;
    sim_config_default(&config);
    for (; *settings; settings++)
        if (sim_config_set(&config, *settings, &err))
            fail_msg("%s", err.text);
    config.sms = sms;
    return config;
}

static const char *const plain[] = {"icache_sets=4", "channels=2", "l2_banks=4", NULL};

static void assert_same_outcome(const scene *a, const scene *b)
{
    assert_int_equal(a->code, b->code);
    assert_string_equal(a->err.text, b->err.text);
    assert_int_equal(a->n_ended, b->n_ended);
    for (size_t i = 0; i < a->n_ended; i++) {
        const sim_mix_launch *one = &a->ended[i], *other = &b->ended[i];
        assert_true(one->program == other->program && one->launch == other->launch);
        assert_true(one->began == other->began && one->cut_short == other->cut_short);
        assert_memory_equal(&one->counters, &other->counters, sizeof one->counters);
    }
    for (size_t i = 0; i < a->n; i++) {
        const sim_mix_result *one = &a->result[i], *other = &b->result[i];
        assert_true(one->cut_short == other->cut_short && one->restarts == other->restarts);
        assert_int_equal(one->n_statistics, other->n_statistics);
        for (size_t k = 0; k < one->n_statistics; k++)
            assert_true(one->statistics[k].value == other->statistics[k].value);
        assert_memory_equal(&one->counters, &other->counters, sizeof one->counters);
    }
    assert_memory_equal(&a->machine, &b->machine, sizeof a->machine);
}

static scene same_with_threads(const scene *from, const sim_config *config, const char *sched)
{
    static const uint32_t counts[] = {2, 4};
    scene one = *from;
    static scene more;
    run(&one, config, sched, 1);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        more = *from;
        run(&more, config, sched, counts[i]);
        assert_same_outcome(&one, &more);
    }
    return one;
}

/* ---- one program ---- */

static void one_on_all_sms_is_a_launch_after_the_other(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    simulator *sim;
    poise_error err;
    sim_counters sum = {0}, one;
    assert_int_equal(sim_create(&sim, &config, NULL, &err), 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(sim_launch(sim, hard_everything(), &one, NULL, &err), 0);
        sim_counters_add(&sum, &one);
    }
    sim_destroy(sim);
    scene s = {0};
    add(&s, 0, 4, 3, hard_everything());
    run(&s, &config, NULL, 1);
    assert_int_equal(s.code, 0);
    assert_int_equal(s.n_ended, 3);
    assert_memory_equal(&s.result[0].counters, &sum, sizeof sum);
    assert_memory_equal(&s.machine, &sum, sizeof sum);
}

/* SMs without a program are as good as none. */
static void one_on_some_sms_is_a_smaller_machine(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    sim_config small = machine(plain, 3), large = machine(plain, 8);
    simulator *sim;
    poise_error err;
    sim_counters alone;
    assert_int_equal(sim_create(&sim, &small, NULL, &err), 0);
    assert_int_equal(sim_launch(sim, &loads, &alone, NULL, &err), 0);
    sim_destroy(sim);
    scene s = {0};
    add(&s, 0, 3, 1, &loads);
    run(&s, &large, NULL, 1);
    assert_int_equal(s.code, 0);
    sim_counters *c = &s.result[0].counters;
    /* Its end is that of the last warp; a launch waits for the last access to DRAM. */
    assert_true(c->cycles <= alone.cycles && c->cycles + 200 > alone.cycles);
    c->cycles = alone.cycles;
    assert_true(c->dram_pending == 0 && s.machine.dram_pending > 0);
    c->dram_pending = alone.dram_pending;
    assert_memory_equal(c, &alone, sizeof alone);
    warp_trace_free(&loads);
}

/* ---- several programs ---- */

/* A short program runs again beside a long one, and counts once. */
static void counters_stop_at_the_first_end(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    sim_config config = machine(plain, 5);
    scene s = {0};
    add(&s, 0, 2, 1, hard_everything());
    add(&s, 2, 3, 8, &loads);
    run(&s, &config, NULL, 1);
    assert_int_equal(s.code, 0);
    assert_int_equal(s.n_ended, 9);
    assert_true(s.result[0].restarts > 0);
    assert_int_equal(s.result[1].restarts, 0);
    assert_int_equal(s.result[1].counters.warp_insts, 8 * loads.warp_insts);
    assert_int_equal(s.result[1].counters.cycles, s.machine.cycles);
    assert_true(s.result[0].counters.cycles < s.machine.cycles);
    scene once = {0};
    add(&once, 0, 2, 1, hard_everything());
    run(&once, &config, NULL, 1);
    assert_int_equal(s.result[0].counters.warp_insts, once.result[0].counters.warp_insts);
    assert_true(s.machine.warp_insts > s.result[0].counters.warp_insts + s.result[1].counters.warp_insts);
    assert_true(s.machine.warp_insts >= s.result[0].restarts * once.result[0].counters.warp_insts);
    warp_trace_free(&loads);
}

static uint64_t below(const sim_counters *c)
{
    return c->l2_reads + c->l2_writes + c->dram_reads + c->dram_writes + c->dram_busy + c->reply_flits;
}

/* Two programs of one length: all that L2 and DRAM count belongs to one of them, and programs that use the
 * same addresses find nothing of each other in the L2. */
static void programs_have_their_own_memory(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    sim_config config = machine(plain, 4);
    config.l2_sets = 512; /* all of both fits */
    scene s = {0}, alone = {0};
    add(&alone, 0, 2, 1, &loads);
    run(&alone, &config, NULL, 1);
    add(&s, 0, 2, 1, &loads);
    add(&s, 2, 2, 1, &loads);
    run(&s, &config, NULL, 1);
    assert_int_equal(s.code, 0);
    for (size_t i = 0; i < 2; i++) {
        const sim_counters *c = &s.result[i].counters, *a = &alone.result[0].counters;
        assert_int_equal(c->dram_reads, a->dram_reads);
        assert_true(c->dram_row_hits > 0 && c->l2_read_hits > 0 && c->cycles >= a->cycles);
    }
    assert_true(below(&s.machine) >= below(&s.result[0].counters) + below(&s.result[1].counters));
    assert_true(s.machine.dram_reads >= 2 * alone.result[0].counters.dram_reads);
    warp_trace_free(&loads);
}

static void launches_of_a_program_follow_each_other(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    scene s = {0};
    add(&s, 0, 1, 4, hard_everything());
    add(&s, 1, 3, 4, hard_everything());
    run(&s, &config, NULL, 1);
    uint64_t end[2] = {0}, sum[2] = {0}, window = 0;
    for (size_t i = 0; i < s.n_ended; i++) {
        const sim_mix_launch *l = &s.ended[i];
        uint64_t gap = l->began - end[l->program];
        assert_true(l->began >= end[l->program]);
        window = gap > window ? gap : window;
        end[l->program] = l->began + l->counters.cycles;
        sum[l->program] += l->counters.warp_insts;
    }
    assert_true(window < 64); /* the next exchange of SMs and memory */
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(end[i], s.result[i].counters.cycles);
        assert_int_equal(sum[i], s.result[i].counters.warp_insts);
    }
}

/* ---- any number of threads, any machine and policy ---- */

static void hard_machines_and_all_policies(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    scene s = {0};
    add(&s, 0, 1, 2, hard_everything());
    add(&s, 1, 2, 1, &loads);
    add(&s, 4, 1, 1, hard_everything());
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = machine(hard_machines[m], 6);
        for (size_t p = 0; p < HARD_POLICIES; p++) {
            if (p % HARD_MACHINES != m && (THREAD_SANITIZER || p % 3 != m % 3))
                continue;
            scene o = same_with_threads(&s, &config, hard_policies[p]);
            if (o.code)
                fail_msg("machine %zu: %s", m, o.err.text);
        }
    }
    warp_trace_free(&loads);
}

/* A component that sleeps through its turn would be found. */
static void nobody_oversleeps(void **state)
{
    (void)state;
    warp_trace loads = hard_random_loads();
    scene s = {0};
    add(&s, 0, 1, 2, hard_everything());
    add(&s, 2, 2, 1, &loads);
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = machine(hard_machines[m], 4);
        scene asleep = s, awake = s;
        run(&asleep, &config, "gto", 1);
        config.wake_always = 1;
        run(&awake, &config, "gto", 1);
        assert_same_outcome(&asleep, &awake);
    }
    warp_trace_free(&loads);
}

/* ---- limits ---- */

/* What a launch that is cut short has asked for comes back before the next begins. */
static void launches_that_are_cut_short(void **state)
{
    (void)state;
    scene s = {0};
    add(&s, 0, 2, 3, hard_everything());
    add(&s, 2, 1, 2, hard_everything());
    for (size_t m = 0; m < HARD_MACHINES; m++) {
        sim_config config = machine(hard_machines[m], 3);
        config.max_cycles = 500;
        scene o = same_with_threads(&s, &config, "apres");
        assert_int_equal(o.code, 0);
        assert_int_equal(o.result[0].cut_short + o.result[1].cut_short, 5);
        config.max_cycles = 0;
        config.max_insts = 3000;
        o = same_with_threads(&s, &config, "gto");
        assert_int_equal(o.result[0].cut_short, 3);
        for (size_t i = 0; i < o.n_ended; i++)
            assert_true(o.ended[i].cut_short && o.ended[i].counters.thread_insts >= 3000);
    }
}

/* ---- statistics of policies ---- */

/* What is told by a policy that serves all programs is of the whole run: the program that ran again when the
 * last one ended does not wipe it out. */
static void policies_of_the_machine_tell(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    sim_policies policies = {.tlb = "shared_tlb"};
    simulator *sim;
    policy_statistic told[POLICY_STATISTICS];
    double l2_hit_rate = -1, look_ups = 0;
    scene s = {0};
    add(&s, 0, 2, 1, hard_everything());
    add(&s, 2, 2, 3, hard_everything());
    assert_int_equal(sim_create(&sim, &config, &policies, &s.err), 0);
    run_on(&s, sim);
    assert_int_equal(s.code, 0);
    assert_true(s.result[0].restarts > 0);
    size_t n = sim_policy_statistics(sim, POLICY_AT_TLB, told, POLICY_STATISTICS);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(told[i].name, "l2_hit_rate") == 0)
            l2_hit_rate = told[i].value;
        if (strcmp(told[i].name, "l2_look_ups") == 0)
            look_ups = told[i].value;
    }
    assert_true(look_ups > 0 && l2_hit_rate >= 0 && l2_hit_rate <= 1);
    sim_destroy(sim);
}

/* ---- the scheduler policy ---- */

/* It asks each SM for its tuple by the numbers that it knows, and notes which programs' launches begin. */
typedef struct watcher {
    sched_host host;
    uint64_t begins, ends, gathers, last_begin, ticks[8];
    bool wrong;
} watcher;
static watcher watchers[MOST_PROGRAMS + 1];
static size_t n_watchers;

static int watcher_create(const sched_host *host, const void *options, void **created, poise_error *err)
{
    (void)options, (void)err;
    watcher *w = &watchers[n_watchers++ % (MOST_PROGRAMS + 1)];
    *w = (watcher){.host = *host};
    *created = w;
    return 0;
}

static void watcher_destroy(void *state)
{
    (void)state;
}

static unsigned watcher_pick(void *state, const sched_view *view)
{
    watcher *w = state;
    w->wrong |= view->sm >= w->host.sms || view->cycle < w->last_begin;
    return (unsigned)__builtin_ctzll(view->ready);
}

static void watcher_begin(void *state, const policy_launch *launch)
{
    watcher *w = state;
    w->wrong |= w->begins != w->ends || launch->cycle < w->last_begin || !launch->warps;
    w->begins++;
    w->last_begin = launch->cycle;
    for (uint32_t i = 0; i < w->host.sms; i++) {
        w->wrong |= w->host.counters(w->host.opaque, i)->warp_insts != 0;
        w->host.set_tuple(w->host.opaque, i, 5, 2 + i);
    }
}

static void watcher_end(void *state, uint16_t app, uint64_t cycle)
{
    (void)app;
    watcher *w = state;
    w->wrong |= cycle < w->last_begin;
    w->ends++;
}

static uint64_t watcher_tick(void *state, uint32_t sm, uint64_t cycle)
{
    watcher *w = state;
    w->wrong |= sm >= w->host.sms || cycle <= w->last_begin;
    w->ticks[sm]++;
    return 100;
}

static uint64_t watcher_gather(void *const *states, uint32_t count, uint64_t cycle)
{
    watcher *w = states[0];
    sched_memory use;
    w->wrong |= count != 1;
    w->host.memory(w->host.opaque, &use);
    /* Since the launch began, with a clock of DRAM that is no faster than that of the core. */
    w->wrong |= use.request_flits > use.request_flits_most || use.dram_busy > use.dram_cycles ||
                use.dram_cycles > 2 * (cycle - w->last_begin) + 4;
    w->gathers++;
    return 150;
}

static const sched_policy watching = {.info = {.name = "watching"},
                                      .create = watcher_create,
                                      .life.destroy = watcher_destroy,
                                      .pick = watcher_pick,
                                      .life.launch_begin = watcher_begin,
                                      .life.launch_end = watcher_end,
                                      .tick = watcher_tick,
                                      .life.gather = watcher_gather};

typedef struct seen_tuples {
    uint32_t n[8];
    bool wrong;
} seen_tuples;

static void see_tuple(void *user, uint32_t sm, uint64_t cycle, uint32_t n, uint32_t p)
{
    seen_tuples *seen = user;
    seen->wrong |= n != 5 || p != 2 + sm || cycle != 0;
    seen->n[sm]++;
}

static void each_program_has_its_scheduler(void **state)
{
    (void)state;
    sim_config config = machine(plain, 5);
    simulator *sim;
    scene s = {0};
    add(&s, 0, 2, 2, hard_everything());
    add(&s, 3, 2, 3, hard_everything());
    seen_tuples seen = {0};
    s.program[1].observer = see_tuple;
    s.program[1].observer_user = &seen;
    assert_int_equal(sim_create(&sim, &config, NULL, &s.err), 0);
    assert_int_equal(sim_use_sched(sim, &watching, NULL, &s.err), 0);
    n_watchers = 0;
    run_on(&s, sim);
    assert_int_equal(s.code, 0);
    for (size_t i = 0; i < 2; i++) {
        const watcher *w = &watchers[i];
        assert_int_equal(w->host.sms, 2);
        assert_false(w->wrong);
        assert_true(w->begins == w->ends && w->begins >= 2 + i);
        assert_true(w->gathers > 0 && w->ticks[0] > 0 && w->ticks[1] > 0);
    }
    assert_true(seen.n[0] == watchers[1].begins && seen.n[1] == watchers[1].begins && !seen.wrong);
    sim_destroy(sim);
}

/* ---- errors ---- */

static scene failed(const scene *from, const sim_config *config, int code, const char *text)
{
    scene s = *from;
    run(&s, config, NULL, 1);
    assert_int_equal(s.code, code);
    assert_contains(s.err.text, text);
    return s;
}

static void wrong_mixes(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    scene s = {0};
    failed(&s, &config, POISE_USAGE, "a mix needs a program");
    add(&s, 0, 2, 1, hard_everything());
    add(&s, 1, 2, 1, hard_everything());
    failed(&s, &config, POISE_USAGE, "SM 1 belongs to 2 programs");
    s.program[1].first_sm = 3;
    failed(&s, &config, POISE_USAGE, "program 1 has SMs 3 to 4; the machine has 4");
    s.program[1].n_sms = 0;
    failed(&s, &config, POISE_USAGE, "program 1 has no SM");
    s.program[1] = (sim_mix_program){.first_sm = 3, .n_sms = 1};
    failed(&s, &config, POISE_USAGE, "program 1 has no launches");
    s.program[1].n_launches = 2;
    s.trace[1][1] = NULL;
    failed(&s, &config, POISE_DAMAGED, "program 1: there is no trace");
    s.trace[1][1] = hard_everything();
    config.stalls = 1;
    failed(&s, &config, POISE_USAGE, "stall causes");
    config.stalls = 0;
    config.warps = 4;
    failed(&s, &config, POISE_USAGE, "program 0: a thread block of kernel micro");
}

static void addresses_that_name_a_program(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    warp_trace far = *hard_everything();
    uint64_t pages[MICRO_PAGES];
    memcpy(pages, far.page_address, sizeof pages);
    pages[2] = UINT64_C(1) << 48;
    far.page_address = pages;
    scene s = {0};
    add(&s, 0, 2, 1, &far);
    run(&s, &config, NULL, 1);
    assert_int_equal(s.code, 0);
    add(&s, 2, 2, 1, hard_everything());
    failed(&s, &config, POISE_USAGE, "programs side by side need addresses below 2^48");
}

static void stuck_programs(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    simulator *sim;
    scene s = {0};
    add(&s, 0, 2, 1, hard_everything());
    add(&s, 2, 2, 1, hard_everything());
    for (int watched = 0; watched < 2; watched++) {
        config.watchdog = watched ? 5000 : 0;
        config.max_cycles = 0;
        forget(&s);
        assert_int_equal(sim_create(&sim, &config, NULL, &s.err), 0);
        gpu *g = (gpu *)(void *)sim;
        for (uint32_t i = watched ? 2 : 0; i < g->base.n_sms; i++)
            g->sms[i].l1.mshrs.total = 0; /* no load can miss */
        run_on(&s, sim);
        assert_int_equal(s.code, POISE_FAILED);
        assert_contains(s.err.text, watched ? "no instruction has retired" : "deadlocked");
        assert_contains(sim_stuck_report(sim), watched ? "SM 2 warp" : "SM 0 warp");
        sim_destroy(sim);
    }
}

static void stopped(void **state)
{
    (void)state;
    sim_config config = machine(plain, 4);
    simulator *sim;
    static atomic_bool stop = true;
    scene s = {0};
    add(&s, 0, 2, 1, hard_everything());
    assert_int_equal(sim_create(&sim, &config, NULL, &s.err), 0);
    sim_set_stop(sim, &stop);
    run_on(&s, sim);
    assert_int_equal(s.code, POISE_INCOMPLETE);
    /* The simulator can go on. */
    sim_counters counters;
    sim_set_stop(sim, NULL);
    assert_int_equal(sim_launch(sim, hard_everything(), &counters, NULL, &s.err), 0);
    forget(&s);
    run_on(&s, sim);
    assert_int_equal(s.code, 0);
    sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_on_all_sms_is_a_launch_after_the_other),
        cmocka_unit_test(one_on_some_sms_is_a_smaller_machine),
        cmocka_unit_test(counters_stop_at_the_first_end),
        cmocka_unit_test(programs_have_their_own_memory),
        cmocka_unit_test(launches_of_a_program_follow_each_other),
        cmocka_unit_test(hard_machines_and_all_policies),
        cmocka_unit_test(nobody_oversleeps),
        cmocka_unit_test(launches_that_are_cut_short),
        cmocka_unit_test(policies_of_the_machine_tell),
        cmocka_unit_test(each_program_has_its_scheduler),
        cmocka_unit_test(wrong_mixes),
        cmocka_unit_test(addresses_that_name_a_program),
        cmocka_unit_test(stuck_programs),
        cmocka_unit_test(stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
