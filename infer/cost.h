/* What the inference engine would cost in hardware, counted from its registers and its source. */
#ifndef POISE_INFER_COST_H
#define POISE_INFER_COST_H

#include "infer/poise_infer.h"
#include "infer/poise_loads.h"
#include "infer/poise_views.h"

/* Bits of one SM as the thesis counts them: four 32-bit counters and two 3-bit state registers
 * (section 5.7.9); 536 bytes for 32 SMs. poise_point is these four registers, and the state, probe and
 * warming registers of poise_hie are these six bits; windows, timers and tuple are not counted. */
enum { POISE_HIE_THESIS_BITS = 4 * 32 + 2 * 3 };

/* Bits of one SM that the machine of poise_infer.c needs in full: also the seven window counters behind the
 * four quantities, the timers, the tuple and the registers of the local search, each as wide as `parameters`
 * and `warps` (per scheduler) ask. The arithmetic is that of the SM (section 5.7.9) and not counted. */
unsigned poise_hie_storage_bits(const poise_hie_parameters *parameters, unsigned warps);

/* Bits of the weights or support vectors, held once for the whole GPU. */
unsigned poise_weights_storage_bits(const poise_weights *weights);

/* Of a model of loads (poise_loads.h), held once for the whole GPU: weights of 32 bits and a binary point. */
enum { POISE_LOAD_WEIGHT_BITS = 32 * POISE_LOAD_FEATURES + 5 };

/* What a load takes in one SM, as in infer/verilog/sm_loads.v: in the table its number and four counters, in
 * the list of loads that were told to go around at some time a number and whether it does. A model that asks
 * for the window at (max, max) needs the number and three counters of it as well. One that asks what becomes
 * of lines needs two counters more, and in each L1 line which of up to 16 loads has brought it and whether
 * nobody has asked for it since. Beside the loads there are the lengths of table and list and whether it
 * counts. */
enum {
    POISE_LOAD_ENTRY_BITS = 16 + 4 * 16,
    POISE_LOAD_LIST_ENTRY_BITS = 16 + 1,
    POISE_LOAD_MAX_BITS = 16 + 3 * 16,
    POISE_LOAD_LINE_COUNTER_BITS = 2 * 16,
    POISE_LOAD_LENGTH_BITS = 5,
};
enum { POISE_LOAD_MARK_BITS = 4 + 1 /* of an L1 line */ };

unsigned poise_load_entry_bits(const poise_load_weights *weights);
/* Bits of one SM with a table and a list of `entries` loads; marks of L1 lines are not in it. */
unsigned poise_load_table_bits(const poise_load_weights *weights, unsigned entries);

/* Operations of one decision in poise_loads.c: the sum of products, squares of the logarithm and (1 - h)
 * log2; five rates, lines per execution. */
enum { POISE_LOAD_MULTIPLICATIONS = POISE_LOAD_FEATURES + POISE_LOG_BITS + 1, POISE_LOAD_DIVISIONS = 6 };

/* Operations of one prediction in poise_infer.c. */
typedef struct poise_operations {
    unsigned feature_multiplications, feature_divisions, multiplications,
        divisions; /* the last two: in all */
} poise_operations;

poise_operations poise_prediction_operations(const poise_weights *weights);

#endif
