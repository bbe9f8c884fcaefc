/* What a cache policy has been asked about the request at the head of a queue. A request that is refused
 * comes again: it is asked once, so that a policy which answers by chance is not biased. */
#ifndef POISE_SIM_QUESTION_H
#define POISE_SIM_QUESTION_H

#include "sim_hooks/cache.h"

typedef struct cache_question {
    bool is_asked, answer;
} cache_question;

/* Whether the policy lets the request have a line of `set`. */
static inline bool question_allocate(cache_question *question, const cache_policy *policy, void *state,
                                     uint32_t set, const mem_request *request)
{
    if (!policy->allocate)
        return true;
    if (!question->is_asked)
        *question = (cache_question){true, policy->allocate(state, set, request)};
    return question->answer;
}

/* Whether the request goes around the cache. */
static inline bool question_around(cache_question *question, const cache_policy *policy, void *state,
                                   const mem_request *request)
{
    if (!policy->route || request->kind == MEM_ATOMIC)
        return false;
    if (!question->is_asked)
        *question = (cache_question){true, policy->route(state, request) == CACHE_BYPASS};
    return question->answer;
}

/* The request has been served. */
static inline void question_settled(cache_question *question)
{
    question->is_asked = false;
}

#endif
