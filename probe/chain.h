/* Rings of words that a pointer chase goes round, and what is asked of them. Bytes are offsets in one buffer
 * that is aligned to the largest page of the system (one that is not makes entries of TLBs
 * ambiguous by one). */
#ifndef POISE_PROBE_CHAIN_H
#define POISE_PROBE_CHAIN_H

#include "common/error.h"

#include <stddef.h>
#include <stdint.h>

enum { PROBE_WORD = 4 };                     /* bytes of an element: a uint of OpenCL C */
#define PROBE_MOST_BYTES (UINT64_C(1) << 34) /* so that the number of a word fits in a word */
enum { PROBE_MOST_STEPS = 1 << 24 };         /* of a ring; our choice: 64 MB of numbers */

/* The words in order, each at most once. */
typedef struct probe_chain {
    uint32_t *word;
    uint32_t n;
    uint32_t capacity;
} probe_chain;

/* Appends the word at byte `at`, a multiple of PROBE_WORD below PROBE_MOST_BYTES. POISE_FAILED: no memory;
 * POISE_USAGE: out of range. */
int probe_chain_add(probe_chain *chain, uint64_t at, poise_error *err);
void probe_chain_clear(probe_chain *chain);
void probe_chain_free(probe_chain *chain);
/* Bytes from 0 to the end of its farthest word. */
uint64_t probe_chain_bytes(const probe_chain *chain);

/* `n` elements, `stride` bytes apart, from byte `base` on; element i lies i * skew % stride further on, which
 * spreads elements of large strides over the sets of a cache. Replaces what was there. */
typedef struct probe_walk {
    uint64_t base, stride, skew;
    uint32_t n;
} probe_walk;
int probe_chain_walk(probe_chain *chain, probe_walk walk, poise_error *err);

/* The same elements in an order that `seed` decides and no prefetcher guesses. */
void probe_chain_shuffle(probe_chain *chain, uint64_t seed);

#endif
