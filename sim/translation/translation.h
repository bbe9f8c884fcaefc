/* The side of address translation that all SMs share: the component that runs the shared side of the tlb
 * policy and the vm policy, reads of walks, the link to the host. */
#ifndef POISE_SIM_TRANSLATION_TRANSLATION_H
#define POISE_SIM_TRANSLATION_TRANSLATION_H

#include "sim/sm/translate.h"
#include "sim/translation/pages.h"

/* A read of a walk that comes back. */
typedef struct walk_result {
    uint64_t when;
    uint16_t read; /* its number */
    bool from_dram;
} walk_result;

typedef struct link_transfer {
    uint64_t when;
    uint32_t token;
} link_transfer;
DEFINE_FIFO(link_fifo, link_transfer)

/* One direction of the link. */
typedef struct link_way {
    link_fifo transfers; /* under way, in order */
    double free_at;      /* core cycle from which it can carry more */
} link_way;

enum { TRANSLATION_TRANSFERS = 1 << 16 };

/* How a tlb policy breaks its contract on the shared side. */
typedef enum translation_fault {
    TRANSLATION_FAULTLESS,
    TRANSLATION_HANDLE, /* a request that is not unanswered */
    TRANSLATION_ABSENT, /* the answer for a page that is not in memory */
    TRANSLATION_READ,   /* too many reads */
    TRANSLATION_ADDRESS /* that cannot be read */
} translation_fault;

typedef struct translation {
    uint32_t component;
    tlb_miss_fifo arrived; /* of all SMs, in order of time */
    mem_request *asked;    /* [handle] */
    bool *is_asked;
    uint32_t handles;
    walk_result result[TLB_READS]; /* in order of time */
    uint32_t n_results;
    number_pool reads;         /* under way, results included */
    uint32_t token[TLB_READS]; /* of the policy, by number */
    uint64_t tlb_at, vm_at;    /* next ticks */
    bool told;                 /* the tlb policy, of something in this cycle */
    link_way link[2];          /* to the host, to the GPU */
    translation_fault fault;
} translation;

/* Time begins at 0: nothing is under way. */
void translation_begin(gpu *g);
/* Takes what the SMs have asked in the last window. */
void translation_take(gpu *g, uint64_t from);
/* Runs the component in the current core cycle. */
void translation_run(gpu *g);
/* A read of a walk returns from the L2 in core cycle `when`. */
void translation_read_back(gpu *g, const packet *reply, uint64_t when);
int translation_error(const gpu *g, poise_error *err);

#endif
