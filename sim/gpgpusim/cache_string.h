/* Cache strings of GPGPU-Sim (gpu-cache.h, cache_config::init):
 *
 *   [TYPE:]SETS:LINE:WAYS,REPLACEMENT:WRITE:ALLOCATION:WRITE_ALLOCATION[:INDEX],MSHR:ENTRIES:MERGE,MISS_QUEUE[:FIFO][,PORT]
 *
 * Versions before 4 have no type (N is meant), the oldest no set index (L). */
#ifndef POISE_SIM_GPGPUSIM_CACHE_STRING_H
#define POISE_SIM_GPGPUSIM_CACHE_STRING_H

#include <stdbool.h>
#include <stdint.h>

typedef struct gpgpusim_cache {
    char type; /* N whole lines, S sectors */
    int64_t sets, line_bytes, ways;
    char replacement, write, allocation, write_allocation, index, mshr;
    int64_t mshrs, merge, miss_queue;
    int64_t result_fifo; /* of texture caches; 0 = absent */
    int64_t port_bytes;  /* 0 = a whole line */
} gpgpusim_cache;

/* False when the text is no cache string. Which letters are known is the caller's business. */
bool gpgpusim_cache_parse(const char *text, gpgpusim_cache *cache);

#endif
