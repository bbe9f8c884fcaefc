/* The size limit of the folder of cache.h. */
#ifndef POISE_CAPTURE_PLATFORM_PROGRAM_CACHE_TRIM_H
#define POISE_CAPTURE_PLATFORM_PROGRAM_CACHE_TRIM_H

#include <stdint.h>

/* Removes the files of `folder` that were used longest ago until the rest takes nine tenths of `most` bytes,
 * if all take more than `most`; and temporary files that processes which were killed have left. One process
 * at a time does so; others go on without. */
void capture_cache_trim(const char *folder, int64_t most);

#endif
