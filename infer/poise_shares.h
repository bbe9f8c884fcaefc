/* A share that a model sets from what hardware has counted in a window: p of staged memory scheduling (view
 * `sms`; sim_hooks/dram/sms.h), the warps of a program that hold a token of MASK (view `tokens`;
 * sim_hooks/tlb/mask_window.h), what a page walk is worth (view `frames`; sim_hooks/vm/promotion.h). Such a
 * model is compiled as those of warp-tuples are: its "warps" are steps of the share, and p of its tuple is
 * the share. poise_shares.c beside poise_infer.c, and poise_choice.c where the model is a choice, is all that
 * it needs. As there: integers only, no allocation. */
#ifndef POISE_SHARES_H
#define POISE_SHARES_H

#include "poise_infer.h"

enum {
    POISE_SHARES = POISE_FEATURES - 1, /* all features but the constant */
    POISE_SHARE_STEPS = 20,            /* a multiple of 1/20, so that 0.9 is one (our choice) */
};

/* A feature as two counters; inconsistent ones are legal: a share is limited to 1,
 * and 0 where `whole` is. */
typedef struct poise_share {
    uint32_t part, whole;
} poise_share;

/* Of larger counters: both as often halved as they need to fit. */
poise_share poise_share_of(uint64_t part, uint64_t whole);

/* In the order of models/sms_features.def, tokens_features.def or frames_features.def. Quotients are rounded
 * down. */
void poise_shares_see(const poise_share shares[POISE_SHARES], poise_features *features);

/* The share in units of 1 / POISE_SHARE_STEPS, 0 .. POISE_SHARE_STEPS. */
unsigned poise_shares_predict(const poise_weights *weights, const poise_share shares[POISE_SHARES]);

/* What marks such weights. Of an SM's windows they see nothing: all features but the constant are 0. */
extern const poise_view poise_sms_view, poise_tokens_view, poise_frames_view;

#endif
