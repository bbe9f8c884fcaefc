/* The policies to compare, as the user lists them: "gto,swl,static_best,tuple:8:2,poise:MODEL". */
#ifndef POISE_EVALUATE_POLICY_LIST_H
#define POISE_EVALUATE_POLICY_LIST_H

#include "common/error.h"
#include "common/hash.h"

#include <stddef.h>
#include <stdint.h>

enum { EVALUATE_MAX_POLICIES = 64 };

typedef enum evaluate_policy_kind {
    EVALUATE_POLICY,   /* a policy string of sim_hooks */
    EVALUATE_SWL,      /* "swl" without a limit: the best N = p of each program, found by static profiling */
    EVALUATE_PCAL_SWL, /* "pcal_swl" without N: starts from the limit of "swl" */
    EVALUATE_STATIC_BEST, /* "static_best": the best {N, p} of each launch, from a profile */
} evaluate_policy_kind;

typedef struct evaluate_policy {
    evaluate_policy_kind kind;
    char *label;      /* as given */
    char *short_name; /* for tables: without the folders of file names */
    uint32_t fixed_n; /* N that the user fixed ("tuple:8:2", "swl:8", "warp_limiting:2:8"), 0 when
                         there is none; unknown, 0, of labels of results */
    char file_hash[POISE_HASH_TEXT]; /* of the files that it names: shared object, model; empty when there is
                                        none */
} evaluate_policy;

typedef struct evaluate_policy_list {
    size_t n;
    evaluate_policy policies[EVALUATE_MAX_POLICIES];
    size_t baseline; /* "gto" where it is listed, otherwise the first */
} evaluate_policy_list;

/* POISE_USAGE when the name of a policy string is one that only evaluations know, "static_best": with
 * arguments, or outside of them, it means nothing. POISE_OK for all others, known or not. */
int evaluate_policy_refuse_own(const char *string, poise_error *err);

/* POISE_USAGE for an empty, unknown or repeated policy, or a wrong argument. Free with
 * evaluate_policy_list_free. */
int evaluate_policy_list_parse(evaluate_policy_list *list, const char *text, poise_error *err);
/* The same from labels that were valid where results were made: what this program does not know is fine. */
int evaluate_policy_list_of(evaluate_policy_list *list, const char *const *labels, size_t n,
                            poise_error *err);
/* A zeroed one is fine. */
void evaluate_policy_list_free(evaluate_policy_list *list);

#endif
