/* The state of MASK (mask.c), and its tokens: how many a program has after an epoch (mask_tokens.c). */
#ifndef POISE_SIM_HOOKS_MASK_H
#define POISE_SIM_HOOKS_MASK_H

#include "sim_hooks/tlb/mask_window.h"
#include "sim_hooks/tlb/tlb_shared.h"

#include <stdalign.h>

typedef struct mask_options {
    tlb_shared_options shared;
    double initial, band, step, guard;
    int64_t bypass, epoch, samples, hillclimb;
    mask_window_options window;
} mask_options;

enum { MASK_APP_NONE = UINT16_MAX };

/* The side of an SM: warps that have looked something up in this epoch. */
typedef struct mask_core {
    alignas(64) uint64_t seen;
    uint32_t warps, look_ups, misses; /* bits of it; of the L1 TLB */
    uint16_t app;                     /* program; MASK_APP_NONE: none yet */
} mask_core;

/* The shared side of a core. */
typedef struct mask_tokens {
    uint32_t hits, misses; /* of its look-ups in the L2 TLB */
    uint64_t live;         /* warps that count, of the epoch before */
    uint32_t quota;        /* tokens */
    bool are_needed;       /* not in the first epoch of a program */
} mask_tokens;

typedef struct mask_program {
    uint32_t tokens;
    double miss_rate; /* of the last epoch with enough look-ups; < 0: none yet */
    bool has_tokens;  /* its first epoch is over */
    bool went_up;     /* direction of the last step */
} mask_program;

typedef struct mask_state {
    tlb_shared shared; /* the first: functions of tlb_shared.h are ours */
    mask_options options;
    mask_core *core;     /* of each SM */
    mask_tokens *tokens; /* of each SM */
    mask_program program[POLICY_PROGRAMS];
    mask_window window;
    tlb_array bypass;               /* by bypass_key() */
    uint64_t now, elapsed;          /* core cycle of the last gather, of the epoch until then */
    uint64_t bypass_hits, bypassed; /* statistics of the launch */
    uint64_t all_tokens, all_warps; /* sums over programs and epochs */
} mask_state;

/* An epoch of all programs ends: tokens of the next, for each core. */
void mask_end_epoch(mask_state *s);

#endif
