/* Rows are summed in parts: each part from its first row to its last, then the parts in order. How many parts
 * there are depends on the number of rows alone, so any number of threads gives the same bits. */
#ifndef POISE_TRAIN_NUMERICS_PARTS_H
#define POISE_TRAIN_NUMERICS_PARTS_H

#include <stddef.h>

/* Our choices. A pass over 30,000 rows takes a millisecond; where other programs compete for the processors,
 * threads that wait for each other after every pass cost more than that (measured: ten times as long), so
 * threads are for large data only. 64 parts keep 64 threads busy. */
enum { TRAIN_PART_ROWS = 512, TRAIN_MAX_PARTS = 64, TRAIN_THREADED_ROWS = 65536 };

static inline size_t train_parts(size_t rows)
{
    size_t parts = (rows + TRAIN_PART_ROWS - 1) / TRAIN_PART_ROWS;
    return parts < 1 ? 1 : parts > TRAIN_MAX_PARTS ? TRAIN_MAX_PARTS : parts;
}

/* First row of part `part` of `parts`; that of part `parts` is `rows`. */
static inline size_t train_part_begin(size_t rows, size_t part, size_t parts)
{
    return rows / parts * part + (rows % parts < part ? rows % parts : part);
}

#endif
