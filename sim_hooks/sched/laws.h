/* LAWS, the locality-aware warp scheduler of APRES, for one SM: the scheduling queue, the last load table and
 * the warp group table. Warps are hardware warps, sets of warps are masks. Source:
 * [A, A-re]; "our choice" marks what they leave open. */
#ifndef POISE_SIM_HOOKS_LAWS_H
#define POISE_SIM_HOOKS_LAWS_H

#include "sim_hooks/sched.h"

enum { LAWS_WARPS = 64, LAWS_GROUPS = 64 };

/* A load between issue and L1, its probe, and the warps that are likely to issue it next. */
typedef struct laws_group {
    uint64_t warps;
    uint64_t number;  /* of the load among the loads of its warp */
    uint64_t address; /* of its first line, when it decides */
    uint32_t warp;
    bool live, decides; /* its lines are being looked up */
} laws_group;

typedef struct laws {
    uint32_t entries; /* of the WGT, 0..LAWS_GROUPS */
    /* SQ: live warps by priority, boosted ones in front; rank[w] = place of warp w. */
    uint8_t queue[LAWS_WARPS], rank[LAWS_WARPS];
    uint64_t live, boosted;
    /* LLT: the last global load of each warp that has had one. */
    uint32_t last_load[LAWS_WARPS];
    uint64_t has_loaded;
    /* Loads through the L1, private ones included: issued, and seen there, in the same order. */
    uint64_t issued[LAWS_WARPS], seen[LAWS_WARPS];
    laws_group group[LAWS_GROUPS];
} laws;

void laws_reset(laws *l, uint32_t entries);

/* ---- the queue ---- */

/* A warp begins: it goes to the end of the queue. A warp ends: it leaves queue, tables and groups. */
void laws_warp_begin(laws *l, uint32_t warp);
void laws_warp_end(laws *l, uint32_t warp);

/* Moves `warps` behind those that are boosted already, by number. One that is boosted keeps its place (our
 * choice); one that is not live is left out. Returns how many were moved. */
uint32_t laws_boost(laws *l, uint64_t warps);
/* Moves those of `warps` that are not boosted to the end, in the order that they have. */
void laws_put_last(laws *l, uint64_t warps);
/* Ends the boost of `warp`, if it has one: it goes to the end. */
void laws_end_boost(laws *l, uint32_t warp);

/* The slot to issue from: the first boosted warp in the queue that is ready; without any, by GTO or LRR with
 * the queue in place of the age. */
unsigned laws_pick(const laws *l, const sched_view *view, bool round_robin);

/* ---- groups ---- */

typedef enum laws_load { LAWS_ALONE, LAWS_GROUP, LAWS_NO_ENTRY } laws_load;

/* A global load issues. Its group are the other warps whose last load is that of this warp; LAWS_NO_ENTRY =
 * the table is full, and it does without. */
laws_load laws_issue(laws *l, uint32_t warp, uint32_t pc);
/* Another load through the L1 issues. */
void laws_issue_other(laws *l, uint32_t warp);

/* A line is looked up. Returns whether this decides about the group of its load, which leaves the table and
 * is stored in *group. Hits and misses decide; after a merge the next line of the load may. */
bool laws_access(laws *l, const sched_access *access, laws_group *group);

#endif
