/* Poise inference for hardware and simulators: integer feature vector, link functions and the hardware
 * inference engine (a state machine). Integer C11 only: no floating point, no allocation, no library calls.
 * This header and poise_infer.c are all that another simulator needs; they include nothing else of the
 * project.
 *
 * Source of all rules: S. Dublish, "Managing the Memory Hierarchy in GPUs", 2018, chapter 5 (poise.md). */
#ifndef POISE_INFER_H
#define POISE_INFER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    POISE_FEATURES = 8, /* x1 .. x8 of Table 5.3; x8 is the constant 1 */
    POISE_MAX_WARPS = 64,
};

/* Counters of one SM over a sampling window: the hardware's 32-bit saturating registers (section 5.7.9 of the
 * thesis). The host computes differences of its running totals. */
typedef struct poise_sample {
    uint32_t l1_accesses;   /* L1 load accesses (128-byte requests) */
    uint32_t l1_hits;       /* of these, hits */
    uint32_t l1_intra_hits; /* hits on lines last touched by the same warp */
    uint32_t miss_latency;  /* sum over returned misses of issue-to-return, core cycles */
    uint32_t misses_returned;
    uint32_t instructions; /* warp instructions issued */
    uint32_t global_loads; /* of these, global loads */
} poise_sample;

/* A compiled model: weights as integers with a common binary point per output. Made by infer/quantise.h. */
typedef struct poise_weights {
    int64_t weight[2][POISE_FEATURES]; /* [0] ln N, [1] ln p, already divided by ln 2 (base-2 exponent) */
    uint8_t weight_shift[2][POISE_FEATURES]; /* weight = value * 2^shift */
    uint8_t max_warps;                       /* warps per scheduler the model was trained for (24) */
} poise_weights;

/* Fixed-point feature vector: value * 2^POISE_FEATURE_SHIFT, saturated. */
enum { POISE_FEATURE_SHIFT = 16 };
typedef struct poise_features {
    int64_t x[POISE_FEATURES];
} poise_features;

/* x1..x8 from the samples at (max, max) and (1, 1). */
void poise_features_from_samples(const poise_sample *at_max, const poise_sample *at_one, poise_features *out);

/* Predicted tuple, scaled to `warps` warps per scheduler, rounded to nearest and clamped to 1 <= p <= N <=
 * warps. */
void poise_predict(const poise_weights *weights, const poise_features *features, unsigned warps, unsigned *n,
                   unsigned *p);

/* ---- hardware inference engine: one per SM ---- */

typedef struct poise_hie_parameters {   /* Table 5.5 of the thesis */
    uint32_t period;                    /* T_period, 200000 cycles */
    uint32_t warmup;                    /* T_warmup, 2000 */
    uint32_t feature_window;            /* T_feature, 10000 */
    uint32_t correct_window;            /* T_correct, 4000 */
    uint32_t max_instructions_per_load; /* I_max, 49 */
    uint8_t stride_n, stride_p;         /* eps_N 2, eps_p 4 */
} poise_hie_parameters;

/* Table 5.5. */
extern const poise_hie_parameters poise_hie_thesis;

typedef enum poise_hie_state {                       /* seven states, three bits */
                               POISE_HIE_SAMPLE_MAX, /* steer to (max, max), warm up, sample h_o, eta_o, L_o,
                                                        I_n */
                               POISE_HIE_SAMPLE_ONE, /* steer to (1, 1), warm up, sample h', eta', L' */
                               POISE_HIE_PREDICT,    /* evaluate the link functions */
                               POISE_HIE_CORRECT_N,  /* local search over N, p fixed */
                               POISE_HIE_CORRECT_P,  /* local search over p, N fixed */
                               POISE_HIE_RUN,        /* stay until the epoch ends */
                               POISE_HIE_COMPUTE, /* I_n > I_max: stay at (max, max) until the epoch ends */
} poise_hie_state;

typedef struct poise_hie poise_hie;

struct poise_hie {
    uint8_t state;          /* poise_hie_state */
    uint8_t warps;          /* warps per scheduler that this kernel can have */
    uint8_t n, p;           /* tuple to apply now */
    uint8_t base_n, base_p; /* centre of the local search */
    uint8_t stride;
    uint8_t probe;       /* which neighbour is being measured: 0 centre, 1 minus, 2 plus */
    bool warming;        /* inside the warm-up part of the current window */
    uint32_t left;       /* cycles left in the current warm-up or window */
    uint32_t epoch_left; /* cycles left in the epoch */
    uint32_t score[3];   /* instructions issued: centre, minus, plus */
    poise_sample at_max, at_one;
    poise_features features; /* the last vector that was computed */
};

/* Starts (kernel start, epoch start) with `warps` warps per scheduler, 1..POISE_MAX_WARPS. */
void poise_hie_reset(poise_hie *hie, const poise_hie_parameters *parameters, unsigned warps);

/* Advances by exactly the number of cycles poise_hie_next() returned; `window` holds the counters since the
 * previous call (or reset). Afterwards hie->n and hie->p are the tuple to apply. */
void poise_hie_step(poise_hie *hie, const poise_hie_parameters *parameters, const poise_weights *weights,
                    const poise_sample *window);

/* Cycles until the engine wants poise_hie_step again; >= 1. */
uint32_t poise_hie_next(const poise_hie *hie);

/* Bits of storage one SM needs, as counted by the thesis: four 32-bit counters and two 3-bit state registers.
 */
unsigned poise_hie_storage_bits(void);

#endif
