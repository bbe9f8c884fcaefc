/* How machines that are compared differ, for people. */
#ifndef POISE_EVALUATE_MACHINES_H
#define POISE_EVALUATE_MACHINES_H

#include "evaluate/comparison.h"

/* Which of them has the baseline. */
size_t evaluate_base_machine(evaluate_comparisons all);

/* "l2_banks = 48, l2_mshrs = 128, and 3 more": the options in which a machine differs from that of the
 * baseline, at most `most` of them named; "the baseline" for that one. malloc'ed; NULL without memory. */
char *evaluate_machine_words(evaluate_comparisons all, size_t machine, size_t most);

#endif
