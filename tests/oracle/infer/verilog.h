/* Compiled engines in Verilog, simulated by Icarus Verilog beside the C code. */
#ifndef TESTS_ORACLE_INFER_VERILOG_H
#define TESTS_ORACLE_INFER_VERILOG_H

#include "common/file.h"
#include "infer/emit.h"
#include "tests/folder.h"
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

static inline void skip_without(const char *program)
{
    char line[64];
    snprintf(line, sizeof line, "command -v %s >/dev/null", program);
    if (system(line) != 0)
        skip_test("%s is not installed", program);
}

static inline unsigned long vectors_wanted(void)
{
    const char *text = getenv("POISE_VERILOG_VECTORS");
    unsigned long wanted = text != NULL ? strtoul(text, NULL, 10) : 0;
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

/* Simulates a test bench with `design`, a file as it lies in the folder; what the bench prints, malloc'ed. */
static inline char *simulate(const char *bench, const char *design, const char *settings, const char *input)
{
    char line[3 * 4096];
    snprintf(line, sizeof line,
             "cd '%s' && iverilog -g2001 -Wall -Wno-timescale %s -o bench %s '%s/%s.v' 2>warnings && "
             "vvp -n bench +%s >totals; [ ! -s warnings ]",
             test_folder, settings, design, benches, bench, input);
    assert_int_equal(system(line), 0);
    size_t size;
    char *text = slurp(test_path("totals"), &size);
    text[size] = '\0'; /* slurp() leaves room for it */
    return text;
}

static inline outcome simulate_engine(const poise_weights *weights, unsigned long count, uint64_t seed,
                                      bool gates)
{
    FILE *vectors = fopen(test_path("vectors"), "w");
    assert_non_null(vectors);
    print_vectors(vectors, weights, count, seed);
    assert_int_equal(fclose(vectors), 0);
    char *text = simulate("engine_bench", "engine.v",
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
