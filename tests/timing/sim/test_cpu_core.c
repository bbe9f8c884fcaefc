/* Does a CPU core alone obey the formulas of window, width, MSHRs and write-back queue? */
#include "tests/cpu_memory.h"
#include "tests/test.h"

enum { WIDTH = 3, WINDOW = 128, MSHRS = 16, WRITES = 8, LATENCY = 300, FOREVER = 100000000 };

static const cpu_core_shape usual = {WIDTH, WINDOW, MSHRS, WRITES};
static hand_program program;
static cpu_memory memory;

static cpu_core run(const cpu_core_shape *shape, uint64_t rounds)
{
    cpu_core core;
    storage from = {0};
    memory.n_reads = memory.n_writes = memory.most_reads = 0;
    memory.write_at = memory.log = 0;
    assert_true(cpu_core_init(&core, &from, &program.program, shape, cpu_memory_take, &memory));
    cpu_memory_run(&memory, &core, FOREVER, rounds, false);
    storage_free(&from);
    return core;
}

/* A miss every `gap` instructions. */
static void misses(uint64_t instructions, uint64_t gap)
{
    hand_begin(&program, instructions);
    for (uint64_t i = 0; i < instructions; i += gap)
        hand_request(&program, i, i, false);
}

/* What enters in a cycle retires in the next. */
static void without_misses_ipc_is_the_width(void **state)
{
    (void)state;
    hand_begin(&program, 30001);
    memory = (cpu_memory){0};
    cpu_core core = run(&usual, 1);
    assert_int_equal(cpu_core_counts(&core).cycles, 30001 / WIDTH + 1 + 1);
    assert_int_equal(cpu_core_counts(&core).instructions, 30001);
}

/* The miss blocks retirement, the window fills behind it, and what fills it enters in the cycle of the reply:
 * a window each LATENCY cycles. */
static void a_miss_each_window_takes_its_latency(void **state)
{
    (void)state;
    enum { WINDOWS = 20 };
    misses(WINDOWS * (uint64_t)WINDOW, WINDOW);
    memory = (cpu_memory){.latency = LATENCY};
    cpu_core core = run(&usual, 1);
    cpu_counts c = cpu_core_counts(&core);
    /* The last window retires from its reply on, the first instructions of it in that cycle. */
    assert_int_equal(c.cycles, WINDOWS * LATENCY + (WINDOW + WIDTH - 1) / WIDTH);
    assert_int_equal(c.reads, WINDOWS);
    assert_int_equal(c.read_latency, WINDOWS * LATENCY);
    assert_int_equal(memory.most_reads, 1);
    /* All but the cycles in which the window fills: of the last nothing is left to enter but the next round.
     */
    uint64_t fills = (WINDOW + WIDTH - 1) / WIDTH;
    assert_int_equal(c.window_stalls, WINDOWS * (LATENCY - fills));
}

