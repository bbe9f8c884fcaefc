/* Input files of a workload. */
#ifndef POISE_DATASETS_FILE_H
#define POISE_DATASETS_FILE_H

#include <stddef.h>

/* The whole file at `path`, with a zero behind it that *bytes does not count. Fails with a sentence. The
 * array is owned by memory.h. */
const char *file_content(const char *path, size_t *bytes);

#endif
