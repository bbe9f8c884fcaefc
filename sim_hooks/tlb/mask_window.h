/* Tokens of MASK from what an epoch has counted of a program: shares of its warps that are fixed, or that a
 * model gives (docs/TRANSLATION.md, "Learned tokens"). Ours; [RA] 6.4.2 changes them by the miss rate.
 *
 * At the end of each epoch counters of TLBs become the shares of models/tokens_features.def, program by
 * program, and the model gives the share of warps that hold a token in the next. Hardware: for each program
 * five counters beside those of [RA] 6.6.4, one of the walker, a divider, and the sums of
 * infer/poise_choice.h; no floating point but in what is told. */
#ifndef POISE_SIM_HOOKS_MASK_WINDOW_H
#define POISE_SIM_HOOKS_MASK_WINDOW_H

#include "common/error.h"
#include "infer/poise_shares.h"
#include "sim_hooks/policy.h"

typedef struct mask_window_options {
    char *model, *shares; /* NULL or empty: none */
    int64_t watch;        /* program that is told of, < 0: none */
} mask_window_options;

/* For the option table of a policy whose options have them as `member`. */
#define MASK_WINDOW_OPTIONS(options, member)                                                             \
    {"shares",                                                                                           \
     0,                                                                                                  \
     POISE_OPT_STRING,                                                                                   \
     offsetof(options, member.shares),                                                                   \
     NULL,                                                                                               \
     POISE_ANY_RANGE,                                                                                    \
     NULL,                                                                                               \
     "PERCENT/...",                                                                                      \
     "Fixed tokens: warps of each program that hold one, the last for all that follow."},                \
        {"model",                                                                                        \
         0,                                                                                              \
         POISE_OPT_STRING,                                                                               \
         offsetof(options, member.model),                                                                \
         NULL,                                                                                           \
         POISE_ANY_RANGE,                                                                                \
         NULL,                                                                                           \
         "FILE",                                                                                         \
         "A model, as it is or compiled, that sets tokens after each epoch (docs/TRAIN.md)."},           \
    {                                                                                                    \
        "watch", 0, POISE_OPT_INT, offsetof(options, member.watch), "-1", -1, POLICY_PROGRAMS - 1, NULL, \
            "PROGRAM",                                                                                   \
            "Tells what a model sees of this program, means over epochs and no faults; -1 = of none."    \
    }

/* Of a program, in this epoch. */
typedef struct mask_counts {
    uint64_t l1_look_ups, l1_misses;
    uint64_t look_ups, misses, bypass_hits; /* of the L2 TLB */
} mask_counts;

typedef struct mask_window {
    int64_t watch;
    bool has_model;
    poise_weights weights;
    uint32_t n_fixed, fixed[POLICY_PROGRAMS]; /* per cent of the warps */
    mask_counts of[POLICY_PROGRAMS];
    uint64_t walked, walked_before; /* core cycles of walks: of this epoch; of the launch until it began */
    uint64_t windows, feature[POISE_SHARES]; /* sums of the watched program */
} mask_window;

enum { MASK_SHARES_ARE_FREE = -1 };

/* `w` is all zero; freed by mask_window_close whatever the outcome. */
int mask_window_open(mask_window *w, const mask_window_options *options, poise_error *err);
void mask_window_close(mask_window *w);
/* What a model takes in hardware: its weights, counters of 32 bits; 0 without one. */
uint64_t mask_window_storage_bits(const mask_window *w, uint32_t programs);
/* A launch begins: nothing has been told, no walk has been counted. */
void mask_window_restart(mask_window *w);

/* A look-up in the L2 TLB has ended; the bypass cache has been asked. */
void mask_window_looked_up(mask_window *w, uint16_t app, bool hit);
void mask_window_bypass(mask_window *w, uint16_t app, bool hit);

/* The end of an epoch in four steps. What an L1 TLB has counted in it; nothing counts of an SM
 * without a program, `app` beyond POLICY_PROGRAMS: */
void mask_window_l1(mask_window *w, uint16_t app, uint64_t look_ups, uint64_t misses);
/* Core cycles of all walks of the launch. */
void mask_window_end(mask_window *w, uint64_t walk_cycles);
/* Per cent of the program's warps that hold tokens from now on, MASK_SHARES_ARE_FREE: neither fixed nor a
 * model. `capacity` = core cycles of the epoch times walks at once. */
int mask_window_percent(mask_window *w, uint16_t app, uint64_t capacity);
/* Counters of the next epoch. */
void mask_window_begin(mask_window *w);

/* Features of a program, of this epoch. */
void mask_window_shares(const mask_window *w, uint16_t app, uint64_t capacity,
                        poise_share shares[POISE_SHARES]);

/* Means of the watched program over epochs, none without one; returns how many. */
size_t mask_window_statistics(const mask_window *w, policy_statistic *out, size_t room);

#endif
