/* Compiled engines in Verilog, simulated by Icarus Verilog beside the C code. */
#ifndef TESTS_ORACLE_INFER_VERILOG_H
#define TESTS_ORACLE_INFER_VERILOG_H

#include "common/file.h"
#include "infer/emit.h"
#include "tests/oracle/icarus.h"
#include "tests/oracle/infer/vectors.h"

static char benches[4096]; /* their folder */

static inline int make_folder(void **state)
{
    if (make_test_folder(state) != 0 ||
        poise_find_installed("tests/oracle/infer/engine_bench.v", benches, sizeof benches, NULL)) {
        return -1;
    }
    *strrchr(benches, '/') = '\0';
    return 0;
}

static inline unsigned long vectors_wanted(void)
{
    const unsigned long wanted = full_run();
    return wanted > 0 ? wanted : 1000;
}

static inline void emit(const poise_weights *weights)
{
    poise_model model = thesis_model(); /* for the comment */
    assert_int_equal(poise_emit_verilog(&model, weights, test_path("engine.v"), NULL), POISE_OK);
}

/* Of each of the other eight sets of weights. */
static inline unsigned long fewer_vectors(void)
{
    return 80 + vectors_wanted() / 50;
}

typedef struct outcome {
    unsigned long vectors, differing;
    unsigned window_cycles, tuple_cycles;
} outcome;

/* As simulate(), with a bench of ours. */
static inline char *simulate_with(const char *bench, const char *design, const char *settings,
                                  const char *input)
{
    char path[sizeof benches + 32];
    snprintf(path, sizeof path, "%s/%s.v", benches, bench);
    return simulate(path, design, settings, input);
}

static inline outcome simulate_engine(const poise_weights *weights, unsigned long count, uint64_t seed,
                                      bool gates)
{
    FILE *vectors = fopen(test_path("vectors"), "w");
    assert_non_null(vectors);
    print_vectors(vectors, weights, count, seed);
    assert_int_equal(fclose(vectors), 0);
    char *text = simulate_with("engine_bench", "engine.v",
                               gates                     ? "-DGATES"
                               : weights->choice != NULL ? "-DCHOICE"
                                                         : "",
                               "vectors=vectors");
    char *totals = strstr(text, "total:");
    assert_non_null(totals);
    outcome seen;
    assert_int_equal(sscanf(totals, "total: %lu vectors, %lu differ; %u cycles for a window, %u for a tuple",
                            &seen.vectors, &seen.differing, &seen.window_cycles, &seen.tuple_cycles),
                     4);
    if (seen.differing > 0)
        print_message("%s", text);
    free(text);
    assert_int_equal(seen.vectors, count);
    return seen;
}

static inline void expect_equal(const poise_weights *weights, unsigned long count, uint64_t seed)
{
    emit(weights);
    outcome seen = simulate_engine(weights, count, seed, false);
    assert_int_equal(seen.differing, 0);
    assert_in_range(seen.window_cycles, 1, poise_hie_thesis.predict_cycles);
    assert_int_equal(seen.tuple_cycles, poise_verilog_cycles(weights));
}

/* Makes gates of engine.v with Yosys, in its place. */
static inline void make_gates(void)
{
    char line[512];
    snprintf(line, sizeof line,
             "cd '%s' && yosys -q -p 'read_verilog engine.v; synth -flatten -top poise_engine; write_verilog "
             "engine.v'",
             test_folder);
    assert_int_equal(system(line), 0);
}

#endif
