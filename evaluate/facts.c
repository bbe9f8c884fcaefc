#include "evaluate/facts.h"

const evaluate_fact_info *evaluate_fact_table(size_t *n)
{
    static const evaluate_fact_info table[] = {
#define FACT(member, unit, help) {#member, unit, help, offsetof(evaluate_facts, member)},
#include "evaluate/facts.def"
#undef FACT
    };
    *n = sizeof table / sizeof table[0];
    return table;
}

void evaluate_facts_add(evaluate_facts *total, const evaluate_facts *one)
{
#define FACT(member, unit, help) total->member += one->member;
#include "evaluate/facts.def"
#undef FACT
}

void evaluate_facts_take_stalls(evaluate_facts *facts, const sim_bottleneck *bottleneck)
{
    if (bottleneck == NULL)
        return;
    facts->stall_resident = bottleneck->resident;
    facts->stall_str_mem = bottleneck->core[CORE_STR_MEM];
    facts->stall_str_alu = bottleneck->core[CORE_STR_ALU];
    facts->stall_data_mem = bottleneck->core[CORE_DATA_MEM];
    facts->stall_data_alu = bottleneck->core[CORE_DATA_ALU];
    facts->stall_fetch = bottleneck->core[CORE_FETCH];
    facts->stall_sync = bottleneck->core[CORE_SYNC];
}
