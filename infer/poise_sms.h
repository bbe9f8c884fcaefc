/* The share p of staged memory scheduling (sim_hooks/dram/sms.h) from what its memory controller has counted
 * in a window. A model of the view `sms` is compiled as those of warp-tuples are: its "warps" are steps of p,
 * and p of its tuple is p of SMS. poise_sms.c beside poise_infer.c, and poise_choice.c where the model is a
 * choice, is all that it needs. As there: integers only, no allocation. */
#ifndef POISE_SMS_H
#define POISE_SMS_H

#include "poise_infer.h"

enum {
    POISE_SMS_SHARES = POISE_FEATURES - 1, /* all features but the constant */
    POISE_SMS_STEPS = 20,                  /* p is a multiple of 1/20, so that 0.9 is one (our choice) */
};

/* A feature of models/sms_features.def as two counters; inconsistent ones are legal: a share is limited to 1,
 * and 0 where `whole` is. */
typedef struct poise_share {
    uint32_t part, whole;
} poise_share;

/* In the order of models/sms_features.def. Quotients are rounded down. */
void poise_sms_see(const poise_share shares[POISE_SMS_SHARES], poise_features *features);

/* p in units of 1 / POISE_SMS_STEPS, 0 .. POISE_SMS_STEPS. */
unsigned poise_sms_predict(const poise_weights *weights, const poise_share shares[POISE_SMS_SHARES]);

/* What marks such weights. Of an SM's windows it sees nothing: all features but the constant are 0. */
extern const poise_view poise_sms_view;

#endif
