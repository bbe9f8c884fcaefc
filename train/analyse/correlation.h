/* How well the analytical model goes with what was measured: [F5.5, S5.5.1], where
 * the correlation of mu_p/np with the speedup of the tuple (24, 1) over benchmarks is 0.87. */
#ifndef POISE_TRAIN_ANALYSE_CORRELATION_H
#define POISE_TRAIN_ANALYSE_CORRELATION_H

#include "features/dataset.h"

#include <stdio.h>

/* Pairs of mu_p/np and speedup. */
typedef struct train_correlation {
    size_t n;        /* pairs that have both */
    size_t without;  /* tuples measured, but mu is not defined there, see features/polluting.h */
    double pearson;  /* 0 with fewer than 3 pairs, or when one of the two does not vary */
    double of_logs;  /* Pearson's of their logarithms, over pairs with mu > 0, likewise */
    double spearman; /* of the ranks, likewise */
} train_correlation;

typedef enum train_correlated {
    TRAIN_CORRELATED_PROGRAMS, /* one pair a program: means of mu and harmonic means of speedup over its
                                  kernels */
    TRAIN_CORRELATED_KERNELS,  /* (W, 1) of the kernels to train on */
    TRAIN_CORRELATED_ALL,      /* (W, 1) of all kernels, those that the filters leave out among them */
    TRAIN_CORRELATED_TUPLES,   /* all tuples with p < N of the kernels to train on */
    TRAIN_CORRELATED
} train_correlated;

/* Over rows of the training split. POISE_FAILED when no row has mu: its profile was measured by an older
 * program; or without memory. */
int train_correlate(const dataset *data, train_correlation result[TRAIN_CORRELATED], poise_error *err);

void train_print_correlation(FILE *out, const train_correlation result[TRAIN_CORRELATED]);

#endif
