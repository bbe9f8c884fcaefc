/* How rules that say which loads may allocate are learned. */
#ifndef POISE_TRAIN_LOADS_LEARN_H
#define POISE_TRAIN_LOADS_LEARN_H

#include "train/loads/rule.h"

/* Learns from the loads of the programs for which use[program]. Loads count by |margin|, 1 at most:
 * LIBLINEAR and libsvm know no weights of rows, so each is given as often as its weight has 16ths, rounded.
 * Where all had better do the same, all do. POISE_FAILED without memory; then nothing is to be freed. */
int load_rule_learn(const load_problem *problem, const bool *use, const load_spec *spec, load_rule *rule,
                    poise_error *err);

#endif
