/* Schemes: which policy stands at each place of a machine, as users write it.
 *
 *     [NAME=]PART+PART...    PART: a scheduler policy, or PLACE:policy; PLACE: sched, l1, l2, dram, tlb or vm
 *
 * "gto", "swl:8+dram:fcfs", "mine=poise:my.model+l2:./mine.so:8". A place is named at most once; where none
 * is named stands the baseline. NAME ends at the first '=' if neither ':', '+' nor '/' stands before it. A
 * '+' separates two parts only where the name of a place or policy follows, up to ':', '+' or the end, so
 * that file names may hold one; a shared object in a later part stands behind its place:
 * "l2:lru+sched:./mine.so". */
#ifndef POISE_SIM_HOOKS_SCHEME_H
#define POISE_SIM_HOOKS_SCHEME_H

#include "common/hash.h"
#include "sim_hooks/registry.h"

typedef enum policy_place {
    POLICY_AT_SCHED,
    POLICY_AT_L1, /* the first of the memory side */
    POLICY_AT_L2,
    POLICY_AT_DRAM,
    POLICY_AT_TLB,
    POLICY_AT_VM,
    POLICY_PLACES
} policy_place;

typedef struct policy_place_info {
    const char *name; /* "l2" */
    policy_interface interface;
    const char *baseline; /* policy string */
} policy_place_info;
extern const policy_place_info policy_places[POLICY_PLACES];

typedef struct policy_scheme {
    char *name;                  /* NAME; without one the text */
    char *text;                  /* "PART+PART" as given */
    char *policy[POLICY_PLACES]; /* policy strings; NULL where none is named */
    char *origin;                /* "FILE:12" that it was read from, for messages; NULL: the command line */
} policy_scheme;

/* POISE_USAGE when the text is not of the form above; whether the policies exist is not looked at. Free with
 * policy_scheme_free. */
int policy_scheme_parse(policy_scheme *scheme, const char *text, poise_error *err);
/* The same of "PART+PART..." with a name given apart, which may be anything. */
int policy_scheme_make(policy_scheme *scheme, const char *name, const char *parts, poise_error *err);
/* A zeroed one is fine. */
void policy_scheme_free(policy_scheme *scheme);

/* The policy string of a place, the baseline where none is named. */
const char *policy_scheme_at(const policy_scheme *scheme, policy_place place);

/* Looks the policy of a place up, as policy_choose does; the sentence of an error also says which scheme it
 * is about. */
int policy_scheme_choose(const policy_scheme *scheme, policy_place place, policy_choice *choice,
                         poise_error *err);
/* Whether the policies of `first` and the places after it exist and take their arguments. */
int policy_scheme_check(const policy_scheme *scheme, policy_place first, poise_error *err);

/* Whether all places but the scheduler's have the same policy strings. */
bool policy_scheme_same_memory(const policy_scheme *one, const policy_scheme *other);
/* The policies of the places from `first` on that are not the baseline, "l2:lip+dram:fcfs"; "" when all are.
 * The same for all spellings of a scheme. malloc'ed, NULL without memory. */
char *policy_scheme_describe(const policy_scheme *scheme, policy_place first);

/* Shared objects, and files that options name, are part of a policy, as results change with them: one hash of
 * the contents of all that the places from `first` on name; "" when there is none (scheme_files.c). */
int policy_scheme_hash_files(const policy_scheme *scheme, policy_place first, char text[POISE_HASH_TEXT],
                             poise_error *err);

/* ---- lists of them, with different names ---- */

enum { POLICY_SCHEMES = 64 };
typedef struct policy_scheme_list {
    size_t n;
    policy_scheme scheme[POLICY_SCHEMES];
} policy_scheme_list;

/* Adds those of "SCHEME,SCHEME...". On failure in any of these functions the caller frees the list all the
 * same.
 */
int policy_schemes_add(policy_scheme_list *list, const char *text, poise_error *err);
/* Adds a scheme, which is moved into it, or freed on failure. */
int policy_schemes_append(policy_scheme_list *list, policy_scheme *scheme, poise_error *err);
/* Adds those of a file: "NAME PART+PART..." a line; what stands behind a '#' at the beginning of a line or
 * behind a blank is a comment. */
int policy_schemes_read(policy_scheme_list *list, const char *path, poise_error *err);
/* The same from memory, which is changed; `name` stands for the path in messages. */
int policy_schemes_read_text(policy_scheme_list *list, char *text, const char *name, poise_error *err);
/* A zeroed one is fine. */
void policy_schemes_free(policy_scheme_list *list);

#endif
