/* What the inference engine would cost in hardware, counted from its registers and its source. */
#ifndef POISE_INFER_COST_H
#define POISE_INFER_COST_H

#include "infer/poise_infer.h"

/* Bits of one SM as the thesis counts them: four 32-bit counters and two 3-bit state registers
 * (section 5.7.9); 536 bytes for 32 SMs. poise_point is these four registers, and the state, probe and
 * warming registers of poise_hie are these six bits; windows, timers and tuple are not in the figure. */
enum { POISE_HIE_THESIS_BITS = 4 * 32 + 2 * 3 };

/* Bits of one SM that the machine of poise_infer.c needs in full: also the seven window counters behind the
 * four quantities, the timers, the tuple and the registers of the local search, each as wide as `parameters`
 * and `warps` (per scheduler) ask. The arithmetic is that of the SM (section 5.7.9) and not counted. */
unsigned poise_hie_storage_bits(const poise_hie_parameters *parameters, unsigned warps);

/* Bits of the weights, held once for the whole GPU. */
unsigned poise_weights_storage_bits(void);

/* Operations of one prediction in poise_infer.c. */
enum {
    /* Per window m L (2 windows); I_max * loads; the squares of x5 and x7; the product of x6. */
    POISE_FEATURE_MULTIPLICATIONS = 2 + 1 + 2 + 1,
    /* Per window two rates, I_n and L; x7 by a constant. */
    POISE_FEATURE_DIVISIONS = 2 * 4 + 1,
    /* Per link function eight products, the interpolation and the reverse scaling. */
    POISE_LINK_MULTIPLICATIONS = 2 * (POISE_FEATURES + 1 + 1),
    POISE_LINK_DIVISIONS = 2, /* by max_warps */
};

#endif
