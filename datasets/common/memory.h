/* Memory of a workload. Every array lives until the program ends, so that a program of a hundred lines is not
 * half made of free(). */
#ifndef POISE_DATASETS_MEMORY_H
#define POISE_DATASETS_MEMORY_H

#include <stddef.h>

/* `n` zeroed elements of `size` bytes, never NULL; the program fails with a sentence when there is no room.
 * Owned by this module, released at exit. */
void *memory_array(size_t n, size_t size);

#endif
