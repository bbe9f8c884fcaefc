/* The inside of swap/swap.h, for its files and for tests that count everything anew. */
#ifndef POISE_SWAP_SWAP_STATE_H
#define POISE_SWAP_SWAP_STATE_H

#include "common/random.h"
#include "swap/swap.h"

enum { SWAP_LEVELS = 6, SWAP_DIGIT_BITS = 6, SWAP_DIGITS = 1 << SWAP_DIGIT_BITS, SWAP_RANK_LEVELS = 6 };

/* Chunks of one rank in no order, so that any of them is found by its index. */
typedef struct swap_bucket {
    uint32_t *chunk;
    uint32_t n, capacity;
} swap_bucket;

/* Buckets by a digit of their ranks, of 6 bits: at the last level the buckets themselves, above it nodes for
 * the next digit. */
typedef struct swap_ranks {
    uint64_t occupied; /* a bit for each digit with a chunk below it */
    union {
        struct swap_ranks *next[SWAP_DIGITS]; /* NULL: no room has been asked for in such a rank */
        swap_bucket bucket[SWAP_DIGITS];
    };
} swap_ranks;

/* Chunks of an application that are in the same place [KE 3.3.4], by rank; with SWAP_LRU in order of use
 * instead. As many levels as the highest rank needs, so that a chunk of the lowest or the highest one is
 * found in constant time, however many ranks there are. */
typedef struct swap_list {
    swap_ranks *root; /* NULL = no level */
    unsigned levels;
    uint32_t oldest, newest;
    uint32_t n;
} swap_list;

/* Free pages as bits; a bit of the level above stands for a word with a bit set. */
typedef struct swap_places {
    uint64_t *level[SWAP_LEVELS];
    unsigned levels;
    uint64_t pages, n_free;
    swap_segment *segment; /* [place]: meaningful where a segment begins */
} swap_places;

struct swap {
    swap_options options;
    poise_random random;
    swap_places places;
    swap_app *app;   /* [app] */
    swap_list *list; /* [app * SWAP_PLACES + where] */
    swap_buffer *buffer;
    uint32_t n_buffers, buffers_capacity, free_buffer; /* freed ones: a list through `left` */
    swap_chunk *chunk;
    uint32_t n_chunks, chunks_capacity, free_chunk; /* freed ones: a list through `next` */
    uint32_t chunks_free;                           /* in that list */
    uint64_t vram_bytes, host_bytes, system_bytes;
    swap_plan plan;
    swap_move *move, *sorted; /* of the plan; [moves_capacity] */
    uint32_t moves_capacity;
    uint32_t *sort_at; /* [app] */
    swap_counts counts;
};

/* ---- swap_places.c ---- */
bool swap_places_make(swap_places *p, uint64_t pages); /* all free */
void swap_places_clear(swap_places *p);
/* The lowest free pages (our choice); there must be as many. Returns the first. */
uint32_t swap_places_take(swap_places *p, uint64_t pages);
/* SWAP_NONE: nothing. */
void swap_places_give(swap_places *p, uint32_t place);

/* ---- swap_lists.c ---- */
swap_list *swap_list_of(const swap *s, uint16_t app, swap_where where);
/* What a chunk is chosen by, the lowest first. */
uint32_t swap_rank_of(const swap *s, const swap_chunk *c);
/* Chunks of a rank; NULL: none had that rank yet. */
swap_bucket *swap_lists_bucket(const swap_list *l, uint32_t rank);
/* Room for `more` chunks of a rank, wherever they go: lists never grow otherwise. False: no memory. */
bool swap_lists_reserve(swap *s, uint16_t app, uint32_t rank, uint32_t more);
void swap_lists_clear(swap_list *l);
/* With the counters of the application and of VRAM. */
void swap_lists_add(swap *s, uint32_t chunk);
void swap_lists_remove(swap *s, uint32_t chunk);
/* Removes it, and adds it to the other place. */
void swap_lists_shift(swap *s, uint32_t chunk);
/* A chunk of the lowest or the highest rank, of several a random one; the list has one. */
uint32_t swap_lists_lowest(swap *s, uint16_t app, swap_where where);
uint32_t swap_lists_highest(swap *s, uint16_t app, swap_where where, uint64_t most_bytes);
/* Makes it the one that was used last. */
void swap_lists_use(swap *s, uint32_t chunk);

/* ---- swap_buffers.c ---- */
/* Chunks are SWAP_PENDING, in the list of VRAM, and accounted for. */
int swap_buffers_make(swap *s, const swap_request *request, uint32_t *buffer, poise_error *err);
/* The buffer that begins last at or before a page; SWAP_NONE = none does. */
uint32_t swap_buffers_floor(const swap *s, uint16_t app, uint64_t page);
/* Takes a buffer out of the tree, frees its number. */
void swap_buffers_drop(swap *s, uint32_t buffer);
void swap_chunks_drop(swap *s, uint32_t chunk);

/* ---- swap_victims.c ---- */
uint32_t swap_victim(const swap *s); /* SWAP_NONE: there is no chunk in VRAM */
uint32_t swap_winner(const swap *s); /* who gets a chunk back; SWAP_NONE: nobody has an evicted one */

/* ---- swap_plan.c ---- */
/* Moves a chunk to the other list, its data later. False: no memory. */
bool swap_plan_add(swap *s, uint32_t chunk);
/* Puts applications in order and begins. */
void swap_plan_ready(swap *s, uint32_t buffer);
/* Undoes all moves that have not begun; those of a plan that is not ready yet are forgotten. */
void swap_plan_undo(swap *s);
/* Passes over what is not to be done any more, and ends the plan when nothing is left. */
void swap_plan_advance(swap *s);
/* What makes a plan begins with this. POISE_USAGE: there is one; no such application; another policy is
 * needed. */
int swap_check_step(const swap *s, uint32_t app, swap_policy policy, const char *what, poise_error *err);
bool swap_host_has_room(const swap *s, uint64_t bytes);
void swap_host_hold(swap *s, uint64_t bytes);
void swap_host_release(swap *s, uint64_t bytes);

static inline bool swap_ranks_by_priority(const swap *s)
{
    return s->options.policy == SWAP_PRIORITY || s->options.policy == SWAP_SAMPLING;
}
static inline bool swap_is_chunk(const swap *s, uint32_t chunk)
{
    return chunk < s->n_chunks && s->chunk[chunk].state != SWAP_UNUSED &&
           s->chunk[chunk].state != SWAP_DOOMED;
}
static inline bool swap_is_buffer(const swap *s, uint32_t buffer)
{
    return buffer < s->n_buffers && s->buffer[buffer].n_chunks > 0;
}
static inline bool swap_is_moving(const swap_chunk *c)
{
    return c->state == SWAP_PLANNED || c->state == SWAP_COPYING;
}
static inline uint64_t swap_pages(uint64_t bytes)
{
    return bytes >> SWAP_PAGE_BITS;
}
static inline uint64_t swap_free_bytes(const swap *s)
{
    return s->options.vram_bytes > s->vram_bytes ? s->options.vram_bytes - s->vram_bytes : 0;
}

#endif
