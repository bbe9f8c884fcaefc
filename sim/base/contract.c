#include "sim/base/contract.h"

/* The largest breach stays, so that the order in which threads come does not matter. */
enum { BROKEN = 1, FUNCTION_SHIFT = 32, APP_SHIFT = 40, HOW_SHIFT = 56 };

static void note(policy_contract *contract, uint64_t breach)
{
    uint64_t noted = atomic_load_explicit(&contract->breach, memory_order_relaxed);
    while (noted < breach &&
           !atomic_compare_exchange_weak_explicit(&contract->breach, &noted, breach, memory_order_relaxed,
                                                  memory_order_relaxed)) {
    }
}

void contract_broken(policy_contract *contract)
{
    note(contract, BROKEN);
}

void contract_misused(policy_contract *contract, const contract_misuse *misuse)
{
    note(contract, (uint64_t)misuse->how << HOW_SHIFT | (uint64_t)misuse->app << APP_SHIFT |
                       (uint64_t)misuse->function << FUNCTION_SHIFT | misuse->sm);
}

bool contract_is_misused(const policy_contract *contract, contract_misuse *misuse)
{
    uint64_t breach = atomic_load_explicit(&contract->breach, memory_order_relaxed);
    *misuse = (contract_misuse){.function = (host_function)(breach >> FUNCTION_SHIFT & 0xff),
                                .how = (host_misuse)(breach >> HOW_SHIFT),
                                .app = (uint32_t)(breach >> APP_SHIFT & 0xffff),
                                .sm = (uint32_t)breach};
    return breach > BROKEN;
}
