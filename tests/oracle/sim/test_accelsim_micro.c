/* Do hand-made programs take as long as in Accel-Sim? accelsim_micro.csv holds the cycles that Accel-Sim
 * (4.2, its GTX 480 cut to 4 SMs and 2 channels) needs for two lengths of each program; compared is the
 * difference, so that start and end do not matter. accelsim_micro.py writes the same programs as Accel-Sim
 * traces and measures anew. */
#include "sim/config/config.h"
#include "sim/sim.h"
#include "tests/micro.h"
#include "tests/test.h"

enum { DATA_MEGABYTES = 0x10000 };
#define DATA ((uint64_t)DATA_MEGABYTES << 20)

typedef enum access_kind {
    NO_ACCESS,
    FIRST_LINE,
    LINE_BY_LINE,
    ALL_32_LINES,
    SHARED,
    ATOMIC,
    ATOMIC_LINE
} access_kind;

/* `distinct` instructions that differ in their destination (destination .. destination + spread - 1),
 * repeated until a warp has executed as many as asked for. */
typedef struct program {
    const char *name;
    uint32_t blocks, warps, distinct;
    trace_op op;
    int destination;
    uint32_t spread, n_sources;
    uint16_t source[3];
    access_kind access;
    uint32_t amount; /* LINE_BY_LINE: lines before the first comes again; SHARED: passes; ATOMIC: lines, 32 /
                        lines lanes on each */
    double within;   /* largest deviation from Accel-Sim, percent: 0, or what is not modelled exactly yet */
} program;

static const program programs[] = {
    {"alu0", 1, 1, 16, TRACE_OP_INT, 4, 1, 0, {0}, NO_ACCESS, 0, 0},
    {"alu1", 1, 1, 16, TRACE_OP_INT, 4, 1, 1, {4}, NO_ACCESS, 0, 0},
    {"alu2", 1, 1, 16, TRACE_OP_INT, 4, 1, 2, {4, 5}, NO_ACCESS, 0, 0},
    {"alu3", 1, 1, 16, TRACE_OP_INT, 4, 1, 3, {4, 5, 6}, NO_ACCESS, 0, 0},
    {"alu3_one_bank", 1, 1, 16, TRACE_OP_INT, 4, 1, 3, {4, 20, 36}, NO_ACCESS, 0, 0},
    {"independent", 1, 1, 16, TRACE_OP_INT, 10, 16, 1, {5}, NO_ACCESS, 0, 0},
    {"independent_8_warps", 1, 8, 16, TRACE_OP_INT, 10, 16, 2, {5, 6}, NO_ACCESS, 0, 3},
    {"independent_48_warps", 24, 8, 16, TRACE_OP_INT, 10, 16, 3, {5, 6, 7}, NO_ACCESS, 0, 11},
    {"sfu", 1, 1, 16, TRACE_OP_SFU, 4, 1, 1, {4}, NO_ACCESS, 0, 0},
    {"sfu_8_warps", 1, 8, 16, TRACE_OP_SFU, 10, 16, 1, {4}, NO_ACCESS, 0, 0.3},
    {"dp", 1, 1, 16, TRACE_OP_DP, 4, 1, 1, {4}, NO_ACCESS, 0, 0},
    {"l1_hit", 1, 1, 16, TRACE_OP_LOAD_GLOBAL, 4, 1, 1, {4}, FIRST_LINE, 0, 0},
    {"l2_hit", 1, 1, 16, TRACE_OP_LOAD_GLOBAL, 4, 1, 1, {4}, LINE_BY_LINE, 384, 0},
    {"l1_hit_32_lines", 1, 1, 16, TRACE_OP_LOAD_GLOBAL, 4, 1, 1, {4}, ALL_32_LINES, 0, 0},
    {"dram", 1, 1, 16, TRACE_OP_LOAD_GLOBAL, 4, 1, 1, {4}, LINE_BY_LINE, 1 << 20, 1},
    {"store", 1, 1, 16, TRACE_OP_STORE_GLOBAL, -1, 1, 2, {4, 5}, LINE_BY_LINE, 384, 0},
    {"shared", 1, 1, 16, TRACE_OP_LOAD_SHARED, 4, 1, 1, {4}, SHARED, 1, 0},
    {"shared_8_passes", 1, 1, 16, TRACE_OP_LOAD_SHARED, 4, 1, 1, {4}, SHARED, 8, 0},
    {"atomic", 1, 1, 16, TRACE_OP_ATOMIC_GLOBAL, 4, 1, 2, {4, 5}, ATOMIC_LINE, 0, 0},
    {"atomic_same", 1, 1, 16, TRACE_OP_ATOMIC_GLOBAL, 4, 1, 2, {4, 5}, ATOMIC, 1, 0},
    {"atomic_same_8_warps", 1, 8, 16, TRACE_OP_ATOMIC_GLOBAL, 4, 1, 2, {4, 5}, ATOMIC, 1, 0},
    {"atomic_4_lines", 1, 1, 16, TRACE_OP_ATOMIC_GLOBAL, 4, 1, 2, {4, 5}, ATOMIC, 4, 0},
    {"barrier", 1, 8, 16, TRACE_OP_BARRIER, -1, 1, 0, {0}, NO_ACCESS, 0, 11.5},
    {"code", 1, 1, 192, TRACE_OP_INT, 4, 1, 1, {4}, NO_ACCESS, 0, 5.5},
};
enum { PROGRAMS = sizeof programs / sizeof *programs };

