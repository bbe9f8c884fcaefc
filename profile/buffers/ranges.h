/* Ranges of memory that are ranked by their accesses [KE 5.3.2]: buffers, or the chunks of buffers. */
#ifndef POISE_PROFILE_BUFFERS_RANGES_H
#define POISE_PROFILE_BUFFERS_RANGES_H

#include "profile/buffers/buffers.h"

typedef struct buffers_range {
    uint64_t address, bytes;
    uint64_t accesses, pages; /* sums over those that are one */
    size_t order;             /* of two that are one the lower goes first */
    uint32_t program, priority;
} buffers_range;

/* Sorts by program, address, size, and makes those that agree in these one, which has the priority of the
 * first: a buffer that is made anew. Returns how many are left of `n`. */
size_t buffers_ranges_merge(buffers_range *range, size_t n);
/* Gives merged ranges priorities within each program, by swap_rank(). Errors: no memory. */
int buffers_ranges_rank(buffers_range *range, size_t n, poise_error *err);
/* The one of the merged ranges that has program, address and size of `key`. */
const buffers_range *buffers_ranges_find(const buffers_range *range, size_t n, const buffers_range *key);
/* Writes a line for each (swap/swap_priorities.h): for any program if the profile is of one. `what`, such as
 * "buffers", stands in the comment. */
int buffers_ranges_write(const char *path, const char *what, const buffers_profile *data,
                         const buffers_range *range, size_t n, poise_error *err);

#endif
