/* Walks over caches: words one after the other, and the times that caches alone would take. A load that is
 * the first of its page takes longer where the pages of a walk are more than the first TLB holds: what it
 * takes longer is known or the load says nothing. */
#ifndef POISE_PROBE_INFER_WALKS_H
#define POISE_PROBE_INFER_WALKS_H

#include "probe/infer/pages.h"
#include "probe/infer/rounds.h"

typedef struct walks {
    probe_rounds ring; /* times: NAN where they say nothing */
    const probe_pages *pages;
    uint64_t most_bytes; /* that walks may span */
    uint64_t most_far;   /* that a chain may */
    bool is_first;       /* the level that answers is the first, where loops hide a part of translation */
    double allowed;      /* times of one level may differ by as much */
    bool is_blind;       /* of the last walk: some loads say nothing */
} walks;

/* Times of the ring after `warm` times round it. */
int walks_ask(walks *w, uint32_t warm, poise_error *err);
/* `n` words, `stride` bytes apart, which have been walked before. */
int walks_walk(walks *w, uint64_t stride, uint64_t n, poise_error *err);

/* The same of two such walks, `far` bytes apart. */
int walks_two(walks *w, uint64_t stride, uint64_t n, uint64_t far, poise_error *err);

/* Loads that took longer; the least and the most of those that are not the first of their page. */
uint32_t walks_slower(const walks *w, double than);
void walks_extremes(const walks *w, double beyond, double *least, double *most);
/* Loads that took no longer. */
uint32_t walks_stay(const walks *w, double than);

/* Runs of consecutive loads that are slow: how many, the longest, and the distance of the first two, in
 * elements; 0 when they are not equally far apart. */
typedef struct walk_runs {
    uint32_t n, longest, apart;
    bool are_regular;
} walk_runs;

walk_runs walks_runs(const walks *w, double hit);

#endif
