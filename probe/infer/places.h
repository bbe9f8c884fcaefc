/* Rings of places, each of two lines that lie in one page, half of the least page apart, which are asked for
 * in both orders. A line is in the same caches whichever it is of the two, under LRU and FIFO at least; what
 * it takes longer as the first is the translation of its page. Further lines of its page follow, as many as
 * it takes that the L1 loses all: the loop of a chase hides a part of what is added to an L1 hit. */
#ifndef POISE_PROBE_INFER_PLACES_H
#define POISE_PROBE_INFER_PLACES_H

#include "probe/infer/rounds.h"

enum { PLACES_MOST = 4096 }; /* in a ring (our choice) */

typedef struct place {
    double first[2], again[2]; /* times of its two lines as the first and as the second of them */
} place;

typedef struct places_range {
    double least, most;
} places_range;

typedef struct places {
    probe_rounds ring;
    uint64_t most_bytes;
    double hit;                  /* of a word that is asked for again and again */
    double memory;               /* from here on a time is that of memory, which its rows decide as well */
    uint64_t lines;              /* the L1 loses all of as many in a row, LINE bytes apart */
    double beyond;               /* what costs no more than this is not slow */
    places_range cost;           /* of what was lost last */
    uint64_t stride;             /* of the ring that was asked last, bytes */
    place *place;                /* its places */
    uint32_t n, more;            /* how many, and how many further lines each has */
    uint32_t in_l1;              /* how many lie in the L1 */
    double tolerance;            /* times of lines that do not lie there differ by as much */
    uint64_t asked, asked_bytes; /* the largest ring so far */
} places;

int places_open(places *p, probe_bench *bench, uint64_t most_bytes, poise_error *err);
void places_free(places *p);

/* Asks a ring of `n` places. POISE_USAGE: more than PLACES_MOST + 1, or than `most_bytes` hold. */
int places_ask(places *p, uint64_t stride, uint64_t n, poise_error *err);
/* Asks it and whether none of its places is slow. */
int places_fit(places *p, uint64_t stride, uint64_t n, bool *do_fit, poise_error *err);
/* The least places of which the L1 loses all lines. */
uint64_t places_least(const places *p);
/* The most places of the stride that may be asked for. */
uint64_t places_limit(const places *p);
/* Asks the last ring again, the two lines `apart` bytes apart: how many of the lower ones take, as the second
 * of the two, longer by about `cost` than they did, and how many as long. */
int places_ask_apart(places *p, uint64_t apart, double cost, uint32_t *late, uint32_t *same,
                     poise_error *err);

/* Of the ring that was asked last, whether most places say something and none is slow. */
bool places_surely_fit(const places *p);
/* Whether most are slow, and none of those that say something is not. */
bool places_surely_lost(const places *p);
/* Of the ring that was asked last: slow places; those of them that lie in the L1; those of them whose second
 * line takes no longer than `within`. */
bool places_is_slow(const places *p, uint32_t i);
uint32_t places_slow(const places *p);
uint32_t places_slow_in_l1(const places *p);
uint32_t places_slow_within(const places *p, double within);
/* The slowest second line. */
double places_slowest(const places *p);
/* What translation costs slow places, those that lie in the L1 or those that do not; of the others when there
 * are none. */
places_range places_cost(const places *p, bool in_l1);

#endif