static micro m;

static void execute(const program *p, uint32_t inst, uint32_t i)
{
    switch (p->access) {
    case NO_ACCESS: micro_run(&m, inst); break;
    case FIRST_LINE: micro_access(&m, inst, 0, 1, 1); break;
    case LINE_BY_LINE: micro_access(&m, inst, i % p->amount, 1, 1); break;
    case ALL_32_LINES: micro_access(&m, inst, 0, 32, 1); break;
    case SHARED: micro_shared(&m, inst, p->amount); break;
    case ATOMIC:
        micro_atomic(&m, inst, 0, p->amount, 32 / p->amount);
        micro_depth(&m, p->amount, 32 / p->amount);
        break;
    case ATOMIC_LINE:
        micro_access(&m, inst, 0, 1, 1);
        micro_depth(&m, 1, 1);
        break;
    }
}

static void write_program(const program *p, uint32_t count)
{
    micro_begin(&m, p->blocks, p->warps);
    for (uint32_t i = 0; i < MICRO_PAGES; i++)
        m.pages[i] = DATA + ((uint64_t)i << TRACE_PAGE_SHIFT);
    for (uint32_t i = 0; i < p->distinct; i++) {
        int destination = p->destination < 0 ? -1 : p->destination + (int)(i % p->spread);
        (void)micro_inst_from(&m, p->op, destination, p->n_sources, p->source);
    }
    uint32_t exit = micro_inst(&m, TRACE_OP_EXIT, -1, -1);
    for (uint32_t w = 0; w < p->blocks * p->warps; w++) {
        micro_warp(&m);
        for (uint32_t i = 0; i < count; i++)
            execute(p, i % p->distinct, i);
        micro_run(&m, exit);
    }
}

static uint64_t cycles(const program *p, uint32_t count)
{
    sim_config config;
    simulator *sim = NULL;
    sim_counters counters = {0};
    poise_error err;
    write_program(p, count);
    if (sim_config_load(&config, "accelsim-mini", &err) || sim_create(&sim, &config, NULL, &err) ||
        sim_launch(sim, &m.trace, &counters, NULL, &err))
        fail_msg("%s", err.text);
    sim_destroy(sim);
    return counters.cycles;
}

typedef struct measured {
    char name[32];
    uint32_t count;
    uint64_t cycles;
} measured;

static uint32_t read_measured(measured *rows, uint32_t limit)
{
    FILE *in = fopen("tests/oracle/sim/accelsim_micro.csv", "r");
    assert_non_null(in);
    uint32_t n = 0;
    assert_int_equal(fscanf(in, "name,count,cycles\n"), 0);
    while (n < limit && fscanf(in, "%31[^,],%u,%lu\n", rows[n].name, &rows[n].count, &rows[n].cycles) == 3)
        n++;
    assert_true(feof(in));
    (void)fclose(in);
    return n;
}

static const program *find(const char *name)
{
    for (uint32_t i = 0; i < PROGRAMS; i++)
        if (!strcmp(programs[i].name, name))
            return &programs[i];
    fail_msg("accelsim_micro.csv names %s, which is no program of this test", name);
    return NULL;
}

static void differences_are_those_of_accelsim(void **state)
{
    (void)state;
    static measured row[2 * PROGRAMS + 1];
    assert_int_equal(read_measured(row, 2 * PROGRAMS + 1), 2 * PROGRAMS);
    uint32_t far = 0;
    for (uint32_t i = 0; i < 2 * PROGRAMS; i += 2) {
        const program *p = find(row[i].name);
        double theirs = (double)(row[i + 1].cycles - row[i].cycles);
        double ours = (double)(cycles(p, row[i + 1].count) - cycles(p, row[i].count));
        double off = 100 * (ours / theirs - 1);
        if (off > p->within || off < -p->within) {
            print_error("%s: %.0f cycles more for %u more instructions, in Accel-Sim %.0f (%+.1f %%)\n",
                        p->name, ours, row[i + 1].count - row[i].count, theirs, off);
            far++;
        }
    }
    assert_int_equal(far, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_are_those_of_accelsim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
