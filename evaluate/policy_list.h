/* The policies to compare, as the user lists them: "gto,swl,static_best,tuple:8:2,mine=poise:MODEL+l2:lru".
 * Each is a scheme (sim_hooks/scheme.h), whose scheduler may be one that only evaluations know. */
#ifndef POISE_EVALUATE_POLICY_LIST_H
#define POISE_EVALUATE_POLICY_LIST_H

#include "common/error.h"
#include "common/hash.h"
#include "sim_hooks/scheme.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { EVALUATE_MAX_POLICIES = POLICY_SCHEMES };

typedef enum evaluate_policy_kind {
    EVALUATE_POLICY,   /* a scheduler policy of sim_hooks */
    EVALUATE_SWL,      /* "swl" without a limit: the best N = p of each program, found by static profiling */
    EVALUATE_PCAL_SWL, /* "pcal_swl" without N: starts from the limit of "swl" */
    EVALUATE_STATIC_BEST, /* "static_best": the best {N, p} of each launch, from a profile */
    /* "static_best_plus": that, or {N, p} with a set of loads that allocate nothing, where it is faster */
    EVALUATE_STATIC_BEST_PLUS,
} evaluate_policy_kind;

typedef struct evaluate_policy {
    evaluate_policy_kind kind;
    policy_scheme scheme;
    const char *label; /* its name */
    char *short_name;  /* for tables: without the folders of file names */
    uint32_t fixed_n;  /* N that the user fixed ("tuple:8:2", "swl:8", "warp_limiting:2:8"), 0 when
                          there is none; unknown, 0, of labels of results */
    char file_hash[POISE_HASH_TEXT]; /* of the files that it names: shared objects, model; empty when there is
                                        none */
    char memory_file_hash[POISE_HASH_TEXT]; /* of those that its places but the scheduler's name */
} evaluate_policy;

/* Whether it was given a name of its own. */
static inline bool evaluate_policy_is_named(const evaluate_policy *policy)
{
    return strcmp(policy->scheme.name, policy->scheme.text) != 0;
}

typedef struct evaluate_policy_list {
    size_t n;
    evaluate_policy policies[EVALUATE_MAX_POLICIES];
    size_t baseline; /* the machine with no policy but "gto" where it is listed, otherwise the first */
} evaluate_policy_list;

/* POISE_USAGE when the name of a policy string is one that only evaluations know, "static_best": with
 * arguments, or outside of them, it means nothing. POISE_OK for all others, known or not. */
int evaluate_policy_refuse_own(const char *string, poise_error *err);

/* POISE_USAGE for an empty, unknown or repeated policy, or a wrong argument. Free with
 * evaluate_policy_list_free. */
int evaluate_policy_list_parse(evaluate_policy_list *list, const char *text, poise_error *err);
/* The same from schemes, which are moved into it: `schemes` is empty afterwards. */
int evaluate_policy_list_make(evaluate_policy_list *list, policy_scheme_list *schemes, poise_error *err);
/* The same of schemes that were valid where results were made: what this program does not know is fine. */
int evaluate_policy_list_of(evaluate_policy_list *list, policy_scheme_list *schemes, poise_error *err);
/* A zeroed one is fine. */
void evaluate_policy_list_free(evaluate_policy_list *list);

#endif
