/* What is known of a launch besides the simulator's counters. The list is facts.def. */
#ifndef POISE_EVALUATE_FACTS_H
#define POISE_EVALUATE_FACTS_H

#include "common/member.h"
#include "sim/sim.h"

typedef struct evaluate_facts {
#define FACT(member, unit, help) uint64_t member;
#include "evaluate/facts.def"
#undef FACT
} evaluate_facts;

typedef struct evaluate_fact_info {
    const char *name, *unit, *help;
    size_t offset; /* of the uint64_t in evaluate_facts */
} evaluate_fact_info;

/* All facts in table order; *n is their number. */
const evaluate_fact_info *evaluate_fact_table(size_t *n);
static inline uint64_t evaluate_fact_value(const evaluate_facts *facts, const evaluate_fact_info *info)
{
    return *(const uint64_t *)poise_const_member(facts, info->offset);
}

/* total += one */
void evaluate_facts_add(evaluate_facts *total, const evaluate_facts *one);

/* Takes the stalled scheduler cycles over; NULL (not measured) changes nothing. */
void evaluate_facts_take_stalls(evaluate_facts *facts, const sim_bottleneck *bottleneck);

#endif
