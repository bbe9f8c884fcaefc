/* A kernel that is being cut at its barriers into regions, and its variables. */
#ifndef POISE_CAPTURE_REGIONS_H
#define POISE_CAPTURE_REGIONS_H

#include "capture/compiler/group_builder.h"
#include "capture/compiler/value_map.h"

/* A region begins at the begin of the kernel (0) or behind a barrier (1, 2, ..) and ends at the next ones.
 * Behind each loop over the work-items it is known where they all wait: the group goes on with the region of
 * that barrier. In a kernel some work-items of which may end earlier each region has a second loop, which
 * skips those: every work-item's state is the barrier at which it waits. */
enum {
    CAPTURE_REGION_ENDED = 0, /* state of a work-item, and exit of a region */
    CAPTURE_REGION_ALL = 0,   /* loops of a region: over all work-items, over those that wait */
    CAPTURE_REGION_WAITING = 1,
};

typedef struct capture_private_variable {
    LLVMValueRef alloca;
    bool is_kept;      /* over barriers: in the context */
    LLVMValueRef base; /* of all work-items, or the variable itself */
    uint64_t stride;   /* bytes */
} capture_private_variable;

typedef struct capture_regions {
    capture_group_builder *b;
    LLVMTypeRef state_type;
    size_t n_blocks, n_variables, n;
    LLVMBasicBlockRef *block; /* of the kernel */
    size_t *start;            /* of a region: number of its first block */
    size_t *barrier;          /* of a block: the region that begins with it, 0 = none does */
    bool *is_inside;          /* of a block: the region at hand */
    bool *exits; /* of the region at hand: exits[j] to barrier j, exits[CAPTURE_REGION_ENDED] at the end */
    bool may_end_early;
    capture_value_map numbers; /* of blocks and variables */
    capture_private_variable *variables;
    LLVMValueRef *argument;
    LLVMValueRef n_items, state;            /* of all work-items */
    LLVMValueRef any_exit, all_exit, ended; /* of the loop at hand: what its work-items have come to */
    LLVMBasicBlockRef *begin[2];            /* of the regions' loops */
    uint64_t context_bytes;
    /* The loop at hand: */
    LLVMValueRef index;    /* of the work-item in the group */
    LLVMValueRef *address; /* of its variables */
    LLVMBasicBlockRef *copy;
    LLVMBasicBlockRef *exit;
    LLVMBasicBlockRef end_of_item;
} capture_regions;

/* Lists blocks, variables and regions of b->kernel, which is split (split_kernel.h). */
int capture_regions_open(capture_regions *r, capture_group_builder *b, poise_error *err);
void capture_regions_close(capture_regions *r);

/* The number of a block of the kernel. */
size_t capture_region_block(const capture_regions *r, LLVMBasicBlockRef block);

/* Finds the blocks and the exits of a region (is_inside, exits). Returns the number of exits. */
size_t capture_region_explore(capture_regions *r, size_t region);

/* Whether a variable is only loaded and stored as a whole. */
bool capture_region_is_slot(LLVMValueRef variable);
/* Whether such a one may be read behind a barrier that it was written before (v->is_kept). */
int capture_region_find_kept(const capture_regions *r, capture_private_variable *v, poise_error *err);

#endif
