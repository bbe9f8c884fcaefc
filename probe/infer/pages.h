/* TLBs inferred from a bench that tells the time of each load (Saavedra and Smith, Measuring Cache and TLB
 * Performance, IEEE TC 1995). Each page is asked for with two lines, in both orders: whatever the caches do
 * with a line, the time that it takes longer as the first of its page than as the second is that of
 * translation. Pages are of 4 KB or more, lines of 2 KB or less (our choices). */
#ifndef POISE_PROBE_INFER_PAGES_H
#define POISE_PROBE_INFER_PAGES_H

#include "probe/bench.h"

enum { PROBE_MOST_TLBS = 3 };

typedef enum probe_tlb_place {
    PROBE_TLB_UNKNOWN,
    PROBE_TLB_BEFORE, /* its misses delay what the L1 holds: it is looked up before the L1, or beside it */
    PROBE_TLB_BEHIND  /* they do not: it is looked up for what the L1 does not hold */
} probe_tlb_place;

typedef struct probe_tlb {
    uint32_t entries, ways, sets; /* 0 = unknown; entries of the page's size */
    double miss_least, miss_most; /* what a load takes longer than if the first TLB knew its page, when this
                                   * one does not and the next level does */
    const char *unknown;          /* what cannot be said, NULL = nothing */
} probe_tlb;

typedef struct probe_pages {
    probe_tlb tlb[PROBE_MOST_TLBS]; /* from the nearest on; none: no translation has been seen */
    uint32_t n;
    uint64_t page;         /* bytes; 0 = unknown */
    uint64_t constant;     /* as many pages, more than tlb[0] holds, cost no more than tlb[0].miss_most */
    uint64_t asked;        /* the most pages that were asked for; without translation, of `asked_bytes` */
    uint64_t asked_bytes;  /* that they span */
    uint64_t reach;        /* bytes in a row that the first TLB surely holds, or all there are */
    probe_tlb_place place; /* of the first */
    double hidden_least, hidden_most; /* what a miss of the first adds to a load that the L1 answers; 0 =
                                       * not seen */
    bool has_walks; /* the first load of all takes longer by so much that there is translation */
    double first;   /* the first load of all, on TLBs and caches that hold nothing ... */
    double first_least, first_most; /* ... and others of its page, each of a line of its own */
} probe_pages;

/* Chains that span up to `most_bytes`. POISE_USAGE: a bench that has only totals. */
int probe_infer_pages(probe_bench *bench, uint64_t most_bytes, probe_pages *pages, poise_error *err);

#endif
