/* Poise inference for hardware and simulators: integer feature vector, link functions and the hardware
 * inference engine (a state machine). Integer C11 only: no floating point, no allocation, no library calls,
 * no recursion, no global state. This header and poise_infer.c are all that another simulator needs; they
 * include nothing else of the project. docs/ENGINE.md explains word lengths and shows how to plug it in.
 *
 * Source of all rules: S. Dublish, "Managing the Memory Hierarchy in GPUs", 2018, chapter 5. */
#ifndef POISE_INFER_H
#define POISE_INFER_H

#include <stdbool.h>
#include <stdint.h>

enum {
    POISE_FEATURES = 8, /* x1 .. x8 of Table 5.3; x8 is the constant 1 */
    POISE_OUTPUTS = 2,  /* link functions: 0 ln N, 1 ln p */
    POISE_MAX_WARPS = 64,
};

/* ---- from counters to features ---- */

/* Counters of one SM over a sampling window: 32-bit saturating registers (section 5.7.9). The host computes
 * differences of its running totals and saturates them. Inconsistent counters (more hits than accesses, as
 * saturation can make them) are legal: rates are limited to 1. */
typedef struct poise_sample {
    uint32_t l1_accesses;   /* L1 load accesses (128-byte requests) */
    uint32_t l1_hits;       /* of these, hits on valid lines; a merge with a miss in flight is a miss */
    uint32_t l1_intra_hits; /* hits on lines last touched by the same warp */
    uint32_t miss_latency;  /* sum over returned misses of issue-to-return, core cycles */
    uint32_t misses_returned;
    uint32_t instructions; /* warp instructions issued */
    uint32_t global_loads; /* of these, global loads */
} poise_sample;

/* What is kept of a window: one 32-bit register for each of the four quantities that section 5.7.9 counts. */
enum {
    POISE_RATE_BITS = 31,       /* rates: value * 2^31, 0 .. 2^31 */
    POISE_CYCLE_BITS = 16,      /* cycles: value * 2^16, below 2^15 cycles */
    POISE_INSTRUCTION_BITS = 23 /* instructions per load: value * 2^23, below 2^8 */
};
typedef struct poise_point {
    uint32_t hit_rate;              /* h */
    uint32_t intra_rate;            /* eta */
    uint32_t miss_cost;             /* m L = (1 - h) times the mean miss latency */
    uint32_t instructions_per_load; /* I_n */
} poise_point;

/* A rate or latency without an access or miss is 0; without loads I_n is all instructions, as in training.
 * Quotients are rounded down; one beyond its register saturates. */
void poise_point_from_sample(const poise_sample *sample, poise_point *point);

/* Features as fractions of their ranges: x_i = x[i] * 2^-28 * range, so x[i] <= 2^28. The range of x6 =
 * I_n (eta' - eta_o)^2 is 2^8, that of x7 = (L'm' - m_o L_o)^2 / 1e5 is 2^28 / 1e5 (a difference of 16,384
 * cycles), beyond which it saturates; all others never exceed 1. x6 is rounded to nearest, others down. */
enum { POISE_FEATURE_BITS = 28 };
typedef struct poise_features {
    uint32_t x[POISE_FEATURES];
} poise_features;

/* x1..x8 of Table 5.3 from the windows at (max, max) and (1, 1). */
void poise_features_from_points(const poise_point *at_max, const poise_point *at_one,
                                poise_features *features);

/* ---- from features to a warp-tuple ---- */

enum { POISE_MAX_SHIFT = 30 };

typedef struct poise_weights poise_weights;
typedef struct poise_kernel poise_kernel; /* poise_kernel.h */
typedef struct poise_choice poise_choice; /* poise_choice.h */

/* Where a model looks and what it sees, when that is not Table 5.3; poise_views.h has those that there are.
 */
typedef struct poise_view {
    bool all_warps; /* the second window is at (max, 1) in place of (1, 1) */
    /* Not NULL: one window, at (max, max), is all that the model needs; what follows is then NULL. */
    void (*alone)(const poise_sample *at_max, poise_features *features);
    void (*point)(const poise_sample *sample, poise_point *point); /* of either window */
    void (*features)(const poise_point *at_max, const poise_point *second, poise_features *features);
} poise_view;

