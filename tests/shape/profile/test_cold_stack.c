/* vm:gpuswap and programs to which a run-time library has given a large stack that they hardly touch, as all
 * of the source's have [KE 4.4.2]. Their profile says which buffers can be spared. G7 and G8 of
 * docs/PAGING.md are effects that the source shows [KE 6.2]; sizes and bounds are ours. */
/* test: slow */
#include "common/random.h"
#include "profile/buffers/measure.h"
#include "sim/mix.h"
#include "tests/folder.h"
#include "tests/micro.h"

#include <math.h>

enum {
    LARGE_PAGES = 8, /* of 2 MB each */
    MB_LINES = 1 << 13,
    PROGRAM_MB = 16,
    STACK_MB = 4,
    LOADS = 40, /* of a warp in a launch */
    LINES = 8,  /* of a load */
    WARPS = 32,
    MOST_LAUNCHES = 16, /* enough for two instances to have their memory before one ends */
    SEEDS = 10
};

/* How often a page of the buffer is accessed for one of the last buffer's. */
typedef struct program_buffer {
    uint32_t large_page, mb, density;
} program_buffer;
static const program_buffer stack = {0, STACK_MB, 0};
static const program_buffer buffers[] = {{2, 2, 8}, {3, 4, 4}, {5, 6, 1}};
enum { BUFFERS = sizeof buffers / sizeof *buffers };

static micro first, again;
static uint64_t addresses[LARGE_PAGES];
static trace_event events[BUFFERS + 1];
static char priorities[128];

static uint32_t line_in(poise_random *random, const program_buffer *b)
{
    return (b->large_page << TRACE_PAGE_LINES_SHIFT) + (uint32_t)poise_random_below(random, b->mb * MB_LINES);
}

/* A line anywhere in a buffer that is chosen by its size and density. */
static uint32_t any_line(poise_random *random)
{
    uint32_t all = 0, i = 0;
    for (uint32_t k = 0; k < BUFFERS; k++)
        all += buffers[k].mb * buffers[k].density;
    uint64_t at = poise_random_below(random, all);
    for (; at >= buffers[i].mb * buffers[i].density; i++)
        at -= buffers[i].mb * buffers[i].density;
    return line_in(random, &buffers[i]);
}

static void load(micro *m, uint32_t inst, poise_random *random)
{
    micro_run(m, inst);
    micro_word(m, LINES);
    for (uint32_t i = 0; i < LINES; i++)
        micro_word(m, line_word(any_line(random), 1));
    m->first_word[m->trace.n_warps] = m->n_words;
}

static trace_event event_of(uint32_t number, const program_buffer *b)
{
    return (trace_event){.kind = TRACE_EVENT_CREATE,
                         .buffer = number,
                         .address = addresses[b->large_page],
                         .bytes = (uint64_t)b->mb << 20};
}

/* The first warp of a launch stores something in the stack, and takes it back. */
static void make_launch(micro *m, uint32_t n_events)
{
    poise_random random;
    poise_random_seed(&random, 1);
    micro_begin(m, 8, WARPS / 8);
    const uint32_t loads = micro_inst(m, TRACE_OP_LOAD_GLOBAL, 1, 1),
                   push = micro_inst(m, TRACE_OP_STORE_GLOBAL, -1, 1);
    for (uint32_t w = 0; w < WARPS; w++) {
        micro_warp(m);
        if (w == 0)
            micro_access(m, push, stack.large_page << TRACE_PAGE_LINES_SHIFT, 4, 1);
        if (w == 0)
            micro_access(m, loads, stack.large_page << TRACE_PAGE_LINES_SHIFT, 4, 1);
        for (uint32_t i = 0; i < LOADS; i++)
            load(m, loads, &random);
    }
    m->trace.page_address = addresses;
    m->trace.n_pages = LARGE_PAGES;
    m->trace.header.events = events;
    m->trace.header.n_events = n_events;
}

/* With all channels of the source's GPU: its memory is many times as fast as the link [KE 1.1]. With two,
 * these scattered sectors are limited by DRAM, and programs gain by what lies at the host instead. */
static sim_config small_machine(void)
{
    static const char *const settings[] = {"sms=4",      "channels=6",      "l2_banks=12",
                                           "l2_sets=16", "link_gbps=17.18", "link_us=0"};
    sim_config config;
    sim_config_default(&config);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        assert_int_equal(sim_config_set(&config, settings[i], NULL), POISE_OK);
    return config;
}

/* Priorities of the buffers, as `poise profile --buffers --priorities` writes them. */
static int profile_buffers(void)
{
    char path[96], *paths[] = {path};
    const trace_files traces = {.path = paths, .n = 1};
    const buffers_request request = {
        .method = BUFFERS_DIRECT, .chunk_bytes = BUFFERS_WHOLE, .config = small_machine()};
    const buffers_effort effort = {.threads = 1};
    buffers_plan plan = {0};
    poise_error err;
    (void)snprintf(path, sizeof path, "%s", test_path("first.wtr"));
    (void)snprintf(priorities, sizeof priorities, "%s", test_path("priorities"));
    int code = warp_trace_write(&first.trace, path, &err);
    code = code == POISE_OK ? buffers_plan_create(&plan, &request, &traces, &err) : code;
    code = code == POISE_OK ? buffers_measure(&plan, &effort, &err) : code;
    code = code == POISE_OK ? buffers_write_priorities(priorities, &plan.result, &err) : code;
    if (code != POISE_OK)
        print_message("%s\n", err.text);
    buffers_plan_free(&plan);
    return code;
}

