#include "sim_hooks/sched/poise_shared_bits.h"

#include "infer/cost.h"
#include "sim_hooks/sched/poise_load_counter.h"

size_t poise_shared_learners(const poise_shared_parameters *parameters)
{
    return parameters->kernels > 0 ? parameters->kernels : 1;
}

/* What a model of loads adds. A learner has two tables and the list of pcs, for every tuple a set, the set
 * that was chosen and two bits; it has one finalist more. An SM has a counter of loads, and the pcs
 * of loads that go around now with one bit each. */
static uint64_t load_bits(const poise_shared_parameters *parameters, uint32_t sms)
{
    const bool lines = poise_load_asks_for_lines(parameters->loads);
    const size_t learners = poise_shared_learners(parameters);
    const uint64_t set = POISE_TABLE_LOADS;
    const uint64_t tuples = 2 * POISE_MOST_ARMS + 3 + 1 + (parameters->most != 0) + POISE_MOST_FINALISTS;
    const uint64_t learner = 2 * poise_table_bits(lines) + POISE_LIST_BITS + (tuples + 1) * set + 2 + 2 * 7;
    const uint64_t sm = poise_load_counter_bits(lines ? parameters->lines : 0) + POISE_LIST_BITS + set;
    return learners * learner + sms * sm + POISE_LOAD_WEIGHT_BITS;
}

/* Every kernel has a learner: kernel, number and length of its last launch (64 bits each); warps, tuple and
 * strides (7 each), phase (3), move (3), wins (7), trial (3 + 1), fading and prediction (1 each); stay,
 * cycles left, fill of the L1, bad and crowded looks and two counts of the footprint (32 each); launches at
 * all warps (8); with `most` the tuple under which most was issued (2 x 7) and two such counts (48 each);
 * finalists (2 bits and two tuples); four counts of arms (5 each); the arms of the window, those that are
 * known, the run, its last part and (max, max): tuple (2 x 7), stopped (1), two sums (48 each); two samples
 * of seven counters (32 each). All SMs share turn (32), warming (1), cycle and number of the launch (64
 * each); an SM has seven counters of 32 bits, as in section 5.7.9, in which a window's differences fit, and
 * its footprint. */
uint64_t poise_shared_bits(const poise_shared_parameters *parameters, uint32_t sms)
{
    const size_t learners = poise_shared_learners(parameters);
    const uint64_t arm = 2 * 7 + 1 + 2 * 48, sample = 7 * 32;
    const uint64_t control = 3 * 64 + 5 * 7 + 3 + 3 + 7 + 4 + 2 + 7 * 32 + 8 + 4 * 5;
    const uint64_t most = parameters->most != 0 ? 2 * 7 + 2 * 48 : 0;
    const uint64_t finalists = 2 + (POISE_MOST_FINALISTS - 1) * 2 * 7;
    const uint64_t learner = control + most + finalists + (2 * POISE_MOST_ARMS + 3) * arm + 2 * sample;
    return learners * learner + 32 + 1 + 2 * 64 + sms * (sample + POISE_FOOTPRINT_BITS) +
           (parameters->loads != NULL ? load_bits(parameters, sms) : 0);
}