/* Base-2 exponents of ln N and ln p, plus 8, times 2^POISE_EXPONENT_BITS, saturated to [0, 16). Outside this
 * range the tuple is clamped anyway: 2^-8 * 64 rounds to 0, and 2^8 is above every warp count. */
enum { POISE_EXPONENT_BITS = 24, POISE_EXPONENT_OFFSET = 8, POISE_EXPONENT_LIMIT = 16 };
typedef void poise_link_functions(const poise_weights *weights, const poise_features *features,
                                  uint32_t exponent[POISE_OUTPUTS]);

typedef void poise_choose_tuple(const poise_weights *weights, const poise_features *features, unsigned warps,
                                unsigned *n, unsigned *p);

/* A compiled model (infer/quantise.h): weight_i = value * range of x_i / ln 2 * 2^shift[output], so that the
 * sum of weight * feature is the base-2 exponent. Any weights are safe if shift <= POISE_MAX_SHIFT and 1 <=
 * max_warps <= POISE_MAX_WARPS. */
struct poise_weights {
    int32_t weight[POISE_OUTPUTS][POISE_FEATURES];
    uint8_t shift[POISE_OUTPUTS];
    uint8_t max_warps; /* warps per scheduler that the targets were scaled to (24) */
    bool zero_p;       /* p = 0, nobody allocates, may be predicted and tried by the search;
                          false, the thesis' rule, in constants that do not say it */
    poise_link_functions *link_functions; /* NULL: the sums; poise_kernel_links: support vectors, which add to
                                             the constants weight[output][7] */
    const poise_kernel *kernel;           /* NULL without support vectors */
    poise_choose_tuple *choose;           /* NULL, or poise_choose: a choice in place of link functions */
    const poise_choice *choice;           /* NULL, or the tuples to choose among */
    const poise_view *view;               /* NULL: windows at (max, max) and (1, 1), x1..x8 of Table 5.3 */
};

/* Those of any model. */
poise_link_functions poise_links;

/* That of a sum with `fraction_bits` (25 to 58) fractional bits, |sum| <= 2^62. */
uint32_t poise_exponent(int64_t sum, unsigned fraction_bits);

/* 2^(exponent / 2^24 - 8) * 2^POISE_POWER_BITS, below 2^46. At most 3.7e-6 above and 1e-9 below the exact
 * power: a table of 129 entries and linear interpolation. */
enum { POISE_POWER_BITS = 38 };
uint64_t poise_power(uint32_t exponent);

/* Predicted tuple for a kernel of `warps` warps per scheduler (1 .. POISE_MAX_WARPS): powers, reverse scaling
 * by warps/max_warps (section 5.6.1), rounding to nearest with halves upwards, clamping to 1 <= p <= N <=
 * warps, or with zero_p to 0 <= p. */
void poise_predict(const poise_weights *weights, const poise_features *features, unsigned warps, unsigned *n,
                   unsigned *p);

/* Tuple of the second window for a kernel of `warps` warps: (1, 1), or where the model looks. */
void poise_second_tuple(const poise_weights *weights, unsigned warps, unsigned *n, unsigned *p);

/* The features that a model sees, from the counters of the two windows. */
void poise_see(const poise_weights *weights, const poise_sample *at_max, const poise_sample *second,
               poise_features *features);

/* A prediction from the counters of the two windows. */
void poise_predict_windows(const poise_weights *weights, const poise_sample *at_max,
                           const poise_sample *second, unsigned warps, unsigned *n, unsigned *p);

/* ---- hardware inference engine: one per SM ---- */

typedef struct poise_hie_parameters {
    uint32_t period;                    /* T_period, cycles of an inference epoch */
    uint32_t warmup;                    /* T_warmup, cycles after every change of the tuple; may be 0 */
    uint32_t feature_window;            /* T_feature, cycles */
    uint32_t predict_cycles;            /* time the link functions take; the tuple stays (1, 1) meanwhile */
    uint32_t correct_window;            /* T_correct, cycles */
    uint32_t max_instructions_per_load; /* I_max */
    uint8_t stride_n, stride_p;         /* eps_N, eps_p; 0 = do not correct this coordinate */
    uint32_t check_window; /* cycles in which the prediction must not be slower than (max, max); 0, the
                              thesis' rule: it is believed */
    uint8_t check_shift;   /* it may be slower by 1 / 2^check_shift (1 .. 31); 0: by nothing */
} poise_hie_parameters;    /* a period or window of 0 counts as 1 */