static int prepare(void **state)
{
    if (make_test_folder(state) != 0)
        return -1;
    for (uint32_t i = 0; i < LARGE_PAGES; i++)
        addresses[i] = UINT64_C(0x10000000) + ((uint64_t)i << TRACE_PAGE_SHIFT);
    events[0] = event_of(0, &stack);
    for (uint32_t i = 0; i < BUFFERS; i++)
        events[i + 1] = event_of(i + 1, &buffers[i]);
    make_launch(&first, BUFFERS + 1);
    make_launch(&again, 0);
    return profile_buffers();
}

/* ---- running it ---- */

typedef struct running {
    uint32_t n, launches; /* instances; of each */
    sim_mix_launch ended[2 * MOST_LAUNCHES];
    size_t n_ended;
} running;

static int give(void *user, size_t program, size_t launch, const warp_trace **trace, poise_error *err)
{
    (void)user, (void)program, (void)err;
    *trace = launch == 0 ? &first.trace : &again.trace;
    return POISE_OK;
}

static void note(void *user, const sim_mix_launch *launch)
{
    running *r = user;
    r->ended[r->n_ended++] = *launch;
}

static uint64_t end_of(const sim_mix_launch *l)
{
    return l->began + l->counters.cycles;
}

/* Core cycles of a launch while all instances have their memory and none has ended, in the mean: what they
 * take without allocations [KE 6.1]. */
static double cycles_of(const running *r)
{
    uint64_t begin = 0, end = UINT64_MAX, cycles = 0, n = 0;
    for (size_t i = 0; i < r->n_ended; i++) {
        const sim_mix_launch *l = &r->ended[i];
        begin = l->launch == 0 && l->began > begin ? l->began : begin;
        end = l->launch == r->launches - 1 && end_of(l) < end ? end_of(l) : end;
    }
    for (size_t i = 0; i < r->n_ended; i++) {
        if (r->ended[i].began < begin || end_of(&r->ended[i]) > end)
            continue;
        cycles += r->ended[i].counters.cycles;
        n++;
    }
    assert_true(n >= r->n);
    return (double)cycles / (double)n;
}

/* `memory` MB for each of `n` instances. */
static double run(uint32_t n, uint32_t memory, const char *pick, int seed)
{
    const sim_config config = small_machine();
    running r = {.n = n, .launches = n == 1 ? 2 : MOST_LAUNCHES};
    sim_mix_program programs[2];
    sim_mix_result results[2];
    const sim_mix mix = {
        .programs = programs, .n = n, .read = give, .ended = note, .user = &r, .always_mixed = true};
    char vm[256];
    simulator *sim;
    poise_error err;
    for (uint32_t i = 0; i < n; i++)
        programs[i] = (sim_mix_program){.first_sm = 2 * i, .n_sms = 2, .n_launches = r.launches};
    (void)snprintf(vm, sizeof vm, "gpuswap:memory=%u:chunk=128:setup_us=1:pick=%s:priorities=%s:seed=%d",
                   n * memory, pick, priorities, seed);
    if (sim_create(&sim, &config, &(sim_policies){.vm = vm}, &err) ||
        sim_run_mix(sim, &mix, results, NULL, &err))
        fail_msg("%s: %s", vm, err.text);
    sim_destroy(sim);
    return cycles_of(&r);
}

/* G7: memory that is less by up to all of the stacks. */
static void a_cold_stack_goes_at_no_cost(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 2; n++) {
        const double enough = run(n, PROGRAM_MB, "priority", 1);
        double before = 1;
        for (uint32_t less = STACK_MB / 2; less <= STACK_MB; less += STACK_MB / 2) {
            const double priority = run(n, PROGRAM_MB - less, "priority", 1) / enough,
                         random = run(n, PROGRAM_MB - less, "random", 1) / enough;
            printf("G7: %u instances, %u MB less for each: %.3f with priorities, %.3f at random\n", n, less,
                   priority, random);
            assert_true(fabs(priority - 1) < 0.03);
            assert_true(random > before + 0.1);
            before = random;
        }
    }
}

typedef struct over_seeds {
    double mean, deviation, least;
} over_seeds;

static over_seeds of_seeds(uint32_t memory, const char *pick, double enough)
{
    over_seeds all = {.least = INFINITY};
    double cycles[SEEDS], squares = 0;
    for (int i = 0; i < SEEDS; i++) {
        cycles[i] = run(1, memory, pick, i + 1) / enough;
        all.mean += cycles[i] / SEEDS;
        all.least = fmin(all.least, cycles[i]);
    }
    for (int i = 0; i < SEEDS; i++)
        squares += (cycles[i] - all.mean) * (cycles[i] - all.mean);
    all.deviation = sqrt(squares / (SEEDS - 1));
    printf("G8: %u MB, %s: mean %.3f, standard deviation %.4f, least %.3f\n", memory, pick, all.mean,
           all.deviation, all.least);
    return all;
}

/* G8: better in the mean than any of ten random runs, much less spread, and alike when nearly all is out. */
static void priorities_are_better_and_steadier(void **state)
{
    (void)state;
    static const uint32_t memory[] = {12, 8, 4, 1};
    enum { STEPS = sizeof memory / sizeof *memory };
    const double enough = run(1, PROGRAM_MB, "priority", 1);
    double widest = 0, gap = 0;
    for (size_t i = 0; i < STEPS; i++) {
        const over_seeds priority = of_seeds(memory[i], "priority", enough),
                         random = of_seeds(memory[i], "random", enough);
        assert_true(priority.mean < random.least);
        assert_true(priority.deviation < random.deviation / 2);
        gap = random.mean / priority.mean - 1;
        widest = fmax(widest, gap);
    }
    assert_true(gap < widest / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cold_stack_goes_at_no_cost),
        cmocka_unit_test(priorities_are_better_and_steadier),
    };
    return cmocka_run_group_tests(tests, prepare, remove_test_folder);
}
