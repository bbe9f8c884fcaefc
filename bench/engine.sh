#!/bin/bash
# How long does one prediction of N and p take: the integer engine, the same model in double with libm's exp, as an
# expression such as m2cgen generates, and by LIBLINEAR's predict() (which knows no exp: that is added)? From the features of Table 5.3
# and, for the first two, from the counters of two windows as well. All take turns on the same 4096 random kernels; a time is the
# shortest of all turns, in processor time.
#
#   bench/engine.sh [MODEL]        (models/thesis.model)
#
# BUILD names the build folder, TURNS the number of turns (200), CC the compiler.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
case ${BUILD:-build} in /*) build=$BUILD ;; *) build=$root/${BUILD:-build} ;; esac
model=$(realpath "${1:-$root/models/thesis.model}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$build/poise" compile --sweep 0 -o model.h "$model" > report
"$build/poise" compile --sweep 0 -o model.json "$model" > report

# ---- the competitors, each in a file of its own, so that none is optimised for the loop around it ----
weights() { jq -r ".outputs[$1].features | map(.weight) | @csv" model.json; }
cat > double.c << END
#include <math.h>
static const double weight[2][8] = {{$(weights 0)}, {$(weights 1)}};
static double link_function(const double *w, const double x[8])
{
    double sum = 0;
    for (int i = 0; i < 8; i++)
        sum += w[i] * x[i];
    return exp(sum);
}
void by_double(const double x[8], double out[2])
{
    out[0] = link_function(weight[0], x);
    out[1] = link_function(weight[1], x);
}
END
expression() {
    jq -r ".outputs[$1].features | to_entries | map(\"(input[\\(.key)]) * (\\(.value.weight))\") | join(\" + \")" model.json
}
cat > expression.c << END
#include <math.h>
static double score_n(const double *input) { return exp($(expression 0)); }
static double score_p(const double *input) { return exp($(expression 1)); }
void by_expression(const double x[8], double out[2]);
void by_expression(const double x[8], double out[2]) { out[0] = score_n(x); out[1] = score_p(x); }
END
cat > liblinear.c << END
#include <linear.h>
#include <math.h>
static double w[2][8] = {{$(weights 0)}, {$(weights 1)}};
void by_liblinear(const double x[8], double out[2])
{
    struct feature_node node[9];
    for (int i = 0; i < 8; i++)
        node[i] = (struct feature_node){i + 1, x[i]};
    node[8].index = -1;
    for (int i = 0; i < 2; i++) {
        struct model model = {.param = {.solver_type = L2R_L2LOSS_SVR}, .nr_class = 2, .nr_feature = 8, .w = w[i], .bias = -1};
        out[i] = exp(predict(&model, node));
    }
}
END
cat > main.c << 'END'
#include "model.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void by_double(const double x[8], double out[2]);
void by_expression(const double x[8], double out[2]);
void by_liblinear(const double x[8], double out[2]);

enum { KERNELS = 4096, WARPS = 24 };
static poise_sample window[KERNELS][2];
static poise_features features[KERNELS];
static double x[KERNELS][8];
static volatile unsigned sink;

static unsigned tuple(const double value[2])
{
    double n = value[0] * WARPS / poise_model_weights.max_warps + 0.5;
    double p = value[1] * WARPS / poise_model_weights.max_warps + 0.5;
    unsigned n_warps = n < 1 ? 1 : n < WARPS ? (unsigned)n : WARPS;
    unsigned least = poise_model_weights.zero_p ? 0 : 1;
    unsigned p_warps = p < least ? least : p < n_warps ? (unsigned)p : n_warps;
    return n_warps * 64 + p_warps;
}

static double ratio(uint32_t a, uint32_t b) { return b > 0 ? (double)a / b : 0; }

static void make_double_features(const poise_sample w[2], double f[8])
{
    double cost[2], eta[2];
    for (int i = 0; i < 2; i++) {
        f[i] = ratio(w[i].l1_hits, w[i].l1_accesses);
        eta[i] = f[2 + i] = ratio(w[i].l1_intra_hits, w[i].l1_accesses);
        cost[i] = (1 - f[i]) * ratio(w[i].miss_latency, w[i].misses_returned);
    }
    f[4] = (eta[1] - eta[0]) * (eta[1] - eta[0]);
    f[5] = ratio(w[0].instructions, w[0].global_loads) * f[4];
    f[6] = (cost[1] - cost[0]) * (cost[1] - cost[0]) / 1e5;
    f[7] = 1;
}

static void make_features(const poise_sample w[2], poise_features *f)
{
    poise_point at_max, at_one;
    poise_point_from_sample(&w[0], &at_max);
    poise_point_from_sample(&w[1], &at_one);
    poise_features_from_points(&at_max, &at_one, f);
}

static unsigned engine_tuple(const poise_features *f)
{
    unsigned n, p;
    poise_predict(&poise_model_weights, f, WARPS, &n, &p);
    return n * 64 + p;
}

static unsigned run_engine(int i) { return engine_tuple(&features[i]); }
static unsigned run_engine_windows(int i)
{
    unsigned n, p;
    poise_predict_windows(&poise_model_weights, &window[i][0], &window[i][1], WARPS, &n, &p);
    return n * 64 + p;
}
#define RUN(name, features_of)                                                                                         \
    static unsigned run_##name##features_of(int i)                                                                     \
    {                                                                                                                  \
        double f[8], value[2];                                                                                         \
        const double *in = x[i];                                                                                       \
        if (sizeof #features_of > 1) {                                                                                 \
            make_double_features(window[i], f);                                                                        \
            in = f;                                                                                                    \
        }                                                                                                              \
        by_##name(in, value);                                                                                          \
        return tuple(value);                                                                                           \
    }
RUN(double, )
RUN(expression, )
RUN(liblinear, )
RUN(double, _windows)

static const struct {
    const char *name;
    unsigned (*run)(int);
} way[] = {
    {"integer engine, from features", run_engine},
    {"double with exp, from features", run_double},
    {"expression as of m2cgen, from features", run_expression},
    {"LIBLINEAR predict and exp, from features", run_liblinear},
    {"integer engine, from windows", run_engine_windows},
    {"double with exp, from windows", run_double_windows},
};
enum { WAYS = sizeof way / sizeof way[0] };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    double best[WAYS];
    int same[WAYS] = {0};
    srand(1);
    for (int i = 0; i < KERNELS; i++) {
        for (int k = 0; k < 2; k++) {
            poise_sample *w = &window[i][k];
            w->l1_accesses = 1 + (uint32_t)rand() % 100000;
            w->l1_hits = (uint32_t)rand() % (w->l1_accesses + 1);
            w->l1_intra_hits = (uint32_t)rand() % (w->l1_hits + 1);
            w->misses_returned = 1 + (uint32_t)rand() % 50000;
            w->miss_latency = w->misses_returned * (uint32_t)(1 + rand() % 4000);
            w->global_loads = 1 + (uint32_t)rand() % 20000;
            w->instructions = w->global_loads * (uint32_t)(1 + rand() % 49);
        }
        make_features(window[i], &features[i]);
        make_double_features(window[i], x[i]);
    }
    for (int turn = 0; turn < (argc > 1 ? atoi(argv[1]) : 200); turn++) {
        for (int k = 0; k < WAYS; k++) {
            unsigned sum = 0;
            double begin = now();
            for (int i = 0; i < KERNELS; i++)
                sum += way[k].run(i);
            double time = (now() - begin) / KERNELS;
            best[k] = turn == 0 || time < best[k] ? time : best[k];
            sink = sum;
        }
    }
    for (int k = 0; k < WAYS; k++) {
        for (int i = 0; i < KERNELS; i++)
            same[k] += way[k].run(i) == run_engine_windows(i);
        printf("%-42s %7.1f ns   %d of %d tuples as the engine's\n", way[k].name, best[k], same[k], KERNELS);
    }
    return 0;
}
END
"${CC:-gcc}" -std=gnu11 -O2 -I. -I"$root/infer" -o measure main.c double.c expression.c liblinear.c "$root/infer/poise_infer.c" \
    -llinear -lm
./measure "${TURNS:-200}"