/* Table 5.5. It has no predict_cycles: 64 is our choice, the bound that the hardware engine is held to. */
extern const poise_hie_parameters poise_hie_thesis;

typedef enum poise_hie_state {                       /* seven states (section 5.7.9) and ours, three bits */
                               POISE_HIE_SAMPLE_MAX, /* at (max, max): warm up, sample h_o, eta_o, m_o L_o,
                                                        I_n */
                               POISE_HIE_SAMPLE_ONE, /* at (1, 1), or where the model looks: warm up, sample
                                                        h', eta', L'm' */
                               POISE_HIE_PREDICT,    /* evaluate the link functions */
                               POISE_HIE_CORRECT_N,  /* local search over N, p fixed */
                               POISE_HIE_CORRECT_P,  /* local search over p, N fixed */
                               POISE_HIE_RUN,        /* stay at the result until the epoch ends */
                               POISE_HIE_COMPUTE, /* I_n > I_max, or no load at all: stay at (max, max) until
                                                     the epoch ends */
                               POISE_HIE_CHECK,   /* at the prediction: is it slower than (max, max)? */
} poise_hie_state;

typedef enum poise_hie_probe { /* point of the local search that is being measured */
                               POISE_PROBE_CENTRE,
                               POISE_PROBE_MINUS,
                               POISE_PROBE_PLUS,
                               POISE_PROBES,
} poise_hie_probe;

typedef struct poise_hie {
    uint8_t state;          /* poise_hie_state */
    uint8_t warps;          /* warps per scheduler that this kernel can have: max */
    uint8_t n, p;           /* tuple to apply now */
    uint8_t probe;          /* poise_hie_probe */
    bool warming;           /* inside the warm-up before a window */
    bool recalled, settled; /* the tuple is a remembered one; its search was at an end */
    uint8_t stride;         /* of the local search, now */
    uint8_t centre, best;   /* value of the searched coordinate: centre of the search, fastest point so far */
    uint32_t best_score;    /* instructions issued there */
    uint32_t max_score;     /* with check_window: instructions issued in the window at (max, max) */
    uint32_t left;          /* cycles left in the current warm-up or window */
    uint32_t epoch_left;    /* cycles left in the epoch */
    poise_point at_max;
    poise_features features; /* the last vector that was completed in this epoch */
} poise_hie;

/* Starts (a kernel) with `warps` warps per scheduler, limited to 1 .. POISE_MAX_WARPS: a new epoch at (max,
 * max). */
void poise_hie_reset(poise_hie *hie, const poise_hie_parameters *parameters, unsigned warps);

/* What is kept of a kernel for its next launch. */
typedef struct poise_hie_memory {
    uint8_t warps, n, p;
    bool settled;       /* the search was at an end */
    uint32_t max_score; /* instructions that the window at (max, max) had */
} poise_hie_memory;

/* What the engine has found by the end of a kernel; false when that is no reason to throttle the next launch,
 * or when it was not checked: then the next one samples. */
bool poise_hie_remember(const poise_hie *hie, const poise_hie_parameters *parameters,
                        poise_hie_memory *memory);

/* In place of poise_hie_reset(): starts a kernel at a remembered tuple. If that is slower in a check_window,
 * which must not be 0, than (max, max) was in the launch that sampled, an epoch begins as after a reset. */
void poise_hie_recall(poise_hie *hie, const poise_hie_parameters *parameters, const poise_hie_memory *memory);

/* Cycles until the engine wants poise_hie_step; >= 1. */
uint32_t poise_hie_next(const poise_hie *hie);

/* Advances by exactly the number of cycles that poise_hie_next() returned; `window` holds the counters since
 * the previous call (or reset). Afterwards hie->n and hie->p are the tuple to apply. When the epoch ends, in
 * whatever state, a new one begins. `parameters` and `weights` are the same in every call after a reset. */
void poise_hie_step(poise_hie *hie, const poise_hie_parameters *parameters, const poise_weights *weights,
                    const poise_sample *window);

#endif