/* window / gap misses at a time, while there are MSHRs for them. */
static void the_window_and_the_mshrs_limit_parallelism(void **state)
{
    (void)state;
    static const struct {
        uint64_t gap;
        uint32_t mshrs, most;
    } cases[] = {{64, 16, 2}, {16, 16, 8}, {8, 16, 16}, {4, 16, 16}, {4, 64, 32}, {4, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum { WINDOWS = 100 };
        cpu_core_shape shape = usual;
        shape.mshrs = cases[i].mshrs;
        misses(WINDOWS * (uint64_t)WINDOW, cases[i].gap);
        memory = (cpu_memory){.latency = LATENCY};
        cpu_core core = run(&shape, 1);
        cpu_counts c = cpu_core_counts(&core);
        assert_int_equal(memory.most_reads, cases[i].most);
        /* `most` misses each LATENCY cycles; by less than one latency, the pace within a window, it is off.
         */
        double expected = (double)c.reads / cases[i].most * LATENCY;
        double error = (double)c.cycles - expected;
        assert_true(error >= -LATENCY && error <= LATENCY);
        bool by_mshrs = cases[i].mshrs < WINDOW / cases[i].gap;
        assert_true((c.mshr_stalls > 0) == by_mshrs);
    }
}

/* Two misses of one instruction overlap; the instruction waits for both. */
static void an_instruction_may_miss_twice(void **state)
{
    (void)state;
    enum { PAIRS = 10 };
    hand_begin(&program, PAIRS * (uint64_t)WINDOW);
    for (uint64_t i = 0; i < PAIRS; i++) {
        hand_request(&program, i * WINDOW, 2 * i, false);
        hand_request(&program, i * WINDOW, 2 * i + 1, false);
    }
    memory = (cpu_memory){.latency = LATENCY};
    cpu_core core = run(&usual, 1);
    assert_int_equal(cpu_core_counts(&core).cycles, PAIRS * LATENCY + (WINDOW + WIDTH - 1) / WIDTH);
    cpu_core_shape one = usual;
    one.mshrs = 1;
    core = run(&one, 1);
    assert_int_equal(cpu_core_counts(&core).cycles, 2 * PAIRS * LATENCY + (WINDOW + WIDTH - 1) / WIDTH);
}

/* Nobody waits for a write-back while there is room in the queue; then each waits for one that is taken. */
static void write_backs_wait_only_for_the_queue(void **state)
{
    (void)state;
    enum { EVERY = 50, GAP = 30, N = 200 };
    hand_begin(&program, N * GAP);
    for (uint64_t i = 0; i < N; i++)
        hand_request(&program, i * GAP, i, true);
    memory = (cpu_memory){.write_every = GAP / WIDTH};
    cpu_core core = run(&usual, 1);
    assert_int_equal(cpu_core_counts(&core).cycles, N * GAP / WIDTH + 1);
    assert_int_equal(cpu_core_counts(&core).queue_stalls, 0);

    memory = (cpu_memory){.write_every = EVERY};
    core = run(&usual, 1);
    cpu_counts c = cpu_core_counts(&core);
    /* One enters the queue when one leaves it, but for those that the queue holds at the end. */
    double error = (double)c.cycles - (N - WRITES) * EVERY;
    assert_true(error >= -EVERY && error <= EVERY);
    assert_true(c.queue_stalls > c.cycles / 2 && c.window_stalls == 0);
    assert_int_equal(c.write_backs, N);
}

/* What a program has done by its first end is the same however long it runs on; each round is alike. */
static void programs_begin_again(void **state)
{
    (void)state;
    misses(10 * (uint64_t)WINDOW, WINDOW);
    memory = (cpu_memory){.latency = LATENCY};
    cpu_core once = run(&usual, 1), often = run(&usual, 5);
    cpu_counts a = cpu_core_counts(&once), b = cpu_core_counts(&often);
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(often.count.reads, 50 + 1); /* the window reaches into the next round */
    assert_true(often.has_ended && often.retired == 50 * (uint64_t)WINDOW);
}

/* Programs of all kinds on cores of all kinds do the same whether every cycle is run or only those that the
 * core asks for. */
static void sleeping_changes_nothing(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t r[8];
        for (size_t i = 0; i < 8; i++)
            r[i] = (uint32_t)((random = random * UINT64_C(6364136223846793005) + 1442695040888963407) >> 33);
        cpu_core_shape shape = {1 + r[0] % 5, 1 + r[1] % 140, 1 + r[2] % 20, 1 + r[3] % 4};
        memory = (cpu_memory){.latency = 1 + r[4] % 200, .write_every = r[5] % 40, .scatter = r[6] % 100};
        cpu_memory fresh = memory;
        uint64_t n = 500 + r[7] % 1000, gap = 1 + r[0] % 61;
        hand_begin(&program, n);
        for (uint64_t at = r[1] % gap; at < n; at += (r[2] = r[2] * 77 + 5) % (2 * gap))
            hand_request(&program, at, at * 3, (r[3] = r[3] * 13 + 7) % 4 == 0);
        cpu_counts counts[2], first[2];
        uint64_t log[2];
        for (int every = 0; every < 2; every++) {
            cpu_core core;
            storage from = {0};
            memory = fresh;
            assert_true(cpu_core_init(&core, &from, &program.program, &shape, cpu_memory_take, &memory));
            cpu_memory_run(&memory, &core, 20000, UINT32_MAX, every);
            (void)cpu_core_run(&core, 20000, every);
            counts[every] = core.count;
            counts[every].instructions = core.retired;
            first[every] = cpu_core_counts(&core);
            log[every] = memory.log;
            storage_free(&from);
        }
        assert_int_equal(log[0], log[1]);
        assert_memory_equal(&counts[0], &counts[1], sizeof counts[0]);
        assert_memory_equal(&first[0], &first[1], sizeof first[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_misses_ipc_is_the_width),
        cmocka_unit_test(a_miss_each_window_takes_its_latency),
        cmocka_unit_test(the_window_and_the_mshrs_limit_parallelism),
        cmocka_unit_test(an_instruction_may_miss_twice),
        cmocka_unit_test(write_backs_wait_only_for_the_queue),
        cmocka_unit_test(programs_begin_again),
        cmocka_unit_test(sleeping_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
