/* Results of the kernel compiler, kept from run to run: files FOLDER/kernels/KEY that many processes may read
 * and write at the same time. FOLDER is POISE_CACHE, otherwise poise in XDG_CACHE_HOME or ~/.cache; with
 * POISE_CACHE=off there is none. Whatever goes wrong with it is no more than a result that is not kept. */
#ifndef POISE_CAPTURE_PLATFORM_PROGRAM_CACHE_H
#define POISE_CAPTURE_PLATFORM_PROGRAM_CACHE_H

#include <stdbool.h>

/* What the files may take unless POISE_CACHE_SIZE says otherwise. Our choice. */
#define CAPTURE_CACHE_BYTES (1LL << 30)

/* Whether results are kept at all. */
bool capture_cache_is_on(void);

/* Writes what is kept under `key` to the files `result` and `log`. False when there is nothing, as under the
 * empty key; files that are damaged are removed. */
bool capture_cache_fetch(const char *key, const char *result, const char *log);

/* Keeps the contents of these files under `key`, and removes what was not used for longest while there is too
 * much. */
void capture_cache_store(const char *key, const char *result, const char *log);

#endif
